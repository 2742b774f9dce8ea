"""What was done on a date: signed, paid, delivered ... The same deed beside another date speaks against the draft's."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from app.verify.dates import DateValue
from app.verify.events import masked
from app.verify.found import Found, Place
from app.verify.record import Index, day_text
from app.verify.scope import Unit
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
    "inspected": r"inspected|inspection|examined|surveyed",
    "due": r"due|expires?|expired|expiry|fällig|échéance|échue?|vence|vencimiento|vencimento|истекает",
}
_DEED: Final = re.compile(rf"\b(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _DEEDS.items())})\b", re.I)
_ALIKE: Final = (frozenset({"paid", "received"}), frozenset({"paid", "sent"}), frozenset({"made", "sent"}))
"""Deeds that one day can be told as: a payment is received, a letter is dated the day it is sent."""
_APART: Final = re.compile(r"[.;]\s| {3,}|\n\s*\n")
_STOP: Final = re.compile(r"[.;!?]\s|\n\s*\n")
_AFTER: Final = 60
_BEFORE: Final = 30
_CONTRACTS: Final = ("contract", "agreement")
_NUMBER: Final = re.compile(r"(?<![\w.,$€£])\d{1,6}(?![\w,]|\.\d)")


def other_days(
    text: str, unit: Unit, claim: Found, mine: Sequence[Place], index: Index, words: WordIndex
) -> list[Place]:
    """Places where the record puts the deed that the draft tells of ``claim`` on another day.

    None unless the record tells another deed of the draft's day at ``mine``, and speaks of the same thing elsewhere.
    """
    deed = _told(text, unit, claim)
    if deed is None or not isinstance(claim.value, DateValue):
        return []
    beside = [_deeds_at(index, place) for place in mine]
    if any(not found or any(_same(deed, d) for d in found) for found in beside):
        return []
    if any(m.lastgroup == deed for p in mine for m in _DEED.finditer(_sentence(index, p))):
        return []
    subject = _things(masked(text, unit, *clause_around(text, unit.sentence, claim.start, claim.end)), words)
    if not subject:
        return []
    least = max(len(subject & _about(index, p, words)) for p in mine)
    own = {day_text(r) for c in unit.claims if isinstance(c.value, DateValue) for r in c.value.readings}
    rivals = [
        place
        for page in range(len(index.pages))
        for place, found in _bound(index, page)
        if deed in found and (day := index.day_at(place)) and day.year and day.day and day_text(day) not in own
    ]
    return [p for p in rivals if len(subject & _about(index, p, words)) >= max(1, least)]


def _same(deed: str, other: str) -> bool:
    return deed == other or frozenset({deed, other}) in _ALIKE


def _told(text: str, unit: Unit, claim: Found) -> str | None:
    """The deed that the draft's clause tells of a date: the last one before it, else the first after it."""
    low, high = clause_around(text, unit.sentence, claim.start, claim.end)
    low = max([low, *(c.end for c in unit.claims if c.end <= claim.start)])
    high = min([high, *(c.start for c in unit.claims if c.start >= claim.end)])
    found = [*reversed([*_DEED.finditer(text, low, claim.start)]), *_DEED.finditer(text, claim.end, high)]
    return found[0].lastgroup if found else None


def _bound(index: Index, page: int) -> Iterator[tuple[Place, set[str]]]:
    """The dates of a page with the deeds that each is the day of: the nearest date after the word, else before it."""
    _ = index.dates
    view = index.pages[page]
    if not view.dates or not _DEED.search(view.text):
        return
    bound: dict[Place, set[str]] = {}
    for match in _DEED.finditer(view.text):
        day = _day_of(view.text, view.dates, match)
        if day and match.lastgroup:
            bound.setdefault(Place(page, day.start, day.end), set()).add(match.lastgroup)
    yield from bound.items()


def _day_of(text: str, dates: Sequence[DateValue], deed: re.Match[str]) -> DateValue | None:
    after = next((d for d in dates if d.start >= deed.end()), None)
    if after and after.start - deed.end() < _AFTER and not _APART.search(text[deed.end() : after.start]):
        return after
    before = next((d for d in reversed(dates) if d.end <= deed.start()), None)
    if before and deed.start() - before.end < _BEFORE and not _APART.search(text[before.end : deed.start()]):
        return before
    return None


def _deeds_at(index: Index, place: Place) -> set[str]:
    return next((found for p, found in _bound(index, place.page) if p.start == place.start), set())


def _sentence(index: Index, place: Place) -> str:
    text = index.pages[place.page].text
    low = max((m.end() for m in _STOP.finditer(text, 0, place.start)), default=0)
    high = _STOP.search(text, place.end)
    return text[low : high.start() if high else len(text)]


def _about(index: Index, place: Place, words: WordIndex) -> set[str]:
    """What the record speaks of at a place: the words of its sentence and of its page's title."""
    title = "\n".join(index.pages[place.page].text.split("\n", 2)[:2])
    return _things(f"{title}\n{_sentence(index, place)}", words)


def _things(text: str, words: WordIndex) -> set[str]:
    contracts = words.keys(" ".join(_CONTRACTS))
    keys = {contracts[0] if k in contracts else k for k in words.keys(_DEED.sub(" ", text))}
    return keys | set(_NUMBER.findall(text))
