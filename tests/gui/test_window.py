"""The window as a whole: it opens on a home, keys and clicks reach its parts, and its state comes back."""

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.actions.outgoing import Outgoing
from app.domain.errors import WrongUse
from app.egress import Traffic
from app.events import MatterChanged, Progress
from app.gui.building import build_sections
from app.gui.desk import Desk, Section
from app.gui.error_box import ErrorBox, report_of
from app.gui.main_window import MainWindow
from app.gui.notice import WholeWord
from app.gui.palette import Entry, entries_of, matching, score
from app.gui.state import WindowState, on_a_screen
from app.workbench import Workbench
from tests.gui.places import click_row, drafts_of
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, tmp_path: Path) -> Iterator[MainWindow]:
    """The whole window with the matter ``small`` open."""
    made = MainWindow(desk, WindowState(tmp_path))
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    built = asyncio.get_running_loop().create_task(build_sections(made))
    qtbot.waitUntil(built.done, timeout=20_000)
    built.result()
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: made.top.tabs[Section.DRAFTS].text().endswith("1"), timeout=15_000)
    yield made
    made._ended = True


def test_the_top_names_matter_docket_and_counts(window: MainWindow) -> None:
    assert window.top.matter.text() == NAME
    assert window.top.docket.text() == "2:26-cv-00417"
    assert window.top.tabs[Section.EXHIBITS].text() == "Exhibits  3"


