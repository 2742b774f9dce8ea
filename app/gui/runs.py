"""A run under way, and what it writes."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class RunView(QWidget):
    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
