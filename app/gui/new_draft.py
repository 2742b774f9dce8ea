"""A new draft: what to write, from which exhibits, on which boards."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class NewDraftView(QWidget):
    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
