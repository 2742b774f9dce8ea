"""`jurat matter` and `jurat audit`."""

from argparse import Namespace
from dataclasses import asdict

from app.actions import matters
from app.cli.commands import Command
from app.cli.objects import matter_object
from app.cli.out import Printer
from app.domain.errors import ExitStatus, WrongUse
from app.workbench import Workbench


async def matter_new(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    made = await matters.new_matter(bench, args.name, args.prefix, args.caption)
    out.emit(
        matter_object(made), f"The matter {made.matter.name} lies in {made.folder}; its prefix is {made.matter.prefix}."
    )
    return ExitStatus.DONE


async def matter_change(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    if not args.name and not args.caption:
        raise WrongUse("Nothing is to be changed.", remedy="Give `--name`, `--caption` or both.")
    caption, _prefix = matters.read_caption(args.caption) if args.caption else (None, None)
    changed = await matters.rename_matter(bench, args.matter, args.name or args.matter)
    if caption is not None:
        changed = await matters.change_caption(bench, changed.matter.name, caption)
    out.emit(matter_object(changed), f"The matter {changed.matter.name} is changed; it lies in {changed.folder}.")
    return ExitStatus.DONE


async def matter_list(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    found = await matters.list_matters(bench)
    for one in found:
        out.emit(
            matter_object(one), f"{one.matter.name}  {one.exhibits} exhibits, {one.pages} pages, {one.drafts} drafts"
        )
    if not found:
        out.say("There are no matters yet. Make one: jurat matter new NAME")
    return ExitStatus.DONE


async def matter_show(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    shown = matter_object(await matters.show_matter(bench, args.matter))
    out.emit(shown, "\n".join(f"{name:<13} {value}" for name, value in shown.items()))
    return ExitStatus.DONE


async def audit(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    check, entries = await matters.check_audit(bench, args.matter)
    broken = check.broken_at is not None
    thing = {"matter": args.matter, "whole": not broken, **asdict(check), "log": [asdict(entry) for entry in entries]}
    lines = [f"{e.n:>5}  {e.at}  {e.verb:<13} {' '.join(f'{k}={v}' for k, v in e.detail.items())}" for e in entries]
    lines.append(check.problem if broken else f"{check.entries} entries, the chain is whole; head {check.head}")
    out.emit(thing, "\n".join(lines))
    return ExitStatus.NEEDS_PERSON if broken else ExitStatus.DONE


VERBS: dict[tuple[str, ...], Command] = {
    ("matter", "new"): matter_new,
    ("matter", "change"): matter_change,
    ("matter", "list"): matter_list,
    ("matter", "show"): matter_show,
    ("audit",): audit,
}
