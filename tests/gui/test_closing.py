"""Closing while work is under way: nothing is asked, what is done is saved, the next start goes on with the rest."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app import actions
from app.gui.desk import Section
from app.gui.exhibits import ExhibitsSection
from app.workbench import Workbench
from tests.gui.exhibits_help import drop, of_files, rows
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import NAME
from tests.gui.whole_window import Whole, drafting_board, whole_window

pytestmark = pytest.mark.timeout(150)
COUNT = 40


def _ready(qtbot: QtBot, whole: Whole, matter: str) -> None:
    qtbot.waitUntil(lambda: len(whole.window.sections) == 4, timeout=20_000)
    whole.desk.open_matter(matter)


def _start_a_run(qtbot: QtBot, whole: Whole) -> None:
    section = drafts_of(whole.window)
    section.show_new()
    qtbot.keyClicks(section.new.request, "When the roof leaked and what was paid.")
    qtbot.waitUntil(section.new.start.isEnabled, timeout=15_000)
    qtbot.mouseClick(section.new.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(section.run.text.toPlainText()), timeout=30_000)


def _files(folder: Path) -> Path:
    folder.mkdir()
    for n in range(COUNT):
        (folder / f"note {n:03}.txt").write_text(f"{folder.name} {n}: the hall was dry on March {n % 28 + 1}, 2026.")
    return folder


def _exhibits(whole: Whole) -> ExhibitsSection:
    section = whole.window.sections[Section.EXHIBITS]
    assert isinstance(section, ExhibitsSection)
    return section


async def _new_matter(bench: Workbench) -> bool:
    await actions.matters.new_matter(bench, "other", "OTH")
    return True


def test_a_run_and_an_intake_under_way_are_stopped_saved_and_offered(
    qtbot: QtBot, loop: QEventLoop, home: Path, tmp_path: Path
) -> None:
    files = _files(tmp_path / "notes")
    later = _files(tmp_path / "later")
    with drafting_board(home, 0.05, holds=4) as boards:
        with whole_window(qtbot, home, boards) as whole:
            _ready(qtbot, whole, NAME)
            _start_a_run(qtbot, whole)
            assert ask(qtbot, whole.desk, _new_matter)
            whole.desk.open_matter("other")
            section = _exhibits(whole)
            drop(section, of_files(files))
            drop(section, of_files(later))  # waits for its turn
            qtbot.waitUntil(lambda: len(rows(section)) > 5, timeout=30_000)
            whole.window.close()
            qtbot.waitUntil(whole.window.notice.isVisible)
            told = whole.window.notice.text.text()
            assert told.startswith("Stopping: Drafting in small; Taking files into other.")
            assert told.endswith("the next start offers to go on with the rest.")
        assert not whole.window.isVisible()
        with whole_window(qtbot, home, boards, "other") as whole:
            notice = whole.window.notice
            qtbot.waitUntil(lambda: len(notice._waiting) == 2, timeout=30_000)
            texts = [entry[1] for entry in notice._waiting]
            assert texts[1] == "Work in small was interrupted: Run 1 stopped."
            assert texts[0].startswith("Work in other was interrupted: ")
            assert texts[0].endswith("2 files and folders are not all taken in yet.")
            qtbot.mouseClick(notice.buttons[1], Qt.MouseButton.LeftButton)  # the run: not now
            qtbot.mouseClick(notice.buttons[0], Qt.MouseButton.LeftButton)
            section = _exhibits(whole)
            qtbot.waitUntil(lambda: len(rows(section)) == 2 * COUNT, timeout=90_000)
            qtbot.waitUntil(lambda: not whole.window.jobs.titles, timeout=30_000)
            summary = ask(qtbot, whole.desk, lambda bench: actions.matters.show_matter(bench, "other"))
            assert (summary.exhibits, summary.unread_pages) == (2 * COUNT, 0)
            assert not (home / "matters" / "other" / "pending").exists()


def test_an_intake_that_a_person_stopped_is_not_offered_again(
    qtbot: QtBot, loop: QEventLoop, home: Path, tmp_path: Path
) -> None:
    files = _files(tmp_path / "notes")
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole, NAME)
        section = _exhibits(whole)
        drop(section, of_files(files))
        qtbot.waitUntil(lambda: len(rows(section)) > 5, timeout=30_000)
        qtbot.mouseClick(section.work.stop, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not section.work.running, timeout=20_000)
        assert section.work.title.text() == "Stopped"
        qtbot.waitUntil(lambda: not whole.desk.starter._tasks, timeout=20_000)
        assert not (home / "matters" / NAME / "pending").exists()
