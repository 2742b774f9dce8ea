"""Pages as gray pictures for OCR."""

from typing import Any

from app.intake.ocr import Scan

_MAX_PIXELS = 40_000_000
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


def picture(page: Any, dpi: float) -> Scan:
    """The page as shown, gray, at `dpi` or as much as fits in 40 megapixels."""
    import pymupdf  # slow to import
    from PIL import Image

    points = max(page.rect.width * page.rect.height, 1.0)
    scale = min(dpi / 72.0, (_MAX_PIXELS / points) ** 0.5)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)
    return Scan(Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples), scale)
