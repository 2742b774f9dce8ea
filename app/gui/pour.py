"""Puts a long text into a view piece by piece: setting the whole of an opinion at once would hold the window."""

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

_PIECE = 6_000
"""Characters that are set in one turn of the loop: some 4 ms."""


class Pour(QTimer):
    """One view's; another text takes the place of one that is still on its way."""

    def __init__(self, into: QPlainTextEdit | QTextEdit) -> None:
        super().__init__(into)
        self.setInterval(0)
        self._into = into
        self._rest = ""
        self._then: Callable[[], object] = lambda: None
        self.timeout.connect(self._more)

    @property
    def pouring(self) -> bool:
        return self.isActive()

    def show(self, text: str, then: Callable[[], object] = lambda: None) -> None:
        """The view shows ``text`` from its beginning; ``then`` once all of it is there."""
        self._then = then
        self._into.setPlainText(text[:_PIECE])
        self._rest = text[_PIECE:]
        if self._rest:
            self.start()
        else:
            self.end()

    def end(self) -> None:
        """Leave it at what is there."""
        self.stop()
        self._rest, then = "", self._then
        self._then = lambda: None
        then()

    def _more(self) -> None:
        piece, self._rest = self._rest[:_PIECE], self._rest[_PIECE:]
        cursor = QTextCursor(self._into.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(piece)
        if not self._rest:
            self.end()
