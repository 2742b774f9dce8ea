"""Search while a person types: the last word may be unfinished, and found words are told apart from the rest."""

import re
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from app.store import overview, search
from app.verify.language import guess_language
from app.verify.tables import STOPWORDS
from app.workbench import Workbench

_PART = re.compile(r'"[^"]*"?|\S+')
_BEFORE, _AFTER = "\x02", "\x03"
"""Marks that no page's text can hold."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that holds what was typed. ``snippet``: its pieces, each with whether it was found. ``words``: what to
    show of the search on the page, without small words like "of"."""

    exhibit: str
    label: str
    page: int
    bates: str | None
    snippet: tuple[tuple[str, bool], ...]
    words: str = ""


async def search_as_typed(bench: Workbench, name: str, typed: str, limit: int = 50) -> list[FoundPage]:
    """Pages with every word of ``typed``, the best first; its last word may be the beginning of one."""
    opened = await bench.matter(name)
    words, small = telling(typed), _small(typed)

    def find(session: Any) -> list[FoundPage]:
        hits = search.search(session, unfinished(typed), limit, (_BEFORE, _AFTER))
        labels = overview.labels(session, {hit.exhibit for hit in hits})
        return [
            FoundPage(hit.exhibit, labels[hit.exhibit], hit.page, hit.bates, _pieces(hit.snippet, small), words)
            for hit in hits
        ]

    return await opened.store.read(find)


def unfinished(typed: str) -> str:
    """The query for what was typed so far: a word that ends at the cursor may go on."""
    in_phrase = typed.count('"') % 2 == 1
    return f"{typed}*" if typed and typed[-1].isalnum() and not in_phrase else typed


def telling(typed: str) -> str:
    """What was typed without its small words: they stand in every line, and would be marked in every line. Phrases
    stay whole, and so does a search that has nothing else."""
    small = _small(typed)
    return " ".join(part for part in _PART.findall(typed) if part.casefold() not in small)


def _small(typed: str) -> frozenset[str]:
    """The small words of a search, in the language that it is in; none where it is nothing but these."""
    words = [part for part in _PART.findall(typed) if not part.startswith('"')]
    # a capital letter alone is a label: Exhibit A
    known = STOPWORDS[guess_language(typed)]
    small = frozenset(word.casefold() for word in words if word.casefold() in known and not word.isupper())
    return small if len(small) < len({part.casefold() for part in _PART.findall(typed)}) else frozenset()


def _pieces(snippet: str, small: Set[str] = frozenset()) -> tuple[tuple[str, bool], ...]:
    pieces: list[tuple[str, bool]] = []
    for number, part in enumerate(snippet.split(_BEFORE)):
        found, _, after = part.partition(_AFTER) if number else ("", "", part)
        pieces += [(found, found.casefold() not in small), (after, False)]
    return tuple(piece for piece in pieces if piece[0])
