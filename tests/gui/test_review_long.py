"""A draft of 60 pages with 2,000 claims: it opens, scrolls, is typed in and compared without holding the window."""

import time
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.draft import Paragraph
from app.gui.desk import Desk
from app.gui.review import ReviewSection
from tests.gui.small_matter import NAME, save_draft
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(120)

_SENTENCE = "On April {day}, 2026 I wrote to Acme about {n} leaks in its roof. "
_PARAGRAPHS = 400


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    """The review with nothing open; ``small/d2`` is the long draft."""
    paragraphs = tuple(
        Paragraph("".join(_SENTENCE.format(day=1 + (n + i) % 28, n=n) for i in range(5)).strip())
        for n in range(_PARAGRAPHS)
    )
    made: list[str] = []
    desk.starter.start(lambda bench: save_draft(bench, NAME, paragraphs), made.append)
    qtbot.waitUntil(lambda: bool(made), timeout=20_000)
    shown = ReviewSection(desk)
    shown.resize(1200, 760)
    shown.show()
    desk.open_matter(NAME)
    qtbot.wait(300)
    yield shown
    shown.hide()
    qtbot.waitUntil(lambda: not desk.starter._tasks, timeout=60_000)
    shiboken6.delete(shown)


def test_two_thousand_claims_never_hold_the_window_for_long(qtbot: QtBot, section: ReviewSection, watch: Watch) -> None:
    section.show_draft(f"{NAME}/d2")
    editor = section.draft.editor
    qtbot.waitUntil(lambda: len(editor.now.numbers) == _PARAGRAPHS, timeout=20_000)  # to be read before it is checked
    qtbot.waitUntil(lambda: len(section.session.marks) >= 2000, timeout=60_000)
    assert section.claims.foot.text().startswith("2,000 seen")
    bar = editor.verticalScrollBar()
    for step in range(1, 11):
        bar.setValue(bar.maximum() * step // 10)
        qtbot.wait(20)
    editor.go_to_paragraph(_PARAGRAPHS // 2)
    qtbot.keyClicks(editor, " In May it was May 2, 2026.", delay=15)
    for mark in list(editor.marks)[::97]:  # moved along with the words, while the check is on its way
        assert editor.now.raw[mark.start : mark.end] == mark.verdict.claim.text
    for _ in range(5):
        qtbot.keyClick(editor, Qt.Key.Key_F8)
        qtbot.wait(30)
    qtbot.waitUntil(lambda: len(section.session.marks) >= 2001, timeout=60_000)


def test_two_long_versions_are_compared_piece_by_piece(qtbot: QtBot, section: ReviewSection, watch: Watch) -> None:
    section.show_draft(f"{NAME}/d2")
    editor, versions = section.draft.editor, section.draft.versions
    qtbot.waitUntil(lambda: len(editor.now.numbers) == _PARAGRAPHS and not editor.isReadOnly(), timeout=20_000)
    editor.go_to_paragraph(3)
    qtbot.keyClicks(editor, " And again.", delay=5)
    qtbot.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: section.session.saved, timeout=20_000)
    section.draft.versions_pill.click()
    began = time.perf_counter()
    qtbot.waitUntil(lambda: f"paragraphs that differ: 1 of {_PARAGRAPHS}" in versions.told.text(), timeout=60_000)
    qtbot.waitUntil(lambda: not versions.drawing, timeout=60_000)
    assert time.perf_counter() - began < 30
