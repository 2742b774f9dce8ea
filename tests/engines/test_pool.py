import asyncio
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from engine_help import BOARD, fake_start, gone

from app.domain.board import Board, Engine, Role
from app.domain.errors import AppError, MissingOnMachine, WrongUse
from app.engines.answers import Message
from app.engines.boardfile import BoardFile
from app.engines.pool import Boards
from app.events import BoardChanged, Facts

TWO = BoardFile(
    (
        replace(BOARD, name="first", roles=(Role.DRAFT,)),
        replace(BOARD, name="second", roles=(Role.GATE, Role.DRAFT), resident=False),
        Board("far", "m", engine=Engine.OLLAMA, url="http://127.0.0.1:1", roles=(Role.REASON,)),
    ),
    40.0,
    None,
)


def pool(home: Path, mode: str = "ok", heard: list[tuple[str, str]] | None = None) -> Boards:
    facts = Facts()

    def note(fact: object) -> None:
        assert isinstance(fact, BoardChanged)
        if heard is not None:
            heard.append((fact.board, fact.state))

    facts.listen(note)
    return Boards(TWO, home, facts, start=fake_start(home, mode))


def test_a_board_is_started_once_and_shared(tmp_path: Path) -> None:
    heard: list[tuple[str, str]] = []

    async def once() -> psutil.Process:
        async with pool(tmp_path, heard=heard) as boards:
            assert [s.state for s in await boards.status()] == ["stopped"] * 3
            servers = await asyncio.gather(*(boards.server(Role.DRAFT) for _ in range(3)))
            assert servers[0] is servers[1] is servers[2]
            assert servers[0].name == "first"
            status = (await boards.status())[0]
            assert (status.board, status.state, status.context, status.engine) == (
                "first",
                "ready",
                8192,
                "llama-cpp-python",
            )
            assert status.roles == (Role.DRAFT,)
            return psutil.Process(status.pid)

    assert gone([asyncio.run(once())], 0)
    states = ["checking", "loading", "warming", "ready", "stopping", "stopped"]
    assert heard == [("first", state) for state in states]


def test_each_role_goes_to_its_board(tmp_path: Path) -> None:
    async def once() -> None:
        async with pool(tmp_path) as boards:
            draft, gate = await asyncio.gather(boards.server(Role.DRAFT), boards.server(Role.GATE))
            assert (draft.name, gate.name) == ("first", "second")
            assert draft.process.pid != gate.process.pid
            await boards.forget()
            assert [s.state for s in await boards.status()] == ["ready", "ready", "stopped"]
            await boards.release()
            assert [s.state for s in await boards.status()] == ["ready", "stopped", "stopped"]
            with pytest.raises(MissingOnMachine, match="role attack"):
                await boards.server(Role.ATTACK)

    asyncio.run(once())


def test_a_server_that_died_is_seen_and_started_again(tmp_path: Path) -> None:
    async def once() -> None:
        async with pool(tmp_path) as boards:
            old = await boards.server(Role.DRAFT)
            psutil.Process(old.process.pid).kill()
            await old.process.wait()
            status = (await boards.status())[0]
            assert (status.state, status.pid) == ("failed", None)
            assert "137" in status.note
            new = await boards.server(Role.DRAFT)
            assert new is not old
            assert (await new.chat([Message("user", "x")], max_tokens=9)).text == '{"n": 1}'

    asyncio.run(once())


def test_up_and_down_by_name(tmp_path: Path) -> None:
    async def once() -> None:
        async with pool(tmp_path) as boards:
            assert [s.state for s in await boards.up(["second"])] == ["ready"]
            assert [s.state for s in await boards.status()] == ["stopped", "ready", "stopped"]
            assert [s.state for s in await boards.down(["second"])] == ["stopped"]
            with pytest.raises(WrongUse, match="Did you mean second"):
                await boards.up(["secnd"])
            with pytest.raises(AppError, match="does not answer"):
                await boards.up(["far"])

    asyncio.run(once())


def test_a_start_that_failed_keeps_its_reason_until_the_next(tmp_path: Path) -> None:
    async def once() -> None:
        async with pool(tmp_path, "dies") as boards:
            for _ in range(2):
                with pytest.raises(MissingOnMachine, match="uvicorn"):
                    await boards.server(Role.DRAFT)
                status = (await boards.status())[0]
                assert status.state == "failed"
                assert "uvicorn" in status.note

    asyncio.run(once())


def test_one_caller_that_gives_up_does_not_take_the_board_from_the_other(tmp_path: Path) -> None:
    async def once() -> None:
        async with pool(tmp_path) as boards:
            first = asyncio.create_task(boards.server(Role.DRAFT))
            second = asyncio.create_task(boards.server(Role.DRAFT))
            await asyncio.sleep(0.2)
            first.cancel()
            assert (await second).name == "first"
            assert first.cancelled()

    asyncio.run(once())


def test_a_board_that_is_taken_down_in_the_middle_says_so(tmp_path: Path) -> None:
    async def once() -> None:
        async with pool(tmp_path, "stops-talking") as boards:
            server = await boards.server(Role.DRAFT)
            begun = asyncio.Event()
            ask = server.chat([Message("user", "Count.")], max_tokens=60, on_text=lambda _: begun.set())
            task = asyncio.create_task(ask)
            await begun.wait()
            assert (await boards.status())[0].state == "busy"
            await boards.down()
            with pytest.raises(AppError, match="board first stopped in the middle of its work"):
                await task

    asyncio.run(once())


def test_importing_the_pool_stays_quick() -> None:
    """The command line imports it for every verb; httpx2 and psutil come with the first server."""
    import subprocess
    import sys

    code = "import sys, app.engines.pool; print(sorted({'httpx2', 'psutil', 'llama_cpp'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
