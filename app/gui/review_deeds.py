"""The way back: what a person did in the review, the newest last, words and decisions alike."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTextEdit

_Step = Callable[[], object]
_CTRL_Y = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Y)
"""Everywhere, and not only where the desktop has it."""


@dataclass(frozen=True, slots=True)
class _Decision:
    """``what`` it was, as a person calls it."""

    back: _Step
    again: _Step
    what: str


@dataclass(frozen=True, slots=True)
class _Words:
    """Changes of the text between two decisions: the steps of the editor's own history, ``floor`` left out."""

    floor: int
    ceiling: int


class Deeds(QObject):
    """Ctrl+Z takes back the last thing that was done, whichever kind it is; Ctrl+Y does it again."""

    told = Signal(str)  # a decision was taken back, or made again: the keys that take words back say so

    def __init__(self, editor: QTextEdit) -> None:
        super().__init__(editor)
        self._editor = editor
        self._done: list[_Decision | _Words] = []
        self._undone: list[_Decision | _Words] = []
        self._going = False
        editor.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """The editor's own keys for it, which know of words only."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.matches(QKeySequence.StandardKey.Undo):
                self.undo()
                return True
            if event.matches(QKeySequence.StandardKey.Redo) or event.keyCombination() == _CTRL_Y:
                self.redo()
                return True
        return super().eventFilter(watched, event)

    def forget(self) -> None:
        """Another draft, or another version of it: there is no way back behind it."""
        self._done, self._undone = [], []

    def decided(self, back: _Step, again: _Step, what: str) -> None:
        """A decision was made and is stored; ``back`` and ``again`` each store the other one."""
        self._done.append(_Decision(back, again, what))
        self._undone.clear()

    def wrote(self) -> None:
        """The words were changed by hand."""
        if self._going:
            return
        self._undone.clear()
        steps = self._steps
        if self._done and isinstance(last := self._done[-1], _Words):
            self._done[-1] = _Words(last.floor, steps)
        else:
            self._done.append(_Words(max(0, steps - 1), steps))

    def isUndoAvailable(self) -> bool:  # noqa: N802  (as Qt's fields have it)
        return bool(self._done)

    def isRedoAvailable(self) -> bool:  # noqa: N802
        return bool(self._undone)

    def undo(self) -> None:
        """Nothing happens where nothing was done."""
        # Qt joins keys that follow each other into one step, also across a decision: that step is gone by then
        while self._done and isinstance(self._done[-1], _Words) and not self._editor.document().isUndoAvailable():
            self._done.pop()
        if not self._done:
            return
        last = self._done[-1]
        if isinstance(last, _Decision):
            self._undone.append(self._done.pop())
            last.back()
            self.told.emit(self.tr("Undone: {0}.").format(last.what))
            return
        if not self._undone or not isinstance(self._undone[-1], _Words):
            self._undone.append(_Words(last.floor, self._steps))
        self._move(QTextEdit.undo)
        if self._steps <= last.floor or not self._editor.document().isUndoAvailable():
            self._done.pop()
        else:
            self._done[-1] = _Words(last.floor, self._steps)

    def redo(self) -> None:
        """Nothing happens where nothing was taken back."""
        if not self._undone:
            return
        last = self._undone[-1]
        if isinstance(last, _Decision):
            self._done.append(self._undone.pop())
            last.again()
            self.told.emit(self.tr("Done again: {0}.").format(last.what))
            return
        if not self._done or not isinstance(self._done[-1], _Words):
            self._done.append(_Words(last.floor, last.floor))
        self._move(QTextEdit.redo)
        self._done[-1] = _Words(last.floor, self._steps)
        if self._steps >= last.ceiling or not self._editor.document().isRedoAvailable():
            self._undone.pop()

    @property
    def _steps(self) -> int:
        return self._editor.document().availableUndoSteps()

    def _move(self, way: Callable[[QTextEdit], object]) -> None:
        self._going = True
        way(self._editor)
        self._going = False
