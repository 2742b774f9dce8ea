"""Every decision in the review has its way back, by mouse and by keys; attacks stay with their paragraphs."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from app.actions import drafts, review
from app.domain.draft import Draft, Paragraph
from app.domain.review import Attack, AttackAnswer
from app.gui.desk import Desk
from app.gui.review import ReviewSection
from app.store import audit
from app.store import drafts as stored
from app.workbench import Workbench
from tests.gui.reviewing import ask, click, click_words, mark, reviewed
from tests.gui.small_matter import DRAFT, NAME, PARAGRAPHS

pytestmark = pytest.mark.timeout(60)
Key, Ctrl, Shift = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
BATES = "ACME000031"


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    yield from reviewed(qtbot, desk)


def _sign(qtbot: QtBot, section: ReviewSection, words: str = BATES, name: str = "Dana Cole") -> None:
    line = section.draft.line
    click_words(qtbot, section, words)
    click(qtbot, line.sign_button)
    line.name.clear()
    qtbot.keyClicks(line.name, name)
    qtbot.keyClicks(line.reason, "The log is being produced.")
    click(qtbot, line.confirm)
    qtbot.waitUntil(lambda: mark(section, words).signed is not None, timeout=10_000)


def _open_again(qtbot: QtBot, section: ReviewSection, words: str = BATES) -> None:
    qtbot.waitUntil(lambda: mark(section, words).signed is None, timeout=10_000)


def _verbs(qtbot: QtBot, desk: Desk) -> list[tuple[str, str]]:
    async def read(bench: Workbench) -> list[tuple[str, str]]:
        opened = await bench.matter(NAME)
        return [(e.verb, e.detail.get("name", "")) for e in await opened.store.read(audit.entries)]

    return [entry for entry in ask(qtbot, desk, read) if entry[0] in ("sign", "unsign")]


def test_a_signature_is_taken_back_by_the_button_and_given_again_by_the_offer(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    said: list[tuple[str, Any]] = []
    desk.said.connect(lambda text, offers: said.append((text, offers)))
    line = section.draft.line
    click_words(qtbot, section, BATES)
    assert not line.back_button.isVisible()
    place = line.sign_button.geometry().right()
    _sign(qtbot, section)
    assert not line.sign_button.isVisible()
    assert line.back_button.geometry().right() == place  # one takes the other's place
    click(qtbot, line.back_button)
    _open_again(qtbot, section)
    qtbot.waitUntil(line.sign_button.isEnabled)
    assert not line.back_button.isVisible()
    assert said[0][0].startswith("Your signature is taken back, Dana Cole")
    ((_, undo),) = said[0][1]
    undo()
    qtbot.waitUntil(lambda: mark(section, BATES).signed is not None, timeout=10_000)
    held = mark(section, BATES).signed
    assert held is not None
    assert held.reason == "The log is being produced."
    assert _verbs(qtbot, desk) == [("sign", "Dana Cole"), ("unsign", "Dana Cole"), ("sign", "Dana Cole")]


def test_a_signature_is_taken_back_by_keys(qtbot: QtBot, section: ReviewSection) -> None:
    _sign(qtbot, section)
    qtbot.keyClick(section.draft.editor, Key.Key_Return, Ctrl | Shift)
    _open_again(qtbot, section)


def test_who_takes_it_back_is_asked_where_nobody_gave_a_name(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    said: list[str] = []
    desk.said.connect(lambda text, _offers: said.append(text))
    _sign(qtbot, section)
    line = section.draft.line
    line.name.clear()
    click(qtbot, line.back_button)
    assert line.form_open
    assert line.confirm.text() == "Take back"
    assert line.confirm.toolTip() == "Taking a signature back needs a name."
    qtbot.keyClicks(line.name, "Ada Counsel")
    qtbot.keyClick(line.name, Key.Key_Return)
    _open_again(qtbot, section)
    assert _verbs(qtbot, desk)[-1] == ("unsign", "Ada Counsel")
    # nobody gives a signature in another one's name: undoing goes no further back than to the own one
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["The signature of Dana Cole is taken back. Only Dana Cole can give it again."]


def test_ctrl_z_goes_back_through_words_and_decisions_in_their_order(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    editor = section.draft.editor
    before = editor.now.raw
    click_words(qtbot, section, "April 12, 2026")
    qtbot.keyClick(editor, Key.Key_Return, Qt.KeyboardModifier.AltModifier)  # the suggestion
    taken = editor.now.raw
    assert taken != before
    _sign(qtbot, section)
    editor.go_to_paragraph(4)
    qtbot.keyClicks(editor, " So it was.")
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)
    assert editor.now.raw == taken
    assert mark(section, BATES).signed is not None
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)
    _open_again(qtbot, section)
    assert editor.now.raw == taken
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)
    assert editor.now.raw == before
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)  # nothing is left
    for again in (taken, taken, taken + " So it was."):
        qtbot.keyClick(editor, Key.Key_Y, Ctrl)
        assert editor.now.raw == again
    qtbot.waitUntil(lambda: mark(section, BATES).signed is not None, timeout=10_000)


def test_ctrl_z_in_the_list_of_claims_takes_a_signature_back(qtbot: QtBot, section: ReviewSection) -> None:
    _sign(qtbot, section)
    section.claims.list.setFocus()
    qtbot.keyClick(section.claims.list, Key.Key_Z, Ctrl)
    _open_again(qtbot, section)


def test_an_answer_to_an_attack_is_undone_by_keys_and_by_the_button(qtbot: QtBot, section: ReviewSection) -> None:
    strip = section.draft.strip
    assert strip.reopen.toolTip() == "It is open."
    click(qtbot, strip.accept_button)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.ACCEPTED, timeout=10_000)
    assert not strip.accept_button.isEnabled()
    section.draft.editor.setFocus()
    qtbot.keyClick(section.draft.editor, Key.Key_Z, Ctrl)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.OPEN, timeout=10_000)
    qtbot.keyClick(section.draft.editor, Key.Key_Y, Ctrl)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.ACCEPTED, timeout=10_000)
    click(qtbot, strip.reopen)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.OPEN, timeout=10_000)


def test_answers_by_keys_alone(qtbot: QtBot, section: ReviewSection) -> None:
    strip = section.draft.strip
    strip.mend.setFocus()
    qtbot.keyClick(strip.mend, Key.Key_Tab)
    assert strip.accept_button.hasFocus()
    qtbot.keyClick(strip.accept_button, Key.Key_Tab)
    qtbot.keyClick(strip.rebut, Key.Key_Space)
    assert strip.reason.hasFocus()
    qtbot.keyClicks(strip.reason, "Exhibit C shows it.")
    qtbot.keyClick(strip.reason, Key.Key_Return)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.REBUTTED, timeout=10_000)
    strip.reopen.setFocus()
    qtbot.keyClick(strip.reopen, Key.Key_Space)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.OPEN, timeout=10_000)


def test_a_mended_attack_is_open_again_when_the_mending_is_undone(qtbot: QtBot, section: ReviewSection) -> None:
    strip, editor = section.draft.strip, section.draft.editor
    click(qtbot, strip.mend)
    qtbot.keyClicks(editor, " I sent it to its office.")
    qtbot.keyClick(editor, Key.Key_S, Ctrl)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.MENDED, timeout=10_000)
    assert "It read: “On April 12, 2026" in strip.text.text()
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)
    qtbot.keyClick(editor, Key.Key_S, Ctrl)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.OPEN, timeout=10_000)


def test_a_mended_attack_that_was_accepted_meanwhile_is_open_again_when_all_is_undone(
    qtbot: QtBot, section: ReviewSection
) -> None:
    """Else the final report would say "mended" of words that nobody changed."""
    strip, editor = section.draft.strip, section.draft.editor
    click(qtbot, strip.mend)
    qtbot.keyClicks(editor, " I sent it to its office.")
    qtbot.keyClick(editor, Key.Key_S, Ctrl)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.MENDED, timeout=10_000)
    qtbot.wait(300)  # the answer is stored, too
    click(qtbot, strip.accept_button)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.ACCEPTED, timeout=10_000)
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.MENDED, timeout=10_000)
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)
    qtbot.keyClick(editor, Key.Key_S, Ctrl)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.OPEN, timeout=10_000)


def test_the_flag_goes_with_its_paragraph(qtbot: QtBot, section: ReviewSection, desk: Desk) -> None:
    editor, strip = section.draft.editor, section.draft.strip
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClicks(editor, "I am Dana Cole.")
    qtbot.keyClick(editor, Key.Key_Return)
    assert editor.attacks == {3: True}  # at once, not only when it is checked
    assert strip.title.text() == "Attack on ¶ 3"
    qtbot.keyClick(editor, Key.Key_S, Ctrl)
    qtbot.waitUntil(lambda: section.session.saved, timeout=10_000)
    (attack,) = ask(qtbot, desk, lambda bench: review.answers(bench, DRAFT))[1]
    assert (attack.now, attack.paragraph, attack.version) == (3, 2, 1)
    click(qtbot, strip.mend)
    assert editor.now.paragraph_at(editor.place) == 3


def test_an_attack_on_a_paragraph_that_is_gone_says_so_and_comes_back_with_it(
    qtbot: QtBot, section: ReviewSection, desk: Desk
) -> None:
    editor, strip = section.draft.editor, section.draft.strip
    editor.go_to_paragraph(2)
    cursor = editor.textCursor()
    cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
    editor.setTextCursor(cursor)
    qtbot.keyClick(editor, Key.Key_Delete)
    assert editor.attacks == {}
    assert strip.title.text() == "Attack on ¶ 2, gone"
    assert "The paragraph it attacked is gone. In version 1 it read: “On April 12, 2026" in strip.text.text()
    assert strip.mend.toolTip() == "Its paragraph is taken out: that counts as mended"
    qtbot.keyClick(editor, Key.Key_S, Ctrl)
    qtbot.waitUntil(lambda: section.session.saved, timeout=10_000)
    assert strip.title.text() == "Attack on ¶ 2, gone"
    qtbot.keyClick(editor, Key.Key_Z, Ctrl)
    assert editor.attacks == {2: True}
    qtbot.keyClick(editor, Key.Key_S, Ctrl)
    qtbot.waitUntil(lambda: section.session.saved, timeout=10_000)
    assert ask(qtbot, desk, lambda bench: review.answers(bench, DRAFT))[1][0].now == 2
    qtbot.keyClick(editor, Key.Key_Y, Ctrl)
    click(qtbot, strip.mend)
    qtbot.waitUntil(lambda: section.session.attacks[0].answer is AttackAnswer.MENDED, timeout=10_000)


def test_words_that_only_look_spaced_otherwise_keep_their_signature(qtbot: QtBot, section: ReviewSection) -> None:
    _sign(qtbot, section, "April 12, 2026")
    editor = section.draft.editor
    cursor = editor.textCursor()
    cursor.setPosition(editor.now.raw.index("April 12") + len("April"))
    editor.setTextCursor(cursor)
    qtbot.keyClicks(editor, "  ")
    marks = section.session.marks
    qtbot.waitUntil(lambda: section.session.marks is not marks)
    qtbot.wait(200)
    held = mark(section, "April 12, 2026")
    assert held.signed is not None
    assert editor.now.raw[held.start : held.end] == "April   12, 2026"
    assert section.session.saved  # these are the words that are stored already


def test_a_suggestion_is_taken_for_words_with_something_invisible_in_them(qtbot: QtBot, desk: Desk) -> None:
    async def odd(bench: Workbench) -> str:
        opened = await bench.matter(NAME)
        last = await drafts.show_draft(bench, DRAFT)
        words = tuple(Paragraph(p.text.replace("April 12", "Ap\u00adril\u200b  12"), p.cites) for p in PARAGRAPHS)

        def save(session: Any) -> tuple[str, dict[str, Any]]:
            made = Draft(DRAFT, 2, last.task, last.title, last.declarant, words, "revise", audit.now())
            stored.add_version(session, made, 1, None)
            return DRAFT, {"draft": DRAFT, "version": 2, "stage": "revise"}

        return await opened.change("draft", save)

    ask(qtbot, desk, odd)
    for section in reviewed(qtbot, desk):
        desk.select_claim(mark(section, "April 12, 2026").verdict)
        click(qtbot, section.draft.line.take_button)
        assert "On April 20, 2026 I wrote" in section.draft.editor.now.raw


def test_attacks_are_followed_through_a_rewriting_of_everything(qtbot: QtBot, section: ReviewSection) -> None:
    editor = section.draft.editor
    words = editor.now.paragraph(2)
    editor.selectAll()
    pasted = "\n".join(f"Paragraph {n} was written anew." for n in range(40))
    editor.insertPlainText(f"{pasted}\n{words}")
    assert not section.session._attacks.quick(editor.now) or editor.attacks == {41: True}
    qtbot.waitUntil(lambda: editor.attacks == {41: True}, timeout=10_000)
    assert section.session.attacks[0] != Attack(2, "")
