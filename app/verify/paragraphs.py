"""What was found for each paragraph of a draft, kept so that an edit costs no more than the paragraphs it touches."""

import hashlib
import re
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Final

from app.domain.claim import Claim, ClaimKind, Source, Verdict
from app.verify.dates import custom, find_dates, written_counts
from app.verify.dayvalues import Order
from app.verify.found import Finding, Found
from app.verify.normal import CleanText
from app.verify.scope import Antecedent

_BLANK: Final = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)*")
_KEPT: Final = 4000
"""Paragraphs of one generation; more than the drafts open at a time have."""
_LONGEST: Final = 50_000


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Where each paragraph begins, and its text with the blank lines after it."""
    low = 0
    for match in _BLANK.finditer(text):
        yield low, text[low : match.end()]
        low = match.end()
    if low < len(text):
        yield low, text[low:]


@dataclass(frozen=True, slots=True)
class Carried:
    """What a paragraph takes over from those before it."""

    found: Found | None = None
    """The last cite, for ``Id.``"""
    finding: Finding | None = None
    statute: int | None = None
    authorities: tuple[str, ...] = ()
    """Those that the last sentence cites."""

    def antecedent(self) -> Antecedent:
        return Antecedent(self.found, self.finding)

    def key(self) -> Hashable:
        """What of it can make a difference: where a cite stood makes none."""
        found = self.found
        return (found and (found.kind, found.value), self.finding, self.statute, self.authorities)


@dataclass(frozen=True, slots=True)
class Told:
    """A claim of a paragraph with its verdict, all but its place in the draft."""

    start: int
    end: int
    what: tuple[str, str, str]
    """Sentence, kind and words: what tells a claim from others."""
    kind: ClaimKind
    value: str
    finding: Finding
    sources: tuple[Source, ...]
    first_key: str

    def verdict(self, draft: CleanText, low: int, seen: Counter[tuple[str, str, str]]) -> Verdict:
        """The verdict at its place: the paragraph begins at ``low``; ``seen`` counts claims that read the same."""
        start, end = draft.original(low + self.start, low + self.end)
        number = seen[self.what]
        seen[self.what] = number + 1
        key = claim_key(self.what, number) if number else self.first_key
        claim = Claim(key, start, end, self.kind, self.what[2], self.value)
        finding = self.finding
        return Verdict(claim, finding.verdict, self.sources, finding.reason, finding.suggestion)


def claim_key(what: tuple[str, str, str], number: int) -> str:
    """What names a claim across edits of other sentences; ``number``: how many before it read the same."""
    return hashlib.sha256("\0".join((*what, str(number))).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Shown:
    """How a paragraph writes its dates."""

    orders: frozenset[Order]
    day_first: int
    month_first: int


@dataclass(slots=True)
class Memory:
    """Paragraphs by all that their verdicts depend on; the oldest half is forgotten when it is full."""

    _new: dict[Hashable, object] = field(default_factory=dict)
    _old: dict[Hashable, object] = field(default_factory=dict)

    def get(self, key: Hashable) -> object | None:
        held = self._new.get(key)
        if held is None:
            held = self._old.get(key)
            if held is not None:
                self._new[key] = held
        return held

    def keep(self, key: Hashable, value: object, length: int) -> None:
        """``length``: of the paragraph; very long ones are not kept."""
        if length > _LONGEST:
            return
        if len(self._new) >= _KEPT:
            self._old, self._new = self._new, {}
        self._new[key] = value


def draft_order(text: str, memory: Memory) -> tuple[Order | None, Order | None]:
    """Day or month first as the numeric dates of a draft show it, and as its dates with a month's name do."""
    orders: set[Order] = set()
    day_first = month_first = 0
    for _, part in paragraphs(text):
        shown = memory.get(part)
        if not isinstance(shown, Shown):
            dates = find_dates(part)
            shown = Shown(frozenset(d.order for d in dates if d.order), *written_counts(part, dates))
            memory.keep(part, shown, len(part))
        orders |= shown.orders
        day_first += shown.day_first
        month_first += shown.month_first
    return orders.pop() if len(orders) == 1 else None, custom(day_first, month_first)
