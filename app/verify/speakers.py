"""Who says the words of a quotation: in the draft, and in the record."""

import re
from functools import lru_cache
from typing import Final

from app.verify.firstnames import all_forms
from app.verify.found import Place
from app.verify.quotations import find_quotations
from app.verify.record import Index
from app.verify.roles import ROLE, counters_of, holders, side_of
from app.verify.scope import Unit
from app.verify.tables import ALL_STOPWORDS
from app.verify.voices import SURNAME, Voice, voice_at

_TITLED: Final = re.compile(
    rf"\b(?P<title>Mr|Ms|Mrs|Miss|Dr|Prof|Judge|Officer|Sergeant|Sgt|Lieutenant|Lt|Captain|Capt|Detective|Nurse|Engineer|Herrn?|Frau|Monsieur|Madame|M|Mme|Señora?|Sra?|"
    rf"D|Dña|г-жа|г-н|господин|госпожа)\.? "
    rf"(?:{SURNAME} )?(?P<name>{SURNAME})(?P<own>['’]s?(?![\w]))?"
)
_FULL: Final = re.compile(r"\b[A-ZÀ-Þ][a-zß-ÿ]+ (?:[A-Z]\. )?(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+)(?P<own>['’]s?(?![\w]))?")
_NAME: Final = re.compile(rf"(?<![\w.])(?P<name>{SURNAME})(?P<own>['’]s?(?![\w]))?")
_ADDRESSED: Final = re.compile(
    r"\b(?:told|asked|informed|warned|assured|advised|reminded|to|with|for|about|of|against|by|than|and|or|toward|"
    r"towards|notified|thanked)\s+(?:the |his |her )?$",
    re.I,
)
SPEAKING: Final = re.compile(
    r"\b(?:sa(?:id|ys|ying)|wr(?:ote|ites|iting|itten)|testif(?:ied|ies|ying)|stat(?:ed|es|ing)|told|tells|"
    r"admi(?:tted|ts)|conced(?:ed|es)|add(?:ed|s)|point(?:ed|s) out|observ(?:ed|es)|accept(?:ed|s)|agre(?:ed|es)|"
    r"remark(?:ed|s)|answer(?:ed|s)|repl(?:ied|ies)|swore|recall(?:ed|s)|explain(?:ed|s)|acknowledg(?:ed|es)|"
    r"confirm(?:ed|s)|call(?:ed|s)|text(?:ed|s)|e-?mailed|protest(?:ed|s)|promis(?:ed|es)|ask(?:ed|s)|announc(?:ed|es)|"
    r"describ(?:ed|es)|warn(?:ed|s)|not(?:ed|es)|complain(?:ed|s)|report(?:ed|s)|insist(?:ed|s)|claim(?:ed|s)|"
    r"assur(?:ed|es)|urg(?:ed|es)|den(?:ied|ies)|put it|"
    r"testimony|words|e-?mail|letter|message|statement|reply|according|"
    r"schreibt|sagt|erklärt|antwortet|räumt|répond|écrit|déclare|indique|reconnaît|affirme|soutient|responde|dice|escribe|"
    r"contesta|declara|diz|escreve|afirma|пишет|говорит|отвечает|"
    r"schrieb|sagte|erklärte|antwortete|erwiderte|meinte|behauptete|räumte|gab an|teilte|hielt fest|"
    r"a (?:écrit|dit|déclaré|répondu|indiqué|reconnu|ajouté|affirmé)|écrivait|indiquait|reconnaissait|"
    r"escribió|dijo|declaró|contestó|afirmó|reconoció|señaló|indicó|añadió|admitió|manifestó|"
    r"escreveu|disse|declarou|respondeu|confessou|reconheceu|afirmou|informou|admitiu|acrescentou|"
    r"писала?|написала?|сказала?|заявила?|сообщила?|ответила?|указала?|указывала?|признала?|пояснила?|утверждала?)\b",
    re.I,
)
_INVERTED: Final = re.compile(
    r"\b(?:said|wrote|added|testified|replied|answered|schrieb|sagte|écrivait|escribió|escreveu|писала?|написала?) $"
)
_FEMALE: Final = frozenset({"Ms", "Mrs", "Miss", "Frau", "Madame", "Mme", "Señora", "Sra", "Dña"})
_MALE: Final = frozenset({"Mr", "Herr", "Herrn", "Monsieur", "Señor", "Sr"})


