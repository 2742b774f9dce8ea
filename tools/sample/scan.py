"""What paper goes through: handwriting and signatures, a worn flatbed scanner, a phone camera."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np
import pymupdf
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .flow import FONTS

STEVE = FONTS / "sjfonts/SteveHand.ttf"
DELPHINE = FONTS / "sjfonts/Delphine.ttf"
BREIP = FONTS / "breip/Breip.ttf"


def handwriting(lines: Sequence[str], font: str, size: int, seed: int, ink: tuple[int, int, int]) -> Image.Image:
    """Lines written by hand on nothing (RGBA): each letter a little off in place, angle and size."""
    random = np.random.default_rng(seed)
    step = int(size * 1.42)
    width = int(max(len(line) for line in lines) * size * 0.62) + 4 * size
    sheet = Image.new("RGBA", (width, step * len(lines) + 3 * size), (*ink, 0))
    for number, line in enumerate(lines):
        x, drift = size + float(random.normal(0, size * 0.12)), float(random.normal(0, 0.007))
        for letter in line:
            face = ImageFont.truetype(font, int(size * random.normal(1, 0.035)))
            advance = face.getlength(letter)
            tile = Image.new("RGBA", (int(advance + 2 * size), 3 * size), (*ink, 0))
            ImageDraw.Draw(tile).text(
                (size // 2, size // 2), letter, font=face, fill=(*ink, int(random.uniform(200, 255)))
            )
            tile = tile.rotate(float(random.normal(0, 1.6)), Image.Resampling.BICUBIC)
            y = number * step + size * 0.5 + drift * x + float(random.normal(0, size * 0.025))
            sheet.alpha_composite(tile, (max(0, int(x - size / 2)), max(0, int(y))))
            x += advance + float(random.normal(0, size * 0.012))
    return sheet


def signature(name: str, seed: int, font: str = str(DELPHINE)) -> bytes:
    """A signature as PNG with a clear ground: the name in a hurried hand, slanted, with a stroke below."""
    ink = (28, 40, 112)
    sheet = handwriting([name], font, 90, seed, ink)
    sheet = sheet.crop(sheet.getbbox())
    random = np.random.default_rng(seed)
    wide = Image.new("RGBA", (sheet.width + 160, sheet.height + 60), (*ink, 0))
    wide.alpha_composite(sheet, (50, 10))
    xs = np.linspace(40, wide.width - 60, 60)
    ys = wide.height - 34 + 9 * np.sin(xs / float(random.uniform(50, 90))) - (xs - 40) * 0.05
    ImageDraw.Draw(wide).line(list(zip(xs.tolist(), ys.tolist(), strict=True)), fill=(*ink, 225), width=4)
    wide = wide.transform(wide.size, Image.Transform.AFFINE, (1, 0.28, -20, 0, 1, 0), Image.Resampling.BICUBIC)
    out = BytesIO()
    wide.crop(wide.getbbox()).save(out, "PNG")
    return out.getvalue()


def page_image(page: pymupdf.Page, dpi: int) -> Image.Image:
    pixels = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    return Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)


def scanned(sheet: Image.Image, seed: int, *, skew: float, noise: float = 5.0, stain: float = 10.0) -> Image.Image:
    """A grey page as a worn flatbed gives it. ``skew``: degrees; ``noise`` and ``stain``: grey levels."""
    random = np.random.default_rng(seed)
    turned = sheet.rotate(skew, Image.Resampling.BICUBIC, fillcolor=247).filter(ImageFilter.GaussianBlur(0.6))
    grey = np.asarray(turned, dtype=np.float32)
    height, width = grey.shape
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    shade = stain * (across / width) ** 3 + 0.4 * stain * np.sin(down / height * 2.4)
    edge = 70 * np.exp(-across / 9.0)
    grey = grey * 0.93 + 10 - shade - edge + random.normal(0, noise, grey.shape)
    for _ in range(60):
        x, y, size = random.integers(0, width - 4), random.integers(0, height - 4), random.integers(1, 4)
        grey[y : y + size, x : x + size] = random.integers(60, 150)
    for x in random.integers(0, width, 2):
        grey[:, x] -= 14
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))


def jpeg(image: Image.Image, quality: int, dpi: int = 200) -> bytes:
    out = BytesIO()
    image.save(out, "JPEG", quality=quality, dpi=(dpi, dpi))
    return out.getvalue()


def image_pages(images: Sequence[tuple[bytes, tuple[float, float], int]]) -> pymupdf.Document:
    """A PDF of pictures only: (JPEG, size in points, /Rotate) for each page."""
    doc = pymupdf.open()
    for data, (width, height), turn in images:
        page = doc.new_page(width=width, height=height)
        page.insert_image(page.rect, stream=data)
        page.set_rotation(turn)
    return doc


def photographed(sheet: Image.Image, seed: int, size: tuple[int, int], ground: tuple[int, int, int]) -> Image.Image:
    """A sheet (RGB) lying on a table, taken with a phone by hand: perspective, one-sided light, grain."""
    random = np.random.default_rng(seed)
    width, height = size
    table = random.normal(0, 7, (height, width, 1)) + np.asarray(ground, dtype=np.float32)
    table += 10 * np.sin(np.mgrid[0:height, 0:width][0][..., None] / 17.0)
    corners = [(0.09, 0.06), (0.93, 0.035), (0.965, 0.95), (0.05, 0.975)]
    target = [(x * width, y * height) for x, y in corners]
    source = [(0, 0), (sheet.width, 0), (sheet.width, sheet.height), (0, sheet.height)]
    how = _perspective(target, source)
    ground_image = Image.fromarray(np.clip(table, 0, 255).astype(np.uint8))
    warped = sheet.convert("RGB").transform(size, Image.Transform.PERSPECTIVE, how, Image.Resampling.BICUBIC)
    mask = Image.new("L", sheet.size, 255).transform(size, Image.Transform.PERSPECTIVE, how, Image.Resampling.BICUBIC)
    shadow = Image.new("RGB", size, (38, 30, 24))
    ground_image.paste(shadow, (9, 12), mask.filter(ImageFilter.GaussianBlur(14)).point(lambda v: int(v * 0.55)))
    ground_image.paste(warped, (0, 0), mask)
    return lit(ground_image, seed)


def lit(image: Image.Image, seed: int, fall: float = 0.42, blur: float = 0.9) -> Image.Image:
    """Light from the upper left that falls off, a soft lens and sensor grain (RGB)."""
    random = np.random.default_rng(seed + 1)
    pixels = np.asarray(image.filter(ImageFilter.GaussianBlur(blur)), dtype=np.float32)
    height, width, _ = pixels.shape
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 1.04 - fall * ((across / width) * 0.7 + (down / height) * 0.5) ** 1.4
    warm = np.asarray([1.0, 0.965, 0.89], dtype=np.float32)
    pixels = pixels * light[..., None] * warm + random.normal(0, 4.5, pixels.shape)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def _perspective(target: Sequence[tuple[float, float]], source: Sequence[tuple[float, float]]) -> list[float]:
    rows, values = [], []
    for (x, y), (u, v) in zip(target, source, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return [float(value) for value in np.linalg.solve(np.asarray(rows), np.asarray(values))]
