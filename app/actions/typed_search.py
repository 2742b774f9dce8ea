"""Search while a person types: the last word may be unfinished, and found words are told apart from the rest."""

from dataclasses import dataclass
from typing import Any

from app.store import overview, search
from app.workbench import Workbench

_BEFORE, _AFTER = "\x02", "\x03"
"""Marks that no page's text can hold."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that holds what was typed. ``snippet``: its pieces, each with whether it was found."""

    exhibit: str
    label: str
    page: int
    bates: str | None
    snippet: tuple[tuple[str, bool], ...]


async def search_as_typed(bench: Workbench, name: str, typed: str, limit: int = 50) -> list[FoundPage]:
    """Pages with every word of ``typed``, the best first; its last word may be the beginning of one."""
    opened = await bench.matter(name)

    def find(session: Any) -> list[FoundPage]:
        hits = search.search(session, unfinished(typed), limit, (_BEFORE, _AFTER))
        labels = overview.labels(session, {hit.exhibit for hit in hits})
        return [FoundPage(hit.exhibit, labels[hit.exhibit], hit.page, hit.bates, _pieces(hit.snippet)) for hit in hits]

    return await opened.store.read(find)


def unfinished(typed: str) -> str:
    """The query for what was typed so far: a word that ends at the cursor may go on."""
    in_phrase = typed.count('"') % 2 == 1
    return f"{typed}*" if typed and typed[-1].isalnum() and not in_phrase else typed


def _pieces(snippet: str) -> tuple[tuple[str, bool], ...]:
    pieces: list[tuple[str, bool]] = []
    for number, part in enumerate(snippet.split(_BEFORE)):
        found, _, after = part.partition(_AFTER) if number else ("", "", part)
        pieces += [(found, True), (after, False)]
    return tuple(piece for piece in pieces if piece[0])
