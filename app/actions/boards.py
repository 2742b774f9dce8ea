"""Boards: what boards.ini says, whether each one's model is there and loads, and what each one does now."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from app.domain.board import Board
from app.domain.errors import MissingOnMachine
from app.engines import models
from app.engines.models import BoardCheck
from app.engines.pool import BoardStatus
from app.workbench import Workbench

_LOG_TAIL = 200_000


@dataclass(frozen=True, slots=True)
class BoardSight:
    """A board as it is now. ``memory``: bytes that its server holds of ``memory_total``; None where it isn't known
    (nothing runs, or not on this machine). ``host``: where it runs, empty for this machine. ``log``: the file."""

    status: BoardStatus
    memory: int | None
    memory_total: int
    host: str
    log: Path


def list_boards(bench: Workbench) -> tuple[Board, ...]:
    return bench.boards.boardfile.boards


def check_boards(bench: Workbench) -> list[BoardCheck]:
    """Whether each board's model is there and can be loaded, with the reason."""
    return [_check(board) for board in list_boards(bench)]


def _check(board: Board) -> BoardCheck:
    try:
        return models.check(board)
    except MissingOnMachine as error:
        return BoardCheck(board.name, board.model, 0, None, board.context or 0, "missing", str(error))


async def see_boards(bench: Workbench) -> list[BoardSight]:
    """Every board as it is now, in the order of the file."""
    import psutil

    total = int(psutil.virtual_memory().total)
    boards = {board.name: board for board in list_boards(bench)}
    return [
        BoardSight(
            status,
            None if boards[status.board].remote else models.memory_of(status.pid),
            total,
            urlsplit(boards[status.board].url or "").hostname or "" if boards[status.board].remote else "",
            bench.settings.home / "logs" / f"{status.board}.log",
        )
        for status in await bench.boards.status()
    ]


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
