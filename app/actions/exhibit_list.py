"""The lists that the window shows: exhibits with how they were read, and the files that were set aside."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from app.domain.evidence import IntakeStatus
from app.store import audit, exhibits, overview
from app.store.overview import ListedExhibit, ReadPage
from app.workbench import Workbench

__all__ = ["ListedExhibit", "ReadPage", "SetAside", "list_read", "list_set_aside"]


@dataclass(frozen=True, slots=True)
class SetAside:
    """A file that was not taken in: refused, or recognised as own work; ``reason`` says why, ``at`` when (UTC).

    ``sha256`` is None where the file was never read.
    """

    path: str
    status: IntakeStatus
    reason: str
    at: str
    sha256: str | None = None


async def list_read(bench: Workbench, name: str, after: int = 0, also: Collection[str] = ()) -> list[ListedExhibit]:
    """The exhibits beyond the order number ``after``, and those with the ids ``also``, in the order of intake."""
    opened = await bench.matter(name)
    return await opened.store.read(lambda session: overview.listed(session, after, also))


async def list_set_aside(bench: Workbench, name: str) -> list[SetAside]:
    """The files that the log says were refused or set aside and that were not taken in since, the newest first."""
    opened = await bench.matter(name)

    def collect(session: Any) -> list[SetAside]:
        held = {s.exhibit.sha256 for s in exhibits.all_stored(session)}
        found: dict[str, SetAside] = {}
        for entry in audit.entries_of(session, "intake"):
            path = entry.detail["path"]
            found.pop(path, None)
            if "status" in entry.detail and entry.detail["sha256"] not in held:
                status = IntakeStatus(entry.detail["status"])
                found[path] = SetAside(path, status, entry.detail["reason"], entry.at, entry.detail["sha256"])
        return list(reversed(found.values()))

    return await opened.store.read(collect)
