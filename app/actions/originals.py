"""Originals in the vault: copied in, checked against what was registered, put back where they were lost."""

import asyncio
from enum import Enum
from pathlib import Path

from app.domain.errors import AppError, Unreadable
from app.domain.evidence import Exhibit
from app.store import exhibits
from app.store.vault import digest_of
from app.workbench import OpenMatter


class Kept(Enum):
    """What came of keeping a file: it is new, it was there unharmed, or its copy was lost or altered."""

    NEW = "new"
    THERE = "there"
    LOST = "lost"
    ALTERED = "altered"


async def keep(opened: OpenMatter, source: Path, sha256: str) -> Kept:
    """Have the bytes of `source`, whose digest was `sha256` when it was looked at, in the vault.

    Unreadable: the file has changed since. An altered copy gives way to the file that it should be.
    """
    copy = opened.vault.path(sha256)
    if copy.is_file():
        if await is_whole(copy, sha256):
            return Kept.THERE
        copy.unlink()
        state = Kept.ALTERED
    else:
        known = await opened.store.read(lambda session: exhibits.by_digest(session, sha256))
        state = Kept.NEW if known is None else Kept.LOST
    digest = await asyncio.to_thread(opened.vault.put, source)
    if digest != sha256:
        if await opened.store.read(lambda session: exhibits.by_digest(session, digest)) is None:
            opened.vault.path(digest).unlink(missing_ok=True)
        raise Unreadable(
            "The file changed while it was being taken in.",
            "Its bytes weren't the same when they were copied as when they were first read.",
            "Wait until nothing writes to it any more, then take it in again.",
        )
    return state


async def is_whole(copy: Path, sha256: str) -> bool:
    """Whether the copy in the vault holds the bytes that it is named for."""
    return await asyncio.to_thread(digest_of, copy) == sha256


async def original_of(opened: OpenMatter, exhibit: Exhibit) -> Path:
    """The exhibit's original in the vault. AppError: it is gone, or isn't what was taken in any more."""
    copy = opened.vault.path(exhibit.sha256)
    if not copy.is_file():
        raise _lost(exhibit, "is missing from the matter's vault", f"There is no file {copy.name} any more.")
    if not await is_whole(copy, exhibit.sha256):
        raise _lost(exhibit, "was altered in the matter's vault", "Its bytes aren't those that were taken in.")
    return copy


def _lost(exhibit: Exhibit, what: str, why: str) -> AppError:
    remedy = f"Take the file in again ({exhibit.path}): the same bytes are put back under the same label."
    return AppError(f"The original of {exhibit.label} {what}.", why, remedy)
