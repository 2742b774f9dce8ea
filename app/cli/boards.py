"""The commands about boards: what the file says, and whether each model fits."""

from argparse import Namespace
from dataclasses import asdict
from typing import Any

from app.actions import boards
from app.cli.commands import Command
from app.cli.objects import board_object
from app.cli.out import Printer
from app.domain.board_fit import CardShare, FitVerdict
from app.domain.errors import ExitStatus
from app.engines.checks import BoardCheck
from app.workbench import Workbench

_STATUS = {
    FitVerdict.MISSING: ExitStatus.MISSING,
    FitVerdict.UNKNOWN: ExitStatus.MISSING,
    FitVerdict.TOO_BIG: ExitStatus.NEEDS_PERSON,
    FitVerdict.OCCUPIED: ExitStatus.NEEDS_PERSON,
    FitVerdict.REFUSED: ExitStatus.NEEDS_PERSON,
}


async def boards_list(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    for board in boards.list_boards(bench):
        gpus = f"GPUs {', '.join(board.gpus)}" if board.gpus else board.url or "CPU"
        text = f"{board.name:<8} {gpus:<20} {board.model}  ({', '.join(role.value for role in board.roles)})"
        out.emit({**board_object(board), "simulated": bool(bench.gpus.simulated)}, text)
    return ExitStatus.DONE


async def boards_check(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """Exit status 3 where something is missing, else 1 where a model doesn't fit or can't be used."""
    worst = ExitStatus.DONE
    for check in await boards.check_boards(bench):
        out.emit({**check_object(check), "simulated": bool(bench.gpus.simulated)}, check_text(check))
        worst = max(worst, _STATUS.get(check.verdict, ExitStatus.DONE))
    return worst


def check_object(check: BoardCheck) -> dict[str, Any]:
    """``bytes``: of the model's files; ``free``: bytes to be had, in all; ``ts``: llama.cpp's layer counts."""
    shape, fit, speed = check.shape, check.fit, check.speed
    return {
        "board": check.board.name,
        "model": shape.name if shape else check.board.model,
        "bytes": shape.bytes if shape else 0,
        "free": sum(share.usable for share in fit.shares) if fit else None,
        "context": check.context,
        "verdict": check.verdict.value,
        "reason": check.reason,
        "size": shape.label if shape else None,
        "architecture": shape.architecture if shape else None,
        "file_type": shape.file_type if shape else None,
        "parameters": shape.total_params if shape else None,
        "active_parameters": shape.active_params if shape else None,
        "dense": shape.dense if shape else None,
        "kv": fit.kv.value if fit else None,
        "ubatch": fit.batch if fit else None,
        "split": fit.split if fit else None,
        "ts": list(fit.layers) if fit else None,
        "cards": [_share_object(share) for share in fit.shares] if fit else [],
        "expected": {**asdict(speed), "below_floor": speed.below_floor} if speed else None,
        "pace": check.pace,
        "notes": list(check.notes),
    }


def _share_object(share: CardShare) -> dict[str, Any]:
    return {**asdict(share), "need": share.need, "spare": share.spare}


def check_text(check: BoardCheck) -> str:
    """A line for the board, and one for each thing to know beside it."""
    name = check.shape.name if check.shape else check.board.model
    lines = [f"{check.board.name:<8} {check.verdict.value:<9} {name}: {check.reason}"]
    if check.shape and check.fit:
        counts = f", -ts {','.join(map(str, check.fit.layers))}" if check.fit.split == "layer" else ""
        plan = f"{check.shape.size}, {check.shape.file_type}; context {check.context}, kv {check.fit.kv.value}{counts}"
        lines += [plan, *([f"expected: {check.pace}"] if check.pace else [])]
    return "\n".join([lines[0], *(f"{'':<19}{line}" for line in (*lines[1:], *check.notes))])


VERBS: dict[tuple[str, ...], Command] = {
    ("boards", "list"): boards_list,
    ("boards", "check"): boards_check,
}
