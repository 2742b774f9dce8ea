"""Puts a long text into an editor piece by piece, so that the window goes on meanwhile."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

_CHUNK = 20
"""Paragraphs put in at once: some 3 ms."""


class Filler(QObject):
    """One editor's filler; a new text takes the place of one that is still on its way."""

    def __init__(self, edit: QTextEdit, done: Callable[[], object], inserted: Callable[[], object]) -> None:
        """``done`` is called when all of ``put`` is there, ``inserted`` when all of a long ``insert`` is."""
        super().__init__(edit)
        self._edit, self._done, self._inserted = edit, done, inserted
        self._waiting: list[str] = []
        self._at: QTextCursor | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._more)

    def put(self, raw: str) -> None:
        """Add lines at the end of the editor, the first of them at once."""
        self._waiting, self._at = raw.split("\n")[::-1], None
        self._more()

    def insert(self, cursor: QTextCursor, text: str) -> None:
        """Put lines in place of the cursor's selection, as one step to undo. Where they are many the editor takes no
        keys until they are there."""
        lines = text.split("\n")
        if len(lines) <= _CHUNK:
            cursor.insertText(text)
            return
        self._waiting, self._at = lines[::-1], cursor
        self._more()  # the first of them as words that were typed: from now on they are other words than were checked
        self._edit.setReadOnly(True)

    def finish(self) -> None:
        """Put in at once what is left of an ``insert``: the words are about to be stored, or others to come."""
        while self._at is not None:
            self._more()

    def _more(self) -> None:
        cursor = self._at or QTextCursor(self._edit.document())
        if self._at is None:
            cursor.movePosition(QTextCursor.MoveOperation.End)
        some = [self._waiting.pop() for _ in range(min(_CHUNK, len(self._waiting)))]
        (cursor.joinPreviousEditBlock if self._timer.isActive() else cursor.beginEditBlock)()
        cursor.insertText("\n".join(some) + ("\n" if self._waiting else ""))
        cursor.endEditBlock()
        if self._waiting:
            self._timer.start()
            return
        self._timer.stop()
        if self._at is None:
            self._done()
            return
        self._at = None
        self._edit.setReadOnly(False)
        self._inserted()
