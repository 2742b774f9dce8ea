"""The review with real clicks and keys: marks, selection everywhere, F8, the suggestion, signing, attacks, versions."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.actions import drafts, review
from app.domain.claim import ClaimKind, Verdict, VerdictKind
from app.domain.review import AttackAnswer
from app.gui.desk import Desk, PageRef
from app.gui.editor_marks import Mark
from app.gui.review import ReviewSection
from app.gui.theme import DARK
from app.workbench import Workbench
from tests.gui.small_matter import DRAFT, NAME

pytestmark = pytest.mark.timeout(60)
T = TypeVar("T")


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    """The review of the small matter's draft, checked."""
    shown = ReviewSection(desk)
    shown.resize(1200, 760)
    shown.show()
    desk.open_matter(NAME)
    shown.show_draft(DRAFT)
    qtbot.waitUntil(lambda: len(shown.session.marks) > 5, timeout=20_000)
    qtbot.waitUntil(lambda: bool(shown.session.attacks), timeout=20_000)
    yield shown
    shown.hide()  # what was typed is saved while the core still lives
    qtbot.waitUntil(lambda: not desk.starter._tasks, timeout=20_000)
    shiboken6.delete(shown)


def _mark(section: ReviewSection, words: str) -> Mark:
    return next(m for m in section.session.marks if m.verdict.claim.text == words)


def _click_words(qtbot: QtBot, section: ReviewSection, words: str) -> None:
    editor = section.draft.editor
    cursor = editor.textCursor()
    cursor.setPosition(editor.now.to_editor(editor.now.raw.index(words) + 2))
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=editor.cursorRect(cursor).center())


def _rows(section: ReviewSection) -> list[str]:
    model = section.claims.model
    return [model.mark(model.index(row)).verdict.claim.text for row in range(model.rowCount())]


def _current_row(section: ReviewSection) -> str:
    return section.claims.model.mark(section.claims.list.currentIndex()).verdict.claim.text


def _ask(qtbot: QtBot, desk: Desk, verb: Callable[[Workbench], Coroutine[Any, Any, T]]) -> T:
    """What a verb gives, run in the core as the window would run it."""
    found: list[T] = []
    desk.starter.start(verb, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=10_000)
    return found[0]


def test_claims_are_listed_in_the_order_of_the_text_with_what_was_seen(section: ReviewSection) -> None:
    assert _rows(section)[0] == "April 12, 2026"
    assert all(m.open for m in (section.claims.model.mark(section.claims.model.index(0)),))
    seen = len(section.session.marks)
    open_ = sum(m.open for m in section.session.marks)
    assert section.claims.count.text() == str(open_)
    assert section.claims.foot.text().startswith(f"{seen} seen: {seen - open_} supported, {open_} blocked")


def test_kinds_that_were_not_seen_are_named_too(qtbot: QtBot, section: ReviewSection) -> None:
    qtbot.mouseClick(section.claims.more, Qt.MouseButton.LeftButton)
    assert section.claims.by_kind.isVisible()
    texts = [section.claims.filter.itemText(i) for i in range(section.claims.filter.count())]
    assert texts[:2] == ["Open claims", "All claims"]
    assert "Docket numbers: 0 seen, 0 open" in texts
    assert len(texts) == 2 + len(ClaimKind)


def test_the_filter_lists_one_kind(section: ReviewSection) -> None:
    at = section.claims.filter.findText("Amounts", Qt.MatchFlag.MatchStartsWith)
    section.claims.filter.setCurrentIndex(at)
    assert set(_rows(section)) == {"$12,500.00"}


def test_a_click_in_the_draft_selects_the_claim_in_list_line_and_page(qtbot: QtBot, section: ReviewSection) -> None:
    _click_words(qtbot, section, "April 12, 2026")
    assert _current_row(section) == "April 12, 2026"
    assert "ACME000003 says April 20, 2026" in section.draft.line.says.text()
    assert section.draft.line.take_button.text() == "Take “April 20, 2026”"
    qtbot.waitUntil(lambda: section.source.page.number.text() == "ACME000003", timeout=10_000)
    qtbot.waitUntil(lambda: bool(section.source.page.canvas.boxes), timeout=10_000)
    kinds = [kind for _, kind in section.source.page.canvas.boxes]
    assert "contradict" in kinds


