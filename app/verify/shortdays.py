"""Days that a page tells without their year or month: "04/06" in a statement's column, "until the 20th" in a letter.

Only pages of the record are read so: their document's other dates name the year, and the month that was spoken of.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from app.verify.dates import find_dates
from app.verify.dayvalues import DateValue, Day, Order

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
_SHORT_MONTHS: Final = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}


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
        first, second, order = int(cell["m"]), int(cell["d"]), "MDY"
    else:
        first, second = int(cell["a"]), int(cell["b"])
    month_first, day_first = _day(first, second), _day(second, first)
    if month_first is None or day_first is None:
        shown: Order | None = "MDY" if month_first else "DMY" if day_first else None
    else:
        shown = None
        month_first, day_first = (
            (month_first, day_first) if order is None else ((day_first if order == "DMY" else month_first), None)
        )
    readings = tuple(dict.fromkeys(day for day in (month_first, day_first) if day))
    return DateValue(cell.start(), cell.end(), readings, numeric=True, order=shown) if readings else None


def _of_month(match: re.Match[str], dates: Sequence[DateValue]) -> DateValue | None:
    """In the month that was spoken of last."""
    before = bisect_left(dates, match.start(), key=lambda d: d.start) - 1
    spoken = dates[before].readings if before >= 0 else ()
    day = _day(spoken[0].month, int(match["day"])) if len(spoken) == 1 else None
    return DateValue(match.start("day"), match.end(), (day,)) if day else None


def _day(month: int, day: int) -> Day | None:
    return Day(None, month, day) if 1 <= month <= 12 and 1 <= day <= _SHORT_MONTHS.get(month, 31) else None


def _free(value: DateValue, dates: Sequence[DateValue]) -> bool:
    at = bisect_left(dates, value.start, key=lambda d: d.end)
    return at == len(dates) or dates[at].start >= value.end
