"""Which words belong to a value of a page or a draft: those of its row and column, of its part of the sentence."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

OWN: Final = 1.0
SHARED: Final = 0.5
FAR: Final = 0.25

BULLETS: Final = "•▪●◦‣"
APART: Final = re.compile(rf"[.;]\s| {{3,}}|\n\s*[\n{BULLETS}]")
"""Between a word and a day that have nothing to do with each other."""
TEXT: Final = re.compile(r"[^\W\d_]{3,}")
_STRONG: Final = re.compile(
    r"\b(?:and|but|while|whereas|plus|less|und|aber|sowie|zuzüglich|zzgl|abzüglich|et|mais|y|pero|más|e|mas|mais|и|а|но|"
    r"плюс)\b|[;–—]|\s-\s|(?<=\S)[ \t]{3,}"
)
_PAIR: Final = re.compile(r"\b(?:between|both|zwischen|sowohl|entre|между)\b[^,;.]{0,60}$", re.I)
"""The "and" after "between" parts nothing."""
_WEAK: Final = re.compile(r"[,()]|\b(?:that|which|who|when|dass|que|qui|что|котор\w+)\b")
_SAYING: Final = re.compile(r"\b(?:that|dass|que|что)\b")
"""What was said on a day is not of that day itself."""
_GOES_ON: Final = re.compile(
    r"\s*(?:was|were|is|are|has|had|did|will|wurden?|wird|ist|hat|war|fut|est|a été|fue|ha sido|foi|é|был[аои]?)\b"
)
"""A verb right after "and": its subject is that of the clause before."""
TURNED: Final = re.compile(
    r"and|but|after|afterwards|before|then|later|now|formerly|previously|und|aber|nach|danach|vor|vorher|jetzt|et|mais|"
    r"après|avant|ensuite|y|pero|después|antes|ahora|mas|depois|agora|но|после|до|теперь|раньше",
    re.I,
)
_COMMA: Final = re.compile(r",\s")
_SPAN: Final = re.compile(
    r"\s*+(?:[-–—&,:=]|(?:,\s*+)?(?:to|until|through|and|or|bis(?: zum)?|und|oder|au|et|ou|al|y|o|a|e|até|"
    r"hasta(?: el)?|по|до|и)(?: (?:on|am|le|el))?)\s*(?:R?[$€£] ?)?|[ \t]{3,}(?:R?[$€£] ?)?"
)
"""From one day to another, one and another, or a rate and its sum in one row: what is told of one is told of both."""

Span = tuple[int, int]


class Part(NamedTuple):
    """A stretch of text that belongs to a value, and how closely (0 to 1)."""

    start: int
    end: int
    strength: float


def parts_of_sentence(text: str, low: int, high: int, values: Sequence[Span], beyond: float) -> dict[Span, list[Part]]:
    """For each of the ``values`` (spans in order) of one sentence, the stretches of it that belong to it.

    ``beyond``: how closely what stands before the first or after the last value belongs to it across an "and".
    """
    parts: dict[Span, list[Part]] = {v: [] for v in values}
    if not values:
        return parts
    leading = bool(TEXT.search(text, low, values[0][0]))
    _ends(text, low, high, parts, beyond, leading=leading)
    for before, after in pairwise(values):
        if _SPAN.fullmatch(text, before[1], after[0]):
            parts[before] = [*parts[before], *parts[after]]
            parts[after] = list(parts[before])
            continue
        cut, sure = _cut(text, before[1], after[0], leading=leading)
        if _elliptical(text, low, values[0][0], cut, after[0]):
            parts[after] += _part(low, values[0][0], OWN)
        less = FAR if sure else SHARED
        parts[before] += _part(before[1], cut, OWN) + _part(cut, after[0], less)
        parts[after] += _part(cut, after[0], OWN) + _part(before[1], cut, less)
    return parts


def _elliptical(text: str, low: int, first: int, cut: int, after: int) -> bool:
    """Whether a clause has no subject of its own: "Price before the change $5; after the change $6"."""
    told = {w.casefold() for w in TEXT.findall(text, low, first)}
    words = [w.casefold() for w in TEXT.findall(text, cut, after)]
    turned = [w for w in words if TURNED.fullmatch(w)]
    return bool(told and turned) and all(w in told for w in words if w not in turned)


def _ends(text: str, low: int, high: int, parts: dict[Span, list[Part]], beyond: float, *, leading: bool) -> None:
    """What stands before the first value and after the last; the others have a little of it."""
    first, last = next(iter(parts)), next(reversed(parts))
    far = next((m.start() for m in _parting(text, last[1], high)), high)
    far = next((m.start() for m in _SAYING.finditer(text, last[1], far)), far)
    follows = first == last and bool(TEXT.search(text, last[1], far))  # "..., and on May 5 it came"
    cuts = (
        m.end()
        for m in _parting(text, low, first[0])
        if TEXT.search(text, m.end(), first[0]) or (follows and m[0].isalpha())
    )
    near = max(cuts, default=low)
    if _GOES_ON.match(text, near):
        beyond = max(beyond, SHARED)
    comma = next((m.start() for m in _COMMA.finditer(text, last[1], far)), far) if leading else far
    for value, found in parts.items():
        one, other = value == first, value == last
        found.extend(_part(low, near, beyond if one else FAR) + _part(near, first[0], OWN if one else FAR))
        found.extend(_part(last[1], comma, OWN if other else FAR))
        found.extend(_part(comma, far, SHARED if other else FAR) + _part(far, high, beyond if other else FAR))


def _part(start: int, end: int, strength: float) -> list[Part]:
    return [Part(start, end, strength)] if start < end else []


def _parting(text: str, low: int, high: int) -> Iterator[re.Match[str]]:
    """The words and signs that part one clause from the next."""
    for match in _STRONG.finditer(text, low, high):
        if not (match[0].isalpha() and _PAIR.search(text[max(low, match.start() - 80) : match.start()])):
            yield match


def _cut(text: str, low: int, high: int, *, leading: bool) -> tuple[int, bool]:
    """Where the words between two values part, and whether something there tells so."""
    strong = list(_parting(text, low, high))
    told = [m for m in strong if TEXT.search(text, m.end(), high)] or strong
    if told:
        return told[-1].start(), True
    weak = next((m for m in _WEAK.finditer(text, low, high) if TEXT.search(text, m.end(), high)), None)
    if weak:
        return weak.start(), True
    return (low, False) if leading else (high, False)
