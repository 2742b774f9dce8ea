"""Buttons that Enter presses too: Qt itself takes only the space bar outside of dialogs."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QToolButton

_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def is_enter(event: QKeyEvent) -> bool:
    """Enter alone, on either part of the keyboard."""
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & _MODIFIERS


class PushButton(QPushButton):
    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Its words are never cut: what stands beside it gives way."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        if is_enter(event):
            self.click()
        else:
            super().keyPressEvent(event)


class ToolButton(QToolButton):
    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        if is_enter(event):
            self.click()
        else:
            super().keyPressEvent(event)
