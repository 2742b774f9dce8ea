"""Fields that words are typed into. Every field of the window is one of these, so that a file which is dropped on it,
or pasted into it, isn't written into it as a path: the part around it that takes files gets it instead."""

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

if TYPE_CHECKING:
    _Edit = QWidget
else:
    _Edit = object


@runtime_checkable
class TakesFiles(Protocol):
    """A part of the window that takes files in."""

    def take_drop(self, mime: QMimeData) -> object: ...


class FilesPass(_Edit):
    """Goes before the class of Qt. Words that are dropped stay words; a drag that was refused when it came in goes to
    the widget around, with all that follows."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  (Qt's name)
        # by its formats only: asking for the files themselves would wait for the program that they come from
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        paste = event.matches(QKeySequence.StandardKey.Paste)
        if not (paste and self.pass_files(QGuiApplication.clipboard().mimeData())):
            super().keyPressEvent(event)

    def pass_files(self, mime: QMimeData) -> bool:
        """Files that were copied in a file manager go where dropped ones go; False where there are none, or in a form,
        which takes none."""
        part = self.parentWidget()
        if not any(url.isLocalFile() for url in mime.urls()):
            return False
        while part is not None and not isinstance(part, TakesFiles):
            part = None if part.isWindow() else part.parentWidget()
        if part is None:
            return False
        part.take_drop(mime)
        return True


class Field(FilesPass, QLineEdit):
    """One line."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  (Qt's name)
        """The usual menu, whose word for pasting goes the way of its key."""
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                action.triggered.disconnect()
                action.triggered.connect(self._paste)
        menu.popup(event.globalPos())

    def _paste(self) -> None:
        if not self.pass_files(QGuiApplication.clipboard().mimeData()):
            self.paste()


class Words(FilesPass, QPlainTextEdit):
    """Several lines."""

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802  (Qt's name)
        """Also what is pasted from the menu."""
        if not self.pass_files(source):
            super().insertFromMimeData(source)
