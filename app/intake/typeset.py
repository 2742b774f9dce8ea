"""Blocks of text set on pages: the rendition of a file that has no pages of its own.

The same blocks give the same bytes. Fonts are embedded, and what is read back from the pages is what was set.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.intake.blocks import Block, Paragraph, Picture, Table
from app.intake.glyphs import Typeface, in_drawing_order, printable

LETTER = (612.0, 792.0)
MARGIN = 54.0
MAX_PAGES = 5_000
_LEADING = 1.25
_GAP = 20.0
_WIDEST_PAGE = 3_000.0
_WIDEST_COLUMN = 260.0
_SAMPLE_ROWS = 3_000
_NUMBER = re.compile(r"[(\-+−]?\s?[$€£¥]?\s?[(\-+−]?\d[\d.,' ]*\d?\s?[%€)]*\s?")


@dataclass(frozen=True, slots=True)
class Typeset:
    """How many pages were made, and sentences about what couldn't be shown as it is."""

    pages: int
    warnings: tuple[str, ...]


def typeset(blocks: Iterable[Block], target: Path) -> Typeset:
    """Write `blocks` as a PDF at `target`, on letter pages (wider where a table asks for it)."""
    press = _Press()
    for block in blocks:
        if press.full:
            break
        press.set(block)
    return press.save(target)


class _Press:
    """The page that is being filled. One use."""

    def __init__(self) -> None:
        import pymupdf  # slow to import

        self._pymupdf = pymupdf
        self._doc: Any = pymupdf.open()
        self._faces = {
            (False, False): Typeface("helv"),
            (True, False): Typeface("hebo"),
            (False, True): Typeface("cour"),
            (True, True): Typeface("cobo"),
        }
        self._size = LETTER
        self._page: Any = None
        self._writer: Any = None
        self._y = 0.0
        self._named = 0
        self._fresh = False
        self.full = False

    def set(self, block: Block) -> None:
        if isinstance(block, Paragraph):
            self._set_paragraph(block)
        elif isinstance(block, Table):
            self._set_table(block)
        elif isinstance(block, Picture):
            self._set_picture(block)
        elif not self._fresh:
            self._close_page()

    def save(self, target: Path) -> Typeset:
        if self._page is None and not self._doc.page_count:
            self._open_page()
        self._close_page()
        self._doc.subset_fonts()
        self._doc.save(target, garbage=3, deflate=True, no_new_id=True)
        pages = self._doc.page_count
        self._doc.close()
        return Typeset(pages, tuple(self._warnings()))

    def _warnings(self) -> Iterable[str]:
        if self._named:
            yield f"Characters without a printable shape are written as their names in brackets: {self._named}."
        if self.full:
            yield f"Only the first {MAX_PAGES} pages were made; what follows in the file was left out."

    def _open_page(self) -> None:
        self._page = self._doc.new_page(width=self._size[0], height=self._size[1])
        self._writer = self._pymupdf.TextWriter(self._page.rect)
        self._y = MARGIN
        self._fresh = True

    def _close_page(self) -> None:
        if self._page is not None:
            self._writer.write_text(self._page)
        self._page = None

    def _room(self, height: float) -> bool:
        """Make sure that `height` points are free below the pen; False where the last page is full."""
        if self._page is not None and self._y + height > self._size[1] - MARGIN and not self._fresh:
            self._close_page()
        if self._page is None and self._doc.page_count >= MAX_PAGES:
            self.full = True
        elif self._page is None:
            self._open_page()
        return not self.full

    def _put(self, x: float, baseline: float, text: str, face: Typeface, size: float) -> None:
        if text and not text.isspace():
            self._writer.append((x, baseline), in_drawing_order(text), font=face.font, fontsize=size)

    def _printable(self, text: str, face: Typeface) -> str:
        tidy, named = printable(text, face)
        self._named += named
        return tidy

    def _set_paragraph(self, block: Paragraph) -> None:
        face = self._faces[block.bold, block.mono]
        step = block.size * _LEADING
        width = self._size[0] - 2 * MARGIN - block.indent
        if not self._fresh:
            self._y += block.before
        for n, (line, first) in enumerate(_wrap(self._printable(block.text, face), face, block.size, width)):
            if not self._room(step):
                return
            shift = block.hanging if first and n == 0 else 0.0
            self._put(MARGIN + block.indent - shift, self._y + block.size, line, face, block.size)
            self._y += step
            self._fresh = False

    def _set_table(self, block: Table) -> None:
        face = self._faces[False, False]
        rows = [[self._printable(cell, face) for cell in row] for row in block.rows]
        widths = _column_widths(rows, face, block.size)
        wanted = sum(widths) + _GAP * max(0, len(widths) - 1) + 2 * MARGIN
        if block.widen and wanted > LETTER[0]:
            self._close_page()
            self._size = (min(wanted, _WIDEST_PAGE), LETTER[1])
        widths = _squeeze(widths, self._size[0] - 2 * MARGIN)
        for row in rows:
            if self.full:
                break
            self._set_row(row, widths, face, block.size)
        if self._size != LETTER:
            self._close_page()
            self._size = LETTER

    def _set_row(self, row: Sequence[str], widths: Sequence[float], face: Typeface, size: float) -> None:
        cells = [[line for line, _ in _wrap(cell, face, size, width)] for cell, width in zip(row, widths, strict=False)]
        step = size * _LEADING
        height = max((len(lines) for lines in cells), default=1)
        self._room(min(height * step, self._size[1] - 2 * MARGIN))
        for n in range(height):
            if not self._room(step):
                return
            x = MARGIN
            for lines, width in zip(cells, widths, strict=False):
                if n < len(lines):
                    text = lines[n].strip()
                    shift = max(0.0, width - face.width(text, size)) if _NUMBER.fullmatch(text) else 0.0
                    self._put(x + shift, self._y + size, text, face, size)
                x += width + _GAP
            self._y += step
            self._fresh = False
        self._y += 2

    def _set_picture(self, block: Picture) -> None:
        room = (self._size[0] - 2 * MARGIN, self._size[1] - 2 * MARGIN)
        scale = min(1.0, room[0] / block.width, room[1] / block.height)
        width, height = block.width * scale, block.height * scale
        if not self._room(height):
            return
        box = self._pymupdf.Rect(MARGIN, self._y, MARGIN + width, self._y + height)
        self._page.insert_image(box, stream=block.data, keep_proportion=False)
        self._y += height + 6
        self._fresh = False


