"""The append-only, hash-chained log of a matter (promise 9).

An entry's hash covers the one before it, its number, the matter's name and the name of the algorithm, as canonical
JSON; changing, dropping or swapping entries breaks the chain at that place. The last hash is also kept in the home
folder's database, so that a log cut short shows. Someone who can rewrite both can rewrite both: a chain proves
nothing against its owner unless its head is kept elsewhere, e.g. printed on each verification report.
"""

import datetime as dt
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from app.store.tables import AuditHeadRow, AuditRow

_GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class AuditEntry:
    n: int
    at: str
    verb: str
    detail: dict[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """``broken_at``: number of the first entry that doesn't fit, None if all fit. ``problem`` says it in words."""

    entries: int
    head: str
    broken_at: int | None = None
    problem: str = ""


def now() -> str:
    """UTC to the second, ISO 8601."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def append(session: Session, matter: str, verb: str, detail: dict[str, Any]) -> str:
    """Add an entry in the session's transaction; gives the new head."""
    last = session.exec(select(AuditRow).order_by(col(AuditRow.n).desc()).limit(1)).first()
    n, previous = (last.n + 1, last.hash) if last else (1, _GENESIS)
    at, canonical = now(), _canonical(detail)
    row = AuditRow(n=n, at=at, verb=verb, detail=canonical, previous=previous, hash="")
    row.hash = _hash(matter, row)
    session.add(row)
    return row.hash


def entries(session: Session) -> list[AuditEntry]:
    rows = session.exec(select(AuditRow).order_by(col(AuditRow.n)))
    return [AuditEntry(r.n, r.at, r.verb, json.loads(r.detail), r.hash) for r in rows]


def entries_of(session: Session, verb: str) -> list[AuditEntry]:
    """The entries of one verb, in their order."""
    rows = session.exec(select(AuditRow).where(AuditRow.verb == verb).order_by(col(AuditRow.n)))
    return [AuditEntry(r.n, r.at, r.verb, json.loads(r.detail), r.hash) for r in rows]


def head(session: Session) -> tuple[int, str]:
    """Number and hash of the last entry; (0, zeros) for an empty log."""
    last = session.exec(select(AuditRow).order_by(col(AuditRow.n).desc()).limit(1)).first()
    return (last.n, last.hash) if last else (0, _GENESIS)


RENAME = "matter rename"
"""Of this verb is the last entry under the matter's name before; its detail says which that ``was``."""


def check(session: Session, matter: str) -> AuditCheck:
    """Walk the whole chain. ``matter``: its name now; older entries cover the names that it had then."""
    previous, count = _GENESIS, 0
    names = [(entry.n, str(entry.detail.get("was"))) for entry in entries_of(session, RENAME)]
    for row in session.exec(select(AuditRow).order_by(col(AuditRow.n))):
        count += 1
        if row.n != count:
            return AuditCheck(count, previous, count, f"Entry {count} is missing: the next one is numbered {row.n}.")
        if row.previous != previous:
            return AuditCheck(count, previous, row.n, f"Entry {row.n} doesn't follow from the one before it.")
        name = next((was for n, was in names if row.n <= n), matter)
        if row.hash != _hash(name, row):
            return AuditCheck(
                count, previous, row.n, f"Entry {row.n} ({row.verb}, {row.at}) was changed after it was written."
            )
        previous = row.hash
    return AuditCheck(count, previous)


def keep_head(session: Session, matter: str, n: int, hash_: str) -> None:
    """Note a matter's head in the home database; a lower number never replaces a higher one."""
    row = session.get(AuditHeadRow, matter)
    if row is None:
        session.add(AuditHeadRow(matter=matter, n=n, hash=hash_))
    elif n >= row.n:
        row.n, row.hash = n, hash_


def kept_head(session: Session, matter: str) -> tuple[int, str] | None:
    row = session.get(AuditHeadRow, matter)
    return (row.n, row.hash) if row else None


def hash_at(session: Session, n: int) -> str | None:
    row = session.get(AuditRow, n)
    return row.hash if row else None


def _canonical(detail: dict[str, Any]) -> str:
    return json.dumps(detail, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _hash(matter: str, row: AuditRow) -> str:
    text = _canonical(
        {
            "algorithm": "sha256",
            "matter": matter,
            "n": row.n,
            "at": row.at,
            "verb": row.verb,
            "detail": row.detail,
            "previous": row.previous,
        }
    )
    return hashlib.sha256(text.encode()).hexdigest()
