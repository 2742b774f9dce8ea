"""Kinds by content, whatever the name says, and the sentence for each refusal."""

import struct
import zipfile
from pathlib import Path

import pytest

from app.domain.errors import Unreadable
from app.intake.encoding import decode
from app.intake.kinds import Kind
from app.intake.languages import require_tesseract
from app.intake.prepare import prepare, safe_name
from app.intake.sniff import sniff
from tests.intake import made

MAIL = b"From: a@example.com\r\nTo: b@example.com\r\nSubject: Crates\r\nDate: Tue, 20 Apr 2021 09:00:00 +0200\r\n\r\nHi"

CONTENTS = [
    (b"%PDF-1.7\n", Kind.PDF),
    (b"junk before\n%PDF-1.4\n", Kind.PDF),
    (b"\x89PNG\r\n\x1a\n....", Kind.PNG),
    (b"\xff\xd8\xff\xe0....", Kind.JPEG),
    (b"II*\0....", Kind.TIFF),
    (b"MM\0*....", Kind.TIFF),
    (b"GIF89a..", Kind.GIF),
    (b"RIFF\x10\0\0\0WEBPVP8 ", Kind.WEBP),
    (b"RIFF\x10\0\0\0WAVEfmt ", Kind.AUDIO),
    (b"\0\0\0\x18ftypheic\0\0\0\0", Kind.HEIC),
    (b"\0\0\0\x18ftypmp42\0\0\0\0", Kind.VIDEO),
    (b"{\\rtf1\\ansi hello}", Kind.RTF),
    (b"\xffWPC\x10\0\0\0", Kind.WPD),
    (b"7z\xbc\xaf\x27\x1c\0\4", Kind.ARCHIVE),
    (b"!BDN....", Kind.PST),
    (b"<!DOCTYPE html><html><body>x</body></html>", Kind.HTML),
    (b"<?xml version='1.0'?>\n<html xmlns='x'/>", Kind.HTML),
    (MAIL, Kind.EML),
    (b"\xef\xbb\xbf" + MAIL, Kind.EML),
    (b"From a@example.com Tue Apr 20\n" + MAIL, Kind.MBOX),
    (b"Subject: a heading in a memo\n\nThis is no mail.\n", Kind.TEXT),
    (b"To: the board\nFrom: the chair\nRe: crates\n\nA memo.\n", Kind.TEXT),
    (b"MZ stands here as text and nothing else does", Kind.TEXT),
    ("Привет, мир".encode("utf-16"), Kind.TEXT),
    ("Привет, мир. Привет.".encode("utf-16-le"), Kind.TEXT),
    (b"MZ\x90 a program", Kind.PROGRAM),
    (b"MZ\x90\x00\x03", Kind.PROGRAM),
    (b"\x7fELF\x02\x01", Kind.PROGRAM),
    (b"\xfe\xed\xfa\xcf code", Kind.PROGRAM),
    (b"\xcf\xfa\xed\xfe code", Kind.PROGRAM),
    (b"\xca\xfe\xba\xbe code", Kind.PROGRAM),
    (b"PK\x07\x08 rest of an archive", Kind.ZIP),
    (b"\x28\xb5\x2f\xfd packed", Kind.ARCHIVE),
    (b"a line of text\0 and a NUL", Kind.UNKNOWN),
    (b"\xff\xfe" + bytes(range(256)) * 8, Kind.UNKNOWN),
    (struct.pack("<400H", *(n % 31 for n in range(400))), Kind.UNKNOWN),
    (b"\x00\x01\x02\x03\x04\x05\x80\x90", Kind.UNKNOWN),
    (b"", Kind.EMPTY),
]


@pytest.mark.parametrize(("content", "kind"), CONTENTS, ids=lambda value: str(value)[:24])
def test_a_kind_is_found_by_content(tmp_path: Path, content: bytes, kind: Kind) -> None:
    file = tmp_path / "no extension"
    file.write_bytes(content)
    assert sniff(file) is kind


@pytest.mark.parametrize(
    ("members", "kind"),
    [
        (["word/document.xml"], Kind.DOCX),
        (["xl/workbook.xml"], Kind.XLSX),
        (["ppt/presentation.xml"], Kind.PPTX),
        (["a.txt"], Kind.ZIP),
    ],
)
def test_a_zip_is_told_by_its_members(tmp_path: Path, members: list[str], kind: Kind) -> None:
    file = made.package(tmp_path / "x.bin", dict.fromkeys(members, "x"))
    assert sniff(file) is kind


