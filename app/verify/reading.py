"""What the verifier reads on one page, as values that can be kept: a matter that is opened again is not read again."""

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from app.domain.evidence import Page
from app.verify.amounts import unit_at
from app.verify.dates import DateValue, Day, Order, find_dates, written_order
from app.verify.normal import blank_line_numbers, clean, repair_digits
from app.verify.numbers import DIGITS, find_spelled, has_large_words

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_BROKEN_NUMBER: Final = re.compile(
    r"\n(?:(?=\d{3},\d\d\b)(?:(?<=\d \d{3}\n)|(?<=[ \d]\d\n))|(?=\d{3} \d{3}(?:,\d\d)?\b)(?<=[ \d]\d\n))"
)
"""A line that ends inside ``2 710 920,00``."""
_SCALED: Final = re.compile(r"\d[  \n]{0,2}$")
"""A number in digits: the word after it ("1.2 million") is its scale, no number of its own."""
_NOT_DIGITS: Final = str.maketrans("", "", " .,'’")
_READERS: Final = ("amounts", "dates", "daylists", "monthnames", "normal", "numbers", "reading", "tables")

DateRow = tuple[int, int, int | None, bool, Order | None, Sequence[tuple[int | None, int, int | None]]]
"""Start, end, weekday, whether in digits, the order it shows; then year, month and day of each reading."""


@dataclass(frozen=True, slots=True)
class PageReading:
    """One page. Positions are those of ``text``, code points."""

    text: str
    """The page's text made readable: the length of the page's own text or less."""
    dates: Sequence[DateRow]
    """Its dates, numeric ones in all their readings."""
    written: Order | None
    """The order in which it writes dates with a month's name, where it has a custom."""
    numbers: Sequence[tuple[str, int]]
    """Its numbers: their digits without zeros before them, and their start."""
    spelled: Sequence[tuple[str, int, int, str | None]]
    """Numbers from eleven on that it writes in words: value, start, end, unit."""
    words: Collection[str]
    """Its words of two letters or more, each once, in small letters."""


def read_page(page: Page) -> PageReading:
    """Reads a page, whatever its text."""
    text = _readable(page)
    words = dict.fromkeys(_WORD.findall(text.casefold()))
    dates = find_dates(text, damaged=True, words=words)
    numbers = [(_digits(m[0]), m.start()) for m in DIGITS.finditer(text)]
    return PageReading(
        text, [_row(d) for d in dates], written_order(text, dates), numbers, list(_spelled(text, words)), words
    )


def date_of(row: DateRow) -> DateValue:
    """The date of one row."""
    start, end, weekday, numeric, order, days = row
    return DateValue(start, end, tuple(Day(*day) for day in days), weekday, numeric, order)


def reading_key(page: Page) -> str:
    """What a page's kept reading goes by: all that it was made of, and the rules that made it."""
    known = page.bates if page.bates and page.bates in page.text else ""
    made_of = f"{reading_version()}\0{known}\0{page.text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(made_of, digest_size=16).hexdigest()


@cache
def reading_version() -> str:
    """Names the rules that read pages: changes with any of their files."""
    digest = hashlib.blake2b(digest_size=8)
    for name in _READERS:
        digest.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return digest.hexdigest()


def pack(reading: PageReading, page: Page) -> str:
    """A reading as it is kept: JSON, without the page's text where it is as it was."""
    text = None if reading.text == page.text else reading.text
    numbers = [v for pair in reading.numbers for v in pair]
    rows = [text, reading.dates, reading.written, numbers, reading.spelled, " ".join(reading.words)]
    return json.dumps(rows, separators=(",", ":"))


def unpack(kept: str, page: Page) -> PageReading | None:
    """The reading that was kept of a page; None where it can't be one."""
    try:
        text, dates, written, numbers, spelled, words = json.loads(kept)
    except ValueError:
        return None
    pairs: list[tuple[str, int]] = list(zip(numbers[::2], numbers[1::2], strict=True))
    return PageReading(page.text if text is None else text, dates, written, pairs, spelled, words.split())


def _readable(page: Page) -> str:
    text = _BROKEN_NUMBER.sub(" ", clean(page.text).text)
    if page.bates and page.bates in text:
        text = text.replace(page.bates, " " * len(page.bates))
    return blank_line_numbers(repair_digits(text))


def _row(value: DateValue) -> DateRow:
    days = [(r.year, r.month, r.day) for r in value.readings]
    return value.start, value.end, value.weekday, value.numeric, value.order, days


def _digits(shown: str) -> str:
    return (shown if shown.isdigit() else shown.translate(_NOT_DIGITS)).lstrip("0")


def _spelled(text: str, words: Collection[str]) -> Iterator[tuple[str, int, int, str | None]]:
    """Numbers in words; only from eleven on, smaller ones are everywhere."""
    if not has_large_words(words):
        return
    for number in find_spelled(text):
        if number.value > 10 and not _SCALED.search(text, max(0, number.start - 4), number.start):
            yield str(number.value), number.start, number.end, unit_at(text, number)
