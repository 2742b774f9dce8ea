"""What the verifier reads on one page, as values that can be kept: a matter that is opened again is not read again."""

import hashlib
import json
import re
from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from app.domain.evidence import Page
from app.verify.amounts import UNIT_WORDS, sums_in_words, unit_at
from app.verify.dates import written_order
from app.verify.dayvalues import DateValue, Day, Order
from app.verify.letterstream import quotable, runs_of
from app.verify.normal import blank_line_numbers, clean, repair_digits
from app.verify.numbers import DIGITS, find_spelled, has_large_words
from app.verify.shortdays import page_dates

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_BROKEN_NUMBER: Final = re.compile(
    r"\n(?:(?=\d{3},\d\d\b)(?:(?<=\d \d{3}\n)|(?<=[ \d]\d\n))|(?=\d{3} \d{3}(?:,\d\d)?\b)(?<=[ \d]\d\n))"
)
"""A line that ends inside ``2 710 920,00``."""
_SCALED: Final = re.compile(r"\d[  \n]{0,2}$")
"""A number in digits: the word after it ("1.2 million") is its scale, no number of its own."""
_NOT_DIGITS: Final = str.maketrans("", "", " .,'’")

_Days = tuple[int | None, int, int | None]
_ORDERS: Final[tuple[Order | None, ...]] = (None, "DMY", "MDY")
_NONE: Final = -1
_ROW: Final = 6
_READING: Final = 3
_AMBIGUOUS: Final = 4


@dataclass(frozen=True, slots=True)
class PageReading:
    """One page. Positions are those of ``text``, code points. Compact, since a record has thousands of them."""

    text: str
    """The page's text made readable: the length of the page's own text or less."""
    dates: "array[int]"
    """Its dates, numeric ones in all their readings; ``dates_of`` reads them."""
    shown: int
    """Whether numeric dates show day first (1) or month first (2), and whether one is ambiguous (4), added up."""
    written: Order | None
    """The order in which it writes dates with a month's name, where it has a custom."""
    digits: str
    """The digits of each of its numbers, without zeros before them, with spaces between."""
    starts: "array[int]"
    """Where each of its numbers begins."""
    spelled: Sequence[tuple[str, int, int, str | None]]
    """Numbers from eleven on that it writes in words: value, start, end, unit."""
    words: str
    """Its words of two letters or more, each once, in small letters, with spaces between."""
    runs: str
    """What quotations are found by on it: ``letterstream.runs_of`` of the page's own text."""

    def orders(self) -> frozenset[Order]:
        """Orders that its numeric dates show."""
        return frozenset(order for n, order in enumerate(_ORDERS) if order and self.shown & n)

    @property
    def ambiguous(self) -> bool:
        """Whether one of its dates can be read day or month first."""
        return bool(self.shown & _AMBIGUOUS)

    def days(self) -> Iterator[tuple[int, int | None, int, int | None]]:
        """Every reading of its dates: where it stands in ``dates``, and its year, month and day."""
        dates, at = self.dates, 0
        while at < len(dates):
            end = at + _ROW + _READING * dates[at + _ROW - 1]
            for low in range(at + _ROW, end, _READING):
                year, month, day = dates[low : low + _READING]
                yield at, None if year == _NONE else year, month, None if day == _NONE else day
            at = end

    def date(self, at: int) -> DateValue:
        """The date that stands at ``at`` in ``dates``."""
        start, end, weekday, numeric, order, count = self.dates[at : at + _ROW]
        readings = tuple([_day(*day) for day in _days(self.dates, at, count)])
        return DateValue(start, end, readings, None if weekday == _NONE else weekday, bool(numeric), _ORDERS[order])


@lru_cache(maxsize=65536)
def _day(year: int | None, month: int, day: int | None) -> Day:
    """One value for each day: the pages of a matter name the same ones again and again."""
    return Day(year, month, day)


def read_page(page: Page) -> PageReading:
    """Reads a page, whatever its text."""
    text = _readable(page)
    words = dict.fromkeys(_WORD.findall(text.casefold()))
    dates = page_dates(text, words=words)
    numbers = list(DIGITS.finditer(text))
    return PageReading(
        text,
        array("i", (part for date in dates for part in _row(date))),
        sum({_ORDERS.index(d.order) for d in dates}) + _AMBIGUOUS * any(d.ambiguous for d in dates),
        written_order(text, dates),
        " ".join(digits_key(m[0]) for m in numbers),
        array("i", (m.start() for m in numbers)),
        list(_spelled(text, words)),
        " ".join(words),
        runs_of(quotable(page.text)),
    )