def _wrap(text: str, face: Typeface, size: float, width: float) -> Iterable[tuple[str, bool]]:
    """Lines that fit into `width`, each with whether it begins a line of the text itself."""
    for line in text.split("\n"):
        if face.width(line, size) <= width:
            yield line.rstrip(), True
            continue
        first = True
        for piece in _fill(line, face, size, width):
            yield piece, first
            first = False


def _fill(line: str, face: Typeface, size: float, width: float) -> Iterable[str]:
    current, used = "", 0.0
    for found in re.findall(r"\s*\S+", line):
        word: str = found
        room = face.width(word, size)
        if current and used + room > width:
            yield current
            word = word.lstrip()
            current, used, room = "", 0.0, face.width(word, size)
        while room > width and len(word) > 1:
            fits = max(1, int(len(word) * width / room))
            while fits > 1 and face.width(word[:fits], size) > width:
                fits -= 1
            yield word[:fits]
            word = word[fits:]
            room = face.width(word, size)
        current, used = current + word, used + room
    if current:
        yield current


def _column_widths(rows: Sequence[Sequence[str]], face: Typeface, size: float) -> list[float]:
    widths = [0.0] * max((len(row) for row in rows), default=0)
    for row in rows[:_SAMPLE_ROWS]:
        for n, cell in enumerate(row):
            for line in cell.split("\n"):
                widths[n] = max(widths[n], min(_WIDEST_COLUMN, face.width(line, size)))
    return [max(width + 1, 6.0) for width in widths]


def _squeeze(widths: Sequence[float], room: float) -> list[float]:
    """Columns cut down to `room` points: the widest give way first, in steps."""
    out = list(widths)
    free = max(room - _GAP * max(0, len(out) - 1), 4.0 * len(out))
    low, high = 0.0, max(out, default=0.0)
    if sum(out) <= free:
        return out
    for _ in range(30):
        limit = (low + high) / 2
        low, high = (limit, high) if sum(min(width, limit) for width in out) <= free else (low, limit)
    return [max(4.0, min(width, low)) for width in out]
