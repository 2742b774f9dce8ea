"""A fake server that runs by itself, as one on another machine would."""

import json
import subprocess
import sys
from asyncio import Runner
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

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


@contextmanager
def asking(runner: Runner, name: str, start: Callable[..., Any]) -> Iterator[Callable[..., tuple[Any, RunningFake]]]:
    """``ask(mode, work, **more)`` gives what ``work(server)`` gave, and the fake ``name`` that it was asked of.

    ``start(url, **more)`` makes the board's server, ready; it is closed when the work is done.
    """
    with ExitStack() as opened:

        def ask(mode: str, work: Callable[[Any], Any], **more: object) -> tuple[Any, RunningFake]:
            fake = opened.enter_context(running_fake(name, mode))

            async def talk() -> Any:
                server = await start(fake.url, **more)
                try:
                    return await work(server)
                finally:
                    await server.close()

            return runner.run(talk()), fake

        yield ask
