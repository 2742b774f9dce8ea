"""The keyboard stays where a person works: after a form, a button or a dialog it is back in the draft."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.domain.draft import Paragraph
from app.domain.review import AttackAnswer
from app.gui.desk import Desk
from app.gui.main_window import MainWindow
from app.gui.review import ReviewSection
from app.gui.tally import tally
from app.workbench import Workbench
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask, click, click_words, mark, reviewed
from tests.gui.small_matter import DRAFT, NAME, save_draft
from tests.gui.whole_window import ready_window

pytestmark = pytest.mark.timeout(90)

NO, CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    yield from reviewed(qtbot, desk)


@pytest.fixture
def window(qtbot: QtBot, loop: QEventLoop, home: Path) -> Iterator[MainWindow]:
    yield from ready_window(qtbot, home)


def _press(qtbot: QtBot, key: Qt.Key, with_: Qt.KeyboardModifier = NO) -> None:
    """A key for whatever has the keyboard."""
    qtbot.keyClick(_focused(), key, with_)


def _type(qtbot: QtBot, words: str) -> None:
    qtbot.keyClicks(_focused(), words)


def _focused() -> QWidget:
    at = QApplication.focusWidget()
    assert at is not None
    return at


def test_all_open_claims_are_signed_for_in_a_row_by_keys_alone(qtbot: QtBot, window: MainWindow) -> None:
    paragraphs = tuple(Paragraph(f"On May {day}, 2019 I paid for the roof.") for day in (2, 3, 4, 5, 6))

    async def make(bench: Workbench) -> str:
        return await save_draft(bench, NAME, paragraphs)

    window.desk.draft_asked.emit(ask(qtbot, window.desk, make))
    review = drafts_of(window).review
    qtbot.waitUntil(lambda: tally(review.session.marks.what).blocked == 5, timeout=20_000)
    assert _focused() is review.draft.editor  # who opens a draft works on it
    for n in range(5):
        _press(qtbot, Qt.Key.Key_F8)
        _press(qtbot, Qt.Key.Key_Return, CTRL)
        assert review.draft.line.form_open
        if n == 0:  # later the name is known, and the keys begin in the reason
            _type(qtbot, "Dana Cole")
            _press(qtbot, Qt.Key.Key_Tab)
        _type(qtbot, f"I remember day {n + 2}.")
        _press(qtbot, Qt.Key.Key_Return)
        assert _focused() is review.draft.editor
    qtbot.waitUntil(lambda: tally(review.session.marks.what).signed == 5, timeout=20_000)
    reasons = [m.signed.reason for m in review.session.marks if m.signed]
    assert reasons == [f"I remember day {n}." for n in (2, 3, 4, 5, 6)]
    assert _focused() is review.draft.editor
    qtbot.waitUntil(window.jobs.export.final.isEnabled, timeout=20_000)


def test_a_form_that_is_closed_gives_the_keys_back_to_who_had_them(qtbot: QtBot, section: ReviewSection) -> None:
    line, editor, listed = section.draft.line, section.draft.editor, section.claims.list
    click_words(qtbot, section, "ACME000031")
    _press(qtbot, Qt.Key.Key_Return, CTRL)
    _press(qtbot, Qt.Key.Key_Escape)
    assert _focused() is editor
    click(qtbot, line.sign_button)
    click(qtbot, line.cancel)
    assert _focused() is editor
    listed.setFocus()
    _press(qtbot, Qt.Key.Key_Down)
    _press(qtbot, Qt.Key.Key_Return, CTRL)
    _press(qtbot, Qt.Key.Key_Escape)
    assert _focused() is listed


def test_signing_and_taking_back_by_mouse_leave_the_keys_in_the_draft(qtbot: QtBot, section: ReviewSection) -> None:
    line, editor = section.draft.line, section.draft.editor
    click_words(qtbot, section, "ACME000031")
    click(qtbot, line.sign_button)
    qtbot.keyClicks(line.name, "Dana Cole")
    qtbot.keyClicks(line.reason, "The log is being produced.")
    click(qtbot, line.confirm)
    qtbot.waitUntil(lambda: mark(section, "ACME000031").signed is not None, timeout=10_000)
    assert _focused() is editor
    click(qtbot, line.back_button)
    qtbot.waitUntil(lambda: mark(section, "ACME000031").signed is None, timeout=10_000)
    assert _focused() is editor


def test_a_suggestion_that_is_taken_by_mouse_leaves_the_keys_in_the_draft(qtbot: QtBot, section: ReviewSection) -> None:
    click_words(qtbot, section, "April 12, 2026")
    click(qtbot, section.draft.line.take_button)
    qtbot.waitUntil(lambda: "April 20, 2026" in [m.verdict.claim.text for m in section.session.marks])
    assert _focused() is section.draft.editor


@pytest.mark.parametrize("answer", ["accept_button", "rebut", "reopen"])
def test_an_attack_that_is_answered_leaves_the_keys_in_the_draft(
    qtbot: QtBot, section: ReviewSection, answer: str
) -> None:
    strip, editor = section.draft.strip, section.draft.editor
    editor.setFocus()
    if answer == "reopen":
        click(qtbot, strip.accept_button)
        qtbot.waitUntil(strip.reopen.isEnabled, timeout=10_000)
    click(qtbot, getattr(strip, answer))
    if answer == "rebut":
        _type(qtbot, "The mail shows it.")
        _press(qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(section.session.attacks[0].answer) is (answer != "reopen"), timeout=10_000)
    assert section.session.attacks[0].answer is not AttackAnswer.MENDED
    assert _focused() is editor


def test_enter_in_a_form_leaves_the_keys_on_no_button(qtbot: QtBot, section: ReviewSection) -> None:
    """A second Enter would press it: the board's Start, or "Take back signature"."""
    strip, line, editor = section.draft.strip, section.draft.line, section.draft.editor
    section.claims.more.setFocus()
    click(qtbot, strip.rebut)
    _type(qtbot, "The mail shows it.")
    _press(qtbot, Qt.Key.Key_Return)
    assert _focused() is editor
    click_words(qtbot, section, "ACME000031")
    section.claims.more.setFocus()
    click(qtbot, line.sign_button)
    _type(qtbot, "Dana Cole")
    _press(qtbot, Qt.Key.Key_Tab)
    _type(qtbot, "The log is being produced.")
    _press(qtbot, Qt.Key.Key_Return)
    assert _focused() is editor


