"""`jurat bates`: numbers, what is known of them, and stamped copies."""

from argparse import Namespace
from dataclasses import asdict

from app.actions import bates, stamping
from app.cli.commands import Alone, Command
from app.cli.out import Printer, complain
from app.domain.errors import AppError, ExitStatus
from app.domain.evidence import ORIGINS, Origin
from app.paper.geometry import Position
from app.workbench import Workbench


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


VERBS: dict[tuple[str, ...], Command] = {
    ("bates", "assign"): bates_assign,
    ("bates", "report"): bates_report,
}

ALONE: dict[tuple[str, ...], Alone] = {
    ("bates", "stamp"): bates_stamp,
}
