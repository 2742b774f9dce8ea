"""Words in lines, and the page's text made of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.domain.evidence import Box, Word


@dataclass(frozen=True, slots=True)
class Piece:
    """One word as it was found. ``confidence``: 0 to 100 from OCR, None from a text layer."""

    text: str
    box: Box
    confidence: float | None = None


Line = tuple[Piece, ...]

_CELL_GAP = 1.3
"""Times the height of the words: a wider gap divides cells."""
_SHORT = 4
_FIGURE = re.compile(r"[$€£(\-+−]*\d[\d.,'/\-–]*[.,/\-]\d+[)%\-]*|[$€£]|USD|EUR|GBP|CR|DR")


def compose(lines: Iterable[Line]) -> tuple[str, tuple[Word, ...]]:
    """The text, each line ended by a newline, and each word with its offset in it.

    Words are a space apart, the cells of a row three.
    """
    text: list[str] = []
    words: list[Word] = []
    at = 0
    for line in lines:
        for n, piece in enumerate(line):
            space = _space(line[n - 1].box, piece.box) if n else ""
            words.append(Word(piece.text, piece.box, at + len(space)))
            text.append(space + piece.text)
            at += len(text[-1])
        text.append("\n")
        at += 1
    return "".join(text), tuple(words)


def _space(left: Box, right: Box) -> str:
    across = abs(right.x0 + right.x1 - left.x0 - left.x1) >= abs(right.y0 + right.y1 - left.y0 - left.y1)
    if across:
        gap = max(right.x0 - left.x1, left.x0 - right.x1)
        height = min(left.y1 - left.y0, right.y1 - right.y0)
    else:
        gap = max(right.y0 - left.y1, left.y0 - right.y1)
        height = min(left.x1 - left.x0, right.x1 - right.x0)
    return "   " if gap > _CELL_GAP * height else " "


def _reading_direction(lines: Iterable[Line]) -> tuple[int, int]:
    """Which way the words follow one another on most lines: (1, 0) to the right, (0, 1) down the page and so on."""
    right = down = 0.0
    for line in lines:
        if len(line) > 1:
            right += line[-1].box.x0 - line[0].box.x0
            down += line[-1].box.y0 - line[0].box.y0
    if abs(right) >= abs(down):
        return (1 if right >= 0 else -1), 0
    return 0, (1 if down >= 0 else -1)


def _turned_upright(box: Box, direction: tuple[int, int]) -> Box:
    """The box on a page turned so that its text reads to the right; only differences mean something."""
    if direction == (0, 1):
        return Box(box.y0, -box.x1, box.y1, -box.x0)
    if direction == (0, -1):
        return Box(-box.y1, box.x0, -box.y0, box.x1)
    if direction == (-1, 0):
        return Box(-box.x1, -box.y1, -box.x0, -box.y0)
    return box


def bounds(line: Sequence[Piece]) -> Box:
    """The rectangle round all words of a line that isn't empty."""
    return Box(
        min(p.box.x0 for p in line),
        min(p.box.y0 for p in line),
        max(p.box.x1 for p in line),
        max(p.box.y1 for p in line),
    )


def join_rows(lines: Sequence[Line]) -> list[Line]:
    """Lines that stand beside one another made one: the cells of a table's row.

    Neighbours in reading order are joined wherever they stand side by side; others only where they are cells, that
    is, figures alone, or stacks of short lines. So columns of prose, read one after the other, stay apart.
    """
    direction = _reading_direction(lines)
    rows: list[_Row] = []
    stacked = _stacked(lines)
    for n, line in enumerate(lines):
        if not line:
            continue
        box = _turned_upright(bounds(line), direction)
        cell = _Row([(box, line)], figures=_is_figures(line), stacked=stacked[n])
        home = rows[-1] if rows and rows[-1].is_beside(box) else cell.home_among(rows)
        if home is None:
            rows.append(cell)
        else:
            home.add(cell)
    return [row.line() for row in rows]


