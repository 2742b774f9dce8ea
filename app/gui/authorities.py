"""The matter's shelf of opinions and statutes."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class AuthoritiesSection(QWidget):
    """The matter's shelf of opinions and statutes."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
