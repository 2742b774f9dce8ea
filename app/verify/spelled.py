"""A sum that the draft writes twice, in words and in figures: "twelve thousand dollars ($12,000.00)"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from app.domain.claim import VerdictKind
from app.verify.amounts import Amount, find_amounts
from app.verify.facts import Fact, amount_places
from app.verify.found import Finding, Place
from app.verify.near import near_places
from app.verify.numbers import find_spelled
from app.verify.record import Index
from app.verify.wording import amount_like

_REACH: Final = 110
_OPENS: Final = re.compile(r"\s{0,40}[(\[]\s{0,40}(?:i\.e\., ?|the sum of ?)?$")
_TAIL: Final = re.compile(
    r"(?:,?\s+(?:and\s+)?(?:no|\d{1,2})/100)?(?:\s+[^\W\d_]+){0,2}(?:,?\s+(?:and\s+)?(?:no|\d{1,2})/100)?"
)


def judge_twice(text: str, fact: Fact, facts: Sequence[Fact], pages: frozenset[int], index: Index) -> Finding | None:
    """What can be said of a sum whose words and figures are not the same; None where the record has this one alone."""
    other = _other_way(text, fact, facts)
    if other is None:
        return None
    shown = text[fact.claim.start : fact.claim.end]
    why = f"Words and figures differ: the draft says {other[0]} and {shown}"
    places = amount_places(other[1], index)
    if fact.places:
        return Finding(VerdictKind.AMBIGUOUS, f"{why}.", tuple(fact.places[:1])) if places else None
    places = sorted(places or near_places(other[1], index), key=lambda p: (p.page not in pages, _in_words(p, index)))
    if not places:
        return Finding(VerdictKind.UNSUPPORTED, f"{why}; the record says neither.")
    said = " ".join(index.pages[places[0].page].text[places[0].start : places[0].end].split())
    instead = amount_like(shown, said)
    why = f"{why}; {index.show(places[0].page)} says {instead}."
    figures = any(c.isdigit() for c in shown)
    return Finding(VerdictKind.UNSUPPORTED, why, (places[0],), suggestion=instead if figures else None)


def _in_words(place: Place, index: Index) -> bool:
    return not any(c.isdigit() for c in index.pages[place.page].text[place.start : place.end])


def _other_way(text: str, fact: Fact, facts: Sequence[Fact]) -> tuple[str, Amount] | None:
    """The other way in which the draft writes the sum, where the two are not the same: as shown, and its value."""
    mine = fact.claim.value
    if not isinstance(mine, Amount) or mine.unit == "%":
        return None
    if any(c.isdigit() for c in text[fact.claim.start : fact.claim.end]):
        other = _words_before(text, fact, mine)
    else:
        other = _figures_after(text, fact, facts)
    return other if other and other[1].value != mine.value else None


def _words_before(text: str, fact: Fact, mine: Amount) -> tuple[str, Amount] | None:
    low = max(0, fact.claim.start - _REACH)
    opens = _OPENS.search(text, low, fact.claim.start)
    if not opens:
        return None
    before = text[low : opens.start()]
    whole = next((a for a in find_amounts(before) if a.end == len(before) and a.unit == mine.unit), None)
    if whole is not None:
        shown = before[whole.start :]
        return None if any(c.isdigit() for c in shown.split("/")[0][:-2]) else (shown, whole)
    spelled = [n for n in find_spelled(before) if n.value > Decimal(10) and _TAIL.fullmatch(before, n.end)]
    if not spelled:
        return None
    cents = re.search(r"(\d{1,2})/100", before[spelled[-1].end :])
    value = spelled[-1].value + (Decimal(cents[1]) / 100 if cents else 0)
    return before[spelled[-1].start :], replace(mine, value=value)


def _figures_after(text: str, fact: Fact, facts: Sequence[Fact]) -> tuple[str, Amount] | None:
    for other in facts:
        value, between = other.claim.value, text[fact.claim.end : other.claim.start]
        if isinstance(value, Amount) and between and _OPENS.fullmatch(between):
            return text[other.claim.start : other.claim.end], value
    return None
