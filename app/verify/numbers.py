"""Numbers in digits and in words, with the separators of six languages."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

from app.verify.normal import small
from app.verify.tables import NUMBER_WORDS, SCALES

_ALL: Final[dict[str, int]] = {word: n for words in NUMBER_WORDS.values() for word, n in words.items()}
_WORD: Final = re.compile(r"[^\W\d_]+")
_LINK: Final = re.compile(r"(?:[ \n]{1,12}|-)(?:(?:and|und|et|y|e|и|a)[ \n]{1,12})?")
_GERMAN_PART: Final = re.compile("und|" + "|".join(sorted((w for w in NUMBER_WORDS["de"]), key=len, reverse=True)))
DIGITS: Final = re.compile(
    r"\d(?<![\w.,]\d)(?:"
    r"\d{0,2}(?:(?P<sep>[ .,'’])\d{3}(?!\d))(?:(?P=sep)\d{3}(?!\d))*(?:[.,]\d{1,2}(?!\d))?(?![\d]|[.,]\d)"
    r"|\d*(?:[.,]\d+)?(?![\d]|[.,]\d))"
)
"""Begins with a digit, so that the engine runs from one to the next; only then it looks back."""


@dataclass(frozen=True, slots=True)
class Number:
    start: int
    end: int
    value: Decimal
    spelled: bool = False
    other: Decimal | None = None
    """The second reading of ``1.125``: a decimal fraction where thousands were meant, or the other way round."""


def read_digits(token: str, sep: str | None) -> tuple[Decimal, Decimal | None]:
    """The value of a number in digits; two where one separator before three digits could mean either."""
    if sep:
        whole, fraction = token, ""
        at = max(token.rfind("."), token.rfind(","))
        if at >= 0 and len(token) - at <= 3:
            whole, fraction = token[:at], token[at + 1 :]
        plain = Decimal("".join(filter(str.isdecimal, whole)) + (f".{fraction}" if fraction else ""))
        single = token.count(sep) == 1 and not fraction and sep in ".,"
        return plain, Decimal(token.replace(",", ".")) if single else None  # 1.125 million
    if len(token) > 40:
        return Decimal(-1), None
    return Decimal(token.replace(",", ".")), None


_CENTS: Final = frozenset({"cent", "cents"})
_ENGLISH: Final = frozenset(NUMBER_WORDS["en"]) - frozenset(NUMBER_WORDS["fr"])
_COUNTED: Final = re.compile(r"\s?(?:[.,;)]|$|\s(?:a|an|per|each|on|for|more|less|and)\b)")
"""After "six cents" of a dollar."""
_LARGE: Final = frozenset(word for word, n in _ALL.items() if n > 10)


def has_large_words(words: Collection[str]) -> bool:
    """Whether one of the words, in small letters, is part of a number above ten."""
    return not _LARGE.isdisjoint(words) or any("hundert" in w or "tausend" in w for w in words)


def find_spelled(text: str) -> Iterator[Number]:
    """Numbers in words, in order: ``one hundred and forty thousand``, ``dreihundertfünfzig``, ``триста``."""
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if word not in _ALL:
            value = _german(word) if len(word) > 8 and ("hundert" in word or "tausend" in word) else None
            if value is not None:
                yield Number(match.start(), match.end(), Decimal(value), spelled=True)
            continue
        if run and word in _CENTS and (run[-1][0].casefold() in _ENGLISH or _COUNTED.match(text, match.end())):
            continue  # "fifty cents", not "deux cents"
        if run and not _LINK.fullmatch(text, run[-1].end(), match.start()):
            yield _spelled(run)
            run = []
        run.append(match)
    if run:
        yield _spelled(run)


def _spelled(run: list[re.Match[str]]) -> Number:
    return Number(run[0].start(), run[-1].end(), Decimal(_add_up([m[0].casefold() for m in run])), spelled=True)


@cache
def _german(word: str) -> int | None:
    parts, at = [], 0
    while at < len(word):
        part = _GERMAN_PART.match(word, at)
        if not part:
            return None
        parts.append(part[0])
        at = part.end()
    return _add_up(parts) if len(parts) > 1 else None


def _add_up(words: list[str]) -> int:
    total, group = 0, 0
    for word in words:
        if word == "a":
            group = 1
            continue
        value = _ALL.get(word)
        if value is None:
            continue
        if value >= 1000:
            total += max(group, 1) * value
            group = 0
        elif word in {"vingt", "vingts"} and group % 100 == 4:
            group += 76  # quatre-vingts
        elif value == 100:
            group = group - group % 10 + 100 if group > 10 else max(group, 1) * 100
        else:
            group += value
    return total + group


def scale_after(text: str, end: int) -> tuple[Decimal, int]:
    """The factor that a word after a number puts on it (``million``, ``тыс.``, ``mil``), and where that word ends."""
    match = _SCALE.match(text, end) if text[end : end + 2].lstrip(" \n")[:1].isalpha() else None
    if not match:
        return Decimal(1), end
    return Decimal(SCALES[small(match[1])]), match.end()


_SCALE: Final = re.compile(
    r"[ \n]?(" + "|".join(sorted(map(re.escape, SCALES), key=len, reverse=True)) + r")\b\.?(?![\w'’])", re.I
)