def test_an_opendocument_is_told_by_its_first_member(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    assert sniff(tmp_path / "x") is Kind.ODT


@pytest.mark.parametrize(
    ("name", "content", "what", "remedy"),
    [
        ("empty.pdf", b"", "The file is empty.", "another copy"),
        ("letter.pdf", b"Dear Sir,\n", "named .pdf but is plain text", "rename it to .txt"),
        ("page.pdf", b"<html><body>x</body></html>", "named .pdf but is a web page", "rename it to .html"),
        ("photo.png", b"\xff\xd8\xff\xe0" + b"\0" * 20, "named .png but is a JPEG image", "rename it to .jpg"),
        ("contract.txt", b"%PDF-1.4\n", "named .txt but is a PDF", "rename it to .pdf"),
        ("letter.docx", b"{\\rtf1 x}", "named .docx but is a rich text document", "rename it to .rtf"),
        ("broken.pdf", b"\x00\x01\x02\x80" * 20, "named .pdf but isn't a PDF", "another copy"),
        ("cut.pdf", b"%PDF-1.7\nnothing", "damaged and can't be opened", "another copy"),
        ("cut.jpg", b"\xff\xd8\xff\xe0" + b"\0" * 20, "damaged and can't be shown", "another copy"),
    ],
)
def test_each_refusal_has_its_own_sentence(tmp_path: Path, name: str, content: bytes, what: str, remedy: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(Unreadable) as refused:
        prepare(file, name, tmp_path / "out.pdf")
    assert what in refused.value.what
    assert remedy in refused.value.remedy


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.rtf", b"{\\rtf1 x}"),
        ("a.doc", b"{\\rtf1 x}"),
        ("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0"),
        ("a.zip", b"PK\5\6" + b"\0" * 18),
    ],
)
def test_what_cannot_be_read_yet_is_kept_and_said(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    prepared = prepare(file, name, tmp_path / "out.pdf")
    assert (prepared.rendition, prepared.pages) == (None, 0)
    assert "can't be read yet" in prepared.warnings[0]


TEXTS = {
    "deu": "Sehr geehrte Frau Müller, die Prüfung gemäß § 42 ergab: „Überschuß“ – nein.",
    "fra": "Le tribunal a jugé que l’affaire était réglée à Genève. Où êtes-vous ?",
    "spa": "El señor Núñez firmó el día 3 de abril. ¿Qué pasó?",
    "por": "A decisão não foi à publicação; ação judicial.",
    "rus": "Настоящий договор заключён 5 мая 2014 г. между сторонами.",
}


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *((language, encoding) for language in ("deu", "fra", "spa", "por") for encoding in ("cp1252", "mac_roman")),
        *(("rus", encoding) for encoding in ("cp1251", "koi8_r", "cp866")),
    ],
)
def test_an_encoding_is_guessed_and_said(language: str, encoding: str) -> None:
    decoded = decode(TEXTS[language].encode(encoding))
    assert decoded.text == TEXTS[language]
    assert decoded.guessed


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_an_encoding_that_shows_is_not_guessed(encoding: str) -> None:
    for text in TEXTS.values():
        decoded = decode(text.encode(encoding))
        assert decoded.text == text
        assert not decoded.guessed


def test_missing_language_data_names_the_package() -> None:
    from app.domain.errors import MissingOnMachine

    require_tesseract(["eng"])
    with pytest.raises(MissingOnMachine) as missing:
        require_tesseract(["eng", "xyz"])
    assert "tesseract-ocr-xyz" in missing.value.remedy
    assert "tesseract-ocr-eng" not in missing.value.remedy


def test_missing_tesseract_names_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from app.domain.errors import MissingOnMachine

    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingOnMachine) as missing:
        require_tesseract(["eng"])
    assert "apt-get install tesseract-ocr" in missing.value.remedy
    assert missing.value.exit_status == 3


@pytest.mark.parametrize(
    ("given", "safe"),
    [("../../etc/passwd", "passwd"), ("C:\\x\\a.pdf", "a.pdf"), ("a\nb?.pdf", "a_b_.pdf"), ("...", "attachment")],
)
def test_names_of_attachments_are_made_safe(given: str, safe: str) -> None:
    assert safe_name(given) == safe
