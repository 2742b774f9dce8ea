"""Who says the words of a quotation: in the draft, and in the record."""

import re
from typing import Final

from app.verify.found import Place
from app.verify.record import Index
from app.verify.scope import Unit
from app.verify.tables import ALL_STOPWORDS

_SURNAME: Final = r"[A-ZÀ-ÞА-ЯЁ](?:['’][A-Z])?[\w\-]+"
_TITLED: Final = re.compile(
    rf"\b(?P<title>Mr|Ms|Mrs|Miss|Dr|Prof|Judge|Officer|Sergeant|Sgt|Captain|Capt|Detective|Nurse|Herrn?|Frau|Monsieur|Madame|M|Mme|Señora?|Sra?|"
    rf"D|Dña|г-жа|г-н|господин|госпожа)\.? "
    rf"(?:{_SURNAME} )?(?P<name>{_SURNAME})(?P<own>['’]s?(?![\w]))?"
)
_FULL: Final = re.compile(r"\b[A-ZÀ-Þ][a-zß-ÿ]+ (?:[A-Z]\. )?(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+)(?P<own>['’]s?(?![\w]))?")
_ADDRESSED: Final = re.compile(
    r"\b(?:told|asked|informed|warned|assured|advised|reminded|to|with|for|about|of|against|by|than|and|or|toward|"
    r"towards|notified|thanked)\s+(?:the |his |her )?$",
    re.I,
)
_SPEAKING: Final = re.compile(
    r"\b(?:sa(?:id|ys|ying)|wr(?:ote|ites|iting|itten)|testif(?:ied|ies|ying)|stat(?:ed|es|ing)|told|tells|"
    r"admi(?:tted|ts)|conced(?:ed|es)|"
    r"remark(?:ed|s)|answer(?:ed|s)|repl(?:ied|ies)|swore|recall(?:ed|s)|explain(?:ed|s)|acknowledg(?:ed|es)|"
    r"confirm(?:ed|s)|call(?:ed|s)|"
    r"describ(?:ed|es)|warn(?:ed|s)|not(?:ed|es)|complain(?:ed|s)|report(?:ed|s)|insist(?:ed|s)|claim(?:ed|s)|"
    r"assur(?:ed|es)|put it|"
    r"testimony|words|e-?mail|letter|message|statement|reply|according|"
    r"schrieb|sagte|erklärte|antwortete|hielt fest|a (?:écrit|dit|déclaré|répondu)|écrivait|escribió|dijo|declaró|"
    r"contestó|afirmó|"
    r"escreveu|disse|declarou|respondeu|confessou|писал|написал|сказал|заявил|сообщил|ответил)\b",
    re.I,
)
_FROM: Final = re.compile(r"^\s*(?:From|Von|De|Da|От)\s?:\s*(?P<name>[^\n<(,]{2,60})", re.M | re.I)
_SWORN: Final = re.compile(
    rf"(?:AFFIDAVIT|DECLARATION|AFFIRMATION|STATEMENT|EXPERT REPORT) OF (?P<name>(?:{_SURNAME} ?){{1,3}})"
)
_ANSWER: Final = re.compile(r"^[ \t]*(?:\d{1,2}[ \t]+)?(?P<side>[QA])\.?[ \t]", re.M)
_BEFORE: Final = re.compile(rf"(?P<name>(?:[A-Z]\. ?|[A-Z][a-z]+ )?{_SURNAME}):\s*[\"“«„]?\s*$")
_AFTER: Final = re.compile(
    rf"^[^\n]?[,.]?[\"”»“]?,?\s+(?:said|says|wrote|stated|added|replied|"
    rf"answered)\s+(?P<name>(?:{_SURNAME}\s){{0,2}}{_SURNAME})"
)
_STATES: Final = re.compile(
    rf"(?P<name>{_SURNAME})(?:,[^,.\n]{{0,40}},)?,?\s+(?:states|stated|said|says|reported|"
    rf"wrote|testified)(?:\s+\w+){{0,4}}\s*[\"“«„]?\s*$"
)
_FEMALE: Final = frozenset({"Ms", "Mrs", "Miss", "Frau", "Madame", "Mme", "Señora", "Sra", "Dña"})
_MALE: Final = frozenset({"Mr", "Herr", "Herrn", "Monsieur", "Señor", "Sr"})


def speaker_in_draft(text: str, unit: Unit, start: int) -> str | None:
    """The surname of the person whom the sentence makes say the quotation at ``start``; None where it is not plain."""
    before = text[unit.sentence.start : start]
    if not _SPEAKING.search(before):
        return None
    names = sorted([*_TITLED.finditer(before), *_FULL.finditer(before)], key=lambda m: m.start("name"))
    for match in reversed(names):
        first = match[0].split()[0].casefold().rstrip(".")
        if first in ALL_STOPWORDS or _ADDRESSED.search(before[: match.start()]):
            continue
        rest = before[match.end() :]
        if match["own"] and not re.match(
            r"\s+(?:own\s+)?(?:testimony|words|e-?mail|letter|message|statement|reply|answer|note)\b", rest
        ):
            continue
        return match["name"] if _SPEAKING.search(rest) or match["own"] else None
    return None