def test_the_title_says_that_the_cards_are_simulated(
    qtbot: QtBot, window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    assert window.windowTitle() == f"{NAME} – Jurat"
    simulated = MainWindow(desk, WindowState(tmp_path), simulated=True)
    qtbot.addWidget(simulated)
    assert simulated.windowTitle() == "Jurat (simulated cards)"
    desk.matter_opened.emit(NAME)
    assert simulated.windowTitle() == f"{NAME} – Jurat (simulated cards)"
    simulated._ended = True


def test_nothing_left_this_machine_without_a_remote_board(qtbot: QtBot, window: MainWindow) -> None:
    window.top.ask_hosts()
    qtbot.waitUntil(lambda: "0 bytes left this machine" in window.top.left.text.text())


def test_a_remote_board_is_named_where_bytes_would_leave(qtbot: QtBot, window: MainWindow) -> None:
    window.top.left.show_outgoing(Outgoing(("epyc.local",), ()))
    assert window.top.left.text.text() == "0 bytes to epyc.local"
    window.top.left.show_outgoing(Outgoing(("epyc.local",), (Traffic("epyc.local", 12_345_678, 4_321),)))
    assert window.top.left.text.text() == "12.3 MB to epyc.local"
    assert "epyc.local: 12.3 MB sent, 4.3 kB received" in window.top.left.text.toolTip()
    assert window.top.left.rig.isHidden()
    window.top.left.show_outgoing(Outgoing((), (), "A made-up machine."))
    assert not window.top.left.rig.isHidden()


def test_what_left_this_machine_is_told_in_the_narrowest_window_too(qtbot: QtBot, window: MainWindow) -> None:
    window.top.left.show_outgoing(Outgoing((), (), "A made-up machine."))
    window.top.resize(700, window.top.height())
    assert window.top.left.dot.isVisible()
    assert window.top.left.dot.toolTip().startswith("0 bytes left this machine\n")
    assert not window.top.left.text.isVisible()
    assert window.top.left.rig.isVisible()
    window.top.resize(1280, window.top.height())
    assert window.top.left.text.isVisible()


def test_sections_by_click_and_by_key(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.top.tabs[Section.LOG], Qt.MouseButton.LeftButton)
    assert window.stack.currentWidget() is window.sections[Section.LOG]
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.stack.currentWidget() is window.sections[Section.DRAFTS]
    assert window.top.tabs[Section.DRAFTS].isChecked()


def test_f4_puts_the_keyboard_on_the_boards(qtbot: QtBot, window: MainWindow) -> None:
    assert not window.boards.isVisible()  # folded: the window is narrow
    qtbot.keyClick(window, Qt.Key.Key_F4)
    qtbot.waitUntil(lambda: "cpu" in window.boards.cards, timeout=20_000)
    focus = window.focusWidget()
    assert focus is not None
    assert window.boards.isAncestorOf(focus)


def test_panels_hide_and_come_back_at_the_next_start(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    window.resize(1600, 800)
    qtbot.waitUntil(lambda: window.matters.isVisible() and window.boards.isVisible())
    qtbot.keyClick(window, Qt.Key.Key_F9)
    assert not window.matters.isVisible()
    with qtbot.waitSignal(window.closing):
        window.close()
    again = MainWindow(window.desk, WindowState(tmp_path))
    qtbot.addWidget(again)
    again.restore()
    again.show()
    again.resize(1600, 800)
    assert not again.matters.isVisible()
    assert again.boards.isVisible()
    assert again.state.text("matter") == NAME
    again._ended = True


def test_both_panels_fold_in_a_narrow_window_and_come_back_in_a_wide_one(qtbot: QtBot, window: MainWindow) -> None:
    assert not window.matters.isVisible()
    assert not window.boards.isVisible()
    qtbot.mouseClick(window.top.panels["boards"], Qt.MouseButton.LeftButton)
    assert window.boards.isVisible()
    window.resize(1600, 800)
    assert window.matters.isVisible()
    window.resize(1280, 800)
    assert not window.matters.isVisible()
    assert window.boards.isVisible()  # as the person wants it in a narrow window
    assert window.top.panels["boards"].isChecked()
    window.desk.open_matter("")
    assert window.matters.isVisible()  # without one nothing can be done


def test_a_place_off_every_screen_is_not_restored(qtbot: QtBot) -> None:
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert on_a_screen(QRect(screen.x() + 10, screen.y() + 10, 400, 300))
    assert not on_a_screen(QRect(screen.right() + 4000, 10, 400, 300))
    assert not on_a_screen(QRect(screen.x(), screen.y() - 500, 400, 300))


def test_no_window_is_larger_than_its_screen(qtbot: QtBot, empty_desk: Desk, tmp_path: Path) -> None:
    """As at 200 % on a small screen: the screen of this test is 800 pixels wide and high."""
    room = QGuiApplication.primaryScreen().availableGeometry()
    assert room.width() == 800
    first = MainWindow(empty_desk, WindowState(tmp_path))
    qtbot.addWidget(first)
    first.restore()
    first.show()
    assert room.contains(first.geometry())
    for section, tab in first.top.tabs.items():
        tab.count(12_345 if section is Section.EXHIBITS else 12)
    qtbot.wait(50)
    bar = first.top
    parts = [one for one in (*bar.panels.values(), *bar.tabs.values(), bar.search) if one.isVisible()]
    assert len(parts) == 7
    assert all(bar.rect().contains(one.geometry()) for one in parts)
    assert not any(a.geometry().intersects(b.geometry()) for a, b in itertools.combinations(parts, 2))
    first.resize(1600, 1000)  # of a larger screen
    first.state.keep_all(first.standing())
    again = MainWindow(empty_desk, WindowState(tmp_path))
    qtbot.addWidget(again)
    again.restore()
    again.show()
    assert room.contains(again.geometry())
    first._ended = again._ended = True


def test_damaged_state_counts_as_none(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "window.ini").write_bytes(b"[General]\ngeometry=@ByteArray(rubbish)\npanels=7\nmatters=perhaps\n\xff")
    state = WindowState(tmp_path)
    assert state.flag("boards", default=True)
    assert state.text("geometry") == "" or isinstance(state.text("geometry"), str)


def test_a_draft_opens_from_the_list_and_says_why_it_is_not_final(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    drafts = drafts_of(window)
    qtbot.waitUntil(lambda: drafts.list.drafts.count() == 1, timeout=10_000)
    click_row(qtbot, drafts.list.drafts, 0)
    assert drafts.shows_draft
    export = window.jobs.export
    qtbot.waitUntil(lambda: "blocked" in export.open_claims.text(), timeout=15_000)
    assert not export.final.isEnabled()
    assert "blocked" in export.final.toolTip()
    assert export.working.isEnabled()
    menu = export.open_claims.menu()
    menu.aboutToShow.emit()
    names = [action.text() for action in menu.actions()]
    assert any(name.startswith("April 12, 2026") for name in names)
    chosen: list[object] = []
    window.desk.claim_selected.connect(chosen.append)
    menu.actions()[0].trigger()
    assert chosen
    assert window.focusWidget() is drafts.review.draft.editor
    drafts.show_list()
    assert not export.isVisible()


def test_a_draft_opens_by_keys_alone_and_its_final_copy_says_why_not(qtbot: QtBot, window: MainWindow) -> None:
    drafts = drafts_of(window)
    qtbot.waitUntil(lambda: drafts.list.drafts.count() == 1, timeout=10_000)
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is drafts.list.drafts
    qtbot.keyClick(drafts.list.drafts, Qt.Key.Key_Return)
    assert drafts.shows_draft
    qtbot.waitUntil(lambda: "blocked" in window.jobs.export.final.toolTip(), timeout=15_000)
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is drafts.review.draft.editor
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_E, keys)
    assert window.notice.text.text() == window.jobs.export.final.toolTip()


def test_nothing_is_exported_before_the_last_words_are_saved(qtbot: QtBot, window: MainWindow) -> None:
    drafts, export = drafts_of(window), window.jobs.export
    qtbot.waitUntil(lambda: drafts.list.drafts.count() == 1, timeout=10_000)
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(drafts.list.drafts, Qt.Key.Key_Return)
    qtbot.waitUntil(export.working.isEnabled, timeout=15_000)
    qtbot.waitUntil(lambda: "blocked" in export.open_claims.text(), timeout=15_000)
    editor = drafts.review.draft.editor
    editor.setFocus()
    qtbot.keyClicks(editor, "It was cold. ")
    assert not export.working.isEnabled()
    assert export.why.text() == "Saving the last words …"
    qtbot.waitUntil(export.working.isEnabled, timeout=15_000)
    assert drafts.review.session.saved


def test_a_working_copy_is_written_and_a_final_one_refused(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    window.desk.draft_asked.emit(DRAFT)
    export = window.jobs.export
    target = tmp_path / "cole.docx"
    with qtbot.waitSignal(export.written, timeout=20_000) as done:
        export.write(target, final=False)
    assert done.args is not None
    assert done.args[0].file == target
    assert target.is_file()
    assert done.args[0].report.is_file()
    assert "cole.docx" in window.notice.text.text()
    qtbot.mouseClick(window.notice.buttons[1], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.desk.starter.failed, timeout=20_000) as refused:
        export.write(tmp_path / "final.docx", final=True)
    assert refused.args is not None
    assert "still open" in refused.args[0].what
    assert not (tmp_path / "final.docx").exists()
    assert "still open" in window.notice.text.text()
    qtbot.mouseClick(window.notice.close_button, Qt.MouseButton.LeftButton)
    assert not window.notice.isVisible()


def test_the_palette_finds_and_does_by_keys(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = window.palette_
    qtbot.waitUntil(palette.isVisible)
    qtbot.keyClicks(palette.line, "newdr")
    first = palette.list.item(0).data(Qt.ItemDataRole.UserRole)
    assert (first.name, first.shortcut) == ("New draft", "Ctrl+Shift+N")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not palette.isVisible())
    assert drafts_of(window).stack.currentWidget() is drafts_of(window).new


def test_a_command_that_cannot_be_done_says_why_and_is_not_done() -> None:
    done: list[str] = []
    entries = [Entry("Export as final…", "", "4 blocked", lambda: done.append("final"))]
    assert matching("final", entries)[0].why_not == "4 blocked"


def test_the_palette_says_why_there_is_nothing_to_export(qtbot: QtBot, window: MainWindow) -> None:
    found = {entry.name: entry.why_not for entry in entries_of(window)}
    assert found["Export as final…"] == "open a draft first"
    assert found["Cancel what runs"] == "nothing is running"
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: "blocked" in window.jobs.export.final.toolTip(), timeout=15_000)
    found = {entry.name: entry.why_not for entry in entries_of(window)}
    assert "blocked" in found["Export as final…"]
    assert found["Export working copy…"] == ""
    # what the sections offer is there too
    assert {"New matter…", "Show or hide the list of claims", "Two versions side by side"} <= found.keys()


def test_escape_gives_the_keyboard_back(qtbot: QtBot, window: MainWindow) -> None:
    drafts = drafts_of(window)
    drafts.show_new()
    qtbot.waitUntil(lambda: drafts.new.request.hasFocus())
    qtbot.keyClick(drafts.new.request, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.palette_.line.hasFocus()
    qtbot.keyClick(window.palette_.line, Qt.Key.Key_Escape)
    assert not window.palette_.isVisible()
    assert drafts.new.request.hasFocus()


def test_letters_in_order_match_and_starts_of_words_count_most() -> None:
    entries = [
        Entry(name, "", "", lambda: None) for name in ("Show or hide the boards", "Go to the log", "Dark colours")
    ]
    assert [entry.name for entry in matching("log", entries)] == ["Go to the log"]
    assert score("bo", "Show or hide the boards") is not None
    assert score("zz", "Dark colours") is None
    assert score("log: p", "Log: Processor") is not None
    assert matching("", entries) == entries


def test_errors_for_a_person_stand_at_the_bottom_until_closed_and_move_nothing(
    qtbot: QtBot, window: MainWindow
) -> None:
    def places() -> list[QRect]:
        return [part.geometry() for part in (window.top, window.panels, window.jobs, window.stack)]

    before = places()
    window.desk.starter.failed.emit(WrongUse("There is no such page.", "It ends at 4.", "Choose another."))
    assert window.notice.isVisible()
    assert window.notice.text.text() == "There is no such page. It ends at 4. Choose another."
    assert not window.notice.whole.isVisible()
    qtbot.wait(50)
    assert places() == before
    long = "The server ended while it wrote. " * 14
    window.desk.starter.failed.emit(WrongUse(long))
    qtbot.waitUntil(window.notice.whole.isVisible, timeout=2000)
    assert places() == before
    qtbot.mouseClick(window.notice.whole, Qt.MouseButton.LeftButton)
    shown = window.findChild(WholeWord)
    assert shown.text.text() == long
    shown.reject()
    for _ in range(2):
        qtbot.mouseClick(window.notice.close_button, Qt.MouseButton.LeftButton)
    assert not window.notice.isVisible()
    assert window.jobs.quiet.isVisible()
    assert places() == before


def test_an_offer_is_taken_or_left(qtbot: QtBot, window: MainWindow) -> None:
    taken: list[str] = []
    window.notice.offer("A run stopped.", ("Continue", lambda: taken.append("yes")), ("Not now", lambda: None))
    qtbot.mouseClick(window.notice.buttons[0], Qt.MouseButton.LeftButton)
    assert taken == ["yes"]
    assert not window.notice.isVisible()


def test_a_bug_is_shown_with_a_report_that_holds_no_client_text(qtbot: QtBot, window: MainWindow) -> None:
    secret = "Dana Cole paid 12,500"

    def break_() -> None:
        words = secret
        raise RuntimeError(words)

    try:
        break_()
    except RuntimeError as error:
        report = report_of(error)
        box = ErrorBox(window)
        box.show_error(error)
    assert "RuntimeError" in report
    assert "in break_" in report
    assert secret not in report
    qtbot.waitUntil(box.isVisible)
    qtbot.mouseClick(box.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == report
    qtbot.mouseClick(box.go_on, Qt.MouseButton.LeftButton)
    assert not box.isVisible()


def test_an_error_that_is_raised_from_itself_is_reported_once() -> None:
    try:
        error = ValueError("private words")
        raise error from error
    except ValueError as caught:
        report = report_of(caught)
    assert report.count("ValueError") == 1
    assert "private" not in report


def test_a_storm_of_facts_does_not_hold_the_window(qtbot: QtBot, window: MainWindow, watch: Watch) -> None:
    """As when 2,000 files come in: each is a fact of its own, and each page tells of progress."""
    last: list[object] = []
    window.desk.bridge.progress.connect(last.append)

    async def storm(bench: Workbench) -> None:
        for n in range(1, 2001):
            bench.facts.publish(MatterChanged(NAME, "intake", {"path": f"{n}.pdf", "exhibit": f"X{n}"}))
            bench.facts.publish(MatterChanged(NAME, "read", {"exhibit": f"X{n}", "page": 1}))
            bench.facts.publish(Progress("read", n, 2000, f"Exhibit X{n}, page 1"))
            if n % 200 == 0:
                await asyncio.sleep(0)

    window.desk.starter.start(storm, title="Reading small")
    qtbot.waitUntil(lambda: bool(last) and last[-1].done == 2000, timeout=15_000)  # type: ignore[attr-defined]
    qtbot.wait(1500)


def test_the_sections_come_without_holding_the_window(qtbot: QtBot, desk: Desk, tmp_path: Path, watch: Watch) -> None:
    made = MainWindow(desk, WindowState(tmp_path))
    qtbot.addWidget(made)
    made.resize(1280, 800)
    with watch.paused(), qtbot.waitSignal(made.painted):
        made.show()
    built = asyncio.get_running_loop().create_task(build_sections(made))
    qtbot.waitUntil(built.done, timeout=20_000)
    built.result()
    assert set(made.sections) == set(Section)
    qtbot.wait(200)
    made._ended = True


def test_the_export_asks_where_to_and_blocks_nothing(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    window.desk.draft_asked.emit(DRAFT)
    export = window.jobs.export
    qtbot.waitUntil(lambda: "blocked" in export.open_claims.text(), timeout=15_000)
    qtbot.mouseClick(export.working, Qt.MouseButton.LeftButton)
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog.findChild(QLineEdit).text().startswith("Declaration of Dana Cole, working copy")
    dialog.setDirectory(str(tmp_path))
    name = dialog.findChild(QLineEdit)
    name.clear()
    qtbot.keyClicks(name, "cole")
    with qtbot.waitSignal(export.written, timeout=20_000):
        dialog.accept()
    assert (tmp_path / "cole.docx").is_file()
