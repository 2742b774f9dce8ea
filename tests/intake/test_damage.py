"""Files with bytes changed, cut out, cut off or doubled: each is read, kept or refused, and nothing else happens."""

import random
from collections import Counter
from pathlib import Path

import openpyxl
import pytest
from PIL import Image

from app.domain.errors import AppError
from app.intake.pages import read_page
from app.intake.prepare import prepare
from tests.intake import made

MUTANTS = 80

MAIL = b"""From: Ana <a@example.com>
To: b@example.com
Date: Fri, 2 May 2025 23:30:00 +0000
Subject: =?utf-8?q?x=C3=BC?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: text/plain; charset=utf-8

hi
--B
Content-Type: message/rfc822

Subject: in
From: x
Content-Type: text/html

<p>in</p>
--B--
"""


def sources(folder: Path) -> dict[str, bytes]:
    made.text_pdf(folder / "a.pdf")
    made.docx(folder / "a.docx", "<w:p><w:r><w:t>text</w:t></w:r></w:p>" * 20)
    book = openpyxl.Workbook()
    for n in range(20):
        book.worksheets[0].append([n, "text", n * 1.5])
    book.save(folder / "a.xlsx")
    frames = [Image.effect_noise((60, 40), 80) for _ in range(3)]
    frames[0].save(folder / "a.tif", save_all=True, append_images=frames[1:])
    frames[0].save(folder / "a.jpg")
    frames[0].save(folder / "a.png")
    (folder / "a.eml").write_bytes(MAIL)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def damaged(data: bytes, dice: random.Random) -> bytes:
    broken = bytearray(data)
    at, other = dice.randrange(len(broken)), dice.randrange(len(broken))
    way = dice.randrange(4)
    if way == 0:
        for _ in range(dice.choice([1, 5, 50])):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
    elif way == 1:
        del broken[at:]
    elif way == 2:
        del broken[at : at + dice.randrange(1, 2000)]
    else:
        broken[at : at + 200] = broken[other : other + dice.randrange(1, 200)]
    return bytes(broken)


@pytest.mark.parametrize("name", ["a.docx", "a.eml", "a.jpg", "a.pdf", "a.png", "a.tif", "a.xlsx"])
def test_damage_ends_in_a_page_or_a_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    data = sources(tmp_path / "whole")[name]
    dice = random.Random(name)
    ends: Counter[str] = Counter()
    for _ in range(MUTANTS):
        (tmp_path / name).write_bytes(damaged(data, dice))
        try:
            result = prepare(tmp_path / name, name, tmp_path / "r.pdf")
        except AppError:
            ends["refused"] += 1
            continue
        ends["read" if result.rendition else "kept"] += 1
        if result.rendition and name in {"a.pdf", "a.eml", "a.docx", "a.xlsx"}:
            page = read_page(result.rendition, 1, ("eng",))
            assert all(page.text[word.start :].startswith(word.text) for word in page.words)
    assert ends.total() == MUTANTS
    assert ends["read"] > 0
