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
_NUMBERED: Final = re.compile(
    r"(?:#|№|\b(?:No|Nos|Nr|Num|Ref|Id|ID|SN|Serial|Account|Acct|Order|Invoice|Policy|Claim|File|Check|Case|Lot|Unit|"
    r"Konto|Rechnung|Auftrag|facture|compte|factura|pedido|cuenta)\b\.?:?)[ \n]{0,2}$",
    re.I,
)
_COLUMN: Final = 2
"""Lines from which on the eight digits that they begin with are their days."""


def compact_dates(text: str) -> Iterator[tuple[int, int, int, int, int]]:
    """Start, end, year, month and day; where a text writes its days so, also those that no word leads up to."""
    sure = list(_sure(text))
    spots = {m.start() for m in sure}
    yield from map(_day, sure)
    if len(sure) >= _COLUMN:
        for match in _COMPACT.finditer(text):
            if match.start() not in spots and not _NUMBERED.search(text, max(0, match.start() - 16), match.start()):
                yield _day(match)


def _day(match: re.Match[str]) -> tuple[int, int, int, int, int]:
    return match.start(), match.end("day"), int(match["year"]), int(match["month"]), int(match["day"])


def _sure(text: str) -> Iterator[re.Match[str]]:
    lines = {m.start("year") for m in _LINE.finditer(text)}
    column = lines if len(lines) >= _COLUMN else set()
    for match in _COMPACT.finditer(text):
        at = match.start()
        if match["time"] or at in column or _SAID.search(text, max(0, at - 14), at):
            yield match
