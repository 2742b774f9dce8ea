"""Which function starts which engine. Imported on demand: httpx2 takes longer to import than `jurat --help` may."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from app.domain.board import Board, Engine
from app.domain.errors import NotInThisVersion

if TYPE_CHECKING:
    from app.engines.client import ModelServer
    from app.engines.llama import Start

Note = Callable[[str], None]
Starter = Callable[[Board, "Start", Note], Awaitable["ModelServer"]]


def engine_of(board: Board) -> Engine:
    """What an unset engine means."""
    return board.engine or Engine.LLAMA_CPP_PYTHON


def starter_of(board: Board) -> Starter:
    """The function that makes a ready server for ``board``. NotInThisVersion where there is none."""
    engine = engine_of(board)
    if engine is Engine.LLAMA_CPP_PYTHON:
        from app.engines.llama import start_llama

        return start_llama
    raise NotInThisVersion(f"Board {board.name}: engine {engine}")
