"""The index of published opinions (``citations.db``): which case stands at volume, reporter and page.

Public data that belongs to no matter, so the file is of its own and can be deleted and made again. Rows are keyed by
their ids in the source: reading a file twice, or a newer one, replaces them. Each batch of rows is one transaction
with the place in its file up to which everything is in, so that an import goes on after a kill.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from app.domain.citation import KnownCase
from app.domain.errors import AppError

SCHEMA: Final = 1
_TABLES: Final = """
CREATE TABLE source (
    identity TEXT PRIMARY KEY, kind TEXT, day TEXT, offset INTEGER, rows INTEGER, incomplete INTEGER,
    unreadable INTEGER, done INTEGER
) WITHOUT ROWID;
CREATE TABLE reporter (n INTEGER PRIMARY KEY, key TEXT UNIQUE);
CREATE TABLE court (n INTEGER PRIMARY KEY, id TEXT UNIQUE, cited TEXT, key TEXT, name TEXT);
CREATE TABLE citation (id INTEGER PRIMARY KEY, reporter INTEGER, volume, page, cluster INTEGER);
CREATE TABLE cluster (id INTEGER PRIMARY KEY, name TEXT, year INTEGER, docket INTEGER);
CREATE TABLE docket (id INTEGER PRIMARY KEY, court INTEGER);
"""
_INDEX: Final = "citation_place"
_FIND: Final = """
SELECT DISTINCT cluster.name, cluster.year, court.cited, court.name
FROM citation
LEFT JOIN cluster ON cluster.id = citation.cluster
LEFT JOIN docket ON docket.id = cluster.docket
LEFT JOIN court ON court.n = docket.court
WHERE citation.reporter = (SELECT n FROM reporter WHERE key = ?) AND citation.volume = ? AND citation.page = ?
ORDER BY cluster.year, cluster.name
LIMIT 50
"""


class Kind(StrEnum):
    """What a file of rows holds."""

    CITATIONS = "citations"
    CLUSTERS = "clusters"
    DOCKETS = "dockets"
    COURTS = "courts"


@dataclass(frozen=True, slots=True)
class SourceState:
    """How much of one file is in the index.

    ``offset``: bytes of the unpacked file. ``rows``: rows read; of these ``incomplete`` lack a part that a citation
    needs, and ``unreadable`` are no rows at all. ``day``: ISO 8601, of the data.
    """

    identity: str
    kind: Kind
    day: str
    offset: int = 0
    rows: int = 0
    incomplete: int = 0
    unreadable: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows in the index."""

    citations: int
    clusters: int
    dockets: int
    courts: int


