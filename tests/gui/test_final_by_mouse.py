"""From open claims to the final copy by clicks: sign for each, export, take one signature back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.gui.main_window import MainWindow
from tests.gui.places import drafts_of
from tests.gui.reviewing import click, click_words, mark
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.whole_window import whole_window

pytestmark = pytest.mark.timeout(90)


def _export(qtbot: QtBot, window: MainWindow, target: Path) -> None:
    click(qtbot, window.jobs.export.final)
    dialog = window.findChild(QFileDialog)
    qtbot.waitUntil(dialog.isVisible)
    dialog.setDirectory(str(target.parent))
    field = dialog.findChild(QLineEdit)
    field.clear()
    qtbot.keyClicks(field, target.name)
    save = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    click(qtbot, save)


def test_every_claim_signed_for_then_exported_as_final_and_blocked_again(
    qtbot: QtBot, loop: QEventLoop, home: Path, tmp_path: Path
) -> None:
    with whole_window(qtbot, home) as whole:
        window = whole.window
        qtbot.waitUntil(lambda: len(window.sections) == 4, timeout=20_000)
        whole.desk.open_matter(NAME)
        whole.desk.draft_asked.emit(DRAFT)
        review = drafts_of(window).review
        qtbot.waitUntil(lambda: len(review.session.marks) > 5, timeout=20_000)
        export, line = window.jobs.export, review.draft.line
        qtbot.waitUntil(lambda: "blocked" in export.final.toolTip(), timeout=20_000)
        for words in [m.verdict.claim.text for m in review.session.marks if m.open]:
            still = sum(m.open for m in review.session.marks)
            at = review.claims.model.index(0)
            place = review.claims.list.visualRect(at).center()
            qtbot.mouseClick(review.claims.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
            assert whole.desk.verdict is not None
            assert whole.desk.verdict.claim.text == words
            click(qtbot, line.sign_button)
            line.name.clear()
            qtbot.keyClicks(line.name, "Dana Cole")
            qtbot.keyClicks(line.reason, f"I know that {words} is right.")
            click(qtbot, line.confirm)
            qtbot.waitUntil(lambda was=still: sum(m.open for m in review.session.marks) < was, timeout=10_000)
        qtbot.waitUntil(export.final.isEnabled, timeout=20_000)
        assert export.why.text() == "Every claim is supported or signed for:"
        target = tmp_path / "final.docx"
        _export(qtbot, window, target)
        qtbot.waitUntil(lambda: window.notice.text.text().startswith("Written: final.docx"), timeout=30_000)
        assert target.is_file()
        assert (tmp_path / "final.verification.docx").is_file()
        assert not window.jobs.titles
        click_words(qtbot, review, "ACME000031")
        click(qtbot, line.back_button)
        qtbot.waitUntil(lambda: mark(review, "ACME000031").open, timeout=10_000)
        qtbot.waitUntil(lambda: not export.final.isEnabled(), timeout=20_000)
        assert export.final.toolTip() == "Not yet: 1 blocked."
