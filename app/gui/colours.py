"""Which colours the window has: the system's, as it changes them, or those that the person chose."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from app.gui.desk import Desk
from app.gui.state import WindowState
from app.gui.theme import DARK, LIGHT, Theme, apply_theme

_KEY = "colours"
SYSTEM = "system"
_THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def theme_now(state: WindowState, system: Qt.ColorScheme) -> Theme:
    """The chosen one, else the system's."""
    return _THEMES.get(state.text(_KEY), DARK if system is Qt.ColorScheme.Dark else LIGHT)


class Colours(QObject):
    """Follows the system until a person chooses; the choice is kept."""

    def __init__(self, desk: Desk, state: WindowState, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._state = desk, state
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app, self._system = app, app.styleHints().colorScheme()
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
        theme = theme_now(self._state, self._system)
        if theme is not self._desk.theme:
            apply_theme(self._app, theme)
            self._desk.use_theme(theme)
