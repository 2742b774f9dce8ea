"""The window's program: Qt and asyncio in one loop, the core beside it, opened and closed together."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from functools import partial
from typing import TYPE_CHECKING, Any

from app.domain.errors import MissingOnMachine
from app.egress import Gate
from app.settings import Settings, has_screen, resources

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from app.gui.bridge import Bridge
    from app.gui.core import Core
    from app.gui.main_window import MainWindow
    from app.gui.start import Starter

_PACKAGES = "libegl1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0"
_A_WORD_AFTER_S = 1.0
_READ_S = 2.5
"""Seconds that it takes to read what becomes of work that was stopped."""


def run(
    settings: Settings, *, open_matter: str | None = None, draft: str | None = None, gate: Gate | None = None
) -> int:
    """Open the window and stay until it is closed; gives the exit status.

    ``draft`` opens in review. ``gate``: what this process's connections are held to.
    MissingOnMachine: there is no screen, or Qt lacks libraries of the system.
    """
    app = _application()
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QIcon
    from qasync import QEventLoop

    app.setApplicationName("Jurat")
    app.setDesktopFileName("jurat")
    app.setWindowIcon(QIcon(str(resources() / "icons" / "jurat.svg")))
    app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
    # the last dialog that closes must not end the loop: the core has to be closed first
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        return runner.run(_live(app, settings, open_matter, draft, gate))


def _application() -> "QApplication":
    if not has_screen() and not os.environ.get("QT_QPA_PLATFORM"):
        raise MissingOnMachine(
            "There is no screen to open the window on.",
            "Neither DISPLAY nor WAYLAND_DISPLAY is set.",
            "Start it in a desktop session; `jurat --help` lists what works without a window.",
        )
    missing = _missing_library()
    if missing:
        raise MissingOnMachine(
            "The window can't open: a library of the system is missing.",
            f"{missing}.",
            f"On Debian and Ubuntu: apt install {_PACKAGES}",
        )
    from PySide6.QtWidgets import QApplication

    return QApplication(sys.argv[:1])


def _missing_library() -> str:
    """What Qt can't load here; empty where all is there. Qt itself would abort the whole program instead."""
    try:
        from PySide6 import QtWidgets  # noqa: F401
        from PySide6.QtCore import QLibraryInfo
    except ImportError as error:
        return str(error)
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM", "xcb") != "xcb" or not os.environ.get("DISPLAY"):
        return ""
    import ctypes
    from pathlib import Path

    plugin = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms" / "libqxcb.so"
    if plugin.is_file():
        try:
            ctypes.CDLL(str(plugin))
        except OSError as error:
            return str(error)
    return ""


async def _live(
    app: "QApplication", settings: Settings, open_matter: str | None, draft: str | None, gate: Gate | None
) -> int:
    from app.events import Facts
    from app.gui.bridge import Bridge
    from app.gui.colours import theme_now
    from app.gui.core import Core
    from app.gui.desk import Desk
    from app.gui.main_window import MainWindow
    from app.gui.opening import Opening
    from app.gui.start import Starter
    from app.gui.state import WindowState
    from app.gui.theme import apply_theme
    from app.gui.tidy import Tidy

    _end_generators()
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    facts = Facts()
    core = Core(settings, facts, gate)
    bridge = Bridge(facts)
    starter = Starter(core)
    state = WindowState(settings.home)
    theme = theme_now(state, app.styleHints().colorScheme())
    apply_theme(app, theme)
    window = MainWindow(Desk(starter, bridge, theme), state, simulated=settings.rig is not None)
    closed = asyncio.Event()
    window.closing.connect(closed.set)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, window.close)
    window.errors.catch_all()
    window.restore()
    Opening(window, core, open_matter, draft)
    Tidy(window.desk, window)
    window.show()
    await closed.wait()
    await _close(window, starter, bridge, core)
    return 0


async def _close(window: "MainWindow", starter: "Starter", bridge: "Bridge", core: "Core") -> None:
    """Stop verbs and servers; a word where that takes a while. The window goes last."""
    loop = asyncio.get_running_loop()
    until = loop.time() + (_READ_S if window.say_stopping() else 0)
    word = loop.call_later(_A_WORD_AFTER_S, partial(window.notice.say, window.tr("Ending the model servers …")))
    await starter.finish()
    await loop.run_in_executor(None, core.close)
    word.cancel()
    bridge.stop()
    await asyncio.sleep(until - loop.time())  # nothing where it is over: what becomes of the work can be read
    window.end()


def _end_generators() -> None:
    """qasync ends no abandoned async generators by itself."""
    loop = asyncio.get_running_loop()

    def end(left: AsyncGenerator[Any, Any]) -> None:
        loop.call_soon_threadsafe(loop.create_task, left.aclose())

    sys.set_asyncgen_hooks(finalizer=end)
