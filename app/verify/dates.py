"""Dates in every written form of the six languages, as values that keep what is unsure about them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Final

from app.verify.compactdates import compact_dates
from app.verify.daylists import listed_days
from app.verify.dayvalues import DateValue, Day, Order
from app.verify.monthnames import month_names
from app.verify.normal import letters, ocr_fold, small
from app.verify.tables import MONTH_NAMES, MONTHS, ORDINALS, WEEKDAYS
from app.verify.yearwords import shared_years, spelled_years

_GAP: Final = r"[ \n]{1,4}"
_ORDINAL: Final = "|".join(sorted(map(re.escape, ORDINALS), key=len, reverse=True))
_YEAR: Final = r"(?P<year>(?:1[6-9]|20|21)\d\d|['’]\d\d)(?!\d)"
_DAY: Final = rf"(?P<day>\d{{1,2}})(?: ?(?:st|nd|rd|th|er|º|ª|°|-го)|(?P<dot>\.))?|(?P<ordinal>{_ORDINAL})"
_BEFORE: Final = re.compile(
    rf"(?:\bthe )?(?<![\w.,/:$€£\-])(?:{_DAY})(?:{_GAP}(?:day{_GAP}of|of|de|dia|di))?(?P<gap>{_GAP}|-|"
    rf"(?<=\.))?$",
    re.I,
)
_AFTER_DAY: Final = re.compile(
    rf"\.?(?:{_GAP}|-)(?:the{_GAP})?(?:{_DAY})(?![\w:]|[.,]\d\d(?!\d))(?:(?:,?{_GAP}(?:(?:of|de|del){_GAP})?|,|"
    rf"-){_YEAR})?",
    re.I,
)
_AFTER_YEAR: Final = re.compile(
    rf"\.?(?:,?{_GAP}(?:(?:of|de|del|do){_GAP})?|,|-|(?<=[A-Z])(?=\d)){_YEAR}(?:\s?(?:года|г\.|г\b))?", re.I
)
_WEEKDAY_BEFORE: Final = re.compile(
    r"(?P<name>[^\W\d_]{3,13}(?:-feira)?)\.?,? {1,3}(?:(?:the|den|dem|le|el|o|"
    r"dia) )?$"
)
_NUMERIC: Final = re.compile(
    r"(?<![\w/.,\-:])(?:(?P<iso>(?:1[6-9]|20|21)\d\d)(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<s2>[-/.])(?P<b>\d{1,2})(?P=s2)(?P<y>(?:1[6-9]|20|21)\d\d|\d\d))(?!(?!T\d\d:)[\w/\-]|[.,]\d)"
    r"(?:\s?(?:года|г\.|г\b))?"
)
_NUMERIC_LIKE: Final = re.compile(r"\d[-/.]\d{1,2}[-/.]\d")
_EIGHT_DIGITS: Final = re.compile(r"[12](?:(?<=1)9|(?<=2)0)\d{6}(?!\d)")
_YEAR_LIKE: Final = re.compile(r"[12](?:(?<=1)[6-9]|(?<=2)[01])\d\d(?!\d)")
_LEADS: Final = frozenset(ORDINALS) | {"of", "de", "dia", "di", "day", "st", "nd", "rd", "th", "er", "º", "ª", "°"}
_GERMAN: Final = frozenset(" ".join(MONTH_NAMES["de"]).split())
_SHORT: Final = frozenset({"may", "mar", "mars", "sept", "set", "dic", "mai", "out", "ago", "sep"})
_WHOLE: Final = 4
"""What a date with day and year is worth at least."""
_REACH: Final = 32
"""No date with its day and a month's name has more before its year."""
_FOLDED_MONTHS: Final = {ocr_fold(letters(name).text): n for name, n in MONTHS.items() if len(name) > 3}
_DAMAGED: Final = re.compile(
    rf"\b(?P<first>\w{{4,10}})\.? {{1,2}}(?P<day1>\d{{1,2}})(?:st|nd|rd|th)?,? {{1,2}}{_YEAR}"
    rf"|"
    rf"(?<![\w.,/])(?P<day2>\d{{1,2}})\.? {{1,2}}(?:de )?(?P<last>\w{{4,10}})"
    rf"\.?,? {{1,2}}(?:de )?{_YEAR.replace('year', 'year2')}"
)


