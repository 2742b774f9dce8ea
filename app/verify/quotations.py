"""Quotations in a draft: every kind of mark, nested ones, and blocks; ellipses and brackets are read as such."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_PAIRS: Final = {"“": "”", "«": "»", "„": "“”", "‹": "›", "‘": "’"}
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
        at, stop = paragraph.start(), paragraph.end()
        while at < stop:
            end = _closing(text, at, stop)
            if end is None:
                at += 1
            else:
                yield at, end
                at = end


def _closing(text: str, at: int, stop: int) -> int | None:
    char = text[at]
    if char == '"':
        return _straight(text, at, stop)
    closers = _PAIRS.get(char)
    if closers is None or (char == "‘" and at and text[at - 1].isalnum()):
        return None
    depth = 0
    for i in range(at, min(stop, at + _LONGEST)):
        if text[i] == char and (i == at or char not in closers):
            depth += 1
        elif text[i] in closers and not (char == "‘" and text[i + 1 : i + 2].isalnum()):
            depth -= 1
            if depth == 0:
                return i + 1
    return None


def _straight(text: str, at: int, stop: int) -> int | None:
    if at and text[at - 1].isalnum():
        return None  # an inch mark, or the end of what opened elsewhere
    end = text.find('"', at + 1, min(stop, at + _LONGEST))
    return end + 1 if end > 0 else None
