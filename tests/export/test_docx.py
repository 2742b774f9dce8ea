"""The Word document has real styles, real numbers and real comments."""

import dataclasses
import shutil
import subprocess
import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml.ns import qn
from lxml import etree

from app.domain.draft import Paragraph
from app.domain.review import CheckedDraft, ClearedDraft
from app.export.docx import write_docx
from app.export.filing import final_filing, working_filing
from app.export.word import WordFacts
from app.paper.mark import Mark, find_mark
from tests.export.material import ALL_SIGNED, DRAFT, MADE_AT, MATTER, OPEN, WORKING

MARK = Mark("Jurat", "0.1.0", "an-id", "cole", "draft", MADE_AT)
FACTS = WordFacts("The title", "The subject", MADE_AT, MARK)


@pytest.fixture
def working(tmp_path: Path) -> Path:
    write_docx(working_filing(WORKING, MATTER), tmp_path / "w.docx", FACTS)
    return tmp_path / "w.docx"


@pytest.fixture
def final(tmp_path: Path) -> Path:
    write_docx(final_filing(ClearedDraft(ALL_SIGNED), MATTER), tmp_path / "f.docx", FACTS)
    return tmp_path / "f.docx"


def test_paragraphs_number_themselves(final: Path) -> None:
    document = docx.Document(str(final))
    numbered = [p for p in document.paragraphs if p.style.name == "Numbered Paragraph"]
    assert [p.text for p in numbered] == [p.render() for p in DRAFT.paragraphs]  # no typed number among them
    link = document.styles["Numbered Paragraph"].element.pPr.numPr.numId.val
    numbering = document.part.numbering_part.element
    [number] = [n for n in numbering.findall(qn("w:num")) if n.get(qn("w:numId")) == str(link)]
    which = number.find(qn("w:abstractNumId")).get(qn("w:val"))
    [abstract] = [n for n in numbering.findall(qn("w:abstractNum")) if n.get(qn("w:abstractNumId")) == which]
    level = abstract.find(qn("w:lvl"))
    assert level.find(qn("w:numFmt")).get(qn("w:val")) == "decimal"
    assert level.find(qn("w:lvlText")).get(qn("w:val")) == "%1."
    assert level.find(qn("w:pStyle")).get(qn("w:val")) == document.styles["Numbered Paragraph"].style_id
    kinds = [child.tag for child in numbering]
    assert kinds.index(qn("w:num")) > max(n for n, kind in enumerate(kinds) if kind == qn("w:abstractNum"))


def test_the_form_of_the_page(final: Path) -> None:
    document = docx.Document(str(final))
    section = document.sections[0]
    assert (section.page_width.inches, section.page_height.inches) == (8.5, 11)
    assert {side.inches for side in (section.left_margin, section.right_margin, section.top_margin)} == {1}
    body = document.styles["Numbered Paragraph"]
    assert body.paragraph_format.line_spacing.pt == 24
    assert (document.styles["Normal"].font.name, document.styles["Normal"].font.size.pt) == ("Times New Roman", 12)
    for name in ("Closing", "Signature Line"):
        assert document.styles[name].paragraph_format.keep_with_next
    last = [p for p in document.paragraphs if p.style.name == "Numbered Paragraph"][-1]
    assert last.paragraph_format.keep_with_next
    assert " PAGE " in section.footer._element.xml
    assert section.footer.paragraphs[1].text == MATTER.caption.title


def test_caption_closing_and_signature(final: Path) -> None:
    document = docx.Document(str(final))
    left, right = document.tables[0].rows[0].cells
    assert [p.text for p in left.paragraphs] == [
        "Dana Cole,",
        "Plaintiff,",
        "v.",
        "Harbor Supply, Inc. and Nils Harbor,",
        "Defendants.",
    ]
    assert [p.text for p in right.paragraphs] == ["Case No. 2:24-cv-00917-JAM-KJN", MATTER.caption.title]
    assert [p.text for p in document.paragraphs][-4:] == [
        "I declare under penalty of perjury that the foregoing is true and correct.",
        "Executed on ____________________ at Sacramento, California.",
        "_" * 34,
        "Dana Cole",
    ]


def test_a_final_copy_has_no_trace_of_checking(final: Path) -> None:
    document = docx.Document(str(final))
    assert list(document.comments) == []
    assert document.sections[0].header.paragraphs[0].text == ""
    assert "Open Claim" not in document.element.xml.replace("OpenClaim", "Open Claim")