def speaker_in_draft(text: str, unit: Unit, start: int, persons: frozenset[str] = frozenset()) -> str | None:
    """The surname of the person whom the sentence makes say the quotation at ``start``; None where it is not plain.

    ``persons``: names, in small letters, that count without a title.
    """
    before = text[unit.sentence.start : start]
    if not _speaks(before):
        return None
    names = [*_TITLED.finditer(before), *_FULL.finditer(before)]
    inside = {m.start("name") for m in names}
    names += [m for m in _NAME.finditer(before) if m["name"].casefold() in persons and m.start("name") not in inside]
    for match in sorted(names, key=lambda m: (m.start("name"), m.start()), reverse=True):
        first = match[0].split()[0].casefold().rstrip(".")
        if first in ALL_STOPWORDS or _ADDRESSED.search(before[: match.start()]):
            continue
        rest = before[match.end() :]
        if match["own"] and not re.match(
            r"\s+(?:own\s+)?(?:testimony|words|e-?mail|letter|message|statement|reply|answer|note)\b", rest
        ):
            continue
        speaks = SPEAKING.search(rest) or match["own"] or _INVERTED.search(before[: match.start()])
        return match["name"] if speaks else None
    return None


def speaker_after(text: str, unit: Unit, end: int, persons: frozenset[str] = frozenset()) -> str | None:
    """The surname of the person whom the words right after a quotation make say it: "...," said Ms. Hale."""
    after = text[end : max(end, min(unit.sentence.end, unit.sentence.cites_from))]
    verb = SPEAKING.match(after, _further(after, 0))
    at = _further(after, verb.end() if verb else 0)
    for pattern in (_TITLED, _FULL, _NAME):
        match = pattern.match(after, at)
        if match is None or match["own"] or match[0].split()[0].casefold().rstrip(".") in ALL_STOPWORDS:
            continue
        if pattern is _NAME and match["name"].casefold() not in persons:
            continue
        at = _further(after, match.end())
        later = _ADVERB.match(after, at)
        return match["name"] if verb or SPEAKING.match(after, later.end() if later else at) else None
    return None


_ADVERB: Final = re.compile(r"(?:later|also|then|further|once|even|himself|herself|has|had|\w{2,12}ly)\s")


def _further(text: str, at: int) -> int:
    """Past the spaces and commas that follow."""
    while at < len(text) and text[at] in " \t\n,":
        at += 1
    return at


_PRONOUN: Final = re.compile(
    r"\b(?P<who>he|she)\s+(?P<verb>(?:\w+\s+){0,2}?(?:said|wrote|testified|put it|says|stated|replied|explained|added|"
    r"answered|admitted|conceded|complained|recalled|claimed|insisted|swore|texted|protested|told|reported)\b"
    r"[^.;]{0,40})?$",
    re.I,
)
_AS_PUT: Final = re.compile(r"^,?\s+as (?P<who>he|she) (?:put|said|wrote|says)\b", re.I)
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_HANDLE: Final = 4
_LEAD: Final = 160
"""Letters before a quotation in which its speaker is named."""
_BACK: Final = 4000
"""Letters of its paragraph before a quotation that are read for who else has spoken; few paragraphs are longer."""
_NAMED: Final = re.compile(rf",? {SURNAME}")
"""The role's bearer, named: "the foreman Pike", "the nurse, Adams,"."""
_REPORTED: Final = re.compile(r"\W{0,2}(?:whether|if|ob|si|se|ли)\b", re.I)
"""What somebody asked, as another tells it."""
_OTHER: Final = {"he": "she", "she": "he"}
_TITLES: Final = {"he": _MALE, "she": _FEMALE}


def pronoun_in_draft(text: str, unit: Unit, start: int, end: int, voice: Voice) -> str | None:
    """The surname that "he wrote" stands for: of the last person before it in the paragraph ``text``.

    None where that may be who speaks in the record: a doctor or an officer can be he or she.
    """
    match = _PRONOUN.search(text[max(0, start - 90) : start]) or _AS_PUT.match(text[end : end + 40])
    if not match:
        return None
    own, other = _TITLES[match["who"].casefold()], _TITLES[_OTHER[match["who"].casefold()]]
    told = match.re is _AS_PUT or match["verb"]
    low = max(0, start - _BACK) if told else unit.sentence.start
    named = [m for m in _TITLED.finditer(text, low, start) if m["title"] not in other]
    if not named or (named[-1]["title"] not in own and any(voice.is_called(m["name"]) for m in named)):
        return None
    return named[-1]["name"]


def other_speaker(text: str, unit: Unit, span: tuple[int, int], place: Place, index: Index) -> str | None:
    """Who really says the words, where the draft gives them to somebody else."""
    voice = voice_at(place, index)
    own = {w.casefold() for w in _WORDS.findall(voice.name or "")}
    persons = all_forms(own | voice.addressed | voice.others) | _by_handle(text, unit, span[0], voice) | index.witnesses
    if _REPORTED.match(text, span[0]):
        return None
    here = speaker_in_draft(text, unit, span[0], persons) or speaker_after(text, unit, span[1], persons)
    here = here or pronoun_in_draft(text, unit, *span, voice)
    if here is None and _of_other_sex(text, span[0], voice):
        return voice.name
    if here is None or voice.is_called(here) or _retold(here, place, index):
        return None
    if voice.addresses(here):
        return voice.name or "the sender"
    if voice.firm and voice.signed and here.casefold() not in index.pages[place.page].text.casefold():
        return voice.signed
    return None if voice.name is None or voice.firm or here.casefold() in voice.name.casefold() else voice.name


