"""Quotations that begin at the foot of one page and end at the head of the next."""

import re
from typing import Final

from app.verify.corpus import Corpus
from app.verify.found import Place
from app.verify.normal import letters_text
from app.verify.quotations import Quotation
from app.verify.record import Index

_WORD: Final = re.compile(r"[^\W_]+")
_OF: Final = r"(?:[ \t]*+(?:of|/|von|de)[ \t]*+\d{1,4})?+"
_SHOWN: Final = rf"(?:(?:Page|Seite|Página|p\.|-)[ \t]*+)?\d{{1,4}}+{_OF}(?:[ \t]*+-)?+"
_NUMBER: Final = rf"[ \t]*+(?:{_SHOWN})?+[ \t]*+"
_FOOT: Final = re.compile(rf"(?:\n{_NUMBER}){{1,20}}+\Z", re.I)
_HEAD: Final = re.compile(rf"(?:{_NUMBER}\n)++", re.I)
_REACH: Final = 1500
"""Code points on either side of the break that a quotation can take up."""
_OPENING: Final = 3


def across_pages(quotation: Quotation, index: Index) -> list[Place]:
    """The places, one on each of two pages that follow each other, that together say the words; none if no two do."""
    words = _WORD.findall(quotation.parts[0])
    if len(words) < _OPENING or len(quotation.parts) > 1:
        return []  # an ellipsis stands for words left out, not for the foot of a page
    places: list[Place] = []
    for page in index.corpus.having(letters_text("".join(words[:_OPENING]))):
        following = _next(page, index)
        if following is not None:
            places += _over(page, following, quotation, index)
    return places


def _next(page: int, index: Index) -> int | None:
    here = index.pages[page].page
    return index.exhibits[here.exhibit].get(here.page + 1)


def _over(page: int, following: int, quotation: Quotation, index: Index) -> list[Place]:
    first, second = (_without_number(page, index), _without_number(following, index))
    foot = _FOOT.search(first)
    end = foot.start() if foot else len(first)
    head = _HEAD.match(second)
    begin = head.end() if head else 0
    low = max(0, end - _REACH)
    joined = f"{first[low:end]}\n{second[begin : begin + _REACH]}"
    middle = end - low
    for match in Corpus([joined], index.language).find(quotation):
        start, stop = match.spans[0][0], match.spans[-1][1]
        if start < middle < stop:
            return [Place(page, low + start, end), Place(following, begin, begin + stop - middle - 1)]
    return []


def _without_number(page: int, index: Index) -> str:
    """The page's text with its Bates number made spaces."""
    held = index.pages[page].page
    return held.text.replace(held.bates, " " * len(held.bates)) if held.bates else held.text
