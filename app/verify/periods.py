"""Spans of time: fiscal years, quarters and halves of a year, "on or about" a day, and "the same day"."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.verify.datewording import date_like
from app.verify.dayvalues import DateValue, Day
from app.verify.found import Finding, Found, Place
from app.verify.guarded import Guarded
from app.verify.normal import clean
from app.verify.record import Index, day_text
from app.verify.scope import Unit, governing_pages

_YEAR: Final = r"(?P<year>(?:19|20)\d\d|(?<![\d,.])['’]?\d\d)(?!\d|[.,]\d)"
_PATTERNS: Final = tuple(
    Guarded(p)
    for p in (
        rf"\b(?:[Ff]iscal(?: [Yy]ear)?|FISCAL(?: YEAR)?|FYE?|F\.Y\.|Geschäftsjahr|[Ee]xercice(?: fiscal)?|"
        rf"[Ee]jercicio(?: fiscal)?|[Ee]xercício(?: fiscal)?) ?(?P<fiscal>){_YEAR}(?:[/\-–]\d\d(?:\d\d)?)?",
        rf"\bQ(?P<quarter>[1-4])(?: of)?[ ,/\-]{{0,2}}(?P<fq>FY ?)?{_YEAR}",
        rf"\b(?P<quarter>[1-4])Q[ '’]?{_YEAR}",
        rf"\b(?:the )?(?P<nth>first|second|third|fourth|last) (?:(?P<fq>fiscal) )?quarter(?: of|,)?"
        rf" (?:fiscal )?{_YEAR}",
        rf"\bH(?P<half>[12]) {_YEAR}",
        rf"\b(?:the )?(?P<nth>first|second) half of {_YEAR}",
        rf"\b(?P<nth>erste[sn]?|zweite[sn]?|dritte[sn]?|vierte[sn]?) Quartal(?: des Jahres)? {_YEAR}",
        rf"\b(?P<nth>premier|deuxième|troisième|quatrième) trimestre (?:de )?{_YEAR}",
        rf"\b(?P<nth>primer|segundo|tercer|cuarto|primeiro|terceiro|quarto) trimestre de {_YEAR}",
        rf"(?<![\w.,])(?P<quarter>[1-4])(?:er|e|º|°|\.|-й|-м)? (?:Quartal|[Tt]rimestre|квартале?)(?: de)?,? {_YEAR}",
        rf"(?<!\w)(?P<nth>перв|втор|трет|четв[её]рт)[а-я]+ квартале? {_YEAR}(?: (?:года?|г\.))?",
    )
)
_NTH: Final = (("first", "erst", "prem", "prim", "перв"), ("second", "zweit", "deux", "segun", "втор"),
               ("third", "dritt", "trois", "terc", "трет"), ("fourth", "last", "viert", "quatr", "cuart", "quart",
                                                             "четв"))  # fmt: skip
_ABOUT: Final = re.compile(
    r"\b(?:on or (?:about|around)|about|around|approximately|circa|ca\.|um den|gegen den|vers le|autour du|hacia el|"
    r"alrededor del|por volta d[eo]|cerca d[eo]|около|примерно)\s{1,3}(?:the )?$",
    re.I,
)
_NEAR: Final = timedelta(days=7)
_SAME_DAY: Final = re.compile(
    r"\b(?:[Oo]n )?(?:[Tt]he|[Tt]hat(?: very)?)(?: very)? same day\b|\b[Aa]m (?:selben|gleichen) Tag\b|"
    r"\b[Ll]e même jour\b|\b(?:[Ee]l|[Ee]se) mismo día\b|\b[Nn]o mesmo dia\b|(?<!\w)[Вв] тот же день\b"
)
_OF_SOMETHING: Final = re.compile(r"\s(?:that|as|of|when|the|he|she|it|they|we|I|als|wie|que|où|когда|что|как)\b")
_RELATIVE: Final = re.compile(r"that|as|of|when|als|wie|que|où|когда|что|как")
_APPOSED: Final = re.compile(r",? \(?(?:on )?(?:\w{3,9}\.? \d|\d)")


@dataclass(frozen=True, slots=True)
class Period:
    """A part of a year. ``part``: Q1 to Q4, H1, H2, or empty for the whole; ``fiscal``: of a year of accounts."""

    year: int
    part: str = ""
    fiscal: bool = False

    def normal(self) -> str:
        whole = f"FY{self.year}" if self.fiscal else str(self.year)
        return f"{self.part} {whole}" if self.part else whole

    def days(self) -> tuple[date, date] | None:
        """First and last day; None for a fiscal one, which each company begins as it likes."""
        if self.fiscal:
            return None
        months, number = (3, int(self.part[1])) if self.part[:1] == "Q" else (6, int(self.part[1:] or 1))
        first = date(self.year, months * (number - 1) + 1, 1)
        end = months * number
        return first, date(self.year + end // 12, end % 12 + 1, 1) - timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SameDay:
    """ "The same day", where it isn't sure which is meant."""

    def normal(self) -> str:
        return "the same day"


