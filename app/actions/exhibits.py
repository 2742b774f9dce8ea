"""Intake: files become exhibits, and their pages are read. Saved step by step, so that a kill loses nothing."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.actions.ids import next_id
from app.actions.left import what_is_left
from app.actions.originals import Kept, keep
from app.actions.own_work import own_work_reason, released_digests
from app.actions.pending import drop_pending, keep_pending
from app.actions.reading import Prepared, prepare_in_pool, read_pages, rendition_of
from app.domain.errors import AppError, WrongUse
from app.domain.evidence import Exhibit, IntakeStatus, Origin, Page
from app.events import Noted, Progress
from app.intake.languages import require_tesseract
from app.intake.walk import IN_HOME, Walk, lies_in, shown, walk
from app.store import bates, exhibits, search
from app.store.exhibits import Stored
from app.store.search import Hit
from app.store.vault import digest_of
from app.workbench import OpenMatter, Workbench

log = logging.getLogger(__name__)

__all__ = ["IntakeLine", "add_exhibits", "list_exhibits", "list_pages", "rendition_of", "search_pages"]


@dataclass(frozen=True, slots=True)
class IntakeLine:
    """What became of one file (``path``: ``mail.eml!/a.pdf`` for a child). Null fields where it was refused."""

    path: str
    parent: str | None
    sha256: str | None
    exhibit: str | None
    label: str | None
    pages: int | None
    ocr_pages: int | None
    status: IntakeStatus
    reason: str | None
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Arrival:
    """A file on its way in: where its bytes lie, how it is called, whose child it is, and what became of it."""

    file: Path
    path: str
    parent: str | None = None
    sha256: str | None = None
    stored: Stored | None = None
    status: IntakeStatus = IntakeStatus.REFUSED
    reason: str | None = None
    warnings: list[str] = field(default_factory=list)
    children: list["_Arrival"] = field(default_factory=list)
    released: frozenset[str] = frozenset()
    """Digests of own work that a person released."""


async def add_exhibits(
    bench: Workbench, name: str, paths: Sequence[Path], origin: Origin = Origin.CLIENT
) -> AsyncIterator[IntakeLine]:
    """Take files and folders in; a line for each file and each child, in the order of their paths.

    What can't be taken in (a pipe, a locked folder, something of Jurat's own) is refused, and the others go on.
    Also reads what an earlier intake left unread, unless a person stopped that. WrongUse: a path that isn't there, or
    an origin that can't be evidence. MissingOnMachine: Tesseract or its language data.
    """
    if origin in (Origin.OWN_WORK, Origin.AUTHORITY):
        raise WrongUse(
            f"Files of the origin {origin.value} aren't taken in as exhibits.",
            remedy="Opinions and statutes go on the shelf with `jurat authority add`."
            if origin is Origin.AUTHORITY
            else "",
        )
    opened = await bench.matter(name)
    require_tesseract(bench.settings.languages)
    walked = await asyncio.to_thread(walk, paths, bench.settings.home)
    _note_left_out(bench, walked)
    async with opened.working():
        pending = keep_pending(opened, paths, origin) if paths else None
        arrivals = []
        released = await released_digests(opened)
        for done, entry in enumerate(walked.entries):
            arrival = _Arrival(entry.path, shown(entry.path), released=released)
            bench.facts.publish(Progress("intake", done, len(walked.entries), Path(arrival.path).name))
            arrivals.append(arrival)
            if entry.refused is not None:
                await _set_aside(opened, arrival, IntakeStatus.REFUSED, entry.refused)
            else:
                await _register(bench, opened, arrival, origin)
        bench.facts.publish(Progress("intake", len(walked.entries), len(walked.entries)))
        if pending is not None:
            drop_pending(opened, [pending.file])  # pages that aren't read yet are known as such
        apart = bool(arrivals) and (await what_is_left(opened)).pages
        await read_pages(bench, opened, only=_orders(arrivals) if apart else None)
        for arrival in arrivals:
            for one in (arrival, *_descendants(arrival)):
                yield await _line(opened, one)


async def there_now(paths: Sequence[Path]) -> tuple[Sequence[Path], list[IntakeLine]]:
    """The files and folders that are there, and a refusal for each that isn't: of several that were named together the
    others go on."""

    def look() -> list[bool]:
        return [os.path.lexists(path) for path in paths]  # which raises for no name, however long

    found = list(zip(paths, await asyncio.to_thread(look), strict=True))
    why = "There is no file or folder of this name any more."
    gone = [
        IntakeLine(shown(path), None, None, None, None, None, None, IntakeStatus.REFUSED, why)
        for path, there in found
        if not there
    ]
    return [path for path, there in found if there], gone


async def list_exhibits(bench: Workbench, name: str) -> list[tuple[Exhibit, str | None, str | None]]:
    """The exhibits, each with its first and last Bates number."""
    opened = await bench.matter(name)

    def collect(session: Any) -> list[tuple[Exhibit, str | None, str | None]]:
        numbers = bates.numbers_of(session)
        return [
            (s.exhibit, numbers.get((s.exhibit.order, 1)), numbers.get((s.exhibit.order, s.exhibit.pages)))
            for s in exhibits.all_stored(session)
        ]

    return await opened.store.read(collect)


async def list_pages(bench: Workbench, name: str, exhibit: str | None = None) -> list[Page]:
    """The pages of the record, or of one exhibit. WrongUse: no such exhibit."""
    opened = await bench.matter(name)
    if exhibit is not None and await opened.store.read(lambda session: exhibits.by_id(session, exhibit)) is None:
        raise WrongUse(
            f"The matter {name!r} has no exhibit {exhibit!r}.", remedy=f"`jurat exhibits {name}` lists them."
        )
    return await opened.store.read(lambda session: exhibits.pages(session, exhibit))


async def search_pages(bench: Workbench, name: str, query: str, limit: int = 50) -> list[Hit]:
    opened = await bench.matter(name)
    return await opened.store.read(lambda session: search.search(session, query, limit))


def _note_left_out(bench: Workbench, walked: Walk) -> None:
    if walked.hidden:
        files = "file" if walked.hidden == 1 else "files"
        bench.facts.publish(Noted("intake", f"{walked.hidden} hidden or system {files} left out."))
    for folder in walked.empty:
        bench.facts.publish(Noted("intake", f"There are no files in {shown(folder)}."))


async def _register(bench: Workbench, opened: OpenMatter, arrival: _Arrival, origin: Origin) -> None:
    """Own work, duplicate, refused or added; then the same for the files inside it."""
    try:
        prepared = await _examine(bench, opened, arrival)
    except AppError as error:
        await _set_aside(opened, arrival, IntakeStatus.REFUSED, str(error))
        return
    except OSError as error:
        await _set_aside(opened, arrival, IntakeStatus.REFUSED, f"The file can't be read: {error.strerror or error}.")
        return
    except Exception as error:  # a file that nobody has seen before stops itself, not the thousand beside it
        log.exception("taking in %s", arrival.path)
        reason = f"A fault in Jurat kept it from being taken in ({type(error).__name__}: {error}). Please report it."
        await _set_aside(opened, arrival, IntakeStatus.REFUSED, reason.encode("utf-8", "backslashreplace").decode())
        return
    if prepared is None:
        return
    if arrival.stored is None:
        arrival.stored = await _add(opened, arrival, prepared, origin)
        arrival.status = IntakeStatus.ADDED
    # a duplicate's children too: a kill may have come between a mail and its attachments
    for child in prepared.children:
        one = _Arrival(child.path, f"{arrival.path}!/{child.name}", parent=arrival.stored.exhibit.id)
        one.released = arrival.released
        arrival.children.append(one)
        await _register(bench, opened, one, origin)


async def _examine(bench: Workbench, opened: OpenMatter, arrival: _Arrival) -> Prepared | None:
    """Copy a file into the vault and look at that copy; None where it is own work. A refused one leaves no copy."""
    sha256 = arrival.sha256 = await asyncio.to_thread(digest_of, arrival.file)
    released = sha256 in arrival.released
    if not released and arrival.parent is None and lies_in(arrival.file, bench.settings.home):
        reason = await own_work_reason(bench, arrival.file, sha256)
        await _set_aside(opened, arrival, IntakeStatus.OWN_WORK if reason else IntakeStatus.REFUSED, reason or IN_HOME)
        return None
    kept = await keep(opened, arrival.file, sha256)
    copy = opened.vault.path(sha256)
    accepted = kept is not Kept.NEW
    try:
        if not released and (reason := await own_work_reason(bench, copy, sha256)):
            await _set_aside(opened, arrival, IntakeStatus.OWN_WORK, reason)
            return None
        prepared = await prepare_in_pool(bench, opened, copy, Path(arrival.path).name)
        accepted = True
    finally:
        if not accepted:
            copy.unlink(missing_ok=True)
    if known := await opened.store.read(lambda session: exhibits.by_digest(session, sha256)):
        await _know_again(opened, arrival, known, kept)
    return prepared


async def _know_again(opened: OpenMatter, arrival: _Arrival, known: Stored, kept: Kept) -> None:
    label = known.exhibit.label
    arrival.stored, arrival.status = known, IntakeStatus.DUPLICATE
    arrival.reason = f"The same file is in the matter already, as {label} ({known.exhibit.path})."
    if kept in (Kept.LOST, Kept.ALTERED):
        what = "was missing from the vault" if kept is Kept.LOST else "had been altered in the vault"
        restored = f"The original of {label} {what}; it was put back from this file."
        arrival.warnings.append(restored)
        status = arrival.status.value
        detail = {"path": arrival.path, "sha256": arrival.sha256, "status": status, "reason": restored}
        await opened.change("intake", lambda session: (None, detail))


async def _add(opened: OpenMatter, arrival: _Arrival, prepared: Prepared, origin: Origin) -> Stored:
    def add(session: Any) -> tuple[Stored, dict[str, Any]]:
        stored = exhibits.all_stored(session)
        id_ = next_id([s.exhibit for s in stored], arrival.parent)
        exhibit = Exhibit(
            order=exhibits.next_order(session),
            id=id_,
            label=f"Exhibit {id_}",
            title=prepared.title or Path(arrival.path).name,
            origin=origin,
            sha256=arrival.sha256 or "",
            kind=str(prepared.kind),
            pages=prepared.pages,
            path=arrival.path,
            parent=arrival.parent,
            warnings=prepared.warnings,
        )
        rendition = None
        if prepared.rendition is not None:
            inside = prepared.rendition.is_relative_to(opened.derived)
            rendition = f"{'derived' if inside else 'vault'}/{prepared.rendition.name if inside else exhibit.sha256}"
        exhibits.add(session, exhibit, rendition)
        detail = {"exhibit": id_, "sha256": exhibit.sha256, "path": arrival.path, "origin": origin.value}
        return Stored(exhibit, rendition), detail

    return await opened.change("intake", add)


async def _set_aside(opened: OpenMatter, arrival: _Arrival, status: IntakeStatus, reason: str) -> None:
    arrival.status, arrival.reason = status, reason
    detail = {"path": arrival.path, "sha256": arrival.sha256, "status": status.value, "reason": reason}
    await opened.change("intake", lambda session: (None, detail))


async def _line(opened: OpenMatter, arrival: _Arrival) -> IntakeLine:
    stored = arrival.stored
    if stored is None:
        path, parent, sha256 = arrival.path, arrival.parent, arrival.sha256
        return IntakeLine(path, parent, sha256, None, None, None, None, arrival.status, arrival.reason)
    order = stored.exhibit.order
    ocr = await opened.store.read(lambda session: exhibits.ocr_pages(session, order))
    of_pages = await opened.store.read(lambda session: exhibits.page_warnings(session, order))
    return IntakeLine(
        path=arrival.path,
        parent=arrival.parent,
        sha256=arrival.sha256,
        exhibit=stored.exhibit.id,
        label=stored.exhibit.label,
        pages=stored.exhibit.pages,
        ocr_pages=ocr,
        status=arrival.status,
        reason=arrival.reason,
        warnings=(*arrival.warnings, *stored.exhibit.warnings, *of_pages),
    )


def _orders(arrivals: Sequence[_Arrival]) -> frozenset[int]:
    every = [one for arrival in arrivals for one in (arrival, *_descendants(arrival))]
    return frozenset(one.stored.exhibit.order for one in every if one.stored is not None)


def _descendants(arrival: _Arrival) -> list[_Arrival]:
    return [one for child in arrival.children for one in (child, *_descendants(child))]
