"""What an earlier start left unfinished, and how to go on with it; and what may leave this machine."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from app.actions import matters, runs
from app.actions.reading import read_pages
from app.domain.run import StageState
from app.workbench import Workbench

_OWN = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Work of one matter that stopped before its end: ``runs`` by id, and how many pages have no reading yet."""

    matter: str
    runs: tuple[str, ...]
    pages: int


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
        if stopped or pages:
            found.append(Unfinished(name, stopped, pages))
    return found


async def read_unread(bench: Workbench, name: str) -> None:
    """Read the pages that an intake left unread."""
    opened = await bench.matter(name)
    async with opened.working():
        await read_pages(bench, opened)


async def remote_hosts(bench: Workbench) -> tuple[str, ...]:
    """Hosts other than this machine that boards.ini lets the program send to."""
    boards = bench.boards.boardfile.boards
    hosts = {urlsplit(board.url).hostname or "" for board in boards if board.url is not None and board.remote}
    return tuple(sorted(hosts - {"", *_OWN}))


def _stopped(report: runs.RunReport) -> bool:
    return report.run.state in (StageState.WAITING, StageState.RUNNING)
