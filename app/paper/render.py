"""Pages as pictures, for a person to look at."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PagePicture:
    """One page as shown (rotation and crop applied): RGB, 8 bits, rows of ``stride`` bytes, top row first."""

    width: int
    height: int
    stride: int
    rgb: bytes


def render_page(source: Path, number: int, scale: float) -> PagePicture:
    """Page ``number`` (from 1) of a PDF at ``scale`` dots a point. For a worker process: PyMuPDF allows no threads."""
    import pymupdf

    with pymupdf.open(source, filetype="pdf") as document:
        page = document[number - 1]
        # a hostile page can claim to be a kilometre wide
        fitting = min(scale, 6000 / max(page.rect.width, page.rect.height, 1))
        pixmap = page.get_pixmap(matrix=pymupdf.Matrix(fitting, fitting), alpha=False, colorspace=pymupdf.csRGB)
        return PagePicture(pixmap.width, pixmap.height, pixmap.stride, bytes(pixmap.samples))
