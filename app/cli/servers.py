"""The commands about model servers: load boards and leave them loaded, end them, and see what each does."""

import asyncio
import sys
from argparse import Namespace
from dataclasses import asdict
from typing import Any

from app.actions import boards
from app.actions.sights import BoardSight, CardSight
from app.cli.commands import Command
from app.cli.objects import load_object, load_text
from app.cli.out import Printer, complain
from app.domain.errors import AppError, ExitStatus
from app.domain.gpu import card_faults
from app.engines.state import BoardState, BoardStatus
from app.workbench import Workbench

_WRONG = {
    BoardState.FAILED,
    BoardState.WEDGED,
    BoardState.FOREIGN,
    BoardState.EVICTED,
    BoardState.UNREACHABLE,
}
_WATCH_SECONDS = 1.0
GIB = 1 << 30


async def boards_up(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """They stay loaded until `boards down`. The exit status is the worst board's."""
    worst = ExitStatus.DONE
    async for found in boards.keep_boards(bench, args.names):
        if isinstance(found, AppError):
            complain(found)
            worst = max(worst, found.exit_status)
        else:
            out.emit(status_object(found), status_text(found))
            worst = max(worst, _judge(found))
    return worst


async def boards_down(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """Kept servers, too; a server that another Jurat runs for itself is left to it, and said."""
    worst = ExitStatus.DONE
    for found in await boards.end_boards(bench, args.names):
        out.emit(status_object(found), status_text(found))
        worst = max(worst, ExitStatus.DONE if found.state == BoardState.STOPPED else ExitStatus.NEEDS_PERSON)
    return worst


async def boards_status(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """With --watch a board's line again whenever it changes, until Ctrl-C."""
    shown: dict[str, object] = {}
    while True:
        found = await boards.see_boards(bench)
        for one in found:
            thing, text = sight_object(one), sight_text(one)
            new = thing if out.as_json else text  # what a person reads is coarser than what a program gets
            if shown.get(one.status.board) != new:
                out.emit(thing, text)
            shown[one.status.board] = new
        if not args.watch:
            return max((_judge(one.status) for one in found), default=ExitStatus.DONE)
        sys.stdout.flush()
        await asyncio.sleep(_WATCH_SECONDS)


def _judge(status: BoardStatus) -> ExitStatus:
    return ExitStatus.NEEDS_PERSON if status.state in _WRONG else ExitStatus.DONE


def sight_object(sight: BoardSight) -> dict[str, Any]:
    """``status_object`` with the board's cards, what is expected of it in tokens a second, and whether its cards are
    simulated. ``slow``: below the floor."""
    expected = sight.expected
    return {
        **status_object(sight.status),
        "host": sight.host,
        "memory": sight.memory,
        "cards": [card_object(card) for card in sight.cards],
        "unseen": sight.unseen,
        "expected": {**asdict(expected), "below_floor": expected.below_floor} if expected else None,
        "slow": sight.slow,
        "load": load_object(sight.load),
        "simulated": bool(sight.simulated),
    }


def card_object(sight: CardSight) -> dict[str, Any]:
    """Memory in bytes, ``load`` 0 to 1, power in watts, clocks in MHz; null where the card doesn't say."""
    reading = asdict(sight.reading)
    card = reading.pop("card")
    known = {name: card[name] for name in ("index", "uuid", "name", "total", "numa")}
    return {**known, **reading, "ours": sight.ours}


def sight_text(sight: BoardSight) -> str:
    """A line for the board, and one for each card."""
    lines = [status_text(sight.status)]
    if expected := sight.expected:
        pace = f"expected {expected.low:.0f} to {expected.high:.0f} tokens a second"
        lines.append(f"{pace}{f'; BELOW THE FLOOR of {expected.floor:g}' if sight.slow else ''}")
    if sight.load:
        lines.append(load_text(sight.load))
    if sight.unseen:
        lines.append(f"cards: {sight.unseen}")
    label = "simulated card" if sight.simulated else "card"
    lines += [f"{label} {card_text(card)}" for card in sight.cards]
    return "\n".join([lines[0], *(f"{'':<9}{line}" for line in lines[1:])])


def card_text(sight: CardSight) -> str:
    """``4: 42 % load, 9.9 of 31.6 GiB (9.6 ours), 53 °C, 90 of 300 W, 1530 of 1530 MHz, 6 NVLinks``."""
    reading, card = sight.reading, sight.reading.card
    if reading.lost:
        return f"{card.index}: it doesn't answer any more (it fell off the bus). Restart the machine."
    ours = "" if sight.ours is None else f" ({sight.ours / GIB:.1f} ours)"
    held = (
        None if reading.memory_used is None else f"{reading.memory_used / GIB:.1f} of {card.usable / GIB:.1f} GiB{ours}"
    )
    parts = [
        None if reading.load is None else f"{reading.load:.0%} load",
        held,
        None if reading.temperature is None else f"{reading.temperature} °C",
        _of(reading.power, reading.power_limit, "W"),
        _of(reading.clock, reading.clock_limit, "MHz"),
        f"{reading.links} NVLinks" if reading.links else None,
        *card_faults(reading),
    ]
    return f"{card.index}: {', '.join(part for part in parts if part)}"


def _of(value: float | None, most: float | None, unit: str) -> str | None:
    if value is None:
        return None
    return f"{value:.0f} {unit}" if most is None else f"{value:.0f} of {most:.0f} {unit}"


def status_object(status: BoardStatus) -> dict[str, Any]:
    speed = None if status.speed is None else round(status.speed, 1)
    return {**asdict(status), "roles": [role.value for role in status.roles], "speed": speed}


def status_text(status: BoardStatus) -> str:
    parts = [status.model]
    if status.context:
        parts.append(f"context {status.filled or 0:,} of {status.context:,}")
    if status.speed is not None:
        parts.append(f"{status.speed:.0f} tokens a second")
    if status.done is not None:
        parts.append(f"{status.done:.0%} loaded")
    if status.pid is not None:
        parts.append(f"process {status.pid}")
    if status.kept:
        parts.append("stays loaded")
    if status.holder:
        parts.append(f"works for {status.holder}")
    if status.waiting:
        parts.append(f"waiting: {'; '.join(status.waiting)}")
    return f"{status.board:<8} {status.state:<11} {', '.join(parts)}" + (f". {status.note}" if status.note else "")


VERBS: dict[tuple[str, ...], Command] = {
    ("boards", "up"): boards_up,
    ("boards", "down"): boards_down,
    ("boards", "status"): boards_status,
}
