"""The reviewer's attacks can be read and answered in a window of 1280 by 800."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.domain.draft import Draft, Paragraph
from app.domain.review import Attack, AttackAnswer
from app.domain.run import Stage, StageName, StageState, Task
from app.gui.attacks import AttackStrip
from app.gui.desk import Desk
from app.gui.review import ReviewSection
from app.store import audit, drafts, runs
from app.workbench import Workbench
from tests.gui.reviewing import ask, click, reviewed
from tests.gui.small_matter import NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)

LONG = (
    "The sentence rests on a letter that is no pleading: opposing counsel will ask who drafted it, on whose authority "
    "it was sent, and why the copy bears another date than the one that the mailroom logged. Nothing in the record "
    "shows that it was received by a person with authority to answer it."
)
ATTACKS = (Attack(1, LONG), Attack(14, "Hearsay."), Attack(27, "No foundation under Rule 602."))
WORDS = tuple(Paragraph(f"On May {n}, 2026 I looked at the roof, and it leaked as before.") for n in range(1, 29))


def _made(*attacks: Attack, attacked: bool = True) -> Any:
    """A draft of a run that has attacked it, or has only drafted it."""

    async def make(bench: Workbench) -> str:
        opened = await bench.matter(NAME)

        def save(session: Any) -> tuple[str, dict[str, Any]]:
            plan = runs.create(session, Task.DECLARATION, "The roof.", {}, audit.now())
            number = drafts.next_number(session)
            made = Draft(f"{NAME}/d{number}", 1, "declaration", "Dana Cole", "Dana Cole", WORDS, "draft", audit.now())
            drafts.add_version(session, made, number, plan.number)
            drafts.add_attacks(session, number, 1, attacks)
            if attacked:
                runs.start_stage(session, plan.number, StageName.ATTACK, None)
                runs.finish_stage(session, plan.number, Stage(StageName.ATTACK, None, StageState.DONE), [])
            return made.id, {"draft": made.id, "version": 1, "stage": "draft"}

        return await opened.change("draft", save)

    return make


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    for shown in reviewed(qtbot, desk):
        shown.resize(1248, 660)  # as wide and as high as it is in a window of 1280 by 800
        shown.show_draft(ask(qtbot, desk, _made(*ATTACKS)))
        qtbot.waitUntil(lambda of=shown: len(of.session.attacks) == 3, timeout=20_000)
        qtbot.waitUntil(lambda of=shown: of.draft.strip.isVisible() and len(of.session.marks) >= 28, timeout=20_000)
        yield shown


def _whole(label: QLabel) -> bool:
    """Whether its words have the room that they need."""
    return label.width() >= label.fontMetrics().horizontalAdvance(label.text())


def _text_in_sight(strip: AttackStrip) -> bool:
    return strip.text.heightForWidth(strip.text.width()) <= strip._scroller.viewport().height()


def test_what_became_of_an_attack_and_all_its_words_can_be_read(qtbot: QtBot, section: ReviewSection) -> None:
    strip = section.draft.strip
    for n, answer in enumerate((AttackAnswer.ACCEPTED, AttackAnswer.REBUTTED, AttackAnswer.OPEN), start=1):
        assert strip.count.text() == f"{n} of 3"
        if answer is AttackAnswer.ACCEPTED:
            click(qtbot, strip.accept_button)
        elif answer is AttackAnswer.REBUTTED:
            click(qtbot, strip.rebut)
            assert strip.reason.width() > 300
            assert strip.reason.fontMetrics().horizontalAdvance(strip.reason.placeholderText()) < strip.reason.width()
            qtbot.keyClicks(strip.reason, "An admission.")
            qtbot.keyClick(strip.reason, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda a=answer: strip.current is not None and strip.current.answer is a, timeout=10_000)
        for label in (strip.title, strip.count, strip.state):
            assert _whole(label), label.text()
        assert _text_in_sight(strip), strip.text.text()
        click(qtbot, strip.on)
    assert strip.state.text() == "accepted"


def test_going_on_to_another_attack_brings_its_paragraph_into_sight(
    qtbot: QtBot, section: ReviewSection, watch: Watch
) -> None:
    strip, editor = section.draft.strip, section.draft.editor
    before = strip.height()
    for paragraph in (14, 27, 1):
        click(qtbot, strip.on)
        assert strip.title.text() == f"Attack on ¶ {paragraph}"
        assert editor.now.paragraph_at(editor.place) == paragraph
        assert editor.viewport().rect().contains(editor.cursorRect())
        assert strip.height() == before  # nothing moves from one to the next
    click(qtbot, strip.back)
    assert editor.now.paragraph_at(editor.place) == 27


@pytest.mark.parametrize(
    ("attacked", "says"),
    [
        (True, "The reviewer read this draft and held nothing against it."),
        (False, "The reviewer hasn't read this draft: no run attacked it."),
    ],
)
def test_no_attacks_say_whether_anybody_looked(
    qtbot: QtBot, section: ReviewSection, desk: Desk, attacked: bool, says: str
) -> None:
    section.show_draft(ask(qtbot, desk, _made(attacked=attacked)))
    click(qtbot, section.draft.attacks_pill)
    qtbot.waitUntil(lambda: not section.session.attacks and len(section.session.marks) >= 28, timeout=20_000)
    section.draft.attacks_pill.setChecked(True)
    assert section.draft.strip.title.text() == "No attacks"
    assert section.draft.strip.text.text() == says
    assert section.draft.about.text().startswith("as drafted")
