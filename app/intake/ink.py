"""Where a page has ink, measured on a small gray picture of it."""

from collections.abc import Iterable
from typing import Any

from app.domain.evidence import Box

_CONTRAST = 40
_MARGIN = 2.0


class Ink:
    """The dark pixels of a page, one a point."""

    def __init__(self, page: Any) -> None:
        import pymupdf  # slow to import
        from PIL import Image

        longest = max(page.rect.width, page.rect.height, 1.0)
        self._scale = min(1.0, 2_000.0 / longest)
        matrix = pymupdf.Matrix(self._scale, self._scale)
        pixmap = page.get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY, alpha=False)
        gray = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
        histogram = gray.histogram()
        paper = max(range(256), key=lambda level: histogram[level])
        self._mask = gray.point(lambda level: 255 if abs(level - paper) > _CONTRAST else 0)
        self._dark = self._mask.histogram()[255]
        self._all = gray.width * gray.height

    @property
    def share(self) -> float:
        """Share of the page that isn't paper, 0 to 1."""
        return float(self._dark / self._all)

    def share_outside(self, boxes: Iterable[Box]) -> float:
        """Share of the ink that lies in none of `boxes`, 0 to 1; 0 on a page without ink."""
        from PIL import ImageDraw

        if not self._dark:
            return 0.0
        rest = self._mask.copy()
        draw = ImageDraw.Draw(rest)
        for box in boxes:
            corners = (box.x0 - _MARGIN, box.y0 - _MARGIN, box.x1 + _MARGIN, box.y1 + _MARGIN)
            draw.rectangle([round(v * self._scale) for v in corners], fill=0)
        return float(rest.histogram()[255] / self._dark)
