"""What is in a matter: `jurat intake`, `release`, `exhibits`, `pages` and `search`."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from app.actions import corrections, exhibits, own_work
from app.actions.ids import with_attachments
from app.cli.commands import Command
from app.cli.objects import exhibit_object, intake_object, intake_text
from app.cli.out import Printer
from app.domain.errors import ExitStatus, WrongUse
from app.domain.evidence import IntakeStatus, Origin
from app.workbench import Workbench


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


VERBS: dict[tuple[str, ...], Command] = {
    ("intake",): intake,
    ("release",): release,
    ("exhibits",): exhibits_list,
    ("pages",): pages,
    ("search",): search,
}
