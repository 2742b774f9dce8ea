"""`jurat boards bench`: what was measured of each board, beside what was expected."""

from argparse import Namespace
from dataclasses import asdict
from typing import Any

from app.actions.benches import BoardBench, bench_boards
from app.cli.commands import Command
from app.cli.objects import load_object, load_text
from app.cli.out import Printer, complain
from app.domain.errors import AppError, ExitStatus
from app.workbench import Workbench


async def boards_bench(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """Exit status 1 where a board is below the floor."""
    worst = ExitStatus.DONE
    async for found in bench_boards(bench, args.names, args.repeats):
        if isinstance(found, AppError):
            complain(found)
            worst = max(worst, found.exit_status)
        else:
            out.emit(bench_object(found), bench_text(found))
            worst = max(worst, ExitStatus.NEEDS_PERSON if found.slow else ExitStatus.DONE)
    return worst


def bench_object(found: BoardBench) -> dict[str, Any]:
    """Speeds in tokens a second; ``points`` by length of the prompt; ``cost`` against llama-bench, ``own_cost`` against
    what the server counts: 0.02 for 2 %."""
    return {
        **asdict(found),
        "points": [asdict(point) for point in found.points],
        "written": found.written,
        "cost": found.cost,
        "own_cost": found.own_cost,
        "slow": found.slow,
        "load": load_object(found.load),
        "simulated": bool(found.simulated),
    }


def bench_text(found: BoardBench) -> str:
    lines = [f"{found.board:<8} {found.model}"]
    if found.simulated:
        lines.append(f"{'':<9}Simulated cards: what was measured is this machine's processor.")
    for point in found.points:
        read, written, seen = (_speed(value) for value in (point.read, point.written, point.seen))
        lines.append(
            f"{'':<9}prompt of {point.prompt:>6}: reads {read}, writes {written} ({seen} seen) tokens a second"
        )
    if found.expected:
        pace = f"{found.expected.low:.0f} to {found.expected.high:.0f}"
        lines.append(f"{'':<9}expected: {pace} tokens a second")
    if found.load:
        lines.append(f"{'':<9}{load_text(found.load)}")
    if found.slow:
        lines.append(f"{'':<9}BELOW THE FLOOR of {found.floor:g} tokens a second")
    if found.own:
        behind = "behind" if (found.cost or 0) >= 0 else "ahead of"
        cost = "" if found.cost is None else f"; the board is {100 * abs(found.cost):.1f} % {behind} it"
        lines.append(
            f"{'':<9}llama-bench: reads {_speed(found.own.read)}, writes {_speed(found.own.written)} with "
            f"{found.own.filled} tokens before{cost}"
        )
    if found.own_cost is not None:
        lines.append(f"{'':<9}Jurat adds {100 * found.own_cost:.1f} % to what the server counts.")
    if found.calibrated:
        lines.append(f"{'':<9}What is expected of it rests on this measurement from now on.")
    return "\n".join(lines)


def _speed(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


VERBS: dict[tuple[str, ...], Command] = {
    ("boards", "bench"): boards_bench,
}
