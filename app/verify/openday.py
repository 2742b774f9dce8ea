"""What can be said of a date by itself: no calendar has it, its weekday is wrong, or it can be read in two ways."""

from typing import Final

from app.domain.claim import VerdictKind
from app.verify.dayvalues import DateValue
from app.verify.facts import Fact, date_places, with_reading
from app.verify.found import Finding, Place
from app.verify.record import Index, day_text

_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def judge_day(value: DateValue, fact: Fact, shown: str, pages: frozenset[int], index: Index) -> Finding | None:
    """What can be said of a date before its places are weighed; it also settles which reading is meant."""
    if not value.readings:
        return Finding(VerdictKind.UNSUPPORTED, f"There is no such day as {shown}.")
    actual = value.readings[0].weekday()
    if value.weekday is not None and actual is not None and value.weekday != actual:
        return Finding(
            VerdictKind.UNSUPPORTED, f"{day_text(value.readings[0])} was a {_WEEKDAYS[actual]}; the draft says {shown}."
        )
    if value.ambiguous and fact.places:
        held = _held(value, pages, index) or _held(value, None, index)
        if len(held) > 1:
            readings = " or ".join(day_text(r) for r in value.readings)
            why = f"This can be read as {readings}, and the sources do not settle which."
            return Finding(VerdictKind.AMBIGUOUS, why, tuple(fact.places[:1]))
        fact.places = held[0]
    return _unsettled_source(fact, shown, pages, index)


def _held(value: DateValue, pages: frozenset[int] | None, index: Index) -> list[list[Place]]:
    found = [date_places(with_reading(value, n), index) for n in range(len(value.readings))]
    return [f for f in found if any(pages is None or p.page in pages for p in f)]


def _unsettled_source(fact: Fact, shown: str, pages: frozenset[int], index: Index) -> Finding | None:
    """A date of the record that could be read day or month first supports nothing by itself."""
    open_ = [p for p in fact.places if index.is_ambiguous(p)]
    sure = [p for p in fact.places if p not in open_]
    cited = [p for p in open_ if p.page in pages]
    if not open_ or (sure and (not cited or any(p.page in pages for p in sure))):
        fact.places = sure
        return None
    where = (cited or open_)[0]
    there = index.show(where.page)
    why = f"The date on {there} can be read with day or month first, so {shown} is not settled."
    return Finding(VerdictKind.AMBIGUOUS, why, (where,))
