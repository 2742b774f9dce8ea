"""The process that ends a pool's workers when the program goes, even by kill -9, and removes what they left."""

import subprocess
import sys
import threading

from app.jobs.scratch import make_scratch

_WARDEN = """
import os, shutil, signal, sys, time
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
for _ in range(20):  # what was killed may still be writing for a moment
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    if not os.path.exists(sys.argv[1]):
        break
    time.sleep(0.05)
"""


class Warden:
    """The process that outlives this one by a moment, to end the workers and remove what they left."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.scratch = make_scratch()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _WARDEN, str(self.scratch)],
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def note(self, sign: str, pid: int) -> None:
        assert self._process.stdin is not None
        with self._lock:
            try:
                self._process.stdin.write(f"{sign}{pid}\n")
                self._process.stdin.flush()
            except (BrokenPipeError, ValueError):
                return  # a pool that is being closed, or a warden that somebody killed: the workers' pipes still end

    def close(self) -> None:
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.close()
        self._process.wait()