def _of_other_sex(text: str, start: int, voice: Voice) -> bool:
    """Whether "he testified" leads up to words of one whom the paragraph calls Ms."""
    match = _PRONOUN.search(text, max(0, start - 90), start)
    if match is None or not match["verb"] or voice.name is None or voice.firm:
        return False
    titles = {m["title"] for m in _TITLED.finditer(text, max(0, start - _BACK), start) if voice.is_called(m["name"])}
    return bool(titles) and titles <= _TITLES[_OTHER[match["who"].casefold()]]


def _by_handle(text: str, unit: Unit, start: int, voice: Voice) -> set[str]:
    """The names in the draft's sentence that somebody of a chat goes by: Doyle is "jdoyle"."""
    if not voice.others:
        return set()
    names = (m["name"].casefold() for m in _NAME.finditer(text, unit.sentence.start, start))
    return {n for n in names if len(n) >= _HANDLE and any(n in other for other in voice.others)}


def _retold(here: str, place: Place, index: Index) -> bool:
    """Whether the record's own sentence gives the words to ``here``: "Ms. Brandsma told me it would look bad"."""
    told = index.pages[place.page].page.text[max(0, place.start - 160) : place.start]
    match = re.search(rf"\b{re.escape(here)}\b(?P<rest>[^.?!]{{0,90}})$", told, re.I)
    return bool(match and SPEAKING.search(match["rest"]))


_ABSENT: Final = re.compile(
    r"director|architect|surveyor|chemist|engineer|inspector|foreman|manager|doctor|surgeon|nurse|captain|master|officer|"
    r"trooper|agent|adjuster|accountant|auditor|expert|broker|appraiser|clerk|mechanic|technician|notary",
    re.I,
)
"""Roles whose bearers a document of their own words names, if they are none of the parties."""


@lru_cache(maxsize=256)
def _speaks(words: str) -> bool:
    """Whether a word for speaking is among the words before a quotation: asked more than once of each."""
    return bool(SPEAKING.search(words))


def _speaking_role(before: str) -> re.Match[str] | None:
    """The last role of the words before a quotation that a word for speaking follows."""
    roles = [*ROLE.finditer(before)] if _speaks(before) else []
    return next((m for m in reversed(roles) if SPEAKING.search(before[m.end() :])), None)


def other_than_role(text: str, unit: Unit, span: tuple[int, int], place: Place, index: Index) -> str | None:
    """Who says the words, where the draft gives them to a foreman ... and the record calls somebody else so.

    Also where no page of the document names such a person at all.
    """
    before = text[unit.sentence.start : span[0]]
    role = _speaking_role(before)
    if role is None or _ADDRESSED.search(before[: role.start()]) or _REPORTED.match(text, span[0]):
        return None
    voice, rest = voice_at(place, index), before[role.end() :]
    named = any(_TITLED.search(part) for part in (rest, before[max(0, role.start() - 40) : role.start()]))
    if named or _FULL.search(rest) or _NAMED.match(rest):
        return None
    called = holders(role["role"], index)
    if called:
        return _other_than(called, voice)
    if any(_called(voice, holders(other, index)) for other in counters_of(role["role"])):
        return voice.name
    side = side_of(role["role"])
    if called is not None and side is not None and _of_other_side(text, span[0], side, voice, index):
        return voice.name
    alone = role["the"] and _ABSENT.fullmatch(role["role"]) and called is not None
    exhibit = index.exhibits[index.pages[place.page].page.exhibit].values()
    heard = any(role["role"].casefold() in index.pages[p].text.casefold() for p in exhibit)
    return voice.name if alone and not heard else None


def _of_other_side(text: str, start: int, side: int, voice: Voice, index: Index) -> bool:
    """Whether the paragraph has given words of the same person to the other side of the lawsuit before."""
    if voice.name is None:
        return False
    told = text[max(0, start - _BACK) : start]
    for at, _, quotation in find_quotations(told):
        before = told[max(0, at - _LEAD) : at]
        role = _speaking_role(before)
        there = side_of(role["role"]) if role else None
        if there is None:
            continue
        found = index.corpus.find(quotation)
        if found and voice_at(found[0].place(), index).is_called(voice.name):
            return there != side
    return False


def _called(voice: Voice, names: frozenset[str] | None) -> bool:
    return bool(names and voice.name and all_forms({w.casefold() for w in _WORDS.findall(voice.name)}) & names)


def _other_than(called: frozenset[str], voice: Voice) -> str | None:
    """Who speaks, where that is none of those who are ``called`` so."""
    if _called(voice, called):
        return None
    if voice.name and not voice.firm:
        return voice.name
    return (voice.name or "the sender") if called & voice.addressed else None
