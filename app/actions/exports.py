"""Drafts written out: working copies at any time, the final one only when nothing is open (promise 4)."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from app.actions.drafts import find_draft, verify_draft
from app.actions.matters import the_matter
from app.actions.own_work import remember
from app.domain.errors import WrongUse
from app.domain.review import CheckedDraft
from app.export.report import ReportInputs
from app.export.write import export
from app.paper.files import refuse_vault
from app.store import audit, exhibits
from app.verify.clearance import clear
from app.workbench import OpenMatter, Workbench


@dataclass(frozen=True, slots=True)
class ExportedDraft:
    """What was written: the filing and the verification report that goes with it."""

    file: Path
    report: Path
    final: bool
    checked: CheckedDraft


async def export_draft(
    bench: Workbench, draft_id: str, target: Path, *, final: bool = False, force: bool = False
) -> ExportedDraft:
    """Write a draft as DOCX or PDF, by the target's ending, and its report beside it.

    ClaimsOpen, and nothing is written: ``final`` while a claim is open. WrongUse: another ending, a file that is
    there already (without ``force``), or a target inside the vault.
    """
    opened, _, _ = await find_draft(bench, draft_id)
    _refuse_vault(opened, target)
    async with opened.working():
        checked = await verify_draft(bench, draft_id)
        cleared = clear(checked) if final else None
        matter = await the_matter(opened)
        labels = await opened.store.read(lambda s: {e.exhibit.id: e.exhibit.label for e in exhibits.all_stored(s)})
        n, head = await opened.store.read(audit.head)
        inputs = ReportInputs(audit.now(), f"entry {n:,}, {head}", labels)
        # in a worker: PyMuPDF, which sets the PDF, allows no threads
        future = bench.pool.submit(export, cleared or checked, matter, target, report_inputs=inputs, force=force)
        try:
            written = await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            bench.pool.abandon([future])  # else it would still be written, a moment after it was said to be stopped
            raise
        for one in (written.filing, written.report):
            await remember(bench, opened, one.path)
    return ExportedDraft(written.filing.path, written.report.path, final, checked)


def _refuse_vault(opened: OpenMatter, target: Path) -> None:
    if not target.absolute().parent.is_dir():
        raise WrongUse(f"There is no folder {target.parent}.", remedy="Make it first, or choose another one.")
    refuse_vault(target)
