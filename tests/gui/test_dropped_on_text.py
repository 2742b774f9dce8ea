"""A file dropped on a text field comes in as an exhibit and is never written into the text; words stay words."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.gui.desk import Section
from app.gui.exhibits import ExhibitsSection
from app.gui.exhibits_bates import NumberDialog
from app.gui.new_matter import NewMatterDialog
from tests.gui.exhibits_help import of_files, rows
from tests.gui.places import drafts_of
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.watch import Watch
from tests.gui.whole_window import whole_window

pytestmark = pytest.mark.timeout(120)

_GUI = Path(__file__).parents[2] / "app" / "gui"
_MOVE = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
Edit = QLineEdit | QPlainTextEdit | QTextEdit


def editable(inside: QWidget) -> list[Edit]:
    """Every widget in it that words can be typed into."""
    found = inside.findChildren(QWidget)
    return [one for one in found if isinstance(one, Edit) and not one.isReadOnly()]


def words_of(edit: Edit) -> str:
    return edit.text() if isinstance(edit, QLineEdit) else edit.toPlainText()


def drop(edit: Edit, mime: QMimeData) -> QDropEvent | None:
    """A drag that would rather move, from where it comes in until it falls; None where nothing takes it."""
    target = edit if isinstance(edit, QLineEdit) else edit.viewport()
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), _MOVE, mime, left, plain)
    enter.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(target, enter)
    if not enter.isAccepted():
        return None
    event = QDropEvent(QPointF(5, 5), _MOVE, mime, left, plain)
    event.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(target, event)
    return event


def test_a_file_on_any_text_of_the_window_comes_in_as_a_copy(
    qtbot: QtBot, loop: QEventLoop, home: Path, tmp_path: Path, watch: Watch
) -> None:
    with watch.paused(), whole_window(qtbot, home, matter=NAME) as whole:
        window = whole.window
        qtbot.waitUntil(lambda: Section.LOG in window.sections and whole.desk.matter == NAME, timeout=20_000)
        whole.desk.draft_asked.emit(DRAFT)
        review = drafts_of(window).review
        qtbot.waitUntil(lambda: len(review.session.marks) > 5, timeout=20_000)
        exhibits = window.sections[Section.EXHIBITS]
        assert isinstance(exhibits, ExhibitsSection)
        there = len(rows(exhibits))
        fields = editable(window)
        names = {type(one).__name__ for one in fields}
        assert {"DraftEditor", "Field", "Words"} <= names
        assert len(fields) >= 10
        before = [words_of(one) for one in fields]
        for n, one in enumerate(fields):
            file = tmp_path / f"dropped {n}.txt"
            file.write_text(f"Note {n}: the hall was dry on March {n + 1}, 2026.")
            event = drop(one, of_files(file))
            assert event is not None, f"{type(one).__name__} {one.accessibleName()!r} lets no file through"
            assert event.dropAction() == Qt.DropAction.CopyAction
        qtbot.waitUntil(lambda: len(rows(exhibits)) == there + len(fields), timeout=60_000)
        assert [words_of(one) for one in fields] == before
        assert review.session.draft is not None
        assert review.session.draft.version == 1


@pytest.mark.qt_log_ignore("This plugin does not support")  # what a menu asks for, where there is no screen
def test_files_that_are_pasted_come_in_and_words_stay_words(
    qtbot: QtBot, loop: QEventLoop, home: Path, tmp_path: Path
) -> None:
    clipboard = QApplication.clipboard()
    with whole_window(qtbot, home, matter=NAME) as whole:
        window = whole.window
        qtbot.waitUntil(lambda: Section.LOG in window.sections and whole.desk.matter == NAME, timeout=20_000)
        whole.desk.draft_asked.emit(DRAFT)
        review, new = drafts_of(window).review, drafts_of(window).new
        qtbot.waitUntil(lambda: len(review.session.marks) > 5, timeout=20_000)
        exhibits = window.sections[Section.EXHIBITS]
        assert isinstance(exhibits, ExhibitsSection)
        there = len(rows(exhibits))
        fields: tuple[Edit, ...] = (review.draft.editor, new.request, window.matters.filter)
        before = [words_of(one) for one in fields]
        for n, one in enumerate(fields):
            file = tmp_path / f"pasted {n}.txt"
            file.write_text(f"Note {n}: the hall was dry on March {n + 1}, 2026.")
            clipboard.setMimeData(of_files(file))
            qtbot.keyClick(one, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: len(rows(exhibits)) == there + len(fields), timeout=60_000)
        assert [words_of(one) for one in fields] == before
        (tmp_path / "copied.txt").write_text("The hall was dry on May 4, 2026.")
        clipboard.setMimeData(of_files(tmp_path / "copied.txt"))
        window.show_section(Section.EXHIBITS)
        exhibits.table.setFocus()
        qtbot.keyClick(exhibits.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: len(rows(exhibits)) == there + len(fields) + 1, timeout=60_000)
        window.show_section(Section.DRAFTS)
        (tmp_path / "by menu.txt").write_text("The hall was dry on May 5, 2026.")
        clipboard.setMimeData(of_files(tmp_path / "by menu.txt"))
        menu = review.draft.editor.createStandardContextMenu()
        next(one for one in menu.actions() if one.objectName() == "edit-paste").trigger()
        qtbot.waitUntil(lambda: len(rows(exhibits)) == there + len(fields) + 2, timeout=60_000)
        assert [words_of(one) for one in fields] == before
        window.show_section(Section.EXHIBITS)
        clipboard.setText("Acme")
        qtbot.keyClick(exhibits.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: window.notice.text.text().startswith("No file was copied"))
        qtbot.keyClick(new.request, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert new.request.toPlainText() == "Acme"
        by_menu(window.matters.filter)
        assert window.matters.filter.text() == "Acme"
        (tmp_path / "by a line's menu.txt").write_text("The hall was dry on May 6, 2026.")
        clipboard.setMimeData(of_files(tmp_path / "by a line's menu.txt"))
        by_menu(window.matters.filter)
        qtbot.waitUntil(lambda: len(rows(exhibits)) == there + len(fields) + 3, timeout=60_000)
        assert window.matters.filter.text() == "Acme"


def by_menu(field: QLineEdit) -> None:
    """Paste from the menu that a click with the other button opens."""
    there = field.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, there, field.mapToGlobal(there))
    QApplication.sendEvent(field, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(one for one in menu.actions() if one.objectName() == "edit-paste").trigger()
    menu.close()


def test_words_that_are_dropped_stay_words(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    mime = QMimeData()
    mime.setText("Acme")
    with whole_window(qtbot, home, matter=NAME) as whole:
        window = whole.window
        qtbot.waitUntil(lambda: Section.LOG in window.sections and whole.desk.matter == NAME, timeout=20_000)
        whole.desk.draft_asked.emit(DRAFT)
        editor = drafts_of(window).review.draft.editor
        qtbot.waitUntil(lambda: len(drafts_of(window).review.session.marks) > 5, timeout=20_000)
        for one in (editor, drafts_of(window).new.request, drafts_of(window).new.declarant, window.matters.filter):
            assert drop(one, mime) is not None
            assert words_of(one).count("Acme") > 0, one.accessibleName()


def test_a_form_takes_no_file_into_its_fields(qtbot: QtBot, loop: QEventLoop, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("The hall was dry.")
    with whole_window(qtbot, home, matter=NAME) as whole:
        window = whole.window
        qtbot.waitUntil(lambda: Section.LOG in window.sections and whole.desk.matter == NAME, timeout=20_000)
        for dialog in (NewMatterDialog(whole.desk, window), NumberDialog(whole.desk, window)):
            fields = editable(dialog)
            assert len(fields) > 2
            for one in fields:
                before = words_of(one)
                drop(one, of_files(file))
                assert words_of(one) == before, f"{type(one).__name__} {one.accessibleName()!r}"
            dialog.close()


def test_no_field_is_made_that_doesnt_let_files_through() -> None:
    made = re.compile(r"(?<![\w.])(?:QLineEdit|QPlainTextEdit|QTextEdit|QTextBrowser)\(([^)\n]*)")
    for file in sorted(_GUI.glob("*.py")):
        words = file.read_text(encoding="utf-8")
        for found in made.finditer(words):
            if "class " in words[words.rfind("\n", 0, found.start()) : found.start()]:
                continue
            assert "readOnly=True" in found[1] or "QTextBrowser" in found[0], f"{file.name}: {found[0]}"
