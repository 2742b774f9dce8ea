"""Halves and quarters of numbers in words: "two and one-half", "half a million", "three-quarters of one"."""

import re
from decimal import Decimal
from typing import Final

from app.verify.numbers import Number
from app.verify.tables import SCALES

_WORTH: Final = {"half": Decimal("0.5"), "third": Decimal(1) / 3, "quarter": Decimal("0.25"), "fourth": Decimal("0.25")}
_PART: Final = r"(?P<part>half|third|quarter|fourth)s?"
_SCALE: Final = rf"(?: (?P<scale>{'|'.join(s for s in SCALES if s.isascii() and len(s) > 5)}))?(?= )"
_ENDS_IN_ONE: Final = re.compile(rf"[- ]{_PART}\b{_SCALE}(?P<of> of (?:one|a|1)(?:\(1\))?(?= ))?")
"""After a run of number words whose last, "one" or "three", counts the parts."""
_AND_A: Final = re.compile(rf" and a {_PART}\b{_SCALE}")
_BEFORE: Final = re.compile(r"\b(?:(?P<count>a|one|three)[- ])?(?P<part>half|quarter|third)s?(?: of)? an? $", re.I)
_COUNTS: Final = {"one": 1, "two": 2, "three": 3}


def with_fraction(text: str, number: Number) -> tuple[int, int, Decimal]:
    """Where a number in words begins and ends with its fraction, and what it is worth."""
    shown = text[number.start : number.end].casefold()
    counted = _ENDS_IN_ONE.match(text, number.end)
    if counted:
        words = shown.replace("-", " ").split()
        parts = _COUNTS.get(words[-1], 0)
        if parts and (len(words) == 1 or words[-2] in {"and"}):
            whole = number.value - parts
            value = (whole + parts * _WORTH[counted["part"].casefold()]) * _scale(counted)
            return number.start, counted.end(), value
    more = _AND_A.match(text, number.end)
    if more:
        return number.start, more.end(), (number.value + _WORTH[more["part"].casefold()]) * _scale(more)
    low = max(0, number.start - 24)
    part = _BEFORE.search(text[low : number.start])
    if part and number.value >= 100:
        count = _COUNTS.get((part["count"] or "one").casefold(), 1)
        return low + part.start(), number.end, number.value * count * _WORTH[part["part"].casefold()]
    return number.start, number.end, number.value


def _scale(match: re.Match[str]) -> Decimal:
    return Decimal(SCALES[match["scale"].casefold()]) if match["scale"] else Decimal(1)
