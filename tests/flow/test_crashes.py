"""kill -9 in the middle of the work: what was done stays done, the next call goes on, nothing is left running."""

import shutil
from pathlib import Path

import pytest
from sqlcipher3 import dbapi2

from tests.flow.jurat import SAMPLE, Said, jurat, kill_when

pytestmark = pytest.mark.timeout(600)


def rows(home: Path, sql: str) -> int:
    """A count in the sample's database; 0 while it isn't there."""
    database = home / "matters" / "sample" / "matter.db"
    if not database.is_file():
        return 0
    connection = dbapi2.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return int(connection.execute(sql).fetchone()[0])
    except dbapi2.OperationalError:
        return 0
    finally:
        connection.close()


def test_intake_goes_on_after_a_kill(demo: tuple[Path, Said], tmp_path: Path) -> None:
    home = tmp_path / "home"
    jurat(home, "matter", "new", "sample", "--prefix", "COLE")
    words = ("intake", "sample", SAMPLE / "exhibits")
    kill_when(home, lambda: rows(home, "SELECT count(*) FROM exhibit") >= 4, *words)
    kill_when(home, lambda: rows(home, "SELECT count(*) FROM page") >= 5, *words)
    done = rows(home, "SELECT count(*) FROM page")
    assert done >= 5
    jurat(home, *words)
    whole = jurat(demo[0], "pages", "sample").lines
    again = jurat(home, "pages", "sample").lines
    assert [(p["exhibit"], p["page"], p["text"]) for p in again] == [
        (p["exhibit"], p["page"], p["text"]) for p in whole
    ]
    assert list((home / "matters" / "sample" / "vault").glob(".*")) == []


def test_stamping_goes_on_with_the_same_numbers(demo: tuple[Path, Said], tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(demo[0], home)
    stamped = home / "matters" / "sample" / "out" / "stamped"
    before = {path.name: path.read_bytes() for path in stamped.iterdir()}
    for path in stamped.iterdir():
        path.unlink()
    kill_when(home, lambda: len(list(stamped.glob("*.pdf"))) >= 2, "bates", "assign", "sample")
    assert rows(home, "SELECT count(*) FROM bates") == rows(home, "SELECT max(number) FROM bates")
    jurat(home, "bates", "assign", "sample")
    assert {path.name: path.read_bytes() for path in stamped.glob("*.pdf")} == before
    assert [path for path in stamped.iterdir() if path.suffix != ".pdf"] == []
    report = jurat(home, "bates", "report", "sample").one
    assert (len(report["ranges"]), report["gaps"], report["duplicates"]) == (1, [], [])


def test_a_run_goes_on_after_its_last_saved_stage(demo: tuple[Path, Said], tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(demo[0], home)
    in_draft = "SELECT count(*) FROM stage WHERE run = 2 AND name = 'draft' AND state = 'running'"
    words = ("run", "sample", "declaration", "--request", "When the goods were delivered", "--exhibits", "G")
    kill_when(home, lambda: rows(home, in_draft) == 1, *words)
    stopped = jurat(home, "runs", "sample").lines[1]
    assert stopped["state"] == "waiting"
    finished = [stage for stage in stopped["stages"] if stage["state"] == "done"]
    assert [stage["name"] for stage in finished] == ["pack", "gate"]
    resumed = jurat(home, "resume", "sample/r2", expect=None).one
    assert resumed["state"] == "done"
    assert [s for s in resumed["stages"] if s["name"] in ("pack", "gate")] == finished
    assert jurat(home, "audit", "sample").one["whole"]


def test_two_programs_in_one_matter_take_turns(demo: tuple[Path, Said], tmp_path: Path) -> None:
    from filelock import FileLock

    home = tmp_path / "home"
    shutil.copytree(demo[0], home)
    with FileLock(home / "matters" / "sample" / ".lock"):
        said = jurat(home, "intake", "sample", SAMPLE / "request.txt", expect=1)
        assert "Another Jurat is at work" in said.err
        jurat(home, "pages", "sample")
