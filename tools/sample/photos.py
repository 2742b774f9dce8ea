"""Two pages of photographs with captions: a nameplate, a controller, a relay dial, bins of apples."""

import math
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from . import facts as f
from .flow import Flow, font_file, sealed
from .scan import jpeg, lit, photographed

_SIZE = (1120, 760)


def write(path: Path) -> None:
    flow = Flow("sans", 10, margins=(60, 60, 60, 60))
    pictures = (
        (_nameplate(), f"1. Nameplate of ventilator {f.ROOM_2[0]}, Room 2, as found. D. Cole, {f.us(f.INSPECTED)}"),
        (_controller(), f"2. Controller of Room 2 on {f.us(f.FAILED)} at 9:40 a.m. L. Ferro"),
        (
            _dial(),
            f"3. Dial of the motor relay of {f.ROOM_2[0]}, cover opened by M. Reinholt. D. Cole, {f.us(f.INSPECTED)}",
        ),
        (_bins(), f"4. Bins from Room 2 in the yard, {f.us(f.FAILED)}, after 2 p.m. L. Ferro"),
    )
    for number, (picture, text) in enumerate(pictures):
        if number == 2:
            flow.new_page()
        top = 66 + (number % 2) * 350
        flow.page.insert_image((66, top, 546, top + 314), stream=jpeg(picture, 62, 150), keep_proportion=True)
        flow.put(66, top + 330, text, "sans", 9.5)
    flow.doc.subset_fonts()
    path.write_bytes(sealed(flow.doc, "Photos CS2", f.DECLARANT, "PhotoPrint", "D:20230501101500-04'00'"))


def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(face), size)


