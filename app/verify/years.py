"""Bare years as statements of time: "in 2019", "since 2019", "the 2019 lease"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.verify.found import Finding, Found, Place
from app.verify.periods import Period
from app.verify.record import Index
from app.verify.scope import RECORD_CITES, Unit, governing_pages

_YEAR: Final = re.compile(
    r"(?<![\w.,/$€£#\-–])(?P<year>(?:19|20)\d\d)(?![\d\w])(?!\s?[-–—/]\s?\d|[.,]\d|['’´]?\s(?:WL|U\.|F\.|S\.|Bankr|LEXIS|BL)\b)"
)
_SEASON: Final = (
    r"(?:(?:early|mid|late|spring|summer|fall|autumn|winter|Anfang|Mitte|Ende|Frühjahr|Sommer|Herbst|début|mi|fin|"
    r"courant|principios de|mediados de|finales de|início de|meados de|fim de|начале|середине|конце)[- ](?:of )?)?"
)
_LEADS: Final = (
    r"[Ii]n|[Ss]ince|[Uu]ntil|[Tt]hrough(?:out)?|[Dd]uring|[Ff]rom|[Bb]y|[Bb]efore|[Aa]fter|[Ff]or|[Bb]etween|[Aa]s of|"
    r"[Tt]he year|(?:[Ee]arly|[Ll]ate|[Mm]id)-?(?: in)?|[a-z]{3,} of|[Ii]m Jahre?|[Ss]eit|[Bb]is|[Aa]b|[Vv]or|[Nn]ach|"
    r"[Ee]n|[Dd]epuis|[Dd]ès|l['’]année|[Aa]vant|[Aa]près|[Dd]esde|[Ee]l año|[Hh]asta|[Aa]ntes de|[Ee]m|[Oo] ano de|"
    r"[Aa]té|[Вв]|[Сс]|[Дд]о|[Пп]осле|[Зз]а"
)
_BEFORE: Final = re.compile(
    rf"(?<![\w§])(?:{_LEADS})[ \n](?:the |dem |den |le |el |o )?(?:year |Jahr |ano de )?{_SEASON}$"
)
_WHOSE: Final = (
    r"[Tt]he|[Aa]n?|[Tt]his|[Tt]hat|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Oo]ur|[Yy]our|[Mm]y|[Ee]ach|[A-Z][a-z]+['’]s"
)
_OF: Final = re.compile(rf"(?<![\w§])(?:{_WHOSE})[ \n]$")
_NOUN: Final = re.compile(r"[ \n](?=[a-z]{3,})")
_REACH: Final = 48
"""Letters before a year in which the words that lead up to it stand."""
_TO: Final = re.compile(r"\s(?:to|through|until|and|or|bis|und|à|au|et|al?|y|e|até|по|и)\s(?=\d{4})")
_FROM: Final = re.compile(r"(?<!\w)(?:[Ff]rom|[Bb]etween|[Vv]on|[Zz]wischen|[Dd][eu]l?|[Ee]ntre)\s$")
_LAW: Final = re.compile(
    r"\b(?:Congress|Legislature|Parliament|[Ee]nact\w*|[Aa]mend\w*|[Cc]odif\w*|[Rr]epeal\w*|[Ss]tatutes?|Acts?|Rules?|"
    r"Codes?|[Dd]ecided|[Hh]eld that|Court (?:of|held|has|ruled|explained|recognized|rejected)|Supreme Court|Circuit|"
    r"[Oo]pinions?|[Pp]recedents?|Gesetz\w*|Bundestag|BGH|Novelle|[Ll]oi|Cour de cassation|Ley|Lei|Tribunal Supremo|"
    r"STJ|[Зз]акон\w*|Пленум\w*)\b"
)
"""A year of the law's own story, which no record tells."""
_AUTHORITIES: Final = frozenset({ClaimKind.CITATION, ClaimKind.CASE_NAME, ClaimKind.STATUTE})
_PLAIN: Final = r"(?<![\w.,/#$€£-])(?:{0}|['’]{1})(?![\w]|[.,]\d)"


def find_years(text: str) -> Iterator[tuple[int, int, Period]]:
    """Years that a sentence uses to say when; those of laws, numbers and names are none."""
    joined = -1
    for match in _YEAR.finditer(text):
        start, end = match.span("year")
        low = max(0, start - _REACH)
        to = _TO.match(text, end)
        span = to is not None and _YEAR.match(text, to.end()) is not None and bool(_FROM.search(text, low, start))
        noun = _NOUN.match(text, end)
        whose = noun and not _LAW.match(text, noun.end()) and _OF.search(text, low, start)
        if start == joined or span or whose or _BEFORE.search(text, low, start):
            yield start, end, Period(int(match["year"]))
            joined = to.end() if to else -1


def is_year(claim: Found) -> bool:
    """Whether a claim is a year and nothing more."""
    return isinstance(claim.value, Period) and not claim.value.part and not claim.value.fiscal


def without_law_years(text: str, made: Sequence[Unit]) -> list[Unit]:
    """The units without the years of sentences that speak of the law and cite no record."""
    kept = []
    for unit in made:
        if any(map(is_year, unit.claims)) and not any(c.kind in RECORD_CITES for c in unit.claims):
            sentence = text[unit.sentence.start : unit.sentence.end]
            if _LAW.search(sentence) or any(c.kind in _AUTHORITIES for c in unit.claims):
                unit.claims = [c for c in unit.claims if not is_year(c)]
        if unit.claims:
            kept.append(unit)
    return kept


def judge_year(text: str, unit: Unit, claim: Found, index: Index) -> Finding:
    """A year is right where the cited document names it, on any of its pages: a date without one takes its year."""
    shown, value = text[claim.start : claim.end], claim.value
    assert isinstance(value, Period)
    pages = governing_pages(unit, text, claim)
    cited = sorted(pages or index.everywhere)
    places = [p for page in cited if (p := _named(value.year, page, index))]
    if places:
        return Finding(VerdictKind.SUPPORTED, f"{index.show(places[0].page)} names {shown}.", (places[0],))
    unread = index.unread(cited)
    if unread:
        why = f"{index.show(unread[0])} could not be read, so this could not be checked."
        return Finding(VerdictKind.UNCHECKED, why, pages=tuple(unread[:1]))
    beside = (p for page in cited for p in index.exhibits[index.pages[page].page.exhibit].values()) if pages else ()
    there = next((p for page in dict.fromkeys(beside) if (p := _named(value.year, page, index))), None)
    if there:
        why = f"{index.show(there.page)}, of the same document, names {shown}."
        return Finding(VerdictKind.SUPPORTED, why, (there,))
    return _elsewhere(value.year, shown, pages, index)


def _elsewhere(year: int, shown: str, pages: frozenset[int], index: Index) -> Finding:
    there = next((p for page in sorted(index.everywhere) if (p := _named(year, page, index))), None) if pages else None
    if there is None:
        return Finding(VerdictKind.UNSUPPORTED, f"{shown} stands nowhere in the record.")
    cited = ", ".join(index.show(p) for p in sorted(pages)[:2])
    why = f"{index.show(there.page)} names {shown}, not {cited}."
    return Finding(VerdictKind.MISPLACED, why, (there,))


def _named(year: int, page: int, index: Index) -> Place | None:
    """Where a page names a year: alone, or in a date."""
    view = index.pages[page]
    if str(year)[2:] not in view.text:
        return None
    for value in view.dates:
        if any(day.year == year for day in value.readings):
            return Place(page, value.start, value.end)
    alone = re.search(_PLAIN.format(year, str(year)[2:]), view.text)
    return Place(page, *alone.span()) if alone else None