def test_an_offer_that_is_taken_gives_the_keys_back(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.draft_asked.emit(DRAFT)
    review = drafts_of(window).review
    qtbot.waitUntil(lambda: len(review.session.marks) > 5, timeout=20_000)
    click_words(qtbot, review, "site log")
    window.desk.said.emit("A signature is taken back.", (("Undo", lambda: None),))
    qtbot.waitUntil(window.notice.buttons[0].isVisible)
    click(qtbot, window.notice.buttons[0])
    assert not window.notice.isVisible()
    assert _focused() is review.draft.editor


def test_a_dialog_that_is_closed_gives_the_keys_back(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.draft_asked.emit(DRAFT)
    review, export = drafts_of(window).review, window.jobs.export
    qtbot.waitUntil(export.open_claims.isVisible, timeout=20_000)
    click_words(qtbot, review, "site log")
    click(qtbot, export.working)
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible)
    dialog.reject()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is review.draft.editor)


def test_a_click_beside_the_words_is_one_into_the_draft(qtbot: QtBot, section: ReviewSection) -> None:
    draft = section.draft
    for beside in (draft.title, draft.about, draft.line.says, draft.strip.title):
        section.claims.list.setFocus()
        click(qtbot, beside)
        assert _focused() is draft.editor, beside


def test_hidden_attacks_leave_the_keys_in_the_draft(qtbot: QtBot, section: ReviewSection) -> None:
    section.draft.strip.rebut.setFocus()
    _press(qtbot, Qt.Key.Key_3, ALT)
    assert not section.draft.strip.isVisible()
    assert _focused() is section.draft.editor


