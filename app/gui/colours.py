"""Which colours the window has: the system's, as it changes them, or those that the person chose."""

from collections.abc import Iterator
from itertools import islice

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.gui.desk import Desk
from app.gui.state import WindowState
from app.gui.theme import DARK, LIGHT, Theme, palette_of

_KEY = "colours"
SYSTEM = "system"
_THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
_AT_ONCE = 60
"""Widgets whose looks are worked out in one turn of the event loop: some 3 ms."""


def theme_now(state: WindowState, system: Qt.ColorScheme) -> Theme:
    """The chosen one, else the system's."""
    return _THEMES.get(state.text(_KEY), DARK if system is Qt.ColorScheme.Dark else LIGHT)


class Colours(QObject):
    """Follows the system until a person chooses; the choice is kept."""

    def __init__(self, desk: Desk, state: WindowState, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._state, self._window = desk, state, parent
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app, self._system = app, app.styleHints().colorScheme()
        self._left: Iterator[QWidget] | None = None
        """Widgets that still have the old colours, while they change."""
        self._window.setProperty("dark", desk.theme is DARK)
        # a method, no lambda: Qt takes the connection away with this object
        app.styleHints().colorSchemeChanged.connect(self._changed)

    def choose(self, name: str) -> None:
        """``light``, ``dark``, or ``system`` to follow it again."""
        self._state.keep(_KEY, name)
        self._use()

    def _changed(self, scheme: Qt.ColorScheme) -> None:
        self._system = scheme
        self._use()

    def _use(self) -> None:
        """All widgets by turns, behind a window that stands still meanwhile: in one go they would hold it."""
        theme = theme_now(self._state, self._system)
        if theme is self._desk.theme:
            return
        self._app.setPalette(palette_of(theme))
        self._window.setProperty("dark", theme is DARK)
        self._desk.theme = theme
        running, self._left = self._left is not None, iter(self._app.allWidgets())
        if not running:
            self._window.setUpdatesEnabled(False)
            QTimer.singleShot(0, self, self._go_on)

    def _go_on(self) -> None:
        assert self._left is not None
        style, batch = self._app.style(), list(islice(self._left, _AT_ONCE))
        for widget in batch:
            if shiboken6.isValid(widget):
                style.polish(widget)
        if batch:
            QTimer.singleShot(0, self, self._go_on)
            return
        self._left = None
        QTimer.singleShot(0, self, self._draw)  # in a turn of its own, whatever becomes of this one
        self._desk.use_theme(self._desk.theme)

    def _draw(self) -> None:
        if self._left is None:
            self._window.setUpdatesEnabled(True)
            self._window.repaint()  # by itself Qt waits for a request to draw that came while the window stood still
