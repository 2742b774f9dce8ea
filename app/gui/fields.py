"""Fields that words are typed into. Every field of the window is one of these, so that a file which is dropped on it
isn't written into it as a path: the part around it that takes files gets it instead."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

if TYPE_CHECKING:
    _Edit = QWidget
else:
    _Edit = object


class FilesPass(_Edit):
    """Goes before the class of Qt. Words that are dropped stay words; a drag that was refused when it came in goes to
    the widget around, with all that follows."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  (Qt's name)
        # by its formats only: asking for the files themselves would wait for the program that they come from
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)


class Field(FilesPass, QLineEdit):
    """One line."""


class Words(FilesPass, QPlainTextEdit):
    """Several lines."""
