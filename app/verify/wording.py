"""Writes a value of the record the way the draft writes its own, so that it can stand in its place."""

import re
from dataclasses import replace

from app.domain.claim import ClaimKind
from app.verify.dates import find_dates
from app.verify.datewording import date_like
from app.verify.dayvalues import DateValue, Day
from app.verify.found import Finding
from app.verify.tables import CURRENCIES, SCALES

_CURRENCY = re.compile(r"[^\d\s.,'’]+")


def in_list(own: str, day: Day, finding: Finding) -> Finding:
    """The finding with a suggestion in the form of ``own``, the 5 of "April 3, 5 and 9, 2022", which means ``day``."""
    found = find_dates(finding.suggestion) if finding.suggestion else []
    other = found[0].readings[0] if len(found) == 1 and found[0].readings else None
    if other is None or (other.month, other.year) != (day.month, day.year) or other.day is None:
        return finding
    return replace(finding, suggestion=re.sub(r"^\d{1,2}", str(other.day), own))


def amount_like(shown: str, source: str) -> str:
    """The sum as the record writes it, with the draft's sign where the record's column has none."""
    own, sign = _sign(source), _sign(shown)
    if own and (not sign or _currency(own) != _currency(sign)):
        return source
    if own:
        source = f"{source[: own.start()]} {source[own.end() :]}".strip()
    if not sign or shown[:1].isdigit():
        gap = shown[sign.start() - 1 : sign.start()] if sign else ""
        return f"{source}{gap if gap.isspace() else ''}{sign[0]}" if sign else source
    return shown[: re.search(r"\d", shown).start()] + source if re.search(r"\d", shown) else source  # type: ignore[union-attr]


def _currency(sign: re.Match[str]) -> str:
    word = sign[0].strip().casefold()
    return CURRENCIES.get(word, word)


def _sign(shown: str) -> re.Match[str] | None:
    """The currency's sign or word in a sum; "million" is none."""
    return next((m for m in _CURRENCY.finditer(shown) if m[0].casefold() not in SCALES), None)


def quotation_like(shown: str, source: str) -> str:
    """The words of the source between the draft's marks, with the full stop or comma that the draft sets inside."""
    stop = shown[-2] if shown[-2:-1] in {".", ","} and source[-1:] not in {".", "!", "?"} else ""
    return f"{shown[0]}{' '.join(source.split())}{stop}{shown[-1]}"


def value_like(
    kind: ClaimKind, shown: str, source: str, day: Day | None, own: object = None, language: str = "en"
) -> str:
    """What could stand in the draft instead of ``shown``, which means ``own``."""
    if kind is ClaimKind.DATE and day:
        meant = own.readings[0] if isinstance(own, DateValue) and own.readings else None
        if day.year is None and meant and meant.year:  # "04/06" of a column means a day of the year that is spoken of
            day = replace(day, year=meant.year)
        return date_like(shown, day, source, meant, language)
    return amount_like(shown, source) if kind is ClaimKind.AMOUNT else quotation_like(shown, source)