class CitationIndex:
    """The open file. Used by one thread at a time; ``write`` makes it where it isn't there.

    AppError: it was written by a newer version, or it isn't such an index.
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        from sqlcipher3 import dbapi2

        self.path = path
        address = f"{path.absolute().as_uri()}?mode={'rwc' if write else 'ro'}"
        try:
            self._db = dbapi2.connect(address, uri=True, isolation_level=None, check_same_thread=False)
            self._prepare(write=write)
        except dbapi2.DatabaseError as error:
            self._db.close()
            raise AppError(
                f"{path} can't be used as an index of citations.",
                f"SQLite says: {error}.",
                "Delete it and index again.",
            ) from error
        except AppError:
            self._db.close()
            raise

    def _prepare(self, *, write: bool) -> None:
        self._db.execute("PRAGMA busy_timeout = 10000")
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA:
            raise AppError(
                f"{self.path} was written by a newer version of Jurat.",
                f"Its format is {version}; this version knows formats up to {SCHEMA}.",
                "Use the newer version, or delete the file and index again.",
            )
        if not write:
            return
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")  # a power cut may undo the last batches, never half of one
        if version == 0:
            self._db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")

    def close(self) -> None:
        self._db.close()

    def state(self, identity: str) -> SourceState | None:
        """How far the file of that identity was read; None where it is new."""
        row = self._db.execute("SELECT * FROM source WHERE identity = ?", (identity,)).fetchone()
        if row is None:
            return None
        kind, done = Kind(row[1]), bool(row[7])
        return SourceState(row[0], kind, row[2], row[3], row[4], row[5], row[6], done)

    def add(self, state: SourceState, rows: Iterable[Sequence[Any]]) -> None:
        """One batch, and how far its file is read with it.

        Rows by ``state.kind``: (id, reporter key, volume, page, cluster), (id, name, year, docket), (id, court id) or
        (court id, cited, name).
        """
        with self._changing():
            _WRITERS[state.kind](self, rows)
            if state.kind is Kind.CITATIONS:
                self._db.execute(f"DROP INDEX IF EXISTS {_INDEX}")  # made again in one go, not row by row
            values = (
                state.identity,
                state.kind.value,
                state.day,
                state.offset,
                state.rows,
                state.incomplete,
                state.unreadable,
                int(state.done),
            )
            self._db.execute("INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)

    def finish(self) -> None:
        """Make what look-ups need; nothing where it is there. Minutes for tens of millions of rows."""
        with self._changing():
            self._db.execute(f"CREATE INDEX IF NOT EXISTS {_INDEX} ON citation (reporter, volume, page)")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @property
    def made(self) -> bool:
        """Whether it has its tables: another program may have begun the file just now."""
        return bool(self._db.execute("PRAGMA user_version").fetchone()[0])

    @property
    def ready(self) -> bool:
        """Whether look-ups can be answered: every citations file that was begun is in, and the look-up table made."""
        if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_INDEX,)).fetchone():
            return False
        kinds = self._db.execute("SELECT done FROM source WHERE kind = ?", (Kind.CITATIONS,)).fetchall()
        return bool(kinds) and all(done for (done,) in kinds)

    @property
    def date(self) -> str:
        """The day of the newest citations in it."""
        day = self._db.execute("SELECT max(day) FROM source WHERE kind = ?", (Kind.CITATIONS,)).fetchone()[0]
        return str(day or "")

    @property
    def rows(self) -> int:
        """Rows that were read of all files."""
        return int(self._db.execute("SELECT coalesce(sum(rows), 0) FROM source").fetchone()[0])

    def counts(self) -> Counts:
        tables = ("citation", "cluster", "docket", "court")
        return Counts(*(self._db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in tables))  # noqa: S608

    def find(self, volume: str, keys: Iterable[str], page: str) -> tuple[KnownCase, ...]:
        """The cases at a place, under the first reporter key that has any; at most 50."""
        for key in keys:
            rows = self._db.execute(_FIND, (key, place_number(volume), place_number(page))).fetchall()
            if rows:
                return tuple(KnownCase(*row) for row in rows)
        return ()

    def is_court(self, cited: str) -> bool:
        """Whether some court is cited by these words, spaces and points aside."""
        return bool(self._db.execute("SELECT 1 FROM court WHERE key = ? LIMIT 1", (court_key(cited),)).fetchone())

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Everything inside is on the disk together, or undone. AppError: it can't be written."""
        from sqlcipher3 import dbapi2

        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
        except dbapi2.OperationalError as error:
            raise AppError(
                f"{self.path} can't be written.",
                f"SQLite says: {error}.",
                "See that the disk has room and no other import is at work, then index again: it goes on from here.",
            ) from error

    def _citations(self, rows: Iterable[Sequence[Any]]) -> None:
        numbers: dict[str, int] = {}
        held = [(r[0], self._number("reporter", "key", r[1], numbers), *r[2:]) for r in rows]
        self._db.executemany("INSERT OR REPLACE INTO citation VALUES (?, ?, ?, ?, ?)", held)

    def _clusters(self, rows: Iterable[Sequence[Any]]) -> None:
        self._db.executemany("INSERT OR REPLACE INTO cluster VALUES (?, ?, ?, ?)", rows)

    def _dockets(self, rows: Iterable[Sequence[Any]]) -> None:
        numbers: dict[str, int] = {}
        held = [(id_, self._number("court", "id", court, numbers)) for id_, court in rows]
        self._db.executemany("INSERT OR REPLACE INTO docket VALUES (?, ?)", held)

    def _courts(self, rows: Iterable[Sequence[Any]]) -> None:
        self._db.executemany(
            "INSERT INTO court (id, cited, key, name) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET cited = excluded.cited, key = excluded.key, name = excluded.name",
            [(id_, cited, court_key(cited) if cited else None, name) for id_, cited, name in rows],
        )

    def _number(self, table: str, column: str, value: str, known: dict[str, int]) -> int:
        """The short number that stands for a word that millions of rows share."""
        if value not in known:
            self._db.execute(f"INSERT OR IGNORE INTO {table} ({column}) VALUES (?)", (value,))  # noqa: S608
            row = self._db.execute(f"SELECT n FROM {table} WHERE {column} = ?", (value,)).fetchone()  # noqa: S608
            known[value] = row[0]
        return known[value]


_WRITERS: Final = {
    Kind.CITATIONS: CitationIndex._citations,
    Kind.CLUSTERS: CitationIndex._clusters,
    Kind.DOCKETS: CitationIndex._dockets,
    Kind.COURTS: CitationIndex._courts,
}


def place_number(text: str) -> int | str:
    """A volume or page as it is kept: a number where it is one, else its letters without spaces."""
    bare = text.strip()
    if bare.isascii() and bare.isdecimal() and len(bare) < 18:
        return int(bare)
    return re.sub(r"\s", "", bare).casefold()


@cache
def court_key(cited: str) -> str:
    """What is compared of a court: letters and digits; ``2nd`` and ``3rd`` are written ``2d`` and ``3d``."""
    bare = re.sub(r"[\s.,'’]", "", cited).casefold()
    return re.sub(r"(?<=2)nd|(?<=3)rd", "d", bare)
