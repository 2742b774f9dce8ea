"""One server process: started through the guard, its output drained into a bounded log, stopped for certain."""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from app.engines import guard

_GUARD = Path(guard.__file__)
_RING = 4000
_LINE = 400
_LIMIT = 1 << 20
_KEPT = 3
LEAST_WORK = 0.1
"""Of a processor's time: less than this is a server that waits and is asked how it is, not one that works."""
_PROGRESS = "cmd_child_to_router:state:"
# Once requests come in, only lines of a known shape are kept: a traceback, a refused request or an answer that can't
# be parsed quotes what a prompt or an answer said.
_HARMLESS = re.compile(
    r"[\d.]+ [IWE] (?:slot +\w+: id +\d|srv +(?:update_slots|log_server_r): (?:all|done)|cmn +\w+: common_memory|"
    r"srv +operator\(\): (?:operator\(\): cleaning|EOF on stdin|exit command|unauthorized: Invalid API Key$)|"
    r"(?:\S+: )?CUDA error|ggml_|llama_\w+: +[\w ]+=)"
    r"|(?:INFO|WARNING|ERROR): +(?:127\.0\.0\.1:\d+ - \"[A-Z]+ /[\w/]* HTTP|Started|Waiting|Application|Uvicorn|"
    r"Shutting|Finished|Cancel|Exception in ASGI)"
    r"|llama_\w+: +[\w ]+=|Llama\.generate: \d+ prefix-match|ggml_|GGML_|CUDA error|guard: |Traceback |disconnected"
)


class ServerLog:
    """A file of at most 1 MiB for each start (those before are ``.1`` and ``.2``), and the last lines in memory."""

    def __init__(self, path: Path, secret: str, *, read_only: bool = False) -> None:
        self.path = path
        self.lines: deque[str] = deque(maxlen=_RING)
        self.private = False
        """True once requests come in: from then on lines that could quote one are left out."""
        self._secret = secret
        self._written = 0
        self.left_out = 0
        self._file: IO[str] | None = None
        if read_only:  # another program writes it
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        for older in range(_KEPT - 1, 0, -1):
            newer = path.with_suffix(f".log.{older - 1}") if older > 1 else path
            with contextlib.suppress(FileNotFoundError, PermissionError):  # Windows: a second program may hold it open
                newer.replace(path.with_suffix(f".log.{older}"))
        self._file = path.open("w", encoding="utf-8")

    def add(self, line: str) -> None:
        """One line of the server's output, without its end."""
        if self.private and not _HARMLESS.match(line):
            self.left_out += 1
            return
        kept = line.replace(self._secret, "***")[:_LINE]
        self.lines.append(kept)
        if self._file is None or self._written > _LIMIT:
            return
        self._written += self._file.write(kept + "\n")
        if self._written > _LIMIT:
            self._file.write("(the log is full; nothing more is written)\n")
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            if self.left_out:
                self._file.write(f"({self.left_out} lines left out that could have held a prompt)\n")
            self._file.close()
            self._file = None


class ServerProcess:
    """A running server and its guard. Made by ``ServerProcess.start``; ``stop`` must be awaited in the same loop.

    Start it from a thread that lives as long as the server should: Linux ends the guard with the thread.
    """

    def __init__(
        self, process: asyncio.subprocess.Process, log: ServerLog, on_end: Callable[[], None] = lambda: None
    ) -> None:
        self.log = log
        self._on_end = on_end
        self.pid: int | None = None
        """The server's own process id, known once the guard has said it."""
        self.stopping = False
        self.done: float | None = None
        """How much of its model is loaded, 0 to 1, where the server says so."""
        self._process = process
        self._news = asyncio.Event()
        self._drain = asyncio.create_task(self._read_output())

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        log: ServerLog,
        *,
        on_end: Callable[[], None] = lambda: None,
    ) -> "ServerProcess":
        """Start ``command`` in ``folder`` with exactly ``environment``; ``on_end`` is called once it is stopped."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", str(_GUARD), str(os.getpid()), "--", *command),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env=dict(environment),
                cwd=folder,
                start_new_session=True,
                limit=1 << 20,
            )
        except BaseException:  # it isn't there, or nobody wants it any more
            log.close()
            on_end()
            raise
        return cls(process, log, on_end)

    @property
    def status(self) -> int | None:
        """Exit status (128 + signal where a signal ended the server), None while it runs."""
        status = self._process.returncode
        return status if status is None or status >= 0 else 128 - status

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def wait(self) -> int:
        """Until the server has ended and all that it said is in the log; its exit status."""
        await self._process.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await asyncio.shield(self._drain)
        return self.status or 0

    async def news(self, seconds: float) -> None:
        """Until the server says something or ends, at most ``seconds``."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # `wait_for` of Python 3.11 can lose a cancellation
                await self._news.wait()

    async def stop(self) -> None:
        """End the server: the guard asks it, then kills it; where the guard itself hangs it is killed with it."""
        self.stopping = True
        await self._end()

    async def kill(self) -> None:
        """End a server that hangs at once, without asking it. It is not said to be meant to end."""
        if self.pid is not None and self.alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        await self._end()

    async def _end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(2 * guard.STOP_SECONDS):
                await self._process.wait()
        except (TimeoutError, asyncio.CancelledError) as error:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            if isinstance(error, asyncio.CancelledError):
                raise
        await self.wait()
        self._drain.cancel()
        self.log.close()
        self._on_end()

    async def _read_output(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while line := await _line(stream):
                text = line.decode("utf-8", "replace").rstrip()
                if text.startswith(guard.PID_LINE):
                    self.pid = int(text.removeprefix(guard.PID_LINE))
                if text.startswith(_PROGRESS):
                    self.done = _share(text.removeprefix(_PROGRESS), self.done)
                else:
                    self.log.add(text)
                self._news.set()
        finally:
            self._news.set()


async def _line(stream: asyncio.StreamReader) -> bytes:
    """The next line; of one longer than the reader's limit only its end."""
    while True:
        try:
            return await stream.readline()
        except ValueError:  # asyncio's word for a line beyond the limit; what was read of it is dropped
            continue


def _share(text: str, before: float | None) -> float | None:
    """How much is loaded, by llama-server's word to a router; ``before`` where it says nothing of it.

    ``{"state": "loading", "payload": {"stages": ["text_model"], "current": "text_model", "value": 0.42}}``
    """
    try:
        said = json.loads(text)
        if said["state"] == "ready":
            return 1.0
        stages, at = said["payload"]["stages"], said["payload"]["current"]
        return float((stages.index(at) + said["payload"]["value"]) / len(stages))
    except (ValueError, LookupError, TypeError, AttributeError):  # a word between the two programs: it may change
        return before


def loaded_of(pid: int | None) -> int:
    """Bytes that process ``pid`` has read from files or holds in memory, the larger; 0 where nobody knows."""
    import psutil

    if pid is None:
        return 0
    try:
        process = psutil.Process(pid)
        read = int(getattr(process.io_counters(), "read_chars", 0)) if hasattr(process, "io_counters") else 0
        return max(read, int(process.memory_info().rss))
    except psutil.Error:
        return 0


def cpu_seconds(pid: int | None) -> float:
    """Seconds of processor time that process ``pid`` has used; 0 where it isn't there."""
    import psutil

    try:
        times = psutil.Process(pid).cpu_times() if pid is not None else None
    except psutil.Error:
        return 0.0
    return float(times.user + times.system) if times else 0.0
