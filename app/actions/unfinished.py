"""What an earlier start left unfinished, and how to go on with it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.actions import matters, pending, runs
from app.actions.exhibits import IntakeLine, add_exhibits
from app.actions.reading import read_pages
from app.domain.evidence import Origin
from app.domain.run import StageState
from app.workbench import OpenMatter, Workbench


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Work of one matter that stopped before its end: ``runs`` by id, how many pages have no reading yet, and how many
    files and folders were offered that aren't all taken in."""

    matter: str
    runs: tuple[str, ...]
    pages: int
    files: int = 0


async def find_unfinished(bench: Workbench) -> list[Unfinished]:
    """Matters in which something stopped. A matter that another program works on, or a failed run, is not among them:
    the one isn't stopped, the other has said why and waits for a person."""
    found = []
    for name in await bench.matter_names():
        opened = await bench.matter(name)
        if opened.busy():
            continue
        stopped = tuple(report.run.id for report in await runs.list_runs(bench, name) if _stopped(report))
        pages = (await matters.show_matter(bench, name)).unread_pages
        files = len(await _offered(opened))
        if stopped or pages or files:
            found.append(Unfinished(name, stopped, pages, files))
    return found


async def take_in_offered(bench: Workbench, name: str) -> list[IntakeLine]:
    """Go on with the intakes that stopped, from the files that are still there; then every page is read."""
    opened = await bench.matter(name)
    lines = []
    for one in pending.list_pending(opened):
        there = [path for path in one.paths if path.exists()]
        if there:
            lines += [line async for line in add_exhibits(bench, name, there, one.origin)]
        pending.drop_pending(opened, [one.file])
    await read_unread(bench, name)
    return lines


async def keep_offered(bench: Workbench, name: str, paths: Sequence[Path], origin: Origin) -> None:
    """Note files that wait for their turn, so that they are offered at the next start."""
    pending.keep_pending(await bench.matter(name), paths, origin)


async def forget_offered(bench: Workbench, name: str) -> None:
    """A person stopped the intake: what it had not come to is not offered again."""
    opened = await bench.matter(name)
    pending.drop_pending(opened, [one.file for one in pending.list_pending(opened)])


async def _offered(opened: OpenMatter) -> list[Path]:
    """Files and folders that are still there; of others nothing is left to take in."""
    kept = await asyncio.to_thread(pending.list_pending, opened)
    return [path for one in kept for path in one.paths if path.exists()]


async def read_unread(bench: Workbench, name: str) -> None:
    """Read the pages that an intake left unread."""
    opened = await bench.matter(name)
    async with opened.working():
        await read_pages(bench, opened)


def _stopped(report: runs.RunReport) -> bool:
    return report.run.state in (StageState.WAITING, StageState.RUNNING)
