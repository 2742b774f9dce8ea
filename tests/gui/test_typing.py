"""What a key in the draft sets going: its own paragraph is read again, once for a burst, by an index that holds."""

from collections.abc import Iterator
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app import actions
from app.domain.draft import Paragraph
from app.domain.evidence import Authority
from app.gui.desk import Desk
from app.gui.review import ReviewSection
from app.store import authorities
from app.verify import Checker
from app.workbench import Workbench
from tests.gui.small_matter import NAME, save_draft

pytestmark = pytest.mark.timeout(60)

_PARAGRAPHS = 30


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    """The review with a draft of thirty paragraphs open, each with its own date, all checked."""
    paragraphs = tuple(Paragraph(f"On May {n + 1}, 2026 I wrote to Acme.") for n in range(_PARAGRAPHS))
    made: list[str] = []
    desk.starter.start(lambda bench: save_draft(bench, NAME, paragraphs), made.append)
    qtbot.waitUntil(lambda: bool(made), timeout=20_000)
    shown = ReviewSection(desk)
    shown.show()
    desk.open_matter(NAME)
    shown.show_draft(made[0])
    qtbot.waitUntil(lambda: len(shown.session.marks) == _PARAGRAPHS, timeout=20_000)
    qtbot.wait(300)
    yield shown
    shown.hide()
    qtbot.waitUntil(lambda: not desk.starter._tasks, timeout=20_000)
    shiboken6.delete(shown)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paragraphs that the verifier reads, in order; it reads them as ever."""
    parts: list[str] = []
    before: Any = Checker._check_part

    def noted(checker: Checker, part: str, *rest: Any) -> Any:
        parts.append(part)
        return before(checker, part, *rest)

    monkeypatch.setattr(Checker, "_check_part", noted)
    return parts


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were checked, in order."""
    texts: list[str] = []
    before = actions.drafts.check_text

    async def noted(bench: Workbench, name: str, text: str, *, patient: bool = False) -> Any:
        texts.append(text)
        return await before(bench, name, text, patient=patient)

    monkeypatch.setattr(actions.drafts, "check_text", noted)
    return texts


def test_a_key_has_only_its_own_paragraph_read_again(qtbot: QtBot, section: ReviewSection, read: list[str]) -> None:
    editor = section.draft.editor
    for key in " Paid $5.00":
        read.clear()
        editor.go_to_paragraph(12)
        qtbot.keyClick(editor, key)
        qtbot.waitUntil(lambda: section.session._verdicts[0].raw == editor.now.raw, timeout=10_000)
        assert len(read) <= 1
        assert all(part.lstrip("12. ").startswith("On May 12, 2026") for part in read)
    assert read  # the last key made an amount, which had to be read
    assert len(section.session.marks) == _PARAGRAPHS + 1


def test_a_burst_of_keys_is_checked_once(qtbot: QtBot, section: ReviewSection, checks: list[str]) -> None:
    editor = section.draft.editor
    editor.go_to_paragraph(5)
    for key in " On June 9, 2026 it leaked.":  # no turn of the loop between two of them
        qtbot.keyClick(editor, key)
    qtbot.waitUntil(lambda: len(section.session.marks) == _PARAGRAPHS + 1, timeout=10_000)
    qtbot.wait(200)
    assert checks == [editor.now.text]


def test_keys_during_a_check_are_checked_once_after_it(
    qtbot: QtBot, section: ReviewSection, desk: Desk, checks: list[str]
) -> None:
    editor = section.draft.editor
    editor.go_to_paragraph(5)
    waiting = list(" On June 9, 2026 it leaked.")

    def type_on(_job: object) -> None:
        while section.session._checks.busy and waiting:
            qtbot.keyClick(editor, waiting.pop(0))

    desk.starter.begun.connect(type_on)
    qtbot.keyClick(editor, Qt.Key.Key_X)
    qtbot.waitUntil(lambda: len(section.session.marks) == _PARAGRAPHS + 1, timeout=10_000)
    qtbot.wait(200)
    assert not waiting
    assert len(checks) == 2
    assert checks[-1] == editor.now.text


def test_typed_words_wait_for_no_new_index_and_what_is_stored_does(qtbot: QtBot, desk: Desk) -> None:
    """While files come in the record changes all the time."""
    found: list[tuple[object, object, object]] = []
    desk.starter.start(_three_checks, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=20_000)
    first, typed, stored = found[0]
    assert typed is first
    assert stored is not first


async def _three_checks(bench: Workbench) -> tuple[object, object, object]:
    """The verifier that checked: at first, then patiently after the record changed, then as a stored draft is."""
    await actions.drafts.check_text(bench, NAME, "1. It rained.")
    held: Any = bench.indexes[NAME]
    bench.indexes[NAME] = held._replace(took=60.0)  # as that of a large record
    one = Authority(("1 F.3d 2",), "Cole v. Acme", None, 2000, 2, 3, "opinion", True, "It rained.")
    await (await bench.matter(NAME)).store.write(lambda session: authorities.add(session, one, "0" * 64))
    used = [held.checker]
    for patient in (True, False):
        await actions.drafts.check_text(bench, NAME, "1. It rained.", patient=patient)
        kept: Any = bench.indexes[NAME]
        used.append(kept.checker)
    return used[0], used[1], used[2]
