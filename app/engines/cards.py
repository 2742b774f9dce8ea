"""The GPUs of this machine, and which of them a board has."""

import shutil
import subprocess
from collections.abc import Sequence

from app.domain.board import Board
from app.domain.board_fit import Card
from app.domain.errors import MissingOnMachine

_FIELDS = ("index", "uuid", "name", "memory.total", "memory.free", "memory.reserved", "compute_cap")
_SECONDS = 30.0
_MIB = 1 << 20


def present_cards() -> tuple[Card, ...] | None:
    """The cards as nvidia-smi prints them, in PCI order; None where there is no NVIDIA driver that works."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return None
    command = [program, f"--query-gpu={','.join(_FIELDS)}", "--format=csv,noheader,nounits"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return read_cards(done.stdout) if done.returncode == 0 else None


def read_cards(text: str) -> tuple[Card, ...]:
    """The lines of nvidia-smi's CSV; a line that isn't one (a warning) is passed over, an unknown value is none."""
    found = []
    for line in text.splitlines():
        parts = [part.strip() for part in line.split(",")]
        if len(parts) != len(_FIELDS) or not parts[0].isdigit() or not parts[3].isdigit():
            continue
        total, free, reserved = (int(part) * _MIB if part.isdigit() else 0 for part in parts[3:6])
        found.append(Card(int(parts[0]), parts[1], parts[2], total, free, reserved, _capability(parts[6])))
    return tuple(found)


def _capability(text: str) -> tuple[int, int] | None:
    major, dot, minor = text.partition(".")
    return (int(major), int(minor)) if dot and major.isdigit() and minor.isdigit() else None


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
