"""The verification report as a Word document."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.export.report import Report, ReportRow
from app.export.text import composed, printable
from app.export.word import (
    WordFacts,
    add_field,
    fill_cell,
    keep_row,
    new_document,
    repeat_header,
    save_document,
    set_widths,
    style,
)

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import _Cell

_WIDTHS = (0.35, 1.85, 1.1, 3.2)


def write_report_docx(report: Report, target: Path, facts: WordFacts, *, force: bool = False) -> None:
    """Write ``report`` as a Word document. WrongUse where ``target`` is there and ``force`` isn't given."""
    document = new_document()
    _styles(document)
    document.add_paragraph("Verification report", style="Report Title")
    document.add_paragraph(_clean(report.title), style="Report Subtitle")
    document.add_paragraph(_clean(f"{report.state}. Claims open: {report.open}."), style="Report State")
    _pairs(document, report.facts)
    document.add_paragraph("What was found", style="Report Heading")
    _pairs(document, [(name, str(count)) for name, count in report.counts])
    document.add_paragraph("What kinds of claims were seen", style="Report Heading")
    _pairs(document, [(name, str(count)) for name, count in report.seen])
    document.add_paragraph("What “supported” means", style="Report Heading")
    for text in report.meaning:
        document.add_paragraph(text, style="Report Text")
    document.add_paragraph("Every claim, in the order of the draft", style="Report Heading")
    _claims(document, report.rows)
    if report.attacks:
        document.add_paragraph("What the adversarial reviewer holds against the draft", style="Report Heading")
        for where, text in report.attacks:
            document.add_paragraph(_clean(f"{where}: {text}"), style="Report Text")
    foot = document.sections[0].footer.paragraphs[0]
    foot.style = "Report Foot"
    foot.add_run("Verification report, page ")
    add_field(foot, "PAGE")
    foot.add_run(" of ")
    add_field(foot, "NUMPAGES")
    save_document(document, target, facts, force=force)


def _clean(text: str) -> str:
    return composed(printable(text))


def _styles(document: "Document") -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH as ALIGN

    style(document, "Report Title", size=20, bold=True, after=2)
    style(document, "Report Subtitle", size=12, after=6)
    style(document, "Report State", size=11, bold=True, after=10)
    style(document, "Report Heading", size=13, bold=True, before=16, after=5, next_=True)
    style(document, "Report Text", size=10.5, after=6)
    style(document, "Report Cell", size=9.5, after=2)
    style(document, "Report Foot", size=9, align=ALIGN.CENTER)


def _pairs(document: "Document", pairs: Sequence[tuple[str, str]]) -> None:
    table = document.add_table(rows=0, cols=2)
    for name, value in pairs:
        cells = table.add_row().cells
        for cell, text in zip(cells, (name, value), strict=True):
            cell.paragraphs[0].style = "Report Cell"
            cell.paragraphs[0].add_run(_clean(text))
    set_widths(table, (2.2, 4.3))


def _claims(document: "Document", rows: Sequence[ReportRow]) -> None:
    table = document.add_table(rows=1, cols=4, style="Table Grid")
    for cell, text in zip(table.rows[0].cells, ("¶", "Claim", "Verdict", "Source and reason"), strict=True):
        cell.paragraphs[0].style = "Report Cell"
        cell.paragraphs[0].add_run(text).bold = True
        fill_cell(cell, "E8E8E8")
    repeat_header(table.rows[0])
    for row in rows:
        added = table.add_row()
        keep_row(added)
        cells = added.cells
        _cell(cells[0], (str(row.paragraph), False))
        _cell(cells[1], (row.text, True), (row.kind, False))
        _cell(cells[2], (row.verdict, True), *_standing(row))
        if row.found.value != "supported":
            fill_cell(cells[2], "F9D5D2" if row.found.value in ("misplaced", "unsupported") else "FFEDAD")
        more = [(f"Suggested: {row.suggestion}", False)] if row.suggestion else []
        more += [(row.signed, True)] if row.signed else []
        _cell(cells[3], (f"Source: {row.source}", False), (row.reason, False), *more)
    set_widths(table, _WIDTHS, inside=4)


def _standing(row: ReportRow) -> list[tuple[str, bool]]:
    return [("signed", False)] if row.signed else [("open", False)] if row.open else []


def _cell(cell: "_Cell", *lines: tuple[str, bool]) -> None:
    for n, (text, bold) in enumerate(lines):
        paragraph = cell.paragraphs[0] if n == 0 else cell.add_paragraph()
        paragraph.style = "Report Cell"
        paragraph.add_run(_clean(text)).bold = bold or None
