"""Bates numbers: reserved in the ledger first, then written on copies."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.actions.exhibits import rendition_of
from app.actions.matters import the_matter
from app.actions.own_work import remember
from app.domain.bates import BatesEntry, BatesFormat
from app.domain.errors import AppError, WrongUse
from app.domain.evidence import ORIGINS, Origin
from app.events import Progress
from app.jobs import spread
from app.paper.files import clear_unfinished
from app.paper.mark import find_mark
from app.paper.stamp import StampReport, stamp_mark, stamp_pdf
from app.store import bates, exhibits
from app.store.bates import BatesReport
from app.workbench import OpenMatter, Workbench


@dataclass(frozen=True, slots=True)
class StampedExhibit:
    """``first`` and ``last`` number of an exhibit, and its stamped copy. ``notes``: sentences for a person."""

    exhibit: str
    first: str
    last: str
    file: Path
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BatesPlan:
    """What ``assign`` would do: reserve ``pages`` numbers, ``first`` to ``last`` (None for none), and write
    ``copies`` stamped files. ``without``: titles of exhibits that get no number, since they have no pages here.
    ``unnumbered``: pages without a number now, by where they came from, whether they are to be numbered or not."""

    pages: int
    first: str | None
    last: str | None
    copies: int
    without: tuple[str, ...] = ()
    unnumbered: Mapping[Origin, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _StampTask:
    exhibit: str
    source: Path
    target: Path
    numbers: tuple[str, ...]


async def assign(
    bench: Workbench,
    name: str,
    *,
    prefix: str | None = None,
    start: int | None = None,
    digits: int = 6,
    suffix: str = "",
    origins: Collection[Origin] = ORIGINS,
) -> AsyncIterator[StampedExhibit | AppError]:
    """Number the pages that have none, then write each numbered exhibit's stamped copy that isn't there yet.
    ``origins``: only what came from there gets numbers.

    So a call after a kill finishes what the first began, with the same numbers. An exhibit that can't be stamped
    comes as the AppError that says why; the others go on.
    """
    opened = await bench.matter(name)
    format_ = await _format(opened, prefix, start, digits, suffix)
    async with opened.working():
        used = await bench.home.read(lambda session: bates.highest_used(session, name, format_))

        def reserve(session: Any) -> tuple[list[BatesEntry], dict[str, Any] | None]:
            entries = bates.reserve(session, format_, start, used, origins)
            detail = {"first": entries[0].text, "last": entries[-1].text} if entries else None
            return entries, detail

        await opened.change("bates assign", reserve)
        # also where nothing is new: the call before may have been stopped right here
        if highest := await opened.store.read(lambda session: bates.highest(session, format_)):
            await bench.home.write(lambda session: bates.keep_highest(session, name, highest))
        # who holds the matter is the only one who stamps: what a kill left there is nobody's
        await asyncio.to_thread(clear_unfinished, opened.out / "stamped")
        async for line in _stamp_missing(bench, opened):
            yield line


async def plan(
    bench: Workbench,
    name: str,
    *,
    prefix: str | None = None,
    start: int | None = None,
    digits: int = 6,
    suffix: str = "",
    origins: Collection[Origin] = ORIGINS,
) -> BatesPlan:
    """What ``assign`` would do with the same values; nothing is changed. WrongUse: as there."""
    opened = await bench.matter(name)
    format_ = await _format(opened, prefix, start, digits, suffix)

    used = await bench.home.read(lambda session: bates.highest_used(session, name, format_))

    def look(session: Any) -> tuple[list[BatesEntry], list[BatesEntry], tuple[str, ...], dict[Origin, int]]:
        without = tuple(s.exhibit.title for s in exhibits.all_stored(session) if not s.exhibit.pages)
        new = bates.planned(session, format_, start, used, origins)
        return bates.entries(session), new, without, bates.unnumbered(session)

    reserved, new, without, unnumbered = await opened.store.read(look)
    copies = 0
    for numbers in _by_exhibit([*reserved, *new]).values():
        copies += not _target(opened, numbers).is_file()
    first, last = (new[0].text, new[-1].text) if new else (None, None)
    return BatesPlan(len(new), first, last, copies, without, unnumbered)


async def report(bench: Workbench, name: str) -> BatesReport:
    opened = await bench.matter(name)
    return await opened.store.read(bates.report)


async def _format(opened: OpenMatter, prefix: str | None, start: int | None, digits: int, suffix: str) -> BatesFormat:
    """How the numbers are written. WrongUse: values that can't be."""
    matter = await the_matter(opened)
    if start is not None and start < 1:
        raise WrongUse(f"Numbers begin at 1, not at {start}.")
    try:
        return BatesFormat(prefix or matter.prefix, digits, suffix)
    except ValueError as error:
        raise WrongUse("Pages can't be numbered like that.", f"The reason: {error}.") from error


