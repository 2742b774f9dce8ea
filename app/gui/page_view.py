"""One page of an exhibit: its picture, its words, and boxes on it."""

from PySide6.QtWidgets import QWidget

from app.domain.evidence import Box
from app.gui.desk import Desk


class PageView(QWidget):
    """One page of an exhibit: its picture, its words, and boxes on it."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk

    def show_page(self, exhibit: str, page: int) -> None:
        """Show a page of the open matter; boxes of the page before are gone."""

    def set_boxes(self, boxes: list[tuple[Box, str]]) -> None:
        """Boxes on the page that is shown; kinds: ``support``, ``contradict``, ``place``, ``hit``."""
