"""Exhibits put right by keys: from whom they came, out of the matter again, and back; nothing sticks across matters."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.actions.matters import new_matter
from app.domain.evidence import ORIGINS, Origin
from app.gui.desk import Desk, Section
from app.gui.exhibits import ExhibitsSection
from app.gui.exhibits_bates import NumberDialog
from app.gui.exhibits_order import Column
from app.gui.exhibits_outcomes import sentences
from app.gui.main_window import MainWindow
from app.gui.palette import entries_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import NAME, write_pdf
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(120)
_SHIFT, _CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def section(qtbot: QtBot, window: MainWindow, desk: Desk) -> ExhibitsSection:
    """The matter ``small`` is open, its list has the keys."""
    found = window.sections[Section.EXHIBITS]
    assert isinstance(found, ExhibitsSection)
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: found.table.exhibits.rowCount() == 3, timeout=20_000)
    window.enter_section(Section.EXHIBITS)
    return found


def add_two(qtbot: QtBot, section: ExhibitsSection, folder: Path) -> None:
    for n in (1, 2):
        write_pdf(folder / f"wrong {n}.pdf", [f"Another client's note {n} of May {n}, 2025."])
    section.take([folder / "wrong 1.pdf", folder / "wrong 2.pdf"])
    qtbot.waitUntil(lambda: section.table.exhibits.rowCount() == 5 and not section.intake.running, timeout=60_000)


def ids(section: ExhibitsSection) -> list[str]:
    rows = section.table.exhibits
    return [rows.rows[n].exhibit.id for n in rows.shown]


def origins(section: ExhibitsSection) -> list[Origin]:
    return [one.exhibit.origin for one in section.table.exhibits.rows]


def test_what_was_taken_in_wrongly_goes_out_by_delete_and_comes_back_by_undo(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection, tmp_path: Path, watch: Watch
) -> None:
    with watch.paused():
        add_two(qtbot, section, tmp_path)
    window.enter_section(Section.EXHIBITS)
    table = section.table
    qtbot.keyClick(table, Qt.Key.Key_End)
    qtbot.keyClick(table, Qt.Key.Key_Up, _SHIFT)
    assert sorted(table.chosen_ids()) == ["D", "E"]
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: ids(section) == ["A", "B", "C"], timeout=20_000)
    assert window.notice.text.text() == "2 exhibits were taken out."
    qtbot.keyClick(table, Qt.Key.Key_Z, _CTRL)
    qtbot.waitUntil(lambda: ids(section) == ["A", "B", "C", "D", "E"], timeout=20_000)
    qtbot.waitUntil(lambda: window.notice.text.text() == "Undone: 2 exhibits are back.", timeout=20_000)
    qtbot.keyClick(table, Qt.Key.Key_Z, _CTRL)
    assert window.notice.text.text() == "Nothing was done here that could be taken back."


def test_an_exhibit_with_numbers_stays_and_the_reason_is_said(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection
) -> None:
    qtbot.keyClick(section.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "its pages have Bates numbers" in window.notice.text.text(), timeout=20_000)
    assert ids(section) == ["A", "B", "C"]


def test_a_whole_intake_is_taken_back_by_one_button(qtbot: QtBot, section: ExhibitsSection, tmp_path: Path) -> None:
    add_two(qtbot, section, tmp_path)
    assert section.work.offered.text() == "Take these out again"
    section.work.offered.setFocus()
    qtbot.keyClick(section.work.offered, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: ids(section) == ["A", "B", "C"], timeout=20_000)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu that opens over a window
def test_the_menu_key_says_from_whom_an_exhibit_came(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection
) -> None:
    table = section.table
    at = table.visualRect(table.currentIndex()).center()
    QApplication.sendEvent(
        table.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, table.mapToGlobal(at))
    )
    menu = table.findChild(QMenu)
    choices = menu.actions()[0].menu().actions()
    assert [one.text() for one in choices] == ["client", "opposing side", "court", "third party"]
    choices[1].trigger()
    menu.close()
    qtbot.waitUntil(lambda: origins(section) == [Origin.OPPOSING, Origin.CLIENT, Origin.CLIENT], timeout=20_000)
    assert window.notice.text.text() == "1 exhibit is from: opposing side."
    qtbot.keyClick(window.notice.buttons[0], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: origins(section) == [Origin.CLIENT] * 3, timeout=20_000)


def test_what_was_done_in_one_matter_is_taken_back_by_its_offer_and_not_from_another(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection
) -> None:
    corrections = section.corrections
    ask(qtbot, window.desk, lambda bench: new_matter(bench, "Other"))
    corrections.set_origin(Origin.COURT)
    window.desk.open_matter("Other")  # before it is answered
    said = "1 exhibit is from: court."
    qtbot.waitUntil(lambda: window.notice.text.text() == said, timeout=20_000)
    undo = next(entry for entry in entries_of(window) if entry.name == "Undo")
    assert undo.why_not == "nothing was done here that could be taken back"
    qtbot.keyClick(window.notice.buttons[0], Qt.Key.Key_Return)
    window.desk.open_matter(NAME)
    qtbot.waitUntil(lambda: origins(section) == [Origin.CLIENT] * 3, timeout=20_000)
    qtbot.waitUntil(lambda: window.notice.text.text().startswith("Undone"), timeout=20_000)
    assert not corrections.isUndoAvailable()


def test_the_origin_of_one_matter_is_not_that_of_the_next(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection, tmp_path: Path
) -> None:
    section.origin.setCurrentIndex(1)
    assert section.origin.currentText() == "opposing side"
    window.desk.open_matter("")
    window.desk.open_matter(NAME)
    assert section.origin.currentText() == "client"
    write_pdf(tmp_path / "note.pdf", ["A note."])
    section.take([tmp_path / "note.pdf"])
    assert section.work.title.text() == "Taking files into small, from: client"
    qtbot.waitUntil(lambda: not section.intake.running, timeout=60_000)
    qtbot.waitUntil(lambda: len(origins(section)) == 4, timeout=20_000)
    assert origins(section)[-1] is Origin.CLIENT


def test_the_palette_knows_what_can_be_put_right_and_says_why_not(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection
) -> None:
    def why(name: str) -> str:
        return next(entry.why_not for entry in entries_of(window) if entry.name == name)

    out = "Take the chosen exhibits out of the matter"
    assert why(out) == ""
    assert why("Undo") == "nothing was done here that could be taken back"
    qtbot.keyClicks(section.filter, "no")
    section.filter.setFocus()
    assert why("Undo") == ""
    assert why("Redo") == "nothing was taken back here"
    window.enter_section(Section.LOG)
    assert why(out) == "choose exhibits in their list first"
    entry = next(entry for entry in entries_of(window) if entry.name == out)
    assert entry.shortcut == "Del"


def test_what_the_other_side_sent_gets_no_number_unless_it_is_asked_for(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection, tmp_path: Path
) -> None:
    section.origin.setCurrentIndex(1)
    add_two(qtbot, section, tmp_path)
    section.ask_numbers()
    dialog = window.findChild(NumberDialog)
    qtbot.waitUntil(lambda: "All chosen pages have numbers" in dialog.plan.text(), timeout=20_000)
    box = dialog.origins[Origin.OPPOSING]
    assert box.isVisible()
    assert box.text() == "from: opposing side (2 pages without a number)"
    assert not dialog.origins[Origin.CLIENT].isVisible()
    assert "2 pages get no number now: a draft can't cite them" in dialog.why.text()
    assert not dialog.go.isEnabled()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: dialog.plan.text() == "2 pages, ACME000005 – ACME000006; 2 stamped copies.", timeout=20_000)
    assert dialog.go.isEnabled()
    assert "no number" not in dialog.why.text()
    assert dialog.values()["origins"] == tuple(ORIGINS)
    dialog.reject()


def test_numbers_that_were_left_by_esc_are_there_again(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection
) -> None:
    section.ask_numbers()
    dialog = window.findChildren(NumberDialog)[-1]
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.notice.isHidden()  # nothing was changed
    section.ask_numbers()
    dialog = window.findChildren(NumberDialog)[-1]
    dialog.suffix.setFocus()
    qtbot.keyClicks(dialog.suffix, "-C")
    dialog.first.setValue(900)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.notice.text.text() == "The numbers were not assigned."
    qtbot.mouseClick(window.notice.buttons[0], Qt.MouseButton.LeftButton)
    again = window.findChildren(NumberDialog)[-1]
    assert again.isVisible()
    assert (again.suffix.text(), again.first.value()) == ("-C", 900)
    qtbot.keyClick(again, Qt.Key.Key_Escape)
    window.desk.open_matter("")
    qtbot.mouseClick(window.notice.buttons[0], Qt.MouseButton.LeftButton)
    assert window.notice.text.text().startswith("Open small first")


def test_sentences_are_joined_by_one_full_stop_each() -> None:
    assert sentences("Exhibit B, 1 page") == "Exhibit B, 1 page"
    assert (
        sentences("Exhibit B", "It is a picture.", "Page 2 has no text")
        == "Exhibit B. It is a picture. Page 2 has no text"
    )


def test_whole_words_stand_in_the_columns_where_there_is_room(
    qtbot: QtBot, window: MainWindow, section: ExhibitsSection
) -> None:
    table = section.table
    section.corrections.set_origin(Origin.OPPOSING)
    qtbot.waitUntil(lambda: origins(section)[0] is Origin.OPPOSING, timeout=20_000)

    def cut(column: Column) -> bool:
        words = max((table.exhibits.words_of(one, column) for one in table.exhibits.rows), key=len)
        return table.fontMetrics().horizontalAdvance(words) + 16 > table.columnWidth(column)

    window.resize(2400, 1300)
    qtbot.waitUntil(lambda: table.viewport().width() > 900)
    assert not any(cut(column) for column in (Column.ORIGIN, Column.BATES, Column.READ))
    assert sum(table.columnWidth(column) for column in Column) <= table.viewport().width()
