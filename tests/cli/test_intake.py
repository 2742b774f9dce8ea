"""Taking files in, whatever they are: nothing hangs, nothing vanishes, one bad file stops only itself."""

import hashlib
import os
import shutil
import zipfile
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pymupdf
import pytest

from tests.flow.jurat import Said, jurat

LINE = "The roof leaked on May 2, 2026."


def make_pdf(path: Path, text: str = LINE) -> Path:
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), text)
        document.save(path)
    return path


@pytest.fixture(scope="module")
def kept_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the matter ``m``: a PDF and a text. Not to be changed."""
    place = tmp_path_factory.mktemp("intake")
    make_pdf(place / "a.pdf")
    (place / "b.txt").write_text("It cost $17,940.00.")
    jurat(place / "home", "matter", "new", "m")
    jurat(place / "home", "matter", "new", "n")
    jurat(place / "home", "intake", "m", place / "a.pdf", place / "b.txt")
    return place / "home"


@pytest.fixture
def home(kept_home: Path, tmp_path: Path) -> Path:
    """The same to be changed at will; its files lie beside it."""
    for name in ("a.pdf", "b.txt"):
        shutil.copy(kept_home.parent / name, tmp_path)
    return Path(shutil.copytree(kept_home, tmp_path / "home"))


def status_of(said: Said) -> dict[str, str]:
    return {line["path"].rpartition("/")[2]: line["status"] for line in said.lines}


def vault(home: Path, matter: str) -> set[str]:
    return {path.name for path in (home / "matters" / matter / "vault").iterdir()}


def test_a_pipe_a_device_and_a_dead_link_are_refused_and_the_others_go_on(home: Path, tmp_path: Path) -> None:
    bag = tmp_path / "bag"
    bag.mkdir()
    os.mkfifo(bag / "pipe.pdf")
    (bag / "zero.pdf").symlink_to("/dev/zero")
    (bag / "dead.pdf").symlink_to(bag / "nowhere")
    make_pdf(bag / "new.pdf", "Something else.")
    for paths in ([bag], [bag / name for name in ("pipe.pdf", "zero.pdf", "dead.pdf")]):
        said = jurat(home, "intake", "n", *paths, expect=1, timeout=60)
        refused = {line["path"]: line["reason"] for line in said.lines if line["status"] == "refused"}
        assert refused == {
            str(bag / "dead.pdf"): "This is a link that leads nowhere.",
            str(bag / "pipe.pdf"): "This is a pipe, not a file.",
            str(bag / "zero.pdf"): "This is a device, not a file.",
        }
    assert [line["title"] for line in jurat(home, "exhibits", "n").lines] == ["new"]


def test_what_is_hidden_is_counted_and_an_empty_folder_named(home: Path, tmp_path: Path) -> None:
    bag, empty = tmp_path / "bag", tmp_path / "empty"
    empty.mkdir()
    bag.mkdir()
    for name in (".DS_Store", "Thumbs.db", "~$x.docx"):
        (bag / name).touch()
    said = jurat(home, "intake", "n", bag, empty)
    assert said.lines == []
    assert "3 hidden or system files left out" in said.err
    assert f"There are no files in {empty}" in said.err


def test_a_name_that_isnt_utf8_is_taken_and_shown(home: Path, tmp_path: Path) -> None:
    bag = tmp_path / "bag"
    bag.mkdir()
    for name in (b"bad\xff\xfename.pdf", b"gone\xff.docx"):
        make_pdf(bag / "plain.pdf", f"Named oddly, {len(name)} bytes.").rename(
            os.fsdecode(os.fsencode(bag) + b"/" + name)
        )
    (bag / "z.txt").write_text("Last in the folder.")
    said = jurat(home, "intake", "n", bag, expect=1)
    assert status_of(said) == {"bad\\xff\\xfename.pdf": "added", "gone\\xff.docx": "refused", "z.txt": "added"}
    assert jurat(home, "exhibits", "n").lines[0]["title"] == "bad\\xff\\xfename"
    assert "Named oddly" in jurat(home, "pages", "n", "--exhibit", "A").one["text"]


def test_own_work_with_a_name_that_isnt_utf8_is_still_own_work(home: Path, tmp_path: Path) -> None:
    jurat(home, "bates", "assign", "m", "--prefix", "ROOF")
    jurat(tmp_path / "elsewhere", "matter", "new", "x")
    stamped = next((home / "matters" / "m" / "out").rglob("*.pdf"))
    renamed = shutil.copy(stamped, os.fsdecode(os.fsencode(tmp_path) + b"/\xff.pdf"))
    assert jurat(tmp_path / "elsewhere", "intake", "x", renamed, expect=1).one["status"] == "own-work"
    assert vault(tmp_path / "elsewhere", "x") == set()


def test_nothing_crosses_from_one_matter_into_another(home: Path, tmp_path: Path) -> None:
    before = vault(home, "n")
    bag = tmp_path / "bag"
    bag.mkdir()
    (bag / "everything").symlink_to(home)
    (bag / "original.pdf").symlink_to(next((home / "matters/m/vault").iterdir()))
    for path in (bag, home, home / "matters" / "m" / "vault", home / "matters" / "m" / "matter.db"):
        lines = jurat(home, "intake", "n", path, expect=1).lines
        assert {line["status"] for line in lines} == {"refused"}
    foreign = home / "matters" / "m" / "out" / "put there.txt"
    foreign.parent.mkdir(exist_ok=True)
    foreign.write_text("Not written by the program.")
    line = jurat(home, "intake", "n", foreign, expect=1).one
    assert line["status"] == "refused"
    assert "Jurat's own folder" in line["reason"]
    assert vault(home, "n") == before
    assert jurat(home, "exhibits", "n").lines == []


def test_reading_copies_are_own_work_as_they_are_and_renamed(home: Path, tmp_path: Path) -> None:
    (copy,) = (home / "matters" / "m" / "derived").glob("*.pdf")
    renamed = shutil.copy(copy, tmp_path / "from the client.pdf")
    for matter in ("m", "n"):
        lines = jurat(home, "intake", matter, copy, renamed, expect=1).lines
        assert [line["status"] for line in lines] == ["own-work"] * 2
        assert all("reading copy" in line["reason"] for line in lines)


@pytest.mark.parametrize("harm", ["lost", "altered"])
def test_an_original_that_was_lost_or_altered_is_put_back(home: Path, tmp_path: Path, harm: str) -> None:
    digest = hashlib.sha256((tmp_path / "a.pdf").read_bytes()).hexdigest()
    copy = home / "matters" / "m" / "vault" / digest
    copy.unlink()
    if harm == "altered":
        copy.write_bytes(b"%PDF-1.4 something else")
    failed = jurat(home, "bates", "assign", "m", "--prefix", "ROOF", expect=1)
    assert "The original of Exhibit A" in failed.err
    assert "in again" in failed.err
    line = jurat(home, "intake", "m", tmp_path / "a.pdf").one
    assert line["status"] == "duplicate"
    assert any("put back" in warning and "Exhibit A" in warning for warning in line["warnings"])
    assert hashlib.sha256(copy.read_bytes()).hexdigest() == digest
    assert copy.stat().st_mode & 0o222 == 0
    assert jurat(home, "intake", "m", tmp_path / "a.pdf").one["warnings"] == []
    assert any("put back" in str(entry["detail"]) for entry in jurat(home, "audit", "m").one["log"])


def test_a_refused_file_leaves_no_copy(home: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04 not a package")
    before = vault(home, "m")
    assert jurat(home, "intake", "m", tmp_path / "broken.docx", expect=1).one["status"] == "refused"
    assert vault(home, "m") == before


def test_a_workbook_without_an_extension_is_read(home: Path, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["Payee", "Acme Roofing"])
    book.save(tmp_path / "ledger.xlsx")
    assert zipfile.is_zipfile((tmp_path / "ledger.xlsx").rename(tmp_path / "ledger"))
    assert jurat(home, "intake", "n", tmp_path / "ledger").one["status"] == "added"
    assert "Acme Roofing" in jurat(home, "pages", "n").one["text"]


def test_a_program_in_a_mail_is_kept_unread(home: Path, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.com", "b@example.com", "Invoice"
    mail.set_content("See the attachment.")
    mail.add_attachment(b"MZ\x90 This program", maintype="application", subtype="octet-stream", filename="x.exe")
    (tmp_path / "mail.eml").write_bytes(mail.as_bytes())
    letter, program = jurat(home, "intake", "n", tmp_path / "mail.eml").lines
    assert (letter["pages"], program["pages"]) == (1, 0)
    assert program["status"] == "added"
    assert "a program" in program["warnings"][0]


def test_the_shelf_takes_files_as_intake_does(home: Path, tmp_path: Path) -> None:
    opinion = make_pdf(tmp_path / "plain.pdf", "Smith v. Jones, 123 F.3d 456 (9th Cir. 1997)")
    odd = opinion.rename(os.fsdecode(os.fsencode(tmp_path) + b"/odd\xff.pdf"))
    os.mkfifo(tmp_path / "pipe.pdf")
    original = next((home / "matters" / "m" / "vault").iterdir())
    paths = [odd, tmp_path / "pipe.pdf", original, tmp_path / "gone.pdf"]
    said = jurat(home, "authority", "add", "n", *paths, expect=1, timeout=60)
    assert "123 F.3d 456" in str(said.lines)
    for sentence in ("This is a pipe, not a file.", "Jurat's own folder", "There is no such file."):
        assert sentence in said.err + str(said.lines)
    assert len(vault(home, "n")) == 1
