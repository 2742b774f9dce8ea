"""Where the record says the dates, sums and quotations of a draft."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final

from app.verify.amounts import Amount
from app.verify.dates import same_day
from app.verify.dayvalues import DateValue, Day
from app.verify.figures import NumberHit
from app.verify.found import Found, Place
from app.verify.gaps import Turned, kept_sense
from app.verify.pagebreak import across_pages
from app.verify.quotations import Quotation
from app.verify.record import Index
from app.verify.shelf import Shelf
from app.verify.yeartables import month_cells

_COARSE: Final = 1000
"""A sum whose last written place is this or more may be a rounding, whatever the words before it."""


@dataclass(slots=True)
class Fact:
    """A date, sum or quotation, every place of the record that says it, and the authorities that do."""

    claim: Found
    places: list[Place]
    law: tuple[str, ...] = ()
    roundings: tuple[Place, ...] = ()
    near: list[Place] = field(default_factory=list)
    """Where the record says nearly this, if it does not say it."""
    damaged: bool = False
    """Whether a quotation was found only by forgiving OCR."""
    turned: Turned | None = None
    """Where its words stand, if what a quotation leaves out or adds makes them say the opposite everywhere."""

    @property
    def pages(self) -> frozenset[int]:
        return frozenset(p.page for p in self.places)


def read_fact(claim: Found, index: Index, shelf: Shelf) -> Fact:
    """Looks a claim up, wherever its sentence points."""
    value = claim.value
    if isinstance(value, DateValue):
        return Fact(claim, date_places(value, index))
    if isinstance(value, Amount):
        places = amount_places(value, index)
        law = () if places else tuple(shelf.key(i) for i in range(len(shelf.all)) if shelf.names_amount(i, value))
        return Fact(claim, places, law, () if places or law else tuple(rounding_places(value, index)))
    assert isinstance(value, Quotation)
    return _read_quotation(claim, value, index, shelf)


def _read_quotation(claim: Found, value: Quotation, index: Index, shelf: Shelf) -> Fact:
    pages, turned = kept_sense(value, index.corpus.find(value), index.corpus)
    cited, turned_there = kept_sense(value, shelf.corpus.find(value), shelf.corpus)
    law = tuple(shelf.key(m.text) for m in cited)
    places = [m.place() for m in pages] or ([] if law else across_pages(value, index))
    if turned_there and not places:
        law, turned = (shelf.key(turned_there.place.page),), turned_there
    damaged = bool(pages) and pages[0].damaged
    return Fact(claim, places, law, damaged=damaged, turned=turned if not places else None)


def date_places(value: DateValue, index: Index) -> list[Place]:
    """Where the record says the date, in any of its forms."""
    places: list[Place] = []
    for reading in value.readings:
        keys: Iterable[tuple[int, int | None]] = [(reading.month, reading.day)]
        if reading.day is None:
            keys = [(reading.month, None), *((reading.month, day) for day in range(1, 32))]
        for key in keys:
            years = None if reading.year is None else (reading.year,)
            for place, source in index.book.dated(*key, years):
                if any(same_day(reading, s, _years(s, place, index)) for s in source.readings):
                    places.append(place)
        if reading.day is None and reading.year and not places:
            places += month_cells(reading.month, reading.year, index)
    return list(dict.fromkeys(places))


def _years(source: Day, place: Place, index: Index) -> frozenset[int]:
    """Years that a date of the record without its own can have."""
    return index.book.years(place.page) if source.year is None else frozenset()


def with_reading(value: DateValue, number: int) -> DateValue:
    """The date in one of its readings."""
    return replace(value, readings=(value.readings[number],))


def amount_places(value: Amount, index: Index) -> list[Place]:
    """Where the record says the sum or percentage, in digits or words."""
    return list(dict.fromkeys(h.place for h in index.figures.at(value.value) if unit_agrees(value, h)))


def unit_agrees(value: Amount, hit: NumberHit) -> bool:
    """Whether a number on a page can be the draft's sum: the same currency, or none in a money column."""
    if value.unit == "%":
        return hit.unit == "%"
    return hit.unit == value.unit or (hit.unit is None and hit.money)


def rounding_places(value: Amount, index: Index) -> list[Place]:
    """Where the record has a sum that the draft has rounded, the nearest first; cents left off are a rounding."""
    if value.unit == "%" or (not value.rounded and value.step < 1):
        return []
    coarse = value.step if value.rounded else value.step / 2
    reach = coarse if value.rounded or value.step >= _COARSE else Decimal(1)
    return [hit.place for hit in index.figures.near(value.value, reach) if unit_agrees(value, hit)]
