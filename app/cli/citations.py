"""The commands of the citation index and of the look-up over the network."""

import signal
import sys
from argparse import Namespace
from dataclasses import asdict
from typing import Any

from app.actions import citations
from app.cli.commands import Command
from app.cli.out import Printer, complain
from app.domain.errors import ExitStatus, WrongUse
from app.workbench import Workbench


async def authority_index(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    status = ExitStatus.DONE
    async for line in citations.index_citations(bench.settings.home, bench.facts, args.files):
        if not isinstance(line, citations.IndexLine):
            thing = {"index": str(bench.settings.home / citations.INDEX_FILE), **asdict(line)}
            out.emit(thing, f"The index holds {line.citations:,} citations of {line.clusters:,} cases.")
            continue
        out.emit(_object(line), _text(line))
        if line.problem is not None:
            complain(line.problem)
        if line.problem is not None or line.unreadable:
            status = ExitStatus.NEEDS_PERSON
    return status


async def authority_lookup(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """Ends with 1 where CourtListener doesn't have the citation, or nothing was sent."""
    matter = None if args.matter == "-" else args.matter
    if matter is not None:
        await bench.matter(matter)
    request = citations.lookup_request(args.citation, args.url, args.key_env)
    print(f"This would leave your machine:\n{request.shown()}", file=sys.stderr)
    if not args.yes and not _agreed():
        out.emit({"citation": request.citation, "sent": False}, "Nothing was sent.")
        return ExitStatus.NEEDS_PERSON
    answer = await citations.look_up_citation(bench, matter, request)
    thing = {"citation": answer.citation, "sent": True, "url": request.url, "note": answer.note}
    lines = [
        f"{answer.citation} is {case.name or 'a case without a name'}"
        f"{f', filed on {case.filed}' if case.filed else ''}. {case.address or ''}".strip()
        for case in answer.found
    ]
    missing = f"CourtListener doesn't have {answer.citation}. {answer.note}".strip()
    out.emit({**thing, "found": [asdict(case) for case in answer.found]}, "\n".join(lines) or missing)
    return ExitStatus.DONE if answer.found else ExitStatus.NEEDS_PERSON


def _agreed() -> bool:
    """A person's yes to this one request. WrongUse: there is no terminal to ask at."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise WrongUse(
            "There is no terminal to ask at. Nothing was sent.",
            "Each look-up needs a person's yes.",
            "Give --yes for this one look-up.",
        )
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # the loop's own would wait for the line's end
    try:
        print("Send it? [y/N] ", end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().casefold() in ("y", "yes")
    finally:
        signal.signal(signal.SIGINT, handler)


def _object(line: citations.IndexLine) -> dict[str, Any]:
    return {
        "path": str(line.path),
        "kind": line.kind.value if line.kind else None,
        "day": line.day or None,
        "rows": line.rows,
        "before": line.before,
        "incomplete": line.incomplete,
        "unreadable": line.unreadable,
        "reason": str(line.problem) if line.problem else None,
    }


def _text(line: citations.IndexLine) -> str:
    if line.kind is None:
        return f"refused     {line.path}"
    parts = [f"{line.kind.value:<11} {line.path}  {line.rows:,} rows"]
    if line.before:
        parts.append(f"{line.before:,} of them were in the index")
    if line.incomplete:
        parts.append(f"{line.incomplete:,} lack a volume, page or court")
    if line.unreadable:
        parts.append(f"{line.unreadable:,} could not be read")
    return "; ".join(parts)


VERBS: dict[tuple[str, ...], Command] = {
    ("authority", "index"): authority_index,
    ("authority", "lookup"): authority_lookup,
}
