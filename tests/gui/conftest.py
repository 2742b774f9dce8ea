"""The window's parts on a real core: a loop that runs under pytest-qt, a small matter, a watch on the GUI thread."""

import os

# before Qt is loaded: no screen is needed
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import asyncio
import gc
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from app.events import Facts
from app.gui.bridge import Bridge
from app.gui.core import Core
from app.gui.desk import Desk
from app.gui.main_window import MainWindow
from app.gui.start import Starter
from app.gui.theme import LIGHT, apply_theme
from app.settings import Settings
from tests.gui.small_matter import make_home
from tests.gui.tour import open_window
from tests.gui.watch import Watch

HELD_MS = 16
"""The GUI thread may not be held for longer in a test: one frame of 60 a second, in its own processor time.

A build server takes twice the time of a desk computer, and another one each day: a turn that is held is told as it
would be there (``slowness``). Other programs take none of it, but what they leave in the processor's caches does: a
turn that takes 6 ms on an idle machine has been seen to take 11 on a busy one. So the window is built to keep every
turn under 8 ms, and the limit asserts the promise itself. ``Watch.spared`` turns of a test may take three times as
long: a machine that does other things at the same time was seen to do that to turns which no other run held, while
what holds the window holds it each time.
One call of Qt can't be done in parts: the first show of a window, which loads fonts and opens what the platform needs
(left out with ``watch.paused()``).
"""


@pytest.fixture(scope="session")
def made_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the matter ``small`` (see ``small_matter``). Never change it: take ``home``."""
    return make_home(tmp_path_factory.mktemp("made") / "home")


@pytest.fixture
def home(made_home: Path, tmp_path: Path) -> Path:
    """A copy of the made home, to be changed at will."""
    copy = tmp_path / "home"
    shutil.copytree(made_home, copy)
    return copy


@pytest.fixture
def empty_home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture(scope="session")
def _qt_loop(qapp: QApplication) -> Iterator[QEventLoop]:
    # one for the session: stopping it tells the application to quit, after which pytest-qt can't wait any more
    running = QEventLoop(qapp, already_running=True)
    asyncio.events._set_running_loop(None)
    yield running
    running.stop()
    running.close()


@pytest.fixture
def loop(_qt_loop: QEventLoop) -> Iterator[QEventLoop]:
    """The asyncio loop of Qt's own events, running while pytest-qt waits (``qtbot.waitUntil`` and the like)."""
    asyncio.events._set_running_loop(_qt_loop)
    yield _qt_loop
    asyncio.events._set_running_loop(None)


@pytest.fixture
def desk(qtbot: QtBot, loop: QEventLoop, home: Path) -> Iterator[Desk]:
    """A desk on a copy of the made home; no matter is open yet."""
    yield from open_desk(qtbot, home)


@pytest.fixture
def empty_desk(qtbot: QtBot, loop: QEventLoop, empty_home: Path) -> Iterator[Desk]:
    """A desk on a home that holds nothing."""
    yield from open_desk(qtbot, empty_home)


def open_desk(qtbot: QtBot, home: Path) -> Iterator[Desk]:
    """A desk with its own core; everything is closed again afterwards, and a bug in a verb fails the test."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, LIGHT)
    facts = Facts()
    core = Core(Settings(home=home, boards=None), facts)
    core.open()
    bridge = Bridge(facts)
    starter = Starter(core)
    broken: list[BaseException] = []
    starter.broken.connect(broken.append)

    def finish(_first: QWidget) -> None:
        finished = asyncio.get_running_loop().create_task(starter.finish())
        qtbot.waitUntil(finished.done, timeout=20_000)

    # pytest-qt closes the test's widgets before this fixture ends, in the order in which they were added: what verbs
    # still bring must not reach widgets that are gone
    first = QWidget()
    qtbot.addWidget(first, before_close_func=finish)
    yield Desk(starter, bridge, LIGHT)
    bridge.stop()
    core.close()
    assert not broken, f"a verb broke: {broken[0]!r}"


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, tmp_path: Path) -> MainWindow:
    """The whole window, active, on a copy of the made home; no matter is open yet."""
    made = open_window(qtbot, desk, tmp_path)
    made._ended = True
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """The watch begins with the test's own first line: setting it up takes pytest longer than a turn may."""
    watching = pyfuncitem.funcargs.get("watch")
    if isinstance(watching, Watch):
        watching.begin()


@pytest.fixture
def watch(qapp: QApplication) -> Iterator[Watch]:
    """Fails the test when the GUI thread was held over ``watch.limit_ms`` (HELD_MS) while it ran, but for
    ``watch.spared`` turns of up to three times that. Leave out what is slow on purpose with ``watch.paused()``."""
    # the window makes full collections of garbage at quiet moments only (app/gui/tidy.py)
    before = gc.get_threshold()
    gc.set_threshold(before[0], before[1], 1_000_000_000)
    watching = Watch(qapp, HELD_MS)
    yield watching
    watching.stop()
    gc.set_threshold(*before)
    held = (
        f"the GUI thread was held for {watching.longest_ms:.0f} ms, {watching.over} times over {watching.limit_ms:.0f}"
    )
    assert watching.over <= watching.spared, held
    assert watching.longest_ms <= max(watching.limit_ms, 3 * HELD_MS), held
