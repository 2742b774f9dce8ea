"""Measuring a board: what is asked, what is made of it, and llama-bench's words."""

import asyncio
import json
import os
import time
from pathlib import Path

import psutil
import pytest

from app.domain.board import Board, KvType
from app.domain.board_fit import CardShare, Fit, FitVerdict
from app.engines.bench import WRITTEN, lengths_for, measure
from app.engines.llama_bench import BenchFigures, ask_llama_bench, bench_arguments, find_llama_bench, read_figures
from app.engines.python_server import PythonServer


def share(card: int | None, layers: int) -> CardShare:
    return CardShare(card, layers, 1, 1, 0, 1, 1, 100)


def fit(*shares: CardShare, split: str = "none") -> Fit:
    return Fit(FitVerdict.FITS, "", 4096, KvType.Q8_0, 256, split, shares)


@pytest.mark.parametrize(
    ("context", "lengths"), [(512, (128,)), (4096, (128, 512, 2048)), (65536, (128, 512, 2048, 8192)), (128, (32,))]
)
def test_only_lengths_that_a_context_holds_are_measured(context: int, lengths: tuple[int, ...]) -> None:
    assert lengths_for(context) == lengths


def test_llama_bench_gets_what_the_server_has() -> None:
    board = Board("A", "m.gguf", gpus=("0", "1"), threads=6)
    words = bench_arguments(board, Path("m.gguf"), fit(share(0, 20), share(1, 21), split="layer"), 512, 3)
    said = dict(zip(words[::2], words[1::2], strict=True))
    assert (said["-ts"], said["-sm"], said["-ngl"]) == ("20/21", "layer", "999")
    assert (said["-ctk"], said["-ctv"], said["-fa"], said["-ub"], said["-t"]) == ("q8_0", "q8_0", "1", "256", "6")
    assert (said["-p"], said["-n"], said["-d"], said["-r"]) == ("512", str(WRITTEN), "0,512", "3")
    bare = bench_arguments(Board("cpu", "m.gguf"), Path("m.gguf"), fit(share(None, 30)), 512, 3)
    assert bare[bare.index("-ngl") + 1] == "0"
    assert "-ts" not in bare


def test_its_figures_are_the_medians_of_the_right_tests() -> None:
    tests = [
        {"n_prompt": 512, "n_gen": 0, "n_depth": 0, "avg_ts": 300.0, "samples_ts": [290.0, 310.0, 900.0]},
        {"n_prompt": 0, "n_gen": 64, "n_depth": 0, "avg_ts": 70.0, "samples_ts": [70.0]},
        {"n_prompt": 512, "n_gen": 0, "n_depth": 512, "avg_ts": 200.0, "samples_ts": [200.0]},
        {"n_prompt": 0, "n_gen": 64, "n_depth": 512, "avg_ts": 60.0, "samples_ts": [61.0, 59.0, 60.0]},
    ]
    assert read_figures(json.dumps(tests), 512) == BenchFigures(310.0, 60.0, 512)


@pytest.mark.parametrize("text", ["", "[]", "nonsense", "{}", '[{"n_gen": 1}]', "[3]", "7"])
def test_what_it_says_otherwise_is_no_figure(text: str) -> None:
    assert read_figures(text, 512) is None


def test_a_program_that_fails_gives_no_figure(tmp_path: Path) -> None:
    program = tmp_path / "llama-bench"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    server = tmp_path / "llama-server"
    server.write_text("")
    assert find_llama_bench(server) == program
    asked = ask_llama_bench(program, Board("A", "m"), Path("m"), fit(share(None, 1)), 128, dict(os.environ))
    assert asyncio.run(asked) is None
    assert find_llama_bench(tmp_path / "other" / "llama-server") is None


_SAYS = """#!/bin/sh
echo '[{"n_prompt": 128, "n_gen": 0, "n_depth": 0, "avg_ts": 310.0},
 {"n_prompt": 0, "n_gen": %d, "n_depth": 128, "avg_ts": 60.0}]'
"""
_HANGS = """#!/bin/sh
echo $$ > %s
exec sleep 60
"""


def test_what_the_program_prints_is_its_figure(tmp_path: Path) -> None:
    program = tmp_path / "llama-bench"
    program.write_text(_SAYS % WRITTEN)
    program.chmod(0o755)
    asked = ask_llama_bench(program, Board("A", "m"), Path("m"), fit(share(None, 1)), 128, dict(os.environ))
    assert asyncio.run(asked) == BenchFigures(310.0, 60.0, 128)


def test_the_program_ends_when_nobody_waits_for_it_any_more(tmp_path: Path) -> None:
    program, number = tmp_path / "llama-bench", tmp_path / "pid"
    program.write_text(_HANGS % number)
    program.chmod(0o755)

    async def go() -> int:
        asked = ask_llama_bench(program, Board("A", "m"), Path("m"), fit(share(None, 1)), 128, dict(os.environ))
        task = asyncio.create_task(asked)
        while not (number.exists() and number.read_text().strip()):  # noqa: ASYNC110  another program writes it
            await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return int(number.read_text())

    pid = asyncio.run(asyncio.wait_for(go(), 30))
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_board_is_measured_with_the_model_that_is_loaded(runner: asyncio.Runner, server: PythonServer) -> None:
    """The embedded model on the processor: figures above nothing, of a prompt of about the length that was asked."""
    point = runner.run(measure(server, 128, 1))
    assert 90 <= point.prompt <= 170
    assert None not in (point.read, point.written, point.seen)
    assert min(point.read or 0, point.written or 0, point.seen or 0) > 0
