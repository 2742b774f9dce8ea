"""Dates in every written form of the six languages, as values that keep what is unsure about them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from app.verify.normal import letters, ocr_fold
from app.verify.tables import MONTH_NAMES, MONTHS, ORDINALS, WEEKDAYS

Order = Literal["DMY", "MDY"]

_MONTH: Final = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
_WEEKDAY: Final = "|".join(sorted(map(re.escape, WEEKDAYS), key=len, reverse=True))
_ORDINAL: Final = "|".join(sorted(map(re.escape, ORDINALS), key=len, reverse=True))
_LEAD: Final = rf"(?:\b(?P<weekday>{_WEEKDAY})\b\.?,? {{0,3}}(?:(?:the|den|dem|le|el|o|dia) )?)?"
_DAY: Final = rf"(?:(?P<day>\d{{1,2}})(?: ?(?:st|nd|rd|th|er|º|ª|°|-го)\b|[.]|(?<=\d)[º°])?|(?P<ordinal>{_ORDINAL}))"
_YEAR: Final = r"(?P<year>(?:1[6-9]|20|21)\d\d)(?!\d)"
_GAP: Final = r"[ \n]{1,4}"

_DAY_FIRST: Final = re.compile(
    rf"{_LEAD}(?:\bthe )?(?<![\w.,/:\-])(?<![$€£]){_DAY}(?:{_GAP}(?:day{_GAP}of|of|de|dia|di)\b)?"
    rf"(?:{_GAP}|-|(?<=\.))(?P<month>{_MONTH})\b\.?"
    rf"(?:(?:,?{_GAP}(?:(?:of|de|del|do){_GAP})?|,|-){_YEAR}(?:\s?(?:года|г\.|г\b))?)?",
    re.I,
)
_MONTH_FIRST: Final = re.compile(
    rf"{_LEAD}\b(?P<month>{_MONTH})\b\.?(?:{_GAP}|-)(?:the{_GAP})?{_DAY}(?![\d:]|[.,]\d\d(?!\d))"
    rf"(?:(?:,?{_GAP}(?:(?:of|de|del){_GAP})?|,|-){_YEAR})?",
    re.I,
)
_MONTH_ONLY: Final = re.compile(rf"\b(?P<month>{_MONTH})\b\.?,?{_GAP}(?:(?:of|de|del){_GAP})?{_YEAR}", re.I)
_NUMERIC: Final = re.compile(
    rf"{_LEAD}(?<![\w/.,\-:])(?:(?P<iso>(?:1[6-9]|20|21)\d\d)(?P<s1>[-/.])(?P<m1>\d{{1,2}})(?P=s1)(?P<d1>\d{{1,2}})"
    r"|(?P<a>\d{1,2})(?P<s2>[-/.])(?P<b>\d{1,2})(?P=s2)(?P<y>(?:1[6-9]|20|21)\d\d|\d\d))(?![\w/\-]|[.,]\d)"
    r"(?:\s?(?:года|г\.|г\b))?",
    re.I,
)
_GLUED: Final = re.compile(rf"(?<!\w)(?P<day>\d{{1,2}})(?P<month>{_MONTH}){_YEAR}(?!\w)", re.I)
_GERMAN: Final = frozenset(" ".join(MONTH_NAMES["de"]).split())
_FOLDED_MONTHS: Final = {ocr_fold(letters(name).text): n for name, n in MONTHS.items() if len(name) > 3}
_DAMAGED_FIRST: Final = re.compile(
    rf"\b(?P<month>\w{{4,10}})\.? {{1,2}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? {{1,2}}{_YEAR}"
)
_DAMAGED_LAST: Final = re.compile(
    rf"(?<![\w.,/])(?P<day>\d{{1,2}})\.? {{1,2}}(?:de )?(?P<month>\w{{4,10}})\.?,? {{1,2}}(?:de )?{_YEAR}"
)


@dataclass(frozen=True, slots=True)
class Day:
    """A reading of a date; year or day is None where the text leaves it out."""

    year: int | None
    month: int
    day: int | None

    def iso(self) -> str:
        year = f"{self.year:04d}" if self.year else "-"
        return f"{year}-{self.month:02d}" + (f"-{self.day:02d}" if self.day else "")

    def weekday(self) -> int | None:
        """0 is Monday; None where the date is not whole."""
        return date(self.year, self.month, self.day).weekday() if self.year and self.day else None


@dataclass(frozen=True, slots=True)
class DateValue:
    """What a date can mean: one reading, two where day and month could change places, none where no calendar has it."""

    start: int
    end: int
    readings: tuple[Day, ...]
    weekday: int | None = None
    numeric: bool = False
    order: Order | None = None
    """The order that this date shows, where a part above 12 can only be the day."""

    @property
    def ambiguous(self) -> bool:
        return len(self.readings) > 1


def find_dates(text: str, order: Order | None = None, *, damaged: bool = False) -> list[DateValue]:
    """All dates of ``text``, in order, not overlapping. ``damaged`` also reads month names that OCR has bent."""
    taken: list[DateValue] = []
    patterns = [(_DAY_FIRST, _worded), (_MONTH_FIRST, _worded), (_NUMERIC, _numeric), (_GLUED, _worded)]
    patterns += [(_DAMAGED_FIRST, _worded), (_DAMAGED_LAST, _worded)] if damaged else []
    values = [v for pattern, read in patterns for m in pattern.finditer(text) if (v := read(m, order))]
    values += [v for m in _MONTH_ONLY.finditer(text) if (v := _worded(m, order))]
    for value in sorted(values, key=lambda v: (-_worth(v), v.start)):
        if all(value.end <= other.start or other.end <= value.start for other in _near(taken, value)):
            taken.append(value)
    return sorted(taken, key=lambda v: v.start)


def _near(taken: list[DateValue], value: DateValue) -> Iterator[DateValue]:
    return (other for other in taken if other.start < value.end and value.start < other.end)


def _worth(value: DateValue) -> int:
    first = value.readings[0] if value.readings else Day(1, 1, 1)
    return 2 * (first.year is not None) + 2 * (first.day is not None) + (value.end - value.start > 12)


def _worded(match: re.Match[str], _order: Order | None) -> DateValue | None:
    parts = match.groupdict()
    name = match["month"]
    month = MONTHS.get(name.casefold()) or _FOLDED_MONTHS.get(ocr_fold(letters(name).text))
    if month is None or (
        name.islower() and name in {"may", "mar", "mars", "sept", "set", "dic", "mai"} and not parts.get("year")
    ):
        return None
    ordinal = parts.get("ordinal")
    day = ORDINALS[ordinal.casefold()] if ordinal else int(parts["day"]) if parts.get("day") else None
    year = int(parts["year"]) if parts.get("year") else None
    if not year and (ordinal or (match[0].strip()[:3].endswith((". ", ".")) and name.casefold() not in _GERMAN)):
        return None  # "3. May" opens a paragraph unless German writes its dates so
    reading = _valid(year, month, day)
    if reading is None and not (year and day and day <= 31):
        return None
    named = parts.get("weekday")
    weekday = WEEKDAYS[named.casefold()] if named else None
    return DateValue(match.start(), match.end(), (reading,) if reading else (), weekday)


def _numeric(match: re.Match[str], order: Order | None) -> DateValue | None:
    weekday = WEEKDAYS[match["weekday"].casefold()] if match["weekday"] else None
    if match["iso"]:
        whole = _valid(int(match["iso"]), int(match["m1"]), int(match["d1"]))
        return DateValue(match.start(), match.end(), (whole,), weekday, numeric=True) if whole else None
    if match["s2"] == "." and len(match["y"]) == 2 and len(match["b"]) == 1:
        return None  # section 3.1.12, not a date
    year, a, b = _full_year(match["y"]), int(match["a"]), int(match["b"])
    readings, shown = _readings(year, a, b, "DMY" if match["s2"] == "." else order)
    if weekday is not None and len(readings) > 1:
        readings = tuple(r for r in readings if r.weekday() == weekday) or readings
    if not readings and (len(match["y"]) == 2 or max(a, b) > 31):
        return None
    return DateValue(match.start(), match.end(), readings, weekday, numeric=True, order=shown)


def _readings(year: int, a: int, b: int, order: Order | None) -> tuple[tuple[Day, ...], Order | None]:
    day_first, month_first = _valid(year, b, a), _valid(year, a, b)
    if day_first is None or month_first is None:
        shown: Order | None = "DMY" if day_first else "MDY" if month_first else None
        return tuple(r for r in (month_first, day_first) if r), shown
    if order or a == b:
        return ((day_first if order == "DMY" else month_first),), None
    return (month_first, day_first), None


def _full_year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text) if int(text) < 50 else 1900 + int(text)


def _valid(year: int | None, month: int, day: int | None) -> Day | None:
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


def order_of(values: Iterable[DateValue]) -> Order | None:
    """Day first or month first, as the dates show it that can be read in one way only; None where they differ."""
    votes = {value.order for value in values} - {None}
    return votes.pop() if len(votes) == 1 else None
