"""Who signed last is known at the next start, also after a kill: nobody types a name again for each claim."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from tests.gui.places import drafts_of
from tests.gui.reviewing import click, click_words
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.whole_window import whole_window

pytestmark = pytest.mark.timeout(90)


def test_the_signers_name_is_kept_as_soon_as_it_was_used(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    with whole_window(qtbot, home, matter=NAME) as whole:
        qtbot.waitUntil(lambda: len(whole.window.sections) == 4 and whole.desk.matter == NAME, timeout=20_000)
        whole.desk.draft_asked.emit(DRAFT)
        review = drafts_of(whole.window).review
        qtbot.waitUntil(lambda: review.session.checked, timeout=20_000)
        qtbot.wait(1_500)
        line = review.draft.line
        click_words(qtbot, review, "ACME000031")
        click(qtbot, line.sign_button)
        qtbot.keyClicks(line.reason, "The log is being produced.")
        qtbot.keyClicks(line.name, "Ann Cole")
        qtbot.keyClick(line.name, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(review.session.decisions), timeout=10_000)
        qtbot.waitUntil(lambda: "Ann Cole" in (home / "window.ini").read_text(), timeout=10_000)  # a kill may come
    with whole_window(qtbot, home, matter=NAME) as again:
        qtbot.waitUntil(lambda: len(again.window.sections) == 4 and again.desk.matter == NAME, timeout=20_000)
        assert drafts_of(again.window).review.draft.line.name.text() == "Ann Cole"
