"""What the bottom of the window says of the open draft holds for exactly the words that stand in the editor."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.actions import drafts
from app.domain.draft import Paragraph
from app.gui.main_window import MainWindow
from app.workbench import Workbench
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import DRAFT, NAME, save_draft
from tests.gui.whole_window import ready_window

pytestmark = pytest.mark.timeout(90)

RIGHT = (
    Paragraph("I hired Acme Roofing on January 11, 2026.", ("ACME000001",)),
    Paragraph("I wrote to Acme on April 20, 2026.", ("ACME000003",)),
)
PASTED = "\n".join(f"On May {n % 28 + 1}, 2019 I paid ${n + 20_000:,}.50 to the contractor." for n in range(400))


@pytest.fixture
def window(qtbot: QtBot, loop: QEventLoop, home: Path) -> Iterator[MainWindow]:
    yield from ready_window(qtbot, home)


class Offered(QObject):
    """Notes whenever the final export is offered while the words aren't checked and stored."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.times = 0
        self.too_soon: list[str] = []
        window.jobs.export.final.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() is QEvent.Type.EnabledChange and self._window.jobs.export.final.isEnabled():
            self.times += 1
            session = drafts_of(self._window).review.session
            about = [verdict.claim.text for verdict, _ in session.marks.what]
            amounts = session.now.raw.count("$")
            if not session.saved or sum(words.startswith("$") for words in about) != amounts:
                self.too_soon.append(session.now.raw[-40:])
        return False


def _supported(qtbot: QtBot, window: MainWindow) -> None:
    """Open a draft that may go out as final."""

    async def make(bench: Workbench) -> str:
        return await save_draft(bench, NAME, RIGHT)

    window.desk.draft_asked.emit(ask(qtbot, window.desk, make))
    qtbot.waitUntil(window.jobs.export.final.isEnabled, timeout=20_000)


def test_the_final_export_waits_for_the_check_of_what_was_pasted(qtbot: QtBot, window: MainWindow) -> None:
    _supported(qtbot, window)
    review, export = drafts_of(window).review, window.jobs.export
    offered, editor = Offered(window), review.draft.editor
    editor.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.keyClick(editor, Qt.Key.Key_A)
    assert not export.final.isEnabled()  # from the first key on
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)
    QApplication.clipboard().setText(PASTED)
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert not export.final.isEnabled()
    qtbot.waitUntil(lambda: review.claims.count.text() == "800", timeout=60_000)
    qtbot.waitUntil(export.open_claims.isVisible, timeout=60_000)
    assert export.open_claims.text() == "800 blocked:"
    assert review.claims.foot.text() == "804 seen: 4 supported, 800 blocked"
    assert offered.too_soon == []


def test_the_final_export_comes_back_with_the_words_that_were_checked(qtbot: QtBot, window: MainWindow) -> None:
    _supported(qtbot, window)
    review, export = drafts_of(window).review, window.jobs.export
    offered, editor = Offered(window), review.draft.editor
    editor.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(editor, Qt.Key.Key_Space)
    assert export.final.isEnabled()  # a space at the end is none of the words
    for key in "It is $7.":
        qtbot.keyClicks(editor, key)
        assert not export.final.isEnabled()
        assert export.why.text() == "Saving the last words …"
        qtbot.wait(30)
    qtbot.waitUntil(lambda: export.open_claims.text() == "1 blocked:" and export.open_claims.isVisible())
    editor.setFocus()
    for _ in " It is $7.":
        qtbot.keyClick(editor, Qt.Key.Key_Backspace)
        qtbot.wait(10)
    qtbot.waitUntil(export.final.isEnabled, timeout=20_000)
    assert offered.times >= 1
    assert offered.too_soon == []


def test_the_count_at_the_bottom_is_that_of_the_list_at_every_moment(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.draft_asked.emit(DRAFT)
    review, export = drafts_of(window).review, window.jobs.export
    qtbot.waitUntil(export.open_claims.isVisible, timeout=20_000)
    differed: list[tuple[str, str]] = []

    def compare() -> None:
        if export.open_claims.isVisible() and export.open_claims.text() != f"{review.claims.count.text()} blocked:":
            differed.append((export.open_claims.text(), review.claims.count.text()))

    review.session.told.connect(lambda _: compare())
    review.claims.counted.connect(lambda *_: compare())
    editor = review.draft.editor
    editor.go_to_paragraph(4)
    for key in " I paid $777.77 and $888.88.":
        qtbot.keyClicks(editor, key)
        compare()
        qtbot.wait(25)
        compare()
    listed = int(review.claims.count.text())
    qtbot.waitUntil(lambda: export.open_claims.isVisible() and export.open_claims.text() == f"{listed} blocked:")
    assert differed == []
    assert listed == len(ask(qtbot, window.desk, lambda bench: drafts.verify_draft(bench, DRAFT)).open)


def test_the_line_under_a_draft_that_is_opened_says_what_the_list_says(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.draft_asked.emit(DRAFT)
    review = drafts_of(window).review
    shown: list[str] = []
    review.claims.counted.connect(lambda words, _next: shown.append(words))
    qtbot.waitUntil(lambda: len(review.session.marks) > 5, timeout=20_000)
    assert review.claims.foot.text() in review.draft.line.says.text()
    assert "supported" in review.draft.line.says.text()
    assert shown == [review.claims.foot.text()]  # never "0 seen" of words nobody looked at


def test_words_that_are_typed_while_a_draft_opens_are_checked_too(qtbot: QtBot, window: MainWindow) -> None:
    window.desk.draft_asked.emit(DRAFT)
    review, export = drafts_of(window).review, window.jobs.export
    editor = review.draft.editor
    qtbot.waitUntil(lambda: editor.now.raw != "" and not editor.isReadOnly(), timeout=20_000)
    editor.go_to_paragraph(4)
    qtbot.keyClicks(editor, " I paid $777.77.")
    qtbot.waitUntil(export.open_claims.isVisible, timeout=20_000)
    assert "$777.77" in [verdict.claim.text for verdict, _ in review.session.marks.what]
    assert export.open_claims.text() == f"{review.claims.count.text()} blocked:"
