"""A start finds the window where it was left: matter, section, draft or exhibit, and place; after a kill too."""

import configparser
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.gui.desk import Section
from app.gui.exhibits import ExhibitsSection
from tests.gui.places import drafts_of
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.whole_window import Whole, whole_window

pytestmark = pytest.mark.timeout(120)


def _exhibits(whole: Whole) -> ExhibitsSection:
    section = whole.window.sections[Section.EXHIBITS]
    assert isinstance(section, ExhibitsSection)
    return section


def _ready(qtbot: QtBot, whole: Whole) -> None:
    qtbot.waitUntil(lambda: len(whole.window.sections) == 4, timeout=20_000)


def _kept(home: Path) -> dict[str, str]:
    """What lies on the disk: what a start after a kill would find."""
    read = configparser.RawConfigParser()
    read.read(home / "window.ini", encoding="utf-8")
    return dict(read["General"]) if read.has_section("General") else {}


def _open_draft(qtbot: QtBot, whole: Whole) -> None:
    whole.desk.open_matter(NAME)
    whole.desk.draft_asked.emit(DRAFT)
    review = drafts_of(whole.window).review
    qtbot.waitUntil(lambda: len(review.session.marks) > 3, timeout=20_000)
    review.draft.editor.go_to_paragraph(3)


def test_the_draft_and_its_paragraph_come_back(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole)
        _open_draft(qtbot, whole)
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole)
        drafts = drafts_of(whole.window)
        qtbot.waitUntil(lambda: drafts.shows_draft and drafts.review.session.id == DRAFT, timeout=20_000)
        assert whole.desk.matter == NAME
        assert whole.window.stack.currentWidget() is drafts
        assert whole.window.top.tabs[Section.DRAFTS].isChecked()
        editor = drafts.review.draft.editor
        qtbot.waitUntil(lambda: bool(editor.now.raw) and editor.now.paragraph_at(editor.place) == 3, timeout=10_000)


def test_the_exhibit_and_its_page_come_back(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole)
        section = _exhibits(whole)
        qtbot.waitUntil(lambda: section.page.page_of_view == ("A", 1), timeout=20_000)
        section.page.turn(1)
        qtbot.waitUntil(lambda: section.place == ("A", 2), timeout=10_000)
        section.table.setFocus()
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole)
        section = _exhibits(whole)
        qtbot.waitUntil(lambda: section.place == ("A", 2), timeout=20_000)
        qtbot.waitUntil(lambda: section.table.current() is not None, timeout=20_000)
        qtbot.keyClick(section.table, Qt.Key.Key_Down)
        qtbot.waitUntil(lambda: section.place == ("B", 1), timeout=20_000)
        qtbot.mouseClick(whole.window.top.tabs[Section.LOG], Qt.MouseButton.LeftButton)
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole)
        section = _exhibits(whole)
        qtbot.waitUntil(lambda: section.place == ("B", 1), timeout=20_000)
        qtbot.waitUntil(lambda: section.table.current() is not None, timeout=20_000)  # the list comes after the place
        current = section.table.current()
        assert current is not None
        assert current.exhibit.id == "B"
        assert whole.window.stack.currentWidget() is whole.window.sections[Section.LOG]


def test_the_place_lies_on_the_disk_before_anything_is_closed(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole)
        qtbot.waitUntil(lambda: _kept(home).get("matter") == NAME, timeout=10_000)
        assert _kept(home)["section"] == "exhibits"
        _open_draft(qtbot, whole)
        qtbot.waitUntil(lambda: _kept(home).get("draft") == DRAFT, timeout=10_000)
        qtbot.waitUntil(lambda: _kept(home).get("paragraph") == "3", timeout=10_000)
        assert _kept(home)["section"] == "drafts"
        drafts_of(whole.window).show_list()
        qtbot.waitUntil(lambda: not _kept(home)["draft"], timeout=10_000)


def test_a_draft_that_is_gone_is_not_opened(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    (home / "window.ini").write_text(f"[General]\nmatter={NAME}\nsection=drafts\ndraft={NAME}/d9\nparagraph=x\n")
    with whole_window(qtbot, home) as whole:
        _ready(qtbot, whole)
        drafts = drafts_of(whole.window)
        qtbot.waitUntil(lambda: drafts.list.drafts.count() == 1, timeout=20_000)
        qtbot.wait(500)
        assert whole.window.stack.currentWidget() is drafts
        assert not drafts.shows_draft
        assert not whole.window.notice.isVisible()
