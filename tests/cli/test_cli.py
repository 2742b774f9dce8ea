"""The command line: exit status, JSON, words on standard error (CONTRACTS, section 4)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

from tests.flow.jurat import environment, jurat


def make_pdf(path: Path, *pages: str) -> Path:
    with pymupdf.open() as document:
        for text in pages:
            document.new_page().insert_text((72, 72), text)
        document.save(path)
    return path


@pytest.fixture(scope="module")
def kept_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the matter ``m``: one exhibit of two pages, not numbered. Not to be changed."""
    place = tmp_path_factory.mktemp("cli")
    home = place / "home with a space"
    jurat(home, "matter", "new", "m", "--prefix", "ROOF")
    jurat(home, "intake", "m", make_pdf(place / "a.pdf", "The roof leaked on May 2, 2026.", "It cost $17,940.00."))
    return home


@pytest.fixture
def home(kept_home: Path, tmp_path: Path) -> Path:
    """The same to be changed at will, and its file."""
    shutil.copytree(kept_home, tmp_path / "home")
    shutil.copy(kept_home.parent / "a.pdf", tmp_path)
    return tmp_path / "home"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["binder", "m", "-o", "x.pdf"], "not in this version"),
        (["produce", "m", "-o", "x"], "not in this version"),
        (["mcp"], "not in this version"),
        (["--boards", "x.ini", "mcp"], "not in this version"),
        (["run", "m", "motion"], "not in this version"),
        (["run", "m", "auto"], "not in this version"),
        (["run", "m", "poem"], "invalid choice"),
        (["pages", "nobody"], "There is no matter 'nobody'"),
        (["pages", "m", "--exhibit", "Z"], "has no exhibit 'Z'"),
        (["intake", "m", "nowhere.pdf"], "nowhere.pdf"),
        (["matter", "new", "m"], "There is a matter 'm' already"),
        (["matter", "new", "../escape"], "can't name a matter"),
        (["matter", "new", "n", "--prefix", "7up"], "can't be a Bates prefix"),
        (["bates", "assign", "m", "--start", "0"], "from 1 on"),
        (["resume", "m/r9"], "There is no run 'm/r9'"),
        (["resume", "nonsense"], "names no run"),
        (["draft", "show", "m/d9"], "There is no draft 'm/d9'"),
        (["export", "m/d9", "-o", "x.docx"], "There is no draft"),
        (["verify"], "needs something to check"),
        (["run", "m", "declaration"], "have no Bates numbers yet"),
        (["--boards", "nowhere.ini", "boards", "list"], "no boards file"),
        (["dance"], "invalid choice"),
    ],
)
def test_wrong_use_is_said_in_words_and_ends_with_2(kept_home: Path, words: list[str], said: str) -> None:
    done = jurat(kept_home, *words, expect=2)
    assert said in done.err
    assert done.lines == []
    assert "Traceback" not in done.err


def test_a_matter_without_numbers_says_how_to_number_it(home: Path) -> None:
    assert "jurat bates assign m" in jurat(home, "run", "m", "declaration", expect=2).err


def test_each_object_has_the_fields_of_the_contract(home: Path, tmp_path: Path) -> None:
    line = jurat(home, "intake", "m", tmp_path / "a.pdf").one
    assert set(line) == {
        "path", "parent", "sha256", "exhibit", "label", "pages", "ocr_pages", "status", "reason", "warnings",
    }  # fmt: skip
    assert (line["status"], line["exhibit"], line["pages"], line["ocr_pages"]) == ("duplicate", "A", 2, 0)
    stamped = jurat(home, "bates", "assign", "m").one
    assert (stamped["exhibit"], stamped["first"], stamped["last"]) == ("A", "ROOF000001", "ROOF000002")
    assert Path(stamped["file"]).is_file()
    page = jurat(home, "pages", "m").lines[1]
    assert {"exhibit", "page", "bates", "text", "read", "confidence"} <= set(page)
    assert (page["page"], page["bates"], page["read"], page["confidence"]) == (2, "ROOF000002", "text", None)
    hit = jurat(home, "search", "m", "leaked").one
    assert {"exhibit", "page", "bates", "snippet", "rank"} <= set(hit)
    assert "[leaked]" in hit["snippet"]
    report = jurat(home, "bates", "report", "m").one
    assert report["ranges"] == [["ROOF000001", "ROOF000002"]]
    assert set(report) >= {"ranges", "gaps", "overlaps", "duplicates"}
    assert jurat(home, "matter", "show", "m").one["pages"] == 2
    assert [one["matter"] for one in jurat(home, "matter", "list").lines] == ["m"]


def test_options_may_stand_before_or_after_the_words(home: Path) -> None:
    env = environment(home) | {"JURAT_HOME": "/nowhere/at/all"}
    for words in (["--home", str(home), "--json", "exhibits", "m"], ["exhibits", "m", "--json", "--home", str(home)]):
        done = subprocess.run(
            [sys.executable, "-m", "app", *words], capture_output=True, text=True, env=env, check=True
        )
        assert json.loads(done.stdout)["exhibit"] == "A"


