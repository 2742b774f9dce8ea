"""Writes boards as a boards.ini that ``boardfile`` reads back as they are."""

from collections.abc import Sequence

from app.domain.board import Board
from app.domain.board_fit import Card
from app.engines.boardfile import CPU_BOARD, DEFAULT_SPEED_FLOOR
from app.engines.discover import Proposal


def board_text(proposals: Sequence[Proposal], floor: float = DEFAULT_SPEED_FLOOR) -> str:
    """The text of a boards.ini with every proposal that has a model; the others stand in it as comments."""
    sections = [_section(p) if p.board.model else _remark(p) for p in proposals]
    head = (
        "; Made by `jurat boards discover`. Change it as you like: it is read at the next start.\n\n"
        f"[jurat]\nspeed_floor = {floor:g}            ; tokens per second; slower boards are marked\n"
    )
    return "\n".join([head, *sections])


def _section(proposal: Proposal) -> str:
    board = proposal.board
    # the reason holds names that model files give themselves: a line break in one would end the comment
    lines = [f"[board {board.name}]", f"; {' '.join(proposal.reason.split())}"]
    if board.gpus:
        lines += [f"; {_cards(proposal.cards)}; {proposal.shared}"]
    lines += [f"{name:<7} = {value}" for name, value in _values(board)]
    return "\n".join(lines) + "\n"


def _values(board: Board) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    if board.engine is not None:
        found.append(("engine", board.engine.value))
    if board.gpus:
        found.append(("gpus", ",".join(board.gpus)))
    if board.url is not None:
        found.append(("url", board.url))
    found.append(("model", board.model))
    if board.roles or board.name == CPU_BOARD:
        found.append(("roles", ", ".join(role.value for role in board.roles)))
    if board.context is not None:
        found.append(("context", board.context))
    return found


def _remark(proposal: Proposal) -> str:
    return f"; {_cards(proposal.cards)}; {proposal.shared}: {proposal.reason}\n"


def _cards(cards: Sequence[Card]) -> str:
    numbers = ", ".join(str(card.index) for card in cards)
    names = " and ".join(dict.fromkeys(card.name for card in cards))
    return f"card{'s' if len(cards) > 1 else ''} {numbers} ({names})"
