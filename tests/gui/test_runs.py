"""New draft, run, and what came of it, by clicks; the run itself with the embedded model on two small pages."""

import asyncio
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app import actions
from app.domain.errors import AppError
from app.domain.run import StageName, StageState, Task
from app.events import Progress, PromptRead, StageChanged, TextStreamed
from app.gui.desk import Desk
from app.gui.drafts import DraftsSection
from app.gui.jobs_bar import JobsBar
from app.gui.run_stages import StageTable
from app.gui.time_left import left_words
from app.workbench import Workbench
from tests.gui.small_matter import NAME, write_pdf
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> DraftsSection:
    return make_section(qtbot, desk)


def make_section(qtbot: QtBot, desk: Desk) -> DraftsSection:
    made = DraftsSection(desk)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


def test_the_form_names_declarant_boards_and_pages(qtbot: QtBot, desk: Desk, section: DraftsSection) -> None:
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: section.list.stack.currentIndex() == 1, timeout=15_000)
    qtbot.mouseClick(section.list.new, Qt.MouseButton.LeftButton)
    form = section.new
    qtbot.keyClicks(form.request, "The roof.")
    qtbot.waitUntil(form.start.isEnabled, timeout=15_000)
    assert form.declarant.text() == "Dana Cole"
    assert form.why_not.text() == "4 numbered pages."
    assert not form.assign.isVisible()
    assert form.tasks[Task.DECLARATION].isChecked()
    assert not form.tasks[Task.MOTION].isEnabled()
    assert form.tasks[Task.MOTION].toolTip() == "Not in this version"
    shown = [form.places.itemAtPosition(n, 1).widget().text() for n in range(len(StageName))]  # type: ignore[union-attr]
    assert shown == ["Processor"] * 3 + ["no model: code"] + ["Processor"] * 2 + ["no model: code"]


def test_chosen_exhibits_are_ticked_by_key(qtbot: QtBot, desk: Desk, section: DraftsSection) -> None:
    desk.open_matter(NAME)
    section.show_new()
    form = section.new
    qtbot.keyClicks(form.request, "The roof.")
    qtbot.waitUntil(form.start.isEnabled, timeout=15_000)
    form.all.click()
    assert not form.start.isEnabled()
    assert form.why_not.text() == "No exhibit is chosen."
    form.exhibits.setCurrentIndex(form.exhibits.model().index(1, 0))
    qtbot.keyClick(form.exhibits, Qt.Key.Key_Space)
    assert form.start.isEnabled()
    assert form.asked().chosen == ("B",)


def test_an_exhibit_that_is_unticked_is_left_out_and_its_pages_are_not_counted(
    qtbot: QtBot, desk: Desk, section: DraftsSection
) -> None:
    desk.open_matter(NAME)
    section.show_new()
    form = section.new
    qtbot.keyClicks(form.request, "The roof.")
    qtbot.waitUntil(form.start.isEnabled, timeout=15_000)
    ticks = [form.exhibits.model().index(n, 0).data(Qt.ItemDataRole.CheckStateRole) for n in range(3)]
    assert ticks == [Qt.CheckState.Checked] * 3  # as "All exhibits" above them says
    form.exhibits.setCurrentIndex(form.exhibits.model().index(1, 0))
    qtbot.keyClick(form.exhibits, Qt.Key.Key_Space)
    assert not form.all.isChecked()
    assert form.asked().chosen == ("A", "C")
    assert form.why_not.text().startswith("3 numbered pages.")
    assert form.exhibits.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    qtbot.keyClick(form.exhibits, Qt.Key.Key_Space)
    assert form.all.isChecked()
    assert form.asked().chosen is None
    qtbot.keyClick(form.exhibits, Qt.Key.Key_Space)
    desk.open_matter("Another matter")  # has an exhibit A, too
    assert form.all.isChecked()
    assert form.asked().chosen is None


def test_a_run_waits_for_what_is_at_work_in_its_matter(qtbot: QtBot, desk: Desk, section: DraftsSection) -> None:
    begun: list[bool] = []

    async def work(bench: Workbench) -> None:
        async with (await bench.matter(NAME)).working():
            begun.append(True)
            await asyncio.sleep(60)

    job = desk.starter.start(work)
    qtbot.waitUntil(lambda: bool(begun), timeout=15_000)  # the form must not look before it
    desk.open_matter(NAME)
    section.show_new()
    form = section.new
    qtbot.keyClicks(form.request, "The roof.")
    why = "Something is at work in this matter: start when it has ended."
    qtbot.waitUntil(lambda: form.why_not.text() == why, timeout=15_000)
    assert not form.start.isEnabled()
    job.cancel()
    qtbot.waitUntil(form.start.isEnabled, timeout=15_000)


