"""What the draft says of a date or sum: the words of its sentence that belong to it, and how closely."""

import re
from collections.abc import Sequence
from typing import Final

from app.verify.amounts import Amount
from app.verify.bindings import FAR, OWN, Part, parts_of_sentence
from app.verify.dayvalues import DateValue
from app.verify.found import Found
from app.verify.scope import FACT_KINDS, Unit
from app.verify.tokens import Token, Tokens, beside, days

_BESIDE: Final = 0.45
"""What stands beside a value in the draft may itself be wrong: it helps, and never decides."""
_INCLUDED: Final = re.compile(
    r"\b(?:with|including|inclusive of|mit|einschließlich|inklusive|samt|avec|y compris|con|incluid[oa]s?|com|"
    r"incluíd[oa]s?|включая|с учётом)\s+(?!effect|Wirkung|effet|efecto|efeito)(?:[^\W\d_]+\s+){0,2}[^\W\d_]+(?!\w)"
    r"(?!\s+(?:of |von |de |in Höhe von )?_)",
    re.I,
)
"""What a sum includes, or a man came with."""
_NOUN_OF: Final = re.compile(
    r"\b(?:the|a|an|my|his|her|its|our|their|your|this|that|der|die|das|den|dem|des|le|la|l['’]|el|o)\s?"
    r"(?P<noun>(?:[^\W\d_][\w'’-]{0,24}\s){1,4})(?:of|dated|vom|du|del?|da|от)\s$",
    re.I,
)
"""A day told of a thing: "the invoice of", "my letter dated"."""
_REACH: Final = 80
_SEMICOLON: Final = re.compile(r";\s")


def words_said(text: str, unit: Unit, claim: Found, tokens: Tokens) -> list[tuple[Token, float]]:
    """The draft's words that belong to a claim, each with its strength (0 to 1)."""
    low, high = _segment(text, unit, claim)
    shown = text[low:high].replace("\n", " ")
    values, near = [], []
    for other in unit.claims:
        if not low <= other.start < high:
            continue
        start, end = other.start - low, min(other.end, high) - low
        if other.kind is claim.kind:
            values.append((start, end))
        elif other.kind in FACT_KINDS:
            near += _as_tokens(other, start)
        shown = shown[:start] + ("_" if other.kind in FACT_KINDS else " ") * (end - start) + shown[end:]
    own = claim.start - low, min(claim.end, high) - low
    parts = _of_its_noun(shown, own[0], parts_of_sentence(shown, 0, len(shown), values, FAR)[own])
    return _strongest(shown, parts, near, tokens)


def _of_its_noun(shown: str, start: int, parts: Sequence[Part]) -> Sequence[Part]:
    """Of "at the meeting of May 5 we spoke of the rent" only the meeting is told of the day."""
    noun = _NOUN_OF.search(shown, max(0, start - _REACH), start)
    if noun is None:
        return parts
    low, high = noun.span("noun")
    return [Part(low, high, OWN), *(_further(part) for part in parts)]


def _further(part: Part) -> Part:
    return part._replace(strength=min(part.strength, FAR))


def _strongest(shown: str, parts: Sequence[Part], near: Sequence[Token], tokens: Tokens) -> list[tuple[Token, float]]:
    """The tokens of the parts, each once, as close as it comes; what is only included is not close."""
    included = [m.span() for m in _INCLUDED.finditer(shown)]
    best: dict[tuple[str, frozenset[str]], tuple[Token, float]] = {}
    for part in sorted(parts, key=lambda p: p.strength):
        inside = [t for t in near if part.start <= t.start < part.end]
        for token in tokens.read(shown, part.start, part.end):
            far = any(a <= token.start < b for a, b in included)
            best[token.key, token.acts] = (token, min(part.strength, FAR) if far else part.strength)
        for token in inside:
            best[token.key, token.acts] = (token, min(part.strength, _BESIDE))
    return list(best.values())


def _segment(text: str, unit: Unit, claim: Found) -> tuple[int, int]:
    """The part of the sentence between semicolons that holds a claim, without the cites after the sentence."""
    low, high = unit.sentence.start, unit.sentence.cites_from
    for match in _SEMICOLON.finditer(text, low, high):
        if any(c.start <= match.start() < c.end for c in unit.claims):
            continue
        if match.start() >= claim.start:
            return low, match.start()
        low = match.end()
    return low, max(high, claim.end)


def _as_tokens(claim: Found, at: int) -> list[Token]:
    """A date or sum of the draft's sentence as a word that its neighbour may stand beside in the record."""
    value = claim.value
    if isinstance(value, DateValue) and len(value.readings) == 1:
        return days(at, value.readings[0])
    return [beside(at, f"{value.value:.2f}")] if isinstance(value, Amount) else []
