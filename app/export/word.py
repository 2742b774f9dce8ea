"""What every Word document of this program shares: styles, numbering, fields, metadata, mark."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from app.paper.files import write_atomically
from app.paper.mark import Mark, mark_docx

if TYPE_CHECKING:
    from docx.document import Document
    from docx.styles.style import ParagraphStyle
    from docx.table import Table, _Cell, _Row
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

SERIF = "Times New Roman"
RED_FILL, AMBER_FILL = "F9D5D2", "FFEDAD"
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class WordFacts:
    """What a Word document says about itself. ``made_at``: UTC, ISO 8601."""

    title: str
    subject: str
    made_at: str
    mark: Mark


def new_document() -> "Document":
    """An empty document on US letter with one-inch margins, 12-point serif, English (US)."""
    import docx
    from docx.oxml.ns import qn
    from docx.shared import Inches, Pt

    document = docx.Document()
    section = document.sections[0]
    section.page_width, section.page_height = Inches(8.5), Inches(11)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Inches(1)
    section.header_distance = section.footer_distance = Inches(0.45)
    for setting in document.settings.element.iter(qn("w:compatSetting")):
        if setting.get(qn("w:name")) == "compatibilityMode":
            setting.set(qn("w:val"), "15")  # as Word 2013 and later; else it opens in a compatibility mode
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = SERIF, Pt(12)
    fonts = normal.element.get_or_add_rPr().get_or_add_rFonts()
    for key in ("w:cs", "w:hAnsi"):
        fonts.set(qn(key), SERIF)
    normal.paragraph_format.space_after = Pt(0)
    normal.paragraph_format.widow_control = True
    return document


def add_styles(document: "Document") -> None:
    """The styles of a pleading, and the automatic numbers of its paragraphs."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH as ALIGN

    centre = ALIGN.CENTER
    style(document, "Attorney Block")
    style(document, "Court", bold=True, align=centre, before=30, after=22, next_=True)
    style(document, "Caption Text")
    style(document, "Caption Role", left=72, before=14, after=14)
    style(document, "Caption Versus", left=36, after=14)
    style(document, "Caption Title", bold=True, before=14)
    style(document, "Declaration Opening", before=18, first=36, line=24, next_=True)
    numbered = style(document, "Numbered Paragraph", first=36, line=24)
    style(document, "Closing", first=36, line=24, next_=True, together=True)
    style(document, "Signature Line", left=234, before=40, next_=True)
    style(document, "Signatory", left=234, together=True)
    style(document, "Footer Title", size=9, align=centre)
    banner = style(document, "Draft Banner", size=10, bold=True, align=centre)
    _colour(banner, "A60D0D")
    style(document, "Footer", size=11, align=centre)
    for name, fill in (("Open Claim Red", RED_FILL), ("Open Claim Amber", AMBER_FILL)):
        _fill_style(document, name, fill)
    _number(document, numbered)


def style(
    document: "Document",
    name: str,
    *,
    size: float | None = None,
    bold: bool = False,
    align: Any = None,
    before: float = 0,
    after: float = 0,
    left: float = 0,
    first: float = 0,
    line: float | None = None,
    next_: bool = False,
    together: bool = False,
) -> "ParagraphStyle":
    """A paragraph style (made, or changed where Word has one of that name); measures in points."""
    from docx.enum.style import WD_STYLE_TYPE
    from docx.enum.text import WD_LINE_SPACING
    from docx.shared import Pt

    known = document.styles
    found = known[name] if name in known else known.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    made = cast("ParagraphStyle", found)
    made.base_style = document.styles["Normal"]
    made.quick_style = True
    made.font.bold = bold or None
    if size is not None:
        made.font.size = Pt(size)
    form = made.paragraph_format
    form.alignment = align
    form.space_before, form.space_after = Pt(before), Pt(after)
    form.left_indent, form.first_line_indent = Pt(left), Pt(first)
    form.keep_with_next, form.keep_together, form.widow_control = next_, together, True
    if line is not None:
        form.line_spacing_rule, form.line_spacing = WD_LINE_SPACING.EXACTLY, Pt(line)
    return made


def _colour(made: "ParagraphStyle", rgb: str) -> None:
    from docx.shared import RGBColor

    made.font.color.rgb = RGBColor.from_string(rgb)


def _fill_style(document: "Document", name: str, fill: str) -> None:
    from docx.enum.style import WD_STYLE_TYPE

    made = document.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
    made.element.get_or_add_rPr().append(_element("shd", val="clear", color="auto", fill=fill))


