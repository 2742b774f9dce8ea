"""Quotations in a draft: every kind of mark, nested ones, and blocks; ellipses and brackets are read as such."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_OPENS: Final = frozenset([*'“«„‹‘"', "``", "''"])
_CLOSES: Final[dict[str, Sequence[str]]] = {
    "”": "“„",
    "“": "„",
    "»": "«",
    "›": "‹",
    "’": "‘",
    '"': '"',
    "''": ("``", "''"),
}
_MARKS: Final = re.compile(r"[“”„«»‹›‘’\"]|``|''")
_SINGLE: Final = re.compile(r"(?<![\w'])'(?=[^\W\d_])")
_SINGLE_ENDS: Final = re.compile(r"(?<=[\w.,;!?…])'(?![\w'])")
_FEWEST_SINGLE: Final = 3
"""Words between straight single marks, which are mostly apostrophes."""
_LEAST_ALONE: Final = 6
_LEFT_OPEN: Final = re.compile(r"\s*(?:\d{1,3}\.\s+)?[“„«]")
_FEWEST_LEFT_OPEN: Final = 6
_LONGEST: Final = 4000
_DEFINITION: Final = re.compile(
    r"\((?:(?:the|an?|die|der|das|each|collectively|together|hereinafter|hereafter|im Folgenden|ci-après|en adelante|"
    r"doravante|далее)\b,? ?(?:[–—] ?)?)*$",
    re.I,
)
_ELLIPSIS: Final = re.compile(r"\[?(?:\. ?\. ?\.(?: ?\.)?|…)\]?|\* ?\* ?\*")
_BRACKET: Final = re.compile(r"\[([^\[\]]{0,200})\]")
_BLOCK: Final = re.compile(r"(?:^(?: {4,}|\t|> ?)\S[^\n]*(?:\n|$)){2,}", re.M)
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Quotation:
    """The words within the marks, cut at ellipses and at bracketed words, in order."""

    parts: tuple[str, ...]
    block: bool = False
    gaps: tuple[str, ...] = ()
    """Between two parts each: the draft's own words in brackets; empty for an ellipsis."""

    def normal(self) -> str:
        return " … ".join(" ".join(part.split()) for part in self.parts)


def _never(_: str) -> bool:
    return False


def find_quotations(text: str, in_record: Callable[[str], bool] = _never) -> Iterator[tuple[int, int, Quotation]]:
    """Quotations of two words or more, marks included; scare quotes and definitions are none.

    A single word between „low marks“ or «angles» is one where ``in_record`` knows it: „beschädigt“ for "nicht
    beschädigt".
    """
    for start, end in _marked(text):
        inner = text[start + 1 : end - 1]
        alone = text[start] in "„«" and len(inner) >= _LEAST_ALONE and inner.isalpha() and inner.islower()
        few = len(_WORD.findall(inner)) < 2 and not (alone and in_record(inner))
        if few or _is_definition(text, start, end):
            continue
        quotation = _quotation(inner)
        if quotation.parts:
            yield start, end, quotation
    for match in _BLOCK.finditer(text):
        inner = re.sub(r"^(?:\s+|> ?)", "", match[0], flags=re.M)
        if len(_WORD.findall(inner)) >= 12 and not re.search(r"[“”«»\"]", inner):
            yield match.start(), match.end(), _quotation(inner, block=True)


def _is_definition(text: str, start: int, end: int) -> bool:
    return text.startswith(")", end) and bool(_DEFINITION.search(text[max(0, start - 60) : start]))


def _quotation(inner: str, *, block: bool = False) -> Quotation:
    """Its parts are the pieces that must stand in the source as they are."""
    marked = _BRACKET.sub(_unbracket, _ELLIPSIS.sub("\0\0", inner.replace("\0", " ")))
    pieces = marked.split("\0")  # words, the gap's own words, words, ...
    parts: list[str] = []
    gaps: list[str] = []
    said = ""
    for words, own in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        if _WORD.search(words):
            if parts:
                gaps.append(said.strip())
            parts.append(words.strip())
            said = ""
        said += f" {own}"
    return Quotation(tuple(parts), block, tuple(gaps))


def _unbracket(match: re.Match[str]) -> str:
    """One letter in brackets is a changed capital or an added ending; more are words of the writer, so a gap."""
    inner = match[1]
    if inner.casefold() in {"sic", "sic!", "emphasis added", "citation omitted", "internal quotation marks omitted"}:
        return ""
    return inner if len(inner) == 1 else f"\0{inner}\0"


def _marked(text: str) -> Iterator[tuple[int, int]]:
    """Spans from an opening mark to its closing one, outermost only, never across a paragraph."""
    for paragraph in re.finditer(r"[^\n]+(?:\n(?![^\S\n]*\n)[^\n]+)*", text):
        last = -1
        low, high = paragraph.span()
        pairs = [*_pairs(text, low, high), *_singles(text, low, high), *_left_open(text, low, high)]
        for start, end in sorted(pairs, key=lambda p: (p[0], -p[1])):
            if start >= last:
                yield start, end
                last = end


def _pairs(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Every opening mark with the mark that closes it; what is left open inside a pair is forgotten."""
    open_: list[tuple[str, int]] = []
    waiting: Counter[str] = Counter()
    for match in _MARKS.finditer(text, start, stop):
        char, at = match[0], match.start()
        opener = next((o for o in _CLOSES.get(char, "") if waiting[o]), None)
        if opener and not (char == "’" and text[at + 1 : at + 2].isalnum()):
            while open_[-1][0] != opener:
                waiting[open_.pop()[0]] -= 1
            waiting[opener] -= 1
            begun = open_.pop()[1]
            if match.end() - begun <= _LONGEST:
                yield begun, match.end()
        elif char in _OPENS and not (at and text[at - 1].isalnum()):
            open_.append((char, at))
            waiting[char] += 1


def _singles(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Spans between straight single marks; an apostrophe after an "s" closes one only where nothing else does."""
    opens = [m.start() for m in _SINGLE.finditer(text, start, stop)]
    for at, following in pairwise([*opens, stop]):
        ends = [m.start() for m in _SINGLE_ENDS.finditer(text, at + 1, min(following, at + _LONGEST))]
        end = next((e for e in ends if text[e - 1] != "s"), ends[0] if ends else at)
        if len(_WORD.findall(text, at, end)) >= _FEWEST_SINGLE:
            yield at, end + 1


def _left_open(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """A paragraph that begins with a mark and closes none: its quotation goes on in the next."""
    mark = _LEFT_OPEN.match(text, start, stop)
    if not mark or any(c in text[mark.end() : stop] for c in "“”„«»"):
        return
    if len(_WORD.findall(text, mark.end(), stop)) >= _FEWEST_LEFT_OPEN and stop - mark.end() <= _LONGEST:
        yield mark.end() - 1, stop
