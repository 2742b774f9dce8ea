"""Days that a page tells without their year or month: "04/06" in a statement's column, "until the 20th" in a letter.

Only pages of the record are read so: their document's other dates name the year, and the month that was spoken of.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from app.verify.dates import find_dates, readings_of, valid_day
from app.verify.dayvalues import DateValue, Order

_IN_CELL: Final = re.compile(
    r"(?:^|(?<=  )|(?<=\| ))(?:(?P<a>\d\d?)/(?P<b>\d\d?)|(?P<d>\d\d?)\.(?P<m>\d\d?)\.)(?=[ \t]{2,}|[ \t]*(?:\||$))",
    re.M,
)
_COLUMN: Final = 3
"""So many make a column; fewer may be fractions or sheets of a set."""
_ORDINAL: Final = re.compile(
    r"\bthe (?P<day>\d{1,2})(?:st|nd|rd|th)\b"
    r"(?=[.,;:)?!]|\s*$|\s+(?:and|or|to|through|until|till|at|by|in|I|we|he|she|they|it|when|that|as|was|is)\b)",
    re.M,
)
_NEAR: Final = 15
"""Days from the one that was spoken of last: "the 3rd" after April 28 is in May, "the 28th" after May 2 in April."""


def page_dates(text: str, order: Order | None = None, words: Collection[str] | None = None) -> list[DateValue]:
    """All dates of a page of the record, in order; ``words`` as in ``find_dates``."""
    whole = find_dates(text, order, damaged=True, words=words)
    short = list(_short_days(text, whole, order))
    return sorted([*whole, *short], key=lambda v: v.start) if short else whole


def _short_days(text: str, dates: Sequence[DateValue], order: Order | None) -> Iterator[DateValue]:
    cells = list(_IN_CELL.finditer(text))
    if len(cells) >= _COLUMN:
        yield from (value for cell in cells if (value := _of_column(cell, order)) and _free(value, dates))
    if dates:
        yield from (value for match in _ORDINAL.finditer(text) if (value := _of_month(match, dates)))


def _of_column(cell: re.Match[str], order: Order | None) -> DateValue | None:
    if cell["d"]:
        readings, shown = readings_of(None, int(cell["d"]), int(cell["m"]), "DMY")
    else:
        readings, shown = readings_of(None, int(cell["a"]), int(cell["b"]), order)
    return DateValue(cell.start(), cell.end(), readings, numeric=True, order=shown) if readings else None


def _of_month(match: re.Match[str], dates: Sequence[DateValue]) -> DateValue | None:
    """In the month that was spoken of last; none where another month may be meant."""
    before = bisect_left(dates, match.start(), key=lambda d: d.start) - 1
    spoken = dates[before].readings if before >= 0 else ()
    number = int(match["day"])
    if len(spoken) != 1 or (spoken[0].day and abs(number - spoken[0].day) > _NEAR):
        return None
    day = valid_day(None, spoken[0].month, number)
    return DateValue(match.start("day"), match.end(), (day,)) if day else None


def _free(value: DateValue, dates: Sequence[DateValue]) -> bool:
    at = bisect_left(dates, value.start, key=lambda d: d.end)
    return at == len(dates) or dates[at].start >= value.end
