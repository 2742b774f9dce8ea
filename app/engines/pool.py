"""The boards that are open: servers started on demand, shared, and ended together."""

import asyncio
import difflib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from app.domain.board import Role
from app.domain.errors import AppError, WrongUse
from app.egress import Gate
from app.engines import records
from app.engines.boardfile import BoardFile
from app.engines.kept import keep_up
from app.engines.place import Place
from app.engines.state import BoardState, BoardStatus
from app.events import BoardChanged, Facts

if TYPE_CHECKING:
    from app.engines.client import ModelServer
    from app.engines.gpus import Gpus
    from app.engines.launch import Start

__all__ = ["BoardStatus", "Boards"]

_LOOK_SECONDS = 5.0


class Boards:
    """The boards of one program, as an async context manager; leaving it ends every server that isn't kept.

    ``start`` says how servers are started; left out, as each engine wants it, with logs in ``home/logs``. ``gate``:
    who may be reached. ``keep``: servers are left for other programs of this home. ``look``: seconds between two looks
    at a server that nobody uses. ``gpus``: the cards of this machine; left out, nobody looks at them.
    All methods belong to one event loop, in a thread that lives as long as the boards.
    """

    def __init__(
        self,
        boardfile: BoardFile,
        home: Path,
        facts: Facts,
        *,
        start: "Start | None" = None,
        gate: Gate | None = None,
        keep: bool = False,
        look: float = _LOOK_SECONDS,
        gpus: "Gpus | None" = None,
    ) -> None:
        self.boardfile = boardfile
        self.home = home
        self.gate = gate or Gate()
        self.gate.admit(boardfile.hosts)
        self._facts = facts
        self._start = start
        self._gpus, self._kept, self._look = gpus, keep, look
        self._places = self._placed(boardfile)

    def _placed(self, boardfile: BoardFile) -> dict[str, Place]:
        """Boards on simulated cards run on the processor: those cards hold nothing."""
        simulated = self._gpus is not None and self._gpus.simulated
        boards = (replace(board, gpus=()) if simulated else board for board in boardfile.boards)
        return {
            board.name: Place(board, self.home, self._how, self._tell, keep=self._kept, look=self._look)
            for board in boards
        }

    async def __aenter__(self) -> "Boards":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.gather(*(place.end(leave=True) for place in self._places.values()))

    def use(self, boardfile: BoardFile) -> bool:
        """Take these boards instead. False, and nothing is changed, where one of those that are there is in use."""
        if any(place.in_use for place in self._places.values()):
            return False
        self.boardfile = boardfile
        self.gate.admit(boardfile.hosts)
        self._places = self._placed(boardfile)
        return True

    async def server(self, role: Role) -> "ModelServer":
        """The ready server of the first board with ``role``; started where it doesn't run.

        MissingOnMachine where no board has the role or something is missing; AppError where the start fails.
        """
        return await self._places[self.boardfile.board_for(role).name].ready()

    async def server_of(self, name: str) -> "ModelServer":
        """The ready server of the board of that name. As ``server`` raises."""
        return await self._named([name])[0].ready()

    def demand(self, names: Sequence[str]) -> None:
        """WrongUse where one of these boards isn't there."""
        self._named(names)

    async def up(self, names: Sequence[str] = ()) -> list[BoardStatus]:
        """Start these boards, or all, one after the other; what became of them. The first failure is raised."""
        places = self._named(names)
        for place in places:
            await place.ready(asked=True)
        return [place.status() for place in places]

    async def keep(self, names: Sequence[str] = ()) -> AsyncIterator[BoardStatus | AppError]:
        """Have these boards, or all local ones, kept loaded after this program; one after the other, as each is done.

        One that runs already is as it is.
        """
        places = self._named(names)
        for status in await self._lost():
            yield AppError(status.note, "It holds its memory all the same.")
        for place in places:
            try:
                await self._keep(place)
                yield await place.sight()
            except AppError as error:
                yield error

    async def _keep(self, place: Place) -> None:
        board, found = place.board, await place.sight()
        if board.url is not None:
            await place.ready(asked=True)  # its server is no child of ours
        elif found.pid is not None and not found.kept:
            raise AppError(
                f"Board {board.name} is loaded already, and would be loaded twice.", found.note, "Close that one first."
            )
        elif found.pid is None:
            await keep_up(self.home, self.boardfile.path, board.name, self._hearer(board.name))

    def _hearer(self, board: str) -> Callable[[str], None]:
        return lambda state: self._tell(board, BoardState(state), "")

    async def down(self, names: Sequence[str] = ()) -> list[BoardStatus]:
        """End the servers of these boards, or all, kept ones too, also of boards that boards.ini no longer has; one
        that is being started is waited for first."""
        lost = [one for one in await self._lost() if not names or one.board in names]
        gone = {one.board for one in lost}
        places = [] if names and gone.issuperset(names) else self._named([n for n in names if n not in gone])
        for name in gone:
            await asyncio.to_thread(records.end_keeper, self.home, name)
        await asyncio.gather(*(place.end() for place in places))
        ended = [replace(one, state=BoardState.STOPPED, pid=None, note="", kept=False) for one in lost]
        return [*(place.status() for place in places), *ended]

    async def status(self) -> list[BoardStatus]:
        """Every board, in the order of the file, with servers that other programs of this home run; then those that
        are kept loaded and no longer in the file."""
        return [*await asyncio.gather(*(place.sight() for place in self._places.values())), *await self._lost()]

    async def _lost(self) -> list[BoardStatus]:
        """Boards that are kept loaded and that boards.ini no longer names."""
        kept = await asyncio.to_thread(records.kept_boards, self.home)
        found = []
        for name in kept:
            if name not in self._places:
                held = await asyncio.to_thread(records.running, self.home, name)
                note = f"Board {name} is loaded, and boards.ini names it no longer: `jurat boards down {name}` ends it."
                engine, model = (held.engine, held.model) if held else ("", "")
                pid = held.pid if held else None
                found.append(BoardStatus(name, engine, model, (), BoardState.FOREIGN, None, pid, note, kept=True))
        return found

    def hopeless(self, name: str) -> bool:
        """Whether the board's server is gone and isn't started again by itself."""
        return self._places[name].hopeless

    async def release(self) -> None:
        """A run is over: end the servers of boards that shall not stay loaded (``resident = no``)."""
        await asyncio.gather(*(place.end(leave=True) for place in self._places.values() if not place.board.resident))

    async def forget(self) -> None:
        """Make every running model drop the last prompt: called between matters."""
        for place in self._places.values():
            if place.server is not None and place.server.alive:
                await place.server.forget()

    def _named(self, names: Sequence[str]) -> list[Place]:
        for name in names:
            if name not in self._places:
                near = difflib.get_close_matches(name, self._places, 1, 0.5)
                remedy = f"Did you mean {near[0]}?" if near else f"Boards: {', '.join(self._places)}."
                raise WrongUse(f"There is no board {name}.", remedy=remedy)
        return [self._places[name] for name in names] if names else list(self._places.values())

    def _tell(self, board: str, state: BoardState, note: str) -> None:
        self._facts.publish(BoardChanged(board, state, note))

    def _how(self) -> "Start":
        from app.engines.launch import Start  # imported here: httpx2 takes longer to import than `--help` may

        return self._start or Start(self.home, gate=self.gate, gpus=self._gpus)