_PRONOUN: Final = re.compile(
    r"\b(?P<who>he|she)\s+(?:(?:\w+\s+){0,2}?(?:said|wrote|testified|put it|says|stated|replied|"
    r"answered)\b[^.;]{0,40})?$",
    re.I,
)
_AS_PUT: Final = re.compile(r"^,?\s+as (?P<who>he|she) (?:put|said|wrote|says)\b", re.I)
_TITLES: Final = {"he": _MALE, "she": _FEMALE}


def pronoun_in_draft(text: str, unit: Unit, start: int, end: int) -> str | None:
    """The surname that "as she put it" stands for: the one in the same sentence with a title of that gender."""
    match = _PRONOUN.search(text[max(0, start - 90) : start]) or _AS_PUT.match(text[end : end + 40])
    if not match:
        return None
    titles = _TITLES[match["who"].casefold()]
    named = [m["name"] for m in _TITLED.finditer(text, unit.sentence.start, start) if m["title"] in titles]
    return named[-1] if named else None


def speaker_in_record(place: Place, index: Index) -> str | None:
    """The name of who says the words at a place: the witness, the sender, the one named beside them."""
    view = index.pages[place.page]
    text = view.page.text
    for pattern, part in (
        (_BEFORE, text[max(0, place.start - 80) : place.start]),
        (_STATES, text[max(0, place.start - 120) : place.start]),
    ):
        match = pattern.search(part)
        if match:
            return match["name"]
    after = _AFTER.match(text[place.end : place.end + 80])
    if after:
        return after["name"]
    sides = [m["side"] for m in _ANSWER.finditer(text)]
    if len(sides) > 1:
        return _deponent(place, index)
    sender = _FROM.search(text[:400]) or _SWORN.search(text[:400])
    return sender["name"].strip() if sender and sender.start() < place.start else None


def _deponent(place: Place, index: Index) -> str | None:
    page = index.pages[place.page].page
    spoken = [m["side"] for m in _ANSWER.finditer(page.text, 0, place.start + 1)]
    inside = _ANSWER.search(page.text, place.start, place.end)
    if not spoken or spoken[-1] != "A" or inside:
        return None
    label = index.labels.get(page.exhibit, page.exhibit)
    match = re.match(rf"(?P<name>(?:{_SURNAME} )*?{_SURNAME}) (?:Dep|Tr|Deposition)", label)
    return match["name"] if match else None


def other_speaker(text: str, unit: Unit, span: tuple[int, int], place: Place, index: Index) -> str | None:
    """Who really says the words, where the draft gives them to somebody else."""
    there = speaker_in_record(place, index)
    here = speaker_in_draft(text, unit, span[0]) or pronoun_in_draft(text, unit, *span)
    if there is None or here is None:
        return None
    names = {w.casefold() for w in re.findall(r"[^\W\d_]{2,}", there)}
    if here.casefold() in names or _is_party(here, there) or _retold(here, place, index):
        return None
    return there


def _retold(here: str, place: Place, index: Index) -> bool:
    """Whether the record's own sentence gives the words to ``here``: "Ms. Brandsma told me it would look bad"."""
    told = index.pages[place.page].page.text[max(0, place.start - 160) : place.start]
    match = re.search(rf"\b{re.escape(here)}\b(?P<rest>[^.?!]{{0,90}})$", told, re.I)
    return bool(match and _SPEAKING.search(match["rest"]))


_ROLE: Final = re.compile(
    r"\b[Tt]he (?P<role>director|architect|surveyor|chemist|engineer|inspector|foreman|manager|doctor|surgeon|nurse|"
    r"captain|master|officer|trooper|agent|adjuster|accountant|auditor|expert|broker|appraiser|clerk|mechanic|technician|notary|"
    r"Director|Architect|Surveyor|Inspector|Agent|Officer|Captain)\b"
)


def other_than_role(text: str, unit: Unit, start: int, place: Place, index: Index) -> str | None:
    """Who says the words, where the draft gives them to an architect ... whom the document does not name."""
    before = text[unit.sentence.start : start]
    roles = list(_ROLE.finditer(before))
    there = speaker_in_record(place, index)
    if not roles or there is None or not _SPEAKING.search(before[roles[-1].end() :]):
        return None
    if _ADDRESSED.search(before[: roles[-1].start()]) or _TITLED.search(before[roles[-1].end() :]):
        return None
    role = roles[-1]["role"].casefold()
    exhibit = index.exhibits[index.pages[place.page].page.exhibit].values()
    return None if any(role in index.pages[p].text.casefold() for p in exhibit) else there


def _is_party(here: str, there: str) -> bool:
    """Whether the sender is an office or a firm, for which a person may have written."""
    return len(there.split()) > 3 or "@" in there or here.casefold() in there.casefold()
