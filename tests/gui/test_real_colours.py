"""Other colours, as they come to a real screen: what is drawn into a picture of the window (``grab``) doesn't tell."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.gui.theme import DARK, LIGHT
from tests.gui.real_screen import real_screen
from tests.gui.small_matter import NAME

pytestmark = [
    pytest.mark.timeout(120),
    pytest.mark.skipif(not shutil.which("Xvfb"), reason="no Xvfb"),
]

WINDOW = """
import asyncio
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from app.events import Facts
from app.gui.bridge import Bridge
from app.gui.building import build_sections
from app.gui.core import Core
from app.gui.desk import Desk
from app.gui.main_window import MainWindow
from app.gui.start import Starter
from app.gui.state import WindowState
from app.gui.theme import LIGHT, apply_theme
from app.settings import Settings

async def show():
    facts, home = Facts(), Path(sys.argv[1])
    core = Core(Settings(home=home, boards=None), facts)
    window = MainWindow(Desk(Starter(core), Bridge(facts), LIGHT), WindowState(home))
    window.setGeometry(0, 0, 1200, 800)
    window.show()
    core.open()
    await build_sections(window)
    window.desk.open_matter(sys.argv[2])
    await asyncio.sleep(3)
    for name in ("light", "dark", "light", "dark"):
        window.palette_.ask()
        await asyncio.sleep(0.3)
        QTest.keyClicks(window.palette_.line, name)
        await asyncio.sleep(0.3)
        QTest.keyClick(window.palette_.line, Qt.Key.Key_Return)
        await asyncio.sleep(1.5)
        seen = app.primaryScreen().grabWindow(0).toImage()
        print(seen.pixelColor(window.geometry().x() + 2, window.geometry().y() + 2).name().upper(), flush=True)
    await window.desk.starter.finish()
    core.close()

app = QApplication([])
apply_theme(app, LIGHT)
with QEventLoop(app) as loop:
    loop.run_until_complete(show())
"""


def test_the_whole_window_is_drawn_in_the_new_colours(home: Path) -> None:
    with real_screen() as env:
        command = [sys.executable, "-c", WINDOW, str(home), NAME]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=90)
    assert done.stdout.split() == [LIGHT.window, DARK.window, LIGHT.window, DARK.window], done.stderr[-2000:]
