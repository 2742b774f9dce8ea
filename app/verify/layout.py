"""A page taken apart into the rows of its tables, the entries of its logs and its sentences."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from app.verify.bindings import BULLETS, TEXT, TURNED, Span

_STOP: Final = re.compile(r"[.;!?](?=\s)")
_ABBREVIATED: Final = re.compile(
    r"(?:\b(?:No|Nos|sec|Sec|para|cl|incl|approx|est|Nr|Mr|Mrs|Ms|Dr|St|vs?|Inc|Ltd|Co|Jr|Sr|Sra|art|Art|Prof|Ing|"
    r"Lt|Sgt|Capt|г|руб|ул|д)|\b[^\W\d_])\.$"
)
_ENTRY: Final = re.compile(
    r"[ \t]*(?:\d{1,4}[./:-]\d{1,2}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|"
    rf"[{BULLETS}] ?|(?P<number>\(?\d{{1,2}}[.)] ))"
)
"""How an entry of a log or list begins: with a day, a time, a bullet, a number."""
_LABEL: Final = re.compile(r"[ \t]*[^\W\d_][\w '’/.&-]{0,30}:(?=\s|$)")
_BEGINNING: Final = re.compile(r"[ \t]*(?:On|In|At|By|From|After|Before|During|Since|Am|Im|Vom|Nach|Seit|Depuis|Dès) ")
"""Words that have a capital only where they begin a sentence: the line before is a heading or has ended."""
_ANSWER: Final = re.compile(r"\s*(?:A|R|B|Antwort|Réponse|Respuesta|Resposta|О|Ответ)[.:]\s")
_GAP: Final = re.compile(r"[ \t]{2,}|[ \t]?\|[ \t]?|\t")
_PURE: Final = re.compile(
    r"[-–—]|(?:[$€£]|R\$|[A-Z]{2,3})? ?\(?[-–]?\d(?:[\d.,/:\- ]*\d)?\)?(?: ?(?:[$€£%]|[A-Z]{3}|руб\.?))?"
)
"""A cell that holds nothing but a number or a date."""
_NUMBER: Final = re.compile(r"\d\D{0,2}\d\D{0,2}\d")
_SHORT: Final = 0.6
_LONG: Final = 60
_MOST_CELLS: Final = 0.5
_NEAR: Final = 8
"""Letters by which a value may miss the heading of its column."""


class Block(NamedTuple):
    """A row of a table, an entry of a log, or a sentence."""

    start: int
    end: int
    row: bool = False


class Layout:
    """Where the blocks of one page begin, and which heading stands above a value."""

    def __init__(self, text: str, values: Sequence[Span]) -> None:
        """``values``: the dates or sums of the page, in order."""
        self.text = text
        self._starts = [v[0] for v in values]
        self._lines, self._cells = _ruled(text)
        self._line_starts = [low for low, _ in self._lines]
        self._rows = list(map(self._is_row, range(len(self._lines))))
        self._headers = dict(self._with_headers())
        self._stretches: dict[int, list[Block]] = {}

    @cached_property
    def blocks(self) -> list[Block]:
        """All blocks of the page, in order."""
        return list(self._blocks())

    def block(self, at: int) -> Block:
        """The block that a position is in. Only its own stretch of the page is read for it, but for logs."""
        blocks = self.blocks if self.is_log else self._stretch(bisect_right(self._line_starts, at) - 1)
        return blocks[max(0, bisect_right(blocks, at, key=_start) - 1)]

    def after(self, block: Block) -> Block | None:
        """The block that follows one; None after the last."""
        for at in range(block.end, len(self.text)):
            following = self.block(at)
            if following.start >= block.end:
                return following
        return None

    def holds(self, block: Block) -> int:
        """How many values begin in a block."""
        return self._in(block.start, block.end)

    def _stretch(self, number: int) -> list[Block]:
        """The blocks of the lines that run on around a line; of a row only itself."""
        first = number
        while first and not self._begins(first):
            first -= 1
        if first not in self._stretches:
            low, high = self._lines[first]
            if first in self._headers:
                found = [Block(low, high, row=True)]
            else:
                after = next((n for n in range(number + 1, len(self._lines)) if self._begins(n)), None)
                found = list(self._sentences(low, len(self.text) if after is None else self._lines[after][0]))
            self._stretches[first] = found
        return self._stretches[first]

    def _begins(self, number: int) -> bool:
        """Whether a line of a page that is no log begins a stretch of its own."""
        return number in self._headers or self._breaks(number)

    def header(self, value: Span) -> Span | None:
        """The heading of the column that a value of a table stands in."""
        line = bisect_right(self._line_starts, value[0]) - 1
        header = self._headers.get(line)
        if header is None:
            return None
        cells, heads = self._cells[line], self._cells[header]
        if len(cells) == len(heads):
            return next((head for cell, head in zip(cells, heads, strict=True) if value[0] < cell[1]), None)
        if len(cells) < _MOST_CELLS * len(heads):
            return None  # the sums below a table, each named in its own line
        low, head = self._lines[line][0], self._lines[header][0]
        left, right = value[0] - low, value[1] - low

        def miss(cell: Span) -> tuple[int, int]:
            a, b = cell[0] - head, cell[1] - head
            return max(a - right, left - b, 0), abs(a + b - left - right)

        best = min(heads, key=miss)
        return best if miss(best)[0] < _NEAR else None

    @cached_property
    def is_log(self) -> bool:
        """Whether lines begin with the day or time of what they tell."""
        return sum(map(self._is_entry, range(len(self._lines)))) > 1

    def _is_entry(self, number: int) -> bool:
        """Whether an entry of its own begins in a line: one that is no title of a section."""
        begin = self._opening(number)
        return begin is not None and not (begin["number"] and self._is_title(*self._lines[number]))

    def _opening(self, number: int) -> re.Match[str] | None:
        """The day, bullet or number that a line begins with, where the line before isn't a sentence that runs on."""
        begin = _ENTRY.match(self.text, *self._lines[number])
        if not begin or not number:
            return begin
        low, high = self._lines[number - 1]
        before = self.text[low:high].rstrip()
        runs_on = before[-1:].isalpha() or before.endswith(",")
        return None if runs_on and len(before) >= _SHORT * self._longest else begin

    def _is_title(self, low: int, high: int) -> bool:
        """Whether a numbered line is the title of a section: short, and no value in it."""
        return high - low < _SHORT * self._longest and not self._in(low, high)

    @cached_property
    def _longest(self) -> int:
        return max(high - low for low, high in self._lines)

    def _in(self, low: int, high: int) -> int:
        return bisect_left(self._starts, high) - bisect_left(self._starts, low)

    def _is_row(self, number: int) -> bool:
        cells = self._cells[number]
        if len(cells) < 2 or not self._in(*self._lines[number]):
            return False
        return any(_PURE.fullmatch(self.text[a:b].strip()) for a, b in cells)

    def _with_headers(self) -> Iterator[tuple[int, int]]:
        """The rows of tables, each with the line of its headings."""
        header = None
        for number, (low, high) in enumerate(self._lines):
            cells = self._cells[number]
            if self._rows[number]:
                if header is not None:
                    yield number, header
            elif len(cells) > 1 and not self._in(low, high):
                header = None if _NUMBER.search(self.text, low, high) else number
            elif not cells or (len(cells) == 1 and cells[0][1] - cells[0][0] > _LONG):
                header = None

    def _blocks(self) -> Iterator[Block]:
        start = 0
        for number, (low, high) in enumerate(self._lines):
            if low < start:
                continue
            entry = self.is_log and number not in self._headers and self._is_entry(number)
            row = number in self._headers
            if low > start and (entry or self._begins(number)):
                yield from self._sentences(start, low)
                start = low
            if entry or row:
                start = self._entry_end(number) if entry else high
                yield Block(low, start, row)
        yield from self._sentences(start, len(self.text))

    def _entry_end(self, number: int) -> int:
        """Where the entry that begins in a line ends: at the next entry, or a blank line."""
        for after in range(number + 1, len(self._lines)):
            low, high = self._lines[after]
            if self._opening(after) or not self.text[low:high].strip():
                return low
        return len(self.text)

    def _breaks(self, number: int) -> bool:
        """Whether a line begins something new: after a row, a short line or a blank one, or with a label."""
        low, high = self._lines[number]
        before = self.text[slice(*self._lines[number - 1])].rstrip()
        if not before or not self.text[low:high].strip() or self._rows[number] or self._rows[number - 1]:
            return True
        if before.endswith("?") and _ANSWER.match(self.text, low, high):
            return False
        if before.endswith((",", "-")):
            return bool(_LABEL.match(self.text, low, high))
        short = len(before) < _SHORT * self._longest
        return short or bool(_BEGINNING.match(self.text, low, high) or _LABEL.match(self.text, low, high))

    def _sentences(self, low: int, high: int) -> Iterator[Block]:
        start = read = low
        told = False
        for match in _STOP.finditer(self.text, low, high):
            if match[0] == ";" and TURNED.match(self.text, match.end() + 1):
                continue  # "before the change $5; after the change $6": one price
            if match[0] == "?" and _ANSWER.match(self.text, match.end(), high):
                continue  # the question tells what the answer's day is the day of
            if match[0] == "." and _ABBREVIATED.search(self.text[max(low, match.start() - 8) : match.end()]):
                continue
            told = told or bool(TEXT.search(self.text, read, match.start())) or bool(self._in(read, match.start()))
            read = match.end()
            if told:
                yield Block(start, match.end())
                start, told = match.end(), False
        if start < high:
            yield Block(start, high)


