"""Files without pages of their own: what is set is what is read back."""

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from app.domain.errors import Unreadable
from app.intake import images
from app.intake.blocks import Block, PageBreak, Paragraph, Table
from app.intake.images import image_to_pdf
from app.intake.kinds import Kind
from app.intake.pages import read_page
from app.intake.plain import html_text
from app.intake.prepare import Prepared, prepare
from app.intake.typeset import typeset
from tests.intake import made

MANY_SCRIPTS = (
    "Office affluent fi – “quoted” co-operate non-stop § 1746 €5 ½ № 12 • ☑",
    "Привет, мир: «договор» от 5 мая 2014 г. ёЁ",
    "Größe, Öffnung, Maß; français à l’œuvre; ação; señor; Łódź; Ελλάδα",
)


def read_back(pdf: Path) -> str:
    with pymupdf.open(pdf) as document:
        count = document.page_count
    return "".join(read_page(pdf, n, ("eng",)).text for n in range(1, count + 1))


def prepared(path: Path, content: bytes | str, tmp_path: Path) -> Prepared:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return prepare(path, path.name, tmp_path / "rendition.pdf")


@pytest.mark.parametrize("mono", [False, True])
def test_text_comes_back_as_it_was_set(tmp_path: Path, mono: bool) -> None:
    typeset([Paragraph(line, mono=mono, size=8) for line in MANY_SCRIPTS], tmp_path / "a.pdf")
    assert read_back(tmp_path / "a.pdf").splitlines() == list(MANY_SCRIPTS)


def test_long_text_wraps_without_losing_a_character(tmp_path: Path) -> None:
    text = " ".join(f"word{n} состав{n} naïve-{n}" for n in range(3000)) + " " + "x" * 500
    made_pages = typeset([Paragraph(text)], tmp_path / "a.pdf").pages
    assert made_pages > 5
    assert "".join(read_back(tmp_path / "a.pdf").split()) == "".join(text.split())


def test_the_same_blocks_give_the_same_bytes(tmp_path: Path) -> None:
    blocks: list[Block] = [Paragraph(line) for line in MANY_SCRIPTS]
    blocks += [PageBreak(), Table([["a", "1.00"], ["日本", "שלום"]])]
    for name in ("a.pdf", "b.pdf"):
        typeset(blocks, tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_what_cannot_be_printed_is_named_and_said(tmp_path: Path) -> None:
    result = typeset([Paragraph("I will pay 😀 soon\u00ad\u200b.")], tmp_path / "a.pdf")
    assert read_back(tmp_path / "a.pdf") == "I will pay [grinning face] soon.\n"
    assert "names in brackets: 1" in result.warnings[0]


def test_hebrew_comes_back_in_its_order(tmp_path: Path) -> None:
    typeset([Paragraph("Exhibit שלום עולם end")], tmp_path / "a.pdf")
    assert read_back(tmp_path / "a.pdf").split() == ["Exhibit", "שלום", "עולם", "end"]


def test_fonts_are_embedded(tmp_path: Path) -> None:
    typeset([Paragraph(line) for line in MANY_SCRIPTS], tmp_path / "a.pdf")
    with pymupdf.open(tmp_path / "a.pdf") as document:
        fonts = document[0].get_fonts()
        assert fonts
        assert all(document.extract_font(font[0])[3] for font in fonts)


def test_a_rows_cells_come_back_on_one_line_even_when_one_wraps(tmp_path: Path) -> None:
    long = "a payee whose name is much too long for one line of its column on this page, and goes on"
    rows = [["04/03", "Deposit", "1,250.00"], ["04/04", long, "(75.10)"], ["04/05", "", "9.99"]]
    typeset([Table(rows)], tmp_path / "a.pdf")
    lines = read_back(tmp_path / "a.pdf").splitlines()
    assert lines[0].split("   ") == rows[0]
    assert lines[1].startswith("04/04   a payee")
    assert lines[1].endswith("   (75.10)")
    assert lines[-1].split("   ") == ["04/05", "9.99"]


def test_a_wide_table_gets_a_wide_page(tmp_path: Path) -> None:
    rows = [[f"column {n} of row {m}" for n in range(20)] for m in range(3)]
    typeset([Table(rows, widen=True), Paragraph("after")], tmp_path / "a.pdf")
    with pymupdf.open(tmp_path / "a.pdf") as document:
        assert document[0].rect.width > 1500
        assert document[1].rect.width == 612
    assert read_back(tmp_path / "a.pdf").splitlines()[:3] == ["   ".join(row) for row in rows]
    assert len(read_back(tmp_path / "a.pdf").splitlines()) == 4


def test_a_page_limit_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.intake.typeset.MAX_PAGES", 2)
    result = typeset([Paragraph("x\n" * 1000)], tmp_path / "a.pdf")
    assert result.pages == 2
    assert "first 2 pages" in result.warnings[-1]


def test_a_text_file_keeps_its_lines(tmp_path: Path) -> None:
    result = prepared(tmp_path / "alarm log.txt", "04:12  FAULT  unit 3\r\n04:15  RESET\r\n", tmp_path)
    assert (result.kind, result.title, result.pages, result.warnings) == (Kind.TEXT, "alarm log", 1, ())
    assert result.rendition is not None
    assert read_back(result.rendition).split() == ["04:12", "FAULT", "unit", "3", "04:15", "RESET"]


def test_a_form_feed_begins_a_new_page(tmp_path: Path) -> None:
    result = prepared(tmp_path / "transcript.txt", "page one\n\fpage two\n\f", tmp_path)
    assert result.pages == 2
    assert read_page(tmp_path / "rendition.pdf", 2, ("eng",)).text == "page two\n"


def test_a_load_file_is_read_as_a_table(tmp_path: Path) -> None:
    rows = [["BEGDOC", "CUSTODIAN"], ["PROD0000001", "Smith, John"]]
    text = "".join("\xfe" + "\xfe\x14\xfe".join(row) + "\xfe\r\n" for row in rows)
    result = prepared(tmp_path / "load.dat", "\ufeff" + text, tmp_path)
    assert result.rendition is not None
    assert [line.split("   ") for line in read_back(result.rendition).splitlines()] == rows


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>One<br>two</p><script>no()</script><style>p{}</style><p>three &amp; four</p>", "One\ntwo\n\nthree & four"),
        ("<head><title>T</title><meta charset=utf-8><body>no closing head", "no closing head"),
        ("<ul><li>a<li>b</ul>", "• a\n• b"),
    ],
)
def test_html_gives_what_a_browser_shows(source: str, text: str) -> None:
    assert html_text(source) == text


