"""What the draft may have meant: values of the record that are one slip away from one that it does not have."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from app.verify.amounts import Amount
from app.verify.dayvalues import DateValue, Day
from app.verify.facts import unit_agrees
from app.verify.found import Place
from app.verify.quotations import Quotation
from app.verify.record import Index

_FEWEST: Final = 3
"""Digits, zeros at both ends left out, from which on a likeness tells something: $25 and $75 are just two sums."""
_LONGEST: Final = 24
"""Characters of the longest number whose slips are tried, of which there are as many as the square of its digits."""


def near_places(value: object, index: Index) -> list[Place]:
    """Places of the record that say nearly what ``value`` says."""
    if isinstance(value, DateValue):
        return list(dict.fromkeys(p for reading in value.readings for p in _near_dates(reading, index)))
    if isinstance(value, Amount):
        return [
            hit.place
            for number in dict.fromkeys(_slips(value.value))
            for hit in index.figures.at(number)
            if unit_agrees(value, hit)
        ]
    if isinstance(value, Quotation):
        return index.corpus.nearest(value)
    return []


def _near_dates(day: Day, index: Index) -> Iterator[Place]:
    """Day and month changed over, a digit of the day, another month, another year."""
    if day.day is None:
        return
    others = [(day.day, day.month)] if day.day <= 12 else []
    others += [(day.month, d) for d in range(1, 32) if d != day.day and _one_slip(f"{d:02d}", f"{day.day:02d}")]
    others += [(m, day.day) for m in range(1, 13) if m != day.month]
    for month, number in others:
        yield from (place for place, _ in index.book.dated(month, number, (day.year,) if day.year else ()))
    for place, source in index.book.dated(day.month, day.day):
        if day.year and any(r.year and _one_slip(str(r.year), str(day.year)) for r in source.readings):
            yield place


def _one_slip(a: str, b: str) -> bool:
    """One character differs, or two neighbours have changed places, or the numbers are next to each other."""
    if len(a) != len(b):
        return False
    differ = [i for i in range(len(a)) if a[i] != b[i]]
    swapped = len(differ) == 2 and a[differ[0]] == b[differ[1]] and a[differ[1]] == b[differ[0]]
    return len(differ) == 1 or swapped or abs(int(a) - int(b)) == 1


def _slips(value: Decimal) -> Iterator[Decimal]:
    """Numbers with one digit changed, two digits changed over, or the point moved."""
    text = format(value, "f")
    if not _FEWEST <= len(text.replace(".", "").strip("0")) <= len(text) <= _LONGEST:
        return
    for factor in ("10", "100", "1000", "0.1", "0.01", "0.001"):
        yield value * Decimal(factor)
    for i, char in enumerate(text):
        if not char.isdigit():
            continue
        yield from (Decimal(text[:i] + d + text[i + 1 :]) for d in "0123456789" if d != char)
        for j in range(i + 1, len(text)):
            if text[j].isdigit() and text[j] != char:
                yield Decimal(text[:i] + text[j] + text[i + 1 : j] + char + text[j + 1 :])
