"""The boards that are open: servers started on demand, shared, and ended together."""

import asyncio
import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from app.domain.board import Board, Role
from app.domain.errors import AppError, WrongUse
from app.engines import models
from app.engines.boardfile import BoardFile
from app.engines.models import BoardCheck
from app.engines.starters import engine_of, starter_of
from app.events import BoardChanged, Facts

if TYPE_CHECKING:
    from app.engines.client import ModelServer
    from app.engines.llama import Start


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """What a board does now. ``state``: ``stopped``, ``checking``, ``loading``, ``warming``, ``ready``, ``busy``,
    ``stopping`` or ``failed``; ``note``: a sentence where there is one to say. ``pid``: the server's, while it runs.
    ``filled``: tokens in its context; ``speed``: tokens a second of its last answer; None where nobody knows.
    """

    board: str
    engine: str
    model: str
    roles: tuple[Role, ...]
    state: str
    context: int | None
    pid: int | None
    note: str
    filled: int | None = None
    speed: float | None = None


class _Place:
    """One board's place in the pool."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lock = asyncio.Lock()
        self.server: ModelServer | None = None
        self.step = "stopped"
        self.fault = ""


class Boards:
    """The boards of one program, as an async context manager; leaving it ends every server.

    ``start`` says how servers are started; left out, as llama-cpp-python wants it, with logs in ``home/logs``.
    All methods belong to one event loop, in a thread that lives as long as the boards.
    """

    def __init__(self, boardfile: BoardFile, home: Path, facts: Facts, *, start: "Start | None" = None) -> None:
        self.boardfile = boardfile
        self._home = home
        self._facts = facts
        self._start = start
        self._places = {board.name: _Place(board) for board in boardfile.boards}

    async def __aenter__(self) -> "Boards":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.down()

    async def server(self, role: Role) -> "ModelServer":
        """The ready server of the first board with ``role``; started where it doesn't run.

        MissingOnMachine where no board has the role or something is missing; AppError where the start fails.
        """
        return await self._ready(self._places[self.boardfile.board_for(role).name])

    async def up(self, names: Sequence[str] = ()) -> list[BoardStatus]:
        """Start these boards, or all, one after the other; what became of them. The first failure is raised."""
        places = self._named(names)
        for place in places:
            await self._ready(place)
        return [self._status(place) for place in places]

    async def down(self, names: Sequence[str] = ()) -> list[BoardStatus]:
        """End the servers of these boards, or all; one that is being started is waited for first."""
        places = self._named(names)
        await asyncio.gather(*(self._end(place) for place in places))
        return [self._status(place) for place in places]

    async def status(self) -> list[BoardStatus]:
        """Every board, in the order of the file."""
        return [self._status(place) for place in self._places.values()]

    async def check(self, names: Sequence[str] = ()) -> list[BoardCheck]:
        """Whether the models of these boards, or all, can be loaded. MissingOnMachine for the first that can't."""
        boards = [place.board for place in self._named(names)]
        for board in boards:
            starter_of(board)
        return [await asyncio.to_thread(models.check, board) for board in boards]

    async def release(self) -> None:
        """A run is over: end the servers of boards that shall not stay loaded (``resident = no``)."""
        await asyncio.gather(*(self._end(place) for place in self._places.values() if not place.board.resident))

    async def forget(self) -> None:
        """Make every running model drop the last prompt: called between matters."""
        for place in self._places.values():
            if place.server is not None and place.server.alive:
                await place.server.forget()

    def _named(self, names: Sequence[str]) -> list[_Place]:
        for name in names:
            if name not in self._places:
                near = difflib.get_close_matches(name, self._places, 1, 0.5)
                remedy = f"Did you mean {near[0]}?" if near else f"Boards: {', '.join(self._places)}."
                raise WrongUse(f"There is no board {name}.", remedy=remedy)
        return [self._places[name] for name in names] if names else list(self._places.values())

    async def _ready(self, place: _Place) -> "ModelServer":
        async with place.lock:
            if place.server is not None and place.server.alive:
                return place.server
            await self._discard(place)
            place.server = await self._started(place)
            return place.server

    async def _started(self, place: _Place) -> "ModelServer":
        begin = starter_of(place.board)
        from app.engines.llama import Start  # imported here, as the starters are

        try:
            server = await begin(place.board, self._start or Start(self._home), lambda step: self._tell(place, step))
        except AppError as error:
            self._tell(place, "failed", str(error))
            raise
        except BaseException:
            self._tell(place, "stopped")
            raise
        self._tell(place, "ready", f"{server.model}, {server.context} tokens of context")
        return server

    async def _end(self, place: _Place) -> None:
        async with place.lock:
            await self._discard(place)

    async def _discard(self, place: _Place) -> None:
        """Close what is left of the board's server, running or dead."""
        if place.server is None:
            return
        server, place.server = place.server, None
        self._tell(place, "stopping")
        await server.close()
        self._tell(place, "stopped")

    def _tell(self, place: _Place, step: str, note: str = "") -> None:
        place.step, place.fault = step, note if step == "failed" else ""
        self._facts.publish(BoardChanged(place.board.name, step, note))

    def _status(self, place: _Place) -> BoardStatus:
        board, server = place.board, place.server
        state, note = place.step, place.fault
        if server is not None:
            state = "busy" if server.busy else "ready"
            if not server.alive:
                state, note = "failed", server.why_gone
        alive = server is not None and server.alive
        return BoardStatus(
            board=board.name,
            engine=engine_of(board),
            model=server.model if server else board.model,
            roles=board.roles,
            state=state,
            context=server.context if server else board.context,
            pid=server.pid if server and alive else None,
            note=note,
            filled=server.pulse.filled if server and alive else None,
            speed=server.pulse.speed if server and alive else None,
        )
