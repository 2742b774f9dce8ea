"""The keys of a page view, which work while the page has the keyboard, and its menu."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from app.gui.page_view import PageView

STEP = 1.2
"""One step of zoom."""


def bind_keys(view: "PageView") -> None:
    """PageUp, PageDown, Ctrl and plus, minus, 0, 8, 9, A, C."""
    keys = {
        "PgUp": lambda: view.turn(-1),
        "PgDown": lambda: view.turn(1),
        "Ctrl++": lambda: view.zoom_by(STEP),
        "Ctrl+=": lambda: view.zoom_by(STEP),
        "Ctrl+-": lambda: view.zoom_by(1 / STEP),
        "Ctrl+0": lambda: view.fit("full"),
        "Ctrl+8": lambda: view.fit("width"),
        "Ctrl+9": lambda: view.fit("page"),
        "Ctrl+C": view.canvas.copy,
        "Ctrl+A": view.canvas.select_all,
    }
    for key, then in keys.items():
        shortcut = QShortcut(QKeySequence(key), view)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(then)


def open_menu(view: "PageView", at: QPoint) -> None:
    """What can be done with the selected words; ``at`` is a place of the screen."""
    menu = QMenu(view)
    selected = bool(view.canvas.selected_text())
    menu.addAction(QCoreApplication.translate("Page", "Copy"), view.canvas.copy).setEnabled(selected)
    cited = menu.addAction(QCoreApplication.translate("Page", "Copy with its number"), view.copy_cited)
    cited.setEnabled(selected and view.bates is not None)
    menu.addAction(QCoreApplication.translate("Page", "Select the whole page"), view.canvas.select_all)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)
