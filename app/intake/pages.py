"""One page read: its text layer where that is what is printed, else by OCR."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from app.domain.errors import AppError
from app.domain.evidence import PageRead, Reading
from app.intake.condensed import page_by_page
from app.intake.cover import covered_text
from app.intake.ink import Ink
from app.intake.layer import Layer, read_layer
from app.intake.lines import Line, compose, mean_confidence, merge, shift
from app.intake.margins import with_margins
from app.intake.ocr import OcrFailed, read_region, read_scan
from app.intake.pdf import damage_told, is_dynamic_form, mupdf_errors, quiet
from app.intake.raster import image_areas, native_dpi, picture, picture_trouble
from app.intake.triage import Plan, plan

PAGE_SECONDS = 120.0
"""Time for the OCR of one page, all attempts together."""

_POOR = 55.0
_CLEAR = 75.0
_LEAST_DPI = 150.0
_DPI = 200.0
_HIGH_DPI = 300.0
_FEW_LETTERS = 3
_MUCH_INK = 0.25


def read_page(rendition: Path, number: int, languages: tuple[str, ...]) -> PageRead:
    """Page `number` (from 1) of the PDF at `rendition`; run it inside a worker process.

    `languages` are Tesseract's, the likeliest first. A page that can't be read comes back as ``none`` with a warning;
    OSError where the file can't be had.
    """
    import pymupdf  # slow to import

    quiet()
    rendition.stat()  # a file that is gone is no damaged page
    try:
        with pymupdf.open(rendition, filetype="pdf") as document:
            if number > document.page_count:
                return not_read(number, f"The page is missing: only {document.page_count} pages could be found.")
            if is_dynamic_form(document):
                return not_read(number, "The content of this form (dynamic XFA) can't be shown here.", document)
            return _read(document[number - 1], number, languages)
    except mupdf_errors() as error:
        return not_read(number, f"The page is damaged and can't be read: {_first_line(error)}")
    except MemoryError:
        return not_read(number, "The page needs more memory than one page may have, and can't be read.")


def not_read(number: int, why: str, document: Any = None) -> PageRead:
    """A page without text, and the sentence that says why. Nothing on it can be checked."""
    rect = document[number - 1].rect if document is not None else None
    width, height = (rect.width, rect.height) if rect is not None else (0.0, 0.0)
    return PageRead(number, "", (), Reading.NONE, None, width, height, (why,))


def given_up(number: int, error: AppError) -> PageRead:
    """The page whose worker crashed or ran out of time."""
    return not_read(number, f"The page couldn't be read. {error}")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _read(page: Any, number: int, languages: Sequence[str]) -> PageRead:
    layer = read_layer(page)
    warnings = [*damage_told(), *covered_text(page, layer)]
    todo = plan(page, layer)
    if todo.read_ink:
        return _read_ink(page, number, layer, todo, languages, warnings)
    if todo.blank:
        unshown = next(picture_trouble(page), "")
        warnings.append(unshown or "The page is blank.")
        return _page(page, number, (), Reading.NONE if unshown else Reading.OCR, warnings)
    warnings.extend(todo.warnings)
    return _page(page, number, layer.lines, Reading.TEXT, warnings)


def _page(page: Any, number: int, lines: Sequence[Line], reading: Reading, warnings: Sequence[str]) -> PageRead:
    lines = page_by_page(lines, page.rect.width)
    text, words = compose(lines)
    confidence = mean_confidence(lines) if reading is Reading.OCR else None
    return PageRead(number, text, words, reading, confidence, page.rect.width, page.rect.height, tuple(warnings))


def _read_ink(
    page: Any, number: int, layer: Layer, todo: Plan, languages: Sequence[str], warnings: list[str]
) -> PageRead:
    deadline = time.monotonic() + PAGE_SECONDS
    try:
        found = (_read_regions if todo.partial else _read_picture)(page, languages, deadline)
    except OcrFailed as error:
        return _without_ocr(page, number, layer, todo, [*warnings, str(error)])
    confidence = mean_confidence(found) or 0.0
    if todo.doubtful and layer.lines and confidence < _CLEAR:
        warnings.append("The text layer looks wrong, and the picture can't be read better: take its text with care.")
        return _page(page, number, layer.lines, Reading.TEXT, warnings)
    lines = merge(found, layer.lines if todo.keep_layer else ())
    if not lines:
        return _nothing_found(page, number, warnings)
    if mean_confidence(lines) is None:  # all that OCR found stood in the text layer too
        return _page(page, number, lines, Reading.TEXT, warnings)
    if confidence < _POOR:
        warnings.append(f"The page is hard to read (confidence {confidence:.0f} of 100).")
    if not todo.partial:
        warnings.extend(_unread_ink(page, lines))
    return _page(page, number, lines, Reading.OCR, warnings)


def _sure_words(found: Sequence[Line]) -> list[Line]:
    """What is text beyond doubt: a photo gives some words too, none of which are there."""
    sure = [tuple(piece for piece in line if (piece.confidence or 0.0) >= _POOR + 10) for line in found]
    return [line for line in sure if sum(c.isalnum() for piece in line for c in piece.text) >= _FEW_LETTERS]


def _without_ocr(page: Any, number: int, layer: Layer, todo: Plan, warnings: list[str]) -> PageRead:
    """OCR failed: the page isn't read, but for a picture on a page whose own text is sound."""
    if todo.partial:
        warnings.append("A picture on this page wasn't read.")
        return _page(page, number, layer.lines, Reading.TEXT, warnings)
    return _page(page, number, (), Reading.NONE, warnings)


