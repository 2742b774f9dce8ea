"""Pictures as PDF pages, one page a frame."""

import io
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.errors import Unreadable, WrongUse

if TYPE_CHECKING:
    from PIL import Image

_SCREEN_DPI = 96.0
_LONGEST = 11 * 72.0
"""Points of a page's longer side where the picture's own resolution would make it larger than paper is."""
_LARGEST = 17 * 72.0
_MOST_PIXELS = 200_000_000


def picture_pdf(source: Path) -> bytes:
    """A PDF whose pages are the frames of a picture (TIFF, PNG, JPEG and what else Pillow reads), upright, in the
    size that its resolution says; a plain JPEG goes in as it is, nothing is recoded with loss.

    Raises Unreadable for what is no picture, damaged or too large; WrongUse where there is no such file.
    """
    import pymupdf
    from PIL import Image, ImageSequence

    if not source.is_file():
        raise WrongUse(f"{source} isn't there, or isn't a file.")
    try:
        with Image.open(source) as image, pymupdf.open() as document:
            _refuse_huge(source, image)
            for frame in ImageSequence.Iterator(image):
                blob, pixels = _frame(source, frame)
                width, height = _size(pixels, frame.info.get("dpi"))
                page = document.new_page(width=width, height=height)
                page.insert_image(page.rect, stream=blob)
            return bytes(document.tobytes(garbage=3, deflate=True, no_new_id=True))
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        raise Unreadable(
            f"{source.name} can't be read as a picture.",
            "It is damaged, or of a kind that this program doesn't know.",
            "Save it as PNG, TIFF or PDF.",
        ) from error


def _refuse_huge(source: Path, image: "Image.Image") -> None:
    if image.width * image.height > _MOST_PIXELS:
        raise Unreadable(
            f"{source.name} is too large a picture.",
            f"It has {image.width} by {image.height} pixels.",
            "Save it smaller.",
        )


def _frame(source: Path, frame: "Image.Image") -> tuple[bytes, tuple[int, int]]:
    """One frame as a file that PDF can hold, and its size as shown."""
    from PIL import Image, ImageOps

    turned = frame.getexif().get(0x0112, 1) != 1
    if frame.format == "JPEG" and not turned and frame.mode in ("L", "RGB"):
        return source.read_bytes(), frame.size
    upright = ImageOps.exif_transpose(frame)
    if upright.has_transparency_data:
        clear = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear).convert("RGB")
    if upright.mode not in ("1", "L", "RGB"):
        upright = upright.convert("L" if upright.mode.startswith("I;16") else "RGB")
    out = io.BytesIO()
    upright.save(out, "PNG")
    return out.getvalue(), upright.size


def _size(pixels: tuple[int, int], dpi: object) -> tuple[float, float]:
    """Points of the page for a picture of that many pixels."""
    across = down = _SCREEN_DPI
    if isinstance(dpi, tuple) and len(dpi) == 2 and min(dpi) >= 50:
        across, down = (float(value) for value in dpi)
    width, height = pixels[0] * 72 / across, pixels[1] * 72 / down
    if max(width, height) > _LARGEST:
        width, height = (side * _LONGEST / max(width, height) for side in (width, height))
    return width, height
