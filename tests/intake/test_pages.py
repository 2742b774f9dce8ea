"""Pages read: by their text layer where it is what is printed, else by OCR; boxes on the page as shown."""

import zlib
from pathlib import Path

import pikepdf
import pymupdf
import pytest
from PIL import Image

from app.domain.errors import AppError
from app.domain.evidence import Box, PageRead, Reading
from app.intake import pages
from app.intake.ink import Ink
from app.intake.pages import given_up, read_page
from tests.intake import made

ENG = ("eng",)


def words_of(read: PageRead) -> list[str]:
    return [word.text for word in read.words]


def check_consistent(read: PageRead) -> None:
    for word in read.words:
        assert read.text[word.start :].startswith(word.text)
    assert [w.start for w in read.words] == sorted(w.start for w in read.words)
    assert "".join(read.text.split()) == "".join(words_of(read))
    assert not read.text or read.text.endswith("\n")


def ink_outside(pdf: Path, read: PageRead) -> float:
    """Share of the page's ink that lies under no word box."""
    with pymupdf.open(pdf) as document:
        page = document[read.number - 1]
        assert (round(page.rect.width), round(page.rect.height)) == (round(read.width), round(read.height))
        return Ink(page).share_outside(word.box for word in read.words)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("cropped", [False, True])
def test_word_boxes_lie_on_the_page_as_shown(tmp_path: Path, rotation: int, cropped: bool) -> None:
    pdf = made.text_pdf(tmp_path / "a.pdf")
    with pymupdf.open(pdf) as document:
        if cropped:
            document[0].set_cropbox(pymupdf.Rect(50, 60, 560, 700))
        document[0].set_rotation(rotation)
        document.save(tmp_path / "b.pdf")
    read = read_page(tmp_path / "b.pdf", 1, ENG)
    check_consistent(read)
    assert read.read is Reading.TEXT
    assert read.confidence is None
    assert " ".join(words_of(read)) == " ".join(made.LETTER_TEXT)
    assert ink_outside(tmp_path / "b.pdf", read) < 0.01


def test_words_outside_the_crop_are_not_on_the_page(tmp_path: Path) -> None:
    pdf = made.text_pdf(tmp_path / "a.pdf")
    with pymupdf.open(pdf) as document:
        document[0].set_cropbox(pymupdf.Rect(0, 110, 612, 792))  # cuts the first line off
        document.save(tmp_path / "b.pdf")
    assert read_page(tmp_path / "b.pdf", 1, ENG).text.startswith("to the warehouse")


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_scan_gives_the_same_words_whichever_way_it_lies(tmp_path: Path, turn: int) -> None:
    image = made.picture_of(made.text_pdf(tmp_path / "a.pdf"), turn=turn)
    pdf = made.scan_pdf(tmp_path / "scan.pdf", image)
    read = read_page(pdf, 1, ENG)
    check_consistent(read)
    assert read.read is Reading.OCR
    assert read.confidence is not None
    assert read.confidence > 80
    assert " ".join(words_of(read)) == " ".join(made.LETTER_TEXT)
    assert ink_outside(pdf, read) < 0.02


def test_a_skewed_scan_is_read(tmp_path: Path) -> None:
    image = made.picture_of(made.text_pdf(tmp_path / "a.pdf"), skew=2.5)
    read = read_page(made.scan_pdf(tmp_path / "scan.pdf", image), 1, ENG)
    assert " ".join(words_of(read)) == " ".join(made.LETTER_TEXT)


def test_a_scan_with_a_stamped_line_is_read_and_the_line_is_not_doubled(tmp_path: Path) -> None:
    header = "Case 4:08-cv-02214 Document 26 Filed 01/29/2009 Page 1 of 2"
    pdf = made.scan_pdf(tmp_path / "scan.pdf", made.picture_of(made.text_pdf(tmp_path / "a.pdf")), over=header)
    read = read_page(pdf, 1, ENG)
    check_consistent(read)
    assert read.read is Reading.OCR
    assert read.text.splitlines()[0] == header
    assert read.text.count("02214") == 1
    assert "$12,500.00" in read.text


