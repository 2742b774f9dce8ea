"""The PDF reads and prints as it should: order, letters, marks, signature block, metadata."""

import dataclasses
import re
from pathlib import Path

import pikepdf
import pymupdf
import pytest

from app.domain.draft import Paragraph
from app.domain.errors import WrongUse
from app.domain.review import CheckedDraft, ClearedDraft
from app.export.filing import final_filing, working_filing
from app.export.layout import Faces, Ink, Piece, wrap
from app.export.pdf import AMBER_GROUND, RED_GROUND, write_pdf
from app.export.sheet import PdfFacts
from app.paper.mark import Mark, find_mark
from tests.export.material import ALL_SIGNED, DRAFT, MADE_AT, MATTER, OPEN, WORKING

MARK = Mark("Jurat", "0.1.0", "an-id", "cole", "draft", MADE_AT)
FACTS = PdfFacts("The title", "The subject", MADE_AT, MARK)


def _text(path: Path) -> str:
    with pymupdf.open(path) as document:
        return " ".join("\n".join(page.get_text() for page in document).split())


def _final(path: Path, *paragraphs: str) -> Path:
    checked = ALL_SIGNED
    if paragraphs:
        draft = dataclasses.replace(DRAFT, paragraphs=tuple(Paragraph(text) for text in paragraphs))
        checked = CheckedDraft(draft, ())
    write_pdf(final_filing(ClearedDraft(checked), MATTER), path, FACTS)
    return path


def test_everything_is_there_in_its_order(tmp_path: Path) -> None:
    text = _text(_final(tmp_path / "a.pdf"))
    parts = [
        "Maria Estévez (SBN 123456)",
        "UNITED STATES DISTRICT COURT",
        "EASTERN DISTRICT OF CALIFORNIA",
        "Dana Cole,",
        "Plaintiff,",
        "v.",
        "Harbor Supply, Inc. and Nils Harbor,",
        "Defendants.",
        "I, Dana Cole, declare:",
        *(f"{n}. {paragraph.text[:40]}" for n, paragraph in enumerate(DRAFT.paragraphs, start=1)),
        "I declare under penalty of perjury that the foregoing is true and correct.",
        "Executed on ____________________ at Sacramento, California.",
    ]
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    assert "Case No. 2:24-cv-00917-JAM-KJN" in text
    assert "“we will not ship the second lot until the price is adjusted,” and — naïve, as Größe and Жуков" in text
    assert "- 1 -" in text
    assert "DRAFT" not in text


def test_fonts_are_embedded_and_small(tmp_path: Path) -> None:
    path = _final(tmp_path / "a.pdf", "Plain: § 12 “quoted” Größe Жуков ½ €.", "東京 and Αθήνα.")
    with pymupdf.open(path) as document:
        fonts = {font[:4] for page in document for font in page.get_fonts()}
        assert all(kind != "n/a" for _, kind, _, _ in fonts)
        assert "東京 and Αθήνα." in document[0].get_text()
        assert "Größe Жуков ½ €" in document[0].get_text()
    assert path.stat().st_size < 120_000


def test_a_letter_that_no_font_has_is_written_as_its_code(tmp_path: Path) -> None:
    assert "He said [U+1F512] twice." in _text(_final(tmp_path / "a.pdf", "He said \U0001f512 twice."))


def test_a_working_copy_shows_each_open_claim_on_its_ground(tmp_path: Path) -> None:
    write_pdf(working_filing(WORKING, MATTER), tmp_path / "w.pdf", FACTS)
    with pymupdf.open(tmp_path / "w.pdf") as document:
        assert all("DRAFT - NOT FOR FILING - 4 claims open" in page.get_text() for page in document)
        found = {}
        for page in document:
            fills = [(d["rect"], tuple(round(c, 2) for c in d["fill"])) for d in page.get_drawings() if d["fill"]]
            for text in ("April 12, 2021", "“we will not ship", "May 3, 2021", "$3,750.00", "$12,500.00", "RTX 3060"):
                for place in page.search_for(text)[:1]:
                    centre = (place.tl + place.br) / 2
                    found.setdefault(text, {colour for rect, colour in fills if centre in rect})
        assert found == {
            "April 12, 2021": {RED_GROUND},
            "May 3, 2021": {RED_GROUND},
            "“we will not ship": {AMBER_GROUND},
            "$3,750.00": {AMBER_GROUND},
            "$12,500.00": set(),
            "RTX 3060": set(),
        }
        notes = " ".join(document[-1].get_text().split())
    assert notes.startswith("Open claims") or "Open claims" in notes
    assert [notes.count(f"[{n}]") for n in (1, 2, 3, 4, 5)] == [1, 1, 1, 1, 0]
    for text in OPEN:
        assert text in notes
    assert "COLE000003 says April 20, 2021; the draft says April 12, 2021. Suggested: April 20, 2021" in notes


