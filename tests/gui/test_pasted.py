"""Words that are pasted into a draft become its paragraphs; the numbers are the draft's own."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.desk import Desk
from app.gui.pasted import pasted
from app.gui.review import ReviewSection
from tests.gui.reviewing import reviewed

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
