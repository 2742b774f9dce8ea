"""Search in the open matter, as one types."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class SearchBox(QWidget):
    """Search in the open matter, as one types."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
