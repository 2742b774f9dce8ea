"""The exhibits of the open matter."""

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class ExhibitsSection(QWidget):
    """The exhibits of the open matter."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk

    def take_drop(self, mime: QMimeData) -> bool:
        """Files and folders that were dropped anywhere in the window; False where there was nothing to take."""
        return False
