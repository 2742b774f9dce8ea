"""What a sum is told for each of: an hour, a month, a share."""

import re
from typing import Final

from app.verify.found import Place

_PER: Final = {
    "hour": r"hours?|hrs?|Stunde|heure|hora|час",
    "day": r"days?|diem|Tag|jour|día|dia|день|сутки",
    "week": r"weeks?|Woche|semaine|semana|неделю",
    "month": r"(?:calendar )?months?|mo|Monat|mois|mes|mês|месяц",
    "year": r"years?|annum|annually|Jahr|an|année|año|ano|год",
    "night": r"nights?|Nacht|nuit|noche|noite",
    "share": r"shares?|Aktie|action|acción|ação|акцию",
    "unit": r"units?|pieces?|each|Stück|unité|unidad|unidade|штуку",
    "mile": r"miles?|km|kilometer|kilomètre|kilómetro|километр",
    "foot": r"(?:square |sq\.? )?(?:foot|feet|ft)|Quadratmeter|m²|mètre carré|metro cuadrado",
    "ton": r"(?:metric )?(?:tons?|tonnes?)|Tonne|tonelada|тонну",
}
_AFTER: Final = re.compile(
    r"(?:[.,]\d\d)?(?: ?(?:dollars?|euros?|pounds?|EUR|USD|[€£$₽]|руб\.?\w*|reais))?\s?(?:/|a|an|per|each|every|"
    r"for each|pro|je|par|por|à l['’]|al?|la|в|за)\s?(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _PER.items())
    + r")(?!\w)",
    re.I,
)
_ADVERBS: Final = (
    "hour hourly, day daily, week weekly, month monthly, year annual, year yearly, night nightly, day täglich, "
    "month monatlich, year jährlich, month mensuel, year annuel, month mensual, year anual, month mensal"
)
_ADVERB: Final = {word: rate for rate, word in (pair.split() for pair in _ADVERBS.split(", "))}
_BEFORE: Final = re.compile(rf"\b(?P<adverb>{'|'.join(_ADVERB)})\w{{0,3}}\b[^.;,\d]{{0,28}}$", re.I)
_PARTED: Final = re.compile(r"\d|[.;]\s")


def rate_of(text: str, start: int, end: int) -> str | None:
    """What a sum is told for each of: ``hour``, ``day``, ``share``."""
    after = _AFTER.match(text, end)
    if after:
        return after.lastgroup
    before = _BEFORE.search(text, max(0, start - 44), start)
    return _ADVERB[before["adverb"].casefold()] if before else None


def has_rate(text: str, place: Place, rate: str) -> bool:
    """Whether the line of a sum has the word for a rate, with no other sum and no end of a sentence between."""
    words = [word for word, named in _ADVERB.items() if named == rate]
    named = re.compile(rf"\b(?:{'|'.join([_PER[rate], *words])})", re.I)
    low, high = text.rfind("\n", 0, place.start) + 1, text.find("\n", place.end)
    found = named.finditer(text, low, high if high >= 0 else len(text))
    between = (text[m.end() : place.start] if m.end() <= place.start else text[place.end : m.start()] for m in found)
    return not all(_PARTED.search(words) for words in between)
