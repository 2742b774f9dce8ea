"""Days that share a month and a year: "April 3 and 5, 2022", "March 3, 4 and 6, 2022", "3 and 5 April 2022"."""

import re
from collections.abc import Iterator
from typing import Final, Protocol

from app.verify.tables import MONTHS

_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|\.|er|º)?"
_AND: Final = r"(?:and|or|to|through|und|oder|bis|et|ou|au|y|o|al|e|a|и|по)"
_LAST: Final = rf"(?:,?[ \n]{_AND}[ \n]|[ \n]?[&\-‐‑–][ \n]?)"
_DAYS: Final = rf"{_DAY}(?:,[ \n]{_DAY}){{0,30}}{_LAST}{_DAY}"
_YEAR: Final = r"(?P<year>(?:1[6-9]|20|21)\d\d)(?!\d)"
_MONTH: Final = r"(?P<month>[^\W\d_]{3,12})"
_MONTH_FIRST: Final = re.compile(rf"(?<![^\W\d_]){_MONTH}\.?[ \n](?P<days>{_DAYS})(?:,[ \n]?|[ \n]){_YEAR}")
_DAY_FIRST: Final = re.compile(
    rf"(?<![\w.,/:$€£\-])(?P<days>{_DAYS})[ \n](?:(?:of|de|di)[ \n])?{_MONTH}\.?,?(?:[ \n](?:of|de|del))?[ \n]{_YEAR}"
)
_LIKE: Final = re.compile(rf"\d(?:st|nd|rd|th|\.|er|º)?{_LAST}\d")
"""The end of a list of days: a text without one has no list."""
_BETWEEN: Final = re.compile(
    r"(?:,\s|\s?&\s|,?\s(?:and|or|und|oder|et|ou|y|o|e|и)\s)(?:(?:on|at|am|le|el|em|on the|the)\s)?"
)
_NUMBER: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")


class Spanned(Protocol):
    """Anything with a span."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def listed_days(text: str) -> Iterator[tuple[int, int, int, int, int]]:
    """Start, end, year, month and day of each day of such lists; the month or year beside a day is in its span."""
    if not _LIKE.search(text):
        return
    for pattern in (_MONTH_FIRST, _DAY_FIRST):
        for match in pattern.finditer(text):
            month = MONTHS.get(match["month"].casefold())
            if month:
                yield from _days(text, match, month, first=pattern is _MONTH_FIRST)


def _days(text: str, match: re.Match[str], month: int, *, first: bool) -> Iterator[tuple[int, int, int, int, int]]:
    days = list(_NUMBER.finditer(text, *match.span("days")))
    for number, day in enumerate(days):
        start, end = day.span()
        if first and number == 0:
            start = match.start()
        if number == len(days) - 1:
            end = match.end()
        value = int(re.sub(r"\D", "", day[0]))
        yield start, end, int(match["year"]), month, value


def joined(text: str, before: Spanned, after: Spanned) -> bool:
    """Whether nothing but "and", a comma or "on" stands between two dates."""
    return before.end <= after.start and _BETWEEN.fullmatch(text, before.end, after.start) is not None
