"""Which function starts which engine. Imported on demand: httpx2 takes longer to import than `jurat --help` may."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from app.domain.board import Board, Engine
from app.engines.programs import engine_of

if TYPE_CHECKING:
    from app.engines.client import ModelServer
    from app.engines.launch import Note, Start
    from app.engines.local import LocalServer, Process
    from app.engines.records import Record

    Adopter = Callable[[Board, Record, Process, Start], Awaitable[LocalServer]]

Starter = Callable[[Board, "Start", "Note"], Awaitable["ModelServer"]]


def starter_of(board: Board) -> Starter:
    """The function that makes a ready server for ``board``."""
    engine = engine_of(board)
    if engine is Engine.LLAMA_SERVER:
        from app.engines.native import start_native

        return start_native
    if engine is Engine.LLAMA_CPP_PYTHON:
        from app.engines.llama import start_llama

        return start_llama
    if engine is Engine.OLLAMA:
        from app.engines.ollama import start_ollama

        return start_ollama
    from app.engines.openai import start_openai

    return start_openai


def adopter_of(record: "Record") -> "Adopter":
    """The function that makes a client of a server that runs already."""
    if record.engine == Engine.LLAMA_SERVER:
        from app.engines.native import adopt_native

        return adopt_native
    from app.engines.llama import adopt_llama

    return adopt_llama