def find_periods(text: str) -> Iterator[tuple[int, int, Period]]:
    """Fiscal years, quarters and halves of years."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), _period(match)


def _period(match: re.Match[str]) -> Period:
    parts = match.groupdict()
    digits = (parts["year"] or "").lstrip("'’")
    year = int(digits) if len(digits) == 4 else 2000 + int(digits)
    nth = next((n for n, stems in enumerate(_NTH, 1) if (parts.get("nth") or "-").startswith(stems)), 0)
    if parts.get("half") or (nth and "half" in match[0]):
        return Period(year, f"H{parts.get('half') or nth}")
    quarter = parts.get("quarter") or nth or ""
    fiscal = parts.get("fiscal") is not None or bool(parts.get("fq")) or bool(nth and "fiscal" in match[0])
    return Period(year, f"Q{quarter}" if quarter else "", fiscal)


def judge_period(text: str, unit: Unit, claim: Found, index: Index) -> Finding:
    """A span of time is right where a page names it, or a day in it; of a fiscal year no page's day can tell."""
    shown, value = text[claim.start : claim.end], claim.value
    assert isinstance(value, Period)
    pages = governing_pages(unit, text, claim)
    unread = index.unread(sorted(pages))
    named = _named(value, pages or index.everywhere, index)
    if named:
        told = " ".join(clean(index.pages[named.page].page.text).text[named.start : named.end].split())
        says = "." if told == shown else f"; the draft's {shown} is the same."
        return Finding(VerdictKind.SUPPORTED, f"{index.show(named.page)} says {told}{says}", (named,))
    days = value.days()
    inside = _day_within(*days, pages, index) if days and pages else None
    if inside:
        where, day = inside
        why = f"{index.show(where.page)} says {day_text(day)}, which lies in {shown}."
        return Finding(VerdictKind.SUPPORTED, why, (where,))
    if unread:
        why = f"{index.show(unread[0])} could not be read, so this could not be checked."
        return Finding(VerdictKind.UNCHECKED, why, pages=tuple(unread[:1]))
    return _elsewhere(value, shown, pages, index)


def _elsewhere(value: Period, shown: str, pages: frozenset[int], index: Index) -> Finding:
    there = _named(value, index.everywhere, index) if pages else None
    if there:
        cited = ", ".join(index.show(p) for p in sorted(pages)[:2])
        why = f"{shown} stands on {index.show(there.page)}, not on {cited}."
        return Finding(VerdictKind.MISPLACED, why, (there,))
    year = next(
        (p for p in sorted(pages or index.everywhere) if re.search(rf"\b{value.year}\b", index.pages[p].text)), None
    )
    if year is not None and (value.fiscal or not pages):
        why = f"{index.show(year)} names {value.year}; no page names {shown}."
        return Finding(VerdictKind.AMBIGUOUS, why, pages=(year,))
    return Finding(VerdictKind.UNSUPPORTED, f"{shown} stands nowhere in the record.")


def _named(value: Period, pages: Iterable[int], index: Index) -> Place | None:
    """Where one of the pages names the period, in any form."""
    short = str(value.year)[2:]
    for page in sorted(pages):
        text = clean(index.pages[page].page.text).text  # as printed: "Q3" is no bent "03" here
        if short in text:
            found = next(((s, e) for s, e, p in find_periods(text) if p == value), None)
            if found:
                return Place(page, *found)
    return None


