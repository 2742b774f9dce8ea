"""Documents prepared and pages read in the process pool, stored page by page as they come."""

import asyncio
import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.actions.originals import original_of
from app.domain.errors import AppError, ReadingFault
from app.domain.evidence import Page, PageRead, Reading
from app.events import Noted, Progress
from app.intake.pages import read_page
from app.intake.prepare import Prepared, prepare
from app.jobs import spread
from app.store import audit, exhibits, own_work, readings
from app.store.exhibits import Stored
from app.store.own_work import OwnWork
from app.store.vault import digest_of
from app.verify.reading import Kept, kept_reading
from app.workbench import OpenMatter, Workbench

log = logging.getLogger(__name__)

__all__ = ["Prepared", "prepare_in_pool", "read_pages", "rendition_of", "rendition_path"]


class _NotNow(AppError):
    """The machine failed a page, not the page itself: it stays unread and is read the next time."""


@dataclass(frozen=True, slots=True)
class _PageTask:
    order: int
    label: str
    rendition: Path
    number: int
    languages: tuple[str, ...]


async def prepare_in_pool(bench: Workbench, opened: OpenMatter, file: Path, name: str) -> Prepared:
    """``intake.prepare`` in a worker. What it makes lies in ``derived/`` under the document's digest."""
    digest = await asyncio.to_thread(digest_of, file)
    opened.derived.mkdir(exist_ok=True)
    made = await asyncio.wrap_future(bench.pool.submit(_prepare, file, name, opened.derived / f"{digest}.pdf"))
    if made.rendition is not None and made.rendition != file:
        await _remember(bench, opened, made.rendition)
    return made


async def _remember(bench: Workbench, opened: OpenMatter, rendition: Path) -> None:
    """A reading copy is the program's work, not the client's, wherever it turns up and whatever its name."""
    sha256 = await asyncio.to_thread(digest_of, rendition)
    work = OwnWork(sha256, "", "reading copy", opened.name, str(rendition), audit.now())
    await bench.home.write(lambda session: own_work.remember(session, work))


async def rendition_of(bench: Workbench, opened: OpenMatter, stored: Stored, *, check: bool = True) -> Path:
    """The PDF that an exhibit's pages are; made again from the original where it was lost.

    AppError: the original is gone too, or was altered; without `check` only that it is there is looked at.
    """
    path = rendition_path(opened, stored)
    if path.is_file() and (path.parent != opened.vault.folder or not check):
        return path
    original = await original_of(opened, stored.exhibit)
    if path != original:
        await prepare_in_pool(bench, opened, original, Path(stored.exhibit.path).name)
    return path


async def read_pages(bench: Workbench, opened: OpenMatter, only: Collection[int] | None = None) -> None:
    """Read every page of the matter that has no reading yet; with ``only`` those of the exhibits with these order
    numbers. What can't be read is stored as read ``none``."""
    tasks = await _tasks(bench, opened, only)
    left: dict[int, int] = {}
    for task in tasks:
        left[task.order] = left.get(task.order, 0) + 1
    done = 0
    async for task, outcome in spread(bench.pool, _read_closely, tasks, window=2 * bench.pool.workers):
        if isinstance(outcome, _NotNow):
            bench.facts.publish(Noted("read", f"{task.label}, page {task.number}, stays unread for now. {outcome}"))
            continue
        page, reading = (_not_read(task.number, outcome), None) if isinstance(outcome, AppError) else outcome
        left[task.order] -= 1
        last = left[task.order] == 0
        await opened.change("read", lambda session: _add(session, task, page, reading, last=last))  # noqa: B023
        done += 1
        bench.facts.publish(Progress("read", done, len(tasks), f"{task.label}, page {task.number}"))


def rendition_path(opened: OpenMatter, stored: Stored) -> Path:
    assert stored.rendition is not None, f"{stored.exhibit.label} has no pages"
    return opened.folder / stored.rendition


async def _tasks(bench: Workbench, opened: OpenMatter, only: Collection[int] | None) -> list[_PageTask]:
    """The pages without a reading; an exhibit whose original is gone is named and left for later."""

    def unread(session: Any) -> list[tuple[Stored, list[int]]]:
        return [(s, exhibits.unread(session, s.exhibit.order)) for s in exhibits.all_stored(session) if s.rendition]

    tasks = []
    for stored, numbers in await opened.store.read(unread):
        if not numbers or (only is not None and stored.exhibit.order not in only):
            continue
        try:
            path = await rendition_of(bench, opened, stored)
        except (AppError, OSError) as error:
            bench.facts.publish(Noted("read", f"{stored.exhibit.label} can't be read now. {error}"))
            continue
        order, label = stored.exhibit.order, stored.exhibit.label
        tasks += [_PageTask(order, label, path, number, bench.settings.languages) for number in numbers]
    return tasks


def _prepare(file: Path, name: str, derived: Path) -> Prepared:
    with _one_file_only(name):
        return prepare(file, name, derived)


def _read(task: _PageTask) -> PageRead:
    try:
        with _one_file_only(f"page {task.number}"):
            return read_page(task.rendition, task.number, task.languages)
    except OSError as error:
        raise _NotNow("The machine failed.", f"{error.strerror or error}.") from error


def _read_closely(task: _PageTask) -> tuple[PageRead, Kept]:
    """The page, and what the verifier reads on it."""
    page = _read(task)
    with _one_file_only(f"page {task.number}"):
        return page, kept_reading(Page("", task.number, None, page.text))


@contextmanager
def _one_file_only(name: str) -> Iterator[None]:
    """In a worker: a fault that an outside file brings to light stops that file, not the thousand beside it."""
    try:
        yield
    except (AppError, OSError):
        raise
    except MemoryError as error:
        raise ReadingFault(f"Reading {name} took more memory than it may have.") from error
    except Exception as error:  # whatever a library raises on a file that nobody has seen before
        log.exception("reading %s", name)
        raise ReadingFault(
            f"A fault in Jurat kept {name} from being read.",
            f"{type(error).__name__}: {error}.",
            "Please report it. The file is unharmed.",
        ) from error


def _not_read(number: int, error: AppError) -> PageRead:
    return PageRead(number, "", (), Reading.NONE, None, 0.0, 0.0, (f"could not be read: {error}",))


def _add(
    session: Any, task: _PageTask, page: PageRead, reading: Kept | None, *, last: bool
) -> tuple[None, dict[str, Any] | None]:
    exhibits.add_page(session, task.order, page)
    if reading is not None:
        readings.keep(session, reading.version, {reading.key: reading.data})
    # one entry for an exhibit, when its last page is read: 5,000 pages need no 5,000 entries
    return None, {"exhibit": task.label} if last else None


async def read_rendition(bench: Workbench, prepared: Prepared) -> list[PageRead]:
    """All pages of a document that isn't stored as an exhibit, in order."""
    assert prepared.rendition is not None
    tasks = [_PageTask(0, "", prepared.rendition, n, bench.settings.languages) for n in range(1, prepared.pages + 1)]
    pages: dict[int, PageRead] = {}
    async for task, outcome in spread(bench.pool, _read, tasks, window=2 * bench.pool.workers):
        if isinstance(outcome, AppError):
            raise outcome
        pages[task.number] = outcome
    return [pages[number] for number in sorted(pages)]