def _by_exhibit(entries: list[BatesEntry]) -> dict[str, list[BatesEntry]]:
    found: dict[str, list[BatesEntry]] = {}
    for entry in entries:
        found.setdefault(entry.exhibit, []).append(entry)
    return found


def _target(opened: OpenMatter, entries: list[BatesEntry]) -> Path:
    return opened.out / "stamped" / f"{entries[0].text}-{entries[-1].text}.pdf"


async def _stamp_missing(bench: Workbench, opened: OpenMatter) -> AsyncIterator[StampedExhibit | AppError]:
    by_exhibit = _by_exhibit(await opened.store.read(bates.entries))
    tasks = [await _task(bench, opened, id_, entries) for id_, entries in by_exhibit.items()]
    done = 0
    finished: dict[str, StampedExhibit | AppError] = {}
    waiting = [task.exhibit for task in tasks]
    async for task, outcome in spread(bench.pool, _stamp, tasks, window=2 * bench.pool.workers):
        done += 1
        bench.facts.publish(Progress("stamp", done, len(tasks), task.target.name))
        if isinstance(outcome, AppError):
            finished[task.exhibit] = AppError(f"Exhibit {task.exhibit} could not be stamped.", str(outcome))
        elif outcome is not None:
            await remember(bench, opened, task.target)
            notes = _grouped(outcome)
            finished[task.exhibit] = StampedExhibit(task.exhibit, task.numbers[0], task.numbers[-1], task.target, notes)
        else:
            waiting.remove(task.exhibit)
        while waiting and waiting[0] in finished:  # lines come in the order of the exhibits
            yield finished.pop(waiting.pop(0))


def _grouped(report: StampReport) -> tuple[str, ...]:
    """What is to be known of a stamped copy, each sentence once, with the pages that it holds for."""
    pages: dict[str, list[int]] = {}
    for note in report.notes:
        pages.setdefault(note.text, []).append(note.page)
    told = []
    for text, on in pages.items():
        if on == [0] or report.pages == 1:
            told.append(text)
        elif len(on) == 1:
            told.append(f"Page {on[0]}: {text}")
        else:
            where = "On every page" if len(on) == report.pages else f"On {len(on)} of {report.pages} pages"
            told.append(f"{where}: {text}")
    return tuple(told)


async def _task(bench: Workbench, opened: OpenMatter, id_: str, entries: list[BatesEntry]) -> _StampTask:
    stored = await opened.store.read(lambda session: exhibits.by_id(session, id_))
    assert stored is not None, "the ledger numbers only pages of exhibits"
    source = await rendition_of(bench, opened, stored)
    target = _target(opened, entries)
    target.parent.mkdir(parents=True, exist_ok=True)
    return _StampTask(id_, source, target, tuple(entry.text for entry in entries))


def _stamp(task: _StampTask) -> StampReport | None:
    """The stamped copy; None where it lies there already. AppError where another document's copy lies there."""
    if not task.target.exists():
        return stamp_pdf(task.source, task.target, task.numbers)
    found = find_mark(task.target)
    if found is None or found.id != stamp_mark(task.source, task.numbers).id:
        raise AppError(
            f"{task.target.name} is there already, and isn't the copy of this exhibit.",
            "It was changed, or another document was stamped under these numbers.",
            "Move it out of the folder and assign again.",
        )
    return None
