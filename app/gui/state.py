"""The window's state between starts: sizes, hidden panels, theme, and the place where the person was. Lies in the home
folder."""

from collections.abc import Mapping
from pathlib import Path
from threading import Lock

from PySide6.QtCore import QByteArray, QRect, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter

FILE = "window.ini"
_VISIBLE = 64
"""Pixels of the window's title that must lie on a screen."""


Kept = str | bool | QByteArray


class WindowState:
    """Values of ``HOME/window.ini``. One that is damaged counts as not there."""

    def __init__(self, home: Path) -> None:
        self._file = str(home / FILE)
        self._one = Lock()
        self._kept = QSettings(self._file, QSettings.Format.IniFormat)

    def text(self, key: str, default: str = "") -> str:
        found = self._kept.value(key, default)
        return found if isinstance(found, str) else default

    def flag(self, key: str, default: bool) -> bool:
        return self.text(key, "yes" if default else "no") == "yes"

    def keep(self, key: str, value: Kept) -> None:
        self._kept.setValue(key, _as_kept(value))

    def keep_all(self, values: Mapping[str, Kept]) -> None:
        """Keep these and write them to the disk, in whatever thread this is called."""
        with self._one:  # what is kept last is what stays
            file = QSettings(self._file, QSettings.Format.IniFormat)
            for key, value in values.items():
                file.setValue(key, _as_kept(value))
            file.sync()

    def restore_window(self, window: QMainWindow, splitter: QSplitter) -> bool:
        """Put the window back; False (and nothing moved) where it would lie off every screen, or nothing is kept."""
        panels = self._kept.value("panels")
        if isinstance(panels, QByteArray):
            splitter.restoreState(panels)
        geometry = self._kept.value("geometry")
        if not isinstance(geometry, QByteArray):
            return False
        before = window.geometry()
        if not window.restoreGeometry(geometry) or not on_a_screen(window.geometry()):
            window.setGeometry(before)
            return False
        return True


def _as_kept(value: Kept) -> str | QByteArray:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def on_a_screen(window: QRect) -> bool:
    """Whether enough of the window's top can be seen to take hold of it."""
    top = QRect(window.left(), window.top(), window.width(), _VISIBLE)
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(top)
        if seen.width() >= _VISIBLE and seen.height() >= _VISIBLE // 2:
            return True
    return False
