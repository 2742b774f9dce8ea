"""Runs one server as its child and sees to it that the server never outlives the program.

Started by file path with the program's interpreter (``python -I -S guard.py PARENT_PID -- COMMAND...``), standard
library only, so that it is up in some 20 ms. Standard input is a pipe that the program holds open: when it ends, for
whatever reason, the server gets SIGTERM and, ``STOP_SECONDS`` later, SIGKILL. On Linux the kernel helps: guard and
server each ask for SIGKILL when their parent dies, so killing the guard ends the server too. The child's wish is set
here, in a program with one thread, because it follows the *thread* that forked it and because code between fork and
exec can deadlock in a program with several.

The server has the same standard input: llama-server watches it, too, and ends with it.

The first line on standard output is ``guard: server pid N``; the server inherits both outputs. The exit status is the
server's own, or 128 + signal.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

STOP_SECONDS = 3.0
"""How long a server may take to stop by itself, before it is killed."""

PID_LINE = "guard: server pid "
_PR_SET_PDEATHSIG = 1
_ORPHANED = 70


def die_with_parent(expected_parent: int) -> None:
    """Ask Linux for SIGKILL when the parent dies; exit at once where it has died already."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != expected_parent:
        os._exit(_ORPHANED)


def start(command: list[str]) -> subprocess.Popen[bytes]:
    """The server, in a process group of its own."""
    if sys.platform == "win32":  # not tried: no Windows machine was at hand
        _join_job_object()
        return subprocess.Popen(command)
    me = os.getpid()
    return subprocess.Popen(
        command,
        start_new_session=True,
        preexec_fn=lambda: die_with_parent(me),  # noqa: PLW1509 - this program has one thread here
    )


def stop(server: subprocess.Popen[bytes]) -> None:
    """SIGTERM to the server's group, then SIGKILL when it is still there after ``STOP_SECONDS``."""
    _signal(server, getattr(signal, "SIGTERM", None))
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.wait(STOP_SECONDS)
    _signal(server, getattr(signal, "SIGKILL", None))


def _signal(server: subprocess.Popen[bytes], number: signal.Signals | None) -> None:
    if sys.platform == "win32":  # not tried
        server.terminate()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(server.pid, number or signal.SIGTERM)


def _on_end_of_input(action: Callable[[], None]) -> None:
    """Run ``action`` in a thread when standard input ends. Nothing is ever written into that pipe."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        action()

    threading.Thread(target=wait, daemon=True).start()


def _join_job_object() -> None:
    """Windows: put this process into a job that the system kills when the last handle to it closes. Not tried."""
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - exists on Windows only
    job = kernel.CreateJobObjectW(None, None)
    # JOBOBJECT_EXTENDED_LIMIT_INFORMATION is 144 bytes on 64 bits; LimitFlags stands at offset 16
    kill_on_close = bytes(16) + (0x2000).to_bytes(4, "little")  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
    limits = ctypes.create_string_buffer(kill_on_close, 144)
    kernel.SetInformationJobObject(job, 9, limits, 144)
    kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess())


def main(arguments: list[str]) -> int:
    """``PARENT_PID -- COMMAND...``; the server's exit status."""
    parent, _, *command = arguments
    die_with_parent(int(parent))
    server = start(command)
    print(f"{PID_LINE}{server.pid}", flush=True)
    _on_end_of_input(lambda: stop(server))
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if number := getattr(signal, name, None):
            # in a thread: here the main one holds the lock that `stop` waits with
            signal.signal(number, lambda *_: threading.Thread(target=stop, args=(server,), daemon=True).start())
    status = server.wait()
    return 128 - status if status < 0 else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
