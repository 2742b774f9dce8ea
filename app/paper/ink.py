"""What already stands on a page at the place where a number is to go."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from app.domain.evidence import Box

if TYPE_CHECKING:
    import pymupdf

_DPI = 100
_CONTRAST = 40
"""Grey levels (of 255) from its ground at which a pixel counts as ink."""
_SPECKS = 2
"""Pixels of ink that are dust: a full stop of 8-point type has more."""
_DARK = 140
_AROUND = 30.0
"""Points around a place that are drawn with it."""
_Sides = tuple[float, float, float, float]


class Ground(StrEnum):
    """What is under a place: blank paper, one even dark colour, something of the original, or not to be seen."""

    CLEAR = "clear"
    DARK = "dark"
    TAKEN = "taken"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class _Seen:
    """One page that is looked at: the boxes of all that it draws (without /Rotate), and the parts pictured so far.

    A box may be mostly empty, the three columns of a foot in one for instance: then only a picture tells.
    """

    at: int
    page: "pymupdf.Page"
    drawn: list[_Sides]
    parts: list[tuple[Box, "pymupdf.Pixmap"]]


class Ink:
    """Looks at the pages of one PDF, as shown, annotations included. To be used in a ``with``."""

    def __init__(self, path: Path, pages: int, mended: Callable[[], bytes]) -> None:
        """``pages``: how many there should be. Where the file itself is locked or shows another number, ``mended``
        gives its repaired bytes; where these don't help either, nothing is known."""
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(on=False)
        pymupdf.TOOLS.mupdf_display_warnings(on=False)
        self._seen: _Seen | None = None
        self._document = _opened(pages, filename=path) or _opened(pages, stream=mended())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._seen = None
        if self._document is not None:
            self._document.close()

    def under(self, page: int, box: Box) -> Ground:
        """What is under ``box`` on ``page`` (from 0). Most pages are settled without drawing them."""
        if self._document is None:
            return Ground.UNKNOWN
        try:
            if self._seen is None or self._seen.at != page:
                self._seen = _read(page, self._document[page])
            seen, unturned = self._seen, _unturned(box, self._seen.page)
            if not any(_touch(mark, unturned) for mark in seen.drawn):
                return Ground.CLEAR
            around, picture = _part(seen, box)
        except (RuntimeError, ValueError):
            return Ground.UNKNOWN
        return _ground(around, picture, box)


def _read(at: int, page: "pymupdf.Page") -> _Seen:
    return _Seen(at, page, [box for _, box in page.get_bboxlog()], [])


def _part(seen: _Seen, box: Box) -> tuple[Box, "pymupdf.Pixmap"]:
    """A picture of the page around ``box``; one picture serves the places near each other."""
    import pymupdf

    for around, picture in seen.parts:
        if around.x0 <= box.x0 and around.y0 <= box.y0 and around.x1 >= box.x1 and around.y1 >= box.y1:
            return around, picture
    clip = pymupdf.Rect(box.x0 - _AROUND, box.y0 - _AROUND, box.x1 + _AROUND, box.y1 + _AROUND)
    picture = seen.page.get_pixmap(dpi=_DPI, clip=clip & seen.page.rect, colorspace=pymupdf.csGRAY, alpha=False)
    scale = 72 / _DPI
    x, y = picture.x * scale, picture.y * scale
    seen.parts.append((Box(x, y, x + picture.width * scale, y + picture.height * scale), picture))
    return seen.parts[-1]


def _ground(around: Box, picture: "pymupdf.Pixmap", box: Box) -> Ground:
    """What the picture of ``around`` shows inside ``box``."""
    scale = _DPI / 72
    left, right = max(0, floor((box.x0 - around.x0) * scale)), ceil((box.x1 - around.x0) * scale)
    top, foot = max(0, floor((box.y0 - around.y0) * scale)), ceil((box.y1 - around.y0) * scale)
    samples, stride = picture.samples_mv, picture.stride
    right, foot = min(right, picture.width), min(foot, picture.height)
    levels = Counter(b"".join(samples[row * stride + left : row * stride + right] for row in range(top, foot)))
    if not levels:
        return Ground.UNKNOWN
    ground = levels.most_common(1)[0][0]
    ink = sum(count for level, count in levels.items() if abs(level - ground) > _CONTRAST)
    if ink > _SPECKS:
        return Ground.TAKEN
    return Ground.DARK if ground < _DARK else Ground.CLEAR


def _opened(pages: int, **source: object) -> "pymupdf.Document | None":
    import pymupdf

    try:
        document = pymupdf.open(filetype="pdf", **source)
    except (RuntimeError, ValueError):  # pymupdf's errors are both
        return None
    if document.needs_pass or document.page_count != pages:
        document.close()
        return None
    return document


def _unturned(box: Box, page: "pymupdf.Page") -> Box:
    """``box`` where it would be without /Rotate: the log of what a page draws takes no notice of it.

    Computed here, since `derotation_matrix` is wrong on pages with a UserUnit.
    """
    width, height = page.rect.width, page.rect.height
    if page.rotation == 90:
        return Box(box.y0, width - box.x1, box.y1, width - box.x0)
    if page.rotation == 180:
        return Box(width - box.x1, height - box.y1, width - box.x0, height - box.y0)
    if page.rotation == 270:
        return Box(height - box.y1, box.x0, height - box.y0, box.x1)
    return box


def _touch(mark: _Sides, box: Box) -> bool:
    return mark[0] < box.x1 and mark[2] > box.x0 and mark[1] < box.y1 and mark[3] > box.y0
