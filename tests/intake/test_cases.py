"""Real files, each with the outcome that it must have. The folder lies beside the repository and may be absent."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from app.domain.errors import Unreadable
from app.domain.evidence import PageRead, Reading
from app.intake.pages import read_page
from app.intake.prepare import prepare

CASES = Path(__file__).parents[3] / "shared" / "cases"
LANGUAGES = ("eng", "deu", "fra", "spa", "por", "rus")

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="the real files aren't here")

REFUSED = {
    "damaged_pdf/invalid.pdf": "damaged",
    "encrypted_pdf/completely_encrypted.pdf": "needs a password",
    "encrypted_pdf/r6-user-password.pdf": "needs a password",
    "encrypted_pdf/60320-protected.xlsx": "password protected",
    "mislabelled_empty/actually_a_doc.pdf": "is an old Word document",
    "mislabelled_empty/empty.pdf": "empty",
}

KEPT = {
    "email/attachment_msg_pdf.msg": "an Outlook message",
    "email/plain chain.msg": "an Outlook message",
    "mislabelled_empty/attachment with a bracket in the name.msg": "an Outlook message",
    "images/DA-1p.heic": "a HEIC image",
    "word_docs/obama_hopes.rtf": "a rich text document",
    "word_docs/sample.odt": "an OpenDocument text",
    "word_docs/word-perfect.wpd": "a WordPerfect document",
}


@dataclass(frozen=True)
class Seen:
    """What a file must give: its pages, words of one page of it, and how that page is read."""

    pages: int
    page: int
    words: tuple[str, ...]
    read: Reading = Reading.TEXT
    warning: str = ""
    children: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


READ = {
    "bad_redaction/hidden_text_on_visible_text.pdf": Seen(1, 1, ("Valley Stream, New York",)),
    "bad_redaction/rect_ordering_0.8.pdf": Seen(1, 1, ("432 F.2d 232, 237",)),
    "bad_redaction/whitespace_redactions.pdf": Seen(1, 1, ("PARTIAL MOTION TO DISMISS",)),
    "bad_text_layer/cmyk.pdf": Seen(1, 1, ("Pure Magenta",), Reading.OCR),
    "bad_text_layer/no_bad_redactions.5.5.pdf": Seen(21, 1, ("28 U.S.C. $ 1746",)),
    "bad_text_layer/pdf-with-ocr-text.pdf": Seen(
        1, 1, ("posted on the progress of the Foundation", "industrydocuments"), Reading.OCR, absent=("«POAH",)
    ),
    "bates_present/clean_production.dat": Seen(1, 1, ("PROD0000001   PROD0000001", "Smith, John   01/15/2024")),
    "court_pdf/ca1_00117684624.pdf": Seen(17, 4, ("We draw the facts from the limited record",)),
    "court_pdf/ca4_17.pdf": Seen(1, 1, ("17-2218", "APPEARANCE OF COUNSEL FORM"), Reading.OCR),
    "court_pdf/ca9_19.pdf": Seen(15, 1, ("No. 20-16276",)),
    "court_pdf/gov.uscourts.cacd.652774.40.0.pdf": Seen(4, 2, ("On July 13, 2016, the Court issued a Te",)),
    "court_pdf/opinion_tax.pdf": Seen(32, 1, ("T.C. Memo. 2020-26",)),
    "damaged_pdf/damaged-stream.pdf": Seen(1, 1, ("Potato",)),
    "damaged_pdf/failure-after-repair.pdf": Seen(76, 2, ("Understanding Breast Cancer",)),
    "damaged_pdf/invalid_pdf.pdf": Seen(2, 2, ("Total in USD   $7.20",)),
    "email/25-250.eml": Seen(1, 1, ("Date: Thu, 9 Oct 2025 02:04:05 +0000",)),
    "email/attachment_message_rfc822.eml": Seen(
        1, 1, ("Date: Mon, 6 Jun 2005 22:21:22 +0200",), children=("ForwardedMessage.eml",)
    ),
    "email/bad_date_header2.eml": Seen(1, 1, ("Date: unknown",), warning="shown as unknown"),
    "email/cand_1.txt": Seen(2, 1, ("Date: Fri, 13 Jan 2023 19:23:03 -0800",), warning="holds an e-mail"),
    "encrypted_pdf/copy-protected.pdf": Seen(2, 1, ("LayoutParser",), warning="restricted"),
    "forms_annots_sigs/signed.pdf": Seen(1, 1, ("digitally signed PDF",), warning="no longer carries a valid"),
    "forms_annots_sigs/xfa_filled_imm1344e.pdf": Seen(1, 1, (), Reading.NONE, "XFA", absent=("Please wait",)),
    "hostile_content/poisoned_esi_order.pdf": Seen(1, 1, ("ESI PROTOCOL ORDER",)),
    "huge_page_count/500 pages.pdf": Seen(500, 500, ("Hello, World!",)),
    "huge_page_count/pdf2image-memory-error-test-400p.pdf": Seen(400, 1, ("BMFOL",)),
    "ledgers/2025-release.xlsx": Seen(51, 1, ("104-10003-10041.pdf   03/18/2025",)),
    "ledgers/senate-expenditures.pdf": Seen(
        1, 1, ("DHAW20190033   06/04/2019   CITIBANK - TRAVEL CBA CARD   05/24/2019   05/25/2019   STAFF", "601.30")
    ),
    "ledgers/testEXCEL_dateFormats.xlsx": Seen(1, 1, ("2018-09-20", "1996-08-10")),
    "ledgers/xlsx_04_inflated.xlsx": Seen(4, 1, ("first   second   third", "1   5   9"), warning="Sheet4 is hidden"),
    "non_english/102010101.html": Seen(8, 1, ("Федеральный закон", "от 14.11.2002 г.")),
    "non_english/ACO2821STF.txt": Seen(23, 1, ("NEGATIVA DE EMISSÃO",)),
    "non_english/foia-es.pdf": Seen(8, 1, ("¿Qué es la FOIA?",)),
    "non_english/francais.pdf": Seen(1, 1, ("son île", "l'alcôve", "bûches"), Reading.OCR),
    "non_english/index.md": Seen(71, 1, ("Verwaltungsgerichtsordnung",)),
    "page_geometry/JEF_format.pdf": Seen(9, 1, ("Report Year: 2018",)),
    "page_geometry/fxo-red.pdf": Seen(16, 6, ("Page 6 - red, 90, scale 1.5",)),
    "page_geometry/issue-1054-example.pdf": Seen(1, 1, ("11014 Berlin",)),
    "page_geometry/test_4423.pdf": Seen(3, 1, ("Service Request # SR 82506",)),
    "plain_text/countries_nonutf.csv": Seen(1, 1, ("Lübeck, Hansestadt",), warning="mac_roman was guessed"),
    "plain_text/english.cp500.txt": Seen(4, 1, ("IntelliStation POWER",), warning="cp500 was guessed"),
    "plain_text/fake-text-utf-16-le.txt": Seen(1, 1, ("Hamburgers are delicious",)),
    "portfolio_attachments/attachment.pdf": Seen(1, 1, ("The Crazy Ones",), children=("jpeg.pdf",)),
    "portfolio_attachments/testPDF_childAttachments.pdf": Seen(
        67, 2, ("social",), children=("Press Quality(1).joboptions", "Unit10.doc")
    ),
    "scanned_pdf/image-pdf.pdf": Seen(2, 2, ("TARRANT REGIONAL WATER DIST. v. HERRMANN",), Reading.OCR),
    "scanned_pdf/multipage.pdf": Seen(6, 4, ("+",)),
    "scanned_pdf/sample_with_rotation_mismatch.pdf": Seen(1, 1, ("SLEREXE COMPANY LIMITED",), Reading.OCR),
    "word_docs/delins.docx": Seen(1, 1, ("Tika can be:",), warning="tracked changes"),
    "word_docs/headerFooter.docx": Seen(1, 1, ("simple header", "simple footer")),
    "word_docs/notes.docx": Seen(1, 1, ("Test footnote.[1]", "[1] My note.", "endnote at the end")),
    "word_docs/word-docx.docx": Seen(8, 1, ("Docket No. MD17-00012",)),
}


def read(path: Path, number: int, tmp_path: Path) -> PageRead:
    result = prepare(path, path.name, tmp_path / "r.pdf")
    assert result.rendition is not None
    return read_page(result.rendition, number, LANGUAGES)


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_its_own_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as refused:
        prepare(CASES / name, Path(name).name, tmp_path / "r.pdf")
    assert REFUSED[name] in refused.value.what
    assert refused.value.remedy


@pytest.mark.parametrize("name", KEPT)
def test_kept_as_it_is(name: str, tmp_path: Path) -> None:
    result = prepare(CASES / name, Path(name).name, tmp_path / "r.pdf")
    assert (result.rendition, result.pages) == (None, 0)
    assert KEPT[name] in result.warnings[0]


@pytest.mark.parametrize("name", READ)
def test_read_as_it_must_be(name: str, tmp_path: Path) -> None:
    seen = READ[name]
    result = prepare(CASES / name, Path(name).name, tmp_path / "r.pdf")
    assert result.pages == seen.pages
    assert tuple(sorted(child.name for child in result.children)) == seen.children
    assert seen.warning in " ".join(result.warnings)
    assert result.rendition is not None
    page = read_page(result.rendition, seen.page, LANGUAGES)
    assert page.read is seen.read
    assert [words for words in seen.words if words not in page.text] == []
    assert [words for words in seen.absent if words in page.text] == []
    for word in page.words:
        assert page.text[word.start :].startswith(word.text)


def test_a_scan_turned_in_its_dots_is_read(tmp_path: Path) -> None:
    sideways = read(CASES / "scanned_pdf/cardinal.pdf", 2, tmp_path)
    assert "The LinnSequencer is a state-of-the-art composition" in sideways.text
    assert sideways.confidence is not None
    assert sideways.confidence > 90


def test_a_header_over_a_scan_is_not_doubled(tmp_path: Path) -> None:
    page = read(CASES / "court_pdf/gov.uscourts.cand.203070.27.0.pdf", 1, tmp_path)
    assert page.read is Reading.OCR
    assert [page.text.count(f"Document {n} Filed") for n in (26, 27)] == [1, 1], "two lines over one another"
    assert "CARLSON CALLADINE" in page.text
    assert "SACRAMENTO STREET" in page.text


@pytest.mark.parametrize("number", range(1, 9))
def test_boxes_lie_inside_the_cropped_page(number: int, tmp_path: Path) -> None:
    page = read(CASES / "page_geometry/boxes.pdf", number, tmp_path)
    assert f"Rotate: {(number - 1) % 4 * 90}" in page.text
    assert all(0 <= w.box.x0 < w.box.x1 <= page.width and 0 <= w.box.y0 < w.box.y1 <= page.height for w in page.words)


def test_a_bates_number_up_the_edge_is_found(tmp_path: Path) -> None:
    page = read(CASES / "bates_present/cdip_rjr_vertical_bates.png", 1, tmp_path)
    assert "50406 2904" in page.text
    assert "04-73-3200-8621-869-84891" in page.text


@pytest.mark.parametrize(
    ("name", "warned"),
    [("hidden_text_on_visible_text", True), ("rect_ordering_0.8", False), ("whitespace_redactions", False)],
)
def test_a_cover_over_text_is_told_from_a_shaded_cell_and_a_true_redaction(
    name: str, warned: bool, tmp_path: Path
) -> None:
    page = read(CASES / f"bad_redaction/{name}.pdf", 1, tmp_path)
    assert any("redaction may be incomplete" in warning for warning in page.warnings) is warned


def test_every_file_has_its_outcome_here() -> None:
    apart = {
        "bates_present/cdip_rjr_vertical_bates.png", "forms_annots_sigs/merge-form1.pdf",
        "forms_annots_sigs/merge-form2.pdf", "images/baiona_alpha.png", "images/testTIFF_multipage.tif",
        "page_geometry/boxes.pdf", "scanned_pdf/cardinal.pdf", "scanned_pdf/skew.pdf",
        "court_pdf/gov.uscourts.cand.203070.27.0.pdf",
    }  # fmt: skip
    files = {str(path.relative_to(CASES)) for path in CASES.glob("*/*")}
    assert files == set(REFUSED) | set(KEPT) | set(READ) | apart
