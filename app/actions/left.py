"""What a person stopped, or left for later, as the matter's log says: it isn't offered by itself, nor done beside."""

from dataclasses import dataclass
from typing import Any

from app.store import audit
from app.workbench import OpenMatter


@dataclass(frozen=True, slots=True)
class Left:
    """``runs`` by id; how many pages were unread, and which files and folders not taken in, when they were left."""

    runs: frozenset[str] = frozenset()
    pages: int = 0
    files: frozenset[str] = frozenset()


async def what_is_left(opened: OpenMatter) -> Left:
    """A run is left until it is resumed, pages and files until somebody goes on with them."""

    def collect(session: Any) -> Left:
        stops, resumed = audit.entries_of(session, "stop"), audit.entries_of(session, "resume")
        at = {entry.detail.get("run", ""): entry.n for entry in resumed}
        runs = {e.detail["run"] for e in stops if "run" in e.detail and e.n > at.get(e.detail["run"], 0)}
        rest = [e.detail for e in stops if "run" not in e.detail and e.n > at.get("", 0)]
        last: dict[str, Any] = rest[-1] if rest else {"pages": 0, "files": []}
        return Left(frozenset(runs), last["pages"], frozenset(last["files"]))

    return await opened.store.read(collect)


async def leave_run(opened: OpenMatter, run: str) -> None:
    await opened.change("stop", lambda session: (None, {"run": run}))


async def leave_rest(opened: OpenMatter, pages: int, files: tuple[str, ...] = ()) -> None:
    """Leave as many unread pages, and these files and folders."""
    await opened.change("stop", lambda session: (None, {"pages": pages, "files": list(files)}))


async def go_on_with_rest(opened: OpenMatter) -> None:
    """Pages and files are no more left: somebody goes on with them. Nothing is logged where none was."""
    left = await what_is_left(opened)
    if left.pages or left.files:
        await opened.change("resume", lambda session: (None, {}))
