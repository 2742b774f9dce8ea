"""Keeps one board's model loaded after the command that asked for it has ended: `python -m app.engines.keeper`.

Arguments: HOME, the board file (or ``-`` for the one board ``cpu``), the board's name. It is a Jurat like any other
that has opened this one board; it ends with SIGTERM, and its server with it. Standard output: a line of JSON for each
step until the board is ready or has failed, then nothing.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
from pathlib import Path

from filelock import FileLock, Timeout

from app.domain.errors import AppError
from app.egress import Gate, guard_process
from app.engines.boardfile import default_boards, read_boards
from app.engines.gpus import Gpus
from app.engines.pool import Boards
from app.engines.records import note_keeper, private_folder
from app.engines.state import BoardState
from app.events import BoardChanged, Fact, Facts

_LOOK_SECONDS = 1.0


async def keep(home: Path, boardfile: Path | None, name: str, gate: Gate) -> int:
    """Start the board and hold it until it is told to end, or can't be held any more. The exit status."""
    facts = Facts()
    facts.listen(_say)
    boards = read_boards(boardfile) if boardfile else default_boards()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):  # by hand: on Windows the loop takes no handlers (not tried there)
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(ended.set))
    async with contextlib.AsyncExitStack() as opened:
        gpus = opened.enter_context(contextlib.closing(Gpus()))
        pool = await opened.enter_async_context(Boards(boards, home, facts, gate=gate, keep=True, gpus=gpus))
        try:
            if not await _up(pool, name, ended):
                return 0
        except AppError as error:
            _print(
                {
                    "state": BoardState.FAILED,
                    "what": error.what,
                    "why": error.why,
                    "remedy": error.remedy,
                    "fault": error.fault,
                    "exit": int(error.exit_status),
                }
            )
            return int(error.exit_status)
        _print({"state": BoardState.READY, "done": True})
        _hush()
        while not ended.is_set() and not pool.hopeless(name):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    await ended.wait()
    return 0


async def _up(pool: Boards, name: str, ended: asyncio.Event) -> bool:
    """Load the board; False where it was told to end first, or whoever asked for it is gone (its pipe has ended)."""
    alone = asyncio.Event()
    _on_end_of_input(asyncio.get_running_loop(), alone)
    tasks = [asyncio.ensure_future(one) for one in (pool.up([name]), ended.wait(), alone.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return tasks[0].done() and bool(tasks[0].result())
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _on_end_of_input(loop: asyncio.AbstractEventLoop, alone: asyncio.Event) -> None:
    """Set ``alone`` when standard input ends: in a thread, because on Windows the loop can't watch such a pipe."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        with contextlib.suppress(RuntimeError):  # the loop is closed: it has ended for another reason
            loop.call_soon_threadsafe(alone.set)

    threading.Thread(target=wait, daemon=True).start()


def _say(fact: Fact) -> None:
    if isinstance(fact, BoardChanged):
        _print({"state": fact.state})


def _print(thing: dict[str, object]) -> None:
    try:
        print(json.dumps(thing), flush=True)
    except OSError:  # nobody listens any more
        _hush()


def _hush() -> None:
    """From here on nobody reads what is said."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)


def main(arguments: list[str]) -> int:
    """Holds the lock of the board while it keeps it: two would load the model twice."""
    gate = Gate()
    guard_process(gate)
    home, boardfile, name = Path(arguments[0]), arguments[1], arguments[2]
    lock = FileLock(private_folder(home) / f"{name}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        what = f"Board {name} is being kept loaded already."
        remedy = f"See it with `jurat boards status`; `jurat boards down {name}` ends it, then it can be loaded anew."
        _print({"state": BoardState.FAILED, "what": what, "why": "", "remedy": remedy, "fault": "", "exit": 1})
        return 1
    mark = note_keeper(home, name)
    try:
        return asyncio.run(keep(home, None if boardfile == "-" else Path(boardfile), name, gate))
    finally:
        mark.unlink(missing_ok=True)
        lock.release()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
