"""Who speaks on a page of the record: witness, sender, the one named beside the words; and whom they speak to."""

import re
from dataclasses import dataclass
from typing import Final

from app.verify.firstnames import all_forms
from app.verify.found import Place
from app.verify.record import Index

SURNAME: Final = r"[A-ZÀ-ÞА-ЯЁ](?:['’][A-Z])?[\w\-]{1,60}"
_FROM: Final = re.compile(r"^[ \t]*(?:From|Von|De|Da|От)[ \t]?:[ \t]*(?P<name>[^\n<(,]{2,60})", re.M | re.I)
_OLDER: Final = re.compile(
    r"^[ \t>]{0,9}(?:From|Von|De|Da|От)[ \t]?:[ \t]*(?P<name>[^\n<(,]{2,60})[^\n]{0,80}"
    r"(?=\n[^\n]{0,120}(?:\n[^\n]{0,120}){0,3}?\n?[ \t>]{0,9}"
    r"(?:Subject|Sent|To|Date|Betreff|Gesendet|An|Envoyé|Objet|À|Enviado|Asunto|Assunto|Para|Тема|Кому)[ \t]?:)",
    re.M | re.I,
)
"""The head of a message, also of an older one that is quoted in full below."""
_WROTE: Final = re.compile(
    rf"^[ \t>]{{0,9}}On [^\n]{{6,60}}?[,\d M] (?P<name>{SURNAME}(?: [A-Z]\.)?(?: {SURNAME}){{0,2}})"
    r"(?: <[^>\n]{1,80}>)? wrote:",
    re.M,
)
_TO: Final = re.compile(r"^[ \t]*(?:To|T0|An|À|A|Para|Кому)[ \t]?:[ \t]*(?P<name>[^\n<(]{2,80})", re.M | re.I)
_DEAR: Final = re.compile(
    r"^[ \t]*(?:Dear|Liebe[r]?|Sehr geehrte[r]?|Chère?|Estimad[oa]|Prezad[oa]|Уважаем\w+)[ \t]+"
    r"(?P<name>[^\n:]{2,60})[:,!]",
    re.M,
)
_SWORN: Final = re.compile(
    rf"(?:AFFIDAVIT|DECLARATION|AFFIRMATION|STATEMENT|EXPERT REPORT) OF (?P<name>(?:{SURNAME} ?){{1,3}})"
)
_ANSWER: Final = re.compile(r"^[ \t]*(?:\d{1,2}[ \t]+)?(?P<side>[QA])\.?[ \t]", re.M)
_EXAMINED: Final = re.compile(
    rf"(?:(?:DIRECT|CROSS|REDIRECT|RECROSS|Direct|Cross|Redirect)[ -]?(?:EXAMINATION|Examination)? (?:OF|of|-|–) |"
    rf"WITNESS:? )(?:(?:MR|MS|MRS|DR|Mr|Ms|Mrs|Dr)\. )?(?P<name>(?:[A-Z][\w.'’-]{{0,20}} )?{SURNAME})|"
    rf"^[ \t]*(?P<first>{SURNAME}),? (?:-|–) (?:Direct|Cross|Redirect|DIRECT|CROSS|REDIRECT)",
    re.M,
)
_VOCATIVE: Final = re.compile(
    rf"^[ \t]*(?:\d{{1,2}}[ \t]+)?Q\.?[ \t]+(?:(?:Okay|And|Now|So|Well),? )?(?:Mr|Ms|Mrs|Dr|Officer|Detective|"
    rf"Sergeant|Nurse|Captain|Agent|Professor|Deputy)\.? (?P<name>{SURNAME}),",
    re.M,
)
_BEFORE: Final = re.compile(rf"(?P<name>(?:[A-Z]\. ?|[A-Z][a-z]+ )?{SURNAME}):\s*[\"“«„]?\s*$")
_AFTER: Final = re.compile(
    rf"^[^\n]?[,.]?[\"”»“]?,?\s+(?:said|says|wrote|stated|added|replied|answered)\s+"
    rf"(?P<name>(?:{SURNAME}\s){{0,2}}{SURNAME})"
)
_STATES: Final = re.compile(
    rf"(?P<name>{SURNAME})(?:,[^,.\n]{{0,40}},)?,?\s+(?:states|stated|said|says|reported|wrote|testified|"
    rf"asked|asks|requested|moved|proposed|noted|argued|warned|explained|added|replied|answered|promised|demanded|"
    rf"gab an|sagte|erklärte|äußerte|bekundete|a déclaré|a dit|déclare|déclarait|declaró|dijo|manifestó|declarou|disse|"
    rf"afirmou|заявила?|показала?|пояснила?|сообщила?)(?:\s+\w+){{0,4}}\s*:?\s*[\"“«„]?\s*$"
)
_TURN: Final = re.compile(
    r"^[^\n:]{0,16}\d{1,2}:\d\d(?::\d\d)?[\]) ]{0,3}(?:[AP]\.?M\.?)?[ \t]+"
    rf"(?P<name>{SURNAME}(?: {SURNAME})?|[a-z][\w.\-]{{2,24}}):[ \t]",
    re.M,
)
"""A line of a chat or of a recording: the time, who, and what."""
FIRM: Final = re.compile(
    r"\b(?:Inc|LLC|LLP|Ltd|Limited|Corp|Company|Co|plc|PLC|GmbH|AG|KG|OHG|e\.\s?K|SARL|SAS|SA|SCI|S\.?L|S\.A|Ltda|ООО|АО|ПАО|ИП|"
    r"Human Resources|Department|Office|Sales|Claims)\b"
)
_STAMP: Final = re.compile(r"\n[ \t|.~_]*[A-Z\d][\w .\-]{2,24}\d\s*\Z")
_END: Final = 300
"""So many last letters of a page are looked at for who signed."""
_LAST: Final = re.compile(rf"(?P<name>(?:{SURNAME} ){{1,2}}{SURNAME})(?:, [^\n]{{0,40}})?\s*\Z")


