"""`jurat boards discover`: a line for each board that could be, why, and what was passed over."""

from argparse import Namespace
from dataclasses import asdict
from typing import Any

from app.actions.discovery import Discovery, discover, write_boards
from app.cli.commands import Command
from app.cli.out import Printer
from app.domain.errors import ExitStatus
from app.engines.discover import Proposal
from app.workbench import Workbench


async def boards_discover(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    found = await discover(bench, args.folders)
    if found.problem:
        out.say(found.problem)
    for proposal in found.proposals:
        out.emit(proposal_object(proposal, found.simulated), proposal_text(proposal))
    for line in remarks(found):
        out.remark(line)
    if args.write:
        written = await write_boards(bench, found.proposals, force=args.force)
        out.say(f"Written: {written.path}. `jurat boards check` reckons each board.")
    return ExitStatus.DONE


def proposal_object(proposal: Proposal, simulated: str) -> dict[str, Any]:
    """``cards``: {index, uuid, name, bytes}; ``model`` is null where none fits; ``expected`` in tokens a second."""
    board, fit, speed = proposal.board, proposal.fit, proposal.speed
    return {
        "board": board.name,
        "engine": board.engine.value if board.engine else None,
        "gpus": list(board.gpus),
        "cards": [{"index": c.index, "uuid": c.uuid, "name": c.name, "bytes": c.total} for c in proposal.cards],
        "shared": proposal.shared,
        "model": board.model or None,
        "url": board.url,
        "roles": [role.value for role in board.roles],
        "context": board.context,
        "reason": proposal.reason,
        "verdict": fit.verdict.value if fit else None,
        "kv": fit.kv.value if fit else None,
        "expected": {**asdict(speed), "below_floor": speed.below_floor} if speed else None,
        "simulated": bool(simulated),
    }


def proposal_text(proposal: Proposal) -> str:
    board = proposal.board
    cards = ", ".join(str(card.index) for card in proposal.cards)
    where = f"cards {cards} ({proposal.shared})" if cards else board.url or "the processor"
    roles = ", ".join(role.value for role in board.roles) or "no role"
    lines = [f"{board.name:<8} {where}: {roles}", f"{'':<9}{proposal.reason}"]
    if board.model:
        lines.append(f"{'':<9}{board.model}")
    if proposal.fit:
        fit = proposal.fit
        lines.append(f"{'':<9}{fit.verdict.value}; context {fit.context}, kv {fit.kv.value}. {fit.reason}")
    return "\n".join(lines)


def remarks(found: Discovery) -> list[str]:
    """What else was seen, and what was of no use with its reason."""
    lines = [f"passed over: {path}: {why}" for path, why in found.seen.passed_over]
    if found.seen.stopped:
        lines.append("The folders hold more files than are looked through: name the one that your models are in.")
    if not found.seen.models:
        places = ", ".join(map(str, found.folders)) or "none of the usual folders is there"
        lines.append(f"No GGUF model was found ({places}). Name a folder: jurat boards discover FOLDER")
    if found.ollama and any(p.cards for p in found.proposals):
        names = ", ".join(model.name for model in found.ollama)
        lines.append(f"An Ollama server runs here with {names}: what it loads takes memory of the same cards.")
    return lines


VERBS: dict[tuple[str, ...], Command] = {
    ("boards", "discover"): boards_discover,
}
