"""A tour through the window: every view and dialog of it, one after the other, for tests that look at all of them."""

import asyncio
from collections.abc import Iterator

from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from app.domain.errors import WrongUse
from app.gui.building import build_sections
from app.gui.desk import Desk, Section
from app.gui.exhibits import ExhibitsSection
from app.gui.main_window import MainWindow
from app.gui.state import WindowState
from tests.gui.places import drafts_of
from tests.gui.small_matter import DRAFT, NAME


def open_window(qtbot: QtBot, desk: Desk, home: "object", size: tuple[int, int] = (1600, 900)) -> MainWindow:
    """The whole window, with no matter open yet."""
    window = MainWindow(desk, WindowState(home))  # type: ignore[arg-type]
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    built = asyncio.get_running_loop().create_task(build_sections(window))
    qtbot.waitUntil(built.done, timeout=20_000)
    built.result()
    return window


def tour(qtbot: QtBot, window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Name of each view and the part of the window that shows it; the next one comes when this one was looked at."""
    for section in Section:
        window.desk.section_asked.emit(section)
        yield f"{section} without a matter", window
    window.desk.open_matter(NAME)
    qtbot.waitUntil(lambda: bool(window.boards.cards) or window.boards.isHidden(), timeout=20_000)
    qtbot.waitUntil(lambda: window.top.tabs[Section.DRAFTS].text().endswith("1"), timeout=20_000)
    window.desk.section_asked.emit(Section.EXHIBITS)
    qtbot.waitUntil(lambda: _exhibits(window).page.canvas.has_picture, timeout=20_000)
    yield "exhibits", window
    for section in (Section.AUTHORITIES, Section.LOG):
        window.desk.section_asked.emit(section)
        qtbot.wait(100)
        yield str(section), window
    yield from _drafts(qtbot, window)
    yield from _review(qtbot, window)
    yield from _over(qtbot, window)


def _drafts(qtbot: QtBot, window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    drafts = drafts_of(window)
    window.desk.section_asked.emit(Section.DRAFTS)
    qtbot.waitUntil(lambda: drafts.list.drafts.count() == 1, timeout=20_000)
    yield "drafts", window
    drafts.show_new()
    qtbot.waitUntil(lambda: bool(drafts.new.why_not.text()) and drafts.new.places.count() > 0, timeout=20_000)
    yield "new draft", window
    drafts._show(drafts.run)
    yield "run", window


def _review(qtbot: QtBot, window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    review = drafts_of(window).review
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: len(review.session.marks) > 0 and review.session.saved, timeout=20_000)
    qtbot.wait(300)  # until it is laid out
    yield "review, nothing selected", window
    review.go(1)
    qtbot.waitUntil(lambda: review.source.faces.currentWidget() is review.source.page, timeout=20_000)
    review.draft.attacks_pill.setChecked(True)
    review.claims.more.setChecked(True)
    qtbot.wait(100)
    yield "review", window
    review.draft.line.open_form()
    yield "signing", window
    review.draft.line.close_form()
    review.draft.versions_pill.setChecked(True)
    qtbot.waitUntil(lambda: bool(review.draft.versions.told.text()), timeout=20_000)
    yield "versions", window
    review.draft.versions_pill.setChecked(False)


def _over(qtbot: QtBot, window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """What comes over the views: dialogs, the palette, what a search found, the line of an error."""
    window.palette_.ask()
    yield "palette", window
    window.palette_.leave()
    search = window.top.search
    search.field.setText("roof")
    search._search()
    qtbot.waitUntil(search.results.isVisible, timeout=20_000)
    yield "search", window
    search.close_results()
    search.field.clear()
    window.matters.ask_new()
    dialog = _dialog(window)
    yield "new matter", dialog
    dialog.reject()
    _exhibits(window).ask_numbers()
    dialog = _dialog(window)
    qtbot.wait(300)
    yield "Bates numbers", dialog
    dialog.reject()
    if window.boards.cards:
        window.boards.show_log("cpu")
        dialog = _dialog(window)
        yield "log of a board", dialog
        dialog.reject()
    window.errors.show_error(RuntimeError("made up"))
    yield "an unexpected error", window.errors
    window.errors.accept()
    window.desk.starter.failed.emit(WrongUse("ACME000001 says so.", "", ""))
    yield "an error", window


def _dialog(window: MainWindow) -> QDialog:
    return next(dialog for dialog in reversed(window.findChildren(QDialog)) if dialog.isVisible())


def _exhibits(window: MainWindow) -> ExhibitsSection:
    section = window.sections[Section.EXHIBITS]
    assert isinstance(section, ExhibitsSection)
    return section
