"""Boards: what boards.ini says, and whether each one's model is there and loads."""

from app.domain.board import Board
from app.engines import models
from app.engines.models import BoardCheck
from app.workbench import Workbench


def list_boards(bench: Workbench) -> tuple[Board, ...]:
    return bench.boards.boardfile.boards


def check_boards(bench: Workbench) -> list[BoardCheck]:
    """Whether each board's model is there and can be loaded, with the reason."""
    return [models.check(board) for board in list_boards(bench)]
