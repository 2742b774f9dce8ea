"""All claims of a draft, in order and without overlap."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.amounts import find_amounts
from app.verify.casenames import find_names
from app.verify.citations import find_cases
from app.verify.dates import find_dates
from app.verify.dayvalues import Order
from app.verify.dockets import find_dockets
from app.verify.exhibits import find_exhibits, find_ids
from app.verify.found import Found
from app.verify.periods import find_periods, find_same_days
from app.verify.quotations import find_quotations
from app.verify.record import Index
from app.verify.shelf import Shelf
from app.verify.statutes import find_statutes
from app.verify.years import find_years

_WRAPPED: Final = re.compile(r"(?<=[^\n]{36}\S)\n(?=[^\s•*\-–])(?!\(?(?:\d{1,3}|[a-zA-Z])[.)]\s)")
"""The end of a long line inside a paragraph, where an editor has wrapped it: a cite may run over it."""


def find_claims(text: str, index: Index, shelf: Shelf, order: Order | None) -> list[Found]:
    """What can be checked in ``text``; where two readings overlap the more telling kind wins."""
    taken: list[Found] = []
    spans: list[tuple[int, int]] = []
    for found in _candidates(text, index, shelf, order):
        at = bisect_left(spans, (found.start, found.end))
        before = at > 0 and spans[at - 1][1] > found.start
        after = at < len(spans) and spans[at][0] < found.end
        if found.start < found.end and not before and not after:
            spans.insert(at, (found.start, found.end))
            taken.append(found)
    return sorted(taken, key=lambda f: f.start)


def _candidates(text: str, index: Index, shelf: Shelf, order: Order | None) -> Iterator[Found]:
    """Found in order of rank: what comes first keeps its span."""
    yield from _of(ClaimKind.QUOTATION, find_quotations(text, index.has_word))
    text = _WRAPPED.sub(" ", text)
    yield from _of(ClaimKind.STATUTE, find_statutes(text))
    yield from _of(ClaimKind.CITATION, find_cases(text))
    yield from _of(ClaimKind.DOCKET, find_dockets(text))
    yield from _of(ClaimKind.EXHIBIT, find_exhibits(text, index.names))
    yield from _of(ClaimKind.EXHIBIT, find_ids(text))
    dates = [Found(d.start, d.end, ClaimKind.DATE, d) for d in find_dates(text, order)]
    yield from (d for d in dates if d.end - d.start > 6)
    yield from _of(ClaimKind.DATE, find_periods(text))
    yield from _of(ClaimKind.DATE, find_same_days(text))
    yield from (Found(a.start, a.end, ClaimKind.AMOUNT, a) for a in find_amounts(text))
    yield from _of(ClaimKind.BATES, index.bates.find(text))
    yield from dates
    yield from _of(ClaimKind.DATE, find_years(text))
    yield from _of(ClaimKind.CASE_NAME, find_names(text, lambda n: bool(shelf.by_name(n)), index.has_word))


def _of(kind: ClaimKind, found: Iterable[tuple[int, int, object]]) -> Iterator[Found]:
    return (Found(start, end, kind, value) for start, end, value in found)
