"""Where things are in the window, for tests that click on them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from app.gui.desk import Section
from app.gui.drafts import DraftsSection
from app.gui.main_window import MainWindow


def drafts_of(window: MainWindow) -> DraftsSection:
    section = window.sections[Section.DRAFTS]
    assert isinstance(section, DraftsSection)
    return section


def click_row(qtbot: QtBot, rows: QListWidget, row: int) -> None:
    rect = rows.visualItemRect(rows.item(row))
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
