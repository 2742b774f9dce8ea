"""The review: open claims, draft and source side by side."""

from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk


class ReviewSection(QWidget):
    """Three panes on one draft; ``show_draft`` opens one."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk

    def show_draft(self, draft_id: str) -> None:
        """Open a draft (``matter/d1``)."""
        self._draft = draft_id