def _day_within(first: date, last: date, pages: Iterable[int], index: Index) -> tuple[Place, Day] | None:
    for page in sorted(pages):
        for value in index.pages[page].dates:
            day = _whole(value)
            if day and first <= day <= last:
                return Place(page, value.start, value.end), value.readings[0]
    return None


def _whole(value: DateValue) -> date | None:
    """The one day that a date names."""
    reading = value.readings[0] if len(value.readings) == 1 else None
    return date(reading.year, reading.month, reading.day) if reading and reading.year and reading.day else None


def about(text: str, unit: Unit, claim: Found, finding: Finding, index: Index) -> Finding:
    """A day that is given as "on or about" is open, not wrong, where the cited pages have one within a week of it."""
    value = claim.value
    if finding.verdict is not VerdictKind.UNSUPPORTED or not isinstance(value, DateValue):
        return finding
    day, words = _whole(value), _ABOUT.search(text[max(0, claim.start - 24) : claim.start])
    pages = governing_pages(unit, text, claim)
    near = _day_within(day - _NEAR, day + _NEAR, pages or index.everywhere, index) if day and words else None
    if near is None or words is None:
        return finding
    where, written = near
    own = text[claim.start : claim.end]
    shown, told = f"{words[0].strip()} {own}", day_text(written)
    instead = date_like(own, written, told, value.readings[0], index.language)
    why = f"{index.show(where.page)} says {told}; the draft says {shown}, which may mean that day."
    return Finding(VerdictKind.AMBIGUOUS, why, (where,), suggestion=instead)


def find_same_days(text: str) -> Iterator[tuple[int, int, SameDay]]:
    """ "The same day" where it points back to a day told before, not to one that its own sentence goes on to tell."""
    for match in _SAME_DAY.finditer(text):
        before = text[max(0, match.start() - 20) : match.start()].rstrip()[-1:]
        opens = match[0][0].isupper() and (not before or before in ".!?”)\n")
        after = _OF_SOMETHING.match(text, match.end())
        if not _APPOSED.match(text, match.end()) and (
            after is None or (opens and not _RELATIVE.match(after[0].strip()))
        ):
            yield match.start(), match.end(), SameDay()


def resolve_same_days(made: Sequence[Unit]) -> None:
    """Gives each "same day" the one day that its own sentence, else the one before it, has told."""
    before: list[DateValue] = []
    for unit in made:
        told: list[DateValue] = []
        for n, claim in enumerate(unit.claims):
            if isinstance(claim.value, DateValue):
                told.append(claim.value)
            elif isinstance(claim.value, SameDay):
                days = {_whole(v) for v in (told or before)}
                day = next(iter(days)) if len(days) == 1 else None
                if day:
                    reading = Day(day.year, day.month, day.day)
                    value = DateValue(claim.start, claim.end, (reading,))
                    unit.claims[n] = replace(claim, value=value)
                    told.append(value)
        if any(c.kind is ClaimKind.DATE for c in unit.claims):
            before = told


def unsure_day() -> Finding:
    """For a "same day" whose day could be more than one, or none."""
    return Finding(VerdictKind.UNCHECKED, "It is not clear which day this means.")


def same_day_told(claim: Found, text: str, unit: Unit, finding: Finding, index: Index) -> Finding:
    """A resolved "same day": open where the cited pages give no day at all, since then nothing speaks against it."""
    if not isinstance(claim.value, DateValue) or not _SAME_DAY.fullmatch(text, claim.start, claim.end):
        return finding
    day = day_text(claim.value.readings[0])
    finding = replace(finding, reason=finding.reason.replace(text[claim.start : claim.end], day, 1))
    if finding.verdict is VerdictKind.SUPPORTED:
        return finding
    pages = governing_pages(unit, text, claim)
    if any(_whole(v) for p in pages for v in index.pages[p].dates):
        return finding
    return replace(
        finding, verdict=VerdictKind.UNCHECKED, reason="The cited pages give no day for this.", suggestion=None
    )
