"""Measuring boards with their loaded models, beside what is expected of them and what llama-bench says."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from app.actions.boards import check_boards
from app.actions.sights import running_board
from app.domain.board import Board, Engine
from app.domain.board_fit import Fit, Speed
from app.domain.errors import AppError
from app.engines.bench import Point, lengths_for, measure
from app.engines.checks import BoardCheck
from app.engines.gguf_facts import ModelShape
from app.engines.llama_bench import BenchFigures, ask_llama_bench, find_llama_bench
from app.engines.loads import Load, read_loads
from app.engines.models import locate_model
from app.engines.programs import engine_of, find_program
from app.engines.speed import calibrate, calibration_of, keep_calibration
from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class BoardBench:
    """What was measured of a board. ``expected``: before this measurement; ``floor`` in tokens a second.
    ``calibrated``: what is expected from now on rests on this. ``own``: llama-bench's figures, None without it.
    ``cost``: the share by which writing is slower here than in llama-bench, 0.02 for 2 %; below 0 it is faster.
    ``load``: what loading it took, beside what was reckoned."""

    board: str
    model: str
    points: tuple[Point, ...]
    expected: Speed | None
    floor: float
    calibrated: bool
    own: BenchFigures | None
    load: Load | None = None
    simulated: str = ""

    @property
    def written(self) -> float | None:
        """Tokens a second with a short context."""
        return self.points[0].written

    @property
    def cost(self) -> float | None:
        seen = self.points[0].seen
        if self.own is None or self.own.written is None or seen is None:
            return None
        return 1 - seen / self.own.written

    @property
    def own_cost(self) -> float | None:
        """Of ``cost``, what Jurat adds to the server: the same answer, as it arrives here and as the server counts
        it."""
        point = self.points[0]
        return None if point.seen is None or not point.written else 1 - point.seen / point.written

    @property
    def slow(self) -> bool:
        return self.written is not None and self.written < self.floor


async def bench_boards(
    bench: Workbench, names: Sequence[str] = (), repeats: int = 3
) -> AsyncIterator[BoardBench | AppError]:
    """Load and measure each of these boards, or all, one after the other; what came of it, or why it can't be measured.

    WrongUse: there is no such board. What is measured is kept, and what is expected of the board rests on it.
    """
    bench.boards.demand(names)
    checks = {check.board.name: check for check in await check_boards(bench)}
    for board in bench.boards.boardfile.boards:
        if not names or board.name in names:
            try:
                yield await _bench(bench, running_board(bench, board), checks[board.name], repeats)
            except AppError as error:
                yield error


async def _bench(bench: Workbench, board: Board, check: BoardCheck, repeats: int) -> BoardBench:
    await bench.boards.up([board.name])
    server = await bench.boards.server_of(board.name)
    model, ran = server.model, server.pid is not None
    points = [await measure(server, length, repeats) for length in lengths_for(server.context)]
    shape, fit = check.shape, check.fit
    if bench.gpus.simulated and shape is not None:
        fit = _on_processor(check)
    kept = shape is not None and fit is not None and await _calibrate(bench, board, shape, fit, points[0])
    own = await _own(bench, board, fit, points[0], repeats) if ran and fit is not None else None
    floor = bench.boards.boardfile.speed_floor
    expected = None if bench.gpus.simulated else check.speed
    loads = await asyncio.to_thread(read_loads, bench.settings.home) if ran else []
    load = next((one for one in loads if one.board == board.name), None)
    return BoardBench(board.name, model, tuple(points), expected, floor, kept, own, load, bench.gpus.simulated)


def _on_processor(check: BoardCheck) -> Fit | None:
    from app.engines.fit import Wish, fit_memory

    assert check.shape is not None
    return fit_memory(check.shape, 1 << 62, Wish(check.context, check.board.kv))


async def _calibrate(bench: Workbench, board: Board, shape: ModelShape, fit: Fit, point: Point) -> bool:
    """Keep what the measurement says; False where nothing was measured."""
    if not point.written:
        return False
    cards = await bench.gpus.cards() if board.gpus else None
    known = calibrate(board.name, board.gpus, shape, fit, cards or (), point.written, point.filled)
    await asyncio.to_thread(keep_calibration, bench.settings.home, known)
    return calibration_of(bench.settings.home, board.name, board.gpus) is not None


async def _own(bench: Workbench, board: Board, fit: Fit, point: Point, repeats: int) -> BenchFigures | None:
    """llama-bench's figures. The board's server is ended for it: its cards don't hold the model twice."""
    from app.engines.launch import base_environment

    program = find_llama_bench(find_program(board)) if engine_of(board) is Engine.LLAMA_SERVER else None
    if program is None:
        return None
    await bench.boards.down([board.name])
    environment = base_environment(board, bench.settings.home / "run", "")
    return await ask_llama_bench(program, board, locate_model(board), fit, point.prompt, environment, repeats)
