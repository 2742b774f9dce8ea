"""Boards: what boards.ini says, whether each one's model is there and loads, and what each one does now."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from app.actions.sights import BoardSight, see_boards
from app.domain.board import Board
from app.domain.board_fit import Card, Fit
from app.domain.errors import AppError, WrongUse
from app.engines.checks import BoardCheck, Surroundings, check_board
from app.engines.fit_params import ask_fit_params, find_fit_params, said_taken
from app.engines.gguf_facts import ModelShape
from app.engines.gpu_builds import lacks_code
from app.engines.loads import wrong_before
from app.engines.pool import BoardStatus
from app.engines.programs import find_program
from app.engines.speed import calibration_of
from app.workbench import Workbench

__all__ = ["BoardSight", "see_boards"]

_LOG_TAIL = 200_000


def list_boards(bench: Workbench) -> tuple[Board, ...]:
    return bench.boards.boardfile.boards


async def check_boards(bench: Workbench) -> list[BoardCheck]:
    """Of each board, in the order of the file: whether its model fits, how it would lie, and how fast it should be.

    Reckoned from the models' heads; `llama-fit-params` is asked, too, where llama.cpp's programs are there. Nothing is
    loaded. What is wrong with a board is its verdict, never an error.
    """
    running = frozenset(status.board for status in await bench.boards.status() if status.pid is not None)
    return await asyncio.to_thread(_check, bench, running, await bench.gpus.cards())


def _check(bench: Workbench, running: frozenset[str], cards: tuple[Card, ...] | None) -> list[BoardCheck]:
    import psutil

    home = bench.settings.home
    simulated = bool(bench.gpus.simulated)  # the programs of this machine know nothing of such cards
    around = Surroundings(
        cards=cards,
        memory=int(psutil.virtual_memory().available),
        floor=bench.boards.boardfile.speed_floor,
        known=lambda board: calibration_of(home, board.name, board.gpus),
        # what a recording shows on cards is its own boards' servers
        ours=frozenset(board.name for board in list_boards(bench)) if simulated else running,
        confirm=lambda board, shape, fit: "" if simulated else _confirmed(home, board, shape, fit),
        before=lambda board, shape, fit: "" if simulated else wrong_before(home, board, shape.path, fit),
        lacks=lambda board, cards: "" if simulated else lacks_code(board, cards),
    )
    return [check_board(board, around) for board in list_boards(bench)]


def _confirmed(home: Path, board: Board, shape: ModelShape, fit: Fit) -> str:
    """llama.cpp's own word on the plan; empty where it can't be asked."""
    from app.engines.launch import base_environment

    program = find_fit_params(find_program(board))
    if program is None:
        return ""
    taken = ask_fit_params(program, shape.path, fit, base_environment(board, home / "run", ""))
    return said_taken(fit, taken) if taken else ""


def keep_boards(bench: Workbench, names: Sequence[str]) -> AsyncIterator[BoardStatus | AppError]:
    """Have these boards, or all, loaded and left loaded after this program; each as it is done, or why it isn't.

    WrongUse: their cards are simulated."""
    if bench.gpus.simulated:
        raise WrongUse("Boards of a simulated rig aren't kept loaded.", remedy="The window and runs load them.")
    return bench.boards.keep(names)


async def end_boards(bench: Workbench, names: Sequence[str]) -> list[BoardStatus]:
    """End the servers of these boards, or all, those that were to stay loaded, too; what is seen of them then."""
    ended = {status.board for status in await bench.boards.down(names)}
    return [status for status in await bench.boards.status() if status.board in ended]


async def start_board(bench: Workbench, board: str) -> None:
    """Start the board's server and wait until it is ready. AppError: why it can't be."""
    await bench.boards.up([board])


async def stop_board(bench: Workbench, board: str) -> None:
    """End the board's server; what it is writing is lost."""
    await bench.boards.down([board])


async def read_log(bench: Workbench, board: str) -> str:
    """The end of the log of the board's last start; empty where it was never started."""
    path = next(sight.log for sight in await see_boards(bench) if sight.status.board == board)
    return await asyncio.to_thread(_tail, path)


def _tail(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
    return text[-_LOG_TAIL:]
