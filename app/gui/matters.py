"""The matters, on the left."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class MattersPanel(QWidget):
    """The matters, on the left."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
