"""The index of published citations, and the one look-up that leaves this machine, when a person says so each time."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.actions.bulk_files import Batch, BulkFile, batches, open_bulk
from app.domain.citation import KnownCase
from app.domain.errors import AppError, WrongUse
from app.engines.citation_lookup import LookedUp, LookupRequest, look_up
from app.events import Facts, Progress
from app.store.citation_index import CitationIndex, Counts, Kind, SourceState
from app.verify.citations import find_cases
from app.verify.editions import edition_keys
from app.workbench import Workbench

INDEX_FILE = "citations.db"
_ORDER = (Kind.COURTS, Kind.CITATIONS, Kind.CLUSTERS, Kind.DOCKETS)
_BATCH = 20_000


@dataclass(frozen=True, slots=True)
class IndexLine:
    """What became of one file. ``rows``: read in all; of these ``incomplete`` name no place or court, ``unreadable``
    are no rows. ``before``: rows that an earlier call had read. ``problem``: why the file was refused or left."""

    path: Path
    kind: Kind | None = None
    day: str = ""
    rows: int = 0
    before: int = 0
    incomplete: int = 0
    unreadable: int = 0
    problem: AppError | None = None


@dataclass(frozen=True, slots=True)
class HeldCitations:
    """The index as the verifier asks it, from any thread: each question opens the file anew, which takes less than a
    millisecond. ``rows`` changes with what is in it."""

    path: Path
    date: str
    rows: int

    def lookup(self, volume: str, reporter: str, page: str) -> tuple[KnownCase, ...]:
        with _opened(self.path) as index:
            return index.find(volume, edition_keys(reporter), page)

    def is_court(self, cited: str) -> bool:
        with _opened(self.path) as index:
            return index.is_court(cited)


def known_citations(path: Path) -> HeldCitations | None:
    """The index at ``path``; None where there is none, or one that isn't whole yet."""
    if not path.is_file():
        return None
    with _opened(path) as index:
        return HeldCitations(path, index.date, index.rows) if index.ready else None


def citation_index(named: Path | None, home: Path) -> HeldCitations | None:
    """The index of that name, else the home folder's if it is there. WrongUse: the named one can't be asked."""
    known = known_citations(named or home / INDEX_FILE)
    if named is not None and known is None:
        raise WrongUse(
            f"{named} is no whole index of citations.", remedy="`jurat authority index FILE...` makes one, or ends it."
        )
    return known


async def load_readers() -> None:
    """Load what reads citations, at other times loaded at the first one: a third of a second, which no key of a person
    should wait for."""
    await asyncio.to_thread(find_cases, "1 U.S. 2 (1800)")


def _opened(path: Path) -> AbstractContextManager[CitationIndex]:
    return closing(CitationIndex(path))


async def index_citations(
    home: Path, facts: Facts, files: Sequence[Path], batch: int = _BATCH
) -> AsyncIterator[IndexLine | Counts]:
    """Read bulk files into the home folder's index: a line for each file, what the index holds last.

    A file that is in the index is not read again; one that was left in the middle goes on there. Cancelling keeps what
    was read. The files' order doesn't matter, nor in how many calls they come.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="citations") as thread:

        async def call(fn: Any, *args: Any) -> Any:
            return await asyncio.get_running_loop().run_in_executor(thread, fn, *args)

        found, refused = await call(_sorted, files)
        for line in refused:
            yield line
        if not found:
            return
        index = await call(_made, home)
        try:
            for bulk in found:
                reader = _Reader(index, bulk, facts, batch)
                while await call(reader.step):
                    pass
                yield reader.line()
            facts.publish(Progress("index", 0, 0, "making the look-up table"))
            await call(index.finish)
            yield await call(index.counts)
        finally:
            await asyncio.shield(call(index.close))


def _made(home: Path) -> CitationIndex:
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    return CitationIndex(home / INDEX_FILE, write=True)


def _sorted(files: Sequence[Path]) -> tuple[list[BulkFile], list[IndexLine]]:
    found: list[BulkFile] = []
    refused: list[IndexLine] = []
    for path in files:
        try:
            found.append(open_bulk(path))
        except AppError as error:
            refused.append(IndexLine(path, problem=error))
    return sorted(found, key=lambda bulk: _ORDER.index(bulk.kind)), refused


class _Reader:
    """Takes one file into the index, a batch at each step."""

    def __init__(self, index: CitationIndex, bulk: BulkFile, facts: Facts, batch: int) -> None:
        self._index, self._bulk, self._facts = index, bulk, facts
        held = index.state(bulk.identity)
        self.state = held or SourceState(bulk.identity, bulk.kind, bulk.day)
        self._before = self.state.rows
        self._problem: AppError | None = None
        self._batches = batches(bulk, self.state.offset, batch) if not self.state.done else iter(())

    def step(self) -> bool:
        """Whether there may be more."""
        try:
            batch = next(self._batches, None)
        except AppError as error:
            self._problem = error
            return False
        if batch is None:
            if not self.state.done:
                self.state = replace(self.state, done=True)
                self._index.add(self.state, ())
            return False
        self.state = _after(self.state, batch)
        self._index.add(self.state, batch.rows)
        note = f"{self._bulk.path.name}, {self.state.rows:,} rows"
        self._facts.publish(Progress("index", batch.packed, self._bulk.size, note))
        return True

    def line(self) -> IndexLine:
        state, bulk = self.state, self._bulk
        return IndexLine(
            bulk.path, bulk.kind, bulk.day, state.rows, self._before, state.incomplete, state.unreadable, self._problem
        )


def _after(state: SourceState, batch: Batch) -> SourceState:
    return replace(
        state,
        offset=batch.offset,
        rows=state.rows + batch.read,
        incomplete=state.incomplete + batch.incomplete,
        unreadable=state.unreadable + batch.unreadable,
    )


def lookup_request(text: str, url: str, key_env: str | None) -> LookupRequest:
    """What would be sent for the one case citation in ``text``: volume, reporter and page, nothing else of it.

    WrongUse: there is none, or more than one, or the address may not be used.
    """
    cites = list(dict.fromkeys(ref.cite for _, _, ref in find_cases(text) if ref.cite))
    if len(cites) != 1:
        raise WrongUse(
            f"{text!r} holds {len(cites) or 'no'} case citations; one is needed. Nothing was sent.",
            remedy="Give one citation, like '410 U.S. 113'.",
        )
    return LookupRequest.checked(cites[0], url, key_env)


async def look_up_citation(bench: Workbench, matter: str | None, request: LookupRequest) -> LookedUp:
    """Send the request, which a person has agreed to. In a matter, what is sent is in its log before it leaves."""
    if matter is not None:
        opened = await bench.matter(matter)
        detail = {"sent": request.citation, "to": request.url}
        await opened.change("authority lookup", lambda session: (None, detail))
    return await look_up(request, bench.boards.gate)
