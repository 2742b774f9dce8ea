"""The commands about model servers: load boards and leave them loaded, end them, and see what each does."""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

from app.actions import boards
from app.cli.out import Printer, complain
from app.domain.errors import AppError, ExitStatus
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
    shown: dict[str, dict[str, Any]] = {}
    while True:
        found = await bench.boards.status()
        for one in found:
            thing = status_object(one)
            if shown.get(one.board) != thing:
                out.emit(thing, status_text(one))
            shown[one.board] = thing
        if not args.watch:
            return max(map(_judge, found), default=ExitStatus.DONE)
        sys.stdout.flush()
        await asyncio.sleep(_WATCH_SECONDS)


def _judge(status: BoardStatus) -> ExitStatus:
    return ExitStatus.NEEDS_PERSON if status.state in _WRONG else ExitStatus.DONE


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
    return f"{status.board:<8} {status.state:<11} {', '.join(parts)}" + (f". {status.note}" if status.note else "")


VERBS: dict[tuple[str, ...], Callable[[Workbench, Namespace, Printer], Awaitable[ExitStatus]]] = {
    ("boards", "up"): boards_up,
    ("boards", "down"): boards_down,
    ("boards", "status"): boards_status,
}
