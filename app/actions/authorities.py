"""The matter's shelf: opinions and statutes that citations are held against."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.actions.originals import Kept, keep
from app.actions.reading import prepare_in_pool, read_rendition
from app.actions.verify_files import read_authorities
from app.domain.errors import AppError, Unreadable
from app.domain.evidence import Authority, IntakeStatus
from app.intake.languages import require_tesseract
from app.intake.walk import IN_HOME, lies_in, shown, walk, why_no_file
from app.store import authorities
from app.store.vault import digest_of
from app.verify.authority_text import read_authorities as authorities_of
from app.workbench import OpenMatter, Workbench


@dataclass(frozen=True, slots=True)
class ShelfLine:
    """What became of one file. ``citations``, ``name``, ``year`` and ``court`` as read from it."""

    path: str
    status: IntakeStatus
    citations: tuple[str, ...] = ()
    name: str | None = None
    court: str | None = None
    year: int | None = None
    reason: str | None = None


async def add_authorities(bench: Workbench, name: str, files: Sequence[Path]) -> AsyncIterator[ShelfLine]:
    """Put opinions and statutes on the shelf; a line for each authority, or for each file that was refused.

    A ``.jsonl`` file holds authorities with their fields (citations, name, court, year, first_page, last_page, type,
    paginated, text), any other file is one authority that names itself.
    """
    opened = await bench.matter(name)
    async with opened.working():
        for file in files:
            try:
                digest, found = await _take(bench, opened, file)
            except AppError as error:
                yield ShelfLine(shown(file), IntakeStatus.REFUSED, reason=str(error))
                continue
            except OSError as error:
                yield ShelfLine(shown(file), IntakeStatus.REFUSED, reason=f"The file can't be read: {error.strerror}.")
                continue
            for one in found:
                yield await _add(opened, file, one, digest)


def files_of(paths: Sequence[Path]) -> list[Path]:
    """What the named files and folders stand for, with what `add_authorities` will refuse. WrongUse: not there."""
    return [entry.path for entry in walk(paths).entries]


async def list_authorities(bench: Workbench, name: str) -> list[Authority]:
    opened = await bench.matter(name)
    return await opened.store.read(authorities.all_authorities)


async def _add(opened: OpenMatter, file: Path, one: Authority, digest: str) -> ShelfLine:
    def add(session: Any) -> tuple[bool, dict[str, Any] | None]:
        new = authorities.add(session, one, digest)
        return new, {"citation": one.citations[0], "name": one.name, "sha256": digest} if new else None

    new = await opened.change("authority add", add)
    status = IntakeStatus.ADDED if new else IntakeStatus.DUPLICATE
    reason = None if new else "It stands on the shelf already."
    return ShelfLine(shown(file), status, one.citations, one.name, one.court, one.year, reason)


async def _take(bench: Workbench, opened: OpenMatter, file: Path) -> tuple[str, Sequence[Authority]]:
    """A file's digest and its authorities, read from its copy in the vault; a refused one leaves no copy."""
    if reason := why_no_file(file) or (IN_HOME if lies_in(file, bench.settings.home) else None):
        raise Unreadable(reason)
    digest = await asyncio.to_thread(digest_of, file)
    kept = await keep(opened, file, digest)
    accepted = kept is not Kept.NEW
    try:
        found = await _read(bench, opened, file, opened.vault.path(digest))
        accepted = True
    finally:
        if not accepted:
            opened.vault.path(digest).unlink(missing_ok=True)
    return digest, found


async def _read(bench: Workbench, opened: OpenMatter, file: Path, copy: Path) -> Sequence[Authority]:
    name = Path(shown(file)).name
    if file.suffix.lower() == ".jsonl":
        return read_authorities(file)
    prepared = await prepare_in_pool(bench, opened, copy, name)
    if prepared.rendition is None:
        raise Unreadable(f"{name} can't be read as an authority yet.", " ".join(prepared.warnings))
    require_tesseract(bench.settings.languages)
    pages = await read_rendition(bench, prepared)
    return authorities_of("\n".join(page.text for page in pages), prepared.title or Path(name).stem)