def _nameplate() -> Image.Image:
    plate = Image.new("RGB", (900, 560), (196, 199, 200))
    pixels = np.asarray(plate, dtype=np.float32) + np.random.default_rng(1).normal(0, 9, (560, 1, 3))
    plate = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(plate)
    draw.rounded_rectangle((14, 14, 886, 546), 26, outline=(40, 44, 48), width=5)
    for x, y in ((44, 44), (856, 44), (44, 516), (856, 516)):
        draw.ellipse((x - 17, y - 17, x + 17, y + 17), fill=(120, 120, 118), outline=(50, 50, 50), width=3)
    draw.text((90, 46), "VESSENHARDT", font=_font("sans-b", 62), fill=(16, 44, 90))
    rows = (
        ("MODEL", f.MODEL),
        ("SERIAL NO.", f.ROOM_2[0]),
        ("VOLTS", "208/230  3~  60 Hz"),
        ("RATED A", "6.1"),
        ("BUILT", "2023"),
    )
    for number, (label, value) in enumerate(rows):
        y = 140 + number * 76
        draw.text((92, y + 10), label, font=_font("sans", 32), fill=(30, 30, 34))
        draw.text((330, y + 4), value, font=_font("mono-b", 44), fill=(24, 24, 26))
        draw.line((90, y + 66, 810, y + 66), fill=(90, 92, 94), width=2)
    for x, y, length in ((500, 90, 160), (620, 400, 90), (200, 480, 130)):
        draw.line((x, y, x + length, y + length // 4), fill=(226, 228, 229), width=2)
    return photographed(plate, 11, _SIZE, (92, 98, 104))


def _controller() -> Image.Image:
    box = Image.new("RGB", (900, 600), (222, 220, 212))
    draw = ImageDraw.Draw(box)
    draw.rounded_rectangle((10, 10, 890, 590), 30, outline=(120, 118, 112), width=8)
    draw.rectangle((90, 110, 810, 350), fill=(20, 26, 20))
    draw.text((130, 128), "51.3 °F", font=_font("mono-b", 150), fill=(255, 84, 40))
    draw.text((132, 296), "ROOM 2   04/10/2023   09:40", font=_font("mono-b", 36), fill=(255, 120, 70))
    draw.text((92, 40), "KC 114", font=_font("sans-b", 44), fill=(50, 52, 58))
    draw.text((560, 48), "ROOM CONTROLLER", font=_font("sans", 28), fill=(70, 72, 78))
    for number, (label, lit_up) in enumerate(
        (("POWER", (60, 220, 90)), ("ALARM", (255, 40, 30)), ("FANS", (70, 70, 66)))
    ):
        x = 150 + number * 250
        draw.ellipse((x, 420, x + 54, 474), fill=lit_up, outline=(60, 60, 60), width=4)
        draw.text((x - 22, 490), label, font=_font("sans-b", 32), fill=(50, 52, 58))
    glow = box.filter(ImageFilter.GaussianBlur(10))
    return photographed(Image.blend(box, glow, 0.25), 12, _SIZE, (150, 152, 148))


def _dial() -> Image.Image:
    body = Image.new("RGB", (860, 640), (42, 43, 46))
    draw = ImageDraw.Draw(body)
    center = (430, 330)
    for value in range(35, 81):
        angle = math.radians(215 - (value - 35) * 5.6)
        inner = 178 if value % 5 else 160
        points = [(center[0] + r * math.cos(angle), center[1] - r * math.sin(angle)) for r in (inner, 205)]
        draw.line(points, fill=(150, 152, 155), width=3)
        if value % 10 == 0:
            spot = (center[0] + 244 * math.cos(angle), center[1] - 244 * math.sin(angle))
            draw.text(spot, str(value // 10), font=_font("sans-b", 44), fill=(150, 152, 155), anchor="mm")
    draw.ellipse((285, 185, 575, 475), fill=(214, 178, 60), outline=(120, 96, 30), width=5)
    angle = math.radians(215 - (41 - 35) * 5.6)
    tip = (center[0] + 150 * math.cos(angle), center[1] - 150 * math.sin(angle))
    draw.line((*center, *tip), fill=(40, 34, 20), width=20)
    draw.text((40, 30), "MOTOR PROTECTION  A", font=_font("sans", 34), fill=(170, 172, 175))
    draw.text((330, 590), f"FAN 1  {f.ROOM_2[0]}", font=_font("sans", 30), fill=(170, 172, 175))
    return photographed(body, 13, _SIZE, (128, 130, 130))


def _bins() -> Image.Image:
    random = np.random.default_rng(14)
    yard = Image.new("RGB", _SIZE, (168, 180, 192))
    draw = ImageDraw.Draw(yard)
    draw.rectangle((0, 120, 1120, 330), fill=(122, 130, 128))
    for x in range(0, 1120, 28):
        draw.line((x, 120, x, 330), fill=(104, 112, 110), width=3)
    draw.rectangle((0, 330, 1120, 760), fill=(132, 128, 120))
    for row, (y, size) in enumerate(((250, 150), (360, 205), (500, 270))):
        for x in range(-60 + 40 * row, 1120, size + 14):
            _bin(draw, random, x, y, size)
    return lit(yard, 14, fall=0.25, blur=1.3)


def _bin(draw: ImageDraw.ImageDraw, random: np.random.Generator, x: int, y: int, size: int) -> None:
    height = int(size * 0.62)
    for _ in range(46):
        a, b = random.uniform(x + 8, x + size - 30), random.normal(y - 2, size * 0.035)
        radius = size * random.uniform(0.055, 0.075)
        red = int(random.uniform(128, 205))
        color = (red, int(random.uniform(38, 105)), int(random.uniform(30, 52)))
        draw.ellipse((a, b - radius, a + 2 * radius, b + radius), fill=color, outline=(70, 28, 20))
    for slat in range(5):
        top = y + slat * height / 5
        tone = int(random.uniform(-14, 14))
        draw.rectangle(
            (x, top, x + size, top + height / 5 - 4), fill=(176 + tone, 140 + tone, 92 + tone), outline=(96, 70, 40)
        )
    for post in (x, x + size * 0.47, x + size - 12):
        draw.rectangle((post, y - 6, post + 12, y + height), fill=(150, 114, 70), outline=(90, 64, 36))
