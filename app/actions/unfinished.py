"""What an earlier start left unfinished, and how to go on with it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.actions import left, matters, pending, runs
from app.actions.exhibits import IntakeLine, add_exhibits, there_now
from app.actions.reading import read_pages
from app.domain.errors import AppError
from app.domain.evidence import Origin
from app.domain.run import StageState
from app.workbench import OpenMatter, Workbench


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Work of one matter that stopped before its end: ``runs`` by id, how many pages have no reading yet, and the files
    and folders that were offered and aren't all taken in."""

    matter: str
    runs: tuple[str, ...]
    pages: int
    files: tuple[str, ...] = ()


async def find_unfinished(bench: Workbench) -> list[Unfinished]:
    """Matters in which something was interrupted. Not among it: what another program works on (it isn't stopped), a
    failed run (it has said why and waits for a person), and what a person stopped or left for later (``leave``)."""
    found = []
    for name in await bench.matter_names():
        try:
            opened = await bench.matter(name)
        except AppError:  # damaged, or moved away: what opens it says so
            continue
        if opened.busy():
            continue
        known = await left.what_is_left(opened)
        reports = await runs.list_runs(bench, name)
        stopped = tuple(r.run.id for r in reports if _stopped(r) and r.run.id not in known.runs)
        pages = (await matters.show_matter(bench, name)).unread_pages
        files = tuple(str(path) for path in await _offered(opened))
        pages, files = (pages if pages > known.pages else 0), (files if set(files) - known.files else ())
        # work that was begun meanwhile isn't interrupted
        if (stopped or pages or files) and not opened.busy():
            found.append(Unfinished(name, stopped, pages, files))
    return found


async def leave(bench: Workbench, one: Unfinished) -> None:
    """A person stopped this, or wants it later: it isn't offered by itself any more, until more comes to it."""
    opened = await bench.matter(one.matter)
    for run in one.runs:
        await left.leave_run(opened, run)
    if one.pages or one.files:
        await left.leave_rest(opened, one.pages, one.files)


async def leave_run(bench: Workbench, run_id: str) -> None:
    """A person stopped a run, and knows it."""
    await left.leave_run(await bench.matter(run_id.rpartition("/")[0]), run_id)


async def count_offered(bench: Workbench, name: str) -> int:
    """How many files and folders were offered once and wait to be taken in."""
    return len(await _offered(await bench.matter(name)))


async def take_in_offered(bench: Workbench, name: str) -> list[IntakeLine]:
    """Go on with the intakes that stopped, from the files that are still there; then every page is read."""
    opened = await bench.matter(name)
    await left.go_on_with_rest(opened)
    lines = []
    for one in pending.list_pending(opened):
        there, gone = await there_now(one.paths)
        lines += gone  # said, so that nobody takes them for taken in
        if there:
            lines += [line async for line in add_exhibits(bench, name, there, one.origin)]
        pending.drop_pending(opened, [one.file])
    await read_unread(bench, name)
    return lines


async def keep_offered(bench: Workbench, name: str, paths: Sequence[Path], origin: Origin) -> None:
    """Note files that wait for their turn, so that they are offered at the next start."""
    pending.keep_pending(await bench.matter(name), paths, origin)


async def forget_offered(bench: Workbench, name: str) -> None:
    """A person stopped the intake: what it had not come to is not offered again, and what it had not read is left."""
    opened = await bench.matter(name)
    pending.drop_pending(opened, [one.file for one in pending.list_pending(opened)])
    if unread := (await matters.show_matter(bench, name)).unread_pages:
        await left.leave_rest(opened, unread)


async def _offered(opened: OpenMatter) -> list[Path]:
    """Files and folders that are still there; of others nothing is left to take in."""
    kept = await asyncio.to_thread(pending.list_pending, opened)
    there, _gone = await there_now([path for one in kept for path in one.paths])
    return list(there)


async def read_unread(bench: Workbench, name: str) -> None:
    """Read the pages that an intake left unread."""
    opened = await bench.matter(name)
    async with opened.working():
        await read_pages(bench, opened)


def _stopped(report: runs.RunReport) -> bool:
    return report.run.state in (StageState.WAITING, StageState.RUNNING)
