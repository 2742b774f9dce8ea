"""One event loop and one real server for all tests of the engines: starting a server takes seconds."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from engine_help import BOARD, fake_start

from app.domain.board import Role
from app.engines.boardfile import default_boards
from app.engines.llama import start_llama
from app.engines.pool import Boards
from app.engines.python_server import PythonServer
from app.events import Facts


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def server(runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PythonServer]:
    """The embedded model, running."""
    boards = Boards(default_boards(), tmp_path_factory.mktemp("home"), Facts())
    yield runner.run(boards.server(Role.DRAFT))
    runner.run(boards.down())


@pytest.fixture
def fake(tmp_path: Path) -> Callable[..., AbstractAsyncContextManager[PythonServer]]:
    @asynccontextmanager
    async def running(mode: str, **options: object):
        server = await start_llama(BOARD, fake_start(tmp_path, mode, **options))
        try:
            yield server
        finally:
            await server.close()

    return running
