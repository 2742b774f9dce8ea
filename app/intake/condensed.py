"""Several printed pages on one sheet, as condensed transcripts have them: read page by page, not across the sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.domain.evidence import Box
from app.intake.lines import Line, Piece, bounds

_HEADS = frozenset({"page", "pg.", "pg", "seite", "página", "страница"})
_SAME_LINE = 0.5
_TALLER = 2.0
"""A line so much taller than another is no line of its row, but something that OCR took for one."""
_ABOVE = 2.0
"""Points by which a page's text may begin above its head."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Where one printed page stands on the sheet."""

    number: int
    left: float
    right: float
    top: float
    bottom: float

    def holds(self, box: Box) -> bool:
        x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        return self.left <= x < self.right and self.top <= y < self.bottom


def page_by_page(lines: Sequence[Line], width: float) -> Sequence[Line]:
    """The lines of a sheet in the order of the pages printed on it; unchanged where pages don't stand side by side.

    ``width``: of the sheet in points, as shown.
    """
    parts = _parts(lines, width)
    if not parts:
        return lines
    rest: list[Line] = []
    held: dict[int, list[Line]] = {part.number: [] for part in parts}
    for line in lines:
        for part in parts:
            held[part.number].append(tuple(p for p in line if part.holds(p.box)))
        rest.append(tuple(p for p in line if not any(part.holds(p.box) for part in parts)))
    ordered = [line for part in parts for line in _rows(held[part.number])]
    return [*(line for line in rest if line), *ordered]


def _parts(lines: Sequence[Line], width: float) -> list[_Part]:
    """The printed pages, by their numbers; none where fewer than two columns of them follow on one another."""
    heads = sorted(_heads(lines), key=lambda head: head[0])
    numbers = [number for number, _ in heads]
    if len(numbers) < 2 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return []
    for columns in range(2, 5):
        side = width / columns
        column_of = [int((box.x0 + box.x1) / 2 // side) for _, box in heads]
        if sorted(set(column_of)) == list(range(columns)) and len(heads) % columns == 0:
            break
    else:
        return []
    parts = []
    for (number, box), column in zip(heads, column_of, strict=True):
        below = [b.y0 for (_, b), c in zip(heads, column_of, strict=True) if c == column and b.y0 > box.y0 + _ABOVE]
        bottom = min(below, default=float("inf")) - _ABOVE
        parts.append(_Part(number, column * side, (column + 1) * side, box.y0 - _ABOVE, bottom))
    return parts


def _heads(lines: Sequence[Line]) -> Iterator[tuple[int, Box]]:
    for line in lines:
        for word, number in pairwise(line):
            if word.text.casefold() in _HEADS and number.text.isdecimal() and len(number.text) < 5:
                yield int(number.text), bounds((word, number))


def _rows(lines: Sequence[Line]) -> list[Line]:
    """The lines of one page from the top, those that stand beside each other joined."""
    rows: list[list[Piece]] = []
    for line in sorted((line for line in lines if line), key=lambda line: bounds(line).y0):
        box = bounds(line)
        last = bounds(rows[-1]) if rows else None
        shared = min(last.y1, box.y1) - max(last.y0, box.y0) if last else 0.0
        heights = sorted((last.y1 - last.y0, box.y1 - box.y0)) if last else [1.0, 1.0]
        if shared > _SAME_LINE * heights[0] and heights[1] < _TALLER * heights[0]:
            rows[-1].extend(line)
        else:
            rows.append(list(line))
    return [tuple(sorted(row, key=lambda p: p.box.x0)) for row in rows]
