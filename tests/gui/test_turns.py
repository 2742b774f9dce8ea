"""No turn of the event loop is long, whatever the person does in the whole window."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.domain.draft import Paragraph
from app.domain.evidence import Authority, Exhibit, Origin
from app.domain.run import StageState
from app.events import MatterChanged, Progress, StageChanged, TextStreamed
from app.gui.building import build_sections
from app.gui.desk import Desk, Section
from app.gui.drafts import DraftsSection
from app.gui.main_window import MainWindow
from app.gui.state import WindowState
from app.gui.theme import DARK, LIGHT, apply_theme
from app.store import authorities, exhibits
from app.workbench import Workbench
from tests.gui.small_matter import DRAFT, NAME, save_draft
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(180)

_PARAGRAPHS = 400
_SENTENCE = "On April {day}, 2026 I wrote to Acme about {n} leaks in its roof. "
_FILES = 2000
_LONG = f"{NAME}/d2"


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, tmp_path: Path) -> Iterator[MainWindow]:
    """The whole window, no matter open; the matter ``small`` has a full shelf, a long log and a long draft."""
    done: list[None] = []
    desk.starter.start(_fill, done.append)
    qtbot.waitUntil(lambda: bool(done), timeout=60_000)
    made = MainWindow(desk, WindowState(tmp_path))
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    built = asyncio.get_running_loop().create_task(build_sections(made))
    qtbot.waitUntil(built.done, timeout=20_000)
    built.result()
    qtbot.wait(200)
    yield made
    made._ended = True


async def _fill(bench: Workbench) -> None:
    opened = await bench.matter(NAME)
    text = "The court heard the parties on the state of the roof and held for the plaintiff.\n" * 400

    def shelf(session: Any) -> None:
        for n in range(60):
            cite = f"{100 + n} F.3d {n + 1}"
            one = Authority((cite,), f"Cole v. Acme {n}", "13th Cir.", 2000, n + 1, n + 9, "opinion", True, text)
            authorities.add(session, one, f"{n:064x}")

    await opened.store.write(shelf)
    for n in range(300):
        await opened.change("read", lambda _session, n=n: (None, {"exhibit": f"Exhibit {n}"}))  # type: ignore[misc]
    paragraphs = (
        "".join(_SENTENCE.format(day=1 + (n + i) % 28, n=n) for i in range(5)).strip() for n in range(_PARAGRAPHS)
    )
    await save_draft(bench, NAME, tuple(Paragraph(text) for text in paragraphs))


def drafts_of(window: MainWindow) -> DraftsSection:
    section = window.sections[Section.DRAFTS]
    assert isinstance(section, DraftsSection)
    return section


def command(window: MainWindow, name: str) -> QAction:
    return next(action for action in window.actions() if action.text() == name)


def test_opening_a_matter_and_going_through_its_sections(qtbot: QtBot, window: MainWindow, watch: Watch) -> None:
    watch.spared = 8  # of some hundreds, in a program that draws each letter for the first time
    window.desk.open_matter(NAME)
    qtbot.waitUntil(lambda: window.top.tabs[Section.DRAFTS].text().endswith("2"), timeout=20_000)
    qtbot.wait(600)
    for section in (*Section, Section.AUTHORITIES, Section.EXHIBITS):
        qtbot.mouseClick(window.top.tabs[section], Qt.MouseButton.LeftButton)
        qtbot.wait(700)
    shelf = window.sections[Section.AUTHORITIES].list  # type: ignore[attr-defined]
    qtbot.mouseClick(window.top.tabs[Section.AUTHORITIES], Qt.MouseButton.LeftButton)
    for _ in range(5):
        qtbot.keyClick(shelf, Qt.Key.Key_Down)
        qtbot.wait(60)
    assert shelf.model().rowCount() == 60
    log = window.sections[Section.LOG].list  # type: ignore[attr-defined]
    qtbot.mouseClick(window.top.tabs[Section.LOG], Qt.MouseButton.LeftButton)
    for _ in range(5):
        qtbot.keyClick(log, Qt.Key.Key_PageDown)
        qtbot.wait(60)
    assert log.model().rowCount() > 300


def test_a_draft_a_run_and_a_new_draft_are_opened(qtbot: QtBot, window: MainWindow, watch: Watch) -> None:
    window.desk.open_matter(NAME)
    qtbot.wait(600)
    drafts = drafts_of(window)
    command(window, "New draft").trigger()
    qtbot.wait(400)
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: len(drafts.review.session.marks) > 3, timeout=20_000)
    qtbot.wait(200)
    for _ in range(4):
        drafts.review.go(1)
        qtbot.wait(300)
    for pill in ("attacks_pill", "versions_pill", "versions_pill", "claims_pill", "claims_pill", "source_pill"):
        getattr(drafts.review.draft, pill).click()
        qtbot.wait(200)
    qtbot.keyClicks(drafts.review.draft.editor, " In May it was May 2, 2026.", delay=15)
    drafts.show_list()
    qtbot.wait(500)
    drafts.show_run(f"{NAME}/r1")
    qtbot.wait(300)


def test_the_colours_are_changed(qtbot: QtBot, qapp: QApplication, window: MainWindow, watch: Watch) -> None:
    """And then every pixel is as it is where Qt works the looks of all widgets out in one call, which holds it."""
    flash = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    window.desk.open_matter(NAME)
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: len(drafts_of(window).review.session.marks) > 3, timeout=20_000)
    qtbot.wait(500)
    for theme in (DARK, LIGHT):
        command(window, f"{theme.name.title()} colours").trigger()
        qtbot.waitUntil(window.updatesEnabled)
        qtbot.wait(200)
        with watch.paused():
            by_turns = window.grab().toImage()
            apply_theme(qapp, theme)
            qtbot.wait(200)
            assert by_turns == window.grab().toImage()
            assert by_turns.pixelColor(1, 1).name().upper() == theme.window
    qapp.setCursorFlashTime(flash)


def test_dialogs_and_the_palette_open(qtbot: QtBot, window: MainWindow, watch: Watch) -> None:
    window.desk.open_matter(NAME)
    qtbot.wait(700)
    for name in ("Commands", "New matter…", "Assign Bates numbers…", "Add files…"):
        command(window, name).trigger()
        qtbot.wait(300)
        for dialog in window.findChildren(QDialog):
            dialog.close()
        window.palette_.leave()
        qtbot.wait(100)
    window.errors.show_error(ValueError("a bug"))
    qtbot.wait(200)


def test_a_long_draft_is_edited_while_a_run_streams_and_files_come_in(
    qtbot: QtBot, window: MainWindow, watch: Watch
) -> None:
    watch.spared = 12  # of some two thousand turns, with three other threads at work
    desk, drafts = window.desk, drafts_of(window)
    desk.open_matter(NAME)
    qtbot.wait(500)
    desk.draft_asked.emit(_LONG)
    session, editor = drafts.review.session, drafts.review.draft.editor
    qtbot.waitUntil(lambda: len(session.marks) >= 2000, timeout=60_000)
    drafts.run._run = f"{NAME}/r1"
    ended: list[None] = []
    desk.starter.start(_busy, ended.append, title="Taking files in")
    editor.go_to_paragraph(_PARAGRAPHS // 2)
    while not ended:
        for key in (*" In May it was May 2, 2026.", Qt.Key.Key_F8):
            watch.lap()
            qtbot.keyClick(editor, key)
            watch.lap()
            qtbot.wait(15)
    qtbot.wait(1000)
    qtbot.waitUntil(lambda: len(session.marks) >= 2001, timeout=60_000)
    assert drafts.run.text.toPlainText().startswith("1. I hired Acme")


async def _busy(bench: Workbench) -> None:
    async for begin in _slowly(_FILES, 20):
        await _take_in(bench, begin)
        piece = '{"paragraphs": [' if not begin else ""
        piece += '{"cites": ["A1"], "text": "I hired Acme Roofing on January 11, 2026 for the price agreed."},'
        bench.facts.publish(TextStreamed(f"{NAME}/r1", "draft", piece, 30))


async def _slowly(end: int, step: int) -> AsyncIterator[int]:
    for begin in range(0, end, step):
        yield begin
        await asyncio.sleep(0.06)


async def _take_in(bench: Workbench, begin: int) -> None:
    opened = await bench.matter(NAME)
    made = [
        Exhibit(4 + n, f"X{n}", f"Exhibit X{n}", f"File {n}.pdf", Origin.CLIENT, f"{n:064x}", "pdf", 0, f"/in/{n}.pdf")
        for n in range(begin, begin + 20)
    ]
    await opened.store.write(lambda session: [exhibits.add(session, one, None) for one in made])
    for n, one in enumerate(made, start=begin):
        bench.facts.publish(Progress("intake", n, 2000, one.title))
        detail = {"exhibit": one.id, "path": one.path, "origin": "client", "sha256": one.sha256}
        bench.facts.publish(MatterChanged(NAME, "intake", detail))
        bench.facts.publish(StageChanged(f"{NAME}/r1", "draft", StageState.RUNNING, "cpu", n))


def test_closing_the_window(qtbot: QtBot, window: MainWindow, watch: Watch) -> None:
    window.desk.open_matter(NAME)
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: len(drafts_of(window).review.session.marks) > 3, timeout=20_000)
    qtbot.wait(500)
    with qtbot.waitSignal(window.closing):
        window.close()
    ended = asyncio.get_running_loop().create_task(window.desk.starter.finish())
    qtbot.waitUntil(ended.done, timeout=20_000)
    window.end()
    qtbot.wait(200)
