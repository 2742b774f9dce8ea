"""What is open: settings, the home database, matters, the process pool, boards. Opened and closed together."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout

from app.domain.board import Role
from app.domain.board_fit import Speed
from app.domain.errors import AppError, WrongUse
from app.egress import Gate
from app.engines.boardfile import BoardFile, default_boards, parse_boards, read_boards
from app.engines.client import ModelServer
from app.engines.gpus import Gpus
from app.engines.pool import Boards
from app.engines.rig import Rig, read_rig
from app.events import Facts, MatterChanged, Noted
from app.jobs import WorkerPool
from app.settings import Settings
from app.store import audit, matters
from app.store.changes import Work, change
from app.store.matter_store import home_store, matter_store
from app.store.store import Store
from app.store.vault import Vault

T = TypeVar("T")

_VIEW_SECONDS = 60.0
"""How long one page may take to be drawn."""

_WORK = ".work"
"""The file that says what holds a matter; it means something only while ``.lock`` is held."""

_TRIES, _TRY_AGAIN = 5, 0.05
"""Seconds between two tries to hold a matter."""

_NAME = re.compile(r"[^\W_][\w .,&'’()#-]{0,79}")


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """A matter's folder with its database open."""

    name: str
    folder: Path
    store: Store
    vault: Vault
    home: Store
    facts: Facts
    _at_work: set[str] = field(default_factory=set)
    """Holds the name while this program itself is at work in the matter."""

    async def change(self, verb: str, work: Work[T]) -> T:
        """``work(session)`` gives (value, detail): one transaction with its audit entry ``verb``; gives the value."""
        return await change(self.store, self.home, self.facts, self.name, verb, work)

    def busy(self) -> bool:
        """Whether some program holds the matter for writing now."""
        lock = FileLock(self.folder / ".lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return True
        lock.release()
        return False

    def note_work(self, what: str) -> None:
        """Say what holds the matter, for whoever asks ``at_work``; forgotten when ``working`` ends."""
        with suppress(OSError):  # a disk that is full stops the work itself, not its name
            (self.folder / _WORK).write_text(what, encoding="utf-8")

    def at_work(self) -> str | None:
        """What holds the matter for writing now, in this program or another; empty where it didn't say, None for
        nothing."""
        if not self.busy():
            return None
        try:
            return (self.folder / _WORK).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return ""

    @property
    def derived(self) -> Path:
        """What is made from originals and can be made again."""
        return self.folder / "derived"

    @property
    def out(self) -> Path:
        """What was made for a person: stamped copies, drafts, reports."""
        return self.folder / "out"

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Hold the matter for writing: one program at a time. AppError when another one does."""
        lock = FileLock(self.folder / ".lock")
        try:
            await _taken(lock)
        except Timeout:
            here = self.name in self._at_work
            raise AppError(
                f"{'Something is' if here else 'Another Jurat is'} at work in the matter {self.name!r}"
                f"{' already' if here else ''}.",
                "In a matter one thing is done after the other: two at once could give one page two numbers.",
                "Wait until it has finished, then do this again.",
            ) from None
        self._at_work.add(self.name)
        (self.folder / _WORK).unlink(missing_ok=True)  # what a kill left there
        try:
            self.vault.sweep()
            yield
        finally:
            self._at_work.discard(self.name)
            (self.folder / _WORK).unlink(missing_ok=True)
            lock.release()


@dataclass(frozen=True)
class Workbench:
    settings: Settings
    facts: Facts
    home: Store
    boards: Boards
    gpus: Gpus
    pool: WorkerPool
    viewer: WorkerPool
    """One worker for what a person looks at, so that no page waits behind an intake; started when first needed."""
    _resources: AsyncExitStack
    _matters: dict[str, OpenMatter] = field(default_factory=dict)
    _served: dict[str, str] = field(default_factory=dict)
    indexes: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    """The verifier's index of each matter, after the stamp of the record that it was made of."""
    expected: dict[str, tuple[object, Speed | None]] = field(default_factory=dict)
    """How fast each board should write, after the stamp of what that was reckoned from."""

    def started(self, number: str) -> "Workbench":
        """The same workbench for one start of a verb: the facts of its progress say so."""
        return replace(self, facts=self.facts.of(number))

    async def matter(self, name: str) -> OpenMatter:
        """The matter of that name, opened at its first use. WrongUse: there is none."""
        if name not in self._matters:
            folder = self.settings.home / "matters" / name
            if not _NAME.fullmatch(name) or not (folder / "matter.db").is_file():
                raise WrongUse(f"There is no matter {name!r}.", remedy="`jurat matter list` names those there are.")
            self._matters[name] = await self._open(name, folder)
        return self._matters[name]

    async def add_matter(self, name: str) -> OpenMatter:
        """A new matter's folder and empty database. WrongUse: the name is taken, or can't name a folder."""
        folder = await self._free_folder(name)
        folder.mkdir(parents=True, exist_ok=True)
        self._matters[name] = await self._open(name, folder)
        return self._matters[name]

    async def rename_matter(self, opened: OpenMatter, name: str) -> None:
        """Give a matter another name, and its folder with it; who calls this holds it (``working``).

        In this order, so that after a kill the next start can end what was begun: the matter's own log, the home, the
        folder. WrongUse: the name is taken, or can't name a folder.
        """
        old = opened.name
        await self._free_folder(name, other_than=old)

        def rename(session: Any) -> tuple[None, dict[str, str]]:
            matters.rename(session, name)
            return None, {"was": old, "name": name}

        await opened.change(audit.RENAME, rename)
        await self.home.write(lambda session: matters.rename_in_home(session, old, name))
        self._matters.pop(old, None)
        self.indexes.pop(old, None)
        await opened.store.close()
        await _move_folders(self.settings.home, self.home)
        self.facts.publish(MatterChanged(name, audit.RENAME, {"was": old, "name": name}))

    async def _free_folder(self, name: str, other_than: str = "") -> Path:
        """The folder that a matter of that name gets."""
        if not _NAME.fullmatch(name) or name != name.strip():
            raise WrongUse(
                f"{name!r} can't name a matter.",
                "It is also the name of its folder: at most 80 letters, digits, spaces and . , & ' ( ) # -.",
            )
        folder = self.settings.home / "matters" / name
        taken = {one.casefold() for one in await self.matter_names() if one != other_than}
        if (folder / "matter.db").exists() or name.casefold() in taken:
            raise WrongUse(f"There is a matter {name!r} already.", remedy="Choose another name.")
        return folder

    async def server(self, role: Role, matter: str) -> ModelServer:
        """The ready server of the board that holds ``role``; what it held of another matter is erased (promise 7)."""
        server = await self.boards.server(role)
        if self._served.get(server.name, matter) != matter:
            await server.forget()
        self._served[server.name] = matter
        return server

    async def matter_names(self) -> list[str]:
        return await self.home.read(matters.names)

    async def _open(self, name: str, folder: Path) -> OpenMatter:
        store = await matter_store(folder).open()
        self._resources.push_async_callback(store.close)
        return OpenMatter(name, folder, store, Vault(folder / "vault"), self.home, self.facts)


async def _taken(lock: FileLock) -> None:
    """Hold a lock; who only looks whether it is held has it for a moment, too. Timeout: it is held."""
    for _ in range(_TRIES):
        with suppress(Timeout):
            lock.acquire(timeout=0)
            return
        await asyncio.sleep(_TRY_AGAIN)
    lock.acquire(timeout=0)


async def _move_folders(home: Path, store: Store) -> None:
    """Let the folders of renamed matters follow; also those of a start that was killed between."""
    for old, new in await store.read(matters.moves):
        source, target = (home / "matters" / name for name in (old, new))
        if source.is_dir() and not target.exists():
            source.rename(target)
        await store.write(lambda session: matters.moved(session, old))  # noqa: B023


def find_boards(settings: Settings, rig: Rig | None = None) -> BoardFile:
    """The boards of the settings' file, else those that come with a rig, else the one board ``cpu``."""
    if settings.boards:
        return read_boards(settings.boards)
    if rig and rig.boards and settings.rig:
        return replace(parse_boards(rig.boards, settings.rig), path=None)
    return default_boards()


@asynccontextmanager
async def open_workbench(
    settings: Settings, facts: Facts | None = None, gate: Gate | None = None
) -> AsyncIterator[Workbench]:
    """Open everything; on leaving, servers end, workers end and databases close, whatever happened.

    ``gate``: the one that this process is held to; left out, one of its own.
    """
    facts, gate = facts or Facts(), gate or Gate()
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    gate.tell(_on_record(settings.home, facts))
    async with AsyncExitStack() as resources:
        home = await home_store(settings.home).open()
        resources.push_async_callback(home.close)
        await _move_folders(settings.home, home)
        rig = read_rig(settings.rig) if settings.rig else None
        gpus = resources.enter_context(closing(Gpus(rig)))
        found = find_boards(settings, rig)
        boards = await resources.enter_async_context(Boards(found, settings.home, facts, gate=gate, gpus=gpus))
        pool = resources.enter_context(WorkerPool())
        viewer = resources.enter_context(WorkerPool(1, seconds=_VIEW_SECONDS))
        yield Workbench(settings, facts, home, boards, gpus, pool, viewer, resources)


def _on_record(home: Path, facts: Facts) -> Callable[[str], None]:
    """Who hears of a connection that was refused: a log of the home folder, and whoever looks on."""

    def heard(text: str) -> None:
        log = home / "logs" / "refused-connections.log"
        log.parent.mkdir(exist_ok=True)
        with log.open("a", encoding="utf-8") as lines:
            lines.write(f"{audit.now()} {text}\n")
        facts.publish(Noted("network", text))

    return heard