def _unread_ink(page: Any, lines: Sequence[Line]) -> Iterator[str]:
    share = Ink(page).share_outside(piece.box for line in lines for piece in line)
    if share >= _MUCH_INK:
        yield (
            f"Some {share:.0%} of the ink on this page belongs to no word that was read:"
            " it may be handwriting, a signature or a picture."
        )


def _nothing_found(page: Any, number: int, warnings: list[str]) -> PageRead:
    unshown = next(picture_trouble(page), "")
    if unshown:
        return _page(page, number, (), Reading.NONE, [*warnings, unshown])
    if Ink(page).share < 0.002:
        return _page(page, number, (), Reading.OCR, [*warnings, "The page is blank, but for specks."])
    why = "No text could be read on this page: it may be a picture or handwriting."
    return _page(page, number, (), Reading.NONE, [*warnings, why])


def _read_picture(page: Any, languages: Sequence[str], deadline: float) -> list[Line]:
    dpi = native_dpi(page)
    lines = read_scan(picture(page, min(_DPI, max(_LEAST_DPI, dpi))), languages, deadline)
    confidence = mean_confidence(lines) or 0.0
    if lines and confidence < _CLEAR:
        lines = _read_closer(page, lines, confidence, languages, deadline)
    return with_margins(picture(page, _DPI), lines, deadline)


def _read_regions(page: Any, languages: Sequence[str], deadline: float) -> list[Line]:
    lines: list[Line] = []
    for area in image_areas(page):
        found = read_region(picture(page, _DPI, area), languages, deadline)
        if _sure_words(found) and (mean_confidence(found) or 0.0) < _CLEAR:
            found = read_region(picture(page, _HIGH_DPI, area), languages, deadline)
        lines.extend(shift(line, area.x0, area.y0) for line in _sure_words(found))
    return lines


def _read_closer(
    page: Any, lines: list[Line], confidence: float, languages: Sequence[str], deadline: float
) -> list[Line]:
    try:
        closer = read_scan(picture(page, _HIGH_DPI), languages, deadline)
    except OcrFailed:
        return lines
    return closer if (mean_confidence(closer) or 0.0) > confidence else lines
