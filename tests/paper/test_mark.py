"""A file of our own is known again: as it is, renamed, saved again by other programs; others never are."""

import random
import shutil
import subprocess
from pathlib import Path

import docx
import olefile
import pikepdf
import pymupdf
import pytest

from app.paper.mark import Mark, find_mark, mark_docx, mark_pdf, read_token

MARK = Mark(
    "Jurat", "0.1.0", "5d0c3c1e-0d4f-5b7e-9a53-3f1f0a8f3a11", "Müller / Søn; 50 %", "draft", "2026-11-30T10:10:00+00:00"
)
CASES = Path(__file__).parents[2].parent / "shared" / "cases"


def _pdf(path: Path) -> Path:
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "I declare under penalty of perjury.")
        document.set_metadata({"title": "Ours", "keywords": "one, two"})
        document.set_xml_metadata(
            '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            '<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>x</pdf:Producer>'
            "</rdf:Description></rdf:RDF></x:xmpmeta>"
        )
        document.save(path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        mark_pdf(pdf, MARK)
        pdf.save(path)
    return path


def _docx(path: Path) -> Path:
    document = docx.Document()
    document.add_paragraph("I declare under penalty of perjury.")
    mark_docx(document, MARK)
    document.save(path)
    return path


def test_the_token_holds_every_field() -> None:
    assert read_token(f"before {MARK.token} after") == MARK
    assert MARK.token.isascii()
    assert not set(MARK.token) & set(" ;,:<>&\"'()\\")


def test_a_marked_pdf_keeps_what_it_said_before(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf")
    assert find_mark(path) == MARK
    with pikepdf.open(path) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Ours"
        assert str(pdf.docinfo["/Keywords"]).startswith("one, two")
        with pdf.open_metadata() as xmp:
            assert xmp["pdf:Producer"] == "x"
            assert xmp["{urn:jurat:mark:1}mark"] == MARK.token


def test_marking_again_replaces_the_mark(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf")
    later = Mark("Jurat", "0.2.0", "another", "", "report", "")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        mark_pdf(pdf, later)
        pdf.save(path)
    assert find_mark(path) == later
    assert path.read_bytes().count(b"0.1.0") == 0


@pytest.mark.parametrize("keep", ["info", "keywords", "xmp"])
def test_each_place_alone_is_enough(tmp_path: Path, keep: str) -> None:
    path = _pdf(tmp_path / "a.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        if keep != "info":
            del pdf.docinfo["/JuratMark"]
        if keep != "keywords":
            del pdf.docinfo["/Keywords"]
        if keep != "xmp":
            del pdf.Root.Metadata
        pdf.save(path)
    assert find_mark(path) == MARK


def test_a_pdf_saved_again_is_known(tmp_path: Path) -> None:
    path = _pdf(tmp_path / "a.pdf")
    with pikepdf.open(path) as pdf:
        pdf.save(tmp_path / "1.pdf", linearize=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        pdf.save(tmp_path / "2.pdf", encryption=pikepdf.Encryption(owner="x", user=""))
    with pymupdf.open(path) as document:
        document.save(tmp_path / "3.pdf", garbage=4, deflate=True, clean=True)
        document.save(tmp_path / "4.bin", encryption=pymupdf.PDF_ENCRYPT_NONE, ascii=True)
    for name in ("1.pdf", "2.pdf", "3.pdf", "4.bin"):
        assert find_mark(tmp_path / name) == MARK, name


def test_a_word_document_saved_again_is_known(tmp_path: Path) -> None:
    path = _docx(tmp_path / "a.docx")
    assert find_mark(path) == MARK
    again = docx.Document(str(path))
    again.core_properties.keywords = ""
    again.add_paragraph("More.")
    again.save(str(tmp_path / "b.bin"))
    assert find_mark(tmp_path / "b.bin") == MARK


@pytest.mark.timeout(180)
@pytest.mark.skipif(shutil.which("libreoffice") is None, reason="LibreOffice isn't on this machine")
def test_what_libreoffice_makes_of_it_is_known(tmp_path: Path) -> None:
    path = _docx(tmp_path / "a.docx")
    office = ["libreoffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless"]
    for kind in ("docx", "odt", "pdf"):
        out = tmp_path / kind
        subprocess.run(
            [*office, "--convert-to", kind, "--outdir", str(out), str(path)],
            check=True,
            capture_output=True,
            timeout=120,
        )
        assert find_mark(out / f"a.{kind}") == MARK, kind


@pytest.mark.skipif(not CASES.is_dir(), reason="the folder of real cases isn't here")
def test_no_real_file_is_taken_for_ours() -> None:
    seen = 0
    for path in sorted(CASES.rglob("*")):
        if path.is_file():
            assert find_mark(path) is None, path.name
            seen += 1
    assert seen > 70


@pytest.mark.parametrize("make", [_pdf, _docx])
def test_damaged_files_never_raise(tmp_path: Path, make: object) -> None:
    whole = make(tmp_path / "whole").read_bytes()  # type: ignore[operator]
    broken, dice = tmp_path / "broken", random.Random(7)
    for _ in range(60):
        blob = bytearray(whole[: dice.randrange(len(whole))] if dice.random() < 0.5 else whole)
        for _ in range(dice.randrange(1, 40)):
            if blob:
                blob[dice.randrange(len(blob))] = dice.randrange(256)
        broken.write_bytes(bytes(blob))
        assert find_mark(broken) is None or find_mark(broken).program  # type: ignore[union-attr]


def test_hostile_and_odd_files_have_no_mark(tmp_path: Path) -> None:
    path = tmp_path / "f"
    for blob in (
        b"",
        b"%PDF-",
        b"PK\x03\x04" + b"\0" * 100,
        b"\xd0\xcf\x11\xe0" + b"\0" * 2000,
        olefile.MAGIC + b"\xff" * 4096,
    ):
        path.write_bytes(blob)
        assert find_mark(path) is None


def test_a_packet_that_unpacks_without_end_is_not_unpacked(tmp_path: Path) -> None:
    import zlib

    path, pdf = tmp_path / "bomb.pdf", pikepdf.new()
    pdf.add_blank_page()
    packer = zlib.compressobj(9)
    blob = b"".join(packer.compress(b" " * 1_000_000) for _ in range(50)) + packer.flush()
    bomb = pikepdf.Stream(pdf, b"")
    bomb.write(blob, filter=pikepdf.Name.FlateDecode)
    pdf.Root.Metadata = pdf.make_indirect(bomb)
    pdf.save(path)
    assert find_mark(path) is None
