"""That a server holds memory on its board's cards and on no others; and that it is free again when the server ended."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.domain.errors import MissingOnMachine
from app.engines.cards import cards_of
from app.engines.state import Fault

if TYPE_CHECKING:
    from app.domain.board import Board
    from app.engines.gpus import Gpus

_SLACK = 0.9
"""A server that holds less than this share of its weights on a card has left some elsewhere."""
_FREE_SECONDS, _LOOK_SECONDS = 10.0, 0.25
_GIB = 1 << 30
Held = dict[int, int | None]
"""Bytes by card; None where the card lists the server and doesn't say how much it holds."""


async def demand_on_cards(gpus: "Gpus | None", board: "Board", pid: int | None, weights: Sequence[int] = ()) -> None:
    """``weights``: bytes that each of the board's cards should hold, 0 for a card that is left empty; or one figure
    for all together.

    MissingOnMachine, MEMORY: the driver says otherwise. Nothing is said where it can't tell: no driver, slices of
    cards, a list of processes that it doesn't give, or one from outside this container, where ours has another number.
    """
    if gpus is None or pid is None or not board.gpus:
        return
    cards, held = await gpus.cards(), await gpus.held_by(pid)
    own = cards_of(board, cards) if cards is not None else None
    if own is None or not held:
        return
    if fault := misplaced([card.index for card in own], held, weights):
        error = MissingOnMachine(
            f"The model of board {board.name} doesn't lie where it should: {fault}.",
            remedy="Check `gpus` in boards.ini against `jurat boards status`, and llama-server's own log.",
        )
        error.fault = Fault.MEMORY
        raise error


def misplaced(own: Sequence[int], held: Held, weights: Sequence[int] = ()) -> str:
    """What isn't as planned of a server that holds ``held``; empty where all is. ``own``: its board's cards."""
    if strange := sorted(held.keys() - set(own)):
        return f"its server holds memory on card {', '.join(map(str, strange))}, which isn't the board's"
    if len(weights) == len(own):
        pairs = [(f"card {index} holds", held.get(index, 0), least) for index, least in zip(own, weights, strict=True)]
    else:
        known = [held.get(index, 0) for index in own]
        pairs = [("its cards hold", None if None in known else sum(one or 0 for one in known), sum(weights))]
    for who, there, least in pairs:
        if least and there is not None and there < _SLACK * least:
            return f"{who} {there / _GIB:.1f} GiB of it, and {least / _GIB:.1f} GiB were reckoned"
    return ""


async def until_free(gpus: "Gpus | None", board: "Board", pid: int | None) -> bool:
    """Wait until no card lists the ended server ``pid`` any more, at most ten seconds: a driver gives memory back a
    little after the process is gone, and the next model would find the card full. False: some is still held."""
    if gpus is None or pid is None or not board.gpus:
        return True
    end = time.monotonic() + _FREE_SECONDS
    while await gpus.held_by(pid):
        if time.monotonic() > end:
            return False
        await asyncio.sleep(_LOOK_SECONDS)
    return True
