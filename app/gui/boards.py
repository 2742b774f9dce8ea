"""The boards, on the right: what each one does now."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class BoardsPanel(QWidget):
    """The boards, on the right: what each one does now."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
