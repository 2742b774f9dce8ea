"""Pages as gray pictures for OCR."""

from collections.abc import Iterator
from typing import Any

from app.domain.evidence import Box
from app.intake.ocr import Scan

_MAX_PIXELS = 40_000_000
_LEAST_SHARE = 0.02
_LARGEST_IMAGE = 200_000_000
"""Dots. MuPDF shows white, without a word, where memory doesn't suffice."""
_DRAWN_DPI = 200.0
"""For a page that is drawn, not scanned."""


def native_dpi(page: Any) -> float:
    """Resolution of the page's largest image as shown, in dots an inch; 200 without an image."""
    best_area, dpi = 0.0, _DRAWN_DPI
    for info in page.get_image_info():
        x0, y0, x1, y1 = info["bbox"]
        area = abs((x1 - x0) * (y1 - y0))
        if area > best_area and area > 1.0:
            pixels = info["width"] * info["height"]
            best_area, dpi = area, 72.0 * (pixels / area) ** 0.5
    return dpi


def image_areas(page: Any) -> list[Box]:
    """Where images of some size stand on the page as shown, in points; those that touch count as one."""
    import pymupdf  # slow to import

    areas: list[Any] = []
    for info in page.get_image_info():
        rect = (pymupdf.Rect(info["bbox"]) * page.rotation_matrix) & page.rect
        if rect.is_empty or rect.get_area() < _LEAST_SHARE * page.rect.get_area():
            continue
        touching = [other for other in areas if other.intersects(rect)]
        areas = [other for other in areas if other not in touching]
        for other in touching:
            rect |= other
        areas.append(rect)
    return [Box(rect.x0, rect.y0, rect.x1, rect.y1) for rect in areas]


def picture_trouble(page: Any) -> Iterator[str]:
    """A sentence, if the page looks empty only because a picture on it can't be shown."""
    import pymupdf  # slow to import

    images = page.get_image_info()
    if any(info["width"] * info["height"] > _LARGEST_IMAGE for info in images):
        yield "The picture on this page is too large to be shown, so the page can't be read."
    elif images and pymupdf.TOOLS.mupdf_warnings(reset=False):
        yield "The picture on this page is damaged, so the page can't be read."


def picture(page: Any, dpi: float, area: Box | None = None) -> Scan:
    """The page as shown, or an area of it, gray, at `dpi` or as much as fits in 40 megapixels."""
    import pymupdf  # slow to import
    from PIL import Image

    clip = page.rect if area is None else pymupdf.Rect(area.x0, area.y0, area.x1, area.y1)
    scale = min(dpi / 72.0, (_MAX_PIXELS / max(clip.width * clip.height, 1.0)) ** 0.5)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False, clip=clip)
    return Scan(Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples), scale)
