"""Export: a draft as a filing, and beside it the report on what was checked in it."""

import hashlib
import uuid
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import WrongUse
from app.domain.matter import Matter
from app.domain.review import CheckedDraft, ClearedDraft
from app.export.docx import write_docx
from app.export.filing import Filing, final_filing, working_filing
from app.export.pdf import write_pdf
from app.export.report import Report, ReportInputs, build_report, report_path
from app.export.report_docx import write_report_docx
from app.export.report_pdf import write_report_pdf
from app.export.sheet import PdfFacts
from app.export.word import WordFacts
from app.paper.files import refuse_overwrite
from app.paper.mark import Mark, this_program


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file that was written, and the mark that it carries."""

    path: Path
    mark: Mark


@dataclass(frozen=True, slots=True)
class Exported:
    filing: ExportedFile
    report: ExportedFile

    @property
    def files(self) -> tuple[ExportedFile, ...]:
        return self.filing, self.report


def export(
    draft: CheckedDraft | ClearedDraft,
    matter: Matter,
    target: Path,
    *,
    report_inputs: ReportInputs,
    force: bool = False,
) -> Exported:
    """Write the filing to ``target`` (.docx or .pdf) and its verification report beside it, in the same format.

    A ``ClearedDraft`` becomes a clean final copy, a ``CheckedDraft`` a working one with its open claims marked.
    Both files carry a mark and depend on nothing but the arguments. WrongUse: another ending, or one of the two
    files is there and ``force`` isn't given; then nothing is written.
    """
    ending = target.suffix.lower()
    if ending not in (".docx", ".pdf"):
        raise WrongUse(f"{target.name} has to end in .docx or .pdf.", remedy="Choose a name with one of these endings.")
    beside = report_path(target)
    for path in (target, beside):
        refuse_overwrite(path, force=force)
    final = isinstance(draft, ClearedDraft)
    checked = draft.checked if isinstance(draft, ClearedDraft) else draft
    filing = final_filing(draft, matter) if isinstance(draft, ClearedDraft) else working_filing(draft, matter)
    report = build_report(checked, matter, report_inputs, final=final)
    made = report_inputs.made_at
    # A filing leaves the house: its mark doesn't tell what the firm calls the case.
    filing_mark = _mark(checked, "" if final else matter.name, "filing" if final else "draft", ending, made)
    report_mark = _mark(checked, matter.name, "report", ending, made)
    # The report first: a filing never lies there without what was checked in it.
    _write_report(report, beside, ending, report_mark, made, force=force)
    _write_filing(filing, target, ending, filing_mark, made, force=force)
    return Exported(ExportedFile(target, filing_mark), ExportedFile(beside, report_mark))


def _write_filing(filing: Filing, target: Path, ending: str, mark: Mark, made: str, *, force: bool) -> None:
    subject = "Declaration" if filing.final else filing.banner
    if ending == ".docx":
        write_docx(filing, target, WordFacts(filing.title, subject, made, mark), force=force)
    else:
        write_pdf(filing, target, PdfFacts(filing.title, subject, made, mark), force=force)


def _write_report(report: Report, target: Path, ending: str, mark: Mark, made: str, *, force: bool) -> None:
    title, subject = f"Verification report: {report.title}", report.state
    if ending == ".docx":
        write_report_docx(report, target, WordFacts(title, subject, made, mark), force=force)
    else:
        write_report_pdf(report, target, PdfFacts(title, subject, made, mark), force=force)


def _mark(checked: CheckedDraft, matter: str, kind: str, ending: str, made_at: str) -> Mark:
    """The mark's id is named after what is written, so that the same export has the same one."""
    text = hashlib.sha256(checked.draft.text.encode("utf-8", "surrogatepass")).hexdigest()
    name = f"{checked.draft.id} {checked.draft.version} {text} {kind}{ending} {made_at}"
    return Mark(*this_program(), str(uuid.uuid5(uuid.NAMESPACE_URL, name)), matter, kind, made_at)
