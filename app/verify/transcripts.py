"""Transcripts by the page numbers printed in them, also where several pages stand on one sheet (condensed)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from app.domain.claim import VerdictKind
from app.verify.exhibits import ExhibitRef, IdRef
from app.verify.facts import Fact
from app.verify.found import Finding
from app.verify.normal import clean
from app.verify.quotations import Quotation
from app.verify.record import Index
from app.verify.scope import Unit, governs

_HEAD: Final = re.compile(r"(?:Page|PAGE|Pg\.?|Seite|Página|Страница)[ \t]{1,3}(\d{1,5})(?:[ \t]+of[ \t]+\d{1,5})?")
_CELL: Final = re.compile(r"(?<![ \t])[ \t]{2,}+(?=(?:Page|PAGE|Pg\.?)[ \t]|\d{1,2}[ \t.])")
_NUMBER: Final = re.compile(r"(\d{1,2})(?=[ \t]|$)")
_BARE: Final = re.compile(
    r"\A(?:[^\n]*\n){0,7}?[ \t]*(\d{1,5})[ \t]*\n(?:[ \t]*\n){0,3}"
    r"[ \t]*1[ \t.)]{1,8}\S[^\n]*\n(?:[ \t]*\n){0,2}[ \t]*2[ \t.)]"
)
"""A number alone on its line, right over the lines 1 and 2 of a sheet."""
_MOST_SHEETS: Final = 4000


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of a printed page: its number, and its span in the text of the sheet."""

    page: int
    number: int
    start: int
    end: int


@dataclass(slots=True)
class _Printed:
    """A printed page while its lines are read: the number that comes next, and how its lines begin."""

    page: int
    column: int
    row: int
    following: int = 1


@dataclass(slots=True)
class _Sheet:
    open_: list[_Printed] = field(default_factory=list)
    current: _Printed | None = None

    def takes(self, number: int, column: int, cells: int) -> _Printed | None:
        """The page whose next line has this number: of the cell's column, the one being read, the newest."""
        waiting = [p for p in self.open_ if p.following == number]
        beside = [p for p in waiting if cells > 1 and p.column == column]
        if self.current in waiting and not beside:
            return self.current
        newest = [p for p in waiting if p.row == self.open_[-1].row]
        return next(iter(beside[-1:] or newest or waiting), None)


def printed_lines(text: str) -> list[PrintedLine]:
    """The numbered lines of every page whose number is printed on the sheet, whatever order they were read in."""
    sheet = _Sheet()
    found: list[PrintedLine] = []
    for row in re.finditer(r"[^\n]+", text):
        cells = list(_cells(text, row.start(), row.end()))
        for column, (start, end) in enumerate(cells):
            head = _HEAD.fullmatch(text, start, end)
            number = None if head else _NUMBER.match(text, start, end)
            if head:
                sheet.open_.append(_Printed(int(head[1]), column, row.start()))
                sheet.current = None
            elif number:
                page = sheet.takes(int(number[1]), column, len(cells))
                if page is not None:
                    page.following += 1
                    sheet.current = page
                    found.append(PrintedLine(page.page, int(number[1]), start, end))
    return found


