"""What a source says instead of a misquotation, as a whole clause: never cut off in the middle of a phrase."""

import re
from typing import Final

from app.verify.normal import letters_text

_WORD: Final = re.compile(r"[\w'’\-]+")
_ENDS: Final = re.compile(r"[.;:!?,](?=\s|[”\"»)]|$)|\n[ \t]*\n|(?<=\w)(?=[”\"»)])|\s[–—]\s")
_BEGINS: Final = re.compile(
    r"[.;:!?,]\s+|\n[ \t]*\n\s*|[“\"«(]|\s[–—]\s+|^[ \t]*(?:\d{1,2}[ \t]+)?[QA][.:]?[ \t]+|"
    r"\b(?:and|but|that|und|aber|dass|et|mais|que|y|pero|e|mas|и|а|но|что)\s+",
    re.M,
)
_BRACKET: Final = re.compile(r"[\[\]](?=\w)|(?<=\w)[\[\]]")
"""What stands around a changed letter: "[t]he"."""
_SPARE: Final = 12
"""Words that a clause may run on beyond those that the draft has there."""


def whole_clause(text: str, start: int, end: int, wanted: str) -> tuple[int, int]:
    """The span of ``text`` that agrees with most of ``wanted``, let out to the clause on a side where words differ."""
    words = [letters_text(w) for w in _WORD.findall(_BRACKET.sub("", wanted))]
    found = [letters_text(w) for w in _WORD.findall(text[start:end])]
    if not words or not found:
        return start, end
    before, after = _missing(words, found), _missing(words[::-1], found[::-1])
    if found[0] != words[0] and before:
        start = _earlier(text, start, before)
    if found[-1] != words[-1] and after:
        end = _later(text, end, after)
    return start, end


def _missing(words: list[str], found: list[str]) -> int:
    """How many words of the draft stand before those that the source has too, or has others in place of."""
    for at, word in enumerate(found):
        if word in words:
            return max(0, words.index(word) - at)
    return len(words)


def _earlier(text: str, start: int, missing: int) -> int:
    least, most = max(1, missing - 2), missing + _SPARE
    low = max(0, start - 400)
    begins = [m.end() for m in _BEGINS.finditer(text, low, start)] + ([0] if low == 0 else [])
    counts = {at: len(_WORD.findall(text[at:start])) for at in begins}
    fits = [at for at, n in counts.items() if least <= n <= most]
    if fits:
        return max(fits)
    if counts and min(counts.values()) == 0:
        return start
    words = list(_WORD.finditer(text, low, start))[-missing:] if missing else []
    return words[0].start() if words else start


def _later(text: str, end: int, missing: int) -> int:
    least, most = max(1, missing - 2), missing + _SPARE
    high = min(len(text), end + 400)
    ends = [m.start() for m in _ENDS.finditer(text, end, high)] + ([high] if high == len(text) else [])
    counts = {at: len(_WORD.findall(text[end:at])) for at in ends}
    fits = [at for at, n in counts.items() if least <= n <= most]
    if fits:
        return min(fits)
    if counts and min(counts.values()) == 0:
        return end
    words = list(_WORD.finditer(text, end, high))[:missing]
    return words[-1].end() if words else end
