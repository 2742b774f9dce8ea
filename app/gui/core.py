"""The core's permanent thread: its own asyncio loop, and the workbench that lives there."""

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from app.egress import Gate
from app.events import Facts
from app.settings import Settings

if TYPE_CHECKING:
    from app.workbench import Workbench

T = TypeVar("T")
Verb: TypeAlias = Callable[["Workbench"], Coroutine[Any, Any, T]]

_SWITCH = 0.0005
"""Seconds after which a thread that computes gives the interpreter to another one that wants it."""


class Core:
    """Runs verbs. The thread lives as long as the program: servers die with the thread that started them."""

    def __init__(self, settings: Settings, facts: Facts, gate: Gate | None = None) -> None:
        self._settings = settings
        self._facts = facts
        self._gate = gate
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="core")
        self._bench: Future[Workbench] = Future()
        self._closing = asyncio.Event()
        self._verbs: set[asyncio.Task[Any]] = set()

    def open(self) -> None:
        """Start the thread; the workbench opens there. What can't be opened is raised by the first verb.

        Nothing happens where it was closed already: a window may be closed before it is ready.
        """
        if self._loop.is_closed():
            return
        # the verifier is Python, and so is much of the window: with the usual 5 ms the window waits as long each time
        # that Qt calls back into it (250 ms a key while a draft of 60 pages is checked; 8 ms with this)
        sys.setswitchinterval(_SWITCH)
        self._thread.start()

    def close(self) -> None:
        """Stop what runs, close the workbench, end the thread. Blocks until the servers are gone."""
        if self._thread.ident is None:
            self._closing.set()
            self._thread.start()
        else:
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    def run(self, verb: Verb[T], number: str = "") -> Future[T]:
        """``verb(bench)`` in the core's thread. Cancelling the future cancels the verb; after ``close`` it is that.

        ``number`` names this start in the facts of its progress.
        """
        if self._loop.is_closed():
            none: Future[T] = Future()
            none.cancel()
            return none
        return asyncio.run_coroutine_threadsafe(self._with_bench(verb, number), self._loop)

    async def _with_bench(self, verb: Verb[T], number: str) -> T:
        task = asyncio.current_task()
        assert task is not None
        self._verbs.add(task)
        task.add_done_callback(self._verbs.discard)
        # shielded: a verb that is cancelled while it waits must not take the workbench from all others
        bench = await asyncio.shield(asyncio.wrap_future(self._bench))
        return await verb(bench.started(number))

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._live())
        finally:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()

    async def _live(self) -> None:
        if self._closing.is_set():  # closed before it was opened: verbs that wait are let go
            await asyncio.sleep(0)
            await self._cancel_verbs()
            return
        # imported here, in this thread: the window is there before the libraries that the workbench needs
        from app.workbench import open_workbench

        try:
            async with open_workbench(self._settings, self._facts, self._gate) as bench:
                self._bench.set_result(bench)
                await self._closing.wait()
                await self._cancel_verbs()
        except BaseException as error:
            if self._bench.done():
                raise
            self._bench.set_exception(error)
            await self._closing.wait()
            await self._cancel_verbs()

    async def _cancel_verbs(self) -> None:
        # only these: the tasks that watch over servers are needed to end them
        verbs = tuple(self._verbs)
        for task in verbs:
            task.cancel()
        await asyncio.gather(*verbs, return_exceptions=True)
