"""A pin cite beside a quotation must name the page of the opinion on which the words stand."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
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
        pages = _star_pages(shelf.all[i], i, quotation, shelf) if isinstance(quotation, Quotation) else None
        if pages and not set(pages) & set(_pinned(cite.value.pins)):
            there = str(pages[0]) if len(pages) == 1 else f"{pages[0]}-{pages[-1]}"
            why = (
                f"These words stand on page {there} of {shelf.all[i].name}; the draft cites page {cite.value.pins[0]}."
            )
            findings[cite.start] = replace(
                finding, verdict=VerdictKind.MISPLACED, reason=why, pin=str(pages[0]), suggestion=there
            )


def _pinned(pins: tuple[int, ...]) -> range:
    first, last = pins[0], pins[-1]
    if last < first:  # 679-80
        last = int(str(first)[: -len(str(last))] + str(last))
    return range(first, last + 1)


def _star_pages(authority: Authority, i: int, quotation: Quotation, shelf: Shelf) -> range | None:
    """The reporter pages that a quotation stands on; None where the text has no page marks, or two places have it."""
    marks = [(m.start(), int(m[1])) for m in _STAR.finditer(authority.text)]
    matches = [m for m in shelf.corpus.find(quotation) if m.text == i]
    if not authority.paginated or not marks or len(matches) != 1:
        return None
    starts = [at for at, _ in marks]
    low, high = matches[0].spans[0][0], matches[0].spans[-1][1]
    first = bisect_right(starts, low) - 1
    following = bisect_right(starts, high - 1)
    if first < 0:
        return None
    # an excerpt leaves pages out: up to its next mark the words may stand on any of them
    end = marks[following][1] if following < len(marks) else (authority.last_page or marks[-1][1]) + 1
    return range(marks[first][1], max(end, marks[first][1] + 1))
