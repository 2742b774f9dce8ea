"""The matter's audit log, newest first."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class LogSection(QWidget):
    """The matter's audit log, newest first."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