@dataclass(slots=True)
class _Row:
    """Cells with their boxes as if the text were upright."""

    cells: list[tuple[Box, Line]]
    figures: bool
    stacked: bool

    def is_beside(self, box: Box) -> bool:
        return all(_beside(other, box) for other, _ in self.cells)

    def home_among(self, rows: Sequence["_Row"]) -> "_Row | None":
        """The row that this single cell belongs to."""
        box, line = self.cells[0]
        if _is_line_number(line) or not (self.figures or self.stacked):
            return None
        for row in reversed(rows):
            fits = self.figures or row.figures or (self.stacked and row.stacked)
            if fits and not _is_line_number(row.cells[0][1]) and row.is_beside(box):
                return row
        return None

    def add(self, cell: "_Row") -> None:
        self.cells.extend(cell.cells)
        self.figures = self.figures and cell.figures
        self.stacked = self.stacked and cell.stacked

    def line(self) -> Line:
        return tuple(piece for _, line in sorted(self.cells, key=lambda cell: cell[0].x0) for piece in line)


def _is_figures(line: Line) -> bool:
    return all(_FIGURE.fullmatch(piece.text) for piece in line)


def _is_line_number(line: Line) -> bool:
    """As in the margin of pleading paper."""
    return len(line) == 1 and line[0].text.isdecimal() and len(line[0].text) <= 2


def _stacked(lines: Sequence[Line]) -> list[bool]:
    """For each line, whether it is one of at least three short ones in a row."""
    short = [0 < len(line) <= _SHORT for line in lines]
    out = [False] * len(lines)
    for n in range(len(lines) - 2):
        if short[n] and short[n + 1] and short[n + 2]:
            out[n : n + 3] = [True] * 3
    return out


def _beside(one: Box, other: Box) -> bool:
    height = min(one.y1 - one.y0, other.y1 - other.y0)
    tall = max(one.y1 - one.y0, other.y1 - other.y0)
    overlap = min(one.y1, other.y1) - max(one.y0, other.y0)
    apart = other.x0 >= one.x1 - 1.0 or one.x0 >= other.x1 - 1.0
    return apart and height > 0 and overlap > 0.5 * height and tall < 2.5 * height


def merge(found: Sequence[Line], known: Sequence[Line]) -> list[Line]:
    """OCR lines with the text layer's own lines put in: what both hold is taken from the layer."""
    if not known:
        return list(found)
    boxes = [piece.box for line in known for piece in line]
    kept = [tuple(piece for piece in line if not _covered(piece.box, boxes)) for line in found]
    out = [line for line in kept if line]
    for line in sorted((line for line in known if line), key=lambda line: _middle(bounds(line))):
        middle = _middle(bounds(line))
        place = next((n for n, other in enumerate(out) if _middle(bounds(other)) > middle), len(out))
        out.insert(place, line)
    return join_rows(out)


def _middle(box: Box) -> float:
    return (box.y0 + box.y1) / 2


def _covered(box: Box, others: Iterable[Box]) -> bool:
    """Whether at least 40 % of `box` lies under `others`, taken one by one."""
    area = max((box.x1 - box.x0) * (box.y1 - box.y0), 0.01)
    for other in others:
        width = min(box.x1, other.x1) - max(box.x0, other.x0)
        height = min(box.y1, other.y1) - max(box.y0, other.y0)
        if width > 0 and height > 0 and width * height > 0.4 * area:
            return True
    return False


def shift(line: Line, x: float, y: float) -> Line:
    """The line moved by so many points."""
    return tuple(replace(p, box=Box(p.box.x0 + x, p.box.y0 + y, p.box.x1 + x, p.box.y1 + y)) for p in line)


def mean_confidence(lines: Iterable[Line]) -> float | None:
    """Mean over the words that OCR found, one decimal; None without any."""
    values = [piece.confidence for line in lines for piece in line if piece.confidence is not None]
    return round(sum(values) / len(values), 1) if values else None
