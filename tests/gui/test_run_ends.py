"""A run that ends, or is stopped, while somebody looks elsewhere."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app import actions
from app.domain.run import StageName, StageState
from app.gui.desk import Section
from app.workbench import Workbench
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import NAME
from tests.gui.whole_window import Whole, drafting_board, whole_window

pytestmark = pytest.mark.timeout(120)


def _start(qtbot: QtBot, whole: Whole) -> None:
    qtbot.waitUntil(lambda: len(whole.window.sections) == 4, timeout=20_000)
    whole.desk.open_matter(NAME)
    section = drafts_of(whole.window)
    section.show_new()
    qtbot.keyClicks(section.new.request, "When the roof leaked and what was paid.")
    qtbot.waitUntil(section.new.start.isEnabled, timeout=15_000)
    qtbot.mouseClick(section.new.start, Qt.MouseButton.LeftButton)


def test_a_run_that_ends_out_of_sight_says_so_and_shows_its_draft(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    with drafting_board(home, 0.0) as boards, whole_window(qtbot, home, boards) as whole:
        _start(qtbot, whole)
        qtbot.mouseClick(whole.window.top.tabs[Section.LOG], Qt.MouseButton.LeftButton)
        notice = whole.window.notice
        qtbot.waitUntil(notice.isVisible, timeout=60_000)
        assert notice.text.text().startswith("Run 1 in small is done: ")
        assert [button.text() for button in notice.buttons] == ["Show", "Close"]
        whole.desk.open_matter("")
        qtbot.mouseClick(notice.buttons[0], Qt.MouseButton.LeftButton)
        drafts = drafts_of(whole.window)
        qtbot.waitUntil(lambda: drafts.review.session.id == f"{NAME}/d2", timeout=20_000)
        assert whole.desk.matter == NAME
        assert whole.window.stack.currentWidget() is drafts
        assert not notice.isVisible()


def test_a_run_that_is_seen_to_end_says_nothing_else(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    with drafting_board(home, 0.0) as boards, whole_window(qtbot, home, boards) as whole:
        _start(qtbot, whole)
        view = drafts_of(whole.window).run
        qtbot.waitUntil(lambda: view.review.isEnabled() and not view.cancel.isEnabled(), timeout=60_000)
        qtbot.wait(300)
        assert not whole.window.notice.isVisible()


def test_a_run_that_was_cancelled_stands_as_stopped_and_is_not_offered(
    qtbot: QtBot, loop: QEventLoop, home: Path
) -> None:
    async def unfinished(bench: Workbench) -> list[Any]:
        return list(await actions.unfinished.find_unfinished(bench))

    with drafting_board(home, 0.05, holds=4) as boards, whole_window(qtbot, home, boards) as whole:
        _start(qtbot, whole)
        view = drafts_of(whole.window).run
        qtbot.waitUntil(lambda: bool(view.text.toPlainText()), timeout=30_000)
        qtbot.mouseClick(view.cancel, Qt.MouseButton.LeftButton)
        gate = view.stages._cells[StageName.GATE]
        qtbot.waitUntil(lambda: gate[3].text() == "stopped", timeout=20_000)
        assert view.stages._cells[StageName.DRAFT][3].text() == "waits"
        assert view.stages._stages[StageName.GATE].state is StageState.WAITING
        assert view.trouble.text().startswith("Stopped.")
        assert view.text.placeholderText() == "The model writes nothing now."
        qtbot.waitUntil(lambda: ask(qtbot, whole.desk, unfinished) == [], timeout=10_000)
        qtbot.waitUntil(view.go_on.isEnabled, timeout=10_000)
        qtbot.mouseClick(view.go_on, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: gate[3].text() == "running", timeout=20_000)
