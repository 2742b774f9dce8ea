"""What the program writes is remembered, and recognised when it comes back (promise 2)."""

import asyncio
import datetime as dt
from pathlib import Path

from app.actions.exhibit_list import list_set_aside
from app.domain.errors import WrongUse
from app.domain.evidence import IntakeStatus
from app.paper.mark import find_mark
from app.store import audit, own_work
from app.store.own_work import OwnWork
from app.store.vault import digest_of
from app.workbench import OpenMatter, Workbench


async def remember(bench: Workbench, opened: OpenMatter, path: Path) -> None:
    """Note a file that was just written, by its hash and its mark; and that it was written, in the audit log."""
    sha256 = await asyncio.to_thread(digest_of, path)
    mark = await asyncio.to_thread(find_mark, path)
    assert mark is not None, f"{path.name} was written without a mark"
    work = OwnWork(sha256, mark.id, mark.kind, opened.name, str(path), audit.now())
    await bench.home.write(lambda session: own_work.remember(session, work))
    detail = {"file": path.name, "kind": mark.kind, "sha256": sha256}
    await opened.change("write", lambda session: (None, detail))


async def release(bench: Workbench, name: str, path: str, who: str, reason: str) -> None:
    """Let a file that was set aside as own work in as an exhibit, by name and with a reason; then take it in.

    ``path`` is as the intake named it (``mail.eml!/a.pdf`` for a child). WrongUse: no name or reason, or no file of
    that path is set aside in the matter.
    """
    if not who.strip() or not reason.strip():
        raise WrongUse("Releasing own work needs a name and a reason.", "The matter's log keeps both.")
    opened = await bench.matter(name)
    aside = next((one for one in await list_set_aside(bench, name) if one.path == path), None)
    if aside is None or aside.status is not IntakeStatus.OWN_WORK:
        raise WrongUse(
            f"{path} is not set aside in the matter {name!r}.",
            "Only what was recognised as own work needs to be released, after it was offered as an exhibit.",
        )
    detail = {"path": path, "sha256": aside.sha256, "name": who.strip(), "reason": reason.strip(), "was": aside.reason}
    await opened.change("release", lambda session: (None, detail))


def file_of(path: str) -> Path:
    """The file that holds what an intake named ``path``: for an attachment its mail."""
    return Path(path.partition("!/")[0])


async def released_digests(opened: OpenMatter) -> frozenset[str]:
    """The SHA-256 of every file that a person released in this matter."""
    entries = await opened.store.read(lambda session: audit.entries_of(session, "release"))
    return frozenset(entry.detail["sha256"] for entry in entries)


def _when(made_at: str) -> str:
    """A time in ISO 8601 as a person reads it, in UTC; anything else as it is: a mark is an outside file's word."""
    try:
        at = dt.datetime.fromisoformat(made_at)
    except ValueError:
        return made_at
    return at.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M UTC") if at.tzinfo else made_at


async def own_work_reason(bench: Workbench, path: Path, sha256: str) -> str | None:
    """Why a file is own work, in one sentence; None if nothing says so."""
    known = await bench.home.read(lambda session: own_work.find(session, sha256))
    if known is not None:
        named = f"{known.kind} {Path(known.path).name}"
        return f"Jurat wrote this file itself: it is the {named} of the matter {known.matter}, {_when(known.made_at)}."
    mark = await asyncio.to_thread(find_mark, path)
    if mark is not None:
        when = f", made {_when(mark.made_at)}" if mark.made_at else ""
        return f"It carries the mark of {mark.program}: a {mark.kind}{when}. Own work is no evidence."
    return None
