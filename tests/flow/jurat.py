"""The program as its users run it: another process, its own home, a real model."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample"


@dataclass(frozen=True)
class Said:
    """What a command printed: JSON lines of standard output, standard error, exit status."""

    status: int
    lines: list[dict[str, Any]]
    err: str

    @property
    def one(self) -> dict[str, Any]:
        assert len(self.lines) == 1, f"{len(self.lines)} objects; {self.err}"
        return self.lines[0]


def environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JURAT", "XDG"))}
    return kept | {"JURAT_HOME": str(home)}


def jurat(
    home: Path,
    *words: str | Path,
    expect: int | None = 0,
    timeout: float = 480,
    extra: dict[str, str] | None = None,
    inside: Sequence[str | Path] = (),
) -> Said:
    """Run ``jurat --json WORDS``; fails unless it ends with the status ``expect`` (None: any). ``inside``: a command
    that runs the one that follows it."""
    command = [*map(str, inside), sys.executable, "-m", "app", "--json", *map(str, words)]
    env = environment(home) | (extra or {})
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=env, start_new_session=True, **pipes) as running:  # type: ignore[call-overload]
        try:
            out, err = running.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)  # what it started, too
            raise
    if expect is not None:
        assert running.returncode == expect, f"status {running.returncode}: {err}\n{out[-2000:]}"
    return Said(running.returncode, [json.loads(line) for line in out.splitlines()], err)


def kill_when(home: Path, ready: Callable[[], bool], *words: str | Path, timeout: float = 300) -> None:
    """Start ``jurat WORDS``, kill it with SIGKILL as soon as ``ready()``; then nothing that it started may be left."""
    command = [sys.executable, "-m", "app", *map(str, words)]
    process = subprocess.Popen(
        command, env=environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    started: set[psutil.Process] = set()
    deadline = time.monotonic() + timeout
    while not ready():
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < deadline, "it never came that far"
        started.update(psutil.Process(process.pid).children(recursive=True))
        time.sleep(0.02)
    started.update(psutil.Process(process.pid).children(recursive=True))
    process.send_signal(signal.SIGKILL)
    process.wait()
    gone_within(started, 10)


def quoted_in_logs(home: Path, *texts: str) -> set[str]:
    """Three words in a row of ``texts`` that stand in a file of HOME/logs, which must quote nothing."""
    logs = "\n".join(log.read_text(errors="replace") for log in (home / "logs").iterdir()).lower()
    assert logs
    words = [re.findall(r"[^\W_]+", text.lower()) for text in texts]
    flat = " ".join(re.findall(r"[^\W_]+", logs))
    rows = {" ".join(row) for text in words for row in zip(text, text[1:], text[2:], strict=False)}
    assert len(rows) > 50
    return {row for row in rows if f" {row} " in flat}


def gone_within(processes: set[psutil.Process], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while left := [p for p in processes if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]:
        assert time.monotonic() < deadline, f"outlived the program: {[(p.pid, p.cmdline()) for p in left]}"
        time.sleep(0.05)
