"""What the review says of claims, signatures and drafts, in its list, its line and its tooltips."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter, QTextCursor, QTextLayout
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.actions import drafts
from app.domain.claim import Claim, ClaimKind, Verdict, VerdictKind
from app.domain.draft import Paragraph
from app.domain.review import Decision
from app.gui.desk import Desk
from app.gui.editor_marks import Mark
from app.gui.editor_paint import draw_initials, pieces
from app.gui.export import why_not_final
from app.gui.review import ReviewSection
from app.gui.review_words import brief, counts
from app.gui.tally import tally
from app.gui.theme import LIGHT
from app.workbench import Workbench
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask, click, click_words, mark, reviewed
from tests.gui.small_matter import DRAFT, NAME, save_draft
from tests.gui.whole_window import whole_window

pytestmark = pytest.mark.timeout(60)

BATES = "ACME000031"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    yield from reviewed(qtbot, desk)


def _verdict(text: str, reason: str, n: int = 0) -> Verdict:
    claim = Claim(f"k{n}", n, n + 1, ClaimKind.DATE, text, text)
    return Verdict(claim, VerdictKind.MISPLACED, reason=reason)


@pytest.mark.parametrize(
    ("text", "reason", "says"),
    [
        ("April 12, 2023", "April 12, 2023 stands on COLE000012, not on COLE000031.",
         "stands on COLE000012, not on COLE000031."),
        ("April\n12, 2023", "April 12, 2023 stands nowhere in the record.", "stands nowhere in the record."),
        ("April 2", "COLE000022 says April 10; the draft says April 2.", "COLE000022 says April 10"),
        ("COLE000024", "COLE000024 does not say this; COLE000025 does.", "does not say this; COLE000025 does."),
        ("$5", "$50.00 stands nowhere in the record.", "$50.00 stands nowhere in the record."),
    ],
)  # fmt: skip
def test_a_row_says_what_its_first_line_does_not(text: str, reason: str, says: str) -> None:
    assert brief(Mark(0, 5, _verdict(text, reason))) == says
    held = Decision("k0", "Dana Cole", "From memory.", "2026-01-01")
    assert brief(Mark(0, 5, _verdict(text, reason), held)) == "signed by Dana Cole: From memory."


def test_the_list_shows_the_useful_part_of_a_reason(section: ReviewSection) -> None:
    model = section.claims.model
    rows = [model.second_line(model.mark(model.index(i))) for i in range(model.rowCount())]
    assert rows[0] == "¶ 2 ACME000003 says April 20, 2026"
    assert rows[1].startswith("¶ 3 stands on ACME000001, not on ACME000004")


def test_every_number_is_written_alike() -> None:
    many = tuple(_verdict("x", "y", n) for n in range(1975))
    counted = counts(tally((verdict, None) for verdict in many))
    assert counted == "1,975 seen: 0 supported, 1,975 blocked"
    assert why_not_final(many) == "1,975 blocked"


def _tip(qtbot: QtBot, section: ReviewSection, words: str) -> None:
    """Rest the pointer on words of the draft until their tooltip is there."""
    editor = section.draft.editor
    cursor = editor.textCursor()
    cursor.setPosition(editor.now.to_editor(editor.now.raw.index(words) + 2))
    at = editor.cursorRect(cursor).center()
    QApplication.sendEvent(
        editor.viewport(), QHelpEvent(QHelpEvent.Type.ToolTip, at, editor.viewport().mapToGlobal(at))
    )
    qtbot.waitUntil(QToolTip.isVisible)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_tooltip_never_says_what_is_not_so_any_more(qtbot: QtBot, section: ReviewSection) -> None:
    line = section.draft.line
    click_words(qtbot, section, BATES)
    click(qtbot, line.sign_button)
    qtbot.keyClicks(line.name, "Dana Cole")
    qtbot.keyClicks(line.reason, "The log is being produced.")
    click(qtbot, line.confirm)
    qtbot.waitUntil(lambda: mark(section, BATES).signed is not None, timeout=10_000)
    _tip(qtbot, section, BATES)
    assert "signed by Dana Cole" in QToolTip.text()
    qtbot.keyClick(section.draft.editor, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: mark(section, BATES).signed is None, timeout=10_000)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    _tip(qtbot, section, BATES)
    assert "signed" not in QToolTip.text()


def test_a_signature_that_lapses_is_told_with_its_way_back(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    said: list[tuple[str, Any]] = []
    desk.said.connect(lambda text, offers: said.append((text, offers)))
    line, editor = section.draft.line, section.draft.editor
    click_words(qtbot, section, BATES)
    click(qtbot, line.sign_button)
    qtbot.keyClicks(line.name, "Dana Cole")
    qtbot.keyClicks(line.reason, "The log is being produced.")
    click(qtbot, line.confirm)
    qtbot.waitUntil(lambda: mark(section, BATES).signed is not None, timeout=10_000)
    click_words(qtbot, section, "site log")
    qtbot.keyClicks(editor, "x")
    qtbot.waitUntil(lambda: len(said) == 1, timeout=10_000)
    words = "The signature for “ACME000031” doesn't hold any more: its sentence, or a cite of it, has changed."
    assert said[0][0] == words
    ((_, undo),) = said[0][1]
    undo()
    qtbot.waitUntil(lambda: mark(section, BATES).signed is not None, timeout=10_000)
    qtbot.wait(100)
    assert len(said) == 1


def test_signatures_that_lapse_together_are_told_together(qtbot: QtBot, desk: Desk) -> None:
    """As many as a sentence has, and no more: those of the sentences beside it hold."""
    words = "On May 1, 2019 I paid $70.00, on May 2, 2019 I paid $80.00."

    async def make(bench: Workbench) -> str:
        draft = await save_draft(
            bench, NAME, (Paragraph(f"{words} On May 3, 2019 I paid $90.00."), Paragraph("It rained."))
        )
        for one in (await drafts.verify_draft(bench, draft)).open:
            await drafts.sign(bench, draft, one.claim.key, "Dana Cole", "The bank has it.")
        return draft

    desk.open_matter(NAME)
    draft = ask(qtbot, desk, make)
    section = ReviewSection(desk)
    qtbot.addWidget(section)
    section.resize(1200, 760)
    section.show()
    section.show_draft(draft)
    qtbot.waitUntil(lambda: section.session.marks.tally.signed == 6, timeout=20_000)
    said: list[str] = []
    desk.said.connect(lambda text, _offers: said.append(text))
    click_words(qtbot, section, "I paid $80")
    qtbot.keyClicks(section.draft.editor, "x")
    qtbot.waitUntil(lambda: section.session.marks.tally.signed == 2, timeout=10_000)
    held = "“May 1, 2019”, “$70.00”, “May 2, 2019” and one more"
    assert said == [f"4 signatures don't hold any more, for their sentences or cites have changed: {held}."]
    qtbot.keyClick(section.draft.editor, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: section.session.marks.tally.signed == 6, timeout=10_000)


def test_the_form_says_what_it_needs_and_enter_goes_there(qtbot: QtBot, section: ReviewSection) -> None:
    line = section.draft.line
    click_words(qtbot, section, BATES)
    click(qtbot, line.sign_button)
    assert line.name.hasFocus()  # the name comes first, until it is known
    assert line.name.placeholderText() == "yours, needed"
    assert line.reason.placeholderText() == "for the report, needed"
    qtbot.keyClicks(line.reason, "The log is being produced.")
    qtbot.keyClick(line.reason, Qt.Key.Key_Return)
    assert line.name.hasFocus()
    qtbot.keyClicks(line.name, "Dana Cole")
    qtbot.keyClick(line.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: mark(section, BATES).signed is not None, timeout=10_000)
    line.name.clear()
    click(qtbot, line.back_button)
    assert line.reason.placeholderText() == "may be left out"


def test_initials_stand_once_beside_a_quotation_of_several_lines(qtbot: QtBot) -> None:
    layout = QTextLayout("The hall was dry and the roof held all winter, as it was built to. " * 2)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(200)
        line.setPosition(QPointF(0, 40 * (layout.lineCount() - 1)))
    layout.endLayout()
    held = Decision("k0", "Dana Cole", "From memory.", "2026-01-01")
    signed = Mark(0, len(layout.text()), _verdict(layout.text(), "It stands nowhere.", 0), held)
    lines = [(signed, piece) for piece in pieces(layout, QPointF(0, 0), 0, len(layout.text()))]
    assert len(lines) > 2
    image = QImage(300, 400, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    draw_initials(painter, lines, 300, LIGHT)
    painter.end()
    written = [any(image.pixelColor(x, y) != QColor("white") for x in range(300)) for y in range(400)]
    assert sum(now and not before for before, now in pairwise([False, *written])) == 1


def test_a_draft_without_a_claim_says_so_beside_the_final_export(qtbot: QtBot, loop: QEventLoop, home: Any) -> None:
    with whole_window(qtbot, home) as whole:
        qtbot.waitUntil(lambda: len(whole.window.sections) == 4, timeout=20_000)
        qtbot.waitUntil(lambda: drafts_of(whole.window).list.drafts.count() == 1, timeout=20_000)

        async def make(bench: Workbench) -> str:
            return await save_draft(bench, NAME, (Paragraph("It rained."), Paragraph("It stopped.")))

        whole.desk.draft_asked.emit(ask(qtbot, whole.desk, make))
        export = whole.window.jobs.export
        qtbot.waitUntil(export.final.isEnabled, timeout=20_000)
        assert export.why.text() == "0 claims seen: nothing in it could be checked."
        whole.desk.draft_asked.emit(DRAFT)
        qtbot.waitUntil(export.open_claims.isVisible, timeout=20_000)
        review = drafts_of(whole.window).review
        review.draft.editor.moveCursor(QTextCursor.MoveOperation.Start)
        assert export.open_claims.text() == "3 blocked:"
