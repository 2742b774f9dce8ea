"""What can be said of a board before its model is loaded: does it fit, how does it lie, how fast should it be."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from app.domain.board import EMBEDDED, Board, Engine
from app.domain.board_fit import Card, Fit, FitVerdict, Speed
from app.domain.errors import AppError, MissingOnMachine
from app.engines.builds import keeps_few_outputs, knows_architecture
from app.engines.cards import cards_of
from app.engines.fit import Wish, fit_cards, fit_memory
from app.engines.formats import IN_CLOUD, unusable
from app.engines.gguf_facts import ModelShape, read_shape
from app.engines.gguf_reader import NotGguf
from app.engines.gpu_builds import lacks_code
from app.engines.models import context_of, examine_model, locate_model
from app.engines.programs import demand_program, engine_of
from app.engines.speed import Calibration, expected_speed, said_speed

_VOLTA = (7, 0)
_AMPERE = (8, 0)
_BY_URL = (Engine.OLLAMA, Engine.OPENAI)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a board has to live in. ``cards``: of this machine, None without a driver; ``memory``: bytes of main memory
    that are free; ``floor`` in tokens a second. ``known``: what was measured of a board. ``ours``: boards whose server
    runs now, so that what is on their cards is no stranger's. ``confirm``: llama.cpp's own word on a plan, if it can
    be asked; ``before``: whether the last load of it took something else than was reckoned. ``lacks``: why the program
    can't use a board's cards."""

    cards: tuple[Card, ...] | None
    memory: int
    floor: float
    known: Callable[[Board], Calibration | None] = lambda _: None
    ours: frozenset[str] = frozenset()
    confirm: Callable[[Board, ModelShape, Fit], str] = lambda *_: ""
    before: Callable[[Board, ModelShape, Fit], str] = lambda *_: ""
    lacks: Callable[[Board, tuple[Card, ...]], str] = lacks_code


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """``reason`` in a sentence or two; ``notes``: what else a person should know. ``shape``, ``fit`` and ``speed``
    are None where they can't be reckoned; ``pace`` is the speed in words."""

    board: Board
    verdict: FitVerdict
    reason: str
    context: int = 0
    shape: ModelShape | None = None
    fit: Fit | None = None
    speed: Speed | None = None
    pace: str = ""
    notes: tuple[str, ...] = ()


def check_board(board: Board, around: Surroundings) -> BoardCheck:
    """Never raises for what is wrong with the board: that is the verdict, with the reason."""
    if board.engine in _BY_URL:
        if board.engine is Engine.OLLAMA and IN_CLOUD.search(board.model):
            return BoardCheck(board, FitVerdict.REFUSED, f"{board.model} runs in somebody's cloud, not at {board.url}.")
        told = f"Its model is for the server at {board.url} to hold, which is asked when it is loaded and not here."
        return BoardCheck(board, FitVerdict.ELSEWHERE, told, board.context or 0)
    try:
        seen = None if around.cards is None else cards_of(board, around.cards)
        cards = seen or ()
        if board.model != EMBEDDED and (why := unusable(Path(board.model).expanduser(), _oldest(cards))):
            return BoardCheck(board, FitVerdict.REFUSED, why)
        if engine_of(board) is Engine.LLAMA_SERVER:
            demand_program(board)
        shape, context = _examined(board)
    except MissingOnMachine as error:
        return BoardCheck(board, FitVerdict.MISSING, str(error), board.context or 0)
    except AppError as error:
        return BoardCheck(board, FitVerdict.REFUSED, str(error), board.context or 0)
    found = BoardCheck(board, FitVerdict.UNKNOWN, "", context, shape, notes=_notes(shape, cards))
    if why := _unloadable(board, shape, cards, around):
        return replace(found, verdict=FitVerdict.REFUSED, reason=why)
    if board.gpus and seen is None:
        need = f"The model has {shape.bytes / 2**30:.1f} GiB of weights."
        why = "no NVIDIA driver answers here" if around.cards is None else "they are slices of a card (MIG)"
        return replace(found, reason=f"Its cards can't be seen: {why}. {need}")
    return _reckoned(found, shape, cards, around)


def _examined(board: Board) -> tuple[ModelShape, int]:
    context = context_of(board, examine_model(board))
    try:
        return read_shape(locate_model(board)), context
    except NotGguf as error:
        raise MissingOnMachine(f"The model of board {board.name} can't be reckoned: {error}.") from error


def _unloadable(board: Board, shape: ModelShape, cards: tuple[Card, ...], around: Surroundings) -> str:
    """Why the llama.cpp of this machine can't load it, whatever the memory."""
    if knows_architecture(board, shape.architecture) is False:
        return (
            f"The llama.cpp that would load it doesn't know its architecture, {shape.architecture}. "
            f"Install a newer {engine_of(board)}, or choose another model."
        )
    return around.lacks(board, cards)


def _reckoned(found: BoardCheck, shape: ModelShape, cards: tuple[Card, ...], around: Surroundings) -> BoardCheck:
    board = found.board
    wish = Wish(found.context, board.kv, few_outputs=keeps_few_outputs(board))
    if board.gpus:
        fit = fit_cards(shape, cards, wish, ours=board.name in around.ours)
    else:
        fit = fit_memory(shape, around.memory + (shape.bytes if board.name in around.ours else 0), wish)
    speed = expected_speed(shape, fit, cards, around.floor, around.known(board))
    further = (around.before(board, shape, fit), around.confirm(board, shape, fit))
    return replace(
        found,
        verdict=fit.verdict,
        reason=fit.reason,
        fit=fit,
        speed=speed,
        pace=said_speed(speed, shape) if speed else "",
        notes=(*found.notes, *filter(None, further)),
    )


def _oldest(cards: tuple[Card, ...]) -> tuple[int, int] | None:
    return min((card.capability for card in cards if card.capability is not None), default=None)


def _notes(shape: ModelShape, cards: tuple[Card, ...]) -> tuple[str, ...]:
    notes = []
    oldest = _oldest(cards)
    if shape.brain_floats and oldest is not None and oldest < _AMPERE:
        major, minor = oldest
        notes.append(
            f"Its weights are in bf16, which cards of compute capability {major}.{minor} have no arithmetic for: it "
            "will be slow. A Q8_0 or F16 file of it is not."
        )
    if shape.inexact:
        notes.append(f"{shape.architecture} remembers more than is reckoned here: it may need more memory.")
    if not shape.template:
        notes.append("It has no chat template: a base model, which continues text and follows no instructions.")
    if shape.foretelling:
        notes.append("It has layers that foretell tokens (MTP); with them it writes faster than is reckoned.")
    return tuple(notes)
