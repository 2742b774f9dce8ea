"""Text as it can be printed."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TypeVar

_DROPPED = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_T = TypeVar("_T")


def printable(text: str) -> str:
    """``text`` of the same length with what no document can hold (control characters) made visible as U+FFFD."""
    return "".join(c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") else "\ufffd" for c in text)


def composed(text: str) -> str:
    """``text`` with accents joined to their letters and invisible characters gone; its length may change."""
    return unicodedata.normalize("NFC", "".join(c for c in text if c not in _DROPPED))


def pieces(
    text: str, marks: Iterable[_T], span: Callable[[_T], tuple[int, int]]
) -> Iterator[tuple[str, tuple[_T, ...]]]:
    """``text`` cut where any mark begins or ends, each piece with the marks that lie over it."""
    kept = [(mark, *span(mark)) for mark in marks]
    cuts = sorted({0, len(text), *(at for _, start, end in kept for at in (start, end) if 0 <= at <= len(text))})
    for start, end in pairwise(cuts):
        yield text[start:end], tuple(mark for mark, low, high in kept if low <= start and high >= end)
