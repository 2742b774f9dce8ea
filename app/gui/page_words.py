"""The words of a page under the pointer, in a selection, or in a search. Points, origin top left; no Qt."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from app.domain.evidence import Box, Word

_TERM = re.compile(r'"([^"]*)"?|(\S+)')
_ASIDE = 4.0
"""A word on another line is this much farther away than one on the same line."""


def word_at(words: Sequence[Word], x: float, y: float) -> int | None:
    """The word at a place, or the nearest; None on a page without words."""
    best, least = None, float("inf")
    for number, word in enumerate(words):
        box = word.box
        aside = max(box.x0 - x, 0.0, x - box.x1)
        above = max(box.y0 - y, 0.0, y - box.y1)
        if (distance := aside + _ASIDE * above) < least:
            best, least = number, distance
            if not distance:
                break
    return best


def lines_of(words: Sequence[Word], first: int, last: int) -> list[Box]:
    """One box for each line of the words ``first`` to ``last``."""
    lines: list[Box] = []
    for word in words[first : last + 1]:
        box = word.box
        if lines and _same_line(lines[-1], box):
            line = lines[-1]
            lines[-1] = Box(min(line.x0, box.x0), min(line.y0, box.y0), max(line.x1, box.x1), max(line.y1, box.y1))
        else:
            lines.append(box)
    return lines


def text_of(text: str, words: Sequence[Word], first: int, last: int) -> str:
    """The page's text from the word ``first`` to the word ``last``, both included."""
    end = words[last]
    return text[words[first].start : end.start + len(end.text)]


def found_boxes(text: str, words: Sequence[Word], query: str) -> list[Box]:
    """Where the words of a search stand on a page: one box for each line of each place.

    Read as the search reads them: case and accents don't count, "phrases" stand together, the last word may be the
    beginning of one.
    """
    folded = "".join(_plain(character) for character in text)
    boxes: list[Box] = []
    for pattern in _patterns(query):
        for hit in pattern.finditer(folded):
            inside = [n for n, w in enumerate(words) if w.start < hit.end() and hit.start() < w.start + len(w.text)]
            if inside:
                boxes += lines_of(words, inside[0], inside[-1])
    return list(dict.fromkeys(boxes))


def _patterns(query: str) -> list[re.Pattern[str]]:
    terms = _TERM.findall(query)
    patterns = []
    for number, (phrase, word) in enumerate(terms):
        tokens = re.findall(r"\w+", "".join(_plain(character) for character in phrase or word))
        unfinished = word.endswith("*") or (number == len(terms) - 1 and bool(word) and word[-1].isalnum())
        if tokens:
            middle = r"[\W_]+".join(re.escape(token) for token in tokens)
            patterns.append(re.compile(rf"\b{middle}" + ("" if unfinished else r"\b")))
    return patterns


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """One character for one: without its accent, in lower case."""
    base = unicodedata.normalize("NFD", character)[0].lower()
    return base if len(base) == 1 else character


def _same_line(line: Box, box: Box) -> bool:
    overlap = min(line.y1, box.y1) - max(line.y0, box.y0)
    return overlap > 0.5 * min(line.y1 - line.y0, box.y1 - box.y0) and box.x0 >= line.x0 - 1
