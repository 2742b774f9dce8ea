"""A long text comes into a view piece by piece, whole, and gives way to another."""

import pytest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.gui.pour import Pour
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)

LONG = "".join(f"Line {n}: the court held 𝄞 for the plaintiff.\n" for n in range(6_000))


def test_a_long_text_comes_whole_without_holding_the_window(qtbot: QtBot, watch: Watch) -> None:
    with watch.paused():
        view = QPlainTextEdit()
        qtbot.addWidget(view)
        with qtbot.waitExposed(view):
            view.show()
        qtbot.wait(50)
    ended: list[bool] = []
    pour = Pour(view)
    pour.show(LONG, lambda: ended.append(True))
    assert pour.pouring
    assert not ended
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    with watch.paused():
        assert view.toPlainText() == LONG


def test_another_text_takes_the_place_of_one_on_its_way(qtbot: QtBot) -> None:
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    ended: list[str] = []
    pour = Pour(view)
    pour.show(LONG, lambda: ended.append("long"))
    pour.show("Short.", lambda: ended.append("short"))
    qtbot.wait(100)
    assert view.toPlainText() == "Short."
    assert ended == ["short"]
