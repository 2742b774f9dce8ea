"""Real servers that are left loaded, found again, and ended; and what others leave behind."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from engine_help import BOARD, gone

from app.domain.board import Engine, Role
from app.domain.errors import AppError
from app.engines import records
from app.engines.answers import Message
from app.engines.boardfile import BoardFile, read_boards
from app.engines.launch import Start
from app.engines.pool import Boards
from app.engines.programs import find_program
from app.engines.records import Record
from app.engines.state import BoardState, Fault
from app.events import BoardChanged, Facts

NATIVE = replace(BOARD, engine=Engine.LLAMA_SERVER, context=2048)
FAKES = Path(__file__).parents[1] / "fakes"
pytestmark = [
    pytest.mark.skipif(find_program(NATIVE) is None, reason="there is no llama-server here"),
    pytest.mark.skipif(sys.platform == "win32", reason="written for processes of Unix"),
]
YES = [Message("user", "Say yes.")]
WHOLE = {"type": "object", "properties": {"a": {"enum": [1]}}, "required": ["a"], "additionalProperties": False}


async def become_true(fact: Callable[[], bool]) -> None:
    while not fact():  # noqa: ASYNC110 - what other processes do can only be looked at
        await asyncio.sleep(0.02)


def home_with(folder: Path, context: int = 2048) -> Path:
    (folder / "boards.ini").write_text(f"[board cpu]\nengine = llama-server\nmodel = embedded\ncontext = {context}\n")
    return folder


def jurat(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", "--home", str(home), "--json", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def lines(said: subprocess.CompletedProcess[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in said.stdout.splitlines()]


def pool(home: Path, **options: object) -> Boards:
    return Boards(read_boards(home / "boards.ini"), home, Facts(), **options)


def test_a_board_that_was_left_loaded_is_adopted_by_each_program_until_it_is_taken_down(tmp_path: Path) -> None:
    home = home_with(tmp_path)
    up = jurat(home, "boards", "up")
    assert up.returncode == 0, up.stderr
    (said,) = lines(up)
    assert (said["board"], said["state"], said["kept"], said["context"]) == ("cpu", "ready", True, 2048)
    server = psutil.Process(int(str(said["pid"])))
    try:
        assert asyncio.run(use_and_leave(home)) == server.pid
        assert server.is_running()
        kill_a_program_that_uses_it(home)
        assert server.is_running()
        (again,) = lines(jurat(home, "boards", "up"))
        assert again["pid"] == server.pid
        refused_where_the_file_says_otherwise(home)
    finally:
        down = jurat(home, "boards", "down", "cpu")
    assert down.returncode == 0, down.stderr
    assert [(line["board"], line["state"]) for line in lines(down)] == [("cpu", "stopped")]
    assert gone([server], 0.5)
    assert not list((home / "run").glob("*.json"))
    assert not list((home / "run").glob("*.d"))


def test_commands_about_boards_end_as_the_contract_says(tmp_path: Path) -> None:
    home = home_with(tmp_path)
    assert jurat(home, "boards", "up", "cpuu").returncode == 2
    status = jurat(home, "boards", "status")
    assert (status.returncode, lines(status)[0]["state"], lines(status)[0]["pid"]) == (0, "stopped", None)
    (home / "boards.ini").write_text("[board cpu]\nengine = llama-server\nmodel = none.gguf\n")
    missing = jurat(home, "boards", "up")
    assert (missing.returncode, missing.stdout) == (3, "")
    assert "isn't there" in missing.stderr
    assert jurat(home, "boards", "down").returncode == 0


async def use_and_leave(home: Path) -> int | None:
    """What a program does: it adopts the server, works, and leaves nothing of its matter in it."""
    async with pool(home) as boards:
        (before,) = await boards.status()
        assert (before.state, before.kept, before.filled) == ("ready", True, 0)
        server = await boards.server(Role.DRAFT)
        assert (await server.chat(YES, schema=WHOLE, max_tokens=60)).text
        (status,) = await boards.status()
        assert (status.state, status.kept, status.pid) == ("ready", True, server.pid)
        assert status.filled
    async with pool(home) as boards:
        (after,) = await boards.status()
        assert (after.state, after.filled) == ("ready", 0)
    return server.pid


def kill_a_program_that_uses_it(home: Path) -> None:
    with subprocess.Popen(
        [sys.executable, str(FAKES / "program_with_board.py"), str(home), "native"], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        while program.stdout.readline().strip() != "ready":
            assert program.poll() is None
        assert not psutil.Process(program.pid).children()
        os.kill(program.pid, signal.SIGKILL)


def refused_where_the_file_says_otherwise(home: Path) -> None:
    async def once() -> None:
        async with pool(home_with(home, 1024)) as boards:
            with pytest.raises(AppError, match=r"kept loaded otherwise .* context of 2048") as error:
                await boards.server(Role.DRAFT)
            assert error.value.fault == Fault.FOREIGN
            assert (await boards.status())[0].state == BoardState.FOREIGN

    asyncio.run(once())
    home_with(home)


def test_killing_a_program_while_it_loads_leaves_no_server(tmp_path: Path) -> None:
    home = home_with(tmp_path)
    with subprocess.Popen(
        [sys.executable, str(FAKES / "program_with_board.py"), str(home), "native"], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        while program.stdout.readline().strip() != "loading":
            assert program.poll() is None
        family: list[psutil.Process] = []
        while not [p for p in family if p.name() == "llama-server"]:
            family = psutil.Process(program.pid).children(recursive=True)
        os.kill(program.pid, signal.SIGKILL)
        assert gone(family)
    assert list((home / "run").glob("*.d"))
    records.reap(home)
    assert not list((home / "run").glob("*.d"))


def test_a_server_that_is_killed_is_seen_at_once_and_started_again_and_one_that_was_stopped_is_not(
    tmp_path: Path,
) -> None:
    heard: list[tuple[float, str]] = []
    facts = Facts()
    facts.listen(lambda fact: isinstance(fact, BoardChanged) and heard.append((time.monotonic(), fact.state)))

    async def until(state: str, after: float) -> float:
        def found() -> list[float]:
            return [at for at, said in heard if said == state and at > after]

        await become_true(lambda: bool(found()))
        return found()[0]

    async def once() -> None:
        async with Boards(BoardFile((NATIVE,), 40.0, None), tmp_path, facts, look=0.2) as boards:
            first = await boards.server(Role.DRAFT)
            killed = time.monotonic()
            os.kill(first.pid or 0, signal.SIGKILL)
            assert await until("failed", killed) - killed < 1.5
            (status,) = await boards.status()
            assert (status.fault, status.pid) == ("killed", None)
            async with asyncio.timeout(60):
                again = await until("ready", killed)
            assert again - killed > 1
            second = await boards.server(Role.DRAFT)
            assert second is not first
            assert second.alive
            await boards.down()
            await asyncio.sleep(1.5)
            assert [status.state for status in await boards.status()] == ["stopped"]
            assert not second.alive

    asyncio.run(once())


def test_an_idle_server_that_hangs_is_killed_and_started_again(tmp_path: Path) -> None:
    async def once() -> None:
        start = Start(tmp_path, wedge=1.0)
        async with Boards(BoardFile((NATIVE,), 40.0, None), tmp_path, Facts(), start=start, look=0.2) as boards:
            first = await boards.server(Role.DRAFT)
            psutil.Process(first.pid).suspend()
            async with asyncio.timeout(60):
                await become_true(lambda: not first.alive)
                assert first.fault is Fault.WEDGED
                second = await boards.server(Role.DRAFT)
            assert second.alive
            assert second is not first

    asyncio.run(once())


def test_what_will_come_again_the_same_way_is_not_started_again(tmp_path: Path) -> None:
    async def once() -> None:
        board = replace(NATIVE, model=str(tmp_path / "none.gguf"))
        async with Boards(BoardFile((board,), 40.0, None), tmp_path, Facts()) as boards:
            with pytest.raises(AppError):
                await boards.up()
            assert boards.hopeless("cpu")
            (status,) = await boards.status()
            assert (status.state, status.fault) == ("failed", "model")

    asyncio.run(once())


def record_of(process: psutil.Process, **changes: object) -> Record:
    values: dict[str, object] = {
        "board": "cpu",
        "run": "feed",
        "engine": "llama-server",
        "model": "/m.gguf",
        "context": 2048,
        "kv": "f16",
        "gpus": (),
        "alias": "cpu-feed",
        "key": "k",
        "address": "http://127.0.0.1:1",
        "socket": None,
        "folder": None,
        "log": "/nowhere.log",
        "pid": process.pid,
        "created": process.create_time(),
        "program": process.exe(),
        "owner": 1 << 22,
        "owner_created": 1.0,
        "kept": True,
    }
    return Record(**{**values, **changes})  # type: ignore[arg-type]


def test_only_a_server_of_ours_whose_program_is_gone_is_reaped(tmp_path: Path) -> None:
    """Number, creation, program and mark must all be right: numbers are used again."""

    def sleeper(**environment: str) -> psutil.Popen:
        return psutil.Popen([sys.executable, "-c", "import time; time.sleep(600)"], env=environment)

    ours, stranger, held = sleeper(JURAT_RUN="feed"), sleeper(), sleeper(JURAT_RUN="held")
    try:
        time.sleep(0.3)
        me = psutil.Process()
        found = [
            record_of(ours),
            record_of(stranger, run="strange"),
            record_of(ours, run="older", created=ours.create_time() - 100),
            record_of(held, run="held", owner=me.pid, owner_created=me.create_time()),
        ]
        for record in found:
            records.write(tmp_path, record)
        assert (tmp_path / "run" / found[0].file).stat().st_mode & 0o077 == 0
        (tmp_path / "run" / "cpu-half.json").write_text('{"board": "cpu"')
        assert records.running(tmp_path, "cpu") == found[3]
        assert [record.run for record in records.reap(tmp_path)] == ["feed"]
        assert gone([ours], 5)
        assert stranger.is_running()
        assert held.is_running()
        assert [record.run for record in records.read(tmp_path)] == ["held"]
    finally:
        for process in (ours, stranger, held):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
                process.wait()


def test_a_program_waits_for_the_keeper_that_loads_and_down_ends_one_that_still_does(tmp_path: Path) -> None:
    """Else the model would be loaded twice, or the keeper would come up after it was told to go."""
    home = home_with(tmp_path)
    (home / "odd").write_text(
        f'#!/bin/sh\ncase $1 in --help|--version) exec "{find_program(NATIVE)}" "$1";; esac\n'
        f'while [ ! -e {home}/go ]; do sleep 0.1; done\nexec "{find_program(NATIVE)}" "$@"\n'
    )
    (home / "odd").chmod(0o755)
    with (home / "boards.ini").open("a") as file:
        file.write(f"program = {home / 'odd'}\n")
    up = [sys.executable, "-m", "app", "--home", str(home), "boards", "up"]

    async def once() -> None:
        command = await asyncio.create_subprocess_exec(*up, stdout=asyncio.subprocess.DEVNULL)
        await become_true(lambda: records.keeper_of(home, "cpu") is not None)
        async with pool(home) as boards:
            assert [(s.state, s.kept) for s in await boards.status()] == [("loading", True)]
            asked = asyncio.create_task(boards.server(Role.DRAFT))
            await asyncio.sleep(1)
            assert not asked.done()
            (home / "go").touch()
            server = await asked
            record = records.running(home, "cpu")
            assert record
            assert record.kept
            assert server.pid == record.pid
            (home / "go").unlink()
        assert await command.wait() == 0
        assert records.end_keeper(home, "cpu")
        command = await asyncio.create_subprocess_exec(
            *up, stdout=asyncio.subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        await become_true(lambda: records.keeper_of(home, "cpu") is not None)
        assert (await asyncio.to_thread(jurat, home, "boards", "down")).returncode == 0
        assert await command.wait() == 1
        assert records.keeper_of(home, "cpu") is None
        command = await asyncio.create_subprocess_exec(
            *up, stdout=asyncio.subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        await become_true(lambda: records.keeper_of(home, "cpu") is not None)
        command.kill()
        await command.wait()
        async with asyncio.timeout(30):
            await become_true(lambda: records.keeper_of(home, "cpu") is None)

    asyncio.run(once())
