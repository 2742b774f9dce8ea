"""A pin cite beside a quotation must name the page of the opinion on which the words stand."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.domain.evidence import Authority
from app.verify.citations import CaseRef
from app.verify.facts import Fact
from app.verify.found import Finding
from app.verify.quotations import Quotation
from app.verify.scope import Unit
from app.verify.shelf import Shelf

_STAR: Final = re.compile(r"\[\*{1,2}(\d{1,5})\]")


def check_pins(unit: Unit, facts: Sequence[Fact], shelf: Shelf, findings: dict[int, Finding]) -> None:
    """Makes the cites misplaced whose pin is not the page, by the star pages, of the quotation right before them."""
    for cite, finding in unit.cites:
        key = finding.authority
        if not (key and isinstance(cite.value, CaseRef) and cite.value.pins) or finding.verdict.value != "supported":
            continue
        before = [f for f in facts if f.claim.kind is ClaimKind.QUOTATION and f.claim.end <= cite.start]
        between = [c for c, _ in unit.cites if before and before[-1].claim.end <= c.start < cite.start]
        i = shelf.by_cite(key)
        if not before or between or i is None or key not in before[-1].law:
            continue
        quotation = before[-1].claim.value
        star = _star_pages(shelf.all[i], i, quotation, shelf) if isinstance(quotation, Quotation) else None
        if star and star.may and not set(star.may) & set(_pinned(cite.value.pins)):
            findings[cite.start] = _elsewhere(finding, shelf.all[i], star, cite.value.pins[0])


@dataclass(frozen=True, slots=True)
class _Stars:
    """The pages whose marks stand before and within a quotation, and all on which it may stand."""

    first: int
    last: int
    may: range


def _elsewhere(finding: Finding, opinion: Authority, star: _Stars, cited: int) -> Finding:
    """Names the page whose mark stands before the words, also where an excerpt leaves the next marks out."""
    shown = str(star.first) if star.first == star.last else f"{star.first}-{star.last}"
    there = f"page{'s' if star.last > star.first else ''} {shown}"
    unsure = " or soon after" if star.may[-1] > star.last else ""
    why = f"These words stand on {there}{unsure} of {opinion.name}; the draft cites page {cited}."
    return replace(finding, verdict=VerdictKind.MISPLACED, reason=why, pin=str(star.first), suggestion=shown)


def _pinned(pins: tuple[int, ...]) -> range:
    first, last = pins[0], pins[-1]
    if last < first:  # 679-80
        last = int(str(first)[: -len(str(last))] + str(last))
    return range(first, last + 1)


def _star_pages(authority: Authority, i: int, quotation: Quotation, shelf: Shelf) -> _Stars | None:
    """The reporter pages that a quotation stands on; None where the text has no page marks, or two places have it."""
    inside = range(authority.first_page or 0, (authority.last_page or 10**5) + 1)
    marks = [(m.start(), int(m[1])) for m in _STAR.finditer(authority.text) if int(m[1]) in inside]
    matches = [m for m in shelf.corpus.find(quotation) if m.text == i]
    if not authority.paginated or not marks or len(matches) != 1:
        return None
    starts = [at for at, _ in marks]
    low, high = matches[0].spans[0][0], matches[0].spans[-1][1]
    first = bisect_right(starts, low) - 1
    following = bisect_right(starts, high - 1)
    if first < 0:
        return None
    begun = max(marks[first][1], marks[following - 1][1])
    # an excerpt leaves pages out: up to its next mark the words may stand on any of them, but on none past its end
    ends = authority.last_page or marks[-1][1]
    until = marks[following][1] - 1 if following < len(marks) else ends
    may = range(marks[first][1], max(until, begun) + 1)
    return _Stars(marks[first][1], begun, may)
