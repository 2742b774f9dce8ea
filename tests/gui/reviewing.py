"""A draft in review, and what tests do with it again and again."""

from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.gui.desk import Desk
from app.gui.editor_marks import Mark
from app.gui.review import ReviewSection
from app.workbench import Workbench
from tests.gui.small_matter import DRAFT, NAME

T = TypeVar("T")


def reviewed(qtbot: QtBot, desk: Desk, draft: str = DRAFT, claims: int = 5) -> Iterator[ReviewSection]:
    """The review of a draft with more than so many claims, checked."""
    shown = ReviewSection(desk)
    shown.resize(1200, 760)
    shown.show()
    desk.open_matter(NAME)
    shown.show_draft(draft)
    qtbot.waitUntil(lambda: len(shown.session.marks) > claims, timeout=20_000)
    qtbot.waitUntil(lambda: bool(shown.session.attacks), timeout=20_000)
    yield shown
    shown.hide()  # what was typed is saved while the core still lives
    qtbot.waitUntil(lambda: not desk.starter._tasks, timeout=20_000)
    shiboken6.delete(shown)


def mark(section: ReviewSection, words: str) -> Mark:
    return next(m for m in section.session.marks if m.verdict.claim.text == words)


def click(qtbot: QtBot, widget: QWidget) -> None:
    assert widget.isVisible()
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def click_words(qtbot: QtBot, section: ReviewSection, words: str) -> None:
    editor = section.draft.editor
    cursor = editor.textCursor()
    cursor.setPosition(editor.now.to_editor(editor.now.raw.index(words) + 2))
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=editor.cursorRect(cursor).center())


def ask(qtbot: QtBot, desk: Desk, verb: Callable[[Workbench], Coroutine[Any, Any, T]]) -> T:
    """What a verb gives, run in the core as the window would run it."""
    found: list[T] = []
    desk.starter.start(verb, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=10_000)
    return found[0]
