"""What a quotation leaves out at an ellipsis or puts into brackets: a "not" may be lost, or added, on the way."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from app.domain.claim import VerdictKind
from app.verify.acts import acts_of
from app.verify.corpus import Corpus, Match
from app.verify.found import Finding, Place
from app.verify.quotations import Quotation
from app.verify.record import Index
from app.verify.tables import ALL_STOPWORDS

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NEGATION: Final = re.compile(
    r"not|never|cannot|no|nor|neither|\w+n['’]t|nicht|nie|niemals|kein(?:e[nrms]?)?|ne|n['’]\w+|pas|jamais|nunca|jamás|"
    r"não|nem|не|никогда",
    re.I,
)
_REFUSAL: Final = re.compile(
    r"nothing|nobody|none|refus(?:ed|es)|fail(?:ed|s)|declin(?:ed|es)|den(?:ied|ies|y)|neglect(?:ed|s)|forbade|forbids|unable|weigerte|"
    r"unterließ|bestritt|refusa|refusé|nié|negó|rehusó|omitió|negou|recusou|отказал\w*|отрицал\w*",
    re.I,
)
"""Words that deny what follows them, as "not" does."""
_JOINING_WORDS: Final = (
    "and but or nor which who whom that when while because since if as where than und aber oder wenn weil dass der die "
    "das welche et mais ou qui que dont quand car y pero o porque cuando e mas quando и а но или который что "
    "i he she it they we you there this these those ich er sie es wir ihr il elle ils elles nous vous él ella ellos "
    "ele ela eles он она они мы вы"
)
_JOINING: Final = frozenset(_JOINING_WORDS.split())
"""With these a clause of its own begins, or has its own subject: it can go, whatever it denies."""
_NO_DENIAL: Final = re.compile(
    r"\s*(?:only|just|merely|later|earlier|less|more|fewer|doubt|matter|nur|mehr|seulement)\b", re.I
)
"""After "not" or "no": what is said is not denied."""
_DO: Final = re.compile(r"(?<![^\W_])(?:do|does|did)$", re.I)
"""Left standing before an ellipsis without its verb, it shows that a denial or a question was cut."""
_SENTENCE_ENDS: Final = re.compile(r"[.!?][\"”»’)]*\s+[\"“«„‘(]?[A-ZÀ-ÞА-ЯЁ¿¡]|\n[ \t]*\n")
_HEAD: Final = 3
"""A negation among so many first words of what is left out denies the verb that was to follow."""
_FEW: Final = 4
"""So few words left out are no passage of its own: a negation among them belonged to what is quoted."""
_FAR: Final = 8
_ROOT: Final = 4
"""First letters by which two forms of a verb are told to be one."""
_VERB: Final = re.compile(
    r"\w{2,}(?:ed|te|ten|té|it|ut|ait|ó|ou|eu|iu|л|ла|ли)|saw|paid|sold|bought|gave|got|took|told|said|knew|made|left|met|"
    r"sent|kept|lost|won|broke|built|held|heard|felt|wrote|drove|found|stole|hit|cut|signs?|pays?|sells?|knows?|owes?"
)
_ASIDE: Final = re.compile(r"\s*,[^.;]*,\s*")
"""A clause between commas can go, whatever it denies."""
_AUXILIARY: Final = re.compile(
    r"be|been|being|have|has|had|do|does|did|is|are|was|were|am|will|would|shall|should|can|could|may|might|must|sein|"
    r"haben|hat|war|être|avoir|est|sont|été|ser|estar|es|son|ha|han|há|é|são|sido|быть|был\w*",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Turned:
    """A place that a quotation turns into its opposite. ``word``: the negation; ``added``: by the draft's brackets."""

    place: Place
    word: str
    added: bool


def kept_sense(quotation: Quotation, matches: Sequence[Match], corpus: Corpus) -> tuple[list[Match], Turned | None]:
    """The matches whose sense the quotation keeps; where none does, what it does to the first of the others."""
    if len(quotation.parts) < 2 or not matches:
        return list(matches), None
    turned = {match: _turned(quotation, match, corpus.text(match.text)) for match in matches}
    kept = [match for match in matches if turned[match] is None]
    return kept, None if kept else turned[matches[0]]


