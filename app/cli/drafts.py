"""Drafts: shown, verified, signed for, exported; and any text verified against any pages."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from typing import Any

from app.actions import drafts, exports
from app.actions.citations import citation_index
from app.actions.verify_files import verdict_object, verify_batch, verify_file
from app.cli.commands import Alone, Command
from app.cli.objects import counts_text, draft_object
from app.cli.out import Printer, complain
from app.domain.claim import SIGNS, Verdict, VerdictKind, no_facts, only_places
from app.domain.errors import ExitStatus, WrongUse
from app.domain.review import CheckedDraft, ClaimsOpen
from app.settings import find_settings
from app.workbench import Workbench


async def draft_show(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    draft = await drafts.show_draft(bench, args.draft)
    out.emit(draft_object(draft), f"{draft.title}  ({draft.id}, version {draft.version})\n\n{draft.text}")
    return ExitStatus.DONE


async def verify(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    if args.index:
        raise WrongUse("--index goes with --text.", "A draft is held against the home folder's own index.")
    checked = await drafts.verify_draft(bench, args.draft)
    _show_verdicts(checked, checked.verdicts, out)
    out.say(_totals(checked))
    return ExitStatus.NEEDS_PERSON if checked.open else ExitStatus.DONE


async def verify_files(args: Namespace, out: Printer) -> ExitStatus:
    """``verify --text`` and ``verify --batch``: no matter, no home folder."""
    if args.batch is not None:
        if args.output is None or args.text or args.pages or args.index:
            raise WrongUse("--batch takes a folder and -o a file, and nothing else.")
        # all of it first: a folder that can't be read empties no file
        found = [json.dumps(line, ensure_ascii=False) + "\n" for line in verify_batch(args.batch)]
        args.output.write_text("".join(found), encoding="utf-8")
        return ExitStatus.DONE
    if args.text is None or args.pages is None:
        raise WrongUse(
            "`jurat verify` needs something to check.",
            remedy="Give a draft (sample/d1), or --text FILE with --pages FILE.jsonl, or --batch DIR with -o FILE.",
        )
    known = citation_index(args.index, find_settings(args.home, args.boards).home)
    lines = list(verify_file(args.text, args.pages, args.authorities, args.language, known))
    for line in lines:
        out.emit(line, _verdict_text(line))
    verdicts, kinds = (dict(Counter(str(line[what]) for line in lines)) for what in ("verdict", "kind"))
    out.say(f"{counts_text(verdicts, kinds)}.")
    passes = all(line["verdict"] == VerdictKind.SUPPORTED for line in lines)
    return ExitStatus.DONE if passes else ExitStatus.NEEDS_PERSON


async def sign(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    decision = await drafts.sign(bench, args.draft, args.claim, args.name, args.reason)
    thing = {
        "draft": args.draft,
        "claim": decision.claim,
        "name": decision.name,
        "reason": decision.reason,
        "signed_at": decision.signed_at,
    }
    out.emit(thing, f"{decision.name} signed for claim {decision.claim}: {decision.reason}")
    return ExitStatus.DONE


async def unsign(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    held = await drafts.unsign(bench, args.draft, args.claim, args.name, args.reason)
    thing = {"draft": args.draft, "claim": held.claim, "name": args.name, "reason": args.reason, "signed_by": held.name}
    out.emit(thing, f"{args.name} took back what {held.name} signed for claim {held.claim}: it is open again")
    return ExitStatus.DONE


async def export(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    try:
        written = await exports.export_draft(bench, args.draft, args.output, final=args.final, force=args.force)
    except ClaimsOpen as error:
        checked = await drafts.verify_draft(bench, args.draft)
        _show_verdicts(checked, error.open, out)
        complain(error)
        return ExitStatus.NEEDS_PERSON
    kind = "final" if written.final else "working copy"
    count = len(written.checked.open)
    thing = {"file": str(written.file), "report": str(written.report), "final": written.final, "open": count}
    lines = [f"{written.file} ({kind}, {count} claims open)", f"{written.report} (verification report)"]
    seen = Counter(verdict.claim.kind for verdict in written.checked.verdicts)
    if none := no_facts(seen):
        lines.append(none)
    out.emit({**thing, "cites_only": bool(only_places(seen))}, "\n".join(lines))
    return ExitStatus.DONE


def _show_verdicts(checked: CheckedDraft, verdicts: Iterable[Verdict], out: Printer) -> None:
    for verdict in verdicts:
        decision = checked.decision_for(verdict)
        signed = {"name": decision.name, "reason": decision.reason} if decision else None
        thing = verdict_object(verdict, signed)
        out.emit(thing, _verdict_text(thing))


def _verdict_text(thing: dict[str, Any]) -> str:
    places = [
        source.get("authority") or source.get("bates") or f"Ex. {source['exhibit']} at {source['page']}"
        for source in thing["sources"]
    ]
    sign_ = SIGNS[VerdictKind(thing["verdict"])]
    text = f"{sign_} {thing['claim']}  {thing['kind']:<9} {thing['text']}  [{', '.join(places) or 'no source'}]"
    lines = [text]
    if thing["verdict"] != VerdictKind.SUPPORTED:
        lines.append(f"      {thing['verdict']}: {thing['reason']}")
    if thing["suggestion"]:
        lines.append(f"      instead: {thing['suggestion']}")
    if thing["signed"]:
        lines.append(f"      signed by {thing['signed']['name']}: {thing['signed']['reason']}")
    return "\n".join(lines)


def _totals(checked: CheckedDraft) -> str:
    claims: dict[str, int] = {}
    seen: dict[str, int] = {}
    for verdict in checked.verdicts:
        claims[verdict.verdict.value] = claims.get(verdict.verdict.value, 0) + 1
        seen[verdict.claim.kind.value] = seen.get(verdict.claim.kind.value, 0) + 1
    return f"{counts_text(claims, seen)}; {len(checked.open)} open"


VERBS: dict[tuple[str, ...], Command] = {
    ("draft", "show"): draft_show,
    ("verify",): verify,
    ("sign",): sign,
    ("unsign",): unsign,
    ("export",): export,
}

ALONE: dict[tuple[str, ...], Alone] = {
    ("verify",): verify_files,
}
"""Commands that need no home folder."""
