"""Bates stamping against PyMuPDF's `insert_text`, on a stack of files made here; both results are checked.

    python bench/stamp.py [--files N] [--pages N] [--rounds N]

Prints seconds of engine time (median of interleaved rounds, imports excluded), the ratio, growth a page, and how many
pages are right. The goal is a ratio of 3.5 without the look for free places, which the peer doesn't take either; the
run with it is given beside. Ends with 1 where a page is wrong or the goal is missed.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pymupdf
from PIL import Image

from app.paper.stamp import stamp_pdf

GOAL = 3.5
MARGIN, SIZE = 18.0, 10.0
PROSE = (
    "the party shall not be liable for any delay in the performance of its obligations under this agreement to the "
    "extent that such delay is caused by an event beyond its reasonable control provided that notice (in writing) is "
    "given without undue delay and that the quality of the goods question of fact remains for the jury"
)


def make_file(path: Path, n: int, pages: int, dice: random.Random) -> None:
    """A born-digital file: prose, now and then a photo, a turned, cropped, offset or unbalanced page."""
    photo, words = path.with_suffix(".jpg"), PROSE.split()
    Image.effect_noise((240, 180), 60).save(photo, quality=70)
    with pymupdf.open() as document:
        for _ in range(pages):
            page = document.new_page(width=612, height=792)
            prose = " ".join(dice.choices(words, k=450))
            page.insert_textbox(pymupdf.Rect(72, 72, 540, 680), prose, fontsize=11, fontname="tiro")
            if dice.random() < 0.2:
                page.insert_image(pymupdf.Rect(200, 690, 320, 760), filename=photo)
            if dice.random() < 0.1:
                page.set_rotation(dice.choice((90, 180, 270)))
            if dice.random() < 0.05:
                page.set_cropbox(pymupdf.Rect(36, 36, 576, 756))
        document.save(path, garbage=3, deflate=True, use_objstms=n % 10 == 0)
    if n % 13 == 3 or n % 20 == 7:
        _disturb(path, unbalanced=n % 20 == 7)


def _disturb(path: Path, *, unbalanced: bool) -> None:
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            if unbalanced:
                page.contents_add(b"q 0.24 0 0 -0.24 0 792 cm q 4.16667 0 0 -4.16667 0 3300 cm q", prepend=True)
            else:
                page.contents_add(b"q 1 0 0 1 100 200 cm", prepend=True)
                page.contents_add(b"Q", prepend=False)
                page.cropbox = [float(side) + by for side, by in zip(page.cropbox, (100, 200) * 2, strict=True)]
                page.mediabox = [100, 200, 712, 992]
        pdf.save(path)


def ours(source: Path, target: Path, numbers: list[str]) -> None:
    stamp_pdf(source, target, numbers, look=False, force=True)


def ours_looking(source: Path, target: Path, numbers: list[str]) -> None:
    stamp_pdf(source, target, numbers, look=True, force=True)


def peer(source: Path, target: Path, numbers: list[str]) -> None:
    with pymupdf.open(source) as document:
        for page, text in zip(document, numbers, strict=True):
            page.wrap_contents()
            width = pymupdf.get_text_length(text, fontname="hebo", fontsize=SIZE)
            foot = pymupdf.Point(page.rect.width - MARGIN - width, page.rect.height - MARGIN)
            page.insert_text(foot * page.derotation_matrix, text, fontname="hebo", fontsize=SIZE, rotate=page.rotation)
        document.save(target)


def right_pages(target: Path, numbers: list[str]) -> int:
    """Pages whose number stands upright in the bottom right corner as shown."""
    right = 0
    with pymupdf.open(target) as document:
        for page, text in zip(document, numbers, strict=True):
            turn = page.rotation_matrix
            for block in page.get_text("dict")["blocks"]:
                for line in block.get("lines", []):
                    span = line["spans"][-1]
                    if span["text"] != text:
                        continue
                    box = pymupdf.Rect(span["bbox"]) * turn
                    upright = abs(line["dir"][0] * turn.a + line["dir"][1] * turn.c - 1) < 0.01
                    beside = abs(page.rect.width - MARGIN - box.x1) < 2
                    right += upright and beside and page.rect.height - 40 < box.y0 < box.y1 < page.rect.height - 8
    return right


def timed(method: Callable[[Path, Path, list[str]], None], jobs: list[tuple[Path, Path, list[str]]]) -> float:
    began = time.process_time()
    for source, target, numbers in jobs:
        method(source, target, numbers)
    return time.process_time() - began


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--files", type=int, default=40)
    options.add_argument("--pages", type=int, default=50)
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    dice = random.Random(1746)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = [folder / f"in{n}.pdf" for n in range(chosen.files)]
        for n, source in enumerate(sources):
            make_file(source, n, chosen.pages, dice)
        return _compare(folder, sources, chosen.pages, chosen.rounds)


def _compare(folder: Path, sources: list[Path], pages: int, rounds: int) -> int:
    methods = {"ours": ours, "ours, looking": ours_looking, "peer": peer}
    jobs = {
        name: [
            (source, folder / f"{name}{n}.pdf", [f"ACME{n * pages + k:06d}" for k in range(1, pages + 1)])
            for n, source in enumerate(sources)
        ]
        for name in methods
    }
    times: dict[str, list[float]] = {name: [] for name in methods}
    for name, method in methods.items():
        timed(method, jobs[name][:1])  # imports and fonts
    for _ in range(rounds):
        for name, method in methods.items():
            times[name].append(timed(method, jobs[name]))
    total, before = len(sources) * pages, sum(source.stat().st_size for source in sources)
    wrong = 0
    for name in methods:
        right = sum(right_pages(target, numbers) for _, target, numbers in jobs[name])
        growth = (sum(target.stat().st_size for _, target, _ in jobs[name]) - before) / total
        seconds = statistics.median(times[name])
        print(
            f"{name:14} {seconds:7.3f} s {total / seconds:7.0f} pages/s {growth:6.0f} bytes/page  right {right}/{total}"
        )
        wrong += total - right if name != "peer" else 0
    ratio = statistics.median(b / a for a, b in zip(times["ours"], times["peer"], strict=True))
    looking = statistics.median(b / a for a, b in zip(times["ours, looking"], times["peer"], strict=True))
    print(f"ratio {ratio:.2f} (goal {GOAL}), with the look for free places {looking:.2f}")
    return 0 if wrong == 0 and ratio >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
