"""Boards as they are now, with their cards, and beside what is expected of them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from app.domain.board import EMBEDDED, Board
from app.domain.board_fit import Speed
from app.domain.errors import AppError
from app.domain.gpu import CardReading
from app.engines import models
from app.engines.cards import cards_of
from app.engines.checks import Surroundings, check_board
from app.engines.loads import Load, read_loads
from app.engines.pool import BoardStatus
from app.engines.speed import Calibration, calibration_of
from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class CardSight:
    """A card of a board now. ``ours``: bytes of it that the board's own server, process ``pid``, holds; None where
    nobody says."""

    reading: CardReading
    ours: int | None
    pid: int | None = None


@dataclass(frozen=True, slots=True)
class BoardSight:
    """A board as it is now. ``memory``: bytes that its server holds of ``memory_total``; None where it isn't known
    (nothing runs, or not on this machine). ``host``: where it runs, empty for this machine. ``log``: the file.
    ``cards``: of the board, in its order; empty without any, or where ``unseen`` says why they can't be seen.
    ``expected``: how fast it should write; None where that can't be reckoned. ``simulated``: its cards are a
    recording's, in a sentence. ``load``: what its model's load took, beside what was reckoned; None where nothing is
    loaded here, or nobody measured it. ``trial``: its model is the one that comes with Jurat.
    """

    status: BoardStatus
    memory: int | None
    memory_total: int
    host: str
    log: Path
    cards: tuple[CardSight, ...] = field(default=())
    unseen: str = ""
    expected: Speed | None = None
    simulated: str = ""
    load: Load | None = None
    trial: bool = False

    @property
    def slow(self) -> bool:
        """Whether it writes, or is expected to, below the floor."""
        if self.expected is None:
            return False
        speed = self.status.speed
        return self.expected.below_floor if speed is None else speed < self.expected.floor


async def see_boards(bench: Workbench) -> list[BoardSight]:
    """Every board as it is now, in the order of the file. No model is asked anything."""
    import psutil

    total = int(psutil.virtual_memory().total)
    statuses, readings = await bench.boards.status(), await bench.gpus.readings()
    problem = "" if readings else await bench.gpus.problem()
    expected = await asyncio.to_thread(_expectations, bench, readings)
    loads = await asyncio.to_thread(read_loads, bench.settings.home)
    found = []
    for board, status in zip(bench.boards.boardfile.boards, statuses, strict=True):
        pid = None if bench.gpus.simulated else status.pid  # who is on a recording's cards isn't of this machine
        cards, unseen = _cards(board, pid, readings, problem)
        found.append(
            BoardSight(
                status,
                None if board.remote else models.memory_of(status.pid),
                total,
                urlsplit(board.url or "").hostname or "" if board.remote else "",
                bench.settings.home / "logs" / f"{board.name}.log",
                cards,
                unseen,
                expected.get(board.name),
                bench.gpus.simulated if board.gpus else "",
                next((load for load in loads if load.board == board.name and status.pid), None),
                board.model == EMBEDDED,
            )
        )
    return found


def _cards(
    board: Board, pid: int | None, readings: Sequence[CardReading], problem: str
) -> tuple[tuple[CardSight, ...], str]:
    """The board's cards, or why they can't be seen."""
    if not board.gpus:
        return (), ""
    if not readings:
        return (), problem
    try:
        own = cards_of(board, [reading.card for reading in readings])
    except AppError as error:
        return (), str(error)
    if own is None:
        return (), "Its cards are slices of a card (MIG), which aren't told apart here."
    by_index = {reading.card.index: reading for reading in readings}
    chosen = [by_index[card.index] for card in own]
    return tuple(CardSight(reading, _held(reading, pid), pid) for reading in chosen), ""


def _held(reading: CardReading, pid: int | None) -> int | None:
    if pid is None or reading.processes is None:
        return None
    found = [process.memory for process in reading.processes if process.pid == pid]
    return None if None in found else sum(memory or 0 for memory in found)


def running_board(bench: Workbench, board: Board) -> Board:
    """The board as it is really started: on the processor, where its cards are simulated."""
    return replace(board, gpus=()) if bench.gpus.simulated else board


def _expectations(bench: Workbench, readings: Sequence[CardReading]) -> dict[str, Speed]:
    """How fast each board should write; reckoned again where its model's file or its calibration changed."""
    found = {}
    for asked in bench.boards.boardfile.boards:
        board = running_board(bench, asked)
        known = calibration_of(bench.settings.home, board.name, board.gpus)
        stamp = (board, _changed(board), known, bool(readings))
        if bench.expected.get(board.name, (None, None))[0] != stamp:
            bench.expected[board.name] = stamp, _expected(board, known, readings, bench.boards.boardfile.speed_floor)
        if (speed := bench.expected[board.name][1]) is not None:
            found[board.name] = speed
    return found


def _expected(board: Board, known: Calibration | None, readings: Sequence[CardReading], floor: float) -> Speed | None:
    around = Surroundings(
        cards=tuple(reading.card for reading in readings) or None,
        memory=1 << 62,  # what is free now says nothing of a board's speed
        floor=floor,
        known=lambda _: known,
        ours=frozenset((board.name,)),
        lacks=lambda *_: "",
    )
    return check_board(board, around).speed


def _changed(board: Board) -> float:
    if board.model == EMBEDDED:
        return 0.0
    try:
        return Path(board.model).expanduser().stat().st_mtime
    except OSError:
        return -1.0