def test_open_claims_are_commented_on_exactly_their_words(working: Path) -> None:
    document = docx.Document(str(working))
    assert document.sections[0].header.paragraphs[0].text == "DRAFT - NOT FOR FILING - 4 claims open"
    comments = {comment.comment_id: comment for comment in document.comments}
    assert len(comments) == 4
    marked = {}
    for paragraph in document.paragraphs:
        inside: dict[int, str] = {}
        for element in paragraph._p.iter():
            if element.tag == qn("w:commentRangeStart"):
                inside[int(element.get(qn("w:id")))] = ""
            elif element.tag == qn("w:commentRangeEnd"):
                key = int(element.get(qn("w:id")))
                marked[key] = inside.pop(key)
            elif element.tag == qn("w:t"):
                inside = {key: text + element.text for key, text in inside.items()}
    assert tuple(marked[key] for key in sorted(marked)) == OPEN
    first = comments[min(comments)]
    assert first.text == (
        "Unsupported (date): COLE000003 says April 20, 2021; the draft says April 12, 2021. Suggested: April 20, 2021"
    )
    assert first.author == "Jurat"
    assert first.timestamp.isoformat() == MADE_AT
    styles = {run.text: run.style.name for p in document.paragraphs for run in p.runs if "Open" in run.style.name}
    assert styles == dict(zip(OPEN, ("Open Claim Red", "Open Claim Amber") * 2, strict=True))


def test_overlapping_claims_are_both_commented(tmp_path: Path) -> None:
    quotation, date = WORKING.verdicts[4], WORKING.verdicts[5]
    start = DRAFT.text.index("until the price")
    inner = dataclasses.replace(date.claim, start=start, end=start + 5, text="until")
    checked = CheckedDraft(DRAFT, (quotation, dataclasses.replace(date, claim=inner)))
    write_docx(working_filing(checked, MATTER), tmp_path / "w.docx", FACTS)
    document = docx.Document(str(tmp_path / "w.docx"))
    assert len(list(document.comments)) == 2
    [paragraph] = [p for p in document.paragraphs if "until the price" in p.text]
    assert paragraph.text == DRAFT.paragraphs[2].render()


def test_what_no_document_can_hold_is_made_visible(tmp_path: Path) -> None:
    draft = dataclasses.replace(DRAFT, paragraphs=(Paragraph("A\x00B\x01C \ud800 D & <E>"),))
    write_docx(working_filing(CheckedDraft(draft, ()), MATTER), tmp_path / "w.docx", FACTS)
    document = docx.Document(str(tmp_path / "w.docx"))
    assert "A\ufffdB\ufffdC \ufffd D & <E>" in [p.text for p in document.paragraphs]


def test_metadata_mark_and_same_bytes(tmp_path: Path, working: Path) -> None:
    write_docx(working_filing(WORKING, MATTER), tmp_path / "again.docx", FACTS)
    assert working.read_bytes() == (tmp_path / "again.docx").read_bytes()
    assert find_mark(working) == MARK
    core = docx.Document(str(working)).core_properties
    assert (core.title, core.author, core.created.isoformat()) == ("The title", "Jurat", MADE_AT)


# The order that Word insists on (ECMA-376, CT_TcPr and CT_TblPr); it calls a file that breaks it damaged.
ORDERS = {
    "tcPr": ["tcW", "gridSpan", "vMerge", "tcBorders", "shd", "noWrap", "tcMar", "vAlign"],
    "tblPr": ["tblStyle", "tblW", "jc", "tblInd", "tblBorders", "shd", "tblLayout", "tblCellMar", "tblLook"],
    "pPr": [
        "pStyle", "keepNext", "keepLines", "pageBreakBefore", "widowControl", "numPr", "pBdr", "shd", "tabs",
        "spacing", "ind", "jc", "outlineLvl", "rPr", "sectPr",
    ],
}  # fmt: skip


def test_parts_stand_in_the_order_that_word_insists_on(working: Path) -> None:
    with zipfile.ZipFile(working) as archive:
        for part in ("word/document.xml", "word/styles.xml", "word/numbering.xml"):
            tree = etree.fromstring(archive.read(part))
            for tag, order in ORDERS.items():
                for element in tree.iter(qn(f"w:{tag}")):
                    names = [etree.QName(child).localname for child in element]
                    known = [order.index(name) for name in names if name in order]
                    assert known == sorted(known), (part, tag, names)


@pytest.mark.timeout(120)
@pytest.mark.skipif(shutil.which("libreoffice") is None, reason="LibreOffice isn't on this machine")
def test_another_program_reads_the_numbers(tmp_path: Path, final: Path) -> None:
    office = ["libreoffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless"]
    subprocess.run(
        [*office, "--convert-to", "txt:Text (encoded):UTF8", "--outdir", str(tmp_path), str(final)],
        check=True,
        capture_output=True,
        timeout=100,
    )
    lines = (tmp_path / "f.txt").read_text("utf-8-sig").splitlines()
    for n, paragraph in enumerate(DRAFT.paragraphs, start=1):
        assert f"{n}. {paragraph.render()}" in [line.replace("\t", " ").strip() for line in lines]
