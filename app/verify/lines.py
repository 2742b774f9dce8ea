"""Line numbers in the margin of a transcript: a cite of lines must name those on which its words stand."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.domain.claim import VerdictKind
from app.verify.exhibits import ExhibitRef, IdRef
from app.verify.facts import Fact
from app.verify.found import Finding, Found
from app.verify.normal import clean
from app.verify.quotations import Quotation
from app.verify.record import Index
from app.verify.scope import Unit, governs
from app.verify.transcripts import is_condensed, printed_on

_LINE: Final = re.compile(r"^[ \t]*(\d{1,2})(?=[ \t]|$)", re.M)
_FEWEST: Final = 3
"""Numbers that a page must show in its margin to count as one with line numbers."""
_HIGHEST: Final = 40


@dataclass(frozen=True, slots=True)
class Margin:
    """The numbers of a page's margin and where each line begins, in order; an excerpt leaves some out."""

    lines: tuple[tuple[int, int], ...]

    @property
    def whole(self) -> bool:
        """Whether no line is left out, from the first number on."""
        numbers = [n for n, _ in self.lines]
        return len(numbers) >= _FEWEST and numbers == list(range(1, len(numbers) + 1))

    @property
    def last(self) -> int:
        return self.lines[-1][0] if self.lines else 0

    def of(self, start: int, end: int) -> range | None:
        """The lines that a span stands on; None where the margin does not tell."""
        if len(self.lines) < _FEWEST or start < self.lines[0][1]:
            return None
        first = max(n for n, at in self.lines if at <= start)
        return range(first, max(n for n, at in self.lines if at < max(end, start + 1)) + 1)


def margin(text: str, page: int) -> Margin:
    """The longest rising run of numbers that begin lines; ``page``: its own number, which may stand alone above."""
    found = [
        (int(m[1]), m.start())
        for m in _LINE.finditer(text)
        if 0 < int(m[1]) <= _HIGHEST and not (int(m[1]) == page and not text[m.end() :].split("\n", 1)[0].strip())
    ]
    runs: list[list[tuple[int, int]]] = []
    for line in found[:200]:
        before = [r for r in runs if r[-1][0] < line[0]]
        runs.append([*(max(before, key=len) if before else []), line])
    longest = max(runs, key=len) if runs else []
    return Margin(tuple(longest))


def line_beyond(ref: ExhibitRef, index: Index, pages: Sequence[int]) -> int | None:
    """The cited line that its page does not have; None where each is there, or where a page leaves lines out."""
    if ref.line is None:
        return None
    margins = [margin(index.pages[p].page.text, index.pages[p].page.page) for p in pages]
    if not all(m.whole for m in margins):
        return None
    if ref.line > margins[0].last:
        return ref.line
    return ref.last_line if ref.last_line and ref.last_line > margins[-1].last else None


def check_lines(text: str, unit: Unit, facts: Sequence[Fact], index: Index, findings: dict[int, Finding]) -> None:
    """Makes the cites misplaced whose lines have nothing of what stands elsewhere on the very page."""
    lined = [(c, f) for c, f in unit.cites if _lines(c) and f.verdict is VerdictKind.SUPPORTED and f.pages]
    lined = [(c, f) for c, f in lined if not any(is_condensed(index, p) for p in f.pages)]
    for cite, finding in lined:
        spans = [s for fact in facts if governs(unit, text, cite, fact.claim) for s in _spans(fact, finding, index)]
        others = [o for o in unit.cites if o[0] is not cite and set(o[1].pages) & set(finding.pages)]
        if not spans or any(_within(cite, finding, *s) for s in spans):
            continue
        spans = [s for s in spans if not any(_within(c, f, *s) for c, f in others)]
        if spans:
            findings[cite.start] = _misplaced(cite, finding, *spans[0], index)


def _lines(cite: Found) -> tuple[int, int] | None:
    """First and last line that a cite names; the last is on its last page."""
    value = cite.value
    if not isinstance(value, ExhibitRef | IdRef) or value.line is None:
        return None
    return value.line, value.last_line or value.line


def _spans(fact: Fact, finding: Finding, index: Index) -> Iterable[tuple[int, range]]:
    """Page and lines of each place of a fact on the cited pages."""
    for place in fact.places:
        if place.page not in finding.pages:
            continue
        page = index.pages[place.page].page
        quoted = isinstance(fact.claim.value, Quotation)
        span = (place.start, place.end) if quoted else clean(page.text).original(place.start, place.end)
        lines = margin(page.text, page.page).of(*span)
        if lines:
            yield place.page, lines


def _within(cite: Found, finding: Finding, page: int, lines: range) -> bool:
    named = _lines(cite)
    if named is None or page not in finding.pages:
        return named is None
    low = named[0] if page == finding.pages[0] else 1
    high = named[1] if page == finding.pages[-1] else _HIGHEST
    return lines[0] <= high and low <= lines[-1]


def _misplaced(cite: Found, finding: Finding, page: int, lines: range, index: Index) -> Finding:
    first, last = _lines(cite) or (0, 0)
    sheet = index.pages[page].page
    number = next(iter(printed_on(sheet.text)), sheet.page)
    right = _told(lines[0], lines[-1])
    why = f"On page {number} this stands at {_named(right)}, not at {_named(_told(first, last))}."
    return replace(finding, verdict=VerdictKind.MISPLACED, reason=why, suggestion=f"{number}:{right}")


def _told(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _named(lines: str) -> str:
    return f"lines {lines}" if "-" in lines else f"line {lines}"
