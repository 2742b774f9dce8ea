"""PDFs as they come in: locked, restricted, signed, damaged, with files inside."""

from pathlib import Path

import pikepdf
import pymupdf
import pytest

from app.domain.errors import Unreadable
from app.domain.evidence import Reading
from app.intake.pages import read_page
from app.intake.prepare import prepare
from tests.intake import made

ENG = ("eng",)


def test_a_pdf_is_its_own_rendition(tmp_path: Path) -> None:
    path = made.text_pdf(tmp_path / "a.pdf")
    result = prepare(path, "Letter of April 20.pdf", tmp_path / "out.pdf")
    assert (result.rendition, result.pages, result.title) == (path, 1, "Letter of April 20")
    assert (result.children, result.warnings) == ((), ())
    assert not (tmp_path / "out.pdf").exists()


def locked(tmp_path: Path, owner: str, user: str) -> Path:
    with pikepdf.open(made.text_pdf(tmp_path / "a.pdf")) as pdf:
        allow = pikepdf.Permissions(extract=False, print_highres=False)
        pdf.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(owner=owner, user=user, allow=allow))
    return tmp_path / "b.pdf"


def test_a_pdf_with_a_password_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="needs a password"):
        prepare(locked(tmp_path, "o", "u"), "b.pdf", tmp_path / "out.pdf")


def test_a_restricted_pdf_is_read_with_a_warning(tmp_path: Path) -> None:
    path = locked(tmp_path, "o", "")
    assert "restricted" in prepare(path, "b.pdf", tmp_path / "out.pdf").warnings[0]
    assert "carrier delivered" in read_page(path, 1, ENG).text


def test_a_damaged_pdf_that_can_be_repaired_is_read_with_a_warning(tmp_path: Path) -> None:
    data = made.text_pdf(tmp_path / "a.pdf").read_bytes()
    (tmp_path / "b.pdf").write_bytes(data[: data.rindex(b"xref")])
    result = prepare(tmp_path / "b.pdf", "b.pdf", tmp_path / "out.pdf")
    assert any("repaired" in warning for warning in result.warnings)
    assert "carrier delivered" in read_page(tmp_path / "b.pdf", 1, ENG).text


def test_a_damaged_page_is_said(tmp_path: Path) -> None:
    with pikepdf.open(made.text_pdf(tmp_path / "a.pdf")) as pdf:
        pdf.pages[0].Contents = pikepdf.Stream(pdf, b"BT /helv 12 Tf 72 700 Td (Paid) Tj ET\n" * 400)
        pdf.save(tmp_path / "b.pdf", compress_streams=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    data = bytearray((tmp_path / "b.pdf").read_bytes())
    start = next(n for n in range(len(data)) if data[n : n + 2] == b"x\x9c")
    data[start + 40 : start + 60] = b"\xff" * 20
    (tmp_path / "c.pdf").write_bytes(data)
    read = read_page(tmp_path / "c.pdf", 1, ENG)
    assert any("damaged" in warning for warning in read.warnings)


def test_a_pdf_without_pages_is_refused(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        pdf.save(tmp_path / "a.pdf")
    with pytest.raises(Unreadable, match=r"no pages|damaged"):
        prepare(tmp_path / "a.pdf", "a.pdf", tmp_path / "out.pdf")


def test_files_inside_are_children_wherever_they_hang(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    document.embfile_add("one", b"first", filename="one.txt")
    page.add_file_annot((100, 100), b"second", "../two.txt")
    document.save(tmp_path / "a.pdf")
    result = prepare(tmp_path / "a.pdf", "a.pdf", tmp_path / "out.pdf")
    assert sorted((c.name, c.path.read_bytes()) for c in result.children) == [
        ("one.txt", b"first"),
        ("two.txt", b"second"),
    ]
    assert {c.path.parent for c in result.children} == {tmp_path}


def xfa_form(tmp_path: Path) -> Path:
    with pikepdf.open(made.text_pdf(tmp_path / "a.pdf", ["Please wait..."])) as pdf:
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(), XFA=pikepdf.Stream(pdf, b"<xdp/>"))
        pdf.Root.NeedsRendering = True
        pdf.save(tmp_path / "b.pdf")
    return tmp_path / "b.pdf"


def test_a_dynamic_form_gives_no_text(tmp_path: Path) -> None:
    path = xfa_form(tmp_path)
    assert any("XFA" in warning for warning in prepare(path, "b.pdf", tmp_path / "out.pdf").warnings)
    read = read_page(path, 1, ENG)
    assert (read.read, read.text) == (Reading.NONE, "")
    assert "XFA" in read.warnings[0]


def test_a_signed_pdf_is_said_to_lose_its_signature_when_stamped(tmp_path: Path) -> None:
    with pikepdf.open(made.text_pdf(tmp_path / "a.pdf")) as pdf:
        signature = pikepdf.Dictionary(
            Type=pikepdf.Name.Sig, Filter=pikepdf.Name("/Adobe.PPKLite"), Contents=b"0" * 64,
            SubFilter=pikepdf.Name("/adbe.pkcs7.detached"), ByteRange=pikepdf.Array([0, 10, 20, 30]),
        )  # fmt: skip
        field = pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Sig, T="sig",
                Rect=pikepdf.Array([0, 0, 0, 0]), V=pdf.make_indirect(signature),
            )
        )  # fmt: skip
        pdf.pages[0].Annots = pikepdf.Array([field])
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]), SigFlags=3)
        pdf.save(tmp_path / "b.pdf")
    assert "digitally signed" in prepare(tmp_path / "b.pdf", "b.pdf", tmp_path / "out.pdf").warnings[0]


def test_too_many_pages_are_refused_and_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.intake.pdf.MAX_PAGES", 0)
    with pytest.raises(Unreadable, match="1 pages, more than 0"):
        prepare(made.text_pdf(tmp_path / "a.pdf"), "a.pdf", tmp_path / "out.pdf")
