"""The filing as a Word document: real styles, real numbering, real comments."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.claim import KIND_WORDS
from app.export.filing import Filing, NumberedParagraph, OpenMark, Side
from app.export.text import composed, pieces, printable
from app.export.word import WordFacts, add_field, add_styles, new_document, pad_cell, save_document, set_widths, shade

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import _Cell
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run


def write_docx(filing: Filing, target: Path, facts: WordFacts, *, force: bool = False) -> None:
    """Write ``filing`` as a Word document, whole or not at all.

    WrongUse where ``target`` is there and ``force`` isn't given.
    """
    document = new_document()
    add_styles(document)
    _margins(document, filing)
    for text in filing.counsel:
        _add(document, text, "Attorney Block")
    _add(document, filing.court, "Court")
    _caption(document, filing)
    _add(document, filing.opening, "Declaration Opening")
    runs: dict[int, list[Run]] = {}
    for paragraph in filing.paragraphs:
        _numbered(document, paragraph, runs)
    _ending(document, filing)
    _comments(document, filing, runs, facts)
    save_document(document, target, facts, force=force)


def _add(document: "Document", text: str, style: str) -> "Paragraph":
    paragraph = document.add_paragraph(style=style)
    lines = composed(printable(text)).split("\n")
    for n, line in enumerate(lines):
        run = paragraph.add_run(line)
        if n < len(lines) - 1:
            run.add_break()
    return paragraph


def _margins(document: "Document", filing: Filing) -> None:
    section = document.sections[0]
    foot = section.footer.paragraphs[0]
    foot.style = "Footer"
    foot.add_run("- ")
    add_field(foot, "PAGE")
    foot.add_run(" -")
    section.footer.add_paragraph(composed(printable(filing.title)), style="Footer Title")
    if filing.banner:
        head = section.header.paragraphs[0]
        head.style = "Draft Banner"
        head.add_run(filing.banner)


def _caption(document: "Document", filing: Filing) -> None:
    table = document.add_table(rows=1, cols=2)
    set_widths(table, (3.25, 3.25))
    left, right = table.rows[0].cells
    _frame(left)
    pad_cell(left, right=14)
    pad_cell(right, left=14)
    first = left.paragraphs[0]
    for n, party in enumerate(filing.sides):
        _side(left, first if n == 0 else None, party, ends=n == len(filing.sides) - 1)
    right.paragraphs[0].style = "Caption Text"
    right.paragraphs[0].add_run(composed(printable(filing.docket)))
    right.add_paragraph(composed(printable(filing.title)), style="Caption Title")


def _side(cell: "_Cell", paragraph: "Paragraph | None", side: Side, *, ends: bool) -> None:
    if side.link:
        cell.add_paragraph(side.link, style="Caption Versus")
    names = paragraph or cell.add_paragraph()
    names.style = "Caption Text"
    names.add_run(composed(printable(side.names))).bold = True
    end = "." if ends else ","
    names.add_run("," if side.role else end)
    if side.role:
        cell.add_paragraph(composed(printable(side.role + end)), style="Caption Role")


def _frame(cell: "_Cell") -> None:
    """The rule at the right of the parties and under them."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    borders = OxmlElement("w:tcBorders")
    for edge in ("bottom", "right"):
        line = OxmlElement(f"w:{edge}")
        for key, value in (("val", "single"), ("sz", "6"), ("space", "0"), ("color", "000000")):
            line.set(qn(f"w:{key}"), value)
        borders.append(line)
    cell._tc.get_or_add_tcPr().append(borders)


def _numbered(document: "Document", paragraph: NumberedParagraph, runs: "dict[int, list[Run]]") -> None:
    """One paragraph with Word's own number; collects the runs under each open claim by its note."""
    out = document.add_paragraph(style="Numbered Paragraph")
    for text, marks in pieces(printable(paragraph.text), paragraph.marks, lambda mark: (mark.start, mark.end)):
        if not text:
            continue
        run = out.add_run(composed(text))
        if marks:
            shade(run, red=any(mark.red for mark in marks))
        for mark in marks:
            runs.setdefault(mark.note, []).append(run)


def _ending(document: "Document", filing: Filing) -> None:
    last = document.paragraphs[-1]
    last.paragraph_format.keep_with_next = True
    _add(document, filing.closing, "Closing")
    _add(document, filing.executed, "Closing")
    _add(document, "_" * 34, "Signature Line")
    _add(document, filing.signatory, "Signatory")


def _comments(document: "Document", filing: Filing, runs: "dict[int, list[Run]]", facts: WordFacts) -> None:
    seen: dict[int, OpenMark] = {mark.note: mark for mark in filing.marks}
    for note, mark in sorted(seen.items()):
        found = mark.verdict
        text = f"{found.verdict.value.capitalize()} ({KIND_WORDS[found.claim.kind]}): {found.reason}"
        if found.suggestion:
            text += f" Suggested: {found.suggestion}"
        comment = document.add_comment(
            [runs[note][0], runs[note][-1]], composed(printable(text)), author="Jurat", initials="J"
        )
        comment._comment_elm.set(_DATE, facts.made_at.replace("+00:00", "Z"))


_DATE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}date"
