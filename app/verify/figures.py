"""The numbers of a record: found by their digits at once, read closely only when somebody asks for them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from app.verify.amounts import unit_at
from app.verify.found import Place
from app.verify.numbers import DIGITS, Number, find_spelled, has_large_words, read_digits, scale_after

_NOT_DIGITS: Final = str.maketrans("", "", " .,'’")
_SCALES: Final = (Decimal(1), Decimal(1000), Decimal(10**6), Decimal(10**9))
_SCALED: Final = re.compile(r"\d[  \n]{0,2}$")
"""A number in digits: the word after it ("1.2 million") is its scale, no number of its own."""
_MONEY: Final = re.compile(r"\d[.,]\d\d(?!\d)|\d[.,  ]\d{3}(?!\d)")


@dataclass(frozen=True, slots=True)
class NumberHit:
    """A number on a page."""

    place: Place
    unit: str | None
    money: bool
    """It has a currency, cents or thousands, or stands in a row that has."""


class Figures:
    """Numbers of the pages ``texts``; places are those of the texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._on: dict[int, list[NumberHit]] = {}
        self._seen: dict[tuple[int, int], tuple[Decimal, NumberHit]] = {}

    @cached_property
    def _runs(self) -> dict[str, list[tuple[int, int]]]:
        """Page and start of every number, by its digits alone."""
        runs: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for page, text in enumerate(self._texts):
            for match in DIGITS.finditer(text):
                shown = match[0]
                digits = shown if shown.isdigit() else shown.translate(_NOT_DIGITS)
                runs[digits.lstrip("0")].append((page, match.start()))
        return runs

    def at(self, value: Decimal) -> list[NumberHit]:
        """Every number, in digits or words, that is ``value``."""
        hits = []
        for key in dict.fromkeys(_keys(value)):
            for page, start in self._runs.get(key, ()):
                found, hit = self._read(page, start)
                if found == value:
                    hits.append(hit)
        return [*hits, *self._spelled.get(value, ())]

    def near(self, value: Decimal, reach: Decimal) -> list[NumberHit]:
        """Numbers in digits closer to ``value`` than ``reach``, itself left out; the nearest first."""
        hits: list[tuple[Decimal, NumberHit]] = []
        for key, runs in self._runs.items():
            whole = int(key) if key and len(key) < 19 else -1
            if abs(whole - value) < reach or abs(Decimal(whole) / 100 - value) < reach:
                read = (self._read(page, start) for page, start in runs)
                hits += [(abs(n - value), hit) for n, hit in read if n != value and abs(n - value) < reach]
        return [hit for _, hit in sorted(hits, key=lambda h: h[0])]

    def on(self, page: int) -> list[NumberHit]:
        """Numbers in digits on one page."""
        if page not in self._on:
            starts = (m.start() for m in DIGITS.finditer(self._texts[page]))
            self._on[page] = [self._read(page, start)[1] for start in starts]
        return self._on[page]

    def _read(self, page: int, start: int) -> tuple[Decimal, NumberHit]:
        if (page, start) not in self._seen:
            self._seen[page, start] = self._read_closely(page, start)
        return self._seen[page, start]

    def _read_closely(self, page: int, start: int) -> tuple[Decimal, NumberHit]:
        text = self._texts[page]
        match = DIGITS.match(text, start)
        assert match is not None
        value, other = read_digits(match[0], match["sep"])
        factor, end = scale_after(text, match.end())
        if other is not None and factor != 1:
            value = other
        unit = unit_at(text, Number(start, end, value))
        place = Place(page, start, end)
        money = bool(unit) or factor != 1 or _in_money_row(text, start, match.end())
        return value * factor, NumberHit(place, unit, money)

    @cached_property
    def _spelled(self) -> dict[Decimal, list[NumberHit]]:
        """Numbers in words by value; only from eleven on, smaller ones are everywhere."""
        by_value: dict[Decimal, list[NumberHit]] = defaultdict(list)
        for page, text in enumerate(self._texts):
            if not has_large_words(text):
                continue
            for number in find_spelled(text):
                if number.value > 10 and not _SCALED.search(text, max(0, number.start - 4), number.start):
                    place = Place(page, number.start, number.end)
                    by_value[number.value].append(NumberHit(place, unit_at(text, number), money=True))
        return by_value


def _keys(value: Decimal) -> Iterator[str]:
    """The digits with which a number can be written: with or without cents, or before "thousand" and "million"."""
    for scale in _SCALES:
        plain = format((value / scale).normalize(), "f")
        whole, _, fraction = plain.partition(".")
        if scale > 1 and len(fraction) > 4:
            continue
        digits = (whole + fraction).lstrip("0")
        yield from (digits, digits + "0", digits + "00")


def _in_money_row(text: str, start: int, end: int) -> bool:
    low = text.rfind("\n", 0, start) + 1
    high = text.find("\n", end)
    return bool(_MONEY.search(text, low, high if high >= 0 else len(text)))
