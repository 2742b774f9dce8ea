"""Sums below zero: a minus in the draft needs one on the page, and a profit is none where the page has a loss."""

import re
from dataclasses import replace
from typing import Final

from app.domain.claim import VerdictKind
from app.verify.amounts import Amount
from app.verify.found import Finding, Found, Place
from app.verify.record import Index

_MINUS: Final = re.compile(r"(?:(?<![\w.,)\s])|(?<=\s))[-−–]\s?(?:[$€£]\s?)?$|[(](?:[$€£]\s?)?$|[$€£]\s?[-−(]$")
_GAIN: Final = re.compile(
    r"\b(?:profit|gain|surplus|net income|Gewinn|Überschuss|bénéfice|excédent|beneficio|ganancia|superávit|lucro|"
    r"прибыль)\s(?:of|von|de|in Höhe von|в размере)?\s?$",
    re.I,
)


def is_negative(text: str, place: Place) -> bool:
    """Whether a number of a page is below zero: ``-450.00``, ``(450.00)``, ``($450)``; not a number in a sentence's
    parenthesis, which says more than the number."""
    sign = _MINUS.search(text, max(0, place.start - 4), place.start)
    if not sign or "(" not in sign[0]:
        return bool(sign)
    return text[place.end : place.end + 1] == ")" or text[place.end : place.end + 3] in {" €)", " $)", " £)"}


def signed(text: str, claim: Found, finding: Finding, index: Index) -> Finding:
    """The verdict on a sum that was found, with its sign held against those of the page."""
    value = claim.value
    if finding.verdict is not VerdictKind.SUPPORTED or not isinstance(value, Amount) or not finding.places:
        return finding
    below = [is_negative(index.pages[p.page].text, p) for p in finding.places]
    there = index.show(finding.places[0].page)
    shown = text[claim.start : claim.end]
    if value.negative and not any(below):
        why = f"{there} has {shown} without a minus."
        return replace(finding, verdict=VerdictKind.AMBIGUOUS, reason=why)
    if all(below) and _GAIN.search(text[max(0, claim.start - 32) : claim.start]):
        return replace(
            finding, verdict=VerdictKind.UNSUPPORTED, reason=f"On {there} {shown} stands below zero: a loss."
        )
    return finding