def find_dates(
    text: str, order: Order | None = None, *, damaged: bool = False, words: Collection[str] | None = None
) -> list[DateValue]:
    """All dates of ``text``, in order, not overlapping. ``damaged`` also reads month names that OCR has bent.

    ``words``: those of the text in small letters (``casefold``), where they are known already.
    """
    values: list[DateValue] = []
    if _NUMERIC_LIKE.search(text):
        values += (v for m in _NUMERIC.finditer(text) if (v := _numeric(text, m, order)))
    names = list(month_names(text, words))
    for name in names:
        values += _around(text, *name)
    if names:
        values += _listed(text)
    if _EIGHT_DIGITS.search(text):
        for day in compact_dates(text):
            values += _made(text, *day)
    if damaged:
        values += _bent(text, values)
    taken: list[DateValue] = []
    for value in sorted(values, key=lambda v: (v.start, -_worth(v))):
        if not taken or value.start >= taken[-1].end:
            taken.append(value)
        elif _worth(value) > _worth(taken[-1]):
            taken[-1] = value
    return shared_years(text, taken)


def _worth(value: DateValue) -> int:
    first = value.readings[0] if value.readings else Day(1, 1, 1)
    return 2 * (first.year is not None) + 2 * (first.day is not None) + (value.end - value.start > 12)


def _bent(text: str, values: Sequence[DateValue]) -> Iterator[DateValue]:
    """Dates with a month's name that OCR has bent, before each year that is not part of a whole date already."""
    whole = {at for v in values if not v.numeric and _worth(v) >= _WHOLE for at in range(v.start, v.end)}
    at = 0
    for year in _YEAR_LIKE.finditer(text):
        if year.start() in whole:
            at = year.end()
            continue
        while match := _DAMAGED.search(text, max(at, year.start() - _REACH), year.end() + 1):
            at = match.end()
            if value := _damaged(match):
                yield value


def _around(text: str, start: int, end: int, month: int) -> Iterator[DateValue]:
    name = text[start:end]
    low = max(0, start - 32)
    before = _BEFORE.search(text[low:start]) if _can_lead(text, low, start) else None
    year = _AFTER_YEAR.match(text, end)
    glued = before is not None and before["gap"] is None
    if before and not (glued and not (year and name.isupper())):
        yield from _day_first(text, name, end, month, before, low, year)
    after = _AFTER_DAY.match(text, end)
    if after and (name[0].isupper() or after["year"]):
        day = _day_number(after)
        end = after.end() - bool(after["dot"] and not after["year"])  # "April 25." ends its sentence
        yield from _made(text, start, end, _int(after["year"]), month, day, whole=bool(after["ordinal"]))
    if year and (name[0].isupper() or not name.isascii() or len(name) > 3):
        yield from _made(text, start, year.end(), _int(year["year"]), month, None)


def _listed(text: str) -> Iterator[DateValue]:
    """Days that share the month and the year of the last of them, and dates whose year is in words."""
    for start, end, year, month, day in (*listed_days(text), *spelled_years(text)):
        yield from _made(text, start, end, year, month, day)


def _can_lead(text: str, low: int, start: int) -> bool:
    """Whether the word before a month's name can be part of a date: a quick look, since most are not."""
    words = text[low:start].split()
    last = words[-1].casefold() if words else ""
    return last in _LEADS or any(c.isdigit() for c in last) or last.strip("\"'“„«(-.,") in _LEADS


def _day_first(
    text: str, name: str, end: int, month: int, before: re.Match[str], low: int, year: re.Match[str] | None
) -> Iterator[DateValue]:
    word = name.casefold()
    if not year and (before["ordinal"] or (name.islower() and word in _SHORT)):
        return
    if not year and before["dot"] and (word not in _GERMAN or text[end : end + 2] in {"'s", "’s"}):
        return  # "3. May" opens a paragraph unless German writes its dates so
    end = year.end() if year else end + text.startswith(".", end) * (len(word) < 5)
    yield from _made(text, low + before.start(), end, _int(year["year"]) if year else None, month, _day_number(before))


def _int(text: str | None) -> int | None:
    return _full_year(text.lstrip("'’")) if text else None


def _day_number(match: re.Match[str]) -> int:
    return ORDINALS[small(match["ordinal"])] if match["ordinal"] else int(match["day"])


def _made(
    text: str, start: int, end: int, year: int | None, month: int, day: int | None, *, whole: bool = False
) -> Iterator[DateValue]:
    """The value, if it can be one; ``whole`` where only a date with its year counts. A weekday before it joins it."""
    reading = valid_day(year, month, day)
    if (reading is None and not (year and day and day <= 31)) or (whole and not year):
        return
    start, weekday = _with_weekday(text, start)
    yield DateValue(start, end, (reading,) if reading else (), weekday)


