"""One board's place in the pool: its server, what is done with it, and what became of it. Its state is derived."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.board import Board
from app.domain.errors import AppError
from app.engines import records
from app.engines.card_memory import until_free
from app.engines.kept import client_of, put_down, sight_of
from app.engines.programs import engine_of
from app.engines.records import Record
from app.engines.starters import starter_of
from app.engines.state import PASSING, Backoff, BoardState, BoardStatus, Fault, Sighting, derive
from app.engines.turn import Turn

if TYPE_CHECKING:
    from app.engines.client import ModelServer
    from app.engines.launch import Start
    from app.engines.local import LocalServer

_LEAVE_SECONDS = 5.0
_RESET_SECONDS = 600.0
_KEPT_SECONDS = 0.3
Tell = Callable[[str, BoardState, str], None]


class Place:
    """``start`` says how servers are started. ``look``: seconds between two looks at a server that nobody uses.

    Starting, stopping and looking are each other's turn (``lock``). ``keep``: servers started here are to be left for
    other programs, and none is adopted: what a keeper does.
    """

    def __init__(
        self, board: Board, home: Path, start: Callable[[], "Start"], tell: Tell, *, keep: bool, look: float
    ) -> None:
        self.board = board
        self.server: ModelServer | None = None
        self.adopted: Record | None = None
        self._home, self._start, self._tell, self._keep, self._look = home, start, tell, keep, look
        self._lock = Turn()
        self._step: BoardState | None = None
        self._done: float | None = None
        self._fault: Fault | None = None
        self._note = ""
        self._seen: BoardState | None = None
        self._backoff = Backoff()
        self._watch: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()

    @property
    def hopeless(self) -> bool:
        """Its server is gone and isn't started again by itself."""
        return self._fault is not None and self._step is None and (self._watch is None or self._watch.done())

    @property
    def in_use(self) -> bool:
        """There is a server, or one is being started or ended."""
        return self.server is not None or self._lock.locked()

    async def ready(self, *, asked: bool = False) -> "ModelServer":
        """The board's server, started or adopted where there is none. ``asked``: a person said so, now."""
        if asked:
            self._backoff.reset()
        async with self._lock:
            if self.server is not None and self.server.alive:
                return self.server
            await self._discard()
            server = await self._adopt() or await self._begin()
            self.server, self._fault, self._note, self._seen = server, None, "", None
            if self._watch is None or self._watch.done():
                self._watch = asyncio.create_task(self._attend())
            self._say(BoardState.READY, f"{server.model}, {server.context} tokens of context")
            return server

    async def end(self, *, leave: bool = False) -> None:
        """End the board's server; one that is being started is waited for first. ``leave`` what is kept."""
        self._ending.set()
        watch, self._watch = self._watch, None
        if watch is not None and watch is not asyncio.current_task():
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch
        async with self._lock:
            self._ending.clear()
            if leave and self.adopted is not None and self.server is not None and self.server.alive:
                with contextlib.suppress(AppError, TimeoutError):  # nothing of a matter stays behind
                    async with asyncio.timeout(_LEAVE_SECONDS):
                        await self.server.forget()
            await self._discard()
            self._fault, self._note = None, ""
            if not leave and not self._keep:
                await self._end_kept()

    def status(self) -> BoardStatus:
        board, server = self.board, self.server
        alive = server.alive if server else None
        note = self._note or ((server.note if alive else server.why_gone) if server else "")
        turn = server.turn if server and alive else self._lock
        return BoardStatus(
            board=board.name,
            engine=engine_of(board),
            model=server.model if server else board.model,
            roles=board.roles,
            state=derive(Sighting(self._step, alive, self._seen, self._fault, busy=bool(server and server.busy))),
            context=server.context if server else board.context,
            pid=server.pid if server and alive else None,
            note=note,
            filled=server.pulse.filled if server and alive else None,
            speed=server.pulse.speed if server and alive else None,
            done=self._done if self._step is BoardState.LOADING else None,
            fault=self._fault or "",
            kept=self.adopted is not None or (self._keep and bool(alive)),
            holder=turn.holder,
            waiting=turn.waiting,
        )

    async def sight(self) -> BoardStatus:
        """``status``, of a server that another program of this home runs, too; the model isn't asked anything."""
        if self.server is not None or self._lock.locked():
            return self.status()
        bare, name = self.status(), self.board.name
        if self.board.url is not None:  # asked each second it would be asked too often
            return replace(bare, note=bare.note or f"Its server isn't asked here: `jurat boards up {name}` asks it.")
        if (record := await asyncio.to_thread(records.running, self._home, name)) is not None:
            return await sight_of(self.board, record, self._start(), bare)
        if await asyncio.to_thread(records.keeper_of, self._home, name) is not None:
            return replace(bare, state=BoardState.LOADING, kept=True)
        return bare

    # --- starting ---

    async def _begin(self) -> "ModelServer":
        from app.engines.client import closed_on_error

        begin = starter_of(self.board)
        await self._wait_for_turn()
        await asyncio.to_thread(records.reap, self._home)
        try:
            server = await begin(self.board, self._start(), self._hear)
            async with closed_on_error(server):  # nobody would know of it
                await asyncio.to_thread(put_down, self._home, server, kept=self._keep)
                await self._note_load(server)
        except BaseException as error:
            self._step = None
            if isinstance(error, AppError):
                self._fail(Fault(error.fault), str(error))
            else:
                self._say(BoardState.STOPPED)
            raise
        finally:
            self._step, self._done = None, None
        return server

    async def _note_load(self, server: "ModelServer") -> None:
        """Keep what the load of a server on this machine took, beside what was reckoned."""
        from app.engines.loads import keep_load, measure_load
        from app.engines.local import LocalServer

        if isinstance(server, LocalServer) and (load := await measure_load(server, self.board, self._start())):
            with contextlib.suppress(OSError):  # a full disk is no reason to let a board go that is ready
                await asyncio.to_thread(keep_load, self._home, load)

    async def _wait_for_turn(self) -> None:
        wait = self._backoff.wait(time.monotonic())
        if wait is None:
            raise AppError(
                f"The model server of board {self.board.name} ended five times in ten minutes.",
                self._note,
                f"Look into its log, then start it by hand: `jurat boards up {self.board.name}`.",
            )
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._ending.wait()
            raise AppError(f"Board {self.board.name} was stopped before its server was started again.")

    def _hear(self, step: str, done: float | None = None, /) -> None:
        new = BoardState(step)
        self._fault, self._note = None, ""
        self._done = done
        if new is not self._step or (done is None and new is BoardState.LOADING):
            self._say(new)
        self._step = new

    def _fail(self, fault: Fault, note: str) -> None:
        self._fault, self._note = fault, note
        if fault in PASSING:
            self._backoff.ended(time.monotonic())
        self._say(derive(Sighting(fault=fault)), note)

    # --- what others left ---

    async def _adopt(self) -> "LocalServer | None":
        """The kept server of this board, with nothing in it of whoever used it last; None where there is none."""
        if self._keep:
            return None
        try:
            record = await self._kept()
            if record is None:
                return None
            self._hear(BoardState.CHECKING)
            server = await client_of(self.board, record, self._start())
            await server.forget()
        except AppError as error:
            self._fail(Fault(error.fault), str(error))
            raise
        finally:
            self._step = None
        self.adopted = record
        return server

    async def _kept(self) -> Record | None:
        """The board's kept server; one that is being loaded is waited for: a second one would take its memory."""
        name = self.board.name
        while True:
            record = await asyncio.to_thread(records.running, self._home, name)
            if record is not None and record.kept:
                return record
            if await asyncio.to_thread(records.keeper_of, self._home, name) is None:
                return None
            self._hear(BoardState.LOADING)
            await asyncio.sleep(_KEPT_SECONDS)

    async def _end_kept(self) -> None:
        """End the board's kept server with the program that keeps it."""
        if await asyncio.to_thread(records.end_keeper, self._home, self.board.name):
            self._say(BoardState.STOPPED)

    # --- watching ---

    async def _attend(self) -> None:
        """Look after the server until it is meant to end; where it ended by itself, start it again."""
        while True:
            server = self.server
            if server is None:
                return
            since = time.monotonic()
            await self._until_gone(server)
            if self.server is not server:
                return
            if time.monotonic() - since > _RESET_SECONDS:
                self._backoff.reset()
            fault = server.fault
            self._fail(fault, server.why_gone)
            if fault not in PASSING or not self.board.resident or self.adopted is not None:
                return
            while True:
                try:
                    await self.ready()
                    break
                except AppError:
                    if self._fault not in PASSING or self._backoff.wait(time.monotonic()) is None:
                        return

    async def _until_gone(self, server: "ModelServer") -> None:
        """Look at it now and then; one that doesn't answer for long, though nobody asked it anything, is killed."""
        patience = self._start().wedge
        gone, answered = asyncio.ensure_future(server.ended()), time.monotonic()
        try:
            while not (await asyncio.wait([gone], timeout=self._look))[0]:
                seen = None if server.busy else await server.look()
                if seen is not self._seen:
                    self._seen = seen
                    self._say(BoardState(self.status().state))
                if seen is not BoardState.WEDGED:
                    answered = time.monotonic()
                elif time.monotonic() - answered > patience:
                    await server.hang(f"For {time.monotonic() - answered:.0f} seconds it did not answer.")
        finally:
            gone.cancel()

    async def _discard(self) -> None:
        """Close what is left of the board's server, running or dead."""
        if self.server is None:
            return
        server, self.server = self.server, None
        adopted, self.adopted = self.adopted, None
        self._step = BoardState.STOPPING
        self._say(BoardState.STOPPING)
        pid = server.pid
        try:
            await server.close()
            if adopted is None:
                await until_free(self._start().gpus, self.board, pid)
        finally:
            self._step, self._seen = None, None
            record = getattr(server, "record", None)
            if adopted is None and isinstance(record, Record):
                records.remove(self._home, record)
        self._say(BoardState.STOPPED)

    def _say(self, state: BoardState, note: str = "") -> None:
        self._tell(self.board.name, state, note)
