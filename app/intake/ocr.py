"""Tesseract on one image."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.domain.evidence import Box
from app.intake.lines import Line, Piece, join_rows, mean_confidence
from app.intake.trust import is_cyrillic, likely_language

_SURE = 65.0
"""Below this mean confidence another way of reading is tried."""
_JUNK = 50.0


class OcrFailed(Exception):
    """Tesseract ended with an error or ran out of time; the sentence says which."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What to read: a gray Pillow image, and its resolution in dots for each point of the page."""

    image: Any
    scale: float


def read_scan(scan: Scan, languages: Sequence[str], deadline: float) -> list[Line]:
    """Words by line, in points from the image's top left corner. `deadline` is a `time.monotonic()` value.

    Read upright in the first language; if that goes badly, with the page's orientation found first, and in the
    language that the words look like. OcrFailed when nothing could be read for want of time or a working Tesseract.
    """
    with tempfile.TemporaryDirectory(prefix="jurat-ocr-") as folder:
        file = Path(folder) / "page.pgm"
        scan.image.save(file)
        lines = _recognise(file, scan.scale, languages[:1], 3, deadline)
        best = mean_confidence(lines) or 0.0
        if best < _SURE:
            lines, best = _better(lines, best, lambda: _recognise(file, scan.scale, languages[:1], 1, deadline))
        other = _other_language(lines, best, languages)
        if other:
            again, best = _better(lines, best, lambda: _recognise(file, scan.scale, other, 1, deadline))
            lines = again if "rus" not in other or is_cyrillic(_words(again)) else lines
        return lines


def read_region(scan: Scan, languages: Sequence[str], deadline: float) -> list[Line]:
    """As `read_scan`, but once and upright: for a picture on a page, which may hold no text at all."""
    with tempfile.TemporaryDirectory(prefix="jurat-ocr-") as folder:
        file = Path(folder) / "region.pgm"
        scan.image.save(file)
        return _recognise(file, scan.scale, languages[:1], 3, deadline)


def read_line(scan: Scan, deadline: float) -> Line:
    """The words of an image that holds one line of figures and English letters, in points. OcrFailed as above."""
    with tempfile.TemporaryDirectory(prefix="jurat-ocr-") as folder:
        file = Path(folder) / "line.pgm"
        scan.image.save(file)
        return tuple(piece for line in _recognise(file, scan.scale, ("eng",), 7, deadline) for piece in line)


def _better(lines: list[Line], best: float, again: Callable[[], list[Line]]) -> tuple[list[Line], float]:
    try:
        other = again()
    except OcrFailed:
        return lines, best
    confidence = mean_confidence(other) or 0.0
    return (other, confidence) if confidence > best else (lines, best)


def _words(lines: Sequence[Line]) -> list[str]:
    return [piece.text for line in lines for piece in line]


def _other_language(lines: Sequence[Line], best: float, languages: Sequence[str]) -> tuple[str, ...]:
    """What else to try: the language that the words show, or Russian where Latin letters made no sense."""
    seen = likely_language(_words(lines), languages)
    if seen is not None and seen != languages[0]:
        return (seen,)
    if best < _SURE and "rus" in languages and languages[0] != "rus":
        return ("rus", languages[0])
    return ()


def _recognise(file: Path, scale: float, languages: Sequence[str], layout: int, deadline: float) -> list[Line]:
    import pytesseract  # imports Pillow and NumPy

    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise OcrFailed("Reading it took too long and was given up.")
    try:
        table = pytesseract.image_to_data(
            str(file),
            lang="+".join(languages),
            config=f"--psm {layout} --dpi {round(scale * 72)}",
            output_type=pytesseract.Output.DICT,
            timeout=seconds,
        )
    except pytesseract.TesseractNotFoundError as error:
        raise OcrFailed("Tesseract isn't installed.") from error
    except pytesseract.TesseractError as error:
        raise OcrFailed(f"Tesseract failed: {str(error.message).strip()[:200]}") from error
    except RuntimeError as error:  # pytesseract's way to say that the time is up
        raise OcrFailed("Reading it took too long and was given up.") from error
    return _lines_of(table, scale)


def _lines_of(table: dict[str, list[Any]], scale: float) -> list[Line]:
    lines: dict[tuple[int, int, int], list[Piece]] = {}
    for n, text in enumerate(table["text"]):
        word = str(text).strip()
        confidence = float(table["conf"][n])
        if not word or confidence < 0 or (confidence < _JUNK and not any(c.isalnum() for c in word)):
            continue
        left, top = table["left"][n], table["top"][n]
        box = Box(*(round(v / scale, 2) for v in (left, top, left + table["width"][n], top + table["height"][n])))
        key = (table["block_num"][n], table["par_num"][n], table["line_num"][n])
        lines.setdefault(key, []).append(Piece(word, box, confidence))
    return join_rows([tuple(line) for line in lines.values()])