@dataclass(frozen=True, slots=True)
class Voice:
    """Who says the words at a place; no ``name`` where the page doesn't tell."""

    name: str | None
    addressed: frozenset[str] = frozenset()
    """Words of the names of those that a message is sent to, and of none of its senders."""
    others: frozenset[str] = frozenset()
    """Words of the names of all that speak on the page."""
    signed: str | None = None
    """The name at the end of a message."""

    @property
    def firm(self) -> bool:
        return bool(self.name and (FIRM.search(self.name) or len(self.name.split()) > 3 or "@" in self.name))

    def is_called(self, name: str) -> bool:
        """Whether the speaker has the name, or a part of it where it is double."""
        handle = (self.name or "").casefold() if (self.name or "A")[0].islower() else ""
        return bool(all_forms(_words(name)) & _words(self.name or "")) or any(w in handle for w in _words(name))

    def addresses(self, name: str) -> bool:
        """Whether the message is sent to somebody of that name."""
        words = _words(name)
        return bool(words) and all(all_forms((w,)) & self.addressed for w in words)


def voice_at(place: Place, index: Index) -> Voice:
    """The witness, the sender, the one named beside the words."""
    text = index.pages[place.page].page.text
    turns = list(_TURN.finditer(text))
    others = frozenset(w for m in turns for w in _words(m["name"])) if len(turns) > 1 else frozenset()
    beside = _named_beside(text, place)
    if beside:
        return Voice(beside, others=others)
    if len({m["name"] for m in turns}) > 1:
        said = [m["name"] for m in turns if m.start() <= place.start]
        return Voice(said[-1] if said else None, others=others)
    if len(_ANSWER.findall(text)) > 1:
        return Voice(_deponent(place, index))
    return _sender(text, place)


def _named_beside(text: str, place: Place) -> str | None:
    for pattern, part in (
        (_BEFORE, text[max(0, place.start - 80) : place.start]),
        (_STATES, text[max(0, place.start - 120) : place.start]),
    ):
        match = pattern.search(part)
        if match:
            return match["name"]
    after = _AFTER.match(text[place.end : place.end + 80])
    return after["name"] if after else None


def _in_chain(text: str, place: Place) -> Voice | None:
    """Who wrote the older message, quoted below a newer one, in which a place stands."""
    older = [m for p in (_OLDER, _WROTE) for m in p.finditer(text) if 0 < m.start() < place.start]
    if not older or not (_FROM.match(text.lstrip()) or _OLDER.search(text, 0, 600)):
        return None
    head = max(older, key=lambda m: m.start())
    if head.re is _OLDER and head.start() == next(_OLDER.finditer(text)).start():
        return None
    name, to = head["name"].strip(), _TO.search(text, head.end(), min(head.end() + 300, place.start))
    return Voice(name, frozenset(_words(to["name"]) - _words(name)) if to and head.re is _OLDER else frozenset())


def _sender(text: str, place: Place) -> Voice:
    chained = _in_chain(text, place)
    if chained:
        return chained
    head = text[:400]
    sender = _FROM.search(head) or _SWORN.search(head)
    name = sender["name"].strip() if sender and sender.start() < place.start else None
    to = [m["name"] for p in (_TO, _DEAR) for m in p.finditer(text[:600]) if m.start() < place.start]
    signed = _LAST.search(_STAMP.sub("", text[-_END:]).rstrip())
    by = signed["name"] if signed and max(0, len(text) - _END) + signed.start() >= place.end else None
    own = _words(f"{name or ''} {by or ''}")
    addressed = frozenset(w for t in to for w in _words(t)) - own
    return Voice(name or (by if to else None), addressed, signed=by)


def _deponent(place: Place, index: Index) -> str | None:
    page = index.pages[place.page].page
    spoken = [m["side"] for m in _ANSWER.finditer(page.text, 0, place.start + 1)]
    inside = _ANSWER.search(page.text, place.start, place.end)
    if not spoken or spoken[-1] != "A" or inside:
        return None
    label = index.labels.get(page.exhibit, page.exhibit)
    match = re.match(rf"(?P<name>(?:(?:[A-Z]\.|{SURNAME}) )*?{SURNAME}) (?:Dep|Tr|Deposition)", label)
    if match:
        return match["name"]
    headed = (name for name, exhibits in index.depositions.items() if page.exhibit in exhibits)
    return next((name.title() for name in headed), None) or _examined(page.text, place)


def _examined(text: str, place: Place) -> str | None:
    """The witness of a hearing, as the page heads or the question calls them: "Officer Beaudry, why did you ..."."""
    called = [*_EXAMINED.finditer(text, 0, place.start), *_VOCATIVE.finditer(text, 0, place.start)]
    return _last_name(max(called, key=lambda m: m.start())) if called else None


def _last_name(match: re.Match[str]) -> str:
    return match["name"] or match["first"] if match.re is _EXAMINED else match["name"]


def _words(name: str) -> set[str]:
    return {w.casefold() for w in re.findall(r"[^\W\d_]{2,}", name)}
