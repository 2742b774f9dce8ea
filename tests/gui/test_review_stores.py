"""What is done while words are still being stored: it follows when they are, and no word is lost."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app import actions
from app.gui.desk import Desk, Section
from app.gui.review import ReviewSection
from app.workbench import Workbench
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask, click, click_words, mark, reviewed
from tests.gui.small_matter import DRAFT, NAME, PARAGRAPHS, save_draft
from tests.gui.whole_window import whole_window

pytestmark = pytest.mark.timeout(120)

BATES = "ACME000031"
_HELD_S = 1.5


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    yield from reviewed(qtbot, desk)


def _hold(desk: Desk) -> None:
    """The disk of the matter is slow for a while."""

    async def hold(bench: Workbench) -> None:
        opened = await bench.matter(NAME)
        await opened.store.write(lambda _session: time.sleep(_HELD_S))

    desk.starter.start(hold, keep=True)


def _type_while_storing(qtbot: QtBot, desk: Desk, section: ReviewSection) -> None:
    """Words that are being stored, and more after them that aren't."""
    editor = section.draft.editor
    editor.go_to_paragraph(1)
    _hold(desk)
    qtbot.keyClicks(editor, " Stored first.")
    qtbot.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert "saving" in section.draft.about.text()
    qtbot.keyClicks(editor, " Typed meanwhile.")


def test_a_claim_is_signed_for_while_words_are_being_stored(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    _type_while_storing(qtbot, desk, section)
    line = section.draft.line
    click_words(qtbot, section, BATES)
    click(qtbot, line.sign_button)
    qtbot.keyClicks(line.name, "Dana Cole")
    qtbot.keyClicks(line.reason, "The log is being produced.")
    assert "saving" in section.draft.about.text()
    qtbot.keyClick(line.reason, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: mark(section, BATES).signed is not None, timeout=10_000)
    qtbot.waitUntil(lambda: section.session.saved, timeout=10_000)


def test_words_that_were_typed_while_others_were_stored_outlive_another_draft(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    ask(qtbot, desk, lambda bench: actions.matters.new_matter(bench, "Other"))
    other = ask(qtbot, desk, lambda bench: save_draft(bench, "Other", PARAGRAPHS[:2]))
    _type_while_storing(qtbot, desk, section)
    section.show_draft(DRAFT)
    section.show_draft(other)  # the last that was asked for is shown, whichever is there first
    qtbot.waitUntil(lambda: section.session.id == other, timeout=20_000)
    qtbot.waitUntil(lambda: not desk.starter._tasks, timeout=20_000)
    assert section.session.id == other
    text = ask(qtbot, desk, lambda bench: actions.drafts.show_draft(bench, DRAFT)).text
    assert "Stored first. Typed meanwhile." in text


def test_words_that_were_typed_while_others_were_stored_outlive_the_window(
    qtbot: QtBot, loop: QEventLoop, home: Path
) -> None:
    with whole_window(qtbot, home, matter=NAME) as whole:
        qtbot.waitUntil(lambda: Section.LOG in whole.window.sections and whole.desk.matter == NAME, timeout=20_000)
        whole.desk.draft_asked.emit(DRAFT)
        review = drafts_of(whole.window).review
        qtbot.waitUntil(lambda: len(review.session.marks) > 5, timeout=20_000)
        _type_while_storing(qtbot, whole.desk, review)
        whole.close()
    with whole_window(qtbot, home, matter=NAME) as again:
        qtbot.waitUntil(lambda: again.desk.matter == NAME, timeout=20_000)
        text = ask(qtbot, again.desk, lambda bench: actions.drafts.show_draft(bench, DRAFT)).text
    assert "Stored first. Typed meanwhile." in text


def test_words_are_stored_while_somebody_types_without_a_pause(qtbot: QtBot, section: ReviewSection) -> None:
    store, editor = section.session._store, section.draft.editor
    store._latest.setInterval(1_500)  # as after ten seconds
    before = section.session.draft
    assert before is not None
    editor.go_to_paragraph(1)
    started = time.monotonic()
    while section.session.draft is before and time.monotonic() - started < 20:
        qtbot.keyClicks(editor, "a")
        assert store._soon.isActive() or store.busy  # the pause that would store them never comes
        qtbot.wait(100)
    assert section.session.draft is not None
    assert section.session.draft.version == before.version + 1
