"""`jurat authority`: the shelf of opinions and statutes."""

from argparse import Namespace
from dataclasses import asdict

from app.actions import authorities
from app.cli.commands import Command
from app.cli.objects import authority_object
from app.cli.out import Printer
from app.domain.errors import ExitStatus
from app.domain.evidence import IntakeStatus
from app.workbench import Workbench


async def authority_add(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    status = ExitStatus.DONE
    async for line in authorities.add_authorities(bench, args.matter, args.files):
        named = f"{line.name}, {', '.join(line.citations)}" if line.citations else line.reason
        out.emit({**asdict(line), "status": line.status.value}, f"{line.status.value:<10} {line.path}  {named}")
        if line.status is IntakeStatus.REFUSED:
            status = ExitStatus.NEEDS_PERSON
    return status


async def authority_list(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    for one in await authorities.list_authorities(bench, args.matter):
        when = " ".join(str(part) for part in (one.court, one.year) if part)
        out.emit(authority_object(one), f"{one.name}, {', '.join(one.citations)}" + (f" ({when})" if when else ""))
    return ExitStatus.DONE


VERBS: dict[tuple[str, ...], Command] = {
    ("authority", "add"): authority_add,
    ("authority", "list"): authority_list,
}
