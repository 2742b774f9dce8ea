"""The commands about boards on a recorded machine: its cards are shown, and nobody can take them for real ones."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.actions.discovery import _write
from app.domain.board_fit import Card
from app.domain.gpu import CardReading, card_faults
from app.settings import resources
from tests.flow.jurat import jurat

RIG = resources() / "rigs" / "twelve-v100.json"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rig") / "home"


def test_status_shows_each_boards_cards_and_says_that_they_are_simulated(home: Path) -> None:
    found = {line["board"]: line for line in jurat(home, "--rig", RIG, "boards", "status").lines}
    assert {name: [card["index"] for card in line["cards"]] for name, line in found.items()} == {
        "A": [4, 5, 8, 9],
        "B": [6, 7, 10, 11],
        "pair": [0, 1],
        "mixed": [2, 3],
    }
    assert all(line["simulated"] for line in found.values())
    card = found["A"]["cards"][2]
    assert (card["index"], card["links"], card["retired_pages"], card["ours"]) == (8, 6, 2, None)
    assert (card["power_limit"], card["clock_limit"]) == (300.0, 1530)


@pytest.mark.parametrize("verb", ["list", "check", "status", "discover"])
def test_each_command_says_that_the_cards_are_simulated(home: Path, verb: str) -> None:
    said = jurat(home, "--rig", RIG, "boards", verb, expect=None)
    assert said.lines
    assert all(line["simulated"] is True for line in said.lines)
    assert said.err.startswith("Simulated cards: A made-up machine")
    assert not any(line["simulated"] for line in jurat(home, "boards", verb, extra={"HOME": str(home)}).lines)


def test_the_label_comes_first_on_whatever_a_person_reads(home: Path) -> None:
    def read(*words: str | Path) -> str:
        command = [sys.executable, "-m", "app", "--home", home, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    for verb in (("boards", "list"), ("matter", "list")):
        assert read("--rig", RIG, *verb).startswith("Simulated cards: A made-up machine")
        assert "imulated" not in read(*verb)


def test_a_homes_own_boards_arent_those_of_the_rig_and_a_named_file_is(home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "boards.ini").write_text("[board mine]\nmodel = embedded\n")
    assert [line["board"] for line in jurat(home, "--rig", RIG, "boards", "list").lines] == ["A", "B", "pair", "mixed"]
    named = tmp_path / "named.ini"
    named.write_text("[board other]\nmodel = embedded\ngpus = 0\n")
    (line,) = jurat(home, "--rig", RIG, "--boards", named, "boards", "status").lines
    assert (line["board"], [card["index"] for card in line["cards"]]) == ("other", [0])
    (home / "boards.ini").unlink()


def test_a_card_that_isnt_there_is_said_beside_its_board(home: Path, tmp_path: Path) -> None:
    named = tmp_path / "named.ini"
    named.write_text("[board other]\nmodel = embedded\ngpus = 77\n")
    (line,) = jurat(home, "--rig", RIG, "--boards", named, "boards", "status").lines
    assert "names the card 77" in line["unseen"]
    assert line["cards"] == []


def test_simulated_boards_are_neither_kept_nor_written(home: Path) -> None:
    assert "simulated" in jurat(home, "--rig", RIG, "boards", "up", expect=2).err
    done = jurat(home, "--rig", RIG, "boards", "discover", "--write", expect=2)
    assert "without `--rig`" in done.err
    assert all(line["simulated"] for line in done.lines)
    assert not (home / "boards.ini").exists()


@pytest.mark.parametrize(("text", "says"), [("{}", "no recording"), ("[1", "no recording"), (None, "There is no rig")])
def test_a_rig_that_is_none_is_wrong_use(home: Path, tmp_path: Path, text: str | None, says: str) -> None:
    rig = tmp_path / "rig.json"
    if text is not None:
        rig.write_text(text)
    assert says in jurat(home, "--rig", rig, "boards", "list", expect=2).err


def test_discover_writes_a_file_that_is_used_and_never_over_one_that_is_there(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (line,) = jurat(home, "boards", "discover", "--write", extra={"HOME": str(tmp_path)}).lines
    assert (line["board"], line["model"], line["simulated"]) == ("cpu", "embedded", False)
    assert jurat(home, "boards", "check").one["verdict"] == "fits"
    again = jurat(home, "boards", "discover", "--write", expect=2, extra={"HOME": str(tmp_path)})
    assert "--force" in again.err
    jurat(home, "boards", "discover", "--write", "--force", extra={"HOME": str(tmp_path)})
    assert "There is no folder" in jurat(home, "boards", "discover", tmp_path / "none", expect=2).err


def write_and_be_killed(file: Path, step: int) -> int:
    """The exit status of a process that writes ``file`` and is killed (status 9) at its ``step``-th call."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = step

    def hook(event: str, _: object) -> None:
        nonlocal left
        left -= event in ("open", "os.rename", "os.chmod", "os.remove", "os.truncate")
        if not left:
            os._exit(9)

    sys.addaudithook(hook)
    _write(file, "[board new]\n")
    os._exit(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is killed that is a copy of this one")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # Python 3.12 warns of threads; none is used
def test_a_boards_ini_is_whole_whenever_the_program_that_writes_it_is_killed(tmp_path: Path) -> None:
    """Killed before its first step with the disk, before its second, and so on until it is done."""
    file, old = tmp_path / "boards.ini", tmp_path / "boards.ini.old"
    seen = []
    for step in range(1, 100):
        file.write_text("[board old]\n")
        old.unlink(missing_ok=True)
        status = write_and_be_killed(file, step)
        seen.append(file.read_text())
        if seen[-1] == "[board new]\n":
            assert old.read_text() == "[board old]\n"
        if status == 0:
            break
        assert status == 9
    assert len(seen) > 6
    assert seen[-1] == "[board new]\n"
    assert set(seen) == {"[board old]\n", "[board new]\n"}


def test_what_is_wrong_with_a_card_is_said_in_words() -> None:
    card = Card(0, "GPU-0", "Tesla V100", 32 << 30, 31 << 30)
    reading = CardReading(card, throttled=("temperature",), ecc_errors=3, retired_pages=2, xid=79)
    assert card_faults(reading) == (
        "slowed by temperature",
        "3 uncorrected memory errors",
        "2 retired memory pages",
        "Xid 79",
    )
    assert card_faults(CardReading(card)) == ()


def test_a_line_of_json_is_all_that_goes_to_standard_output(home: Path) -> None:
    for line in jurat(home, "--rig", RIG, "boards", "check").lines:
        assert json.dumps(line)
