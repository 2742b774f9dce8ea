"""Totals that a draft states beside their parts: no page may say them, and yet they can be checked."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations
from typing import Final

from app.verify.amounts import Amount
from app.verify.facts import Fact
from app.verify.found import Place
from app.verify.scope import Unit

_TOTAL: Final = re.compile(
    r"\b(?:total(?:s|ing|l?ed)?|sum(?:s|me)?|altogether|together|in all|aggregate|combined|adds? up|amounts? to|"
    r"insgesamt|zusammen|gesamt\w*|Summe|en tout|au total|somme|ensemble|en total|suma|asciende|juntos|"
    r"somam?|soma|ao todo|итого|всего|сумма|составля\w+)\b",
    re.I,
)
_ADDED: Final = re.compile(r"\bc(?:ame|omes?|oming) to\b|\d \+ \S|\b(?:plus|más|mais|zuzüglich|плюс)\b", re.I)
"""Words that add up only where the sums really do."""
_MOST: Final = 8
"""Parts that a sentence may have; more are a ledger, not a sum."""


def parts_of(text: str, unit: Unit, fact: Fact, facts: Sequence[Fact]) -> tuple[Fact, ...] | None:
    """The sums of the sentence that the record has and that add up to ``fact``; None where it states no such total."""
    whole = fact.claim.value
    if not isinstance(whole, Amount) or whole.unit == "%":
        return None
    sentence = unit.sentence.start, unit.sentence.cites_from
    if not (_TOTAL.search(text, *sentence) or _ADDED.search(text, *sentence)):
        return None
    parts = _parts(whole, fact, facts)
    for size in range(len(parts), 1, -1):
        for chosen in combinations(parts, size):
            if sum((_value(p) for p in chosen), Decimal(0)) == whole.value:
                return chosen
    return None


def is_total(text: str, place: Place) -> bool:
    """Whether the line of a page on which a sum stands calls it a total."""
    high = text.find("\n", place.end)
    return bool(_TOTAL.search(text, text.rfind("\n", 0, place.start) + 1, high if high >= 0 else len(text)))


def stated_sum(text: str, unit: Unit, fact: Fact, facts: Sequence[Fact]) -> Decimal | None:
    """What the other sums of the sentence come to, where it calls ``fact`` their total and names at least two."""
    whole = fact.claim.value
    if not isinstance(whole, Amount) or whole.unit == "%":
        return None
    before = text[max(unit.sentence.start, fact.claim.start - 40) : fact.claim.start]
    parts = _parts(whole, fact, facts)
    return sum((_value(p) for p in parts), Decimal(0)) if _TOTAL.search(before) and len(parts) > 1 else None


def _parts(whole: Amount, fact: Fact, facts: Sequence[Fact]) -> list[Fact]:
    others = [f for f in facts if f is not fact and isinstance(f.claim.value, Amount) and f.places]
    return [f for f in others if isinstance(f.claim.value, Amount) and f.claim.value.unit == whole.unit][:_MOST]


def _value(fact: Fact) -> Decimal:
    value = fact.claim.value
    assert isinstance(value, Amount)
    return value.value
