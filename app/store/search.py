"""Full text of a matter's pages, by FTS5."""

import re
from dataclasses import dataclass

from sqlalchemy import text as sql
from sqlmodel import Session

from app.store.bates import numbers_of

RANK_AT_MOST = 2000
"""bm25 costs some 6 microseconds a hit: beyond this many hits, document order."""

_WORD = re.compile(r'"([^"]*)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Hit:
    """``snippet``: the words around the hit, found words in [brackets]. ``rank``: lower is better, 0 unranked."""

    exhibit: str
    page: int
    bates: str | None
    snippet: str
    rank: float


def search(session: Session, query: str, limit: int = 50, marks: tuple[str, str] = ("[", "]")) -> list[Hit]:
    """Pages that hold every word of ``query``; "phrases in quotation marks" and prefix* are understood.

    ``marks`` stand around the found words in each snippet.
    """
    return _hits(session, _match(query, " AND "), limit, marks=marks)


def relevant(session: Session, request: str, limit: int) -> list[Hit]:
    """Pages that hold any word of ``request``, the most telling first: what an evidence pack is chosen from."""
    return _hits(session, _match(request, " OR "), limit, ranked=True)


def _match(query: str, joint: str) -> str:
    """An FTS5 expression in which every word of a person is a quoted string, so that no character is an operator."""
    terms = []
    for phrase, word in _WORD.findall(query):
        bare = (phrase or word).replace('"', " ").strip()
        prefix = "*" if word.endswith("*") and not phrase else ""
        bare = bare.rstrip("*")
        if any(character.isalnum() for character in bare):
            terms.append(f'"{bare}"{prefix}')
    return joint.join(dict.fromkeys(terms))


def _hits(
    session: Session, match: str, limit: int, *, ranked: bool = False, marks: tuple[str, str] = ("[", "]")
) -> list[Hit]:
    if not match:
        return []
    counted = "SELECT count(*) FROM (SELECT 1 FROM page_fts WHERE page_fts MATCH :match LIMIT :cap)"
    many = session.connection().execute(sql(counted), {"match": match, "cap": RANK_AT_MOST + 1}).scalar_one()
    rank = "rank" if ranked or many <= RANK_AT_MOST else "0.0"
    order = "rank" if ranked or many <= RANK_AT_MOST else "page.exhibit, page.number"
    rows = session.connection().execute(
        sql(
            "SELECT exhibit.id, page.exhibit, page.number, "  # noqa: S608  (no text of a person goes in here)
            f"snippet(page_fts, 0, :before, :after, '…', 24), {rank} "
            "FROM page_fts JOIN page ON page.id = page_fts.rowid "
            'JOIN exhibit ON exhibit."order" = page.exhibit '
            f"WHERE page_fts MATCH :match ORDER BY {order} LIMIT :limit"
        ),
        {"match": match, "limit": limit, "before": marks[0], "after": marks[1]},
    )
    bates = numbers_of(session)
    return [
        Hit(exhibit, number, bates.get((order_, number)), " ".join(snippet.split()), float(score))
        for exhibit, order_, number, snippet, score in rows
    ]