def shade(run: "Run", *, red: bool) -> None:
    """Mark ``run`` as an open claim."""
    run.style = "Open Claim Red" if red else "Open Claim Amber"


def _number(document: "Document", made: "ParagraphStyle") -> None:
    """Tie a list of its own, ``1.`` with a tab, to a style: new paragraphs of that style number themselves."""
    numbering = document.part.numbering_part.element
    abstract = _element("abstractNum", abstractNumId="90")
    abstract.append(_element("multiLevelType", val="singleLevel"))
    level = _element("lvl", ilvl="0")
    style_id = made.style_id
    for child in (
        _element("start", val="1"),
        _element("numFmt", val="decimal"),
        _element("pStyle", val=style_id),
        _element("lvlText", val="%1."),
        _element("lvlJc", val="left"),
    ):
        level.append(child)
    form = _element("pPr")
    tabs = _element("tabs")
    tabs.append(_element("tab", val="num", pos="1440"))
    form.append(tabs)
    form.append(_element("ind", left="0", firstLine="720"))
    level.append(form)
    abstract.append(level)
    numbering.insert(0, abstract)
    number = _element("num", numId="90")
    number.append(_element("abstractNumId", val="90"))
    numbering.append(number)
    properties = made.element.get_or_add_pPr()
    link = properties.get_or_add_numPr()
    link.get_or_add_numId().val = 90


def add_field(paragraph: "Paragraph", code: str) -> None:
    """A field that Word computes, e.g. ``PAGE``."""
    for kind in ("begin", None, "separate", "text", "end"):
        run = paragraph.add_run()
        if kind is None:
            text = _element("instrText")
            text.text = f" {code} "
            run._r.append(text)
        elif kind == "text":
            run.text = "1"
        else:
            run._r.append(_element("fldChar", fldCharType=kind))


def _element(tag: str, **attributes: str) -> Any:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    made = OxmlElement(f"w:{tag}")
    for key, value in attributes.items():
        made.set(qn(f"w:{key}"), value)
    return made


def save_document(document: "Document", target: Path, facts: WordFacts, *, force: bool) -> None:
    """Write the document to ``target`` with what it says about itself; the same input, the same bytes."""
    core = document.core_properties
    when = datetime.fromisoformat(facts.made_at).replace(tzinfo=None)
    core.title, core.subject, core.comments = facts.title[:255], facts.subject[:255], ""
    core.author = core.last_modified_by = facts.mark.program
    core.created = core.modified = when
    core.revision = 1
    core.language = "en-US"
    mark_docx(document, facts.mark)
    raw = io.BytesIO()
    document.save(raw)
    write_atomically(target, lambda part: _repack(raw, part), force=force)


def _repack(raw: io.BytesIO, part: Path) -> None:
    """The same archive with fixed times, so that it depends on nothing but what is in it."""
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out:
        for name in source.namelist():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            out.writestr(info, source.read(name))


def set_widths(table: "Table", inches: Sequence[float], *, inside: float = 0) -> None:
    """Fix the widths of a table's columns, for Word and for readers that look at the grid only; ``inside`` is the
    blank in points between a cell's sides and its text."""
    from docx.oxml.ns import qn
    from docx.shared import Inches

    table.autofit = False
    properties = table._tbl.tblPr
    look = properties.find(qn("w:tblLook"))
    margins = _blank_sides("tblCellMar", inside, inside)
    properties.append(margins) if look is None else look.addprevious(margins)
    for column, width in zip(table.columns, inches, strict=True):
        column.width = Inches(width)
        for cell in column.cells:
            cell.width = Inches(width)


def pad_cell(cell: "_Cell", *, left: float = 0, right: float = 0) -> None:
    """Set the blank margins inside a table's cell, in points. To be called after its borders are set."""
    cell._tc.get_or_add_tcPr().append(_blank_sides("tcMar", left, right))


def _blank_sides(tag: str, left: float, right: float) -> Any:
    margins = _element(tag)
    margins.append(_element("left", w=str(round(left * 20)), type="dxa"))
    margins.append(_element("right", w=str(round(right * 20)), type="dxa"))
    return margins


def fill_cell(cell: "_Cell", fill: str) -> None:
    """Colour the ground of a table's cell."""
    cell._tc.get_or_add_tcPr().append(_element("shd", val="clear", color="auto", fill=fill))


def repeat_header(row: "_Row") -> None:
    """Print this row again at the head of each page that its table runs over."""
    row._tr.get_or_add_trPr().append(_element("tblHeader", val="true"))


def keep_row(row: "_Row") -> None:
    """Don't break this row across pages."""
    row._tr.get_or_add_trPr().append(_element("cantSplit", val="true"))
