"""A server on this machine that the program started, or that it adopted: it can end, hang, and be ended."""

import asyncio
from typing import Protocol

import httpx2

from app.domain.errors import AppError
from app.engines.client import SILENCE, Identity, ModelServer
from app.engines.state import Fault
from app.engines.supervisor import ServerLog


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


class LocalServer(ModelServer):
    """Closing it ends the process, or leaves it where that was adopted."""

    def __init__(
        self, identity: Identity, http: httpx2.AsyncClient, process: Process, *, silence: float = SILENCE
    ) -> None:
        super().__init__(identity, http, silence=silence)
        self.process = process

    @property
    def alive(self) -> bool:
        return self.process.alive

    @property
    def pid(self) -> int | None:
        return self.process.pid

    @property
    def why_gone(self) -> str:
        return f"Its server ended with status {self.process.status}."

    async def close(self) -> None:
        try:
            await super().close()
        finally:
            await self.process.stop()

    async def _broken(self, error: Exception | None) -> AppError:
        """The server ended, hangs, or gave up."""
        try:
            status = await asyncio.wait_for(asyncio.shield(self.process.wait()), 2)
        except TimeoutError:
            return await self._gave_up(error)
        return self.ended(status)

    def ended(self, status: int) -> AppError:
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
            return await self.give_up(f"Nothing came from it for {self._silence:.0f} seconds.")
        return AppError(
            f"The model server of board {self.name} broke off its answer.",
            "" if error is None else f"{error}.",
            f"Run it again. Its log is {self.process.log.path}.",
        )

    async def give_up(self, why: str) -> AppError:
        """Kill the server, which hangs: it may not hear SIGTERM any more."""
        await self.process.kill()
        found = AppError(
            f"The model server of board {self.name} did not answer any more and was ended.",
            why,
            f"Go on with `jurat resume`: it starts the server again. Its log is {self.process.log.path}.",
        )
        found.fault = Fault.WEDGED
        return found
