"""Pages as they are shown: crop, rotation and unit applied."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.domain.evidence import Box

if TYPE_CHECKING:
    import pikepdf

_DEEPEST = 64
"""Levels of a page tree that are walked up; a damaged tree can be a circle."""

LETTER = (0.0, 0.0, 612.0, 792.0)


class Position(StrEnum):
    """Where a number stands on the page as shown."""

    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_CENTER = "bottom-center"
    BOTTOM_LEFT = "bottom-left"
    TOP_RIGHT = "top-right"
    TOP_CENTER = "top-center"
    TOP_LEFT = "top-left"

    @property
    def at_foot(self) -> bool:
        return self.value.startswith("bottom")

    @property
    def side(self) -> str:
        """``left``, ``center`` or ``right``."""
        return self.value.rpartition("-")[2]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The visible part of one PDF page.

    ``x0`` to ``y1``: the visible box in the page's own units, y up; ``rotation``: 0, 90, 180 or 270 degrees
    clockwise; ``unit``: points for one unit of the page.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    rotation: int
    unit: float

    @property
    def width(self) -> float:
        """Points, as shown."""
        return (self.x1 - self.x0 if self.rotation % 180 == 0 else self.y1 - self.y0) * self.unit

    @property
    def height(self) -> float:
        """Points, as shown."""
        return (self.y1 - self.y0 if self.rotation % 180 == 0 else self.x1 - self.x0) * self.unit

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The page's own coordinates of the point ``x`` from the left and ``y`` from the foot, points as shown."""
        dx, dy = x / self.unit, y / self.unit
        if self.rotation == 0:
            return self.x0 + dx, self.y0 + dy
        if self.rotation == 90:
            return self.x1 - dy, self.y0 + dx
        if self.rotation == 180:
            return self.x1 - dx, self.y1 - dy
        return self.x0 + dy, self.y1 - dx

    def matrix(self, x: float, y: float) -> str:
        """The matrix under which text and shapes in points stand upright at ``x``, ``y`` as shown."""
        a, b, c, d = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}[self.rotation]
        e, f = self.place(x, y)
        u = 1 / self.unit
        return " ".join(number(v) for v in (a * u, b * u, c * u, d * u, e, f))

    def longer(self, by: float) -> "Sheet":
        """The same page with ``by`` points of blank paper added at its foot as shown."""
        more = by / self.unit
        x0, y0, x1, y1 = self.x0, self.y0, self.x1, self.y1
        if self.rotation == 0:
            y0 -= more
        elif self.rotation == 90:
            x1 += more
        elif self.rotation == 180:
            y1 += more
        else:
            x0 -= more
        return Sheet(x0, y0, x1, y1, self.rotation, self.unit)


def number(value: float) -> str:
    """A number as PDF writes it, without exponent."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def read_sheet(page: "pikepdf.Object") -> Sheet:
    """The visible part of ``page``: what its crop box leaves of its media box; US letter where neither makes sense."""
    media = _rectangle(inherited(page, "/MediaBox")) or LETTER
    x0, y0, x1, y1 = media
    crop = _rectangle(inherited(page, "/CropBox"))
    if crop is not None:
        cut = (max(x0, crop[0]), max(y0, crop[1]), min(x1, crop[2]), min(y1, crop[3]))
        if cut[2] - cut[0] > 0 and cut[3] - cut[1] > 0:
            x0, y0, x1, y1 = cut
    turn = _float(inherited(page, "/Rotate")) or 0.0
    rotation = int(turn) % 360 if int(turn) % 90 == 0 else 0
    unit = _float(page.get("/UserUnit")) or 1.0
    return Sheet(x0, y0, x1, y1, rotation, unit if unit > 0 else 1.0)


def inherited(page: "pikepdf.Object", key: str) -> "pikepdf.Object | None":
    """The value of ``key`` on the page or the nearest of its parents that has it."""
    node: pikepdf.Object | None = page
    for _ in range(_DEEPEST):
        if node is None:
            return None
        value = node.get(key)
        if value is not None:
            return value
        node = node.get("/Parent")
    return None


def _rectangle(value: "pikepdf.Object | None") -> tuple[float, float, float, float] | None:
    try:
        a, b, c, d = (float(side) for side in value)  # type: ignore[union-attr]
    except (TypeError, ValueError):
        return None
    if abs(c - a) < 1e-3 or abs(d - b) < 1e-3:
        return None
    return min(a, c), min(b, d), max(a, c), max(b, d)


def _float(value: object) -> float | None:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def shown(sheet: Sheet, x: float, y: float, width: float, height: float) -> Box:
    """A rectangle given from the left and the foot, as a box from the top left."""
    return Box(x, sheet.height - y - height, x + width, sheet.height - y)