def test_a_run_without_a_request_is_refused_in_words(qtbot: QtBot, desk: Desk, section: DraftsSection) -> None:
    desk.open_matter(NAME)
    section.show_new()
    form = section.new
    started: list[None] = []
    form.started.connect(lambda: started.append(None))
    why = "Say in the request what the declaration is to be about."
    qtbot.waitUntil(lambda: form.why_not.text() == why, timeout=15_000)
    qtbot.mouseClick(form.start, Qt.MouseButton.LeftButton)
    assert (form.start.isEnabled(), form.start.toolTip(), started) == (False, why, [])
    qtbot.keyClicks(form.request, "  ")
    assert not form.start.isEnabled()
    qtbot.keyClicks(form.request, "The roof.")
    assert (form.start.isEnabled(), form.why_not.text()) == (True, "4 numbered pages.")
    qtbot.keyClick(form.request, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(form.request, Qt.Key.Key_Delete)
    assert (form.start.isEnabled(), form.why_not.text()) == (False, why)


def test_a_matter_without_numbers_says_so_and_assigns_them(qtbot: QtBot, empty_desk: Desk, tmp_path: Path) -> None:
    take_in(qtbot, empty_desk, tmp_path, numbers=False)
    section = make_section(qtbot, empty_desk)
    empty_desk.open_matter("two")
    section.show_new()
    form = section.new
    qtbot.keyClicks(form.request, "The pump.")
    qtbot.waitUntil(form.assign.isVisible, timeout=15_000)
    assert not form.start.isEnabled()
    assert "no Bates numbers yet" in form.why_not.text()
    qtbot.mouseClick(form.assign, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(form.start.isEnabled, timeout=20_000)
    assert form.why_not.text() == "2 numbered pages."


def test_stages_show_state_time_tokens_and_speed(qtbot: QtBot, desk: Desk, section: DraftsSection) -> None:
    desk.open_matter(NAME)
    table = StageTable(desk)
    qtbot.addWidget(table)
    draft = StageName.DRAFT
    table.change(StageChanged(f"{NAME}/r1", draft, StageState.RUNNING, "cpu", 0))
    table.count(draft, 1)
    qtbot.wait(700)
    table.count(draft, 20)
    qtbot.waitUntil(lambda: table._cells[draft][5].text() == "21", timeout=3000)
    texts = [cell.text() for cell in table._cells[draft]]
    assert texts[:4] == ["●", "Draft", "Processor", "running"]
    assert 10 <= int(texts[6]) <= 30
    table.change(StageChanged(f"{NAME}/r1", draft, StageState.DONE, "cpu", 83))
    assert [cell.text() for cell in table._cells[draft]][:6] == ["✓", "Draft", "Processor", "done", "1:23", "21"]


def test_a_long_stream_does_not_hold_the_window(qtbot: QtBot, desk: Desk, section: DraftsSection, watch: Watch) -> None:
    run = f"{NAME}/r1"
    view = section.run
    with watch.paused():
        section.stack.setCurrentWidget(view)
        view._run = run
        qtbot.wait(100)
    piece = '{"cites": ["ACME000001"], "text": "I hired Acme Roofing on January 11, 2026 for the price agreed."},'
    desk.bridge.text.emit(TextStreamed(run, "draft", '{"paragraphs": ['))
    for _ in range(150):
        desk.bridge.text.emit(TextStreamed(run, "draft", piece, 30))
        qtbot.wait(1)
    assert view.text.toPlainText().startswith("1. I hired Acme Roofing on January 11, 2026")
    assert "150. I hired" in view.text.toPlainText()


def test_the_bottom_says_what_runs_how_long_still_and_cancels(qtbot: QtBot, desk: Desk) -> None:
    bar = JobsBar(desk)
    qtbot.addWidget(bar)
    bar.resize(1280, 36)
    bar.show()
    cancelled: list[bool] = []

    async def slow(bench: Workbench) -> None:
        for n in range(1, 200):
            bench.facts.publish(Progress("read", n, 400, f"Exhibit A, page {n}"))
            try:
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

    desk.starter.start(slow, title="Reading small")
    qtbot.waitUntil(lambda: "left" in bar.left.text(), timeout=15_000)
    assert bar.text.text().startswith("Reading small: Exhibit A, page ")
    assert bar.bar.maximum() == 400
    at = bar.cancel.pos()
    bar._running[-1].note = "a note that is very much longer than the one before it"
    bar._show()
    qtbot.wait(50)
    assert bar.cancel.pos() == at  # it doesn't wander with the words
    qtbot.mouseClick(bar.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar.quiet.isVisible() and bool(cancelled), timeout=5000)


def test_time_left_is_said_as_a_person_would() -> None:
    assert left_words(30) == "about 30 s left"
    assert left_words(120) == "about 2 min left"
    assert left_words(99 * 60) == "about 1 h 39 min left"
    assert left_words(None) == ""
    assert left_words(1.0) == "about 5 s left"


def test_the_bottom_says_that_a_prompt_is_read(qtbot: QtBot, desk: Desk) -> None:
    bar = JobsBar(desk)
    qtbot.addWidget(bar)
    bar.resize(1280, 36)
    bar.show()

    async def run(bench: Workbench) -> None:
        bench.facts.publish(StageChanged(f"{NAME}/r1", "gate", StageState.RUNNING, "cpu", 0))
        bench.facts.publish(PromptRead(f"{NAME}/r1", "gate", 1024, 4198))
        await asyncio.sleep(30)

    job = desk.starter.start(run, title="Drafting in small")
    said = "Drafting in small: Grounds (2 of 7), Processor, reading 1,024 of 4,198 tokens"
    qtbot.waitUntil(lambda: bar.text.text() == said, timeout=10_000)
    assert bar.left.text() == ""  # the first run on this machine
    job.cancel()


@pytest.fixture
def two_pages(qtbot: QtBot, empty_desk: Desk, tmp_path: Path) -> Desk:
    """A desk on a home with a matter of two small numbered pages."""
    take_in(qtbot, empty_desk, tmp_path, numbers=True)
    return empty_desk


def take_in(qtbot: QtBot, desk: Desk, folder: Path, *, numbers: bool) -> None:
    write_pdf(folder / "1 order.pdf", ["ORDER\n\nDana Cole ordered one pump on May 4, 2026 for $900.00."])
    write_pdf(folder / "2 note.pdf", ["NOTE\n\nThe pump was delivered on May 9, 2026. It did not start."])
    files = [folder / "1 order.pdf", folder / "2 note.pdf"]

    async def make(bench: Workbench) -> None:
        await actions.matters.new_matter(bench, "two")
        async for _ in actions.exhibits.add_exhibits(bench, "two", files):
            pass
        if numbers:
            async for line in actions.bates.assign(bench, "two"):
                assert not isinstance(line, AppError)

    done: list[None] = []
    desk.starter.start(make, done.append)
    qtbot.waitUntil(lambda: bool(done), timeout=40_000)


@pytest.mark.timeout(300)
def test_a_draft_from_the_form_to_its_review_with_a_real_model(qtbot: QtBot, two_pages: Desk) -> None:
    desk = two_pages
    section = make_section(qtbot, desk)
    desk.open_matter("two")
    qtbot.waitUntil(section.list.empty.isVisible, timeout=15_000)
    section.show_new()
    form, view = section.new, section.run
    qtbot.keyClicks(form.request, "The pump: when it was ordered and delivered, and its price.")
    qtbot.waitUntil(form.start.isEnabled, timeout=15_000)
    form.paragraphs.setValue(3)
    qtbot.mouseClick(form.start, Qt.MouseButton.LeftButton)
    assert section.stack.currentWidget() is view
    assert view.cancel.isEnabled()
    asked: list[str] = []
    desk.draft_asked.connect(asked.append)
    streamed: list[str] = []
    read: list[PromptRead] = []
    desk.bridge.prompt.connect(read.append)
    desk.bridge.text.connect(lambda fact: streamed.append(view.text.toPlainText()))
    began = time.monotonic()
    # a small model may fail a stage: then it is tried again, as a person would
    for _ in range(3):
        qtbot.waitUntil(lambda: not view.cancel.isEnabled() and view._report is not None, timeout=250_000)
        assert view._report is not None
        if view._report.run.state is StageState.DONE:
            break
        assert view.trouble.isVisible()
        qtbot.mouseClick(view.go_on, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(view.cancel.isEnabled)
    print(f"the run took {time.monotonic() - began:.0f} s")
    qtbot.waitUntil(lambda: view.stages._cells[StageName.REVERIFY][3].text() == "done", timeout=5000)
    assert any(text.startswith("1. ") for text in streamed)
    assert read[0].run == "two/r1"
    assert {one.stage for one in read} <= {"gate", "draft", "attack", "revise"}
    assert all(one.read <= one.total > 100 for one in read)
    assert view.stages._cells[StageName.DRAFT][5].text().isdecimal()
    assert "Grounds:" in view.findings.text()
    qtbot.mouseClick(view.review, Qt.MouseButton.LeftButton)
    assert asked == ["two/d1"]
    assert section.shows_draft


def test_another_declarant_can_be_named(qtbot: QtBot, desk: Desk, section: DraftsSection) -> None:
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: section.list.stack.currentIndex() == 1, timeout=15_000)
    qtbot.mouseClick(section.list.new, Qt.MouseButton.LeftButton)
    form = section.new
    qtbot.waitUntil(lambda: form.declarant.text() == "Dana Cole", timeout=15_000)
    form.declarant.selectAll()
    qtbot.keyClicks(form.declarant, "Luis Ferro")
    assert form.asked().declarant == "Luis Ferro"