def test_f8_goes_on_from_the_cursor_where_that_went_elsewhere(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    editor = section.draft.editor
    editor.setFocus()
    _press(qtbot, Qt.Key.Key_F8)
    assert desk.verdict is not None
    assert desk.verdict.claim.text == "April 12, 2026"
    editor.go_to_paragraph(3)
    _press(qtbot, Qt.Key.Key_F8)
    assert desk.verdict.claim.text == "ACME000031"
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    _press(qtbot, Qt.Key.Key_F8, SHIFT)
    assert desk.verdict.claim.text == "ACME000031"  # around
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    _press(qtbot, Qt.Key.Key_F8)
    assert desk.verdict.claim.text == "April 12, 2026"


def test_f8_goes_to_what_was_just_typed_behind_the_selected_claim(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    editor = section.draft.editor
    _press(qtbot, Qt.Key.Key_F8)
    editor.go_to_paragraph(4)
    _type(qtbot, " I paid $777.77 then.")
    qtbot.waitUntil(lambda: "$777.77" in [m.verdict.claim.text for m in section.session.marks])
    _press(qtbot, Qt.Key.Key_F8, SHIFT)
    assert desk.verdict is not None
    assert desk.verdict.claim.text == "$777.77"


def test_f8_with_nothing_open_says_so_and_closes_nothing(qtbot: QtBot, window: MainWindow) -> None:
    right = (
        Paragraph("I hired Acme Roofing on January 11, 2026.", ("ACME000001",)),
        Paragraph("I wrote to Acme on April 20, 2026.", ("ACME000003",)),
    )

    async def make(bench: Workbench) -> str:
        return await save_draft(bench, NAME, right)

    window.desk.draft_asked.emit(ask(qtbot, window.desk, make))
    review = drafts_of(window).review
    qtbot.waitUntil(lambda: len(review.session.marks) == 4, timeout=20_000)
    assert review.draft.line.says.text().endswith("Nothing is open.")
    click_words(qtbot, review, "January 11, 2026")
    selected = window.desk.verdict
    qtbot.waitUntil(lambda: review.source.page.number.text() == "ACME000001", timeout=10_000)
    _press(qtbot, Qt.Key.Key_F8)
    assert window.desk.verdict is selected
    assert review.source.page.number.text() == "ACME000001"
    assert review.draft.line.says.text().endswith("<b>Nothing is open.</b>")


def test_a_key_that_does_nothing_says_why(qtbot: QtBot, section: ReviewSection) -> None:
    says = section.draft.line.says
    section.draft.editor.setFocus()
    _press(qtbot, Qt.Key.Key_Return, ALT)
    assert says.text().endswith("<b>No claim is selected.</b>")
    click_words(qtbot, section, "January 11, 2026")
    assert "<b>No claim" not in says.text()
    _press(qtbot, Qt.Key.Key_Return, ALT)
    assert says.text().endswith("<b>The claim is supported: there is nothing to change.</b>")
    _press(qtbot, Qt.Key.Key_Return, CTRL)
    assert says.text().endswith("<b>The claim is supported: there is nothing to sign for.</b>")
    _press(qtbot, Qt.Key.Key_Return, CTRL | SHIFT)
    assert says.text().endswith("<b>Nobody signed for it.</b>")
    section.draft.editor.go_to_paragraph(4)
    _type(qtbot, " I paid $777.77 then.")
    qtbot.waitUntil(lambda: "$777.77" in [m.verdict.claim.text for m in section.session.marks])
    click_words(qtbot, section, "$777.77")
    _press(qtbot, Qt.Key.Key_Return, ALT)
    assert says.text().endswith("<b>The record has nothing near it to suggest.</b>")


def test_the_open_draft_has_visible_ways_back_to_the_list(qtbot: QtBot, window: MainWindow) -> None:
    drafts = drafts_of(window)
    for way in (drafts.review.draft.all_drafts, window.top.tabs["drafts"]):  # type: ignore[index]
        window.desk.draft_asked.emit(DRAFT)
        qtbot.waitUntil(way.isVisible)
        click(qtbot, way)
        assert drafts.stack.currentWidget() is drafts.list
        assert drafts.list.isVisible()
        qtbot.waitUntil(drafts.list.new.isVisible, timeout=10_000)
    assert "Ctrl+Shift+D" in drafts.review.draft.all_drafts.toolTip()
    window.desk.draft_asked.emit(DRAFT)
    click(qtbot, window.top.tabs["exhibits"])  # type: ignore[index]
    click(qtbot, window.top.tabs["drafts"])  # type: ignore[index]
    assert drafts.shows_draft  # coming from elsewhere, one finds it as it was left
