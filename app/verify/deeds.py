"""What was done on a date: signed, paid, delivered ... The same deed beside another date speaks against the draft's."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from app.verify.bindings import APART
from app.verify.dayvalues import DateValue
from app.verify.found import Found, Place
from app.verify.record import Index, day_text
from app.verify.scope import Unit, masked
from app.verify.sentences import clause_around
from app.verify.words import WordIndex

_DEEDS: Final[dict[str, str]] = {
    "made": r"signed|signing|executed|made as of|made on|made and entered|made this|dated|entered into|concluded|"
    r"unterzeichnet|unterschrieben|geschlossen|datiert|signée?s?|conclue?|datée?|firmad[oa]|firmó|suscrit[oa]|"
    r"celebrad[oa]|assinad[oa]|подписан\w*|заключ[её]н\w*|датирован\w*",
    "received": r"delivered|delivery|received|receipt|geliefert|zugestellt|erhalten|livrée?s?|reçue?s?|entregad[oa]s?|"
    r"recibid[oa]s?|recibió|entregues?|recebid[oa]s?|recebeu|доставлен\w*|получен\w*|получил\w*",
    "paid": r"paid|payment|bezahlt|gezahlt|überwiesen|payée?s?|versée?s?|réglée?s?|pagad[oa]s?|pagó|pag[oa]s?|pagou|"
    r"оплачен\w*|уплачен\w*|оплатил\w*",
    "sent": r"sent|mailed|e-?mailed|gesendet|versandt|envoyée?s?|enviad[oa]s?|envió|enviou|направлен\w*|отправлен\w*",
    "ended": r"terminated|termination|cancell?ed|gekündigt|résiliée?|rescindid[oa]|расторгнут\w*",
    "filed": r"filed|filing|eingereicht|déposée?|presentad[oa]|protocolad[oa]|подан[аоы]?",
    "done": r"completed|completion|finished|fertiggestellt|abgeschlossen|achevée?s?|terminad[oa]s?|concluíd[oa]s?|"
    r"завершен\w*|завершён\w*",
    "begun": r"began|begun|commenced|commencement|started|begann|begonnen|commencée?|comenzó|iniciad[oa]|"
    r"começou|начат\w*",
    "refused": r"declined|rejected|denied|refused|abgelehnt|zurückgewiesen|refusée?s?|rejetée?s?|rechazad[oa]s?|"
    r"rechazó|recusad[oa]s?|recusou|отклон[её]н\w*|отказал\w*",
    "approved": r"approved|approval|genehmigt|approuvée?s?|aprobad[oa]s?|aprovad[oa]s?|одобрен\w*",
    "served": r"served|signifiée?s?|notificad[oa]s?|вручен\w*",
    "operated": r"operated|surgery|operiert",
    "inspected": r"inspected|inspection|examined|surveyed",
    "due": r"due|expires?|expired|expiry|fällig|échéance|échue?|vence|vencimiento|vencimento|истекает",
}
_DEED: Final = re.compile(rf"(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _DEEDS.items())})\b", re.I)
_WORD: Final = re.compile(r"\w+")
_OPENINGS: Final = frozenset({"made", "entered", "e"})
"""How the deeds of more than one word begin ("made as of", "e-mailed"); all others are whole words."""
_ALIKE: Final = (frozenset({"paid", "received"}), frozenset({"paid", "sent"}), frozenset({"made", "sent"}))
"""Deeds that one day can be told as: a payment is received, a letter is dated the day it is sent."""
_STOP: Final = re.compile(r"[.;!?]\s|\n\s*\n")
_AFTER: Final = 60
_BEFORE: Final = 30
_CONTRACTS: Final = "contract agreement"
_FEW: Final = 40
"""Pages, or places of one day, up to which all are looked at."""
_BESIDE: Final = 10
_LONGEST: Final = 600
"""Letters of a sentence that are read on each side of a date."""
_NUMBER: Final = re.compile(r"(?<![\w.,$€£])\d{1,6}(?![\w,]|\.\d)")


class Deeds:
    """The deeds of a record's dates, read page by page as they are asked for."""

    def __init__(self, index: Index, words: WordIndex) -> None:
        self._index = index
        self._words = words
        self._read: dict[int, dict[Place, set[str]]] = {}
        self._things_at: dict[Place, set[str]] = {}
        self._contracts = words.keys(_CONTRACTS)

    def other_days(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place]) -> list[Place]:
        """Places where the record puts the deed that the draft tells of ``claim`` on another day.

        None unless the record tells another deed of the draft's day at ``mine``, and speaks of the same thing
        elsewhere.
        """
        deed = _told(text, unit, claim)
        if deed is None or len(mine) > _FEW or any(self._can_be(deed, place) for place in mine):
            return []
        subject = self._things(masked(text, unit, *clause_around(text, unit.sentence, claim.start, claim.end)))
        least = max(1, *(len(subject & self._about(p)) for p in mine))
        stated = (c.value for c in unit.claims if isinstance(c.value, DateValue))
        own = {day_text(r) for value in stated for r in value.readings}
        rivals = (p for page in self._pages(subject, mine) for p, found in self._on(page).items() if deed in found)
        return [p for p in rivals if self._another(p, own) and len(subject & self._about(p)) >= least]

    def _can_be(self, deed: str, place: Place) -> bool:
        """Whether the record may tell the deed at a place: it tells no other there, or its sentence has this one."""
        found = self._on(place.page).get(place, set())
        alike = any(deed == d or frozenset({deed, d}) in _ALIKE for d in found)
        return not found or alike or any(told.name == deed for told in deeds_in(self._sentence(place)))

    def _another(self, place: Place, own: set[str]) -> bool:
        day = self._index.day_at(place)
        return bool(day and day.year and day.day) and day is not None and day_text(day) not in own

    def _pages(self, subject: set[str], mine: Sequence[Place]) -> list[int]:
        """The pages that speak of the subject, and those beside the draft's day in its exhibit."""
        if len(self._index.pages) <= _FEW:
            return list(range(len(self._index.pages)))
        keys = {*subject, *(self._contracts if subject.intersection(self._contracts) else ())}
        near = {q for p in mine for q in range(p.page - _BESIDE, p.page + _BESIDE + 1)}
        return sorted({*self._words.likely(keys), *near.intersection(range(len(self._index.pages)))})

    def _on(self, page: int) -> dict[Place, set[str]]:
        """The dates of a page with the deeds that each is the day of: the nearest after the word, else before it."""
        if page not in self._read:
            view = self._index.pages[page]
            bound: dict[Place, set[str]] = {}
            starts = [d.start for d in view.dates]
            for deed in deeds_in(view.text) if starts else ():
                day = _day_of(view.text, view.dates, starts, deed)
                if day:
                    bound.setdefault(Place(page, day.start, day.end), set()).add(deed.name)
            self._read[page] = bound
        return self._read[page]

    def _sentence(self, place: Place) -> str:
        text = self._index.pages[place.page].text
        begin = max(0, place.start - _LONGEST)
        low = max((m.end() for m in _STOP.finditer(text, begin, place.start)), default=begin)
        high = _STOP.search(text, place.end, place.end + _LONGEST)
        return text[low : high.start() if high else place.end + _LONGEST]

    def _about(self, place: Place) -> set[str]:
        """What the record speaks of at a place: the words of its sentence and of its page's title."""
        if place not in self._things_at:
            title = "\n".join(self._index.pages[place.page].text.split("\n", 2)[:2])
            self._things_at[place] = self._things(f"{title[:_LONGEST]}\n{self._sentence(place)}")
        return self._things_at[place]

    def _things(self, text: str) -> set[str]:
        cuts = [(0, 0), *((d.start, d.end) for d in deeds_in(text)), (len(text), 0)]
        keys = self._words.keys(" ".join(text[low:high] for (_, low), (high, _) in pairwise(cuts)))
        return {self._contracts[0] if k in self._contracts else k for k in keys} | set(_NUMBER.findall(text))


