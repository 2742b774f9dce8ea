"""Words that are pasted into a draft become its paragraphs; the numbers are the draft's own."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import actions
from app.gui.desk import Desk
from app.gui.pasted import pasted
from app.gui.review import ReviewSection
from tests.gui.reviewing import ask, reviewed
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    yield from reviewed(qtbot, desk)


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("199. On May 3 it rained.\n\n200. On August 4 it stopped.\n", "On May 3 it rained.\nOn August 4 it stopped."),
        ("(1) One.\n(2) Two.", "One.\nTwo."),
        ("1) One.\n2) Two.\n3) Three.", "One.\nTwo.\nThree."),
        ("FACTS\n1. One.\n2. Two.\nLAW\n3. Three.", "FACTS\nOne.\nTwo.\nLAW\nThree."),
        # no numbers of paragraphs: a day of the month, years, sums, a list that isn't in order
        ("12. März 2021 war ein Freitag.", "12. März 2021 war ein Freitag."),
        ("12. März 2021.\nEs regnete.", "12. März 2021.\nEs regnete."),
        ("2021. It rained.\n2019. It didn't.", "2021. It rained.\n2019. It didn't."),
        ("12.50 was paid.\n13.50 was not.", "12.50 was paid.\n13.50 was not."),
        ("one line\n", "one line\n"),
        ("one\n\n", "one"),
    ],
)
def test_paragraphs_lose_the_numbers_that_count_them_and_nothing_else(text: str, becomes: str) -> None:
    assert pasted(text, "", "") == becomes


def test_numbered_paragraphs_never_run_into_the_words_around_them() -> None:
    assert pasted("1. One.\n2. Two.", "It rained.", "Then it stopped.") == "\nOne.\nTwo.\n"
    assert pasted("One.\nTwo.", "It rained. ", "") == "One.\nTwo."


def test_a_pasted_declaration_stands_under_the_drafts_own_numbers(qtbot: QtBot, section: ReviewSection) -> None:
    editor = section.draft.editor
    before = editor.now.raw
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QApplication.clipboard().setText("7. On May 3, 2026 it rained.\n\n8. On August 4, 2026 it stopped.\n")
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert editor.now.paragraphs[4:] == ["On May 3, 2026 it rained.", "On August 4, 2026 it stopped."]
    assert editor.now.numbers == (1, 2, 3, 4, 5, 6)
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.now.raw == before  # one step


def test_a_long_paste_comes_in_pieces_and_is_one_step_to_undo(
    qtbot: QtBot, section: ReviewSection, watch: Watch
) -> None:
    """200 paragraphs with 2,000 dates and sums: put in at once they held the window for 54 ms."""
    editor = section.draft.editor
    before = editor.now.raw
    sentence = "On May {day}, 2026 it rained and cost ${n},000.00. "
    lines = ["".join(sentence.format(day=1 + (n + i) % 28, n=n + i + 1) for i in range(5)).strip() for n in range(200)]
    editor.go_to_paragraph(2)
    QApplication.clipboard().setText("\n".join(lines))
    watch.lap()
    editor.paste()
    watch.lap()
    qtbot.waitUntil(lambda: not editor.isReadOnly() and len(editor.now.paragraphs) > 200, timeout=20_000)
    assert editor.now.raw.endswith(before.split("\n")[-1])  # what stood after it still does
    assert [line for line in editor.now.raw.split("\n") if line in lines[1:-1]] == lines[1:-1]
    qtbot.waitUntil(lambda: len(section.session.marks) > 2000, timeout=60_000)
    with watch.paused():  # Qt takes the step back in one call
        qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.now.raw == before


def test_all_of_a_long_paste_is_stored_though_another_draft_is_opened_at_once(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    editor = section.draft.editor
    lines = [f"On May {1 + n % 28}, 2026 it rained for the time number {n}." for n in range(200)]
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QApplication.clipboard().setText("\n".join(lines))
    editor.paste()
    assert editor.isReadOnly()  # the rest is still to come
    section.show_draft(section.session.id)
    assert editor.toPlainText().endswith(lines[-1])
    qtbot.waitUntil(lambda: bool(section.session.draft and section.session.draft.version == 2), timeout=20_000)
    stored = ask(qtbot, desk, lambda bench: actions.drafts.show_draft(bench, section.session.id))
    assert [p.text for p in stored.paragraphs][-199:] == lines[1:]