def _cells(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The parts of a row that begin with a line's number or a page's head."""
    at = start + len(text[start:stop]) - len(text[start:stop].lstrip())
    for cut in _CELL.finditer(text, at, stop):
        yield at, cut.start()
        at = cut.end()
    yield at, start + len(text[start:stop].rstrip())


def printed_on(text: str) -> list[int]:
    """The page numbers printed on a sheet, in its order: with the word for it, else alone over its first line."""
    rows = re.finditer(r"[^\n]+", text)
    cells = (cell for row in rows for cell in _cells(text, row.start(), row.end()))
    heads = [int(head[1]) for start, end in cells if (head := _HEAD.fullmatch(text, start, end))]
    bare = None if heads else _BARE.match(text)
    return [int(bare[1])] if bare else heads


def pages_printed(exhibit: str, index: Index) -> Mapping[int, int]:
    """The sheet (position in the index) of each printed page; the document's own pages where no more is printed.

    Heads are believed where at least half of the sheets have one and their numbers rise from sheet to sheet.
    """
    if exhibit not in index.sheets:
        index.sheets[exhibit] = _sheets(exhibit, index)
    return index.sheets[exhibit]


def _sheets(exhibit: str, index: Index) -> Mapping[int, int]:
    own = index.exhibits[exhibit]
    sheets = [(own[n], _printed(index, own[n])) for n in sorted(own)[:_MOST_SHEETS]]
    headed = [(at, numbers) for at, numbers in sheets if numbers]
    rising = all(max(a) < min(b) for (_, a), (_, b) in pairwise(headed))
    if 2 * len(headed) < len(sheets) or not headed or not rising:
        return own
    return {number: at for at, numbers in headed for number in numbers}


def line_beyond_sheet(ref: ExhibitRef, index: Index, sheet: int) -> int | None:
    """The cited line that a printed page of a condensed sheet does not have."""
    lines = [line.number for line in printed_lines(index.pages[sheet].page.text) if line.page == ref.first]
    return ref.line if ref.line and len(lines) > 2 and ref.line > max(lines) else None


def is_condensed(index: Index, page: int) -> bool:
    """Whether more than one page of a transcript stands on this one."""
    return len(set(_printed(index, page))) > 1


def _printed(index: Index, page: int) -> tuple[int, ...]:
    """``printed_on`` a page of the record, remembered."""
    if page not in index.printed:
        index.printed[page] = tuple(printed_on(index.pages[page].page.text))
    return index.printed[page]


def check_sheets(text: str, unit: Unit, facts: Sequence[Fact], index: Index, findings: dict[int, Finding]) -> None:
    """Makes the cites misplaced whose part of a condensed sheet has nothing of what stands elsewhere on it."""
    for cite, finding in unit.cites:
        value = cite.value
        good = finding.verdict is VerdictKind.SUPPORTED and isinstance(value, ExhibitRef | IdRef)
        if not good or not _page(value) or not any(is_condensed(index, p) for p in finding.pages):
            continue
        places = [p for f in facts if governs(unit, text, cite, f.claim) for p in _printed_at(f, finding, index)]
        if places and not any(_named(value, line) for line in places):
            first = places[0]
            right = f"{first.page}:{first.number}"
            why = f"This stands at {right}, not at {_shown(value)}."
            findings[cite.start] = replace(finding, verdict=VerdictKind.MISPLACED, reason=why, suggestion=right)


def _printed_at(fact: Fact, finding: Finding, index: Index) -> Iterator[PrintedLine]:
    """The printed lines on which a fact begins, of the sheets that a cite names."""
    for place in fact.places:
        if place.page not in finding.pages:
            continue
        raw = index.pages[place.page].page.text
        quoted = isinstance(fact.claim.value, Quotation)
        start = place.start if quoted else clean(raw).original(place.start, place.end)[0]
        before = [line for line in printed_lines(raw) if line.start <= start]
        if before:
            yield max(before, key=lambda line: line.start)


def _page(value: object) -> int | None:
    return value.first if isinstance(value, ExhibitRef) else value.page if isinstance(value, IdRef) else None


def _last_page(value: object) -> int:
    last = value.last if isinstance(value, ExhibitRef | IdRef) else None
    return last or _page(value) or 0


def _lines(value: object) -> tuple[int, int]:
    if not isinstance(value, ExhibitRef | IdRef) or value.line is None:
        return 1, 99
    return value.line, value.last_line or value.line


def _named(value: object, line: PrintedLine) -> bool:
    first, last = _lines(value)
    return (_page(value), first) <= (line.page, line.number) <= (_last_page(value), last)


def _shown(value: object) -> str:
    first, last = _lines(value)
    page = _page(value)
    return f"page {page}" if last == 99 else f"{page}:{first}" if first == last else f"{page}:{first}-{last}"
