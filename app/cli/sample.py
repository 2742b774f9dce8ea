"""`jurat demo`: the main job on the sample matter."""

from argparse import Namespace

from app.actions.demo import DemoResult, demo
from app.actions.runs import RunReport
from app.cli.commands import Command
from app.cli.objects import run_object, run_text
from app.cli.out import Printer
from app.domain.errors import ExitStatus
from app.settings import has_screen
from app.workbench import Workbench


async def demo_(bench: Workbench, args: Namespace, out: Printer) -> ExitStatus:
    """Ends in the window where there is a screen: ``args.made`` then names the draft to review."""
    result = await demo(bench, out.say)
    if result.report.run.draft and not args.no_window and has_screen():
        args.made = result.report.run.draft
    return _show(result, out)


def _show(result: DemoResult, out: Printer) -> ExitStatus:
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


def _whether_final(report: RunReport) -> str:
    if not report.open_claims:
        return f"No claim is open. The final copy: ./jurat export {report.run.draft} -o declaration.docx --final"
    if report.open_claims == 1:
        return "1 claim is open: no final export until it is mended or signed for."
    return f"{report.open_claims} claims are open: no final export until each of them is mended or signed for."


VERBS: dict[tuple[str, ...], Command] = {
    ("demo",): demo_,
}
