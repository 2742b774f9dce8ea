"""Files dragged from another program onto the window, with a real pointer under a real X server."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.flow.jurat import environment, jurat
from tests.gui.real_screen import real_screen
from tests.gui.small_matter import NAME

pytestmark = [
    pytest.mark.timeout(150),
    pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="no Xvfb or no xdotool"),
]

SENDER = """
import os
import sys
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QApplication, QLabel

class Sender(QLabel):
    def mouseMoveEvent(self, event):
        if self.drag_begun:
            return
        self.drag_begun = True
        mime = QMimeData()
        mime.setData("text/uri-list", "".join(f"{url}\\r\\n" for url in sys.argv[1:]).encode())
        drag = QDrag(self)
        drag.setMimeData(mime)
        # as a file manager on one disk does it: it would rather move
        done = drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.DropAction.MoveAction)
        print("dropped", done.name, flush=True)
        if os.environ.get("ENDS"):
            app.quit()  # before anybody has asked for what was dropped

app = QApplication([])
sender = Sender("files")
sender.drag_begun = False
sender.setWindowFlag(Qt.WindowType.FramelessWindowHint)
sender.setGeometry(1150, 60, 120, 120)
sender.show()
print("ready", flush=True)
app.exec()
"""
"""A program beside the window that lets its files be dragged."""


def _pointer(env: dict[str, str], *words: object) -> str:
    command = ["xdotool", *map(str, words)]
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True, timeout=20).stdout


def _drag(env: dict[str, str], start: tuple[int, int], end: tuple[int, int]) -> None:
    _pointer(env, "mousemove", *start, "mousedown", 1)
    steps = 12
    for n in range(1, steps + 1):
        x, y = (a + (b - a) * n // steps for a, b in zip(start, end, strict=True))
        _pointer(env, "mousemove", x, y)
        time.sleep(0.08)
    time.sleep(0.5)
    _pointer(env, "mouseup", 1)


def _until(true: Callable[[], object], seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.3)


@pytest.mark.parametrize("ends", [False, True])
def test_files_dragged_from_another_program_come_in_and_stay_where_they_were(
    home: Path, tmp_path: Path, ends: bool
) -> None:
    """Also where that program ends as soon as it has let go of them."""
    plain = tmp_path / "dry hall.txt"
    plain.write_text("The hall was dry on March 1, 2026.")
    odd = tmp_path / "100 % né #1.txt"
    odd.write_text("The hall was wet on March 2, 2026.")
    links = [f"file://{str(plain).replace(' ', '%20')}", odd.as_uri()]
    vault = home / "matters" / NAME / "vault"
    before = len(list(vault.iterdir()))
    (home / "window.ini").unlink(missing_ok=True)
    window_words, sender_words = [sys.executable, "-m", "app"], [sys.executable, "-c", SENDER, *links]
    with (
        real_screen() as env,
        subprocess.Popen(window_words, env=environment(home) | env, stderr=subprocess.DEVNULL) as window,
        subprocess.Popen(
            sender_words, env=env | ({"ENDS": "1"} if ends else {}), stdout=subprocess.PIPE, text=True
        ) as sender,
    ):
        try:
            assert sender.stdout is not None
            assert sender.stdout.readline() == "ready\n"
            _until(lambda: _windows(env), 40, "the window never opened its matter")
            name = _windows(env)[0]
            _pointer(env, "windowmove", name, 0, 0)
            _pointer(env, "windowsize", name, 1120, 860)
            time.sleep(2.0)  # the panes settle
            _drag(env, (1200, 120), (560, 480))
            assert sender.stdout.readline() == "dropped CopyAction\n"
            _until(lambda: len(list(vault.iterdir())) >= before + len(links), 40, "nothing came in")
            time.sleep(3.0)  # and is entered in the matter
            window.send_signal(signal.SIGTERM)
            window.wait(timeout=40)
        finally:
            for process in (sender, window):
                process.kill()
    titles = [one["title"] for one in jurat(home, "exhibits", NAME).lines]
    assert titles[3:] == ["100 % né #1", "dry hall"]
    assert plain.is_file()
    assert odd.is_file()


def _windows(env: dict[str, str]) -> list[str]:
    """The windows that have the matter's name."""
    command = ["xdotool", "search", "--name", f"^{NAME} "]
    return subprocess.run(command, env=env, check=False, capture_output=True, text=True).stdout.split()
