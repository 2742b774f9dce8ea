"""How the window opens and ends: alone, after a kill, without a screen."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from sqlmodel import col, delete

from app import actions
from app.actions import demo
from app.actions.unfinished import Unfinished
from app.domain.evidence import IntakeStatus, Origin
from app.domain.run import StageName, StageState, Task
from app.events import Facts, StageChanged
from app.gui.bridge import Bridge
from app.gui.core import Core
from app.gui.desk import Desk
from app.gui.main_window import MainWindow
from app.gui.opening import Opening
from app.gui.start import Starter
from app.gui.state import WindowState
from app.gui.theme import LIGHT
from app.settings import Settings, resources
from app.store import runs
from app.store.tables import PageRow
from app.workbench import Workbench, open_workbench
from tests.gui.places import click_row, drafts_of
from tests.gui.reviewing import ask
from tests.gui.small_matter import NAME

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def opened(qtbot: QtBot, loop: QEventLoop, home: Path) -> Callable[..., MainWindow]:
    """Opens the window on the home, in review of a draft or not, as the program does; closed again afterwards."""

    def open_(draft: str | None = None) -> MainWindow:
        facts = Facts()
        core, bridge = Core(Settings(home=home, boards=None), facts), Bridge(facts)
        window = MainWindow(Desk(Starter(core), bridge, LIGHT), WindowState(home))
        qtbot.addWidget(window, before_close_func=lambda _window: close(qtbot, window, core, bridge))
        Opening(window, core, None, draft)
        window.show()
        matter = draft.rpartition("/")[0] if draft else NAME
        qtbot.waitUntil(lambda: window.desk.matter == matter, timeout=20_000)
        return window

    return open_


def close(qtbot: QtBot, window: MainWindow, core: Core, bridge: Bridge) -> None:
    finished = asyncio.get_running_loop().create_task(window.desk.starter.finish())
    qtbot.waitUntil(finished.done, timeout=20_000)
    core.close()
    bridge.stop()
    window._ended = True


def damage(home: Path, change: Callable[[Any], object]) -> None:
    """Leave the matter as a kill would have left it: ``change(session)`` in its database."""

    async def write() -> None:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            await (await bench.matter(NAME)).store.write(change)

    asyncio.run(write())


def test_pages_left_unread_by_a_kill_are_offered_and_read(
    qtbot: QtBot, home: Path, request: pytest.FixtureRequest
) -> None:
    damage(home, lambda session: session.execute(delete(PageRow).where(col(PageRow.exhibit) == 3)))
    window = request.getfixturevalue("opened")()
    qtbot.waitUntil(lambda: bool(window.notice.buttons), timeout=20_000)
    assert window.notice.text.text() == "Work in small was interrupted: one page is not read yet."
    qtbot.mouseClick(window.notice.buttons[0], Qt.MouseButton.LeftButton)
    done: list[int] = []

    def ask() -> bool:
        window.desk.starter.start(
            lambda bench: actions.matters.show_matter(bench, NAME), lambda found: done.append(found.unread_pages)
        )
        qtbot.wait(300)
        return bool(done) and done[-1] == 0

    qtbot.waitUntil(ask, timeout=30_000)
    assert not window.notice.isVisible()


def _killed_runs(session: Any, count: int = 1) -> None:
    for n in range(1, count + 1):
        runs.create(session, Task.DECLARATION, f"The roof {n}.", {}, "2026-11-30T20:00:00Z")
        runs.start_stage(session, n, StageName.PACK, "cpu")


async def _offered(bench: Workbench) -> list[Unfinished]:
    return await actions.unfinished.find_unfinished(bench)


def test_a_run_that_a_kill_stopped_is_offered_and_can_wait(
    qtbot: QtBot, home: Path, request: pytest.FixtureRequest
) -> None:
    damage(home, _killed_runs)
    window = request.getfixturevalue("opened")()
    qtbot.waitUntil(lambda: bool(window.notice.buttons), timeout=20_000)
    assert window.notice.text.text() == "Work in small was interrupted: Run 1 stopped."
    assert not window.notice.count.isVisible()
    qtbot.mouseClick(window.notice.buttons[1], Qt.MouseButton.LeftButton)
    assert not window.notice.isVisible()
    # "Not now" holds: no later start offers it
    qtbot.waitUntil(lambda: ask(qtbot, window.desk, _offered) == [], timeout=10_000)
    drafts = drafts_of(window)
    drafts.show_list()
    qtbot.waitUntil(lambda: drafts.list.runs.count() == 1, timeout=10_000)
    click_row(qtbot, drafts.list.runs, 0)
    qtbot.waitUntil(drafts.run.go_on.isEnabled, timeout=10_000)
    assert drafts.run.request.text() == "The roof 1."
    assert not drafts.run.cancel.isEnabled()


def test_an_offer_goes_when_the_work_is_taken_up_elsewhere(
    qtbot: QtBot, home: Path, request: pytest.FixtureRequest
) -> None:
    """ "Continue" would go on with what goes on already."""
    damage(home, lambda session: session.execute(delete(PageRow).where(col(PageRow.exhibit) == 3)))
    window = request.getfixturevalue("opened")()
    qtbot.waitUntil(lambda: bool(window.notice.buttons), timeout=20_000)
    window.desk.starter.start(lambda bench: actions.unfinished.read_unread(bench, NAME))
    qtbot.waitUntil(lambda: not window.notice.isVisible(), timeout=20_000)


def test_the_offer_of_a_run_goes_when_the_run_goes_on(qtbot: QtBot, home: Path, request: pytest.FixtureRequest) -> None:
    damage(home, _killed_runs)
    window = request.getfixturevalue("opened")()
    qtbot.waitUntil(lambda: bool(window.notice.buttons), timeout=20_000)

    async def go_on(bench: Workbench) -> None:
        bench.facts.publish(StageChanged("other/r1", "pack", "running", "cpu", 0.0))
        bench.facts.publish(StageChanged(f"{NAME}/r1", "pack", "running", "cpu", 0.0))

    window.desk.starter.start(go_on)
    qtbot.waitUntil(lambda: not window.notice.isVisible(), timeout=10_000)


def test_several_runs_that_were_killed_are_offered_together(
    qtbot: QtBot, home: Path, request: pytest.FixtureRequest
) -> None:
    damage(home, lambda session: _killed_runs(session, 3))
    window = request.getfixturevalue("opened")()
    qtbot.waitUntil(lambda: bool(window.notice.buttons), timeout=20_000)
    assert window.notice.text.text() == "Work in small was interrupted: 3 runs stopped, the last is Run 3."
    assert not window.errors.isVisible()
    window.notice.say("Another word.")
    assert window.notice.count.text() == "1 of 2"
    assert window.notice.count.isVisible()


def test_what_was_left_is_offered_again_once_more_comes_to_it(home: Path) -> None:
    async def work() -> None:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            opened = await bench.matter(NAME)
            await opened.store.write(lambda session: _killed_runs(session, 2))
            await opened.store.write(lambda session: session.execute(_unread(3)))
            gone = str(home / "gone.pdf")
            assert await _offered(bench) == [Unfinished(NAME, (f"{NAME}/r1", f"{NAME}/r2"), 1)]
            await actions.unfinished.leave_run(bench, f"{NAME}/r1")  # a person cancelled it
            assert await _offered(bench) == [Unfinished(NAME, (f"{NAME}/r2",), 1)]
            await actions.unfinished.leave(bench, (await _offered(bench))[0])
            assert await _offered(bench) == []
            await opened.store.write(lambda session: session.execute(_unread(2)))
            assert await _offered(bench) == [Unfinished(NAME, (), 2)]
            await actions.unfinished.keep_offered(bench, NAME, [home / "jurat.db", Path(gone)], Origin.CLIENT)
            assert await _offered(bench) == [Unfinished(NAME, (), 2, (str(home / "jurat.db"),))]
            await actions.unfinished.leave(bench, (await _offered(bench))[0])
            assert await _offered(bench) == []
            lines = await actions.unfinished.take_in_offered(bench, NAME)
            assert [line.status for line in lines] == [IntakeStatus.REFUSED] * 2  # also the one that is gone, by name
            assert lines[0].path == gone
            assert (await actions.matters.show_matter(bench, NAME)).unread_pages == 0
            await opened.store.write(lambda session: session.execute(_unread(1)))
            assert await _offered(bench) == [Unfinished(NAME, (), 2)]  # it was gone on with: this is new

    asyncio.run(work())


def _unread(exhibit: int) -> Any:
    return delete(PageRow).where(col(PageRow.exhibit) == exhibit)


def test_a_run_that_stopped_does_not_count_as_running_while_another_is(home: Path) -> None:
    async def work() -> list[StageState]:
        async with open_workbench(Settings(home=home, boards=None)) as bench:
            opened = await bench.matter(NAME)
            await opened.store.write(lambda session: _killed_runs(session, 2))
            async with opened.working():
                opened.note_work("r2")
                found = await actions.runs.list_runs(bench, NAME)
            after = await actions.runs.list_runs(bench, NAME)
            return [report.run.state for report in (*found, *after)]

    waiting, running = StageState.WAITING, StageState.RUNNING
    assert asyncio.run(work()) == [waiting, running, waiting, waiting]


def test_no_words_open_the_window_on_the_home_that_was_named(tmp_path: Path) -> None:
    from app.cli.main import main

    asked: list[tuple[Path, str | None]] = []

    def window(settings: Settings, draft: str | None) -> int:
        asked.append((settings.home, draft))
        return 0

    assert main(["--home", str(tmp_path)], window) == 0
    assert asked == [(tmp_path, None)]
    assert main(["matter", "list", "--home", str(tmp_path)], window) == 0
    assert len(asked) == 1


def test_without_a_screen_it_says_so(tmp_path: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "app", "--home", str(tmp_path)]
    done = subprocess.run(command, env=kept, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 3
    assert "There is no screen to open the window on." in done.stderr


def test_jurat_alone_opens_the_window_and_ends_with_everything_closed(made_home: Path, tmp_path: Path) -> None:
    """As its users start it: another process, ended with the signal that a desktop session sends."""
    home = tmp_path / "home"
    shutil.copytree(made_home, home)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "JURAT_HOME": str(home)}
    process = subprocess.Popen([sys.executable, "-m", "app"], env=environment, stderr=subprocess.PIPE, text=True)
    time.sleep(4)
    assert process.poll() is None
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 0, said
    assert (home / "window.ini").is_file()
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


def test_a_window_closed_before_it_was_ready_ends_as_well(qtbot: QtBot, loop: QEventLoop, home: Path) -> None:
    facts = Facts()
    core, bridge = Core(Settings(home=home, boards=None), facts), Bridge(facts)
    window = MainWindow(Desk(Starter(core), bridge, LIGHT), WindowState(home))
    qtbot.addWidget(window)
    Opening(window, core, None, None)
    window.show()
    close(qtbot, window, core, bridge)
    core.open()
    assert not [thread for thread in threading.enumerate() if thread.name == "core"]


def test_the_demo_s_window_offers_the_draft_with_planted_mistakes(
    qtbot: QtBot, opened: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "NAME", NAME)
    first = opened(f"{NAME}/d1")
    qtbot.waitUntil(lambda: len(drafts_of(first).review.session.marks) > 3, timeout=20_000)
    assert not first.notice.isVisible()  # no demo made one here
    planted = tomllib.loads((resources() / "sample" / "practice.toml").read_text(encoding="utf-8"))
    made = ask(qtbot, first.desk, lambda bench: demo._practice(bench, planted))
    assert ask(qtbot, first.desk, lambda bench: demo._practice(bench, planted)) == made  # once

    second = opened(f"{NAME}/d1")
    qtbot.waitUntil(second.notice.isVisible, timeout=20_000)
    qtbot.mouseClick(second.notice.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: drafts_of(second).review.session.id == made, timeout=20_000)
    qtbot.waitUntil(lambda: len(drafts_of(second).review.session.attacks) == 1, timeout=20_000)