def test_a_click_in_the_list_selects_the_claim_in_the_draft(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    row = _rows(section).index("ACME000031")
    pos = section.claims.list.visualRect(section.claims.model.index(row)).center()
    qtbot.mouseClick(section.claims.list.viewport(), Qt.MouseButton.LeftButton, pos=pos)
    assert desk.verdict is not None
    assert desk.verdict.claim.text == "ACME000031"
    editor = section.draft.editor
    assert editor.marks.at(editor.place) == _mark(section, "ACME000031")
    # no page bears that number: the page that it seems to mean is shown
    assert desk.verdict.suggestion == "ACME000001"
    qtbot.waitUntil(lambda: section.source.page.number.text() == "ACME000001", timeout=10_000)


def test_a_claim_without_a_source_says_so_where_the_page_would_be(qtbot: QtBot, section: ReviewSection) -> None:
    assert section.source.empty.title.text() == "The source comes here"
    section.draft.editor.go_to_paragraph(4)
    qtbot.keyClicks(section.draft.editor, " I paid $777.77.")
    qtbot.waitUntil(lambda: "$777.77" in _rows(section))
    _click_words(qtbot, section, "$777.77")
    qtbot.waitUntil(lambda: "stands nowhere in the record" in section.source.empty.text.text(), timeout=10_000)
    assert section.source.faces.currentWidget() is section.source.empty
    assert not section.source.open_button.isEnabled()


def test_f8_goes_through_the_open_claims_and_around(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    section.draft.editor.setFocus()
    visited = []
    for _ in range(len(_rows(section)) + 1):
        qtbot.keyClick(section.draft.editor, Qt.Key.Key_F8)
        visited.append(_current_row(section))
    assert visited == [*_rows(section), _rows(section)[0]]
    qtbot.keyClick(section.draft.editor, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert _current_row(section) == _rows(section)[-1]


def test_alt_enter_takes_the_suggestion_in_one_step_and_goes_on(qtbot: QtBot, section: ReviewSection) -> None:
    editor = section.draft.editor
    before = editor.now.raw
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_F8)
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert editor.now.raw == before.replace("April 12, 2026", "April 20, 2026")
    assert _current_row(section) != "April 12, 2026"
    qtbot.waitUntil(lambda: any(m.verdict.claim.text == "April 20, 2026" for m in section.session.marks))
    assert _mark(section, "April 20, 2026").verdict.passes
    qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.now.raw == before
    qtbot.waitUntil(lambda: "April 12, 2026" in _rows(section))


def test_ctrl_z_takes_a_suggestion_back_from_wherever_it_was_taken(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    before = section.draft.editor.now.raw
    listed = section.claims.list
    listed.setFocus()
    desk.select_claim(_mark(section, "April 12, 2026").verdict)
    qtbot.keyClick(listed, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert section.draft.editor.now.raw != before
    qtbot.keyClick(listed, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert section.draft.editor.now.raw == before


def test_the_cursor_stays_where_one_types_while_another_claim_is_selected(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    editor = section.draft.editor
    desk.select_claim(_mark(section, "April 12, 2026").verdict)
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.Start)
    editor.setTextCursor(cursor)
    for letter in "Indeed ":
        qtbot.keyClicks(editor, letter)
        shown = section.session.marks
        qtbot.waitUntil(lambda shown=shown: section.session.marks is not shown)
        qtbot.wait(60)
    assert editor.now.raw.startswith("Indeed I hired")
    assert editor.place == len("Indeed ")
    assert _current_row(section) == "April 12, 2026"


def test_keys_go_on_working_when_the_pane_that_has_them_is_hidden(qtbot: QtBot, section: ReviewSection) -> None:
    section.claims.list.setFocus()
    for shown in (False, True):
        at = QApplication.focusWidget()
        assert section.isAncestorOf(at)
        qtbot.keyClick(at, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
        assert section.claims.isVisible() is shown


def test_typing_is_checked_again_at_once_and_saved_as_the_next_version(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    editor = section.draft.editor
    editor.go_to_paragraph(4)
    began = time.perf_counter()
    qtbot.keyClicks(editor, " It was April 20, 2026.")
    qtbot.waitUntil(lambda: any(m.verdict.claim.text == "April 20, 2026" for m in section.session.marks))
    assert time.perf_counter() - began < 5
    assert section.draft.about.text().endswith("not saved yet")
    qtbot.waitUntil(lambda: section.draft.about.text().endswith("saved as version 2"), timeout=10_000)
    editor.undo()
    assert not section.session.saved
    qtbot.waitUntil(lambda: section.session.saved, timeout=10_000)
    kept = _ask(qtbot, desk, lambda bench: review.list_versions(bench, DRAFT))
    assert [d.made_by for d in kept] == ["draft", "person", "person"]
    assert "It was April 20, 2026." in kept[1].text
    assert kept[2].text == kept[0].text
    assert kept[1].paragraphs[0] == kept[0].paragraphs[0]  # words that did not change keep their cites


def test_a_click_while_nothing_changed_saves_no_version(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    _click_words(qtbot, section, "April 12, 2026")
    section.session.save()
    qtbot.wait(200)
    assert _ask(qtbot, desk, lambda bench: drafts.show_draft(bench, DRAFT)).version == 1


def test_marks_stay_on_their_words_after_an_emoji(qtbot: QtBot, section: ReviewSection) -> None:
    editor = section.draft.editor
    cursor = editor.textCursor()
    cursor.setPosition(0)
    editor.setTextCursor(cursor)
    editor.insertPlainText("😀😀 ")
    qtbot.waitUntil(lambda: section.session.now.raw.startswith("😀😀"))
    qtbot.wait(300)
    for mark in editor.marks:
        assert editor.now.raw[mark.start : mark.end].split() == mark.verdict.claim.text.split()
    _click_words(qtbot, section, "January 11, 2026")
    assert section.draft.line.says.text().find("January 11, 2026") > 0


def test_signing_asks_for_name_and_reason_and_closes_the_claim(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    editor, line = section.draft.editor, section.draft.line
    _click_words(qtbot, section, "ACME000031")
    before = line.height()
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert line.form_open
    assert line.height() == before  # nothing moves
    assert not line.confirm.isEnabled()
    qtbot.keyClicks(line.name, "Dana Cole")
    assert line.confirm.toolTip() == "A signature needs a name and a reason."
    qtbot.keyClicks(line.reason, "The log is being produced.")
    qtbot.keyClick(line.reason, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: _mark(section, "ACME000031").signed is not None, timeout=10_000)
    assert "ACME000031" not in _rows(section)
    assert "1 signed" in section.claims.foot.text()
    assert "signed by Dana Cole: The log is being produced." in line.says.text()
    checked = _ask(qtbot, desk, lambda bench: drafts.verify_draft(bench, DRAFT))
    assert [d.reason for d in checked.decisions] == ["The log is being produced."]


def test_words_that_were_just_typed_can_be_signed_for(qtbot: QtBot, section: ReviewSection) -> None:
    editor, line = section.draft.editor, section.draft.line
    editor.go_to_paragraph(4)
    qtbot.keyClicks(editor, " I paid $777.00 then.")
    qtbot.waitUntil(lambda: any(m.verdict.claim.text == "$777.00" for m in section.session.marks))
    _click_words(qtbot, section, "$777.00")
    line.open_form()
    qtbot.keyClicks(line.name, "Dana Cole")
    qtbot.keyClicks(line.reason, "From memory.")
    qtbot.mouseClick(line.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: _mark(section, "$777.00").signed is not None, timeout=10_000)
    assert section.session.saved


def test_a_supported_claim_has_no_ways_out_and_says_why(qtbot: QtBot, section: ReviewSection) -> None:
    _click_words(qtbot, section, "January 11, 2026")
    line = section.draft.line
    assert not line.take_button.isEnabled()
    assert not line.sign_button.isEnabled()
    assert "nothing to sign for" in line.sign_button.toolTip()


def test_an_attack_stands_beside_its_paragraph_and_is_rebutted_with_a_reason(
    qtbot: QtBot, section: ReviewSection
) -> None:
    strip, editor = section.draft.strip, section.draft.editor
    assert editor.attacks == {2: True}
    assert strip.isVisible()
    assert strip.title.text() == "Attack on ¶ 2"
    qtbot.mouseClick(strip.rebut, Qt.MouseButton.LeftButton)
    assert not strip.confirm.isEnabled()
    qtbot.keyClicks(strip.reason, "Exhibit C shows it.")
    qtbot.mouseClick(strip.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.REBUTTED, timeout=10_000)
    assert editor.attacks == {2: False}
    assert "rebutted: Exhibit C shows it." in strip.state.text()


def test_an_attack_counts_as_mended_once_other_words_are_saved(qtbot: QtBot, section: ReviewSection) -> None:
    strip, editor = section.draft.strip, section.draft.editor
    qtbot.mouseClick(strip.mend, Qt.MouseButton.LeftButton)
    assert editor.now.paragraph_at(editor.place) == 2
    qtbot.keyClicks(editor, " I sent it to its office.")
    qtbot.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.MENDED, timeout=10_000)


def test_a_flag_in_the_gutter_opens_the_attacks(qtbot: QtBot, section: ReviewSection) -> None:
    editor = section.draft.editor
    qtbot.mouseClick(section.draft.attacks_pill, Qt.MouseButton.LeftButton)
    assert not section.draft.strip.isVisible()
    cursor = editor.textCursor()
    cursor.setPosition(editor.document().findBlockByNumber(1).position())
    pos = QPoint(8, editor.cursorRect(cursor).center().y())
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=pos)
    assert section.draft.strip.isVisible()


def test_two_versions_stand_side_by_side_with_the_changed_words_marked(qtbot: QtBot, section: ReviewSection) -> None:
    section.draft.editor.setFocus()
    qtbot.keyClick(section.draft.editor, Qt.Key.Key_F8)
    section.take()
    section.session.save()
    qtbot.waitUntil(lambda: section.draft.about.text().endswith("saved as version 2"), timeout=10_000)
    qtbot.mouseClick(section.draft.versions_pill, Qt.MouseButton.LeftButton)
    versions = section.draft.versions
    qtbot.waitUntil(lambda: "paragraphs that differ: 1 of 4" in versions.told.text(), timeout=10_000)
    page = versions.text.toHtml()
    assert ">12</span>" in page
    assert ">20</span>" in page
    assert not section.draft.line.isVisible()
    qtbot.keyClick(section.draft.versions.text, Qt.Key.Key_F8)
    assert section.draft.versions._shown == "c2-2"
    qtbot.mouseClick(section.draft.versions_pill, Qt.MouseButton.LeftButton)
    assert section.draft.line.isVisible()


def test_panes_are_hidden_and_come_back_as_wide_as_they_were(qtbot: QtBot, section: ReviewSection) -> None:
    section.splitter.setSizes([300, 500, 384])
    before = section.splitter.sizes()
    state = section.saveState()
    qtbot.mouseClick(section.draft.source_pill, Qt.MouseButton.LeftButton)
    assert section.source.isHidden()
    assert section.splitter.sizes()[0] == before[0]  # the draft takes the room, the list stays
    qtbot.mouseClick(section.draft.source_pill, Qt.MouseButton.LeftButton)
    assert section.splitter.sizes() == before
    qtbot.mouseClick(section.draft.claims_pill, Qt.MouseButton.LeftButton)
    assert section.restoreState(state)
    assert section.draft.claims_pill.isChecked()
    assert section.splitter.sizes() == before


def test_the_source_can_be_opened_in_its_own_section(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    asked: list[PageRef] = []
    desk.page_asked.connect(asked.append)
    _click_words(qtbot, section, "April 12, 2026")
    qtbot.waitUntil(section.source.open_button.isEnabled, timeout=10_000)
    qtbot.mouseClick(section.source.open_button, Qt.MouseButton.LeftButton)
    assert asked == [PageRef("B", 1)]


def test_a_version_written_by_someone_else_is_shown_at_once(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    async def other(bench: Workbench) -> None:
        last = await drafts.show_draft(bench, DRAFT)
        await review.save_text(bench, DRAFT, last.text.replace("leaks", "leaked"))

    desk.starter.start(other)
    qtbot.waitUntil(lambda: "leaked" in section.draft.editor.now.raw, timeout=10_000)


def test_typed_words_are_never_lost_to_another_version(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    async def other(bench: Workbench) -> None:
        last = await drafts.show_draft(bench, DRAFT)
        await review.save_text(bench, DRAFT, last.text.replace("leaks", "leaked"))

    section.draft.editor.go_to_paragraph(1)
    qtbot.keyClicks(section.draft.editor, " Mine.")
    desk.starter.start(other)
    qtbot.waitUntil(lambda: section.draft._notice.isVisible(), timeout=10_000)
    assert section.draft.editor.now.paragraph(1).endswith(" Mine.")


def test_the_tooltip_says_verdict_reason_and_suggestion(section: ReviewSection) -> None:
    editor = section.draft.editor
    cursor = editor.textCursor()
    cursor.setPosition(editor.now.to_editor(_mark(section, "April 12, 2026").start + 3))
    under = editor.mark_under(editor.cursorRect(cursor).center().toPointF())
    assert under == _mark(section, "April 12, 2026")
    assert under.verdict.verdict is VerdictKind.UNSUPPORTED


def test_another_theme_draws_the_same_marks(section: ReviewSection, desk: Desk) -> None:
    light = section.draft.editor.grab().toImage()
    desk.use_theme(DARK)
    dark = section.draft.editor.grab().toImage()
    assert light != dark


def test_enter_with_a_modifier_breaks_no_paragraph(qtbot: QtBot, section: ReviewSection) -> None:
    before = section.draft.editor.now.raw
    qtbot.keyClick(section.draft.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert section.draft.editor.now.raw == before


def test_pasted_paragraphs_come_without_looks_and_empty_lines(qtbot: QtBot, section: ReviewSection) -> None:
    editor = section.draft.editor
    editor.go_to_paragraph(4)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    QApplication.clipboard().setText("One more.\n\n  And one.\n")
    editor.paste()
    assert editor.now.raw.endswith("\nOne more.\nAnd one.")
    assert editor.now.numbers == (1, 2, 3, 4, 5, 6)


def test_every_claim_is_named_by_a_sign_and_not_only_a_colour(section: ReviewSection) -> None:
    section.claims.filter.setCurrentIndex(1)
    model = section.claims.model
    told = {model.mark(model.index(i)).verdict.verdict: model.data(model.index(i)) for i in range(model.rowCount())}
    assert {text.split()[0] for text in told.values() if text} <= {"✓", "✕", "⇄", "?", "–"}
    assert isinstance(model.mark(model.index(0)).verdict, Verdict)


def test_what_was_typed_a_moment_before_the_end_is_stored(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    section.draft.editor.go_to_paragraph(4)
    qtbot.keyClicks(section.draft.editor, " The last words.")
    finished = asyncio.get_running_loop().create_task(desk.starter.finish())
    qtbot.waitUntil(finished.done, timeout=10_000)
    assert section.session.saved
    assert section.session.draft is not None
    assert section.session.draft.version == 2


def test_the_list_stays_where_it_is_while_the_draft_is_typed_in(qtbot: QtBot, section: ReviewSection) -> None:
    section.claims.filter.setCurrentIndex(1)
    section.claims.list.setFixedHeight(160)
    bar = section.claims.list.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 40)
    bar.setValue(40)
    section.draft.editor.go_to_paragraph(4)
    qtbot.keyClicks(section.draft.editor, " On May 2, 2026 too.")
    qtbot.waitUntil(lambda: "May 2, 2026" in _rows(section))
    assert bar.value() == 40


def test_a_narrow_pane_shows_a_part_of_the_page_that_can_be_read(qtbot: QtBot, section: ReviewSection) -> None:
    section.splitter.setSizes([250, 700, 240])
    _click_words(qtbot, section, "April 12, 2026")
    page = section.source.page
    qtbot.waitUntil(lambda: bool(page.canvas.boxes) and page.number.text() == "ACME000003", timeout=10_000)
    narrow = page.canvas.zoom
    assert narrow >= 0.59
    section.splitter.setSizes([250, 320, 620])
    qtbot.waitUntil(lambda: page.canvas.zoom > narrow + 0.05)  # the width is fitted again
