"""A server on this machine that the program started, or that it adopted: it can end, hang, and be ended."""

import asyncio
import contextlib
import os
import signal
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import httpx2

from app.domain.board import Board
from app.domain.errors import AppError
from app.engines.answers import Pulse
from app.engines.client import SILENCE, Identity, ModelServer
from app.engines.diagnosis import with_fault
from app.engines.pace import Pace
from app.engines.records import Record, runs
from app.engines.state import BoardState, Fault
from app.engines.supervisor import LEAST_WORK, ServerLog, cpu_seconds

if TYPE_CHECKING:
    from app.engines.launch import Start

WARMING = "the " * 64
"""What a model is warmed up with: long enough for its pace to be told from what an answer costs in any case."""
WARMED = 8
"""Tokens that it then writes."""


class Process(Protocol):
    """The server's process, as far as its client needs it. ``stopping``: somebody means it to end."""

    log: ServerLog
    stopping: bool

    @property
    def pid(self) -> int | None: ...

    @property
    def alive(self) -> bool: ...

    @property
    def status(self) -> int | None: ...

    async def wait(self) -> int: ...

    async def stop(self) -> None: ...

    async def kill(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server that should answer may show nothing, in seconds. ``silence``: not a byte. ``wedge``: neither
    progress nor work, and at the least that long no progress, though it works. ``by_cpu``: its processor time tells
    whether it works; with GPUs it doesn't, for they may work while the process waits."""

    silence: float = SILENCE
    wedge: float = 60.0
    by_cpu: bool = True

    @classmethod
    def of(cls, board: Board, start: "Start") -> "Patience":
        return cls(start.silence, start.wedge, by_cpu=not board.gpus)


class LocalServer(ModelServer):
    """Closing it ends the process, or leaves it where that was adopted."""

    def __init__(
        self, identity: Identity, http: httpx2.AsyncClient, process: Process, patience: Patience | None = None
    ) -> None:
        self._patience = patience or Patience()
        super().__init__(identity, http, silence=self._patience.silence)
        self.process = process
        self.pace = Pace()
        self.weights: tuple[int, ...] = ()
        """Bytes of its model that each of its board's cards should hold, or all together; empty on the CPU."""
        self._hangs = ""
        self._answered = time.monotonic()

    @property
    def alive(self) -> bool:
        return self.process.alive

    @property
    def pid(self) -> int | None:
        return self.process.pid

    @property
    def why_gone(self) -> str:
        return self._hangs or f"Its server ended with status {self.process.status}."

    @property
    def fault(self) -> Fault:
        """Why it ended by itself."""
        if self._hangs:
            return Fault.WEDGED
        return Fault.KILLED if self.process.status == 137 else Fault.CRASHED

    async def hang(self, why: str) -> None:
        """Kill it: it hangs, and may not hear SIGTERM any more. What waits for it ends with ``why``."""
        self._hangs = why
        await self.process.kill()

    async def close(self) -> None:
        try:
            await super().close()
        finally:
            await self.process.stop()

    async def ended(self) -> None:
        await self.process.wait()

    def measured(self) -> dict[str, Any]:
        return {**super().measured(), **self.pace.measured(), "weights": self.weights}

    def know(self, measured: Mapping[str, Any]) -> None:
        """Take over what another program found out of the same server."""
        self.takes_system = bool(measured["takes_system"])
        self.pace = Pace(float(measured.get("read", 0.0)), float(measured.get("write", 0.0)))
        self.weights = tuple(measured.get("weights", ()))

    @abstractmethod
    def _step(self, prompt: int) -> int:
        """Tokens that it reads between two signs of progress of a prompt of so many."""

    @abstractmethod
    async def _said(self) -> BoardState | None:
        """What the server says when it is asked how it is, within 3 seconds; WEDGED where it doesn't."""

    async def _advance(self) -> object:
        """A value that changes with each token that is read or written."""
        return self.pulse.read, self.pulse.written

    async def look(self) -> BoardState | None:
        """What it says; of one that doesn't answer while it works on a long batch, that it is busy."""
        asked, used = time.monotonic(), cpu_seconds(self.pid)
        said, now = await self._said(), time.monotonic()
        if said is not BoardState.WEDGED:
            self._answered = now
            return said
        works = cpu_seconds(self.pid) - used >= LEAST_WORK * max(now - asked, 1.0)
        limit = self.pace.limit(self._patience.wedge, self._step(self.context))
        return BoardState.BUSY if works and now - self._answered < limit else BoardState.WEDGED

    async def demand_answer(self) -> BoardState | None:
        """What ``look`` sees; AppError, WEDGED, where the server that runs doesn't answer and does nothing."""
        if (seen := await self.look()) is BoardState.WEDGED:
            what = f"The model server of board {self.name} runs and does not answer."
            remedy = f"`jurat boards down {self.name}` ends it. Its log is {self.process.log.path}."
            raise with_fault(AppError(what, "", remedy), Fault.WEDGED)
        return seen

    @contextlib.asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        self._hangs = ""
        watch = asyncio.create_task(self._watch(self.pulse))
        try:
            yield
        finally:
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch

    async def _watch(self, before: Pulse) -> None:
        """Kill the server when it hangs: whatever waits for it then ends, with the reason. ``before``: what the last
        request has left."""
        every = min(2.0, self._patience.wedge / 5)
        seen, came, worked = await self._advance(), time.monotonic(), time.monotonic()
        at, used = came, cpu_seconds(self.pid)
        while True:
            await asyncio.sleep(every)
            advance = await self._advance()
            now, using = time.monotonic(), cpu_seconds(self.pid)
            if not self._patience.by_cpu or using - used >= LEAST_WORK * (now - at):
                worked = now
            at, used = now, using
            if advance != seen:
                self.pace.saw(now - came)
                seen, came, worked = advance, now, now
            elif why := self._hopeless(now - came, now - worked, before):
                await self.hang(why)
                return

    def _hopeless(self, still: float, idle: float, before: Pulse) -> str:
        """Why nothing more will come of a server that has been ``still`` and ``idle`` for so many seconds; empty where
        it may."""
        writes = self.pulse is not before and self.pulse.written > 0
        step = 0 if writes else self._step(self.pulse.prompt if self.pulse is not before else self.context)
        limit = self.pace.limit(self._patience.wedge, step)
        if idle > self._patience.wedge:
            return f"For {still:.0f} seconds it read and wrote nothing."
        if still > limit:
            return f"For {still:.0f} seconds it worked, and read and wrote nothing; it should need {limit:.0f} at most."
        return ""

    async def _broken(self, error: Exception | None) -> AppError:
        """The server ended, hangs, or gave up."""
        if self._hangs:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self.process.wait()
            return self._wedged(self._hangs)
        try:
            async with asyncio.timeout(2):
                status = await self.process.wait()
        except TimeoutError:
            return await self._gave_up(error)
        return self._died(status)

    def _died(self, status: int) -> AppError:
        """What to say of a server that ended with ``status`` while it was in use."""
        killed = status == 137
        why = "It was killed, most often because memory ran out." if killed else f"Its exit status was {status}."
        found = AppError(
            f"The model server of board {self.name} stopped in the middle of its work.",
            "" if self.process.stopping else why,
            f"Go on with `jurat resume`: it starts the server again. Its log is {self.process.log.path}.",
        )
        found.fault = Fault.KILLED if killed else Fault.CRASHED
        return found

    async def _gave_up(self, error: Exception | None) -> AppError:
        if isinstance(error, httpx2.TimeoutException):
            await self.hang(f"Nothing came from it for {self._silence:.0f} seconds.")
            return self._wedged(self._hangs)
        return AppError(
            f"The model server of board {self.name} broke off its answer.",
            "" if error is None else f"{error}.",
            f"Run it again. Its log is {self.process.log.path}.",
        )

    def _wedged(self, why: str) -> AppError:
        found = AppError(
            f"The model server of board {self.name} did not answer any more and was ended.",
            why,
            f"Go on with `jurat resume`: it starts the server again. Its log is {self.process.log.path}.",
        )
        found.fault = Fault.WEDGED
        return found


class LeftProcess:
    """A server that another program watches over: it can be seen and killed, and is left when its client is closed."""

    def __init__(self, record: Record) -> None:
        self.log = ServerLog(Path(record.log), record.key, read_only=True)
        self.stopping = False
        self._record = record

    @property
    def pid(self) -> int | None:
        return self._record.pid if self.alive else None

    @property
    def alive(self) -> bool:
        return runs(self._record.pid, self._record.created)

    @property
    def status(self) -> int | None:
        """Its status is its parent's to know: 1 once it is gone."""
        return None if self.alive else 1

    async def wait(self) -> int:
        while self.alive:  # noqa: ASYNC110 - the end of another's child can only be looked for
            await asyncio.sleep(0.5)
        return 1

    async def stop(self) -> None:
        self.stopping = True

    async def kill(self) -> None:
        if self.alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self._record.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        await self.wait()