@lru_cache(maxsize=64)
def _ruled(text: str) -> tuple[Sequence[Span], Sequence[Sequence[Span]]]:
    """The lines of a page and the cells of each: the same for its dates and its sums."""
    lines = list(_lines(text))
    return lines, [_cells(text, low, high) for low, high in lines]


def _start(block: Block) -> int:
    return block.start


def cells_of(text: str, at: int) -> list[Span]:
    """What stands between the wide gaps of the line that a position is in."""
    high = text.find("\n", at)
    return _cells(text, text.rfind("\n", 0, at) + 1, len(text) if high < 0 else high)


def _lines(text: str) -> Iterator[Span]:
    low = 0
    while low <= len(text):
        high = text.find("\n", low)
        high = len(text) if high < 0 else high
        yield low, high
        low = high + 1


def _cells(text: str, low: int, high: int) -> list[Span]:
    """What stands between the wide gaps of a line."""
    line = text[low:high]
    if "  " not in line and "\t" not in line and "|" not in line:
        return [(low, high)] if line.strip() else []
    cells, at = [], low
    for match in _GAP.finditer(text, low, high):
        if text[at : match.start()].strip():
            cells.append((at, match.start()))
        at = match.end()
    if text[at:high].strip():
        cells.append((at, high))
    return cells
