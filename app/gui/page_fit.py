"""How large a page is shown so that it fits its place and can still be read."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize

from app.domain.evidence import Word
from app.gui.page_canvas import PIXELS_A_POINT, Sheet

LEGIBLE = 0.75
"""The zoom at which a page's ordinary letters can be read at ease."""

ZOOMS = (0.1, 8.0)
PAPER = (612.0, 792.0)
"""Points of a page whose size isn't known yet."""

_BESIDE = 9.0
"""Points left free on both sides of the words."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A zoom, and for a page that is cropped to its words how many points from its left edge the view begins."""

    zoom: float
    left: float | None = None


def fit_page(how: str, sheet: Sheet, room: QSize) -> Fit:
    """``page``, ``full`` for 100 %, or ``width``: of the page, and where that is too small to read, of its words
    without the margins."""
    across = room.width() / (sheet.width * PIXELS_A_POINT)
    if how == "full":
        return Fit(1.0)
    if how == "page":
        return Fit(min(across, room.height() / (sheet.height * PIXELS_A_POINT)))
    found = extent(sheet.words)
    if across >= LEGIBLE or found is None:
        return Fit(across)
    left, right = max(found[0] - _BESIDE, 0.0), min(found[1] + _BESIDE, sheet.width)
    zoom = min(room.width() / (max(right - left, 1.0) * PIXELS_A_POINT), LEGIBLE)
    return Fit(zoom, left) if zoom > across else Fit(across)


def extent(words: Sequence[Word]) -> tuple[float, float] | None:
    """Where the words of a page begin and end, in points from its left edge; None without words."""
    if not words:
        return None
    return min(word.box.x0 for word in words), max(word.box.x1 for word in words)
