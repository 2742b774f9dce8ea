"""The keys of a page view, which work while the page has the keyboard, and its menu."""

from typing import Protocol

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.gui.keys import bind
from app.gui.page_canvas import PageCanvas

STEP = 1.2
"""One step of zoom."""


class Page(Protocol):
    """What the keys and the menu ask of a page view."""

    canvas: PageCanvas

    @property
    def bates(self) -> str | None: ...

    def turn(self, by: int) -> None: ...

    def zoom_by(self, factor: float) -> None: ...

    def fit(self, how: str) -> None: ...

    def copy_cited(self) -> None: ...


def bind_keys(view: QWidget, page: Page) -> None:
    """PageUp, PageDown, Ctrl and plus, minus, 0, 8, 9, A, C."""
    words = QCoreApplication.translate
    keys = {
        "PgUp": ("", lambda: page.turn(-1)),
        "PgDown": ("", lambda: page.turn(1)),
        "Ctrl++": (words("Page", "Page larger"), lambda: page.zoom_by(STEP)),
        "Ctrl+=": ("", lambda: page.zoom_by(STEP)),
        "Ctrl+-": (words("Page", "Page smaller"), lambda: page.zoom_by(1 / STEP)),
        "Ctrl+0": (words("Page", "Page in its own size"), lambda: page.fit("full")),
        "Ctrl+8": (words("Page", "Page as wide as its pane"), lambda: page.fit("width")),
        "Ctrl+9": (words("Page", "The whole page in its pane"), lambda: page.fit("page")),
        "Ctrl+C": (words("Page", "Copy the chosen words of a page"), page.canvas.copy),
        "Ctrl+A": (words("Page", "Choose all words of a page"), page.canvas.select_all),
    }
    for key, (name, then) in keys.items():
        bind(key, then, view, Qt.ShortcutContext.WidgetWithChildrenShortcut, name)


def open_menu(view: QWidget, page: Page, at: QPoint) -> None:
    """What can be done with the selected words; ``at`` is a place of the screen."""
    menu = QMenu(view)
    selected = bool(page.canvas.selected_text())
    menu.addAction(QCoreApplication.translate("Page", "Copy"), page.canvas.copy).setEnabled(selected)
    cited = menu.addAction(QCoreApplication.translate("Page", "Copy with its number"), page.copy_cited)
    cited.setEnabled(selected and page.bates is not None)
    menu.addAction(QCoreApplication.translate("Page", "Select the whole page"), page.canvas.select_all)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)
