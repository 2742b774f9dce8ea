"""The commands about boards on a recorded machine: its cards are shown, and nobody can take them for real ones."""

import json
from pathlib import Path

import pytest

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