def judge_turned(turned: Turned, law: Sequence[str], index: Index) -> Finding:
    """``law``: the authority that has the words; none where a page has them."""
    there = law[0] if law else index.show(turned.place.page)
    if turned.added:
        why = f"The draft's brackets put “{turned.word}” into words that {there} has without it."
    else:
        why = f"In {there}, “{turned.word}” stands where the draft leaves words out."
    authority = law[0] if law else None
    return Finding(VerdictKind.UNSUPPORTED, why, () if law else (turned.place,), authority=authority)


def told_gaps(quotation: Quotation) -> str:
    """A sentence on what the draft does to the words, for a reason; empty where it does nothing."""
    if not quotation.gaps:
        return ""
    own = [said for said in quotation.gaps if said]
    if not own:
        return " Words are left out where the draft has its ellipsis."
    return f" The draft's own words in brackets ({', '.join(own)}) are not the source's."


def _turned(quotation: Quotation, match: Match, source: str) -> Turned | None:
    for said, (_, low), (high, _) in zip(quotation.gaps, match.spans, match.spans[1:], strict=False):
        left_out = "" if _ASIDE.fullmatch(source, low, high) else source[low:high]
        lost, added = _negation(left_out), _negation(said)
        following = _WORD.match(source, high)
        if added and not any(map(_NEGATION.fullmatch, _WORD.findall(left_out))):
            return Turned(match.place(), added, added=True)
        verb = _put_in(said, source[low:high], quotation.parts)
        if verb:
            return Turned(match.place(), verb, added=True)
        apart = bool(_SENTENCE_ENDS.search(left_out))
        open_ = apart or _denies(said) or _DO.search(source[max(0, low - 8) : low])
        denied = None if open_ else _lost_predicate(left_out)
        if denied:
            return Turned(match.place(), denied, added=False)
        own_verb = any(map(_AUXILIARY.fullmatch, _WORD.findall(said)))  # "I [did tell] her" for "I didn't tell her"
        whole = not own_verb and _left_whole(left_out, following)
        if lost and not added and not apart and not whole:
            return Turned(match.place(), lost, added=False)
    return None


def _put_in(said: str, left_out: str, parts: Sequence[str]) -> str | None:
    """A verb in the draft's brackets that no word left out there bears out.

    It counts where the words quoted around it are small ones that stand everywhere ("I [paid] him"), or far apart.
    """
    verb = next((w for w in _WORD.findall(said) if w.islower() and _VERB.fullmatch(w) and w not in ALL_STOPWORDS), None)
    if verb is None:
        return None
    there = _WORD.findall(left_out)
    if any(w.casefold()[:_ROOT] == verb[:_ROOT] or acts_of(w) & acts_of(verb) for w in there):
        return None
    small = all(w.casefold() in ALL_STOPWORDS for part in parts for w in _WORD.findall(part))
    return verb if small or len(there) > _FAR else None


def _denies(said: str) -> bool:
    return any(_NEGATION.fullmatch(word) or _REFUSAL.fullmatch(word) for word in _WORD.findall(said))


def _lost_predicate(left_out: str) -> str | None:
    """The negation, where what is left out begins with the denied verb of the words before it.

    "I did not see the men who say that the roof leaked", quoted as "I … the roof leaked", has lost it with its verb.
    """
    if not left_out.lstrip()[:1].isalpha():
        return None
    for number, match in enumerate(islice(_WORD.finditer(left_out), _HEAD)):
        word = match[0]
        if _NEGATION.fullmatch(word) or _REFUSAL.fullmatch(word):
            return None if _NO_DENIAL.match(left_out, match.end()) else word
        if word.casefold() in _JOINING or (number and not _AUXILIARY.fullmatch(word)):
            return None
    return None


def _left_whole(left_out: str, following: re.Match[str] | None) -> bool:
    """Whether the negation is left out with the verb that it denies: "the" or "it" follows then, no verb."""
    alone = all(map(_NEGATION.fullmatch, _WORD.findall(left_out)))
    word = following[0].casefold() if following else ""
    return not alone and word in ALL_STOPWORDS and not _AUXILIARY.fullmatch(word)


def _negation(words: str) -> str | None:
    """The negation among a few words; of many only one at their edges, beside the words that are quoted."""
    found = _WORD.findall(words)
    told = found if len(found) <= _FEW else [found[0], found[-1]]
    return next((word for word in told if _NEGATION.fullmatch(word)), None)
