"""A server that hangs is seen in a time that follows from how fast it was; one that is only slow is left alone."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
from engine_help import BOARD, FAKES, fake_start

from app.domain.errors import AppError
from app.engines.answers import Message
from app.engines.client import Identity
from app.engines.kept import put_down
from app.engines.launch import Start, free_port
from app.engines.llama import adopt_llama, start_llama
from app.engines.llama_server import LlamaServer
from app.engines.local import LeftProcess, Patience
from app.engines.pace import Pace
from app.engines.state import BoardState, Fault
from app.engines.supervisor import ServerLog, ServerProcess
from app.engines.wire import connect

ASK = [Message("user", "one two three")]


@asynccontextmanager
async def slots(folder: Path, mode: str, wedge: float = 1.0) -> AsyncIterator[LlamaServer]:
    """A client of the fake in ``mode``."""
    port, log = free_port(), ServerLog(folder / "cpu.log", "k")
    command = [sys.executable, str(FAKES / "slots_server.py"), mode, str(port)]
    process = await ServerProcess.start(command, {}, folder, log)
    while "listening" not in log.lines:
        await process.news(5)
    identity = Identity("cpu", "fake", 100_000, "cpu-1")
    server = LlamaServer(identity, connect(f"http://127.0.0.1:{port}"), process, Patience(wedge=wedge))
    try:
        yield server
    finally:
        await server.close()


def asked(folder: Path, mode: str, **options: float) -> tuple[LlamaServer, str, float]:
    """The server after one question, what came of it, and after how many seconds."""
    pace = Pace(options.pop("read", 0.0))

    async def once() -> tuple[LlamaServer, str, float]:
        async with slots(folder, mode, **options) as server:
            server.pace = pace
            begun = time.monotonic()
            try:
                said = (await server.chat([Message("user", "one two three")], max_tokens=20)).text
            except AppError as error:
                said = f"{error.fault}: {error.why}"
            assert server.alive == (not said.startswith("wedged"))
            return server, said, time.monotonic() - begun

    return asyncio.run(once())


@pytest.mark.parametrize("mode", ["spins-reading", "flickers", "spins-writing"])
def test_a_server_that_burns_its_processor_and_gets_no_further_is_ended(tmp_path: Path, mode: str) -> None:
    """Neither its work nor that its slots are told again and again is progress."""
    _, said, seconds = asked(tmp_path, mode)
    assert "seconds it worked, and read and wrote nothing" in said
    assert 1 <= seconds < 12


def test_how_long_it_may_take_follows_from_how_fast_it_was(tmp_path: Path) -> None:
    """Three words at 0.1 s each: ten times 0.3 s are more than the least, 1 s."""
    _, said, seconds = asked(tmp_path, "spins-reading", read=0.1)
    assert said.endswith("it should need 3 at most.")
    assert 3 <= seconds < 12


@pytest.mark.parametrize("mode", ["steps", "deaf", "whole"])
def test_a_server_that_is_slow_is_left_alone(tmp_path: Path, mode: str) -> None:
    """It needs more than twice what a standstill may last, but is a step further every third of a second."""
    server, said, _ = asked(tmp_path, mode)
    assert set(said.split()) == {"I"}
    assert server.pace.slowest < 2 or mode == "whole"


def test_the_limit_in_seconds() -> None:
    pace = Pace(read=0.02, write=0.1)
    assert pace.limit(60, 512) == pytest.approx(102.4)  # a batch on a slow processor
    assert pace.limit(60, 0) == 60
    pace.saw(9.0)
    assert pace.limit(60, 0) == 90
    pace.saw(400.0)  # the machine stood still
    assert pace.limit(60, 0) == 600
    assert Pace(read=0.5).limit(60, 512) == 2560  # it is that slow
    assert Pace(**pace.measured()) == Pace(read=0.02, write=0.1)


def test_a_python_server_that_spins_before_its_first_word_is_ended(tmp_path: Path) -> None:
    async def once() -> float:
        server = await start_llama(BOARD, fake_start(tmp_path, "spins", wedge=1.0))
        begun = time.monotonic()
        try:
            assert server.pace.read > 0
            with pytest.raises(AppError, match="did not answer any more and was ended") as error:
                await server.chat(ASK, max_tokens=20)
            assert "it worked, and read and wrote nothing" in error.value.why
            assert error.value.fault == server.fault == Fault.WEDGED
        finally:
            await server.close()
        return time.monotonic() - begun

    assert asyncio.run(once()) < 15


def test_a_start_that_only_burns_its_processor_is_given_up(tmp_path: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(AppError, match="For 3 seconds nothing came of its work") as error:
        asyncio.run(start_llama(BOARD, fake_start(tmp_path, "burns", stall=0.3)))
    assert error.value.fault == Fault.STALLED
    assert time.monotonic() - begun > 3


def test_a_real_python_server_that_is_stopped_by_a_signal_is_ended(runner: asyncio.Runner, tmp_path: Path) -> None:
    async def once() -> float:
        server = await start_llama(BOARD, Start(tmp_path, wedge=1.5))
        struck: list[float] = []

        def strike(_: str) -> None:
            if not struck:
                psutil.Process(server.pid).suspend()
                struck.append(time.monotonic())

        try:
            assert 0 < server.pace.read < 1
            assert 0 < server.pace.write < 5
            with pytest.raises(AppError, match="did not answer any more and was ended") as error:
                await server.chat(ASK, max_tokens=500, repeat_penalty=1, on_text=strike)
            assert error.value.fault == Fault.WEDGED
            assert not server.alive
        finally:
            await server.close()
        return time.monotonic() - struck[0]

    assert runner.run(once()) < 15


def test_what_a_look_sees_of_a_python_server(tmp_path: Path) -> None:
    """Ready, busy for another program, stopped by a signal: as it is, whoever asks."""

    async def once() -> list[object]:
        start = fake_start(tmp_path, "holds")
        server = await start_llama(BOARD, start)
        put_down(tmp_path, server, kept=True)
        assert server.record
        other = await adopt_llama(BOARD, server.record, LeftProcess(server.record), start)
        process = psutil.Process(server.pid)
        seen: list[object] = [await other.look()]
        asking = asyncio.create_task(server.chat(ASK, max_tokens=20))
        try:
            while not server.pulse.written:  # noqa: ASYNC110 - it is only there to be looked at
                await asyncio.sleep(0.05)
            seen.append(await other.look())
            third = await adopt_llama(BOARD, server.record, LeftProcess(server.record), start)
            seen.append(third.pace.measured() == server.pace.measured())
            await third.close()
            process.suspend()
            seen.append(await other.look())
            with pytest.raises(AppError, match="runs and does not answer") as error:
                await adopt_llama(BOARD, server.record, LeftProcess(server.record), start)
            seen.append(error.value.fault)
        finally:
            process.resume()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await other.close()
            await server.close()
        return seen

    assert asyncio.run(once()) == [None, BoardState.BUSY, True, BoardState.WEDGED, Fault.WEDGED]
