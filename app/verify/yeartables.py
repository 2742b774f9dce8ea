"""Tables with a month to each row and a year to each column: "March" and "2020" make a day of March 2020."""

import re
from collections.abc import Iterator
from typing import Final

from app.verify.found import Place
from app.verify.layout import cells_of
from app.verify.record import Index
from app.verify.tables import MONTHS

_YEARS: Final = re.compile(
    r"^[ \t]{0,80}(?:[^\W\d_]{1,20}[ \t]{2,80})?(?:FY ?)?(?:19|20)\d\d(?:[ \t]{2,80}(?:FY ?)?(?:19|20)\d\d){1,11}"
    r"[ \t]{0,80}$",
    re.M,
)
"""A line of years, which may have a heading for the months before them."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_ROWS: Final = 40
_NAMES: Final = {n: frozenset(w for w, m in MONTHS.items() if m == n) for n in range(1, 13)}


def month_cells(month: int, year: int, index: Index) -> list[Place]:
    """The cells that such tables have for a month of a year, whatever they say."""
    found = []
    for page, reading in enumerate(index.readings):
        if str(year) in reading.text and any(name in reading.words for name in _NAMES[month]):
            found += [Place(page, *span) for span in cells_on(reading.text, month, year)]
    return found


def cells_on(text: str, month: int, year: int) -> Iterator[tuple[int, int]]:
    """The spans of those cells in one text."""
    for head in _YEARS.finditer(text):
        years = [m.span() for m in _YEAR.finditer(text, *head.span())]
        column = next((n for n, span in enumerate(years) if text[slice(*span)] == str(year)), None)
        at = head.end() + 1
        for _ in range(_ROWS):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            if column is None or not text[at:end].strip():
                break
            cells = cells_of(text, at)
            name = text[slice(*cells[0])].strip(" .:").casefold() if cells else ""
            if name in _NAMES[month] and len(cells) == len(years) + 1:
                yield cells[column + 1]
            at = end + 1
