"""Stamping the real files: each page carries its number inside what is shown, and nothing of it is lost."""

import re
from pathlib import Path

import pikepdf
import pymupdf
import pytest
from PIL import Image, ImageChops

from app.domain.errors import Unreadable
from app.paper.pdf import page_count
from app.paper.stamp import StampReport, stamp_pdf

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="the folder of real cases isn't here")

FOLDERS = ("page_geometry", "forms_annots_sigs", "court_pdf", "scanned_pdf", "bad_redaction", "bad_text_layer")
FILES = [path.relative_to(CASES).as_posix() for folder in FOLDERS for path in sorted((CASES / folder).glob("*.pdf"))]


def _stamp(name: str, target: Path) -> tuple[Path, StampReport]:
    source = CASES / name
    return source, stamp_pdf(source, target, [f"ACME{n:06d}" for n in range(1, page_count(source) + 1)])


def _grey(page: pymupdf.Page) -> Image.Image:
    pixels = page.get_pixmap(dpi=50, colorspace="gray")
    return Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)


@pytest.mark.parametrize("name", FILES)
def test_every_page_shows_its_number_and_all_that_it_showed_before(tmp_path: Path, name: str) -> None:
    target = tmp_path / "out.pdf"
    source, report = _stamp(name, target)
    with pymupdf.open(source) as before, pymupdf.open(target) as after:
        assert after.page_count == before.page_count == report.pages
        for n, page in enumerate(after):
            if n > 5:
                break
            assert f"ACME{n + 1:06d}" in page.get_text(), n
            box = report.boxes[n]
            assert 0 <= box.x0 < box.x1 <= page.rect.width + 0.1
            assert 0 <= box.y0 < box.y1 <= page.rect.height + 0.1
            one, other = _grey(before[n]), _grey(page)
            scale = 50 / 72
            inside = [int(side * scale) for side in (box.x0 - 4, box.y0 - 4, box.x1 + 4, box.y1 + 4)]
            assert min(other.crop(inside).tobytes()) < 160, n
            changed = ImageChops.difference(one, other.crop((0, 0, *one.size))).point(lambda by: 255 if by > 60 else 0)
            changed.paste(0, inside)
            assert changed.getbbox() is None, n


def test_the_number_keeps_its_size_whatever_the_unit(tmp_path: Path) -> None:
    _, report = _stamp("page_geometry/fxo-red.pdf", tmp_path / "out.pdf")
    assert {(round(box.x1 - box.x0, 1), round(box.y1 - box.y0, 1)) for box in report.boxes} == {(62.8, 12.0)}
    assert report.notes == ()


def test_a_crop_is_respected_and_the_frame_not_crossed(tmp_path: Path) -> None:
    source, report = _stamp("page_geometry/boxes.pdf", tmp_path / "out.pdf")
    with pymupdf.open(source) as before:
        for page, box in zip(before, report.boxes, strict=True):
            assert pymupdf.Rect(box.x0, box.y0, box.x1, box.y1) in page.rect


def test_signed_and_copy_protected_files_say_what_the_copy_lacks(tmp_path: Path) -> None:
    _, signed = _stamp("forms_annots_sigs/signed.pdf", tmp_path / "signed.pdf")
    said = " ".join(note.text for note in signed.notes if note.page == 0)
    assert "digitally signed" in said
    assert "no such lock" in said
    _, form = _stamp("forms_annots_sigs/xfa_filled_imm1344e.pdf", tmp_path / "form.pdf")
    assert any("XFA" in note.text for note in form.notes)
    with pikepdf.open(tmp_path / "form.pdf") as pdf:
        assert "/XFA" in pdf.Root.AcroForm


def test_bookmarks_links_and_attachments_stay(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    source, _ = _stamp("portfolio_attachments/testPDF_childAttachments.pdf", target)
    with pymupdf.open(source) as before, pymupdf.open(target) as after:
        assert after.get_toc() == before.get_toc()
        assert [len(page.get_links()) for page in after] == [len(page.get_links()) for page in before]
    with pikepdf.open(target) as pdf:
        assert len(pdf.attachments) == 2


def test_five_hundred_pages(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    source, _ = _stamp("huge_page_count/500 pages.pdf", target)
    assert target.stat().st_size - source.stat().st_size < 500 * 250
    with pymupdf.open(target) as after:
        numbers = [re.findall(r"ACME\d{6}", page.get_text()) for page in after]
    assert numbers == [[f"ACME{n:06d}"] for n in range(1, 501)]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("damaged_pdf/invalid.pdf", "is damaged"),
        ("encrypted_pdf/completely_encrypted.pdf", "locked with a password"),
        ("mislabelled_empty/actually_a_doc.pdf", "isn't a PDF"),
        ("mislabelled_empty/empty.pdf", "is empty"),
    ],
)
def test_what_cannot_be_stamped_is_refused(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        _stamp(name, tmp_path / "out.pdf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["damaged_pdf/failure-after-repair.pdf", "damaged_pdf/invalid_pdf.pdf", "damaged_pdf/damaged-stream.pdf"]
)
def test_slightly_damaged_files_are_stamped_all_the_same(tmp_path: Path, name: str) -> None:
    target = tmp_path / "out.pdf"
    _, report = _stamp(name, target)
    with pymupdf.open(target) as after:
        assert after.page_count == report.pages
        assert all(f"ACME{n:06d}" in page.get_text() for n, page in enumerate(after, start=1))
