"""All keys of the window in one list, made from the actions and buttons that have them."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QListWidget, QMainWindow, QVBoxLayout, QWidget

from app.gui.forms import Dialog
from app.gui.list_rows import Beside, add_row
from app.gui.palette import name_of
from app.gui.parts import button, muted, row
from app.gui.theme import GRID


def keys_of(window: QMainWindow) -> dict[str, str]:
    """Keys by what they do: of the window, then of the views, whether they are in sight or not."""
    found: dict[str, str] = {}
    for action in window.actions():
        if keys := action.shortcut().toString() or str(action.property("keys") or ""):
            found.setdefault(action.text(), keys)
    for pressed in window.findChildren(QAbstractButton):
        name, keys = name_of(pressed)
        if keys and keys not in found.values():
            found.setdefault(name, keys)
    for shortcut in window.findChildren(QShortcut):
        if (name := shortcut.whatsThis()) and (keys := shortcut.key().toString()) not in found.values():
            found.setdefault(name, keys)
    return found


def bind(key: str, then: Callable[[], object], part: QWidget, context: Qt.ShortcutContext, name: str = "") -> None:
    """A key of a part of the window that no button has; under ``name`` it stands in the list of all keys."""
    shortcut = QShortcut(QKeySequence(key), part)
    shortcut.setContext(context)
    shortcut.setWhatsThis(name)
    shortcut.activated.connect(then)


def show_keys(window: QMainWindow) -> None:
    KeysDialog(keys_of(window), window).open()


class KeysDialog(Dialog):
    """What each key does."""

    def __init__(self, keys: dict[str, str], parent: QMainWindow) -> None:
        super().__init__(QCoreApplication.translate("KeysDialog", "All keys"), parent)
        self.list = QListWidget()
        self.list.setAccessibleName(self.windowTitle())
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        Beside(self.list)
        for name, pressed in keys.items():
            add_row(self.list, None, name, pressed)
        self.list.setCurrentRow(0)
        close = button(self.tr("Close"), self.reject, self.tr("Esc"))
        close.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(muted(self.tr("Ctrl+K finds all that can be done by its name, and says why where it can't.")))
        layout.addWidget(self.list, 1)
        layout.addLayout(row(1, close))
        self.resize(120 * GRID, min(160 * GRID, parent.height() - 20 * GRID))
