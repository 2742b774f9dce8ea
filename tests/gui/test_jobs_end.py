"""However a piece of work ends, what showed it says so, with the reason and what to do; two at once aren't mixed up."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from sqlcipher3 import dbapi2

from app.domain.errors import AppError
from app.events import Noted, Progress
from app.gui.desk import Desk
from app.gui.exhibits import ExhibitsSection
from app.gui.exhibits_bates import NumberDialog
from app.gui.exhibits_release import ReleaseDialog
from app.gui.export import ExportButtons
from app.gui.jobs_bar import JobsBar
from app.gui.notice import Notice
from app.gui.runs import RunView
from app.gui.search import SearchBox
from app.workbench import Workbench
from tests.gui.exhibits_help import done, drop, exhibits_of, of_files, outcomes, rows
from tests.gui.reviewing import ask, click
from tests.gui.small_matter import DRAFT, NAME

pytestmark = pytest.mark.timeout(90)
MISTAKE = "A mistake in Jurat stopped it."
REMEDY = "Do it again to go on."


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> ExhibitsSection:
    return exhibits_of(qtbot, desk)


@pytest.fixture
def mistakes(desk: Desk) -> list[BaseException]:
    """The mistakes that the window would report; the desk of these tests expects some."""
    met: list[BaseException] = []
    desk.starter.broken.disconnect()
    desk.starter.broken.connect(met.append)
    return met


@pytest.fixture
def jobs(qtbot: QtBot, desk: Desk) -> JobsBar:
    return _seen(qtbot, JobsBar(desk))


def _seen(qtbot: QtBot, widget: QWidget) -> QWidget:
    qtbot.addWidget(widget)
    widget.resize(1280, 200)
    widget.show()
    return widget


def _damage(qtbot: QtBot, desk: Desk, home: Path, table: str) -> None:
    """An open database in which something is missing from now on: nothing that the program expects."""
    ask(qtbot, desk, lambda bench: bench.matter(NAME))
    with dbapi2.connect(str(home / "matters" / NAME / "matter.db")) as database:
        database.execute(f"ALTER TABLE {table} RENAME TO lost")


def test_an_intake_that_a_mistake_stops_says_so_and_the_next_can_begin(
    qtbot: QtBot,
    section: ExhibitsSection,
    desk: Desk,
    jobs: JobsBar,
    mistakes: list[BaseException],
    home: Path,
    tmp_path: Path,
) -> None:
    (tmp_path / "note.txt").write_text("The hall was dry on March 1, 2026.")
    _damage(qtbot, desk, home, "page")
    drop(section, of_files(tmp_path / "note.txt"))
    done(qtbot, section)
    assert len(mistakes) >= 1
    assert section.work.title.text() == MISTAKE
    assert REMEDY in section.work.note.text()
    assert not section.work.bar.isVisible()
    assert section.work.close_list.isVisible()
    assert not section.intake.running
    # what was told so far stays, also what is told a moment later
    qtbot.waitUntil(lambda: [text for _, text in outcomes(section)] == ["note.txt: Exhibit D"])
    qtbot.waitUntil(lambda: not jobs._running)
    assert jobs.quiet.isVisible()


def test_a_numbering_that_a_mistake_stops_says_so(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk, jobs: JobsBar, mistakes: list[BaseException], home: Path
) -> None:
    _damage(qtbot, desk, home, "bates")
    section.numbering.assign({})
    done(qtbot, section)
    assert (section.work.title.text(), len(mistakes)) == (MISTAKE, 1)
    assert not section.numbering.running
    assert not jobs._running


def test_the_form_of_the_numbers_says_what_stopped_it(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk, mistakes: list[BaseException], home: Path
) -> None:
    _damage(qtbot, desk, home, "bates")
    click(qtbot, section.number)
    dialog = section.findChild(NumberDialog)
    qtbot.waitUntil(lambda: MISTAKE in dialog.plan.text())
    assert dialog.go.toolTip() == MISTAKE
    dialog.reject()


def test_a_search_that_a_mistake_stops_says_so(
    qtbot: QtBot, desk: Desk, mistakes: list[BaseException], home: Path
) -> None:
    box = SearchBox(desk)
    _seen(qtbot, box)
    desk.open_matter(NAME)
    _damage(qtbot, desk, home, "page")
    box.setFocus()
    qtbot.keyClicks(box.focusProxy() or box, "roof")
    qtbot.waitUntil(lambda: MISTAKE in box.summary.text(), timeout=10_000)


def test_an_export_that_a_mistake_stops_leaves_the_bar_and_says_so(
    qtbot: QtBot, desk: Desk, jobs: JobsBar, mistakes: list[BaseException], home: Path, tmp_path: Path
) -> None:
    said: list[AppError] = []
    desk.starter.failed.connect(said.append)
    desk.open_matter(NAME)
    desk.draft_asked.emit(DRAFT)
    export: ExportButtons = jobs.export
    qtbot.waitUntil(export.working.isEnabled)
    _damage(qtbot, desk, home, "signature")
    export.write(tmp_path / "x.docx", final=False)
    qtbot.waitUntil(lambda: bool(said), timeout=10_000)
    assert said[0].what == MISTAKE
    assert not jobs._running
    assert not (tmp_path / "x.docx").exists()


def test_a_run_that_a_mistake_stops_says_so_in_its_view(
    qtbot: QtBot, desk: Desk, mistakes: list[BaseException], home: Path
) -> None:
    view = RunView(desk)
    _seen(qtbot, view)
    desk.open_matter(NAME)
    _damage(qtbot, desk, home, "run")
    view._run = f"{NAME}/r1"
    view.resume()
    qtbot.waitUntil(lambda: MISTAKE in view.trouble.text(), timeout=10_000)
    assert view.trouble.isVisible()
    assert not view.running


def test_two_jobs_of_one_kind_have_a_bar_each(qtbot: QtBot, desk: Desk, jobs: JobsBar) -> None:
    go = asyncio.Event()

    def reading(total: int) -> Callable[[Workbench], object]:
        async def read(bench: Workbench) -> None:
            for n in range(1, 6):
                bench.facts.publish(Progress("read", n, total, f"of {total}"))
            await go.wait()

        return read

    desk.starter.start(reading(100), title="First")
    desk.starter.start(reading(2000), title="Second")

    def far() -> list[tuple[str, int, int, str]]:
        return [(one.job.title, one.done, one.total, one.note) for one in jobs._running]

    qtbot.waitUntil(lambda: all(one.total for one in jobs._running) and len(jobs._running) == 2, timeout=10_000)
    assert far() == [("First", 5, 100, "of 100"), ("Second", 5, 2000, "of 2000")]
    for one in list(jobs._running):
        one.job.cancel()
    qtbot.waitUntil(lambda: not jobs._running, timeout=10_000)


def test_what_an_intake_left_out_stands_in_its_list(qtbot: QtBot, section: ExhibitsSection, tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    (folder / "note.txt").write_text("The hall was dry on March 1, 2026.")
    (folder / ".hidden.pdf").write_bytes(b"x")
    (folder / "Thumbs.db").write_bytes(b"x")
    drop(section, of_files(folder))
    done(qtbot, section)
    assert outcomes(section)[0] == ("!", "Note: 2 hidden or system files left out.")
    assert section.work.title.text() == "1 file: 1 taken in"


def test_what_other_work_notes_stays_in_sight_until_it_is_closed(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk
) -> None:
    notice = Notice(desk)
    _seen(qtbot, notice)

    async def work(bench: Workbench) -> None:
        for n in range(1, 6):
            bench.facts.publish(Noted("read", f"Exhibit A, page {n}, stays unread for now."))

    desk.starter.start(work)
    qtbot.waitUntil(lambda: "And 2 more." in notice.text.text())
    assert notice.text.text().startswith("Exhibit A, page 1, stays unread for now.\nExhibit A, page 2,")
    assert not outcomes(section)
    click(qtbot, notice.close_button)
    assert not notice.isVisible()


def test_each_thing_that_can_become_of_a_file_is_counted_apart(
    qtbot: QtBot, section: ExhibitsSection, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "new.txt").write_text("The hall was dry on March 1, 2026.")
    (folder / "same.pdf").write_bytes(_known(home))
    (folder / "broken 1.pdf").write_bytes(b"%PDF-1.4 and no more")
    (folder / "broken 2.pdf").write_bytes(b"%PDF-1.5 and no more")
    stamped = next((home / "matters" / NAME / "out" / "stamped").glob("*.pdf"))
    (folder / "own.pdf").write_bytes(stamped.read_bytes())
    drop(section, of_files(folder))
    done(qtbot, section)
    assert section.work.title.text() == "5 files: 1 taken in, 1 here already, 1 set aside as own work, 2 refused"
    qtbot.waitUntil(section.aside.isVisible, timeout=20_000)
    assert section.aside.text() == "1 set aside as own work, 2 refused"
    model = section.work.model
    for n in range(model.rowCount()):  # each reason can be read whole: under the list, and pointed at
        section.work.list.selectRow(n)
        text = str(model.index(n, 2).data())
        assert text in section.work.detail.text()
        assert section.work.detail.wordWrap()
        assert str(model.index(n, 2).data(Qt.ItemDataRole.ToolTipRole)).startswith("<qt>")


def _known(home: Path) -> bytes:
    """An original that is in the matter already."""
    return next(path for path in (home / "matters" / NAME / "vault").iterdir() if path.is_file()).read_bytes()


def test_own_work_is_released_by_mouse(qtbot: QtBot, section: ExhibitsSection, home: Path, tmp_path: Path) -> None:
    stamped = next((home / "matters" / NAME / "out" / "stamped").glob("*.pdf"))
    (tmp_path / "ours.pdf").write_bytes(stamped.read_bytes())
    section.origin.setCurrentIndex(section.origin.findText("opposing side"))
    drop(section, of_files(tmp_path / "ours.pdf"))
    done(qtbot, section)
    assert section.work.release.isVisible()
    click(qtbot, section.work.release)
    dialog = section.findChild(ReleaseDialog)
    assert not dialog.go.isEnabled()
    qtbot.keyClicks(dialog.name, "Ada Counsel")
    assert dialog.go.toolTip() == "Releasing own work needs a name and a reason."
    qtbot.keyClicks(dialog.reason, "They sent our copy back as their exhibit.")
    click(qtbot, dialog.go)
    qtbot.waitUntil(lambda: rows(section) == ["A", "B", "C", "D"], timeout=20_000)
    done(qtbot, section)
    assert section.work.title.text() == "1 file: 1 taken in"
    assert not section.work.release.isVisible()
    qtbot.waitUntil(lambda: not section.aside.isVisible(), timeout=20_000)


def test_files_dropped_while_pages_are_stamped_wait_for_them(
    qtbot: QtBot, section: ExhibitsSection, home: Path, tmp_path: Path
) -> None:
    for stamped in (home / "matters" / NAME / "out" / "stamped").glob("*.pdf"):
        stamped.unlink()
    (tmp_path / "note.txt").write_text("The hall was dry on March 1, 2026.")
    section.numbering.assign({})
    drop(section, of_files(tmp_path / "note.txt"))
    assert section.numbering.running
    assert not section.intake.running
    qtbot.waitUntil(lambda: rows(section) == ["A", "B", "C", "D"], timeout=30_000)
    done(qtbot, section)
    assert section.work.title.text() == "1 file: 1 taken in"
