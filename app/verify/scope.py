"""Where each sentence points: the pages and authorities that its cites name, and what ``Id.`` stands for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.verify.citations import CaseRef
from app.verify.exhibits import IdRef
from app.verify.found import Finding, Found
from app.verify.sentences import Sentence, sentences_of, split

FACT_KINDS: Final = frozenset({ClaimKind.DATE, ClaimKind.AMOUNT, ClaimKind.QUOTATION})
RECORD_CITES: Final = frozenset({ClaimKind.BATES, ClaimKind.EXHIBIT, ClaimKind.DOCKET})


@dataclass(slots=True)
class Unit:
    """One sentence with its claims, the findings for its cites, and the pages that these name."""

    sentence: Sentence
    claims: list[Found] = field(default_factory=list)
    cites: list[tuple[Found, Finding]] = field(default_factory=list)
    nearby: tuple[str, ...] = ()
    """Authorities that this sentence or the one before it cites."""
    lent: list[tuple[Found, Finding]] = field(default_factory=list)
    """Record cites of a later sentence that stand for this one, which has none."""
    cuts: list[int] | None = None
    """Where semicolons part the sentence, once asked for."""

    @property
    def authorities(self) -> tuple[str, ...]:
        return tuple(f.authority for _, f in self.cites if f.authority)

    @property
    def quotes_record(self) -> bool:
        """Whether the sentence cites the record at all."""
        return any(found.kind in RECORD_CITES for found, _ in self.cites)


def governs(unit: Unit, text: str, cite: Found, claim: Found) -> bool:
    """Whether a cite covers a claim.

    One after the sentence covers all of it. One inside it covers what stands before it in its semicolon segment, back
    to the cite before; where nothing stands before it ("As ACME000003 shows, ..."), what follows.
    """
    if cite.start >= unit.sentence.cites_from:
        return True
    cuts = _semicolons(text, unit)
    if any(min(cite.start, claim.start) < at < max(cite.start, claim.start) for at in cuts):
        return False
    cites = [c for c, _ in unit.cites if c.kind in RECORD_CITES and c.start < unit.sentence.cites_from]
    if claim.start < cite.start:
        between = [c for c in cites if claim.start < c.start < cite.start]
        return all(not _words_between(text, c.end, cite.start) for c in between)
    low = max((at for at in cuts if at < cite.start), default=unit.sentence.start)
    return not any(c.kind in FACT_KINDS and low <= c.start < cite.start for c in unit.claims)


def _words_between(text: str, low: int, high: int) -> bool:
    return sum(c.isalpha() for c in text[low:high]) > 4


_PARTS: Final = re.compile(r"[();]")


def _semicolons(text: str, unit: Unit) -> list[int]:
    """Semicolons between the sentence's own words: not inside parentheses."""
    if unit.cuts is None:
        found, depth = [], 0
        for match in _PARTS.finditer(text, unit.sentence.start, unit.sentence.cites_from):
            depth += (match[0] == "(") - (match[0] == ")")
            if match[0] == ";" and depth <= 0:
                found.append(match.start())
        unit.cuts = found
    return unit.cuts


def governing_pages(unit: Unit, text: str, claim: Found) -> frozenset[int]:
    """Pages that the record cites over a claim name; none where it is not covered."""
    return frozenset(
        page
        for cite, finding in (*unit.cites, *unit.lent)
        if finding.scope and governs(unit, text, cite, claim)
        for page in (finding.meant or finding.pages)
    )


def hinted_pages(unit: Unit) -> frozenset[int]:
    """Pages that the sentence seems to mean although its cite has a slip, or covers another part."""
    return frozenset(p for _, f in unit.cites for p in (*f.hints, *(f.meant or f.pages if f.scope else ())))


def slipped_pages(unit: Unit) -> frozenset[int]:
    """The one page that each Bates cite with a wrong prefix must mean, by its digits."""
    return frozenset(
        f.hints[0] for c, f in unit.cites if c.kind is ClaimKind.BATES and len(f.hints) == 1 and f.suggestion
    )


def units(text: str, claims: Sequence[Found]) -> list[Unit]:
    """The sentences of a draft that hold claims."""
    made: dict[int, Unit] = {}
    for claim, sentence in zip(claims, sentences_of(split(text, claims), claims), strict=True):
        made.setdefault(sentence.start, Unit(sentence)).claims.append(claim)
    return [made[start] for start in sorted(made)]


def masked(text: str, unit: Unit, low: int, high: int) -> str:
    """The text without the claims in it."""
    parts, at = [], low
    for claim in unit.claims:
        if claim.start < high and claim.end > low:
            parts.append(text[at : max(at, claim.start)])
            at = max(at, min(claim.end, high))
    return " ".join([*parts, text[at:high]])


def lend_closing_cites(text: str, made: Sequence[Unit]) -> None:
    """Give each sentence that cites nothing the record cites of the next one in its paragraph that cites."""
    cites: list[tuple[Found, Finding]] = []
    below = len(text)
    for unit in reversed(made):
        if "\n\n" in text[unit.sentence.start : below]:
            cites = []
        if unit.quotes_record:
            cites = [(found, finding) for found, finding in unit.cites if found.kind in RECORD_CITES]
        else:
            unit.lent = cites
        below = unit.sentence.start


@dataclass(slots=True)
class Antecedent:
    """The last cite before a position, which ``Id.`` repeats."""

    found: Found | None = None
    finding: Finding | None = None
    beside: tuple[tuple[Found, Finding], ...] = ()
    """The other sources of its string of cites: an ``Id.`` after it may stand for any."""

    def note(self, found: Found, finding: Finding, *, joined: bool = False) -> None:
        """Remembers a cite, unless it is an ``Id.`` itself that could not be resolved.

        ``joined``: it stands in one string with the cite before.
        """
        if isinstance(found.value, IdRef) and finding.verdict is VerdictKind.UNCHECKED:
            return
        if isinstance(found.value, CaseRef) or found.kind in RECORD_CITES or found.kind is ClaimKind.STATUTE:
            if joined and self.found and self.finding:
                self.beside = (*self.beside, (self.found, self.finding))
            else:
                self.beside = ()
            self.found, self.finding = found, finding
