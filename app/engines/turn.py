"""A lock that knows for what it is held, and what waits for it: a board's model does one thing at a time."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType

_WORK: ContextVar[str] = ContextVar("work", default="")


@contextmanager
def work_named(name: str) -> Iterator[None]:
    """What is asked of boards in this task while it lasts is for ``name``: a run and its stage, in words."""
    token = _WORK.set(name)
    try:
        yield
    finally:
        _WORK.reset(token)


class Turn:
    """``asyncio.Lock`` with names. Work that nobody named (a look at a server, a start by hand) isn't listed."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting: list[str] = []
        self._holder = ""

    def locked(self) -> bool:
        return self._lock.locked()

    @property
    def holder(self) -> str:
        return self._holder

    @property
    def waiting(self) -> tuple[str, ...]:
        """In the order in which they came."""
        return tuple(name for name in self._waiting if name)

    async def __aenter__(self) -> None:
        name = _WORK.get()
        self._waiting.append(name)
        try:
            await self._lock.acquire()
        finally:
            self._waiting.remove(name)
        self._holder = name

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._holder = ""
        self._lock.release()
