"""The whole window on a home, opened and closed as the program does it; and a board that drafts, slow or fast."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.events import Facts
from app.gui import run as program
from app.gui.bridge import Bridge
from app.gui.core import Core
from app.gui.desk import Desk
from app.gui.main_window import MainWindow
from app.gui.opening import Opening
from app.gui.start import Starter
from app.gui.state import WindowState
from app.gui.theme import LIGHT, apply_theme
from app.settings import Settings
from tests.gui.places import drafts_of

FAKES = Path(__file__).parents[1] / "fakes"


class Whole:
    """A window with its core; ``close`` closes it as a person does and waits until everything has ended."""

    def __init__(self, qtbot: QtBot, home: Path, boards: Path | None = None, matter: str | None = None) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_theme(app, LIGHT)
        self._qtbot = qtbot
        facts = Facts()
        self.core, self.bridge = Core(Settings(home=home, boards=boards), facts), Bridge(facts)
        self.window = MainWindow(Desk(Starter(self.core), self.bridge, LIGHT), WindowState(home))
        self.desk = self.window.desk
        self.said: list[str] = []
        self.closed: asyncio.Task[None] | None = None
        self.window.closing.connect(self._closing)
        Opening(self.window, self.core, matter, None)
        self.window.resize(1400, 860)
        self.window.show()

    def _closing(self) -> None:
        starter = self.desk.starter
        self.closed = asyncio.get_running_loop().create_task(
            program._close(self.window, starter, self.bridge, self.core)
        )

    def close(self) -> None:
        if self.closed is None:
            self.window.close()
        assert self.closed is not None
        self._qtbot.waitUntil(self.closed.done, timeout=30_000)
        self.closed.result()


@contextmanager
def whole_window(qtbot: QtBot, home: Path, boards: Path | None = None, matter: str | None = None) -> Iterator[Whole]:
    made = Whole(qtbot, home, boards, matter)
    try:
        yield made
    finally:
        made.close()
        made.window.deleteLater()


def ready_window(qtbot: QtBot, home: Path) -> Iterator[MainWindow]:
    """The whole window once its sections and the matter's one draft are listed."""
    with whole_window(qtbot, home) as whole:
        qtbot.waitUntil(lambda: len(whole.window.sections) == 4, timeout=20_000)
        qtbot.waitUntil(lambda: drafts_of(whole.window).list.drafts.count() == 1, timeout=20_000)
        yield whole.window


@contextmanager
def drafting_board(home: Path, pause: float, holds: int = 0) -> Iterator[Path]:
    """A boards file whose one board drafts: ``pause`` seconds between pieces, ``holds`` after so many."""
    command = [sys.executable, str(FAKES / "drafting_server.py"), str(pause), str(holds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline())
            file = home.parent / "slow boards.ini"
            roles = "route, gate, extract, draft, reason, attack, summarize"
            lines = ("engine = openai", f"url = http://127.0.0.1:{port}/v1", "model = drafter", f"roles = {roles}")
            file.write_text("\n".join(["[board desk]", *lines, "context = 16384", ""]), encoding="utf-8")
            yield file
        finally:
            server.kill()
