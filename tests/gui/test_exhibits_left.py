"""Files that can't come in let the others in; what a person stopped stays stopped while other files come in."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app import actions
from app.gui.desk import Desk
from app.gui.exhibits import ExhibitsSection
from app.gui.exhibits_order import Column
from tests.gui.exhibits_help import done, exhibits_of, of_files, outcomes, rows
from tests.gui.reviewing import ask
from tests.gui.small_matter import NAME, write_pdf

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> ExhibitsSection:
    return exhibits_of(qtbot, desk)


def test_of_several_dropped_files_the_one_that_is_gone_is_refused_and_the_others_come_in(
    qtbot: QtBot, section: ExhibitsSection, tmp_path: Path
) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(f"The words of {name}.")
    section.take_drop(of_files(tmp_path / "one.txt", tmp_path / "gone.pdf", tmp_path / "two.txt"))
    qtbot.waitUntil(lambda: len(rows(section)) == 5, timeout=60_000)
    done(qtbot, section)
    assert section.work.title.text() == "3 files: 2 taken in, 1 refused"
    assert ("✕", "gone.pdf: Refused. There is no file or folder of this name any more.") in outcomes(section)
    section.take_drop(of_files(tmp_path / "gone.pdf"))
    qtbot.waitUntil(lambda: not section.intake.running, timeout=20_000)
    assert section.work.title.text().startswith("There is no file or folder ")


def test_reading_that_a_person_stopped_is_not_begun_again_by_other_files(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for n in range(12):
        write_pdf(folder / f"{n:02d}.pdf", [f"Page {p} of file {n}." for p in range(6)])
    section.take_drop(of_files(folder))
    qtbot.waitUntil(lambda: len(section.work.model) > 5, timeout=60_000)
    qtbot.mouseClick(section.work.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not section.intake.running, timeout=60_000)
    qtbot.waitUntil(lambda: section.unread.isVisible(), timeout=20_000)
    qtbot.waitUntil(lambda: not desk.starter._tasks, timeout=20_000)
    left = ask(qtbot, desk, lambda bench: actions.matters.show_matter(bench, NAME)).unread_pages
    assert left > 0
    write_pdf(tmp_path / "late.pdf", ["The hall was dry."])
    section.take_drop(of_files(tmp_path / "late.pdf"))
    qtbot.waitUntil(lambda: section.work.title.text() == "1 file: 1 taken in", timeout=60_000)
    qtbot.waitUntil(lambda: rows(section, Column.READ)[-1] == "text", timeout=20_000)
    assert ask(qtbot, desk, lambda bench: actions.matters.show_matter(bench, NAME)).unread_pages == left
    qtbot.mouseClick(section.unread, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: section.work.title.text() == "All pages are read", timeout=60_000)
    assert ask(qtbot, desk, lambda bench: actions.matters.show_matter(bench, NAME)).unread_pages == 0


def test_a_full_matter_is_not_told_to_drop_files_while_it_loads(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk
) -> None:
    desk.open_matter("")
    assert section.stack.currentWidget() is section.stack.no_matter
    desk.open_matter(NAME)
    seen = [section.stack.currentWidget()]
    section.stack.currentChanged.connect(lambda _at: seen.append(section.stack.currentWidget()))
    qtbot.waitUntil(lambda: rows(section) == ["A", "B", "C"], timeout=20_000)
    assert set(seen) == {section.table}
    desk.open_matter("")
    ask(qtbot, desk, lambda bench: actions.matters.new_matter(bench, "bare"))
    desk.open_matter("bare")
    qtbot.waitUntil(lambda: section.stack.currentWidget() is section.stack.empty, timeout=20_000)
