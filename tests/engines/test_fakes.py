"""With a server that misbehaves as it is told."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path

import psutil
import pytest
from engine_help import BOARD, FAKES, fake_start, gone

from app.domain.board import KvType
from app.domain.errors import AppError, ExitStatus, MissingOnMachine, StageFailed
from app.engines.answers import Message
from app.engines.launch import free_port
from app.engines.llama import start_llama
from app.engines.python_server import PythonServer

Running = Callable[..., AbstractAsyncContextManager[PythonServer]]
ASK = [Message("user", "one two three")]


def children() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def ask(fake: Running, mode: str, **options: object):
    async def once():
        async with fake(mode, **options) as server:
            return await server.chat(
                ASK, max_tokens=20, schema={"type": "object", "properties": {"n": {"type": "integer"}}}
            )

    return asyncio.run(once())


def test_a_slow_start_is_waited_for(fake: Running) -> None:
    async def timed() -> float:
        begun = time.monotonic()
        async with fake("slow", stall=2.0):
            return time.monotonic() - begun

    assert 2.4 < asyncio.run(timed()) < 20


@pytest.mark.parametrize(
    ("mode", "error", "says"),
    [
        ("dies", MissingOnMachine, "server isn't installed: uvicorn"),
        ("no-memory", MissingOnMachine, "memory does not suffice"),
        ("too-big", MissingOnMachine, "memory does not suffice"),
        ("breaks", AppError, r"status 7; the last it said was: GGML_ASSERT\(n > 0\) failed"),
        ("500", AppError, "status 500"),
        ("open", AppError, "takes a wrong key"),
        ("other-model", AppError, "not with our model"),
        ("small-context", AppError, "has a context of 2048 tokens; 8192 tokens were asked for"),
        ("silent", AppError, "stopped making progress"),
    ],
)
def test_a_start_that_fails_says_why_and_leaves_nothing(
    tmp_path: Path, mode: str, error: type[AppError], says: str
) -> None:
    before = children()
    with pytest.raises(error, match=says):
        asyncio.run(start_llama(BOARD, fake_start(tmp_path, mode, stall=1.0)))
    assert gone([child for child in children() if child not in before])


def test_memory_that_does_not_suffice_is_tried_with_smaller_caches(tmp_path: Path) -> None:
    steps: list[str] = []

    def note(step: str, done: float | None = None) -> None:
        if done is None:
            steps.append(step)

    with pytest.raises(MissingOnMachine):
        asyncio.run(start_llama(BOARD, fake_start(tmp_path, "no-memory"), note))
    assert steps == ["checking", "loading", "loading", "loading"]
    with pytest.raises(MissingOnMachine):  # weights that are too big are so with any cache
        asyncio.run(
            start_llama(
                BOARD,
                fake_start(tmp_path / "other", "too-big"),
                note,
            )
        )
    assert steps[4:] == ["checking", "loading"]
    assert BOARD.kv is KvType.AUTO
    log = tmp_path / "logs" / "cpu.log"
    assert "cache of type 2" in log.read_text()
    assert "cache of type 8" in log.with_suffix(".log.1").read_text()


def test_characters_cut_between_packets_come_whole(fake: Running) -> None:
    async def once() -> str:
        async with fake("cut-characters") as server:
            return (await server.chat(ASK, max_tokens=20)).text

    assert asyncio.run(once()) == "§ 5 – größer €5 😀"


@pytest.mark.parametrize(
    ("mode", "error", "says"),
    [
        ("cut-short", StageFailed, "limit of 20 tokens"),
        ("empty", StageFailed, "empty answer"),
        ("wrong-form", StageFailed, "n is not of type integer"),
        ("no-text", AppError, "broke off"),
        ("garbage", AppError, "no answer"),
        ("unfinished", AppError, "broke off"),
        ("crashes", AppError, "stopped in the middle of its work"),
    ],
)
def test_no_broken_answer_passes(fake: Running, mode: str, error: type[AppError], says: str) -> None:
    with pytest.raises(error, match=says) as raised:
        ask(fake, mode)
    assert "board cpu" in str(raised.value).lower()
    assert raised.value.exit_status == ExitStatus.NEEDS_PERSON


def test_a_whole_answer_passes(fake: Running) -> None:
    assert ask(fake, "ok").text == '{"n": 1}'


def test_a_server_that_hangs_is_ended(fake: Running) -> None:
    async def once() -> None:
        async with fake("stops-talking", silence=1.0) as server:
            with pytest.raises(AppError, match="did not answer any more and was ended"):
                await server.chat(ASK, max_tokens=20)
            assert not server.process.alive

    asyncio.run(once())


def test_a_template_without_system_messages_gets_the_text_all_the_same(fake: Running) -> None:
    async def once() -> tuple[int, int]:
        async with fake("no-system") as server:
            assert not server.takes_system
            split = await server.count([Message("system", "one two"), Message("user", "three")])
            return split, await server.count([Message("user", "one two\n\nthree")])

    with_system, without = asyncio.run(once())
    assert with_system == without == 1 + 3 + 5


def test_the_log_holds_neither_prompts_nor_the_key(tmp_path: Path) -> None:
    async def once() -> str:
        server = await start_llama(BOARD, fake_start(tmp_path, "leaks"))
        try:
            await server.chat(ASK, max_tokens=20)
            await asyncio.sleep(0.2)
            return server._http.headers["Authorization"].removeprefix("Bearer ")
        finally:
            await server.close()

    key = asyncio.run(once())
    text = (tmp_path / "logs" / "cpu.log").read_text()
    assert "POST /v1/chat/completions" in text
    assert "SECRET PROMPT" not in text
    assert key not in text
    assert "2 lines left out" in text


@contextmanager
def foreign(port: int) -> Iterator[None]:
    """Another program on ``port``, which takes any key and calls itself ready."""
    command = [sys.executable, str(FAKES / "model_server.py"), "open", "--port", str(port)]
    options = ["--host", "127.0.0.1", "--model_alias", "cpu", "--n_ctx", "8192"]
    with subprocess.Popen([*command, *options], env={"API_KEY": "x"}, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def test_a_port_that_was_taken_is_left_for_another(tmp_path: Path) -> None:
    taken = free_port()
    ports = iter([taken, taken, free_port()])

    async def once() -> None:
        server = await start_llama(BOARD, fake_start(tmp_path, "ok", port=lambda: next(ports)))
        await server.close()

    with foreign(taken):
        asyncio.run(once())
        with pytest.raises(AppError, match="no free port"):
            asyncio.run(start_llama(BOARD, fake_start(tmp_path, "ok", port=lambda: taken)))


def test_cancelling_a_start_leaves_nothing(tmp_path: Path) -> None:
    async def once() -> list[psutil.Process]:
        loading = asyncio.Event()
        note = lambda step, done=None: loading.set() if step == "loading" else None  # noqa: E731
        task = asyncio.create_task(start_llama(BOARD, fake_start(tmp_path, "silent"), note))
        await loading.wait()
        found = await asyncio.to_thread(first_server)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return found

    def first_server() -> list[psutil.Process]:
        while not (found := [c for c in children() if "model_server.py" in c.cmdline()[1]]):
            time.sleep(0.05)
        return found

    assert gone(asyncio.run(once()))


def test_a_server_that_ignores_sigterm_is_killed(fake: Running) -> None:
    async def once() -> psutil.Process:
        async with fake("ok") as server:
            process = psutil.Process(server.process.pid)
            process.suspend()  # SIGTERM waits for a process that is stopped
            return process

    assert gone([asyncio.run(once())], 1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's help is Linux's")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killing_the_guard_ends_the_server(fake: Running, number: signal.Signals) -> None:
    async def once() -> psutil.Process:
        async with fake("ok") as server:
            process = psutil.Process(server.process.pid)
            guard = process.parent()
            assert guard is not None
            assert any("guard.py" in part for part in guard.cmdline())
            guard.send_signal(number)
            assert await asyncio.to_thread(gone, [process, guard])
            return process

    asyncio.run(once())


@pytest.mark.parametrize("mode", ["ok", "silent"])
def test_killing_the_program_leaves_no_server(tmp_path: Path, mode: str) -> None:
    """``ok``: while the board is ready. ``silent``: while it is loading."""
    program = [sys.executable, str(FAKES / "program_with_board.py"), str(tmp_path), mode]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        while process.stdout.readline().strip() != ("ready" if mode == "ok" else "loading"):
            assert process.poll() is None
        parent = psutil.Process(process.pid)
        while len(family := parent.children(recursive=True)) < 2:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        assert gone(family)


def test_closing_the_pipe_alone_ends_the_server(tmp_path: Path) -> None:
    """What holds where no kernel helps: the guard sees that its input has ended."""
    sleeper = [sys.executable, "-c", "import time; time.sleep(3600)"]
    guard = Path(__file__).parents[2] / "app" / "engines" / "guard.py"
    command = [sys.executable, "-I", "-S", str(guard), str(os.getpid()), "--", *sleeper]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdin
        server = psutil.Process(int(process.stdout.readline().removeprefix("guard: server pid ")))
        process.stdin.close()
        assert gone([server])
        assert process.wait(5) == 128 + signal.SIGTERM


def test_a_guard_whose_parent_is_gone_starts_nothing(tmp_path: Path) -> None:
    guard = Path(__file__).parents[2] / "app" / "engines" / "guard.py"
    mark = tmp_path / "started"
    command = [sys.executable, "-I", "-S", str(guard), "1", "--", "touch", str(mark)]
    assert subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0
    assert not mark.exists()


def test_a_free_port_can_be_bound() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", free_port()))
