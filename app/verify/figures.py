"""The numbers of a record: found by their digits at once, read closely only when somebody asks for them."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Final, NamedTuple

from app.verify.amounts import unit_at
from app.verify.barenumbers import may_be_money
from app.verify.found import Place
from app.verify.minorunits import minor_after
from app.verify.numbers import DIGITS, Number, read_digits, scale_after
from app.verify.reading import PageReading, dates_of, digits_key

_SCALES: Final = (Decimal(1), Decimal(1000), Decimal(10**6), Decimal(10**9))
_LONGEST: Final = 19
"""Digits from which on a number is no sum of money."""


class NumberHit(NamedTuple):
    """A number on a page."""

    place: Place
    unit: str | None
    money: bool
    """It has a currency, or can be a sum without one (``may_be_money``)."""


class Figures:
    """Numbers of the pages that were read so."""

    def __init__(self, readings: Sequence[PageReading]) -> None:
        self._readings = readings
        self._on: dict[int, list[NumberHit]] = {}
        self._seen: dict[tuple[int, int], tuple[Decimal, NumberHit]] = {}
        self._spans: dict[int, list[tuple[int, int]]] = {}

    @cached_property
    def _pages(self) -> dict[str, list[int]]:
        """The pages of every number, by its digits alone."""
        pages: dict[str, list[int]] = {}
        for page, reading in enumerate(self._readings):
            for digits in dict.fromkeys(reading.digits.split()):
                pages.setdefault(digits, []).append(page)
        return pages

    @cached_property
    def _ranked(self) -> tuple[list[int], list[tuple[int, str]]]:
        """The numbers that digits can mean, from low to high, and with each where it came first and its digits."""
        pairs = sorted((int(k), i, k) for i, k in enumerate(self._pages) if k != "0" and len(k) < _LONGEST)
        return [whole for whole, _, _ in pairs], [(i, k) for _, i, k in pairs]

    def _starts(self, page: int, digits: str) -> Iterator[int]:
        reading = self._readings[page]
        return (start for shown, start in zip(reading.digits.split(), reading.starts, strict=True) if shown == digits)

    def at(self, value: Decimal) -> list[NumberHit]:
        """Every number, in digits or words, that is ``value``."""
        hits = []
        for key in dict.fromkeys(_keys(value)):
            for page in self._pages.get(key, ()):
                read = (self._read(page, start) for start in self._starts(page, key))
                hits += [hit for found, hit in read if found == value]
        return [*hits, *self._spelled.get(value, ())]

    def near(self, value: Decimal, reach: Decimal) -> list[NumberHit]:
        """Numbers in digits closer to ``value`` than ``reach``, itself left out; the nearest first."""
        hits: list[tuple[Decimal, NumberHit]] = []
        wholes, digits = self._ranked
        spans = [
            (bisect_right(wholes, (value - reach) * scale), bisect_left(wholes, (value + reach) * scale))
            for scale in (1, 100)
        ]
        keys = sorted({key for low, high in spans for key in digits[low:high]})
        for _, key in keys:
            for page in self._pages[key]:
                read = (self._read(page, start) for start in self._starts(page, key))
                hits += [(abs(n - value), hit) for n, hit in read if n != value and abs(n - value) < reach]
        return [hit for _, hit in sorted(hits, key=lambda h: h[0])]

    def on(self, page: int) -> list[NumberHit]:
        """Numbers in digits on one page."""
        if page not in self._on:
            self._on[page] = [self._read(page, start)[1] for start in self._readings[page].starts]
        return self._on[page]

    def _read(self, page: int, start: int) -> tuple[Decimal, NumberHit]:
        if (page, start) not in self._seen:
            self._seen[page, start] = self._read_closely(page, start)
        return self._seen[page, start]

    def _dates(self, page: int) -> list[tuple[int, int]]:
        if page not in self._spans:
            self._spans[page] = sorted((date.start, date.end) for date in dates_of(self._readings[page]))
        return self._spans[page]

    def _read_closely(self, page: int, start: int) -> tuple[Decimal, NumberHit]:
        text = self._readings[page].text
        match = DIGITS.match(text, start)
        assert match is not None
        value, other = read_digits(match[0], match["sep"])
        factor, end = scale_after(text, match.end())
        if other is not None and factor != 1:
            value = other
        minor = minor_after(text, end) if factor == 1 else None
        factor, unit = minor[:2] if minor else (factor, unit_at(text, Number(start, end, value)))
        place = Place(page, start, end)
        money = bool(unit) or factor != 1 or may_be_money(text, start, match.end(), self._dates(page))
        return value * factor, NumberHit(place, unit, money)

    @cached_property
    def _spelled(self) -> dict[Decimal, list[NumberHit]]:
        """Numbers in words by value; only from eleven on, smaller ones are everywhere."""
        by_value: dict[Decimal, list[NumberHit]] = defaultdict(list)
        for page, reading in enumerate(self._readings):
            for value, start, end, unit in reading.spelled:
                by_value[Decimal(value)].append(NumberHit(Place(page, start, end), unit, money=True))
        return by_value


def _keys(value: Decimal) -> Iterator[str]:
    """The digits with which a number can be written: with or without cents, or before "thousand" and "million"."""
    for scale in _SCALES:
        plain = format((value / scale).normalize(), "f")
        whole, _, fraction = plain.partition(".")
        if scale > 1 and len(fraction) > 4:
            continue
        digits = digits_key(whole + fraction)
        yield from (digits, digits + "0", digits + "00")
