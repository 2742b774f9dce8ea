"""Waiting for a server that was started: it loads, it warms up, it proves itself; or it ends, or does nothing more."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from app.domain.board import Board
from app.domain.errors import AppError
from app.engines.diagnosis import diagnose, with_fault
from app.engines.launch import Note
from app.engines.state import Fault
from app.engines.supervisor import LEAST_WORK, ServerProcess, cpu_seconds, loaded_of

_MEASURED = 0.25  # seconds; processor time is counted in hundredths
_SPINNING = 10
"""Work that nothing comes of counts for so many times as long as idleness: a driver that translates code for its cards
(PTX), or weights that are put in another order, show nothing else for minutes."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Coming:
    """A server on its way. ``bytes`` of its model; ``stall``: seconds without a sign after which it is given up."""

    board: Board
    process: ServerProcess
    bytes: int
    stall: float
    note: Note


async def until_ready(
    coming: Coming, loaded: Callable[[], Awaitable[bool]], prove: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    """Until the server says it is ``loaded`` and ``prove`` has found it right; from then on its log is private.

    AppError: it ended, with what its log says of that, it stopped moving, or what ``prove`` found. There is no limit
    of time but that something must move.
    """
    board, process = coming.board, coming.process
    movement, asked = Movement(process), 0.0
    while True:
        if not process.alive:
            await process.wait()
            raise diagnose(board, process)
        if time.monotonic() - asked > _MEASURED:
            if await loaded():
                break
            asked = time.monotonic()
        coming.note("loading", load_share(process, coming.bytes))
        await process.news(_MEASURED)
        movement.demand(board, coming.stall)
    coming.note("warming")
    try:
        await while_it_works(coming, prove())
    except AppError as error:
        if process.alive:
            raise
        raise diagnose(board, process) from error  # its log says why better than any request
    process.log.private = True


class Movement:
    """Tells whether a server that starts still moves: a line said, bytes read, memory filled, or, for a while, only
    work done.

    A little processor time is none: being asked how it is costs it some.
    """

    def __init__(self, process: ServerProcess) -> None:
        self._process = process
        self._seen: object = None
        self._came = self._worked = self._at = time.monotonic()
        self._used = 0.0

    def demand(self, board: Board, stall: float) -> None:
        """AppError, STALLED: for ``stall`` seconds it did nothing, or for ten times that nothing came of its work."""
        process, now = self._process, time.monotonic()
        seen = (process.done, len(process.log.lines) + process.log.left_out, loaded_of(process.pid) >> 20)
        if seen != self._seen:
            self._seen, self._came = seen, now
        if now - self._at >= _MEASURED:
            used = cpu_seconds(process.pid)
            if used - self._used >= LEAST_WORK * (now - self._at):
                self._worked = now
            self._at, self._used = now, used
        if now - max(self._came, self._worked) > stall:
            raise stalled(board, process, f"For {stall:.0f} seconds it neither said nor did anything.")
        if now - self._came > _SPINNING * stall:
            raise stalled(board, process, f"For {_SPINNING * stall:.0f} seconds nothing came of its work.")


def load_share(process: ServerProcess, size: int) -> float:
    """How much of a model of ``size`` bytes is loaded: as the server says, else by the bytes that it read; 0 to 1."""
    if process.done is not None:
        return process.done
    return min(loaded_of(process.pid) / max(size, 1), 0.99)


async def while_it_works(coming: Coming, what: Coroutine[Any, Any, T]) -> T:
    """What ``what`` gives; AppError, STALLED, where the server stops moving before that."""
    task = asyncio.ensure_future(what)
    movement = Movement(coming.process)
    try:
        while not (await asyncio.wait([task], timeout=0.5))[0]:
            movement.demand(coming.board, coming.stall)
        return task.result()
    finally:
        task.cancel()


def stalled(board: Board, process: ServerProcess, why: str) -> AppError:
    """What to say of a server that does nothing more while it should start."""
    what = f"The model server of board {board.name} stopped making progress while it started."
    return with_fault(AppError(what, why, f"Its log is {process.log.path}."), Fault.STALLED)


def foreign(board: str, why: str) -> AppError:
    """What to say of something that answers in the place of ``board``'s server."""
    error = AppError(
        f"The model server of board {board} is not the one that was started: {why}.",
        remedy="Find out which program answers there, then run again.",
    )
    return with_fault(error, Fault.FOREIGN)
