"""What the llama.cpp on this machine can load: its list of architectures, looked up in the program itself."""

import mmap
import os
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from app.domain.board import Board, Engine
from app.engines.programs import engine_of, find_program

_ALWAYS = ("llama", "gemma3", "qwen3")
"""Architectures that every build of the last years has: where they aren't found, the file isn't the list's."""

_NAMES = ("libllama.so*", "libllama*.dylib", "llama.dll", "libggml*.so*", "libggml*.dylib", "ggml*.dll")
_FEW_OUTPUTS = "n_outputs_max_per_seq = %u\n"
"""What llama.cpp says when it makes a context, since it knows such a limit."""


def knows_architecture(board: Board, architecture: str) -> bool | None:
    """Whether the llama.cpp that would serve ``board`` has ``architecture`` in its list; None where that can't be
    seen: there is none, or its library can't be read."""
    answers = [_holds(path, _mark(path), architecture) for path in _libraries(board)]
    told = [answer for answer in answers if answer is not None]
    return any(told) if told else None


def keeps_few_outputs(board: Board) -> bool:
    """Whether the board's server keeps room for the next word after one token of a batch only: llama-server does where
    its library can."""
    if engine_of(board) is not Engine.LLAMA_SERVER:
        return False
    return any(_holds(path, _mark(path), _FEW_OUTPUTS) for path in _libraries(board))


def _libraries(board: Board) -> list[Path]:
    """Files that may hold the list: the library beside the program, and the program where all is in one."""
    return [path for path in files_of(board) if "ggml" not in path.name]


def files_of(board: Board) -> list[Path]:
    """The libraries of the llama.cpp that would serve ``board``, and its program; none for a server elsewhere."""
    engine, folders, own = engine_of(board), list[Path](), list[Path]()
    if engine is Engine.LLAMA_CPP_PYTHON:
        spec = find_spec("llama_cpp")
        folders = [Path(folder) / "lib" for folder in spec.submodule_search_locations or ()] if spec else []
    elif engine is Engine.LLAMA_SERVER and (program := find_program(board)) is not None:
        real = program.resolve()
        folders, own = [real.parent, real.parent.parent / "lib"], [real]
    found = {path.resolve() for folder in folders for name in _NAMES for path in folder.glob(name) if path.is_file()}
    return [*sorted(found), *own]


def _mark(path: Path) -> tuple[int, int]:
    seen = path.stat()
    return seen.st_size, seen.st_mtime_ns


@lru_cache(maxsize=64)
def _holds(path: Path, mark: tuple[int, int], name: str) -> bool | None:
    """Whether a C string in ``path`` ends in ``name``; None where not even the oldest architectures' names do."""
    if mark[0] == 0 or not os.access(path, os.R_OK):
        return None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        # a string may share the end of a longer one, so only its own end is certain
        if any(data.find(f"{known}\0".encode()) < 0 for known in _ALWAYS):
            return None
        return data.find(f"{name}\0".encode()) >= 0