def _with_weekday(text: str, start: int) -> tuple[int, int | None]:
    low = max(0, start - 24)
    words = text[low:start].casefold().split()[-2:]
    if not any(w.strip('.,(“"„«') in WEEKDAYS for w in words):
        return start, None
    match = _WEEKDAY_BEFORE.search(text[low:start])
    weekday = WEEKDAYS.get(match["name"].casefold()) if match else None
    return (start, None) if match is None or weekday is None else (low + match.start(), weekday)


@lru_cache(maxsize=65536)
def _bent_month(name: str) -> int | None:
    return _FOLDED_MONTHS.get(ocr_fold(letters(name).text))


def _damaged(match: re.Match[str]) -> DateValue | None:
    name, day = match["first"] or match["last"], match["day1"] or match["day2"]
    month = _bent_month(name)
    reading = valid_day(_int(match["year"] or match["year2"]), month, int(day)) if month else None
    return DateValue(match.start(), match.end(), (reading,)) if reading else None


def _numeric(text: str, match: re.Match[str], order: Order | None) -> DateValue | None:
    start, weekday = _with_weekday(text, match.start())
    if match["iso"]:
        whole = valid_day(int(match["iso"]), int(match["m1"]), int(match["d1"]))
        return DateValue(start, match.end(), (whole,), weekday, numeric=True) if whole else None
    if match["s2"] == "." and len(match["y"]) == 2 and len(match["b"]) == 1:
        return None  # section 3.1.12, not a date
    year, a, b = _full_year(match["y"]), int(match["a"]), int(match["b"])
    readings, shown = readings_of(year, a, b, "DMY" if match["s2"] == "." else order)
    if weekday is not None and len(readings) > 1:
        readings = tuple(r for r in readings if r.weekday() == weekday) or readings
    if not readings and (len(match["y"]) == 2 or max(a, b) > 31):
        return None
    return DateValue(start, match.end(), readings, weekday, numeric=True, order=shown)


def readings_of(year: int | None, a: int, b: int, order: Order | None) -> tuple[tuple[Day, ...], Order | None]:
    """What ``a/b`` can mean, and the order that it shows where one part can only be the day."""
    day_first, month_first = valid_day(year, b, a), valid_day(year, a, b)
    if day_first is None or month_first is None:
        shown: Order | None = "DMY" if day_first else "MDY" if month_first else None
        return tuple(r for r in (month_first, day_first) if r), shown
    if order or a == b:
        return ((day_first if order == "DMY" else month_first),), None
    return (month_first, day_first), None


def _full_year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text) if int(text) < 50 else 1900 + int(text)


def valid_day(year: int | None, month: int, day: int | None) -> Day | None:
    """The day, if a calendar has it."""
    try:
        date(year or 2000, month, day or 1)
    except ValueError:
        return None
    return Day(year, month, day)


def same_day(draft: Day, source: Day, years: frozenset[int] = frozenset()) -> bool:
    """Whether ``source`` says ``draft``; a source without a year takes one of ``years``, those of its document."""
    if draft.month != source.month or (draft.day is not None and draft.day != source.day):
        return False
    if draft.year is None or draft.year == source.year:
        return True
    return source.year is None and (not years or draft.year in years)


def written_order(text: str, values: Iterable[DateValue]) -> Order | None:
    """The order in which a text writes its dates with a month's name; None where it has no clear custom."""
    return custom(*written_counts(text, values))


def written_counts(text: str, values: Iterable[DateValue]) -> tuple[int, int]:
    """How many dates with a month's name have the day first, and how many the month."""
    written = [v for v in values if not v.numeric and v.readings and v.readings[0].day and v.readings[0].year]
    day_first = sum(_begins_with_day(text[v.start : v.end]) for v in written)
    return day_first, len(written) - day_first


def custom(day_first: int, month_first: int) -> Order | None:
    """The order that nearly all dates are written in; None where they differ, or there are none."""
    if day_first > 3 * month_first:
        return "DMY"
    return "MDY" if month_first > 3 * day_first else None


def _begins_with_day(shown: str) -> bool:
    if shown[0].isdecimal():
        return True
    words = [w.casefold() for w in re.findall(r"[^\W\d_]+|\d+", shown)]
    return next(w for w in words if w not in WEEKDAYS and w != "the") not in MONTHS