def dates_of(reading: PageReading) -> list[DateValue]:
    """The dates of a page."""
    return [reading.date(at) for at, _ in _rows(reading.dates)]


def digits_key(shown: str) -> str:
    """What a number is looked up by: its digits, without zeros before them."""
    return (shown if shown.isdigit() else shown.translate(_NOT_DIGITS)).lstrip("0") or "0"


def reading_key(page: Page) -> str:
    """What a page's kept reading goes by: all that it was made of, and the rules that made it."""
    known = page.bates if page.bates and page.bates in page.text else ""
    made_of = f"{reading_version()}\0{known}\0{page.text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(made_of, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Kept:
    """A reading as it is kept: its key, the version of the rules that made it, and itself as JSON."""

    key: str
    version: str
    data: str


def kept_reading(page: Page) -> Kept:
    """Reads a page, to be kept."""
    return Kept(reading_key(page), reading_version(), pack(read_page(page), page))


@cache
def reading_version() -> str:
    """Names the rules that read pages: changes with any file of the verifier, since no list of them stays right."""
    digest = hashlib.blake2b(digest_size=8)
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def pack(reading: PageReading, page: Page) -> str:
    """A reading as it is kept: JSON, without the page's text where it is as it was."""
    text = None if reading.text == page.text else reading.text
    dates, starts = reading.dates.tolist(), reading.starts.tolist()
    said = [reading.digits, starts, reading.spelled, reading.words, reading.runs]
    return json.dumps([text, dates, reading.shown, reading.written, *said], separators=(",", ":"))


def unpack(kept: str, page: Page) -> PageReading | None:
    """The reading that was kept of a page; None where it can't be one."""
    try:
        text, dates, shown, written, digits, starts, spelled, words, runs = json.loads(kept)
        whole = page.text if text is None else text
        in_words = [(value, start, end, unit) for value, start, end, unit in spelled]
        return PageReading(whole, array("i", dates), shown, written, digits, array("i", starts), in_words, words, runs)
    except (ValueError, TypeError):
        return None


def _readable(page: Page) -> str:
    text = _BROKEN_NUMBER.sub(" ", clean(page.text).text)
    if page.bates and page.bates in text:
        text = text.replace(page.bates, " " * len(page.bates))
    return blank_line_numbers(repair_digits(text))


def _row(value: DateValue) -> list[int]:
    days = [_NONE if v is None else v for r in value.readings for v in (r.year, r.month, r.day)]
    weekday = _NONE if value.weekday is None else value.weekday
    order = _ORDERS.index(value.order)
    return [value.start, value.end, weekday, int(value.numeric), order, len(value.readings), *days]


def _rows(dates: Sequence[int]) -> Iterator[tuple[int, list[_Days]]]:
    """Where each date stands, and its readings."""
    at = 0
    while at < len(dates):
        count = dates[at + _ROW - 1]
        yield at, _days(dates, at, count)
        at += _ROW + _READING * count


def _days(dates: Sequence[int], at: int, count: int) -> list[_Days]:
    low = at + _ROW
    rows = (dates[low + _READING * n : low + _READING * (n + 1)] for n in range(count))
    return [(None if year == _NONE else year, month, None if day == _NONE else day) for year, month, day in rows]


def _spelled(text: str, words: Collection[str]) -> Iterator[tuple[str, int, int, str | None]]:
    """Numbers in words; only from eleven on, smaller ones are everywhere. Sums and percentages whatever they are."""
    starts: set[int] = set()
    if not UNIT_WORDS.isdisjoint(words):
        for amount in sums_in_words(text):
            starts.add(amount.start)
            yield str(amount.value), amount.start, amount.end, amount.unit
    if not has_large_words(words):
        return
    for number in find_spelled(text):
        if (
            number.value > 10
            and number.start not in starts
            and not _SCALED.search(text, max(0, number.start - 4), number.start)
        ):
            yield str(number.value), number.start, number.end, unit_at(text, number)
