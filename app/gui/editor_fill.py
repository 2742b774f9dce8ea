"""Puts a long text into an editor piece by piece, so that the window goes on meanwhile."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

_CHUNK = 20
"""Paragraphs put in at once: some 3 ms."""


class Filler(QObject):
    """One editor's filler; a new text takes the place of one that is still on its way."""

    done = Signal()

    def __init__(self, edit: QTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._waiting: list[str] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._more)

    def put(self, raw: str) -> None:
        """Add lines at the end of the editor, the first of them at once; then ``done``."""
        self._waiting = raw.split("\n")[::-1]
        self._more()

    def _more(self) -> None:
        cursor = QTextCursor(self._edit.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        some = [self._waiting.pop() for _ in range(min(_CHUNK, len(self._waiting)))]
        cursor.insertText("\n".join(some) + ("\n" if self._waiting else ""))
        if self._waiting:
            self._timer.start()
        else:
            self._timer.stop()
            self.done.emit()