def test_text_over_a_photo_that_fills_the_page_stays_text(tmp_path: Path) -> None:
    buffer_pdf = made.scan_pdf(tmp_path / "back.pdf", Image.new("L", (850, 1100), 255), dpi=100)
    with pymupdf.open(buffer_pdf) as document:
        for n, line in enumerate(made.LETTER_TEXT):
            document[0].insert_text((72, 100 + 20 * n), line)
        document.save(tmp_path / "letterhead.pdf")
    assert read_page(tmp_path / "letterhead.pdf", 1, ENG).read is Reading.TEXT


def test_a_picture_of_text_on_a_typed_page_is_read_too(tmp_path: Path) -> None:
    inner = made.text_pdf(tmp_path / "inner.pdf")
    picture = made.picture_of(inner).crop((150, 200, 1400, 500))
    picture.save(tmp_path / "inner.png")
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "The message that he sent me is shown below, as it stood on my screen that day.")
    page.insert_image(pymupdf.Rect(72, 200, 540, 312), filename=str(tmp_path / "inner.png"))
    document.save(tmp_path / "mixed.pdf")
    read = read_page(tmp_path / "mixed.pdf", 1, ENG)
    check_consistent(read)
    assert read.read is Reading.OCR
    assert "as it stood on my screen" in read.text
    assert "$12,500.00 was paid by bank transfer" in read.text


def test_a_text_layer_that_is_not_what_is_printed_is_replaced_by_ocr(tmp_path: Path) -> None:
    image = made.picture_of(made.text_pdf(tmp_path / "a.pdf"))
    pdf = made.scan_pdf(tmp_path / "scan.pdf", image)
    with pymupdf.open(pdf) as document:
        for n in range(4):
            junk = "tbe «POAH 3E*CM ta^ntxim isc#rty ttsro~otj sai=fii 2€ag^e"
            document[0].insert_text((72, 100 + 25 * n), junk, render_mode=3)
        document.save(tmp_path / "junk.pdf")
    read = read_page(tmp_path / "junk.pdf", 1, ENG)
    assert read.read is Reading.OCR
    assert " ".join(words_of(read)) == " ".join(made.LETTER_TEXT)


def test_an_earlier_programs_ocr_is_kept_and_said(tmp_path: Path) -> None:
    pdf = made.scan_pdf(tmp_path / "scan.pdf", made.picture_of(made.text_pdf(tmp_path / "a.pdf")))
    with pymupdf.open(pdf) as document:
        for n, line in enumerate(made.LETTER_TEXT):
            document[0].insert_text((72, 100 + 25 * n), line, fontsize=14, render_mode=3)
        document.save(tmp_path / "layer.pdf")
    read = read_page(tmp_path / "layer.pdf", 1, ENG)
    assert read.read is Reading.TEXT
    assert any("earlier OCR" in warning for warning in read.warnings)


def test_a_blank_page_is_read_and_said_to_be_blank(tmp_path: Path) -> None:
    read = read_page(made.text_pdf(tmp_path / "a.pdf", []), 1, ENG)
    assert (read.text, read.words, read.read, read.confidence) == ("", (), Reading.OCR, None)
    assert read.warnings == ("The page is blank.",)


def test_a_page_with_ink_but_no_words_is_not_read(tmp_path: Path) -> None:
    image = Image.new("L", (850, 1100), 255)
    image.paste(60, (100, 100, 700, 900))
    read = read_page(made.scan_pdf(tmp_path / "photo.pdf", image, dpi=100), 1, ENG)
    assert read.read is Reading.NONE
    assert "No text could be read" in read.warnings[-1]


def test_ink_that_is_no_word_is_said(tmp_path: Path) -> None:
    document = pymupdf.open(made.text_pdf(tmp_path / "a.pdf"))
    for n in range(12):  # a scrawl
        document[0].draw_bezier((100, 400 + 9 * n), (200, 300), (300, 600), (400 - 9 * n, 420), width=3)
    document.save(tmp_path / "b.pdf")
    pdf = made.scan_pdf(tmp_path / "scan.pdf", made.picture_of(tmp_path / "b.pdf"))
    read = read_page(pdf, 1, ENG)
    assert read.read is Reading.OCR
    assert "$12,500.00" in read.text
    assert any("handwriting" in warning for warning in read.warnings)


