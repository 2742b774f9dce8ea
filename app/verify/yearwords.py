"""Years that a date doesn't have in digits: in words, or shared with the date that follows it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.verify.dayvalues import DateValue
from app.verify.numbers import find_spelled
from app.verify.tables import MONTH_NAMES, MONTHS, ORDINALS

_MONTH: Final = "|".join(sorted({word.title() for row in MONTH_NAMES["en"] for word in row.split()}, reverse=True))
_ORDINAL: Final = "|".join(sorted((re.escape(o) for o in ORDINALS if o.isascii()), key=len, reverse=True))
_DAY: Final = rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?|(?P<ordinal>{_ORDINAL}))"
_WORDS: Final = (
    r"(?P<year>two thousand(?:(?: and)?[ -](?:[a-z]+)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)?|"
    r"nineteen(?: hundred(?: and)?)?[ -][a-z]+(?:-[a-z]+)?|twenty[ -](?:oh[ -])?[a-z]+(?:-[a-z]+)?)\b"
)
_SPELLED: Final = tuple(
    re.compile(p, re.I)
    for p in (
        rf"\b(?:the )?{_DAY}(?: day)? of (?P<month>{_MONTH}),? (?:in the year |of the year )?{_WORDS}",
        rf"\b(?P<month>{_MONTH})\.? (?:the )?{_DAY},? (?:in the year )?{_WORDS}",
    )
)
_BETWEEN: Final = re.compile(
    r"\s?(?:[-–—]|,?\s(?:to|and|through|until|till|or|bis(?: zum)?|und|au|et|al?|y|hasta(?: el)?|e|a|até|до|по|и)\s)"
    r"\s?(?:the\s)?"
)


def spelled_years(text: str) -> Iterator[tuple[int, int, int, int, int]]:
    """Start, end, year, month and day of dates whose year is in words: "the third day of May, nineteen ninety-four"."""
    small = text.casefold()
    if "thousand" not in small and "nineteen" not in small and "twenty" not in small:
        return
    for pattern in _SPELLED:
        for match in pattern.finditer(text):
            year = _year(match["year"])
            day = ORDINALS[match["ordinal"].casefold()] if match["ordinal"] else int(match["day"])
            if year:
                yield match.start(), match.end(), year, MONTHS[match["month"].casefold()], day


def _year(words: str) -> int | None:
    """A year in words: "two thousand and four", "nineteen ninety-four", "twenty twenty-three"."""
    small = words.casefold().replace(" oh", "")
    if small.startswith("two thousand"):
        whole = list(find_spelled(small))
        value = int(whole[0].value) if len(whole) == 1 else 0
        return value if 2000 <= value < 2100 else None
    head, _, tail = small.replace("-", " ", 1).partition(" ")
    rest = list(find_spelled(tail.removeprefix("hundred").removeprefix(" and").strip()))
    value = int(rest[0].value) if len(rest) == 1 else 0
    return (1900 if head == "nineteen" else 2000) + value if 0 < value < 100 else None


def shared_years(text: str, values: Sequence[DateValue]) -> list[DateValue]:
    """The dates, with the year of its range's end for one that has none: "from July 1 to August 3, 2022".

    A day later in the year than the end of its range is of the year before.
    """
    made = list(values)
    for n in range(len(made) - 2, -1, -1):
        one, other = made[n], made[n + 1]
        if len(one.readings) != 1 or len(other.readings) != 1 or not _BETWEEN.fullmatch(text, one.end, other.start):
            continue
        first, last = one.readings[0], other.readings[0]
        if first.year is None and last.year and first.day and last.day:
            turns = (first.month, first.day) > (last.month, last.day)
            made[n] = replace(one, readings=(replace(first, year=last.year - turns),))
    return made