def pixel(pdf: Path, number: int = 1) -> tuple[int, ...]:
    with pymupdf.open(pdf) as document:
        pixmap = document[number - 1].get_pixmap(dpi=72)
        return tuple(pixmap.pixel(pixmap.width // 10, pixmap.height // 10))


def test_a_transparent_picture_stands_on_white(tmp_path: Path) -> None:
    Image.new("RGBA", (300, 400), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert image_to_pdf(tmp_path / "a.png", tmp_path / "a.pdf") == (1, ())
    assert pixel(tmp_path / "a.pdf") == (255, 255, 255)


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGB", "CMYK", "I;16"])
def test_every_mode_of_picture_is_shown(tmp_path: Path, mode: str) -> None:
    image = Image.new("L", (300, 400), 0)
    image.paste(255, (150, 200, 300, 400))
    (image.convert("I").point(lambda v: v * 257).convert("I;16") if mode == "I;16" else image.convert(mode)).save(
        tmp_path / "a.tif"
    )
    assert image_to_pdf(tmp_path / "a.tif", tmp_path / "a.pdf")[0] == 1
    assert max(pixel(tmp_path / "a.pdf")) < 60


def test_a_photo_is_shown_upright(tmp_path: Path) -> None:
    image = Image.new("RGB", (400, 300), "white")
    image.paste((0, 0, 0), (0, 0, 80, 60))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera lay on its side: turn it a quarter to the right
    image.save(tmp_path / "a.jpg", exif=exif)
    image_to_pdf(tmp_path / "a.jpg", tmp_path / "a.pdf")
    with pymupdf.open(tmp_path / "a.pdf") as document:
        page = document[0]
        assert page.rect.height > page.rect.width
        pixmap = page.get_pixmap(dpi=72)
        assert max(pixmap.pixel(pixmap.width - 10, 10)) < 60
        assert min(pixmap.pixel(10, 10)) > 200


def test_each_frame_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    frames = [Image.new("L", (300, 400), shade) for shade in (0, 128, 255)]
    frames[0].save(tmp_path / "a.tif", save_all=True, append_images=frames[1:], dpi=(100, 100))
    assert image_to_pdf(tmp_path / "a.tif", tmp_path / "a.pdf") == (3, ())
    assert [pixel(tmp_path / "a.pdf", n)[0] // 64 for n in (1, 2, 3)] == [0, 2, 3]


def test_a_decompression_bomb_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (100_000).to_bytes(4, "big") * 2 + b"\x08\x00\0\0\0"
    (tmp_path / "bomb.png").write_bytes(header + b"\0\0\0\0" + b"\0\0\0\0IEND\xaeB`\x82")
    with pytest.raises(Unreadable):
        image_to_pdf(tmp_path / "bomb.png", tmp_path / "a.pdf")
    with pytest.raises(Unreadable, match="more than any scanner gives"):
        images._check_size((100_000, 100_000))


def test_a_scanned_letter_as_jpeg_is_read(tmp_path: Path) -> None:
    picture = made.picture_of(made.text_pdf(tmp_path / "a.pdf"))
    picture.save(tmp_path / "letter.jpg", dpi=(200, 200))
    result = prepare(tmp_path / "letter.jpg", "letter.jpg", tmp_path / "r.pdf")
    assert result.rendition == tmp_path / "r.pdf"
    words: Sequence[str] = read_back(tmp_path / "r.pdf").split()
    assert " ".join(words) == " ".join(made.LETTER_TEXT)
