"""Judges dates, sums and quotations against the pages that their sentence cites, else against the whole record."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from app.domain.claim import VerdictKind
from app.verify.amounts import Amount
from app.verify.dates import DateValue, same_day
from app.verify.found import Finding, Found, Place
from app.verify.quotations import Quotation
from app.verify.record import Index, NumberHit, day_text
from app.verify.scope import Unit
from app.verify.shelf import Shelf

_GOOD: Final = VerdictKind.SUPPORTED
_BAD: Final = VerdictKind.UNSUPPORTED
_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def date_places(value: DateValue, index: Index) -> list[Place]:
    """Where the record says the date, in any of its forms."""
    places = []
    for reading in value.readings:
        if reading.day is None:
            keys: Iterable[tuple[int, int | None]] = [
                (reading.month, None),
                *((reading.month, d) for d in range(1, 32)),
            ]
        else:
            keys = [(reading.month, reading.day)]
        for key in keys:
            for place, source in index.dates.get(key, ()):
                if any(same_day(reading, s, index.years(place.page)) for s in source.readings):
                    places.append(place)
    return list(dict.fromkeys(places))


def amount_places(value: Amount, index: Index, shelf: Shelf) -> list[Place]:
    """Where the record says the sum or percentage, in digits or words."""
    hits = [*index.numbers.get(value.value, ()), *index.spelled.get(value.value, ())]
    return list(dict.fromkeys(h.place for h in hits if _unit_agrees(value, h)))


def _unit_agrees(value: Amount, hit: NumberHit) -> bool:
    if value.unit == "%":
        return hit.unit == "%"
    return hit.unit is None or hit.unit == value.unit


def rounding_places(value: Amount, index: Index) -> list[Place]:
    """Where the record has a sum that the draft has rounded."""
    if not value.rounded and value.step < 1000:
        return []
    low, high = value.value - value.step, value.value + value.step
    if not value.rounded:
        low, high = value.value - value.step / 2, value.value + value.step / 2
    return [
        h.place
        for v, hits in index.numbers.items()
        if low < v < high and v != value.value
        for h in hits
        if h.unit in {None, value.unit}
    ]


def judge_fact(claim: Found, unit: Unit, text: str, index: Index, shelf: Shelf) -> Finding:
    """A date, sum or quotation of a sentence."""
    value = claim.value
    if isinstance(value, DateValue):
        return _judge_date(value, claim, unit, text, index)
    if isinstance(value, Amount):
        return _judge_amount(value, claim, unit, text, index, shelf)
    assert isinstance(value, Quotation)
    return judge_quotation(value, unit, index, shelf)


def _unread(unit: Unit, index: Index) -> Finding | None:
    unread = index.unread(unit.pages) if unit.pages else []
    if not unread:
        return None
    return Finding(
        VerdictKind.UNCHECKED,
        f"{index.show(unread[0])} could not be read, so this could not be checked.",
        pages=tuple(unread[:1]),
    )


def _judge_date(value: DateValue, claim: Found, unit: Unit, text: str, index: Index) -> Finding:
    shown = text[claim.start : claim.end]
    if not value.readings:
        return Finding(_BAD, f"There is no such day as {shown}.")
    wrong = _wrong_weekday(value, shown)
    if wrong:
        return wrong
    value = _settled(value, unit, index)
    places = date_places(value, index)
    if value.ambiguous and places:
        return _ambiguous(value, places, index)
    unsettled = [p for p in places if _source_ambiguous(p, index)]
    if places and len(unsettled) == len(places):
        return Finding(
            VerdictKind.AMBIGUOUS,
            f"The date on {index.show(places[0].page)} can be read with day or month first, so {shown} is not settled.",
            tuple(places[:1]),
        )
    return settle(shown, [p for p in places if p not in unsettled], unit, index)


def _settled(value: DateValue, unit: Unit, index: Index) -> DateValue:
    """A date with two readings where the cited pages, or else the record, have only one of them."""
    if not value.ambiguous:
        return value
    for pages in (unit.pages, None):
        held = [r for r in value.readings if _stands(replace(value, readings=(r,)), pages, index)]
        if len(held) == 1:
            return replace(value, readings=(held[0],))
        if held:
            break
    return value


def _stands(value: DateValue, pages: frozenset[int] | None, index: Index) -> bool:
    return any(pages is None or p.page in pages for p in date_places(value, index))


def _wrong_weekday(value: DateValue, shown: str) -> Finding | None:
    actual = value.readings[0].weekday()
    if value.weekday is None or actual is None or value.weekday == actual:
        return None
    return Finding(_BAD, f"{day_text(value.readings[0])} was a {_WEEKDAYS[actual]}; the draft says {shown}.")


def _source_ambiguous(place: Place, index: Index) -> bool:
    return any(d.ambiguous for d in index.pages[place.page].dates if d.start == place.start)


def _ambiguous(value: DateValue, places: Sequence[Place], index: Index) -> Finding:
    readings = " or ".join(day_text(r) for r in value.readings)
    return Finding(
        VerdictKind.AMBIGUOUS,
        f"This can be read as {readings}, and the sources do not settle which.",
        tuple(places[:1]),
    )


def _judge_amount(value: Amount, claim: Found, unit: Unit, text: str, index: Index, shelf: Shelf) -> Finding:
    shown = text[claim.start : claim.end]
    places = amount_places(value, index, shelf)
    if not places:
        law = _in_law(value, shelf)
        if law:
            return law
        near = rounding_places(value, index)
        if near:
            exact = index.pages[near[0].page].text[near[0].start : near[0].end]
            return Finding(
                VerdictKind.AMBIGUOUS,
                f"{index.show(near[0].page)} says {exact}; {shown} may be a rounding.",
                tuple(near[:1]),
            )
    return settle(shown, places, unit, index)


def _in_law(value: Amount, shelf: Shelf) -> Finding | None:
    for i, authority in enumerate(shelf.all):
        if any(a.value == value.value and a.unit == value.unit for a in shelf.amounts(i)):
            return Finding(_GOOD, f"It stands in {authority.citations[0]}.", authority=authority.citations[0])
    return None


def settle(shown: str, places: Sequence[Place], unit: Unit, index: Index) -> Finding:
    """The verdict for a value that stands at ``places``, in a sentence that points where ``unit`` does."""
    on_scope = [p for p in places if p.page in unit.pages]
    if on_scope:
        return Finding(_GOOD, f"{index.show(on_scope[0].page)} says so.", tuple(on_scope[:1]))
    unread = _unread(unit, index)
    if unread:
        return unread
    if not places:
        return Finding(_BAD, f"{shown} stands nowhere in the record.")
    if not unit.pages:
        return Finding(_GOOD, f"{index.show(places[0].page)} says so.", tuple(places[:1]))
    return Finding(_GOOD, f"{shown} stands on {index.show(places[0].page)}.", tuple(places[:1]))


def judge_quotation(value: Quotation, unit: Unit, index: Index, shelf: Shelf) -> Finding:
    """The words must stand in a page or an authority, in order."""
    pages = index.corpus.find(value)
    here = [m for m in pages if m.text in unit.pages] or pages
    law = shelf.corpus.find(value)
    cited = [m for m in law if shelf.key(m.text) in unit.authorities]
    if cited or (law and not here):
        match = (cited or law)[0]
        return Finding(_GOOD, f"The words stand in {shelf.key(match.text)}.", authority=shelf.key(match.text))
    if here:
        return Finding(_GOOD, f"The words stand on {index.show(here[0].text)}.", (here[0].place(),))
    return _unread(unit, index) or Finding(_BAD, "These words stand nowhere in the record or the authorities.")
