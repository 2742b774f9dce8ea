"""The dates of a record: by page as its document writes them, and by month and day across all pages."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property

from app.verify.dayvalues import DateValue, Day, Order
from app.verify.found import Place
from app.verify.reading import PageReading, dates_of
from app.verify.shortdays import page_dates


class DateBook:
    """Dates are made of the pages' readings as they are asked for."""

    def __init__(self, readings: Sequence[PageReading], documents: Sequence[str], language: str) -> None:
        """``documents``: the exhibit of each page."""
        self._readings = readings
        self._document_of = documents
        self._documents: dict[str, list[int]] = {}
        for page, name in enumerate(documents):
            self._documents.setdefault(name, []).append(page)
        self._language = language
        self._on: dict[int, list[DateValue]] = {}
        self._shown: dict[str, Order | None] = {}
        self._days: dict[str, frozenset[Day]] = {}
        self._years: dict[str, frozenset[int]] = {}

    def on(self, page: int) -> list[DateValue]:
        """The dates of a page, in order; numeric ones as the rest of their document settles them."""
        held = self._on.get(page)
        if held is None:
            reading = self._readings[page]
            shown = self._order_of(page) if reading.ambiguous else None
            held = page_dates(reading.text, shown) if shown else dates_of(reading)
            if reading.ambiguous and not shown:
                held = [self._as_named(page, date) if date.ambiguous else date for date in held]
            self._on[page] = held
        return held

    def _as_named(self, page: int, date: DateValue) -> DateValue:
        """The one of its readings that a date of its document names without doubt; all, where none or each is named."""
        named = [day for day in date.readings if day in self._named(self._document_of[page])]
        return replace(date, readings=tuple(named)) if len(named) == 1 else date

    def _named(self, document: str) -> frozenset[Day]:
        """The whole days that a document's dates name without doubt."""
        if document not in self._days:
            days = (
                d.readings[0] for p in self._documents[document] for d in dates_of(self._readings[p]) if not d.ambiguous
            )
            self._days[document] = frozenset(day for day in days if day.year and day.day)
        return self._days[document]

    def dated(self, month: int, day: int | None, years: Collection[int] | None = None) -> list[tuple[Place, DateValue]]:
        """Where the record names this month and day (None: a month alone), in the order of its pages.

        ``years``: only with one of these years or with none.
        """
        spots = self._spots.get((month, day), ())
        wanted = ((page, at) for page, at, year in spots if years is None or year is None or year in years)
        found = []
        for page, at in dict.fromkeys(wanted):
            value = self._value(page, at)
            if value and any((r.month, r.day) == (month, day) for r in value.readings):
                found.append((Place(page, value.start, value.end), value))
        return found

    def _value(self, page: int, at: int) -> DateValue | None:
        """A date by its place in the page's reading; as settled, where it could be read in two ways."""
        reading = self._readings[page]
        if not reading.ambiguous:
            return reading.date(at)
        return next((d for d in self.on(page) if d.start == reading.dates[at]), None)

    def years(self, page: int) -> frozenset[int]:
        """Years that the dates of a page's document name."""
        document = self._document_of[page]
        if document not in self._years:
            dates = (d for p in self._documents[document] for d in self.on(p))
            self._years[document] = frozenset(r.year for d in dates for r in d.readings if r.year)
        return self._years[document]

    @cached_property
    def order(self) -> Order | None:
        """Day or month first in the record's own numeric dates; every language but English writes the day first.

        None where they differ: then each document is read by its own, or not settled.
        """
        shown = self._votes(range(len(self._readings)))
        if shown:
            return shown.pop() if len(shown) == 1 else None
        return "DMY" if self._language != "en" else self._custom()

    def _custom(self) -> Order | None:
        """The order of the dates that English pages write with the month's name; none where pages differ."""
        written = {reading.written for reading in self._readings} - {None}
        return written.pop() if len(written) == 1 else None

    def _order_of(self, page: int) -> Order | None:
        document = self._document_of[page]
        if document not in self._shown:
            self._shown[document] = self._shown_on(self._documents[document]) or self.order
        return self._shown[document]

    def _shown_on(self, pages: Collection[int]) -> Order | None:
        votes = self._votes(pages)
        return votes.pop() if len(votes) == 1 else None

    def _votes(self, pages: Collection[int]) -> set[Order]:
        return set().union(*(self._readings[page].orders() for page in pages if self._readings[page].shown))

    @cached_property
    def _spots(self) -> dict[tuple[int, int | None], list[tuple[int, int, int | None]]]:
        """Page, place in its reading and year of every date, by month and day."""
        spots: dict[tuple[int, int | None], list[tuple[int, int, int | None]]] = {}
        for page, reading in enumerate(self._readings):
            for at, year, month, day in reading.days():
                spots.setdefault((month, day), []).append((page, at, year))
        return spots
