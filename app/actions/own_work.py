"""What the program writes is remembered, and recognised when it comes back (promise 2)."""

import asyncio
from pathlib import Path

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


async def own_work_reason(bench: Workbench, path: Path, sha256: str) -> str | None:
    """Why a file is own work, in one sentence; None if nothing says so."""
    known = await bench.home.read(lambda session: own_work.find(session, sha256))
    if known is not None:
        named = f"{known.kind} {Path(known.path).name}"
        return f"Jurat wrote this file itself: it is the {named} of the matter {known.matter}, {known.made_at}."
    mark = await asyncio.to_thread(find_mark, path)
    if mark is not None:
        when = f", made {mark.made_at}" if mark.made_at else ""
        return f"It carries the mark of {mark.program}: a {mark.kind}{when}. Own work is no evidence."
    return None
