"""Dates in eight digits, 20210304, where the words before them, a time after them or a whole column say so."""

import re
from collections.abc import Iterator
from typing import Final

_DIGITS: Final = r"(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])"
_COMPACT: Final = re.compile(rf"(?<![\w.,/#§$€£\-]){_DIGITS}(?P<time>T\d{{4,6}}Z?)?(?![\w]|[.,/\-]\d)")
_SAID: Final = re.compile(
    r"(?:\b(?:on|dated?|as of|since|until|before|after|sent|signed|vom|am|zum|seit|datum|datiert|du|le|au|el|fecha|del|"
    r"em|data|дата|от)[ \n]?:?[ \n]{1,3})$",
    re.I,
)
_LINE: Final = re.compile(rf"^[ \t|]{{0,12}}{_DIGITS}(?=[ \t|])", re.M)
_COLUMN: Final = 2
"""Lines from which on the eight digits that they begin with are their days."""


def compact_dates(text: str) -> Iterator[tuple[int, int, int, int, int]]:
    """Start, end, year, month and day."""
    lines = {m.start("year") for m in _LINE.finditer(text)}
    column = lines if len(lines) >= _COLUMN else set()
    for match in _COMPACT.finditer(text):
        at = match.start()
        if match["time"] or at in column or _SAID.search(text, max(0, at - 14), at):
            yield at, match.end("day"), int(match["year"]), int(match["month"]), int(match["day"])
