"""Quotations in a draft: every kind of mark, nested ones, and blocks; ellipses and brackets are read as such."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_OPENS: Final = frozenset('“«„‹‘"')
_CLOSES: Final = {"”": "“„", "“": "„", "»": "«", "›": "‹", "’": "‘", '"': '"'}
_MARKS: Final = re.compile(r"[“”„«»‹›‘’\"]")
_LONGEST: Final = 4000
_DEFINITION: Final = re.compile(
    r"\((?:(?:the|a|an|each|collectively|together|hereinafter|hereafter|im Folgenden|ci-après|en adelante|doravante|"
    r"далее),? ?(?:a |an |the |die |der |das |–|— ?)?)*$",
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

    def normal(self) -> str:
        return " … ".join(" ".join(part.split()) for part in self.parts)


def find_quotations(text: str) -> Iterator[tuple[int, int, Quotation]]:
    """Quotations of two words or more, marks included; scare quotes and definitions are none."""
    for start, end in _marked(text):
        inner = text[start + 1 : end - 1]
        if len(_WORD.findall(inner)) < 2 or _is_definition(text, start, end):
            continue
        parts = split_parts(inner)
        if parts:
            yield start, end, Quotation(parts)
    for match in _BLOCK.finditer(text):
        inner = re.sub(r"^(?:\s+|> ?)", "", match[0], flags=re.M)
        if len(_WORD.findall(inner)) >= 12 and not re.search(r"[“”«»\"]", inner):
            yield match.start(), match.end(), Quotation(split_parts(inner), block=True)


def _is_definition(text: str, start: int, end: int) -> bool:
    return text.startswith(")", end) and bool(_DEFINITION.search(text[max(0, start - 60) : start]))


def split_parts(inner: str) -> tuple[str, ...]:
    """The pieces that must stand in the source as they are."""
    marked = _ELLIPSIS.sub("\0", inner)
    marked = _BRACKET.sub(_unbracket, marked)
    return tuple(p.strip() for p in marked.split("\0") if _WORD.search(p))


def _unbracket(match: re.Match[str]) -> str:
    """One letter in brackets is a changed capital or an added ending; more are words of the writer, so a gap."""
    inner = match[1]
    if inner.casefold() in {"sic", "sic!", "emphasis added", "citation omitted", "internal quotation marks omitted"}:
        return ""
    return inner if len(inner) == 1 else "\0"


def _marked(text: str) -> Iterator[tuple[int, int]]:
    """Spans from an opening mark to its closing one, outermost only, never across a paragraph."""
    for paragraph in re.finditer(r"[^\n]+(?:\n(?!\s*\n)[^\n]+)*", text):
        last = -1
        for start, end in sorted(_pairs(text, paragraph.start(), paragraph.end()), key=lambda p: (p[0], -p[1])):
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
            if at + 1 - begun <= _LONGEST:
                yield begun, at + 1
        elif char in _OPENS and not (at and text[at - 1].isalnum()):
            open_.append((char, at))
            waiting[char] += 1
