"""A good page number on the wrong fact: finds the cite that points beside what its sentence says."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.verify.attribution import Attribution
from app.verify.bates import BatesRef
from app.verify.events import Events, shares
from app.verify.facts import Fact
from app.verify.found import Found
from app.verify.record import Index
from app.verify.scope import FACT_KINDS, Unit, governs, masked

_CLEARLY: Final = 0.2
_HALF: Final = 0.5
_NEARLY_ALL: Final = 0.75
_NOTHING: Final = 0.15
_FEW: Final = 0.3
_MOST: Final = 0.6
_WORDS: Final = 3
"""So many words of the sentence must a page share with it to be the one that was meant: one or two are chance, and then
the fact is at fault, not its cite."""


def check_cites(
    text: str, unit: Unit, facts: Sequence[Fact], index: Index, events: Events, attribution: Attribution
) -> None:
    """Makes the cites that point beside their facts misplaced ones, which then lead to where the facts are.

    A cite of a page that tells the sentence's act of another day is right: then the draft's day is at fault.
    """
    for number, (found, finding) in enumerate(unit.cites):
        if finding.verdict is not VerdictKind.SUPPORTED or not finding.scope:
            continue
        if index.unread(finding.pages):
            continue  # a page that could not be read may say it
        governed = [
            f
            for f in facts
            if (f.places or f.near) and governs(unit, text, found, f.claim) and not _settled(text, unit, found, f)
        ]
        if any(_told_otherwise(text, unit, f, finding.pages, attribution) for f in governed):
            continue
        if governed:
            right = _right_page(text, unit, found, finding.pages, governed, index, events)
        else:
            right = _next_page(text, unit, found, finding.pages, index, events)
        if right is not None:
            wrong, meant = index.show(finding.pages[-1]), index.show(right)
            unit.cites[number] = (
                found,
                replace(
                    finding,
                    verdict=VerdictKind.MISPLACED,
                    reason=f"{wrong} does not say this; {meant} does.",
                    meant=(*(p for p in finding.pages if any(p in f.pages for f in governed)), right),
                    suggestion=_suggestion(found, right, index),
                ),
            )


def _told_otherwise(text: str, unit: Unit, fact: Fact, pages: tuple[int, ...], attribution: Attribution) -> bool:
    date = fact.claim.kind is ClaimKind.DATE and fact.pages.isdisjoint(pages)
    return date and bool(attribution.of_act(text, unit, fact.claim, pages))


def _settled(text: str, unit: Unit, cite: Found, fact: Fact) -> bool:
    """Whether an earlier cite, between the fact and this one, has it already."""
    return any(
        fact.claim.start < c.start < cite.start
        and fact.pages & frozenset(f.pages)
        and governs(unit, text, c, fact.claim)
        for c, f in unit.cites
    )


def _next_page(text: str, unit: Unit, cite: Found, pages: tuple[int, ...], index: Index, events: Events) -> int | None:
    """For a cite over no date, sum or quotation: the page before or after that has the words which this one lacks."""
    low = max((c.end for c, _ in unit.cites if c.end <= cite.start), default=unit.sentence.start)
    said = [c for c in unit.claims if c.kind in FACT_KINDS and low <= c.start < cite.start]
    if any(c.kind is not ClaimKind.QUOTATION for c in said) or len(pages) > 1:
        return None
    words = events.words.keys(masked(text, unit, low, min(cite.start, unit.sentence.cites_from)))
    keys = dict.fromkeys([*words, *_quoted(text, said, events)], 1.0)
    if len(keys) < _WORDS or shares(events.words, keys, pages) > _FEW:
        return None
    fits = {page: events.words.share(keys, page) for page in index.neighbours(pages)}
    best = max(fits, key=lambda page: fits[page], default=None)
    if best is not None and fits[best] >= _MOST:
        return best
    if len(keys) <= _WORDS or shares(events.words, keys, pages) > _NOTHING:
        return None
    far = [page for page in events.words.likely(keys, 4) if events.words.share(keys, page) >= _NEARLY_ALL]
    return far[0] if len(far) == 1 else None


def _quoted(text: str, claims: Sequence[Found], events: Events) -> list[str]:
    """Words of quotations, which tell the page that was meant even where the record has them otherwise."""
    return [k for c in claims if c.kind is ClaimKind.QUOTATION for k in events.words.keys(text[c.start : c.end])]


def _suggestion(found: Found, right: int, index: Index) -> str | None:
    return index.pages[right].page.bates if isinstance(found.value, BatesRef) else None


def _right_page(
    text: str, unit: Unit, cite: Found, pages: tuple[int, ...], facts: Sequence[Fact], index: Index, events: Events
) -> int | None:
    cited = set(pages)
    missing = [f for f in facts if not _stands_on(f) & cited]
    if not missing:
        return None
    if len(missing) < len(facts):
        return _shifted(pages, facts, missing, index)
    own = dict.fromkeys(events.words.keys(_words_of_cite(text, unit, cite)), 1.0)
    if own and shares(events.words, own, pages) >= _HALF:
        return None
    words = events.words.keys(masked(text, unit, unit.sentence.start, unit.sentence.cites_from))
    lost = [c for c in unit.claims if not any(f.claim is c for f in facts) and governs(unit, text, cite, c)]
    keys = dict.fromkeys([*words, *_quoted(text, lost, events)], 1.0)
    here = shares(events.words, keys, pages)

    def rank(page: int) -> tuple[int, float]:
        count = sum(2 * (page in f.pages) + (page in _stands_on(f)) for f in missing)
        return count + 2 * _has_quotation(page, missing), events.words.share(keys, page)

    best = max(sorted({p for f in missing for p in _stands_on(f)}), key=rank)
    gain = events.words.share(keys, best) - here
    several = sum(best in _stands_on(f) for f in missing) > 1 and any(best in f.pages for f in missing)
    telling = sum(k in events.words.places(best) for k in keys) >= _WORDS
    if _has_quotation(best, missing):
        return best
    if best in index.neighbours(pages):
        alone = len(missing) == 1 and best in missing[0].pages and missing[0].claim.kind is ClaimKind.DATE
        if alone and len(missing[0].pages) == 1 and gain > 0:
            return best
        return best if several or (gain > 0 and (telling or not any(f.pages for f in missing))) else None
    return best if gain > _CLEARLY and telling else None


def _stands_on(fact: Fact) -> frozenset[int]:
    """Pages that say the fact, or nearly."""
    return fact.pages or frozenset(p.page for p in fact.near)


def _words_of_cite(text: str, unit: Unit, cite: Found) -> str:
    """The words that lead to a cite in the sentence's own run: "with proof of service at ..."."""
    if cite.start >= unit.sentence.cites_from:
        return ""
    low = max((m.end() for m in re.finditer(r"[(;,.]", text[unit.sentence.start : cite.start])), default=0)
    return masked(text, unit, unit.sentence.start + low, cite.start)


def _has_quotation(page: int, facts: Sequence[Fact]) -> bool:
    return any(page in f.pages and f.claim.kind is ClaimKind.QUOTATION for f in facts)


def _shifted(pages: tuple[int, ...], facts: Sequence[Fact], missing: Sequence[Fact], index: Index) -> int | None:
    """For a range: the page just past its end that has a missing fact, where the other end has nothing to say."""
    if not 1 < len(pages) <= 4:
        return None
    idle = [p for p in (pages[0], pages[-1]) if not any(p in f.pages for f in facts)]
    beyond = [p for p in index.neighbours(pages) if all(p in f.pages for f in missing)]
    return beyond[0] if idle and beyond else None
