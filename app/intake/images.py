"""Pictures as PDF pages: upright, on white, one page a frame."""

import io
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from app.domain.errors import Unreadable

MAX_PIXELS = 200_000_000
MAX_FRAMES = 2_000
_LETTER = (612.0, 792.0)
_INCH = 72.0
_BROKEN = (OSError, SyntaxError, ValueError, EOFError, TypeError, KeyError, IndexError, AttributeError, struct.error)
"""What Pillow raises for a damaged file, which is whatever its decoders stumble over."""


def image_to_pdf(path: Path, target: Path) -> tuple[int, tuple[str, ...]]:
    """Write the pictures in the file at `path` as pages of a PDF at `target`; page count and warnings.

    Unreadable: damaged, or more than 200 megapixels, which no camera or scanner gives (a decompression bomb).
    """
    import pymupdf  # slow to import
    from PIL import Image, UnidentifiedImageError

    warnings: list[str] = []
    Image.MAX_IMAGE_PIXELS = None  # the limit below is checked before anything is decoded
    document = pymupdf.open()
    frames = 1
    try:
        with warnings_off(), Image.open(path) as image:
            frames = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
            for n in range(min(frames, MAX_FRAMES)):
                image.seek(n)
                _check_size(image.size)
                _add_page(document, image)
    except (UnidentifiedImageError, Image.DecompressionBombError, *_BROKEN) as error:
        if not document.page_count:
            raise Unreadable(
                "The picture is damaged and can't be shown.", _why(error), "Ask for another copy."
            ) from error
        warnings.append(f"The file is damaged: only its first pictures could be shown ({document.page_count}).")
    warnings.extend(_left_out(path, frames))
    document.save(target, garbage=1, no_new_id=True)
    pages = document.page_count
    document.close()
    return pages, tuple(warnings)


def _left_out(path: Path, frames: int) -> Iterator[str]:
    from PIL import Image

    if frames > MAX_FRAMES:
        yield f"Only the first {MAX_FRAMES} of {frames} pictures are shown."
    with warnings_off(), Image.open(path) as image:
        if image.format in {"GIF", "WEBP", "PNG"} and getattr(image, "n_frames", 1) > 1:
            yield "The picture moves; only its first frame is shown."


@contextmanager
def warnings_off() -> Iterator[None]:
    """Without Pillow's remarks on odd files: what matters of them is an error or a warning of ours."""
    with catch_warnings():
        simplefilter("ignore")
        yield


def _why(error: Exception) -> str:
    text = str(error).split("\n")[0][:150]
    return f"({text})" if text and "/" not in text else ""


def _check_size(size: tuple[int, int]) -> None:
    if size[0] * size[1] > MAX_PIXELS:
        raise Unreadable(
            f"The picture has {size[0]} times {size[1]} dots, more than any scanner gives, and wasn't opened.",
            f"The limit is {MAX_PIXELS // 1_000_000} megapixels.",
            "Save it smaller and take that in.",
        )


def _add_page(document: Any, image: Any) -> None:
    from PIL import ImageOps

    dpi = image.info.get("dpi")
    upright = ImageOps.exif_transpose(image)
    data = _encoded(image, upright)
    width, height = _page_size(upright.size, dpi, turned=upright.size != image.size)
    page = document.new_page(width=width, height=height)
    page.insert_image(page.rect, stream=data, keep_proportion=False)


def _encoded(image: Any, upright: Any) -> bytes:
    """The picture without alpha: gray or colour as PNG, photos as JPEG; a plain JPEG file as it is."""
    if image.format == "JPEG" and image.mode in {"L", "RGB"} and upright.size == image.size and _is_upright(image):
        return Path(image.filename).read_bytes()  # Pillow has closed its own handle by now
    flat = flatten(upright)
    buffer = io.BytesIO()
    if image.format in {"JPEG", "WEBP"}:
        flat.save(buffer, "JPEG", quality=92)
    else:
        flat.save(buffer, "PNG", compress_level=4)
    return buffer.getvalue()


def _is_upright(image: Any) -> bool:
    return bool(image.getexif().get(0x0112, 1) == 1)


def flatten(image: Any) -> Any:
    """On white where it is transparent, in a mode that PDF knows: 1, L or RGB."""
    from PIL import Image

    if image.mode in {"1", "L", "RGB"} and "transparency" not in image.info:
        return image
    if image.mode.startswith("I") or image.mode == "F":
        low, high = image.getextrema()
        span = max(high - low, 1)
        return image.convert("F").point(lambda value: (value - low) * 255.0 / span).convert("L")
    if image.mode == "CMYK":
        return image.convert("RGB")
    clear = image.convert("RGBA")
    white = Image.new("RGBA", clear.size, (255, 255, 255, 255))
    return Image.alpha_composite(white, clear).convert("RGB")


def _page_size(size: tuple[int, int], dpi: Any, *, turned: bool) -> tuple[float, float]:
    """Points: by the file's own resolution where that gives a page of sensible size, else to fit a letter page."""
    try:
        across, down = (float(value) for value in dpi)
        if turned:
            across, down = down, across
        width, height = size[0] / across * _INCH, size[1] / down * _INCH
        if 3 * _INCH <= max(width, height) <= 20 * _INCH and min(width, height) > 18:
            return width, height
    except (TypeError, ValueError, ZeroDivisionError):
        pass
    page = _LETTER if size[1] >= size[0] else _LETTER[::-1]
    scale = min(page[0] / size[0], page[1] / size[1])
    return max(size[0] * scale, 3.0), max(size[1] * scale, 3.0)
