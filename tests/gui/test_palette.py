"""The palette names each thing once."""

from collections import Counter
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.gui.desk import Desk, Section
from app.gui.exhibits import ExhibitsSection
from app.gui.palette import entries_of
from tests.gui.exhibits_help import done, of_files, rows
from tests.gui.small_matter import NAME
from tests.gui.tour import open_window
from tests.gui.whole_window import whole_window

pytestmark = pytest.mark.timeout(60)


def test_no_command_is_listed_twice(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    window = open_window(qtbot, desk, tmp_path)
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: window.top.tabs[Section.DRAFTS].text().endswith("1"), timeout=15_000)
    for section in Section:
        desk.section_asked.emit(section)
        names = [entry.name.rstrip("…0123456789, ") for entry in entries_of(window)]
        assert [name for name, count in Counter(names).items() if count > 1] == []
        assert "New matter" in names
        assert "Drafts" in names
    window._ended = True


def test_files_that_were_set_aside_are_found_by_the_palette(
    qtbot: QtBot, desk: Desk, home: Path, tmp_path: Path
) -> None:
    window = open_window(qtbot, desk, tmp_path)
    desk.open_matter(NAME)
    section = window.sections[Section.EXHIBITS]
    assert isinstance(section, ExhibitsSection)
    qtbot.waitUntil(lambda: len(rows(section)) == 3, timeout=15_000)
    entry = next(one for one in entries_of(window) if one.name.startswith("Refused and set-aside"))
    entry.do()
    assert window.notice.text.text() == "no file was refused or set aside"
    stamped = next((home / "matters" / NAME / "out" / "stamped").glob("*.pdf"))
    section.take_drop(of_files(stamped))
    done(qtbot, section)
    qtbot.waitUntil(lambda: not section.aside.isHidden(), timeout=15_000)
    section.work.hide_list()
    desk.section_asked.emit(Section.LOG)
    entry.do()
    qtbot.waitUntil(lambda: section.work.isVisible() and section.work.release.isVisible(), timeout=15_000)
    assert section.work.detail.text().startswith(str(stamped))
    window._ended = True


_NEED_A_MATTER = {
    "New draft",
    "All drafts",
    "Change the matter…",
    "Add files…",
    "Add a folder…",
    "Assign Bates numbers…",
    "Refused and set-aside files, to release…",
    "Take the chosen exhibits out of the matter",
    "Next open claim",
    "Open claim before",
    "Export working copy…",
    "Export as final…",
    "Cancel what runs",
    "Undo",
    "Redo",
}


def test_what_needs_a_matter_says_so_where_there_is_none(qtbot: QtBot, loop: QEventLoop, tmp_path: Path) -> None:
    with whole_window(qtbot, tmp_path / "home") as whole:
        window = whole.window
        qtbot.waitUntil(lambda: len(window.sections) == len(Section), timeout=20_000)
        done_: set[str] = set()
        for action in window.actions():
            if action.text() in _NEED_A_MATTER:
                window.notice._waiting.clear()
                action.trigger()
                assert window.notice.text.text(), action.text()
                assert window.notice.isVisible(), action.text()
                done_.add(action.text())
        assert done_ == _NEED_A_MATTER
