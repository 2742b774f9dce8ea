"""What the workers of the pool's tests do; imported inside them."""

import os
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from app.domain.errors import Unreadable


def square(number: int) -> int:
    return number * number


def wait(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def refuse_odd(number: int) -> int:
    if number % 2:
        raise Unreadable(f"{number} is odd.", "It can't be halved.", "Take an even one.")
    return number


def fail(number: int) -> int:
    return number // 0


def crash_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    return number


def crash_once(mark: Path) -> str:
    """Crashes unless it crashed before."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "second time"


def environment(_: int) -> dict[str, str]:
    return dict(os.environ)


def limits(_: int) -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_AS)[0], resource.getrlimit(resource.RLIMIT_CORE)[0]


def talk(number: int) -> int:
    """Writes to standard output as a library might, and reads standard input."""
    print("noise" * 1000, flush=True)
    os.write(1, b"more noise")
    assert os.read(0, 10) == b""
    return number


def eat(size: int) -> int:
    return len(bytearray(size))


def start_child(folder: Path) -> None:
    """Starts a program that would run on for ever, writes both process ids down, and stays busy."""
    child = subprocess.Popen(["sleep", "3600"])
    (folder / f"{os.getpid()}.pids").write_text(f"{os.getpid()} {child.pid}")
    while True:  # busy in this thread, as a parser is
        sum(range(1000))


def leave_behind(dies: bool) -> str:
    """A temporary folder that nobody removes; then the worker dies, if it is to."""
    folder = tempfile.mkdtemp(prefix="jurat-ocr-")
    (Path(folder) / "page.pgm").write_bytes(b"P5 1 1 255 x")
    if dies:
        os.kill(os.getpid(), signal.SIGKILL)
    return folder
