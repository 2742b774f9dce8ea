"""One SQLite file, owned by one thread: ``await store.read(fn)`` and ``await store.write(fn)``."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine, MetaData, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session

from app.domain.errors import AppError, MissingOnMachine

T = TypeVar("T")

_REFUSALS = re.compile(r"full|I/O error|readonly|unable to open|locked|not a database|malformed")

SCHEMA = 1
"""``PRAGMA user_version`` of the files that this version writes."""

OLDEST_SQLITE = (3, 51, 3)
"""Before it, WAL mode could lose commits with two writers."""


class Store:
    """An open database. ``fn`` runs in the store's own thread, in one transaction that is undone when it raises."""

    def __init__(self, path: Path, metadata: MetaData, extra_schema: tuple[str, ...] = ()) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"store-{path.stem}")
        self._metadata = metadata
        self._extra_schema = extra_schema
        self._engine: Engine | None = None
        self._closed = False

    async def open(self) -> "Store":
        """Open the file, made if it isn't there. AppError: a newer version's file, or a folder without WAL."""
        await self._in_thread(self._open)
        return self

    async def close(self) -> None:
        """What was asked for before is done first. A second call does nothing."""
        if not self._closed:
            await self._in_thread(self._close)
            self._closed = True
            self._thread.shutdown()

    async def read(self, fn: Callable[[Session], T]) -> T:
        """``fn(session)`` on a snapshot."""
        return await self._in_thread(lambda: self._transact(fn, "BEGIN"))

    async def write(self, fn: Callable[[Session], T]) -> T:
        """``fn(session)`` in a transaction that is on the disk when this returns."""
        return await self._in_thread(lambda: self._transact(fn, "BEGIN IMMEDIATE"))

    async def _in_thread(self, fn: Callable[[], T]) -> T:
        if self._closed:
            raise AppError(f"{self.path} was closed, or moved, while it was asked for.", remedy="Do it again.")
        return await asyncio.get_running_loop().run_in_executor(self._thread, fn)

    def _transact(self, fn: Callable[[Session], T], begin: str) -> T:
        assert self._engine is not None, "the store is not open"
        engine = self._engine.execution_options(jurat_begin=begin)
        try:
            with Session(engine, expire_on_commit=False) as session, session.begin():
                return fn(session)
        except DatabaseError as error:
            if (said := self._in_words(error)) is None:
                raise
            raise said from error

    def _in_words(self, error: DatabaseError) -> AppError | None:
        """What the disk refused, for a person; None for anything else, which is a bug and stays what it is."""
        if not _REFUSALS.search(str(error.orig)):
            return None
        return MissingOnMachine(
            f"{self.path} can't be read or written.",
            f"SQLite says: {error.orig}.",
            "Make room, or see what holds the folder, then do it again: what was shown as done is saved.",
        )

    def _open(self) -> None:
        try:
            self._make()
        except DatabaseError as error:
            if (said := self._in_words(error)) is None:
                raise
            raise said from error

    def _make(self) -> None:
        from sqlcipher3 import dbapi2

        if dbapi2.sqlite_version_info < OLDEST_SQLITE:
            raise AppError(
                f"SQLite {dbapi2.sqlite_version} is too old to keep a matter safely.",
                "Versions before 3.51.3 can lose what was written when two programs use one matter.",
                "Run the set-up again, so that the locked sqlcipher3 is installed.",
            )
        self._engine = create_engine(f"sqlite:///{self.path}", module=dbapi2)
        event.listen(self._engine, "connect", _on_connect)
        event.listen(self._engine, "begin", _on_begin)
        with self._engine.connect() as connection:
            version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
            if version > SCHEMA:
                raise AppError(
                    f"{self.path} was written by a newer version of Jurat.",
                    f"Its format is {version}; this version knows formats up to {SCHEMA}.",
                    "Use the newer version. The file was left as it is.",
                )
            self._metadata.create_all(connection)  # also what an earlier build of this format did not have
            if version == 0:
                for statement in self._extra_schema:
                    connection.exec_driver_sql(statement)
                connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
            connection.commit()

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.dispose()


def _on_connect(connection: Any, _record: Any) -> None:
    # the driver's own BEGINs come too late and are never IMMEDIATE: `_on_begin` says them instead
    connection.isolation_level = None
    cursor = connection.cursor()
    mode = cursor.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise AppError(
            "A matter can't be kept in this folder.",
            f"Its file system gives SQLite the journal mode {mode!r}, not a write-ahead log, as network folders do.",
            "Choose a folder on this machine with `--home`.",
        )
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.close()


def _on_begin(connection: Any) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("jurat_begin", "BEGIN IMMEDIATE"))
