"""What came of a run, in words."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.domain.run import StageName, StageState
from app.gui.parts import many
from app.gui.stage_words import missing_words, run_words, stage_words

if TYPE_CHECKING:
    from app.actions.runs import RunReport


def _tr(text: str) -> str:
    return QCoreApplication.translate("RunView", text)


def findings(report: "RunReport") -> str:
    """What each stage found, a line each, headed by the stage's name."""
    found: dict[StageName, str] = {}
    if report.pages:
        given = many(len(report.pages), _tr("1 page given to the model"), _tr("{n} pages given to the model"))
        found[StageName.PACK] = _tr("{given}, {n} left out").format(given=given, n=len(report.left_out))
    if report.gate:
        without = missing_words(report.gate)
        none = _tr("the pages give grounds for every element")
        found[StageName.GATE] = _tr("no page gives grounds for: {0}").format(without) if without else none
    if report.claims:
        seen = many(sum(report.claims.values()), _tr("1 claim seen"), _tr("{n} claims seen"))
        found[StageName.VERIFY] = _tr("{seen}, {n} open").format(seen=seen, n=f"{report.open_claims:,}")
    if report.attacks:
        found[StageName.ATTACK] = many(len(report.attacks), _tr("1 objection"), _tr("{n} objections"))
    return "\n".join(f"{stage_words(stage)}: {text}." for stage, text in found.items())


def ended(report: "RunReport") -> str:
    """One sentence on a run that has ended, for who looks at something else."""
    run = report.run
    named = {"run": run_words(run.id), "matter": run.id.rpartition("/")[0]}
    if run.state is StageState.DONE:
        what = many(report.open_claims, _tr("1 claim is open"), _tr("{n} claims are open"))
        return _tr("{run} in {matter} is done: {what}.").format(what=what, **named)
    failed = next((stage.name for stage in run.stages if stage.state is StageState.FAILED), None)
    return _tr("{run} in {matter} stopped at: {stage}.").format(stage=stage_words(failed) if failed else "–", **named)