def test_a_page_whose_ocr_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pdf = made.scan_pdf(tmp_path / "scan.pdf", made.picture_of(made.text_pdf(tmp_path / "a.pdf")))
    monkeypatch.setattr(pages, "PAGE_SECONDS", 0.01)
    read = read_page(pdf, 1, ENG)
    assert (read.read, read.text) == (Reading.NONE, "")
    assert "took too long" in read.warnings[0]


def test_failing_tesseract_leaves_the_page_unread_with_its_reason(tmp_path: Path) -> None:
    pdf = made.scan_pdf(tmp_path / "scan.pdf", made.picture_of(made.text_pdf(tmp_path / "a.pdf")))
    read = read_page(pdf, 1, ("xyz",))
    assert read.read is Reading.NONE
    assert "Tesseract failed" in read.warnings[0]
    assert read.width > 600


def test_a_page_given_up_by_the_pool_is_unread() -> None:
    read = given_up(3, AppError("The process that worked on it ended unexpectedly."))
    assert (read.number, read.read) == (3, Reading.NONE)
    assert "ended unexpectedly" in read.warnings[0]


def test_a_file_that_is_gone_is_no_damaged_page(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_page(tmp_path / "gone.pdf", 1, ENG)
    beyond = read_page(made.text_pdf(tmp_path / "a.pdf"), 2, ENG)
    assert beyond.read is Reading.NONE
    assert "missing" in beyond.warnings[0]


def test_german_is_read_as_german_when_english_comes_first(tmp_path: Path) -> None:
    lines = (
        "Die Lieferung der Kühlgeräte ist für den 24. April",
        "vereinbart, und die Prüfung durch die Käuferin steht",
        "noch aus. Wir können über die Größe der Öffnung nicht",
        "entscheiden, weil das Maß für die Tür nicht gegeben ist.",
    )
    image = made.picture_of(made.text_pdf(tmp_path / "a.pdf", lines))
    read = read_page(made.scan_pdf(tmp_path / "scan.pdf", image), 1, ("eng", "deu", "fra", "rus"))
    assert " ".join(words_of(read)) == " ".join(lines)


@pytest.mark.parametrize("order", ["by rows", "by columns"])
def test_a_table_without_rules_keeps_its_rows(tmp_path: Path, order: str) -> None:
    rows = [
        ("03/01/2021", "Acme Supply", "1,250.00"),
        ("03/02/2021", "", "(1,234.56)"),
        ("03/05/2021", "Bell & Sons", "75.10"),
        ("03/09/2021", "City Water", "412.09"),
        ("03/11/2021", "Dayton Freight", "9,000.00"),
    ]
    cells = [(x, 100 + 20 * n, row[c]) for n, row in enumerate(rows) for c, x in enumerate((72, 200, 420))]
    document = pymupdf.open()
    page = document.new_page()
    for x, y, text in cells if order == "by rows" else sorted(cells):
        page.insert_text((x, y), text)
    document.save(tmp_path / "a.pdf")
    read = read_page(tmp_path / "a.pdf", 1, ENG)
    check_consistent(read)
    assert [line.split("   ") for line in read.text.splitlines()] == [[c for c in row if c] for row in rows]


def test_columns_of_prose_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = [f"left column line {n} with words in it" for n in range(8)]
    right = [f"right column line {n} with words in it" for n in range(8)]
    document = pymupdf.open()
    page = document.new_page()
    for x, lines in ((50, left), (320, right)):
        page.insert_textbox(pymupdf.Rect(x, 72, x + 250, 500), "\n".join(lines), fontsize=11)
    document.save(tmp_path / "a.pdf")
    assert read_page(tmp_path / "a.pdf", 1, ENG).text.splitlines() == left + right


def test_line_numbers_of_pleading_paper_are_not_woven_into_the_text(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_textbox(pymupdf.Rect(40, 72, 60, 700), "\n".join(map(str, range(1, 5))), fontsize=12, lineheight=2)
    for n, line in enumerate(made.LETTER_TEXT):
        page.insert_text((80, 86 + 24 * n), line, fontsize=12)
    document.save(tmp_path / "a.pdf")
    lines = read_page(tmp_path / "a.pdf", 1, ENG).text.splitlines()
    assert [line for line in lines if not line.isdigit()] == list(made.LETTER_TEXT)


def test_annotations_and_form_fields_are_part_of_the_page(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "Name of the declarant:")
    widget = pymupdf.Widget()
    widget.field_name, widget.field_type = "name", pymupdf.PDF_WIDGET_TYPE_TEXT
    widget.rect, widget.field_value = pymupdf.Rect(220, 60, 400, 78), "Dana Cole"
    page.add_widget(widget)
    page.add_freetext_annot(pymupdf.Rect(72, 200, 300, 230), "Received April 21")
    document.save(tmp_path / "form.pdf")
    text = read_page(tmp_path / "form.pdf", 1, ENG).text
    assert "Dana Cole" in text
    assert "Received April 21" in text


def test_boxes_are_plain_numbers(tmp_path: Path) -> None:
    box = read_page(made.text_pdf(tmp_path / "a.pdf"), 1, ENG).words[0].box
    assert isinstance(box, Box)
    assert box.x0 == pytest.approx(72, abs=1.5)
    assert box.y0 < 100 < box.y1


@pytest.mark.parametrize("turn", [90, 270])
def test_a_number_printed_up_the_edge_of_a_scan_is_read(tmp_path: Path, turn: int) -> None:
    document = pymupdf.open(made.text_pdf(tmp_path / "a.pdf"))
    document[0].insert_text((590 if turn == 90 else 580, 600), "50406 2904", fontsize=13, rotate=turn)
    document.save(tmp_path / "b.pdf")
    pdf = made.scan_pdf(tmp_path / "scan.pdf", made.picture_of(tmp_path / "b.pdf"))
    read = read_page(pdf, 1, ENG)
    check_consistent(read)
    assert read.text.splitlines()[-1] == "50406 2904"
    assert ink_outside(pdf, read) < 0.02


def covered(tmp_path: Path, how: str) -> PageRead:
    document = pymupdf.open()
    page = document.new_page()
    box = pymupdf.Rect(70, 88, 400, 106)
    if how == "before":
        page.draw_rect(box, fill=(0.8, 0.8, 0.8))
    page.insert_text((72, 100), "The account number is 4471 0082.")
    if how == "box":
        page.draw_rect(box, fill=(0, 0, 0))
    if how == "annotation":
        annotation = page.add_rect_annot(box)
        annotation.set_colors(fill=(1, 1, 1))
        annotation.update()
    if how == "outline":
        page.draw_rect(box)
    document.save(tmp_path / "a.pdf")
    return read_page(tmp_path / "a.pdf", 1, ENG)


@pytest.mark.parametrize(
    ("how", "warned"), [("box", True), ("annotation", True), ("before", False), ("outline", False)]
)
def test_a_redaction_that_hides_nothing_is_said(tmp_path: Path, how: str, warned: bool) -> None:
    read = covered(tmp_path, how)
    assert any("redaction may be incomplete" in warning for warning in read.warnings) is warned


@pytest.mark.parametrize(
    ("side", "data", "why"), [(60_000, b"", "too large"), (800, b"\xff\xd8\xff\xe0junk", "damaged")]
)
def test_a_picture_that_cannot_be_shown_is_no_blank_page(tmp_path: Path, side: int, data: bytes, why: str) -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(612, 792))
        image = pdf.make_stream(b"")
        image.write(data or zlib.compress(b"\0" * 1000), filter=pikepdf.Name("/DCTDecode" if data else "/FlateDecode"))
        image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        image.Width, image.Height, image.BitsPerComponent = side, side, 8
        image.ColorSpace = pikepdf.Name.DeviceGray
        pdf.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image))
        pdf.pages[0].Contents = pdf.make_stream(b"q 612 0 0 792 0 0 cm /I Do Q")
        pdf.save(tmp_path / "a.pdf", compress_streams=False)
    read = read_page(tmp_path / "a.pdf", 1, ENG)
    assert read.read is Reading.NONE
    assert any(why in warning for warning in read.warnings)
