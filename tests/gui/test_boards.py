"""Boards: each with what is known of it, started and stopped, on a server that runs without a model's weight."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.actions.boards import BoardSight
from app.actions.sights import CardSight
from app.domain.board import Role
from app.domain.board_fit import Card, Speed
from app.domain.gpu import CardReading, GpuProcess
from app.engines.answers import Pulse
from app.engines.pool import BoardStatus
from app.gui.board_card import BoardCard
from app.gui.boards import BoardsPanel, LogDialog
from app.gui.card_words import card_tip
from app.gui.desk import Desk
from app.gui.find_boards import FindBoards

pytestmark = pytest.mark.timeout(60)

GIB = 1 << 30


def sight(state: str, **fields: object) -> BoardSight:
    status = {
        "board": "A",
        "engine": "llama-cpp-python",
        "model": "Qwen3",
        "roles": (Role.DRAFT, Role.GATE),
        "state": state,
        "context": 8192,
        "pid": None,
        "note": "",
        "filled": None,
        "speed": None,
        "holder": "",
        "waiting": (),
    }
    status.update({key: value for key, value in fields.items() if key in status})
    memory = fields.get("memory")
    host = str(fields.get("host", ""))
    rest = {key: fields[key] for key in ("cards", "unseen", "expected", "simulated", "trial") if key in fields}
    return BoardSight(BoardStatus(**status), memory, 16 * GIB, host, Path("A.log"), **rest)  # type: ignore[arg-type]


@pytest.fixture
def card(qtbot: QtBot, desk: Desk) -> BoardCard:
    made = BoardCard(desk, "A")
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_card_shows_what_is_known_and_a_dash_with_its_reason_for_the_rest(card: BoardCard) -> None:
    card.show_sight(sight("stopped", context=None))
    assert card.state.text() == "stopped"
    assert card.roles.text() == "draft, revision, grounds"
    assert (card.memory.text(), card.memory.toolTip()) == ("memory –", "Nothing is loaded.")
    assert (card.speed.text(), card.context.text()) == ("– tok/s", "context –")
    assert card.speed.toolTip() == "Measured when the board writes an answer."
    assert card.start.isEnabled()
    assert (card.stop.isEnabled(), card.stop.toolTip()) == (False, "It doesn't run.")


def test_a_busy_card_shows_memory_context_and_speed(card: BoardCard) -> None:
    card.show_sight(sight("busy", memory=4 * GIB, filled=2110, speed=31.4, pid=1))
    assert card.state.text() == "busy"
    assert card.memory.text() == "25 % memory"
    assert card.memory.toolTip() == "4.0 of 16.0 GiB of this machine's memory"
    assert card.bar.value() == 250
    assert card.context.text() == "context 2,110 of 8,192"
    assert card.speed.text() == "31 tok/s"
    assert (card.start.isEnabled(), card.start.toolTip()) == (False, "It runs already.")
    assert card.stop.isEnabled()


def test_the_trial_model_has_one_name_before_and_after_it_is_loaded(card: BoardCard) -> None:
    card.show_sight(sight("stopped", model="embedded", trial=True))
    assert card.model.text() == "Trial model, comes with Jurat"
    card.show_sight(sight("busy", model="Smollm2 135M 8k Lc100K Mix1 Ep2", trial=True))
    assert card.model.text() == "Trial model, comes with Jurat"
    assert "Smollm2 135M" in card.model.toolTip()
    card.show_sight(sight("busy", waiting=("a/r2 b/r12, Draft", "by hand")))
    assert card.remarks.text() == "Run 12 of a/r2 b, Draft waits\nby hand waits"


def test_a_board_elsewhere_says_where(card: BoardCard) -> None:
    card.show_sight(sight("stopped", host="epyc.local"))
    assert card.roles.text() == "draft, revision, grounds, on epyc.local"
    assert card.memory.toolTip() == "Its server runs on another machine."


def on_card(index: int, used: int, **now: object) -> CardSight:
    card = Card(index, f"GPU-{index}", "Tesla V100", 32 * GIB, (32 - used) * GIB)
    reading = CardReading(card, memory_used=used * GIB, load=0.42, temperature=61, **now)  # type: ignore[arg-type]
    return CardSight(reading, 6 * GIB, 77)


def test_a_board_with_cards_shows_them_and_what_is_expected(card: BoardCard) -> None:
    others = (GpuProcess(77, 6 * GIB), GpuProcess(500, 2 * GIB))
    cards = (on_card(4, 8, processes=others, retired_pages=2), on_card(5, 8))
    expected = Speed(49.4, 54.2, 41.0, 40.0, measured=False)
    card.show_sight(sight("busy", cards=cards, expected=expected, speed=31.0, holder="small/r1, Grounds", pid=77))
    assert card.memory.text() == "25 % memory"
    assert card.speed.text() == "31 of 49–54 tok/s"
    assert "41 with a full context. Your floor: 40" in card.speed.toolTip()
    assert card.remarks.text().splitlines() == [
        "works for Run 1 of small, Grounds",
        "slower than your floor of 40 tok/s",
        "card 4: 2 retired memory pages",
    ]
    tip = card_tip(cards[0])
    assert "42 % load" in tip
    assert "6.0 GiB by this board's server" in tip
    assert "2.0 GiB by process 500" in tip
    assert card.rows.isVisible()
    assert not card.bar.isVisible()
    assert card.rows.sizeHint().height() == 2 * 16


def test_a_fast_board_is_not_marked(card: BoardCard) -> None:
    expected = Speed(49.4, 54.2, 41.0, 40.0, measured=True)
    card.show_sight(sight("ready", cards=(on_card(4, 8),), expected=expected, speed=52.0))
    assert card.remarks.text() == ""


def test_cards_of_a_recording_are_said_to_be_one(qtbot: QtBot, desk: Desk) -> None:
    panel = BoardsPanel(desk)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitUntil(lambda: "cpu" in panel.cards, timeout=20_000)
    assert panel.rig.isHidden()
    panel._show([sight("ready", cards=(on_card(4, 8),), simulated="Made up.")])
    assert list(panel.cards) == ["A"]
    assert (panel.rig.text(), panel.rig.toolTip(), panel.rig.isVisible()) == ("Simulated cards", "Made up.", True)


def test_what_a_server_elsewhere_says_of_its_model_is_shown_while_it_works(card: BoardCard) -> None:
    card.show_sight(sight("ready", host="epyc.local", note="38 % of the model lie in main memory."))
    assert card.remarks.text() == "38 % of the model lie in main memory."
    assert not card.fault.isVisible()


def test_a_failed_board_says_why_until_it_starts_again(card: BoardCard) -> None:
    card.show_sight(sight("failed", note="The model of board A isn't there."))
    assert card.fault.text() == "The model of board A isn't there."
    assert card.start.isEnabled()
    card.tell_state("loading")
    assert not card.fault.isVisible()
    assert card.start.toolTip() == "It is starting."


def test_speed_is_measured_from_the_first_token_to_the_last() -> None:
    assert Pulse(100, 0, 0.0).speed is None
    assert Pulse(100, 1, 0.0).speed is None
    pulse = Pulse(100, 21, 2.0)
    assert pulse.speed == 10.0
    assert pulse.filled == 121


def test_the_panel_lists_the_boards_and_a_missing_model_is_said_on_its_card(
    qtbot: QtBot, desk: Desk, home: Path
) -> None:
    panel = BoardsPanel(desk)
    qtbot.addWidget(panel)
    panel.resize(210, 600)
    panel.show()
    qtbot.waitUntil(lambda: "cpu" in panel.cards, timeout=20_000)
    card = panel.cards["cpu"]
    assert card.roles.text() == "all work"
    assert card.state.text() == "stopped"
    qtbot.mouseClick(card.log, Qt.MouseButton.LeftButton)
    dialog = panel.findChild(LogDialog)
    qtbot.waitUntil(lambda: "never started" in dialog.text.toPlainText(), timeout=20_000)
    (home / "logs").mkdir()
    (home / "logs" / "cpu.log").write_text("llama_model_loader: - kv 0\n")
    dialog.look()
    qtbot.waitUntil(lambda: "llama_model_loader" in dialog.text.toPlainText(), timeout=20_000)
    dialog.reject()


def test_starting_and_stopping_a_board_from_its_card(qtbot: QtBot, desk: Desk) -> None:
    """The embedded model, loaded and ended by two clicks."""
    panel = BoardsPanel(desk)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitUntil(lambda: "cpu" in panel.cards, timeout=20_000)
    card = panel.cards["cpu"]
    qtbot.mouseClick(card.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.state.text().startswith(("checking", "loading", "warming")), timeout=20_000)
    assert not card.start.isEnabled()
    qtbot.mouseClick(card.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.state.text() == "stopped", timeout=30_000)
    assert card.start.isEnabled()


def test_boards_are_found_written_and_used_without_a_restart(
    qtbot: QtBot, desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # whatever models the person who tests has
    panel = BoardsPanel(desk)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitUntil(lambda: "cpu" in panel.cards, timeout=20_000)
    qtbot.mouseClick(panel.finder, Qt.MouseButton.LeftButton)
    dialog = panel.findChild(FindBoards)
    qtbot.waitUntil(dialog.write.isEnabled, timeout=20_000)
    assert dialog.table.item(0, 0).text() in ("cpu", "ollama")
    qtbot.mouseClick(dialog.write, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "used from now on" in dialog.told.text(), timeout=20_000)
    first = (home / "boards.ini").read_text()
    assert first.startswith("; Made by")
    dialog.reject()
    (home / "boards.ini").write_text("[board mine]\nmodel = embedded\n")
    qtbot.mouseClick(panel.finder, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(panel.findChildren(FindBoards)) == 1, timeout=20_000)
    dialog = panel.findChild(FindBoards)
    qtbot.waitUntil(dialog.write.isEnabled, timeout=20_000)
    qtbot.mouseClick(dialog.write, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.write.text() == "Replace boards.ini", timeout=20_000)
    qtbot.mouseClick(dialog.write, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Written to" in dialog.told.text(), timeout=20_000)
    assert (home / "boards.ini").read_text() == first
    assert "[board mine]" in (home / "boards.ini.old").read_text()
    dialog.reject()
