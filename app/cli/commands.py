"""One function for each command: call the verb, print what came of it, say how it went."""

from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.actions import authorities, bates, corrections, exhibits, matters, own_work, stamping
from app.actions.demo import demo
from app.actions.ids import with_attachments
from app.cli import benches, boards, citations, discovery, drafting, servers
from app.cli.objects import (
    authority_object,
    exhibit_object,
    intake_object,
    intake_text,
    matter_object,
)
from app.cli.out import Printer, complain
from app.domain.errors import AppError, ExitStatus, WrongUse
from app.domain.evidence import ORIGINS, IntakeStatus, Origin
from app.paper.geometry import Position
from app.settings import has_screen
from app.workbench import Workbench

Command = Callable[[Workbench, Namespace, Printer], Awaitable[ExitStatus]]


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


async def intake(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    return await _take_in(bench, args, args.paths, out)


async def release(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """Own work let in as an exhibit: the release goes on the record, then the file is taken in."""
    await own_work.release(bench, args.matter, args.file, args.name, args.reason)
    return await _take_in(bench, args, [own_work.file_of(args.file)], out)


async def _take_in(bench: Workbench, args: Namespace, paths: Sequence[Path], out: Printer) -> ExitStatus:
    status = ExitStatus.DONE
    async for line in exhibits.add_exhibits(bench, args.matter, paths, Origin(args.origin)):
        out.emit(intake_object(line), intake_text(line))
        if line.status in (IntakeStatus.REFUSED, IntakeStatus.OWN_WORK):
            status = ExitStatus.NEEDS_PERSON
    return status


async def exhibits_list(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """The list; or, of the exhibits that are named, another origin, or out of the record and back into it."""
    ids = [id_.upper() for id_ in args.exhibits]
    if (args.origin or args.take_out or args.put_back) and not ids:
        raise WrongUse("No exhibit is named.", remedy=f"`jurat exhibits {args.matter}` lists them.")
    if args.take_out:
        for gone in await corrections.take_out(bench, args.matter, ids):
            out.emit(exhibit_object(gone, None, None), f"{gone.label:<12} taken out: {gone.path}")
        return ExitStatus.DONE
    if args.origin:
        await corrections.set_origin(bench, args.matter, ids, Origin(args.origin))
    if args.put_back:
        ids = [back.id for back in await corrections.put_back(bench, args.matter, ids)]
    listed = await exhibits.list_exhibits(bench, args.matter)
    shown = {one.id for one in with_attachments([one for one, *_ in listed], ids)} if ids else None
    if ids and not shown:
        raise WrongUse(f"The matter {args.matter!r} has no exhibit {ids[0]!r}.")
    for exhibit, first, last in listed:
        if shown is not None and exhibit.id not in shown:
            continue
        numbers = f"{first}-{last}" if first else "not numbered"
        text = f"{exhibit.label:<12} {exhibit.pages:>4} p.  {numbers:<24} {exhibit.origin.value:<9} {exhibit.title}"
        out.emit(exhibit_object(exhibit, first, last), text)
    return ExitStatus.DONE


async def pages(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    for page in await exhibits.list_pages(bench, args.matter, args.exhibit):
        read = page.read.value if page.confidence is None else f"{page.read.value}, confidence {page.confidence:.0f}"
        head = f"--- Exhibit {page.exhibit}, page {page.page} {page.bates or ''} ({read})"
        thing = {**asdict(page), "read": page.read.value}
        out.emit(thing, f"{head}\n{page.text}")
    return ExitStatus.DONE


async def search(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    hits = await exhibits.search_pages(bench, args.matter, args.query, args.limit)
    for hit in hits:
        out.emit(asdict(hit), f"{hit.bates or ''} Exhibit {hit.exhibit}, page {hit.page}: {hit.snippet}".strip())
    if not hits:
        out.say("No page holds these words.")
    return ExitStatus.DONE


async def bates_assign(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    status, written = ExitStatus.DONE, 0
    lines = bates.assign(
        bench,
        args.matter,
        prefix=args.prefix,
        start=args.start,
        digits=args.digits,
        suffix=args.suffix,
        origins=[Origin(origin) for origin in args.origin or ORIGINS],
    )
    async for line in lines:
        if isinstance(line, AppError):
            complain(line)
            status = ExitStatus.NEEDS_PERSON
            continue
        written += 1
        thing = {"exhibit": line.exhibit, "first": line.first, "last": line.last, "file": str(line.file)}
        text = f"Exhibit {line.exhibit:<5} {line.first}-{line.last}  {line.file}"
        out.emit({**thing, "notes": list(line.notes)}, "\n".join([text, *(f"    {note}" for note in line.notes)]))
    if not written and status is ExitStatus.DONE:
        left = sum((await bates.plan(bench, args.matter)).unnumbered.values())
        every = (
            "Every page has its number" if not left else f"{left} pages have no number, for they came from elsewhere,"
        )
        out.say(f"{every} and every stamped copy is there.")
    return status


async def bates_report(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    report = await bates.report(bench, args.matter)
    text = "\n".join(
        f"{name}: {', '.join('-'.join(v) if isinstance(v, tuple) else v for v in found) or 'none'}"
        for name, found in (
            ("ranges", report.ranges),
            ("gaps", report.gaps),
            ("overlaps", report.overlaps),
            ("duplicates", report.duplicates),
        )
    )
    out.emit(asdict(report), text)
    return ExitStatus.NEEDS_PERSON if report.duplicates else ExitStatus.DONE


async def bates_stamp(args: Namespace, out: Printer) -> ExitStatus:
    stamped = await stamping.stamp(
        args.files,
        args.output,
        prefix=args.prefix,
        start=args.start,
        digits=args.digits,
        suffix=args.suffix,
        position=Position(args.position),
        legend=args.legend,
        per_document=args.per == "document",
        dry_run=args.dry_run,
        force=args.force,
    )
    status = ExitStatus.DONE
    for one in stamped.files:
        thing = {"file": str(one.file), "output": str(one.output) if one.output else None, "first": one.first}
        if one.output is None:
            status = ExitStatus.NEEDS_PERSON
        text = (
            f"{one.file}  {one.first}-{one.last}  {one.output}" if one.output else f"{one.file}  refused: {one.reason}"
        )
        notes = [note.text for note in one.notes]
        out.emit({**thing, "last": one.last, "reason": one.reason, "notes": notes}, "\n    ".join([text, *notes]))
    out.emit({"next": stamped.next_free}, f"next free number: {stamped.next_free}")
    return status


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


async def demo_(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """Ends in the window where there is a screen: ``args.made`` then names the draft to review."""
    result = await demo(bench, out.say)
    if result.report.run.draft and not args.no_window and has_screen():
        args.made = result.report.run.draft
    return await drafting.show_demo(result, out)


VERBS: dict[tuple[str, ...], Command] = {
    ("demo",): demo_,
    ("matter", "new"): matter_new,
    ("matter", "change"): matter_change,
    ("matter", "list"): matter_list,
    ("matter", "show"): matter_show,
    ("audit",): audit,
    ("intake",): intake,
    ("release",): release,
    ("exhibits",): exhibits_list,
    ("pages",): pages,
    ("search",): search,
    ("bates", "assign"): bates_assign,
    ("bates", "report"): bates_report,
    ("authority", "add"): authority_add,
    ("authority", "list"): authority_list,
    **boards.VERBS,
    **benches.VERBS,
    **servers.VERBS,
    **discovery.VERBS,
    **drafting.VERBS,
    **citations.VERBS,
}

ALONE: dict[tuple[str, ...], Callable[[Any, Printer], Awaitable[ExitStatus]]] = {
    ("bates", "stamp"): bates_stamp,
    ("verify",): drafting.verify_files,
}
"""Commands that need no home folder."""