@pytest.mark.parametrize("lines", range(1, 40))
def test_the_signature_never_stands_alone(tmp_path: Path, lines: int) -> None:
    """However long the text, the page with the signature has the oath and at least two lines of the body."""
    sentence = "I saw the goods at the dock in Sacramento and counted every one of them twice. "
    path = _final(tmp_path / "a.pdf", "First.", (sentence * lines).strip())
    with pymupdf.open(path) as document:
        last = document[-1].get_text()
        assert "_" * 34 in last
        assert "I declare under penalty of perjury" in last
        assert "Executed on" in last
        body = last.split("I declare under penalty")[0]
        assert len([line for line in body.splitlines() if len(line) > 20 or "twice." in line]) >= (
            2 if lines > 1 else 1
        )
        for page in document.pages(0, -1) if document.page_count > 1 else ():
            lowest = max(word[3] for word in page.get_text("words") if word[3] < 722)
            assert lowest > 560  # no page is left half empty for it
        whole = " ".join(" ".join(page.get_text() for page in document).split())
    assert whole.count("counted") == lines


def test_no_page_begins_or_ends_with_a_single_line_of_a_paragraph(tmp_path: Path) -> None:
    sentence = "The crates were weighed, opened, counted and closed again before the driver left the yard that day. "
    path = _final(tmp_path / "a.pdf", *(f"{(sentence * (n % 4 + 2)).strip()}" for n in range(40)))
    with pymupdf.open(path) as document:
        assert document.page_count > 6
        for page in document.pages(1, document.page_count - 1):
            lines = [line for line in page.get_text().splitlines() if line.strip()]
            numbered = [bool(re.match(r"\d+\.$|\d+\. ", line)) for line in lines[:4]]
            assert not (numbered[1] and not numbered[0]), lines[:4]


def test_a_caption_longer_than_a_page_goes_on(tmp_path: Path) -> None:
    many = tuple(dataclasses.replace(MATTER.caption.parties[0], name=f"Person Number {n:03d}") for n in range(200))
    matter = dataclasses.replace(MATTER, caption=dataclasses.replace(MATTER.caption, parties=many))
    write_pdf(final_filing(ClearedDraft(ALL_SIGNED), matter), tmp_path / "a.pdf", FACTS)
    text = _text(tmp_path / "a.pdf")
    assert all(f"Person Number {n:03d}" in text for n in range(200))


def test_long_words_and_odd_characters_stay_on_the_page(tmp_path: Path) -> None:
    url = "https://example.com/" + "a" * 300
    path = _final(tmp_path / "a.pdf", f"See {url} for more.", "A\x00B\tC\nD\u200bE e\u0301.")
    with pymupdf.open(path) as document:
        for page in document:
            assert all(word[2] <= 541 and word[0] >= 71 for word in page.get_text("words"))
        text = document[0].get_text()
    assert url in text.replace("\n", "")
    assert "A[U+FFFD]B" in text
    assert "DE é." in text


def test_a_filing_says_what_it_is(tmp_path: Path) -> None:
    path = _final(tmp_path / "a.pdf")
    assert find_mark(path) == MARK
    with pikepdf.open(path) as pdf:
        assert str(pdf.docinfo["/Title"]) == "The title"
        assert str(pdf.docinfo["/CreationDate"]) == "D:20261130101000Z"
        assert pdf.Root.Lang == "en-US"
        assert [list(page.mediabox) for page in pdf.pages] == [[0, 0, 612, 792]] * len(pdf.pages)


def test_the_same_filing_is_the_same_bytes_and_nothing_is_overwritten(tmp_path: Path) -> None:
    one, two = _final(tmp_path / "a.pdf"), _final(tmp_path / "b.pdf")
    assert one.read_bytes() == two.read_bytes()
    with pytest.raises(WrongUse, match="is there already"):
        _final(tmp_path / "a.pdf")


def test_wrapping_keeps_every_word_in_order() -> None:
    faces, ink = Faces(), Ink()
    text = "one two  three\nfour " + "five" * 80 + " six"
    for width in (40.0, 90.0, 200.0, 1000.0):
        lines = wrap(faces, [Piece(text, ink)], width, first=20)
        joined = "".join(piece.text for line in lines for piece in line).replace(" ", "")
        assert joined == text.replace(" ", "").replace("\n", "")
        for line in lines:
            used = sum(faces.width(piece.text, piece.ink) for piece in line) + (line[0].x if line else 0)
            assert used <= width + 1
