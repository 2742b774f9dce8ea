"""A disk that fills up under the window: nothing is lost that was shown as saved, each part says why it stopped, and
goes on when there is room again. Needs leave to mount a small file system; elsewhere it is skipped."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app import actions
from app.domain.run import StageState
from app.gui.desk import Section
from app.gui.exhibits import ExhibitsSection
from tests.gui.exhibits_help import done, drop, of_files
from tests.gui.places import drafts_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import DRAFT, NAME
from tests.gui.whole_window import Whole, drafting_board, whole_window

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def small_disk(made_home: Path, tmp_path: Path) -> Iterator[Path]:
    """A home on a file system of 12 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m", "none", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no leave to mount a file system")
    try:
        shutil.copytree(made_home, place / "home")
        yield place / "home"
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def _fill(home: Path) -> Path:
    """Take all the room that is left."""
    filler = home.parent / "filler"
    with contextlib.suppress(OSError), filler.open("ab", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    return filler


def _review(qtbot: QtBot, whole: Whole) -> None:
    qtbot.waitUntil(lambda: len(whole.window.sections) == 4, timeout=20_000)
    whole.desk.open_matter(NAME)
    whole.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: len(drafts_of(whole.window).review.session.marks) > 5, timeout=20_000)


def test_words_typed_on_a_full_disk_are_kept_and_stored_when_there_is_room(
    qtbot: QtBot, loop: QEventLoop, small_disk: Path
) -> None:
    with whole_window(qtbot, small_disk) as whole:
        _review(qtbot, whole)
        draft = drafts_of(whole.window).review.draft
        filler = _fill(small_disk)
        draft.editor.go_to_paragraph(4)
        qtbot.keyClicks(draft.editor, " Typed on a full disk. " + "It is long. " * 400)
        qtbot.keyClick(draft.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: "not saved: " in draft.about.text(), timeout=20_000)
        assert "full" in draft.about.text()
        assert not whole.window.jobs.export.final.isEnabled()
        filler.unlink()
        qtbot.waitUntil(lambda: "saved as version 2" in draft.about.text(), timeout=20_000)
        assert (
            "Typed on a full disk."
            in ask(qtbot, whole.desk, lambda bench: actions.drafts.show_draft(bench, DRAFT)).text
        )


def test_a_run_on_a_full_disk_says_why_it_stopped_and_goes_on_when_there_is_room(
    qtbot: QtBot, loop: QEventLoop, small_disk: Path
) -> None:
    with (
        drafting_board(small_disk.parent.parent / "x", 0.03) as boards,
        whole_window(qtbot, small_disk, boards) as whole,
    ):
        _review(qtbot, whole)
        section = drafts_of(whole.window)
        section.show_new()
        qtbot.keyClicks(section.new.request, "When the roof leaked and what was paid.")
        qtbot.waitUntil(section.new.start.isEnabled, timeout=15_000)
        qtbot.mouseClick(section.new.start, Qt.MouseButton.LeftButton)
        view = section.run
        qtbot.waitUntil(lambda: bool(view.text.toPlainText()), timeout=30_000)
        filler = _fill(small_disk)
        qtbot.waitUntil(lambda: not view.cancel.isEnabled(), timeout=60_000)
        qtbot.waitUntil(lambda: "Make room" in view.trouble.text(), timeout=10_000)
        assert not whole.window.jobs.titles
        assert view.go_on.isEnabled()
        filler.unlink()
        qtbot.mouseClick(view.go_on, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(
            lambda: view._report is not None and view._report.run.state is StageState.DONE and not view.running,
            timeout=60_000,
        )
        assert not view.trouble.isVisible()
        summary = ask(qtbot, whole.desk, lambda bench: actions.matters.check_audit(bench, NAME))
        assert summary[0].broken_at is None


def test_an_intake_on_a_full_disk_says_so_and_takes_the_rest_in_later(
    qtbot: QtBot, loop: QEventLoop, small_disk: Path, tmp_path: Path
) -> None:
    files = tmp_path / "notes"
    files.mkdir()
    for n in range(12):
        (files / f"note {n:02}.txt").write_text(f"Note {n}: the hall was dry. " * 2000)
    with whole_window(qtbot, small_disk) as whole:
        _review(qtbot, whole)
        whole.desk.section_asked.emit(Section.EXHIBITS)
        section = whole.window.sections[Section.EXHIBITS]
        assert isinstance(section, ExhibitsSection)
        filler = _fill(small_disk)
        drop(section, of_files(files))
        done(qtbot, section)
        assert section.work.title.text() == "The machine didn't let it be done."
        assert "No space left on device. Make room or choose another folder" in section.work.note.text()
        filler.unlink()
        drop(section, of_files(files))
        qtbot.waitUntil(lambda: section.intake.running)
        done(qtbot, section)
        found = ask(qtbot, whole.desk, lambda bench: actions.matters.show_matter(bench, NAME))
        assert (found.exhibits, found.unread_pages) == (15, 0)
