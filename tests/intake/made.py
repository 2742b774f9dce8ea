"""Small files made for a test."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pymupdf
from PIL import Image

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
LETTER_TEXT = (
    "On April 20, 2021 the carrier delivered twelve crates",
    "to the warehouse of Acme Supply Company in Dayton.",
    "The invoice of $12,500.00 was paid by bank transfer.",
    "Nothing in this letter changes the contract of sale.",
)


def text_pdf(path: Path, lines: Sequence[str] = LETTER_TEXT, *, size: float = 14.0) -> Path:
    """One letter page with the lines on it."""
    document = pymupdf.open()
    page = document.new_page(width=612, height=792)
    for n, line in enumerate(lines):
        page.insert_text((72, 100 + n * size * 1.8), line, fontsize=size)
    document.save(path)
    document.close()
    return path


def picture_of(pdf: Path, *, dpi: int = 200, turn: int = 0, skew: float = 0.0) -> Image.Image:
    """The first page as a scanner would give it, turned counter-clockwise in its dots."""
    with pymupdf.open(pdf) as document:
        pixmap = document[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY, alpha=False)
    image = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    if skew:
        image = image.rotate(skew, resample=Image.Resampling.BICUBIC, fillcolor=255)
    return image.rotate(turn, expand=True) if turn else image


def scan_pdf(path: Path, image: Image.Image, *, dpi: int = 200, over: str = "") -> Path:
    """A page that holds nothing but the image, and a line of text over it, if any."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    document = pymupdf.open()
    page = document.new_page(width=image.width * 72 / dpi, height=image.height * 72 / dpi)
    page.insert_image(page.rect, stream=buffer.getvalue())
    if over:
        page.insert_text((40, 20), over, fontsize=9)
    document.save(path)
    document.close()
    return path


def package(path: Path, parts: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path


def docx(path: Path, body: str, **parts: str) -> Path:
    """A Word document with this body; other parts by name (`numbering` for word/numbering.xml)."""
    others = {f"word/{name}.xml": text for name, text in parts.items()}
    document = f"<w:document {W}><w:body>{body}</w:body></w:document>"
    return package(path, {"[Content_Types].xml": "<Types/>", "word/document.xml": document, **others})
