"""Worker processes for parsing, rendering, OCR and stamping, behind `concurrent.futures.Executor`.

Each worker is a fresh interpreter (nothing is forked), in a process group of its own together with whatever it starts
(Tesseract). A worker that crashes or hangs takes only its own item with it. A warden process holds the list of
worker groups and kills them when this program goes, even by kill -9: a thread inside a worker couldn't, because
MuPDF holds the interpreter's lock while it works.
"""

import os
import pickle
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from app.domain.errors import AppError
from app.jobs.warden import Warden
from app.jobs.worker import receive, send

P = ParamSpec("P")
T = TypeVar("T")

MEMORY_LIMIT = 4 * 1024**3
"""Bytes of address space for one worker and for each program it starts."""

ITEM_SECONDS = 600.0
"""How long one item may take before its worker is killed."""


class WorkerDied(AppError):
    """The worker ended in the middle of an item: crashed, or killed for its memory."""


class WorkTimedOut(AppError):
    """The item took longer than its time limit and was given up."""


class Abandoned(AppError):
    """The item was stopped because nobody waits for it any more."""


def worker_environment() -> dict[str, str]:
    """What a worker and the programs it starts see of this process's environment, and no more."""
    kept = ("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TESSDATA_PREFIX", "SYSTEMROOT", "LANG", "LC_ALL", "VIRTUAL_ENV")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    return environment | {
        "OMP_THREAD_LIMIT": "1",  # with its own threads Tesseract is 15 times slower on a busy machine
        "OPENBLAS_NUM_THREADS": "1",
        "ORT_DISABLE_TELEMETRY": "1",
        "ORT_TELEMETRY_DISABLED": "1",
        "PYTHONUTF8": "1",
        "PYTHONHASHSEED": "0",
    }


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


class _Worker:
    """One worker process and the pipes to it. Used by one thread, but for `kill`."""

    def __init__(self, warden: Warden, memory: int) -> None:
        self._warden = warden
        self._scratch = _own_folder(warden.scratch)
        places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self._scratch))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"from app.jobs.worker import serve; serve({memory})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # libraries in C talk there about every odd file
            env=worker_environment() | places | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,
        )
        warden.note("+", self.process.pid)

    def run(self, work: bytes, seconds: float) -> tuple[bool, Any]:
        """(True, result) or (False, exception). WorkerDied, WorkTimedOut: the process is gone and reaped."""
        timed_out = threading.Event()

        def give_up() -> None:
            timed_out.set()
            self.kill()

        timer = threading.Timer(seconds, give_up)
        timer.daemon = True
        timer.start()
        try:
            return self._exchange(work)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError) as error:
            status = self.close()
            if timed_out.is_set():
                raise WorkTimedOut(f"It took longer than {seconds:.0f} seconds and was given up.") from error
            raise WorkerDied("The process that worked on it ended unexpectedly.", _cause(status)) from error
        finally:
            timer.cancel()

    def _exchange(self, work: bytes) -> tuple[bool, Any]:
        pipe_in, pipe_out = self.process.stdin, self.process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        send(pipe_in, work)
        answer: tuple[bool, Any] = pickle.loads(receive(pipe_out))  # noqa: S301  from our own worker
        return answer

    def kill(self) -> None:
        if self.process.poll() is None:
            _kill_group(self.process.pid)

    def close(self) -> int:
        """End the process and what it started; its exit status, negative for a signal."""
        _kill_group(self.process.pid)
        status = self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue
        self._warden.note("-", self.process.pid)
        if self._scratch != self._warden.scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)
        return status


def _own_folder(scratch: Path) -> Path:
    try:
        return Path(tempfile.mkdtemp(dir=scratch))
    except OSError:  # a full disk: the worker itself says so, for the file that needs the room
        return scratch


def _cause(status: int) -> str:
    if status >= 0:
        return f"Its exit status was {status}."
    if -status == signal.SIGKILL:
        return "It was killed, probably because memory ran out."
    return f"It crashed ({signal.Signals(-status).name})."


_Task = tuple["Future[Any]", bytes]


class WorkerPool(Executor):
    """`workers` processes (default: the cores), each started when it first has something to do.

    What is submitted must be picklable: functions by module and name. An AppError raised by the function comes back
    as itself, as does any other exception, with the worker's traceback as a note. Use as a context manager.
    """

    def __init__(
        self, workers: int | None = None, *, seconds: float = ITEM_SECONDS, memory: int = MEMORY_LIMIT
    ) -> None:
        self.workers = workers or _cores()
        self._seconds = seconds
        self._memory = memory
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._busy: dict[Future[Any], _Worker] = {}
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._warden: Warden | None = None
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        work = pickle.dumps((fn, args, kwargs))
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is closed")
            self._queue.put((future, work))
            if len(self._threads) < self.workers:
                self._add_thread()
        return future

    def _add_thread(self) -> None:
        if self._warden is None:
            self._warden = Warden()
        thread = threading.Thread(
            target=self._serve, args=(self._warden,), name=f"worker-{len(self._threads)}", daemon=True
        )
        self._threads.append(thread)
        thread.start()

    def _serve(self, warden: Warden) -> None:
        worker: _Worker | None = None
        while (task := self._queue.get()) is not None:
            future, work = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                worker = worker or _Worker(warden, self._memory)
            except OSError as error:  # no memory, or no more processes: this item fails, the next tries again
                future.set_exception(error)
                continue
            if not self._serve_one(worker, future, work):
                worker = None
        if worker is not None:
            worker.close()

    def _serve_one(self, worker: _Worker, future: Future[Any], work: bytes) -> bool:
        """Whether the worker can go on."""
        with self._lock:
            self._busy[future] = worker
        try:
            good, value = worker.run(work, self._seconds)
        except (WorkerDied, WorkTimedOut) as error:
            with self._lock:
                abandoned = self._busy.pop(future, None) is None
            future.set_exception(Abandoned("It was stopped.") if abandoned else error)
            return False
        with self._lock:
            abandoned = self._busy.pop(future, None) is None
        if good:
            future.set_result(value)
        else:
            future.set_exception(value)
        if abandoned:  # the kill came a moment too late for this item, and must not hit the next
            worker.close()
        return not abandoned

    def abandon(self, futures: Iterable[Future[Any]]) -> None:
        """Nobody waits for these any more: those not begun are cancelled, the workers of the others are killed."""
        for future in futures:
            if future.cancel():
                continue
            with self._lock:
                worker = self._busy.pop(future, None)
                if worker is not None:
                    worker.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers: after what was submitted, or at once with `cancel_futures`."""
        with self._lock:
            self._closed = True
            running = list(self._busy)
        if cancel_futures:
            self._drop_waiting()
            self.abandon(running)
        for _ in self._threads:
            self._queue.put(None)
        if not wait:
            return
        for thread in self._threads:
            thread.join()
        if self._warden is not None:
            self._warden.close()
            self._warden = None

    def _drop_waiting(self) -> None:
        while True:
            try:
                task = self._queue.get_nowait()
            except queue.Empty:
                return
            if task is not None:
                task[0].cancel()
