"""llama-bench's own figure for a board, taken with what the board's server is started with."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.board import Board
from app.domain.board_fit import Fit
from app.engines import guard
from app.engines.bench import WRITTEN
from app.engines.models import threads_of
from app.engines.native_options import batch_of
from app.engines.processor import repacking_crashes

_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class BenchFigures:
    """Tokens a second, read and written, with ``filled`` tokens in the cache before."""

    read: float | None
    written: float | None
    filled: int


def find_llama_bench(server: Path | None) -> Path | None:
    """The program beside llama-server; None where it isn't there."""
    if server is None:
        return None
    found = server.resolve().with_name(f"llama-bench{server.suffix}")
    return found if found.is_file() else None


async def ask_llama_bench(
    program: Path, board: Board, model: Path, fit: Fit, filled: int, environment: Mapping[str, str], repeats: int = 3
) -> BenchFigures | None:
    """Run it; None where it fails or says nothing that can be read. It ends with this program, and when cancelled."""
    command = [str(program), *bench_arguments(board, model, fit, filled, repeats)]
    held = (sys.executable, "-I", "-S", guard.__file__, str(os.getpid()), "--", *command)
    try:
        process = await asyncio.create_subprocess_exec(
            *held, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=dict(environment), start_new_session=True
        )
    except OSError:
        return None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(_SECONDS):
            said = await process.stdout.read()
            status = await process.wait()
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()  # and with the guard what it holds
            await process.wait()
    lines = said.decode("utf-8", "replace").splitlines()
    found = "\n".join(line for line in lines if not line.startswith(guard.PID_LINE))
    return read_figures(found, filled) if status == 0 else None


def bench_arguments(board: Board, model: Path, fit: Fit, filled: int, repeats: int) -> list[str]:
    """The same threads, cache, batch, flash attention and layers on each card as the server has."""
    split = ["-ts", "/".join(map(str, fit.layers))] if fit.split == "layer" else []
    layers = ["-ngl", "999", "-sm", fit.split, *split] if board.gpus else ["-ngl", "0"]
    return [
        *("-m", str(model), "-p", str(filled), "-n", str(WRITTEN), "-d", f"0,{filled}", "-r", str(repeats)),
        *("-t", str(threads_of(board)[0]), "-ctk", fit.kv.value, "-ctv", fit.kv.value, "-fa", "1"),
        *("-b", str(batch_of(board)), "-ub", str(fit.batch), *layers, "-o", "json"),
        *(("--repack", "0") if repacking_crashes() else ()),
    ]


def read_figures(text: str, filled: int) -> BenchFigures | None:
    """What ``-o json`` printed: a list of tests with ``n_prompt``, ``n_gen``, ``n_depth`` and ``avg_ts``."""
    try:
        tests = json.loads(text)
        read = _of(tests, prompt=True, depth=0)
        written = _of(tests, prompt=False, depth=filled)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return None if read is None and written is None else BenchFigures(read, written, filled)


def _of(tests: Sequence[Mapping[str, object]], *, prompt: bool, depth: int) -> float | None:
    for test in tests:
        if bool(test["n_prompt"]) is prompt and test.get("n_depth", 0) == depth:
            samples = test.get("samples_ts")
            if isinstance(samples, list) and samples:
                return float(sorted(samples)[len(samples) // 2])
            return float(str(test["avg_ts"]))
    return None
