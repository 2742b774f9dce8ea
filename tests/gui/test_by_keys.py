"""What a person without a mouse needs: commands by their words, all keys in a list, hits one after the other, widths of
panes, a form that isn't lost, and a way back that says what it took back."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.desk import Section
from app.gui.exhibits import ExhibitsSection
from app.gui.keys import KeysDialog, keys_of
from app.gui.main_window import MainWindow
from app.gui.new_matter import NewMatterDialog
from app.gui.palette import Entry, matching
from tests.gui.places import drafts_of
from tests.gui.small_matter import DRAFT, NAME

pytestmark = pytest.mark.timeout(120)
_CTRL, _ALT, _SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def names(query: str, *there: str) -> list[str]:
    return [entry.name for entry in matching(query, [Entry(name, "", "", lambda: None) for name in there])]


def test_whole_words_stand_before_beginnings_and_those_before_letters() -> None:
    source, stop = "Show or hide the source page", "Stop: Processor"
    assert names("stop", source, "Nonstop work", "Stopping words", stop) == [stop, "Stopping words", "Nonstop work"]
    assert names("log", "Go to the catalogue", "Login", "Log", "Go to the log") == [
        "Log",
        "Go to the log",
        "Login",
        "Go to the catalogue",
    ]
    assert names("draft new", "New draft", "Drafts") == ["New draft"]  # words in any order
    assert names("exwo", "Export working copy…", source) == ["Export working copy…"]  # beginnings of words
    assert names("ewc", "Export working copy…", source) == ["Export working copy…"]
    assert names("rcpg", source) == []  # letters from the middle of words stand for nothing
    assert names("zz", source) == []


def test_the_palette_says_that_nothing_was_found(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_K, _CTRL)
    palette = window.palette_
    assert palette.list.isVisible()
    qtbot.keyClicks(palette.line, "qqq")
    assert not palette.list.isVisible()
    assert palette.none.isVisible()
    qtbot.keyClick(palette.line, Qt.Key.Key_Backspace)
    qtbot.keyClick(palette.line, Qt.Key.Key_A, _CTRL)
    qtbot.keyClick(palette.line, Qt.Key.Key_Delete)
    assert palette.list.isVisible()
    assert not palette.none.isVisible()


def test_f1_lists_every_key_that_an_action_has(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F1)
    dialog = window.findChild(KeysDialog)
    listed = {dialog.list.item(n).data(Qt.ItemDataRole.AccessibleTextRole) for n in range(dialog.list.count())}
    pairs = {f"{name}, {keys}" for name, keys in keys_of(window).items()}
    assert listed == pairs
    every = {action.shortcut().toString() for action in window.actions()} - {""}
    assert every <= set(keys_of(window).values())
    assert {"Next open claim, F8", "Undo, Ctrl+Z", "Next page, PageDown", "All keys, F1"} <= listed
    assert {"Store the draft now, Ctrl+S", "Choose all words of a page, Ctrl+A"} <= listed
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_f3_goes_through_the_pages_that_were_found(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    search = window.top.search
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert "Nothing was searched for yet" in window.notice.text.text()
    qtbot.keyClick(window, Qt.Key.Key_F, _CTRL)
    qtbot.keyClicks(search.field, "acme roofing")
    qtbot.waitUntil(lambda: search.hits.rowCount() == 2, timeout=20_000)
    pages = [(hit.exhibit, hit.page) for n in range(2) if (hit := search.hits.at(n))]
    qtbot.keyClick(search.field, Qt.Key.Key_Return)
    exhibits = window.sections[Section.EXHIBITS]
    assert isinstance(exhibits, ExhibitsSection)
    page = exhibits.page
    qtbot.waitUntil(lambda: page.page_of_view == pages[0], timeout=20_000)
    for modifiers, at in ((Qt.KeyboardModifier.NoModifier, 1), (Qt.KeyboardModifier.NoModifier, 0), (_SHIFT, 1)):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F3, modifiers)
        qtbot.waitUntil(lambda wanted=pages[at]: page.page_of_view == wanted, timeout=20_000)
        assert QApplication.focusWidget() is page.canvas


def test_esc_clears_a_search_that_found_nothing(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    search = window.top.search
    qtbot.keyClick(window, Qt.Key.Key_F, _CTRL)
    qtbot.keyClicks(search.field, "zzzznothing")
    qtbot.waitUntil(search.results.isVisible, timeout=20_000)
    qtbot.keyClick(search.field, Qt.Key.Key_Escape)
    assert not search.results.isVisible()
    assert search.field.text() == ""


def test_keys_make_a_pane_wider_and_narrower(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    exhibits = window.sections[Section.EXHIBITS]
    assert isinstance(exhibits, ExhibitsSection)
    qtbot.waitUntil(lambda: exhibits.table.exhibits.rowCount() == 3, timeout=20_000)
    window.enter_section(Section.EXHIBITS)
    before = exhibits.split.sizes()
    qtbot.keyClick(exhibits.table, Qt.Key.Key_Right, _ALT | _SHIFT)
    assert [now - was for now, was in zip(exhibits.split.sizes(), before, strict=True)] == [48, -48]
    qtbot.keyClick(exhibits.table, Qt.Key.Key_Left, _ALT | _SHIFT)
    assert exhibits.split.sizes() == before
    exhibits.page.canvas.setFocus()
    qtbot.keyClick(exhibits.page.canvas, Qt.Key.Key_Right, _ALT | _SHIFT)
    assert [now - was for now, was in zip(exhibits.split.sizes(), before, strict=True)] == [-48, 48]


def test_panes_that_were_never_seen_are_not_kept_as_they_lie(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(2556, 1410)
    review = drafts_of(window).review
    kept = json.loads(bytes(review.saveState().data()))
    assert kept["sizes"] == [265, 520, 368]
    assert review.restoreState(review.saveState())
    window.desk.open_matter(NAME)
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(review.isVisible, timeout=20_000)
    claims, draft, source = review.splitter.sizes()
    assert draft > source > claims > 200
    assert draft > 0.4 * sum(review.splitter.sizes())


def test_widths_that_leave_no_room_to_read_are_not_taken_up(qtbot: QtBot, window: MainWindow) -> None:
    review = drafts_of(window).review
    kept = json.loads(bytes(review.saveState().data())) | {"sizes": [700, 365, 1270]}
    assert review.restoreState(type(review.saveState())(json.dumps(kept).encode()))
    assert json.loads(bytes(review.saveState().data()))["sizes"] == [265, 520, 368]


def test_a_form_that_was_closed_by_esc_is_there_again(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_N, _CTRL)
    dialog = window.findChild(NewMatterDialog)
    qtbot.keyClicks(dialog.name, "Estate of Barros")
    qtbot.keyClicks(dialog.parties.rows[0][0], "Ada Pellworm")
    qtbot.keyClicks(dialog.counsel, "A. Counsel")
    qtbot.keyClicks(dialog.fields["court"], "High Court")
    filled = dialog.typed()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert "What you typed is in the form" in window.notice.text.text()
    assert [one.text() for one in window.notice.buttons] == ["Open it again", "Throw it away"]
    qtbot.waitUntil(lambda: not window.findChildren(NewMatterDialog))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_N, _CTRL)
    dialog = window.findChild(NewMatterDialog)
    assert dialog.typed() == filled
    dialog.take_up(dialog._empty)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(NewMatterDialog))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_N, _CTRL)
    assert window.findChild(NewMatterDialog).name.text() == ""


def test_a_signature_is_taken_back_by_undo_with_a_word(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    window.desk.draft_asked.emit(DRAFT)
    review = drafts_of(window).review
    qtbot.waitUntil(lambda: len(review.session.marks) > 0 and review.session.saved, timeout=20_000)
    review.go(1)
    review.decisions.sign("A. Counsel", "The log shows it.")
    qtbot.waitUntil(lambda: any(mark.signed for mark in review.session.marks), timeout=20_000)
    text = next(mark.verdict.claim.text for mark in review.session.marks if mark.signed)
    review.draft.editor.setFocus()
    qtbot.keyClick(review.draft.editor, Qt.Key.Key_Z, _CTRL)
    assert window.notice.text.text() == f"Undone: the signature of A. Counsel for “{text}”."
    qtbot.waitUntil(lambda: not any(mark.signed for mark in review.session.marks), timeout=20_000)
    qtbot.keyClick(review.draft.editor, Qt.Key.Key_Y, _CTRL)
    assert window.notice.text.text() == f"Done again: the signature of A. Counsel for “{text}”."
    qtbot.waitUntil(lambda: any(mark.signed for mark in review.session.marks), timeout=20_000)


def test_enter_on_the_open_matter_leads_back_to_where_one_was(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    window.enter_section(Section.LOG)
    qtbot.waitUntil(lambda: window.matters.list.currentItem() is not None, timeout=20_000)
    qtbot.keyClick(window, Qt.Key.Key_F2)
    qtbot.keyClick(window.matters.list, Qt.Key.Key_Return)
    log = window.sections[Section.LOG]
    assert window.stack.currentWidget() is log
    assert log.isAncestorOf(QApplication.focusWidget())


def test_a_draft_of_cites_alone_says_that_no_fact_was_seen(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    window.desk.draft_asked.emit(DRAFT)
    review = drafts_of(window).review
    qtbot.waitUntil(lambda: len(review.session.marks) > 0 and review.session.saved, timeout=20_000)
    editor = review.draft.editor
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_A, _CTRL)
    qtbot.keyClicks(editor, "The story went on. ACME000001. And on. ACME000003.")
    said = "2 page numbers were checked; no date, sum or quotation was seen."
    qtbot.waitUntil(lambda: window.jobs.export.why.text() == said, timeout=20_000)
    assert window.jobs.export.final.isEnabled()  # it isn't forbidden
    qtbot.waitUntil(lambda: review.claims.foot.text() == f"2 seen: 2 supported. {said}", timeout=20_000)


def test_versions_open_at_the_first_difference(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.open_matter(NAME)
    window.resize(1280, 800)
    window.desk.draft_asked.emit(DRAFT)
    review = drafts_of(window).review
    qtbot.waitUntil(lambda: len(review.session.marks) > 0 and review.session.saved, timeout=20_000)
    editor, versions = review.draft.editor, review.draft.versions
    editor.setPlainText(
        "\n".join(f"The work went on for the {n} time, and nobody said a word of it." for n in range(40))
    )
    review.session.save()
    qtbot.waitUntil(lambda: review.session.saved, timeout=20_000)
    editor.moveCursor(editor.textCursor().MoveOperation.End)
    qtbot.keyClicks(editor, " Not one.")
    review.session.save()
    qtbot.waitUntil(lambda: review.session.saved, timeout=20_000)
    qtbot.keyClick(editor, Qt.Key.Key_4, _ALT)
    qtbot.waitUntil(lambda: "paragraphs that differ: 1 of" in versions.told.text(), timeout=20_000)
    qtbot.waitUntil(lambda: versions.text.verticalScrollBar().value() > 0, timeout=20_000)
