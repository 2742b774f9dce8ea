"""The one normal form of a draft's words: what is stored, what is checked, and what is signed for are the same.

Kinds and runs of white space are one space, accents stand in their letters (Unicode NFC). Characters that nobody sees
(soft hyphens, zero-width ones) stay: inside an emoji or between scripts they mean something. The verifier looks past
them.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_SPACE: Final = re.compile(r"\s+")
_SPACE_IN_LINE: Final = re.compile(r"(?<=\S)[^\S\n]+")
"""Not the spaces that a line begins with: they set off a block quotation."""
_OTHER_SPACE: Final = re.compile(r"[^\S\n ]")
_SEEN: Final = re.compile("[^\\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")

_MOST_MARKS: Final = 32
"""No writing puts more accents on a letter (Unicode's stream-safe form says 30); putting them in order takes the square
of their number. A longer run stays as it is."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Words in the normal form, and where each character of them stood."""

    text: str
    offsets: Sequence[int] | None = None
    """Index in the original of each character, plus where the last one ended; None where nothing changed."""

    def original(self, place: int) -> int:
        """The place in the original of a place in ``text``, from 0 to its length."""
        return place if self.offsets is None else self.offsets[place]

    def place(self, original: int) -> int:
        """The place in ``text`` of a place in the original; inside a run of spaces that of its end."""
        return original if self.offsets is None else bisect_left(self.offsets[:-1], original)


def plain(text: str) -> Plain:
    """One paragraph's words in the normal form, without spaces at its ends."""
    # asked of every paragraph at each key: what is quick comes first (no space but the plain one is printable)
    usual = text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " "
    if usual and _composed(text):
        return Plain(text)
    return _settled(text, _SPACE, ends=False)


def plain_lines(text: str) -> Plain:
    """The same for a text whose line breaks mean something: they stay, and so do single spaces at its ends."""
    if "  " not in text and not _OTHER_SPACE.search(text) and _composed(text):
        return Plain(text)
    return _settled(text, _SPACE_IN_LINE, ends=True)


def seen(text: str) -> bool:
    """Whether there is anything in it that a reader sees."""
    return _SEEN.search(text) is not None


def _composed(text: str) -> bool:
    return text.isascii() or unicodedata.is_normalized("NFC", text)


def _settled(text: str, space: re.Pattern[str], *, ends: bool) -> Plain:
    out: list[str] = []
    offsets: list[int] = []
    at = 0
    for gap in space.finditer(text):
        _add_words(text, at, gap.start(), out, offsets)
        at = gap.end()
        if ends or (offsets and at < len(text)):
            out.append(" ")
            offsets.append(gap.start())
    _add_words(text, at, len(text), out, offsets)
    end = len(text) if ends else len(text.rstrip())
    return Plain("".join(out), [*offsets, end])


def _add_words(text: str, low: int, high: int, out: list[str], offsets: list[int]) -> None:
    words = text[low:high]
    if _composed(words):
        out.append(words)
        offsets.extend(range(low, high))
        return
    for start, end in _letters(words):
        if end - start > _MOST_MARKS:
            out.append(words[start:end])
            offsets.extend(range(low + start, low + end))
            continue
        length = 0
        for i in range(start + 1, end + 1):  # one letter may be made of several characters, or the other way
            longer = len(unicodedata.normalize("NFC", words[start:i]))
            offsets.extend([low + i - 1] * (longer - length))
            length = max(length, longer)
        out.append(unicodedata.normalize("NFC", words[start:end]))


def _letters(words: str) -> Iterator[tuple[int, int]]:
    """Start and end of what composes by itself: a character, and those after it that join it or carry its accents."""
    start = 0
    for end in range(1, len(words)):
        one = words[end]
        if unicodedata.combining(one):
            continue
        if end - start <= _MOST_MARKS:
            letter = unicodedata.normalize("NFC", words[start:end])
            if unicodedata.normalize("NFC", words[start : end + 1]) != letter + unicodedata.normalize("NFC", one):
                continue
        yield start, end
        start = end
    if words:
        yield start, len(words)
