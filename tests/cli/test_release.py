"""Own work that a person lets in as an exhibit: by name, with a reason, on the record; and only that file."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.flow.jurat import jurat
from tests.gui.small_matter import DRAFT, NAME, make_home

WHY = ("--name", "A. Counsel", "--reason", "The other side attached our own letter.")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home")


@pytest.fixture
def own(home: Path, tmp_path: Path) -> Path:
    """A working copy that the program wrote."""
    jurat(home, "export", DRAFT, "-o", tmp_path / "letter.pdf")
    return tmp_path / "letter.pdf"


def test_own_work_comes_in_once_a_person_released_it(home: Path, own: Path, tmp_path: Path) -> None:
    assert "not set aside" in jurat(home, "release", NAME, own, *WHY, expect=2).err
    set_aside = jurat(home, "intake", NAME, own, expect=1).one
    assert set_aside["status"] == "own-work"
    assert "needs a name" in jurat(home, "release", NAME, own, "--name", " ", "--reason", "x", expect=2).err
    line = jurat(home, "release", NAME, own, *WHY, "--origin", "opposing").one
    assert (line["status"], line["exhibit"], line["reason"]) == ("added", "D", None)
    log = jurat(home, "audit", NAME).one["log"]
    released = next(entry for entry in log if entry["verb"] == "release")
    assert released["detail"]["name"] == "A. Counsel"
    assert released["detail"]["reason"] == WHY[3]
    assert "Jurat wrote this file itself" in released["detail"]["was"]
    exhibits = {one["exhibit"]: one for one in jurat(home, "exhibits", NAME).lines}
    assert exhibits["D"]["origin"] == "opposing"
    # the release is for this file and this matter: its report is still set aside, and so is the file elsewhere
    assert jurat(home, "intake", NAME, tmp_path / "letter.verification.pdf", expect=1).one["status"] == "own-work"
    jurat(home, "matter", "new", "other", "--prefix", "OTH")
    assert jurat(home, "intake", "other", own, expect=1).one["status"] == "own-work"


def test_an_attachment_is_released_with_its_mail(home: Path, own: Path, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.com", "b@example.com", "Your letter"
    mail.set_content("I return your letter.")
    mail.add_attachment(own.read_bytes(), maintype="application", subtype="pdf", filename="letter.pdf")
    (tmp_path / "mail.eml").write_bytes(mail.as_bytes())
    lines = jurat(home, "intake", NAME, tmp_path / "mail.eml", expect=1).lines
    child = next(line for line in lines if line["status"] == "own-work")
    assert child["path"].endswith("mail.eml!/letter.pdf")
    again = jurat(home, "release", NAME, child["path"], *WHY).lines
    assert [(line["status"], line["exhibit"]) for line in again] == [("duplicate", "D"), ("added", "D-1")]
