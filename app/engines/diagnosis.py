"""Why a model server did not start, from what it said, in plain words."""

import re
from collections.abc import Iterable

from app.domain.board import Board
from app.domain.errors import AppError, MissingOnMachine
from app.engines.supervisor import ServerProcess


class PortTaken(AppError):
    """Another program took the port first: worth another try on another port."""


class MemoryShort(MissingOnMachine):
    """The model was loaded, but its cache at this context is too big for the memory: a smaller one may fit."""


_NO_MEMORY = (
    r"(?i)failed to allocate|out of memory|std::bad_alloc|Cannot allocate memory|MemoryError|unable to allocate|"
    r"failed to initialize the context|insufficient memory|Thread creation failed"
)
_SMALLER = "Choose a smaller model, or a smaller `context` for the board in boards.ini."
# (what the log holds, what that means, what to do)
_CAUSES = (
    (r"No module named '?llama_cpp", "llama-cpp-python isn't installed.", "Set the program up again with `./jurat`."),
    (
        r"No module named '?(\w+)",
        "A part of llama-cpp-python's server isn't installed: {0}.",
        "Set the program up again with `./jurat`.",
    ),
    (r"Model path does not exist", "The model file isn't there any more.", "Name a GGUF file in boards.ini."),
    (
        r"unknown model architecture: '?([\w-]+)",
        "This version of llama.cpp doesn't know the model's architecture: {0}.",
        "Choose another model, or a newer llama-cpp-python.",
    ),
    (
        r"no kernel image is available|device kernel image is invalid",
        "llama-cpp-python is built without code for these GPUs.",
        "Build it for their compute capability, or take `gpus` out of boards.ini to use the CPU.",
    ),
    (
        r"no CUDA-capable device|failed to initialize CUDA|CUDA driver version is insufficient",
        "CUDA finds no GPU that it can use.",
        "Check `gpus` in boards.ini against `nvidia-smi`, and the driver's version.",
    ),
    (
        r"invalid magic|data is not within the file bounds|failed to read|corrupted|Failed to load model from file",
        "The model file is damaged or not whole.",
        "Download it again.",
    ),
)


def find(lines: Iterable[str], pattern: str) -> re.Match[str] | None:
    """The first place in ``lines`` where ``pattern`` stands."""
    return next((hit for line in lines if (hit := re.search(pattern, line))), None)


def diagnose(board: Board, process: ServerProcess) -> AppError:
    """The error for a server that ended before it was ready."""
    lines = process.log.lines
    what = f"The model server of board {board.name} did not start."
    if find(lines, r"address already in use|Errno 98|Errno 48|WinError 10048|error while attempting to bind"):
        return PortTaken(what)
    log = f"Its log is {process.log.path}."
    if find(lines, _NO_MEMORY) or process.status == 137:
        kind = MemoryShort if find(lines, r"llama_context|llama_kv_cache") else MissingOnMachine
        return kind(what, "The memory does not suffice for the model and its context.", f"{_SMALLER} {log}")
    for pattern, why, remedy in _CAUSES:
        if hit := find(lines, pattern):
            return MissingOnMachine(what, why.format(*hit.groups()), f"{remedy} {log}")
    last = next((line for line in reversed(lines) if line.strip()), "nothing")
    return AppError(what, f"It ended with status {process.status}; the last it said was: {last[:200]}.", log)
