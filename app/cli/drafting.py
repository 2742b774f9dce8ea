"""The commands of drafting: runs, drafts, verdicts, signatures, exports, and the demo."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from app.actions import drafts, exports, runs
from app.actions.citations import citation_index
from app.actions.demo import DemoResult
from app.actions.verify_files import verdict_object, verify_batch, verify_file
from app.cli.objects import counts_text, draft_object, run_object, run_text
from app.cli.out import Printer, complain
from app.domain.claim import SIGNS, Verdict, VerdictKind, no_facts, only_places
from app.domain.errors import ExitStatus, WrongUse
from app.domain.review import CheckedDraft, ClaimsOpen
from app.domain.run import StageState, Task
from app.settings import find_settings
from app.workbench import Workbench


async def run(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    report = await runs.run(
        bench, args.matter, Task(args.task), args.request, chosen=args.exhibits, declarant=args.declarant
    )
    return _show_run(report, out)


async def resume(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    return _show_run(await runs.resume(bench, args.run), out)


async def runs_list(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    for report in await runs.list_runs(bench, args.matter):
        out.emit(run_object(report), run_text(report))
    return ExitStatus.DONE


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
        with args.output.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in verify_batch(args.batch))
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


async def show_demo(result: DemoResult, out: Printer) -> ExitStatus:
    report = result.report
    files = [str(path) for path in result.files]
    lines = [run_text(report), ""]
    if files:
        lines += ["The draft, its exports and its verification reports:", *(f"  {file}" for file in files), ""]
        lines += [
            _whether_final(report),
            f"Read it:   ./jurat draft show {report.run.draft}",
            f"Check it:  ./jurat verify {report.run.draft}",
            "",
        ]
    lines.append(f"A draft with planted mistakes, to see what the verifier blocks:   ./jurat verify {result.practice}")
    out.emit({**run_object(report), "files": files, "practice": result.practice}, "\n".join(lines))
    return ExitStatus.NEEDS_PERSON if report.run.error else ExitStatus.DONE


def _whether_final(report: runs.RunReport) -> str:
    if not report.open_claims:
        return f"No claim is open. The final copy: ./jurat export {report.run.draft} -o declaration.docx --final"
    if report.open_claims == 1:
        return "1 claim is open: no final export until it is mended or signed for."
    return f"{report.open_claims} claims are open: no final export until each of them is mended or signed for."


def _show_run(report: runs.RunReport, out: Printer) -> ExitStatus:
    out.emit(run_object(report), run_text(report))
    clean = report.run.state is StageState.DONE and not report.open_claims
    return ExitStatus.DONE if clean else ExitStatus.NEEDS_PERSON


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


VERBS: dict[tuple[str, ...], Callable[[Workbench, Namespace, Printer], Awaitable[ExitStatus]]] = {
    ("run",): run,
    ("resume",): resume,
    ("runs",): runs_list,
    ("draft", "show"): draft_show,
    ("verify",): verify,
    ("sign",): sign,
    ("unsign",): unsign,
    ("export",): export,
}
