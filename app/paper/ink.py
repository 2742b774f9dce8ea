"""What already stands on a page at the place where a number is to go."""

from collections import Counter
from collections.abc import Callable
from enum import StrEnum
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


class Ground(StrEnum):
    """What is under a place: blank paper, one even dark colour, something of the original, or not to be seen."""

    CLEAR = "clear"
    DARK = "dark"
    TAKEN = "taken"
    UNKNOWN = "unknown"


class Ink:
    """Looks at the pages of one PDF, as shown, annotations included. To be used in a ``with``."""

    def __init__(self, path: Path, pages: int, mended: Callable[[], bytes]) -> None:
        """``pages``: how many there should be. Where the file itself is locked or shows another number, ``mended``
        gives its repaired bytes; where these don't help either, nothing is known."""
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(on=False)
        pymupdf.TOOLS.mupdf_display_warnings(on=False)
        self._page: tuple[int, pymupdf.Page, list[tuple[float, float, float, float]]] | None = None
        self._document = _opened(pages, filename=path) or _opened(pages, stream=mended())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._page = None
        if self._document is not None:
            self._document.close()

    def under(self, page: int, box: Box) -> Ground:
        """What is under ``box`` on ``page`` (from 0). Most pages are settled without drawing them."""
        if self._document is None:
            return Ground.UNKNOWN
        try:
            if self._page is None or self._page[0] != page:
                shown = self._document[page]
                self._page = (page, shown, [entry[1] for entry in shown.get_bboxlog()])
            unturned = _unturned(box, self._page[1])
            if not any(_touch(mark, unturned) for mark in self._page[2]):
                return Ground.CLEAR
            return self._look(box)
        except (RuntimeError, ValueError):
            return Ground.UNKNOWN

    def _look(self, box: Box) -> Ground:
        import pymupdf

        assert self._page is not None
        clip = pymupdf.Rect(box.x0, box.y0, box.x1, box.y1)
        pixels = self._page[1].get_pixmap(dpi=_DPI, clip=clip, colorspace=pymupdf.csGRAY, alpha=False)
        levels = Counter(pixels.samples)
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


def _touch(mark: tuple[float, float, float, float], box: Box) -> bool:
    return mark[0] < box.x1 and mark[2] > box.x0 and mark[1] < box.y1 and mark[3] > box.y0
