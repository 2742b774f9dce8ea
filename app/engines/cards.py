"""Which of a machine's GPUs a board has."""

from collections.abc import Sequence

from app.domain.board import Board
from app.domain.board_fit import Card
from app.domain.errors import MissingOnMachine


def cards_of(board: Board, cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """The board's cards in its order; None where it names slices of cards (MIG), which aren't told here.

    A UUID may be cut short, as CUDA allows. MissingOnMachine: it names a card that isn't there, or not only one.
    """
    if any(name.upper().startswith("MIG-") for name in board.gpus):
        return None
    return tuple(_card(board, name.lower(), cards) for name in board.gpus)


def _card(board: Board, name: str, cards: Sequence[Card]) -> Card:
    if name.isdigit():
        found = [card for card in cards if card.index == int(name)]
    else:
        found = [card for card in cards if card.uuid.lower().startswith(name)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(f"{card.index} ({card.uuid})" for card in cards) or "none"
    fault = "which more than one card of this machine has" if found else "which isn't in this machine"
    raise MissingOnMachine(
        f"Board {board.name} names the card {name}, {fault}.", f"Its cards are {there}.", "Mend `gpus` in boards.ini."
    )
