"""A draft that is opened: the keys wait for it, and its cursor stands where the work is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.domain.draft import Paragraph
from app.domain.errors import AppError
from app.gui.main_window import MainWindow
from app.gui.review import ReviewSection
from app.workbench import Workbench
from tests.gui.places import click_row, drafts_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import DRAFT, NAME, save_draft
from tests.gui.watch import Watch
from tests.gui.whole_window import ready_window

pytestmark = pytest.mark.timeout(90)

FINE = "I hired Acme Roofing on January 11, 2026."
RIGHT = tuple(Paragraph(f"{n} times I said that {FINE}", ("ACME000001",)) for n in range(40))
WRONG = (*RIGHT, Paragraph("I wrote to Acme on April 12, 2026.", ("ACME000003",)), *RIGHT)


@pytest.fixture
def window(qtbot: QtBot, loop: QEventLoop, home: Path) -> Iterator[MainWindow]:
    yield from ready_window(qtbot, home)


def saved(qtbot: QtBot, window: MainWindow, *drafts: tuple[Paragraph, ...]) -> list[str]:
    """More drafts of the matter, and their ids."""

    async def save(bench: Workbench) -> list[str]:
        return [await save_draft(bench, NAME, paragraphs) for paragraphs in drafts]

    return ask(qtbot, window.desk, save)


def opened(qtbot: QtBot, review: ReviewSection, draft: str) -> None:
    qtbot.waitUntil(lambda: review.session.id == draft and review.session.checked, timeout=30_000)
    qtbot.waitUntil(lambda: not review.draft.editor.isReadOnly(), timeout=10_000)


def focused() -> QWidget | None:
    return QApplication.focusWidget()


def test_keys_right_after_a_draft_was_asked_for_press_nothing(qtbot: QtBot, window: MainWindow, watch: Watch) -> None:
    with watch.paused():
        review, drafts = drafts_of(window).review, drafts_of(window)
        qtbot.mouseClick(window.top.panels["boards"], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(window.boards.cards), timeout=20_000)
        pressed: list[str] = []
        for button in window.findChildren(QAbstractButton):
            button.pressed.connect(lambda button=button: pressed.append(button.text()))
        qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: window.stack.currentWidget() is drafts)
    click_row(qtbot, drafts.list.drafts, 0)
    assert review.draft.editor.isReadOnly()
    while review.draft.editor.isReadOnly():
        at = focused()
        assert at is not None
        assert not isinstance(at, QAbstractButton)
        qtbot.keyClick(at, Qt.Key.Key_Space)
        qtbot.keyClick(at, Qt.Key.Key_Return)
        qtbot.wait(1)
    opened(qtbot, review, DRAFT)
    assert focused() is review.draft.editor
    assert pressed == []
    first = review.session.now.raw
    qtbot.keyClick(focused(), Qt.Key.Key_X)
    assert review.session.now.raw == first.replace("April 12", "xApril 12")  # the first open claim


def test_what_is_typed_while_another_draft_is_on_its_way_goes_into_none(qtbot: QtBot, window: MainWindow) -> None:
    review = drafts_of(window).review
    (other,) = saved(qtbot, window, RIGHT)
    window.desk.draft_asked.emit(DRAFT)
    opened(qtbot, review, DRAFT)
    before = review.session.now.raw
    window.desk.draft_asked.emit(other)
    qtbot.keyClicks(focused(), "lost words")
    assert review.draft.editor.now.raw == before
    opened(qtbot, review, other)
    assert "lost" not in review.session.now.raw
    window.desk.draft_asked.emit(DRAFT)
    opened(qtbot, review, DRAFT)
    assert review.session.now.raw == before
    assert review.session.draft is not None
    assert review.session.draft.version == 1


def test_a_draft_that_does_not_come_leaves_the_one_before(qtbot: QtBot, window: MainWindow) -> None:
    review = drafts_of(window).review
    window.desk.draft_asked.emit(DRAFT)
    opened(qtbot, review, DRAFT)
    window.desk.draft_asked.emit(f"{NAME}/d77")
    assert review.draft.editor.isReadOnly()
    qtbot.waitUntil(lambda: not review.draft.editor.isReadOnly(), timeout=10_000)
    qtbot.keyClicks(review.draft.editor, "x")
    assert review.session.now.raw.count("x") == review.session._saved.raw.count("x") + 1


def test_another_verb_that_fails_lets_no_words_into_the_draft_that_is_left(qtbot: QtBot, window: MainWindow) -> None:
    review = drafts_of(window).review
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: not review.draft.editor.isReadOnly(), timeout=20_000)
    window.desk.draft_asked.emit(DRAFT)
    assert review.draft.editor.isReadOnly()
    window.desk.starter.failed.emit(AppError("The disk is full."))
    assert review.draft.editor.isReadOnly()
    qtbot.waitUntil(lambda: not review.draft.editor.isReadOnly(), timeout=20_000)


def test_the_cursor_stands_at_the_first_open_claim_in_sight(qtbot: QtBot, window: MainWindow, watch: Watch) -> None:
    review = drafts_of(window).review
    editor = review.draft.editor
    with watch.paused():
        wrong, right = saved(qtbot, window, WRONG, RIGHT)
    for draft, words in ((wrong, "April 12, 2026"), (right, "0 times"), (wrong, "April 12, 2026")):
        window.desk.draft_asked.emit(draft)
        opened(qtbot, review, draft)
        assert editor.now.raw[editor.place :].startswith(words)
        assert editor.viewport().rect().contains(editor.cursorRect().center())
        assert window.desk.verdict is None
    qtbot.keyClick(editor, Qt.Key.Key_F8)
    assert window.desk.verdict is not None
    assert window.desk.verdict.claim.text == "April 12, 2026"


def test_the_cursor_stays_where_the_person_has_put_it(qtbot: QtBot, window: MainWindow) -> None:
    review = drafts_of(window).review
    (wrong,) = saved(qtbot, window, WRONG)
    window.desk.draft_asked.emit(wrong)
    qtbot.waitUntil(lambda: review.session.id == wrong and not review.draft.editor.isReadOnly(), timeout=20_000)
    if not review.session.checked:
        qtbot.keyClick(review.draft.editor, Qt.Key.Key_Down)
        opened(qtbot, review, wrong)
        assert not review.draft.editor.now.raw[review.draft.editor.place :].startswith("April 12")
