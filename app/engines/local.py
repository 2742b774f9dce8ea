"""A server on this machine that the program started, or that it adopted: it can end, hang, and be ended."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import httpx2

from app.domain.board import Board
from app.domain.errors import AppError
from app.engines.client import SILENCE, Identity, ModelServer
from app.engines.records import Record, runs
from app.engines.state import Fault
from app.engines.supervisor import ServerLog, cpu_seconds

if TYPE_CHECKING:
    from app.engines.launch import Start

_LEAST_WORK = 0.1


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
    a token nor work. ``batch``: no token, though it works; a batch of a long prompt takes its time. ``by_cpu``: its
    processor time counts as work; with GPUs it doesn't, for waiting for one burns a core, too."""

    silence: float = SILENCE
    wedge: float = 60.0
    batch: float = 600.0
    by_cpu: bool = True

    @classmethod
    def of(cls, board: Board, start: "Start") -> "Patience":
        return cls(start.silence, start.wedge, max(start.wedge, 600.0), by_cpu=not board.gpus)


class LocalServer(ModelServer):
    """Closing it ends the process, or leaves it where that was adopted."""

    counts_batches = False
    """Whether the server tells how far it has read a prompt; else only its work shows that it reads."""

    def __init__(
        self, identity: Identity, http: httpx2.AsyncClient, process: Process, patience: Patience | None = None
    ) -> None:
        self._patience = patience or Patience()
        super().__init__(identity, http, silence=self._patience.silence)
        self.process = process
        self._hangs = ""

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

    async def _advance(self) -> object:
        """A value that changes with each token that is read or written."""
        return self.pulse.read, self.pulse.written

    @contextlib.asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        self._hangs = ""
        watch = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch

    async def _watch(self) -> None:
        """Kill the server when it hangs: whatever waits for it then ends, with the reason."""
        patience, every = self._patience, min(2.0, self._patience.wedge / 5)
        seen, token, work = await self._advance(), time.monotonic(), time.monotonic()
        at, used = time.monotonic(), cpu_seconds(self.pid)
        while True:
            await asyncio.sleep(every)
            now, advance, using = time.monotonic(), await self._advance(), cpu_seconds(self.pid)
            if patience.by_cpu and using - used >= _LEAST_WORK * (now - at):
                work = now
            if advance != seen:
                seen, token, work = advance, now, now
            at, used = now, using
            if now - work > patience.wedge or (self.counts_batches and now - token > patience.batch):
                await self.hang(f"For {now - token:.0f} seconds it read and wrote nothing.")
                return

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
