"""A fake server that runs by itself, as one on another machine would."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine_help import FAKES


@dataclass
class RunningFake:
    process: subprocess.Popen[str]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def requests(self) -> list[dict]:
        """End it, and give every request that it got."""
        self.process.terminate()
        out, _ = self.process.communicate(timeout=10)
        return [json.loads(line) for line in out.splitlines()]


@contextmanager
def running_fake(name: str, mode: str) -> Iterator[RunningFake]:
    with subprocess.Popen(
        [sys.executable, str(FAKES / f"{name}.py"), mode], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield RunningFake(process, int(process.stdout.readline()))
        finally:
            process.kill()