def test_a_mixed_folder_goes_on_after_each_refusal(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    make_pdf(folder / "1 good.pdf", "The first good page.")
    (folder / "2 empty.pdf").touch()
    (folder / "3 junk.pdf").write_bytes(b"%PDF-1.7 nothing more")
    (folder / "4 really.txt").write_bytes((folder / "1 good.pdf").read_bytes() + b"%changed")
    (folder / "5 note.txt").write_text("A note of 3 May 2026, für Müller.", encoding="utf-8")
    lines = jurat(home, "intake", "m", folder, expect=1).lines
    assert [line["status"] for line in lines] == ["added", "refused", "refused", "refused", "added"]
    reasons = [line["reason"] for line in lines if line["status"] == "refused"]
    assert len(set(reasons)) == 3
    assert all(line["exhibit"] is None and line["label"] is None and line["pages"] is None for line in lines[1:4])
    assert jurat(home, "search", "m", "muller").one["exhibit"] == lines[4]["exhibit"]


def test_verify_of_plain_files_needs_no_home(tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text("The roof leaked on May 2, 2026. ROOF000001. See RTX 3060.", encoding="utf-8")
    page = {"exhibit": "A", "page": 1, "bates": "ROOF000001", "text": "It leaked on May 2, 2026."}
    (tmp_path / "pages.jsonl").write_text(json.dumps(page), encoding="utf-8")
    said = jurat(
        tmp_path / "none", "verify", "--text", tmp_path / "draft.txt", "--pages", tmp_path / "pages.jsonl", expect=1
    )
    assert [(line["text"], line["verdict"]) for line in said.lines] == [
        ("May 2, 2026", "supported"),
        ("ROOF000001", "supported"),
        ("RTX 3060", "unsupported"),
    ]
    assert set(said.lines[0]) >= {
        "claim", "start", "end", "kind", "text", "value", "verdict", "sources", "reason", "suggestion", "signed",
    }  # fmt: skip
    assert not (tmp_path / "none").exists()


def test_a_reader_that_goes_away_is_no_error(home: Path) -> None:
    command = f"{sys.executable} -m app --json pages m | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment(home), check=True)
    assert done.stderr == ""


def test_missing_tesseract_ends_with_3_and_names_the_package(home: Path, tmp_path: Path) -> None:
    env = environment(home) | {"PATH": str(tmp_path / "empty")}
    done = subprocess.run(
        [sys.executable, "-m", "app", "intake", "m", str(tmp_path / "a.pdf")],
        capture_output=True, text=True, env=env, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert "tesseract-ocr" in done.stderr


def test_help_is_quick_to_load() -> None:
    """`jurat --help` must not wait for libraries that it doesn't need."""
    heavy = {"pymupdf", "sqlmodel", "sqlalchemy", "eyecite", "pikepdf", "PySide6", "PIL", "docx", "openpyxl", "httpx2"}
    code = "import sys; from app.cli.main import main; main(['--help'], int); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    assert heavy & set(done.stderr.split()) == set()


def test_numbers_are_not_reused_when_an_older_matter_is_put_back(home: Path, tmp_path: Path) -> None:
    """Promise 3: the same after a restore. The home remembers what a matter's older copy has forgotten."""
    jurat(home, "bates", "assign", "m")
    database = home / "matters" / "m" / "matter.db"
    older = database.read_bytes()
    jurat(home, "intake", "m", make_pdf(tmp_path / "b.pdf", "B"))
    assert jurat(home, "bates", "assign", "m").one["first"] == "ROOF000003"
    for left in database.parent.glob("matter.db*"):
        left.unlink()
    database.write_bytes(older)
    jurat(home, "intake", "m", make_pdf(tmp_path / "c.pdf", "C"))
    assert jurat(home, "bates", "assign", "m").one["first"] == "ROOF000004"
    assert not jurat(home, "audit", "m", expect=1).one["whole"]


def test_another_documents_copy_never_passes_as_an_exhibits(home: Path) -> None:
    stamped = Path(jurat(home, "bates", "assign", "m").one["file"])
    make_pdf(stamped, "something else", "altogether")
    said = jurat(home, "bates", "assign", "m", expect=1)
    assert "isn't the copy of this exhibit" in said.err
    stamped.unlink()
    assert jurat(home, "bates", "assign", "m").one["file"] == str(stamped)


def test_a_full_disk_is_said_in_words(kept_home: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m app pages m > /dev/full"],
        capture_output=True, text=True, env=environment(kept_home), check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_home_that_is_a_file_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "Traceback" not in jurat(tmp_path / "file", "matter", "list", expect=3).err


def test_each_board_has_its_line_also_where_a_model_is_missing(kept_home: Path, tmp_path: Path) -> None:
    boards = tmp_path / "boards.ini"
    boards.write_text("[board A]\nmodel = /nowhere.gguf\nroles = draft\n[board B]\nmodel = embedded\nroles = gate\n")
    lines = jurat(kept_home, "--boards", boards, "boards", "check", expect=3).lines
    assert [(line["board"], line["verdict"]) for line in lines] == [("A", "missing"), ("B", "fits")]


def test_a_role_on_no_board_stops_the_run_before_it_begins(home: Path, tmp_path: Path) -> None:
    boards = tmp_path / "boards.ini"
    boards.write_text("[board B]\nmodel = embedded\nroles = gate\n")
    jurat(home, "bates", "assign", "m")
    jurat(home, "--boards", boards, "run", "m", "declaration", expect=3)
    assert jurat(home, "runs", "m").lines == []