def _told(text: str, unit: Unit, claim: Found) -> str | None:
    """The deed that the draft's clause tells of a date: the last one before it, else the first after it."""
    if not isinstance(claim.value, DateValue):
        return None
    low, high = clause_around(text, unit.sentence, claim.start, claim.end)
    low = max([low, *(c.end for c in unit.claims if c.end <= claim.start)])
    high = min([high, *(c.start for c in unit.claims if c.start >= claim.end)])
    found = [*reversed([*deeds_in(text, low, claim.start)]), *deeds_in(text, claim.end, high)]
    return found[0].name if found else None


class _Deed(NamedTuple):
    """A word for a deed: its span, and which deed it names."""

    start: int
    end: int
    name: str


def deeds_in(text: str, low: int = 0, high: int | None = None) -> Iterator[_Deed]:
    """The words of a text that name deeds, in order. Word by word, since few are any and each is looked up once."""
    high = len(text) if high is None else high
    end = low
    for word in _WORD.finditer(text, low, high):
        if word[0].casefold() in _OPENINGS:
            match = _DEED.match(text, word.start(), high) if word.start() >= end else None
            name = match.lastgroup if match else None
            end = match.end() if match else end
        else:
            name = _named(word[0]) if word.start() >= end else None
            end = word.end() if name else end
        if name:
            yield _Deed(word.start(), end, name)


@lru_cache(maxsize=65536)
def _named(word: str) -> str | None:
    match = _DEED.fullmatch(word)
    return match.lastgroup if match else None


def _day_of(text: str, dates: Sequence[DateValue], starts: Sequence[int], deed: _Deed) -> DateValue | None:
    at = bisect_left(starts, deed.end)
    if at < len(dates):
        after = dates[at]
        if after.start - deed.end < _AFTER and not APART.search(text[deed.end : after.start]):
            return after
    before = next((d for d in reversed(dates[:at]) if d.end <= deed.start), None)
    if before and deed.start - before.end < _BEFORE and not APART.search(text[before.end : deed.start]):
        return before
    return None
