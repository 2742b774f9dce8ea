"""Writes a day of the record in the form and the language in which the draft writes its own date."""

import re
from dataclasses import replace
from typing import Final

from app.verify.dates import find_dates
from app.verify.dayvalues import Day
from app.verify.monthnames import month_names
from app.verify.tables import MONTH_NAMES, ORDINALS, WEEKDAY_NAMES

_NUMERIC: Final = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})")
_NUMBER: Final = re.compile(r"(?<![\d'’])(?P<n>\d{1,2})(?P<mark>st|nd|rd|th|er|\.?º|ª|°)?(?![\d])")
_YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)|['’]\d\d(?!\d)")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_DAYS: Final = {n: word for word, n in reversed(ORDINALS.items()) if word.isascii()}
_CONNECTED: Final = re.compile(r"\bde\b")

Edit = tuple[int, int, str]


def date_like(shown: str, day: Day, source: str, own: Day | None = None, language: str = "en") -> str:
    """``day`` in the form of ``shown``; ``source``, as the record writes it, where that form can't hold it.

    ``own``: the day that ``shown`` means; it tells the day of 03/04/2021 from the month. ``language``: where a month's
    name is the same in two.
    """
    if day.day is None or (day.year is None and _YEAR.search(shown)):
        return source
    numeric = _NUMERIC.fullmatch(shown.strip())
    if numeric:
        return _numeric(numeric, day, own) or source
    month = next(month_names(shown, None), None)
    if month is None:
        return source
    spoken = _language(shown, shown[month[0] : month[1]], language)
    edits = [_month(shown, month, day, spoken), *_day(shown, day, spoken), *_year(shown, day)]
    named = _weekday(shown, day)
    if named is None:
        return source
    made = shown
    for start, end, text in sorted([*edits, *named], reverse=True):
        made = made[:start] + text + made[end:]
    wanted = replace(day, year=day.year if _YEAR.search(shown) else None)
    read = find_dates(made)
    told = [replace(r, day=r.day or day.day) for d in read for r in d.readings]
    return made if told == [wanted] else source


def _numeric(shown: re.Match[str], day: Day, own: Day | None) -> str | None:
    """In digits: the parts stand where those of ``own`` stand, with as many digits."""
    first, sign, second, third = shown.groups()
    if day.year is None:
        return None
    if len(first) == 4:
        return sign.join((str(day.year), _digits(day.month, second), _digits(day.day or 0, third)))
    if own is None or own.day is None or (sign != "." and own.day == own.month):
        return None
    year = str(day.year)[-len(third) :]
    if sign == "." or (int(first), int(second)) == (own.day, own.month):
        return sign.join((_digits(day.day or 0, first), _digits(day.month, second), year))
    return sign.join((_digits(day.month, first), _digits(day.day or 0, second), year))


def _digits(number: int, like: str) -> str:
    return f"{number:02d}" if len(like) == 2 else str(number)


def _language(shown: str, name: str, language: str) -> str:
    """The language that a month's name is of; where it is of several, as the words around it tell."""
    small = name.casefold()
    could = [code for code, rows in MONTH_NAMES.items() if any(small in row.split() for row in rows)]
    if len(could) > 1:
        if _CONNECTED.search(shown):
            could = [c for c in could if c in {"es", "pt"}] or could
        elif re.search(r"\d\. ", shown):
            could = [c for c in could if c == "de"] or could
        elif name[0].islower():
            could = [c for c in could if c == "fr"] or could
    return language if language in could else could[0]


def _month(shown: str, month: tuple[int, int, int], day: Day, language: str) -> Edit:
    start, end, number = month
    small, rows = shown[start:end].casefold(), MONTH_NAMES[language]
    forms, others = rows[number - 1].split(), rows[day.month - 1].split()
    name = others[min(forms.index(small), len(others) - 1)]
    stop = len(name) > len(others[-1]) - 1 and name == others[0] and small != forms[0] and shown.startswith(".", end)
    cased = name.upper() if shown[start:end].isupper() else name.capitalize() if shown[start].isupper() else name
    return start, end + stop, cased


def _day(shown: str, day: Day, language: str) -> list[Edit]:
    number = _NUMBER.search(shown)
    if number:
        return [
            (*number.span(), f"{_digits(day.day or 0, _padded(number['n']))}{_mark(number['mark'], day, language)}")
        ]
    for word in _WORD.finditer(shown):
        if word[0].casefold() in ORDINALS:
            plain = f"{day.day}." if language == "de" else f"{day.day}{_mark(None, day, language)}"
            return [(*word.span(), _DAYS[day.day or 1] if language == "en" else plain)]
    return []


def _padded(written: str) -> str:
    return written if written[0] == "0" else "9"


def _mark(written: str | None, day: Day, language: str) -> str:
    """What follows a day: "1er", "3rd"."""
    if language == "fr":
        return "er" if day.day == 1 else ""
    if not written:
        return ""
    if language == "en":
        tens = 10 <= (day.day or 0) % 100 <= 20
        return "th" if tens else {1: "st", 2: "nd", 3: "rd"}.get((day.day or 0) % 10, "th")
    return written if day.day == 1 else ""


def _year(shown: str, day: Day) -> list[Edit]:
    year = _YEAR.search(shown)
    if year is None or day.year is None:
        return []
    return [(*year.span(), str(day.year) if year[0].isdigit() else f"{year[0][0]}{day.year % 100:02d}")]


def _weekday(shown: str, day: Day) -> list[Edit] | None:
    """The weekday's name, where the draft has one; None where it can't be told."""
    for word in _WORD.finditer(shown):
        small = word[0].casefold()
        for rows in WEEKDAY_NAMES.values():
            number = next((n for n, row in enumerate(rows) if small in row.split()), None)
            if number is None:
                continue
            weekday = day.weekday()
            if weekday is None:
                return None
            forms, others = rows[number].split(), rows[weekday].split()
            name = others[min(forms.index(small), len(others) - 1)]
            return [(*word.span(), name.capitalize() if word[0][0].isupper() else name)]
    return []
