"""Two programs on one home: words are joined, never lost without a word; what can't be shared is refused."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.actions import drafts, review
from app.gui.desk import Desk
from app.gui.review import ReviewSection
from tests.flow.jurat import environment
from tests.gui.exhibits_help import done, drop, exhibits_of, of_files
from tests.gui.reviewing import ask, reviewed
from tests.gui.small_matter import DRAFT, NAME

pytestmark = pytest.mark.timeout(90)

OTHER = """
import asyncio, sys
from pathlib import Path
from app.actions import drafts, review
from app.settings import Settings
from app.workbench import open_workbench

async def main(home, old, new):
    async with open_workbench(Settings(home=Path(home), boards=None)) as bench:
        last = await drafts.show_draft(bench, "small/d1")
        await review.save_text(bench, "small/d1", last.text.replace(old, new))

asyncio.run(main(*sys.argv[1:]))
"""
"""Another program, which changes the draft in the same home."""

HOLD = """
import asyncio, sys
from pathlib import Path
from app.settings import Settings
from app.workbench import open_workbench

async def main(home):
    async with open_workbench(Settings(home=Path(home), boards=None)) as bench:
        async with (await bench.matter("small")).working():
            print("held", flush=True)
            await asyncio.to_thread(sys.stdin.read)

asyncio.run(main(sys.argv[1]))
"""


def _other(home: Path, old: str, new: str) -> None:
    command = [sys.executable, "-c", OTHER, str(home), old, new]
    subprocess.run(command, check=True, timeout=60, env=environment(home))


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> Iterator[ReviewSection]:
    yield from reviewed(qtbot, desk)


@pytest.fixture
def noted(desk: Desk) -> list[str]:
    told: list[str] = []
    desk.noted.connect(told.append)
    return told


def _save(qtbot: QtBot, section: ReviewSection) -> None:
    qtbot.keyClick(section.draft.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: section.session.saved and not section.session._store.busy, timeout=20_000)


def test_edits_of_two_programs_in_different_paragraphs_are_joined(
    qtbot: QtBot, section: ReviewSection, desk: Desk, noted: list[str], home: Path
) -> None:
    _other(home, "leaks in three places", "leaks in four places")
    section.draft.editor.go_to_paragraph(4)
    qtbot.keyClicks(section.draft.editor, " Mine.")
    _save(qtbot, section)
    now = section.draft.editor.now
    assert "leaks in four places" in now.paragraph(2)
    assert now.paragraph(4).endswith(" Mine.")
    assert noted == ["Another window changed this draft too: version 3 holds both."]
    stored = ask(qtbot, desk, lambda bench: drafts.show_draft(bench, DRAFT))
    assert (stored.version, stored.text) == (3, now.text)
    # what is typed next goes on from there
    qtbot.keyClicks(section.draft.editor, " More.")
    _save(qtbot, section)
    stored = ask(qtbot, desk, lambda bench: drafts.show_draft(bench, DRAFT))
    assert (stored.version, stored.text) == (4, section.draft.editor.now.text)
    assert stored.paragraphs[3].text.endswith(" Mine. More.")
    assert len(noted) == 1


def test_where_both_changed_one_paragraph_the_person_is_told_and_both_are_kept(
    qtbot: QtBot, section: ReviewSection, desk: Desk, noted: list[str], home: Path
) -> None:
    _other(home, "leaks in three places", "leaks in four places")
    section.draft.editor.go_to_paragraph(2)
    qtbot.keyClicks(section.draft.editor, " Mine.")
    _save(qtbot, section)
    assert noted == [
        "Another window changed this draft too: version 3 holds both. "
        "Both changed ¶ 2: yours stands, the other is in version 2 (see Versions)."
    ]
    kept = ask(qtbot, desk, lambda bench: review.list_versions(bench, DRAFT))
    assert "leaks in three places" in kept[2].text
    assert kept[2].text.count("Mine.") == 1
    assert "leaks in four places" in kept[1].text


def test_what_another_program_wrote_is_shown_when_the_window_is_turned_to(
    qtbot: QtBot, section: ReviewSection, home: Path
) -> None:
    _other(home, "leaks in three places", "leaks in four places")
    section._application_changed(Qt.ApplicationState.ApplicationActive)
    qtbot.waitUntil(lambda: "leaks in four places" in section.draft.editor.now.raw, timeout=20_000)
    assert QApplication.instance() is not None


def test_an_intake_beside_another_program_at_work_says_so(qtbot: QtBot, desk: Desk, home: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("The hall was dry on March 1, 2026.")
    section = exhibits_of(qtbot, desk)
    command = [sys.executable, "-c", HOLD, str(home)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment(home)) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        drop(section, of_files(tmp_path / "note.txt"))
        done(qtbot, section)
        assert section.work.title.text() == f"Another Jurat is at work in the matter {NAME!r}."
        assert "Wait until it has finished" in section.work.note.text()
        other.communicate("")
    drop(section, of_files(tmp_path / "note.txt"))
    qtbot.waitUntil(lambda: section.intake.running)
    done(qtbot, section)
    assert section.work.title.text() == "1 file: 1 taken in"
