"""What loads really take: as the real servers say it, as a driver lists it, and where the estimate was wrong."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
import rebuilt
from engine_help import BOARD
from test_card_memory import gpus_with

from app.domain.board import Board, Engine
from app.domain.board_fit import FitVerdict
from app.engines.boardfile import BoardFile
from app.engines.checks import Surroundings, check_board
from app.engines.client import Identity
from app.engines.launch import Start
from app.engines.llama_server import LlamaServer
from app.engines.loads import Load, Taken, buffers_of, keep_load, measure_load, read_loads, wrong_before
from app.engines.local import LeftProcess
from app.engines.pool import Boards
from app.engines.programs import find_program
from app.engines.records import Record
from app.engines.wire import connect
from app.events import Facts

GIB, MIB = 1 << 30, 1 << 20
native = pytest.mark.skipif(
    find_program(replace(BOARD, engine=Engine.LLAMA_SERVER)) is None, reason="there is no llama-server here"
)


@pytest.mark.parametrize("engine", [pytest.param(Engine.LLAMA_SERVER, marks=native), Engine.LLAMA_CPP_PYTHON])
def test_the_estimate_of_a_real_load_holds(tmp_path: Path, engine: Engine) -> None:
    """Kept once a load, and known to the next check; llama.cpp's own figure is within 5 % of ours."""
    board = replace(BOARD, engine=engine, context=4096)

    async def once() -> None:
        async with Boards(BoardFile((board,), 40.0, None), tmp_path, Facts()) as boards:
            await boards.up()

    asyncio.run(once())
    (load,) = read_loads(tmp_path)
    (place,) = load.places
    assert (load.board, load.context, load.kv, load.cards) == ("cpu", 4096, "f16", ())
    assert place.card is None
    assert load.measured == place.buffers
    assert load.measured == pytest.approx(load.reckoned, rel=0.05)
    assert place.buffers == pytest.approx(place.held, rel=0.25)
    assert load.wrong == ""


def test_cards_are_measured_by_the_driver(tmp_path: Path) -> None:
    """A model on two cards: the driver's figure counts, with what it takes itself."""
    path = rebuilt.write_head(tmp_path / "m.gguf", rebuilt.QWEN_27B)
    board = Board("pair", str(path), Engine.LLAMA_SERVER, gpus=("0", "1"))
    pid = os.getpid()
    gpus = gpus_with({0: [[pid, 14 * GIB]], 1: [[pid, 26 * GIB]], 2: [[pid, GIB]]})
    record = Record("pair", "r", "llama-server", str(path), 8192, "f16", ("0", "1"), "a", "k", "http://x", *[None] * 2,
                    str(tmp_path / "log"), pid=pid, created=psutil.Process().create_time())  # fmt: skip
    process = LeftProcess(record)
    process.log.lines.append("0.1 I load_tensors:        CUDA1 model buffer size = 14000.00 MiB")
    server = LlamaServer(Identity("pair", "m", 8192, "a"), connect("http://127.0.0.1:9"), process)
    server.record = record

    async def once() -> Load | None:
        try:
            return await measure_load(server, board, Start(tmp_path, gpus=gpus))
        finally:
            await server.close()

    load = asyncio.run(once())
    gpus.close()
    assert load is not None
    fit = check_board(board, Surroundings(None, 64 * GIB, 0.0)).fit
    assert fit is None  # without a driver nothing can be reckoned; with it, it is
    assert [(p.card, p.held, p.buffers) for p in load.places] == [(0, 14 * GIB, None), (1, 26 * GIB, 14000 * MIB)]
    assert load.measured == 40 * GIB
    assert all(13 * GIB < place.reckoned < 17 * GIB for place in load.places)
    assert load.wrong.startswith("Its last load took 26.0 GiB of card 1, and ")


@pytest.mark.parametrize(
    ("reckoned", "buffers", "wrong"),
    [
        (GIB, GIB + GIB // 25, False),
        (GIB, GIB + GIB // 10, True),
        (GIB, GIB * 7 // 10, True),
        (100 * MIB, 160 * MIB, False),  # what libraries take
        (GIB, None, False),
    ],
)
def test_when_an_estimate_was_wrong(reckoned: int, buffers: int | None, *, wrong: bool) -> None:
    load = Load("A", "m", 4096, "f16", (), (Taken(None, reckoned, 0, buffers, None),))
    assert bool(load.wrong) is wrong


def test_boards_that_are_ready_together_all_keep_what_they_took(tmp_path: Path) -> None:
    names = [f"board{n}" for n in range(24)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda name: keep_load(tmp_path, Load(name, "m", 1, "f16", (), ())), names))
    assert sorted(load.board for load in read_loads(tmp_path)) == sorted(names)


def test_each_model_context_and_cache_has_its_own_record_and_the_oldest_go(tmp_path: Path) -> None:
    load = Load("A", "m", 4096, "f16", ("0",), (Taken(0, GIB, 0, None, 2 * GIB),))
    for n in range(12):
        keep_load(tmp_path, replace(load, context=1024 * n))
        keep_load(tmp_path, replace(load, board="B", context=1024))
    kept = read_loads(tmp_path)
    assert [one.context for one in kept if one.board == "A"] == [1024 * n for n in range(11, 3, -1)]
    assert len([one for one in kept if one.board == "B"]) == 1
    fit = check_board(replace(BOARD, context=8192), Surroundings(None, 64 * GIB, 0.0)).fit
    assert fit is not None
    assert fit.verdict is FitVerdict.FITS
    board = Board("A", "m", gpus=("0",))
    assert wrong_before(tmp_path, board, Path("m"), fit).startswith("Its last load took 2.0 GiB of card 0")
    assert wrong_before(tmp_path, replace(board, gpus=("1",)), Path("m"), fit) == ""
    assert wrong_before(tmp_path, board, Path("n"), fit) == ""
    (tmp_path / "loads.json").write_text('[{"board": 1}]')
    assert read_loads(tmp_path) == []


def test_what_llama_cpp_says_of_its_buffers() -> None:
    said = """
0.00.122.213 I load_tensors:          CPU model buffer size =    92.10 MiB
load_tensors:   CPU_Mapped model buffer size =    10.00 MiB
load_tensors:        CUDA0 model buffer size =  1000.00 MiB
0.00.910.702 I llama_kv_cache:      CUDA1 KV buffer size =    24.00 MiB
0.00.910.802 I llama_kv_cache:      CUDA1 KV buffer size =    15.00 MiB
0.00.328.543 I sched_reserve:  CUDA_Host compute buffer size =    22.00 MiB
0.00.328.543 I llama_context: n_ctx = 4096
"""
    found = {place: size // MIB for place, size in buffers_of(said.splitlines()).items()}
    assert found == {None: 124, 0: 1000, 1: 39}
    assert buffers_of(["nothing of it"]) == {}
