"""`jurat run`, `resume` and `runs`."""

from argparse import Namespace

from app.actions import runs
from app.cli.commands import Command
from app.cli.objects import run_object, run_text
from app.cli.out import Printer
from app.domain.errors import ExitStatus
from app.domain.run import StageState, Task
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


def _show_run(report: runs.RunReport, out: Printer) -> ExitStatus:
    out.emit(run_object(report), run_text(report))
    clean = report.run.state is StageState.DONE and not report.open_claims
    return ExitStatus.DONE if clean else ExitStatus.NEEDS_PERSON


VERBS: dict[tuple[str, ...], Command] = {
    ("run",): run,
    ("resume",): resume,
    ("runs",): runs_list,
}
