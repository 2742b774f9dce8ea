"""Word documents: changes, notes, numbers, tables, headers, pictures, and what is wrong with some."""

from pathlib import Path

import pytest

from app.domain.errors import Unreadable
from app.intake.blocks import PageBreak, Paragraph, Table
from app.intake.word import read_word
from tests.intake import made

P = "<w:p><w:r><w:t xml:space='preserve'>{}</w:t></w:r></w:p>"
NUMBERED = (
    "<w:p><w:pPr><w:numPr><w:ilvl w:val='{1}'/><w:numId w:val='{2}'/></w:numPr></w:pPr><w:r><w:t>{0}</w:t></w:r></w:p>"
)


def texts(path: Path) -> list[str]:
    return [block.text for block in read_word(path)[0] if isinstance(block, Paragraph)]


def test_insertions_are_in_and_deletions_out_and_it_is_said(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t xml:space='preserve'>paid </w:t></w:r>"
        "<w:del><w:r><w:delText>late</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>on time</w:t></w:r></w:ins></w:p>"
    )
    path = made.docx(tmp_path / "a.docx", body)
    assert texts(path) == ["paid on time"]
    assert "tracked changes (1 insertions, 1 deletions)" in read_word(path)[1][0]


def test_notes_stand_at_the_end_with_their_marks(tmp_path: Path) -> None:
    body = "<w:p><w:r><w:t>Paid</w:t><w:footnoteReference w:id='7'/><w:endnoteReference w:id='2'/></w:r></w:p>"
    notes = {
        f"{kind}s": f"<w:{kind}s {made.W}><w:{kind} w:id='{number}'>{P.format(text)}</w:{kind}></w:{kind}s>"
        for kind, number, text in (("footnote", 7, "by wire"), ("endnote", 2, "see ledger"))
    }
    path = made.docx(tmp_path / "a.docx", body, **notes)
    assert texts(path) == ["Paid[1][endnote 1]", "[1] by wire", "[endnote 1] see ledger"]


def test_list_numbers_are_counted_as_word_counts(tmp_path: Path) -> None:
    def level(n: int, form: str, text: str) -> str:
        return f"<w:lvl w:ilvl='{n}'><w:start w:val='1'/><w:numFmt w:val='{form}'/><w:lvlText w:val='{text}'/></w:lvl>"

    levels = level(0, "decimal", "%1.") + level(1, "lowerLetter", "(%2)") + level(2, "upperRoman", "%1.%3")
    numbering = (
        f"<w:numbering {made.W}><w:abstractNum w:abstractNumId='0'>{levels}</w:abstractNum>"
        "<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>"
        "<w:num w:numId='2'><w:abstractNumId w:val='0'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/>"
        "</w:lvlOverride></w:num></w:numbering>"
    )
    items = [("a", 0, 1), ("b", 1, 1), ("c", 1, 1), ("d", 2, 1), ("e", 0, 1), ("f", 1, 1), ("g", 0, 2)]
    path = made.docx(tmp_path / "a.docx", "".join(NUMBERED.format(*item) for item in items), numbering=numbering)
    assert texts(path) == ["1. a", "(a) b", "(b) c", "1.I d", "2. e", "(a) f", "5. g"]


def test_tables_keep_rows_and_spans(tmp_path: Path) -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{P.format(text)}</w:tc>"

    span = "<w:gridSpan w:val='2'/>"
    body = f"<w:tbl><w:tr>{cell('a')}{cell('b')}</w:tr><w:tr>{cell('wide', span)}</w:tr></w:tbl>"
    (table,) = [block for block in read_word(made.docx(tmp_path / "a.docx", body))[0] if isinstance(block, Table)]
    assert [list(row) for row in table.rows] == [["a", "b"], ["wide", ""]]


def test_page_breaks_tabs_hyphens_and_hidden_text(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>one</w:t><w:br w:type='page'/><w:t>two</w:t><w:tab/><w:t>x</w:t><w:noBreakHyphen/></w:r>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>"
    )
    blocks, warnings = read_word(made.docx(tmp_path / "a.docx", body))
    assert [type(block) for block in blocks] == [Paragraph, PageBreak, Paragraph]
    assert texts(tmp_path / "a.docx") == ["one", "two\tx-"]
    assert "Hidden text" in warnings[0]


def test_comments_stand_at_the_end(tmp_path: Path) -> None:
    comments = f"<w:comments {made.W}><w:comment w:author='J. Roe'>{P.format('Is that so?')}</w:comment></w:comments>"
    path = made.docx(tmp_path / "a.docx", P.format("It is."), comments=comments)
    assert texts(path) == ["It is.", "[comment by J. Roe] Is that so?"]


def test_a_text_box_is_read_once(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{P.format('in the box')}</w:txbxContent>"
    mc = "xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'"
    body = (
        f"<w:p><w:r><w:t>before</w:t><mc:AlternateContent {mc}><mc:Choice><w:drawing>{box}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    assert texts(made.docx(tmp_path / "a.docx", body)) == ["before", "in the box"]


def test_entities_are_never_expanded(tmp_path: Path) -> None:
    bomb = (
        "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
        f"<w:document {made.W}><w:body>{P.format('&b;')}</w:body></w:document>"
    )
    path = made.package(tmp_path / "a.docx", {"word/document.xml": bomb})
    with pytest.raises(Unreadable, match="DTD"):
        read_word(path)


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = made.docx(tmp_path / "a.docx", P.format("x" * 60_000_000))
    assert path.stat().st_size < 1_000_000
    with pytest.raises(Unreadable, match="more than is sensible"):
        read_word(path)


@pytest.mark.parametrize("part", ["<not closed", f"<w:document {made.W}/>"])
def test_a_damaged_document_is_refused(tmp_path: Path, part: str) -> None:
    with pytest.raises(Unreadable, match="damaged"):
        read_word(made.package(tmp_path / "a.docx", {"word/document.xml": part}))


def test_a_cut_document_is_refused(tmp_path: Path) -> None:
    path = made.docx(tmp_path / "a.docx", P.format("text"))
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(Unreadable, match="damaged"):
        read_word(path)
