"""Parts of forms: choices, numbers, labelled rows, and the dialogs around them."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from app.gui.buttons import is_enter
from app.gui.fields import Field
from app.gui.tabbing import go_on
from app.gui.theme import GRID

_BESIDE_ARROW = 10 * GRID
"""Pixels of a choice that its words don't have."""


class Choice(QComboBox):
    """A combo box in the look of the buttons beside it, with an arrow of its own: a style sheet has none."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.setProperty("plain", "true")
        self.setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        """Enter opens it, as the space bar does."""
        if is_enter(event):
            self.showPopup()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Wide enough for the longest of its words, beside the arrow."""
        words = (self.itemText(n) for n in range(self.count()))
        longest = max((self.fontMetrics().horizontalAdvance(text) for text in words), default=0)
        hint = super().sizeHint()
        return QSize(max(hint.width(), longest + _BESIDE_ARROW + GRID), hint.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(20 * GRID, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """As Qt paints it, but words without room end in a …"""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.width() - _BESIDE_ARROW
        option.currentText = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
        _paint_arrow(self, self.height() / 2, 4.0, 2.0)


class Number(QSpinBox):
    """A number in the look and the height of the fields beside it."""

    def __init__(self, least: int, most: int, name: str = "") -> None:
        super().__init__()
        self.setLineEdit(Field())
        self.setProperty("plain", "true")
        self.setRange(least, most)
        self.setAccessibleName(name)
        self.lineEdit().setTextMargins(2 * GRID - 2, 0, 0, 0)  # a style sheet doesn't reach it

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        super().paintEvent(event)
        _paint_arrow(self, self.height() / 2 - 4, 3.0, -1.5)
        _paint_arrow(self, self.height() / 2 + 4, 3.0, 1.5)


def _paint_arrow(widget: QWidget, middle: float, wide: float, down: float) -> None:
    """At the right of ``widget``; with a ``down`` below zero it points up."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(widget.palette().color(QPalette.ColorRole.PlaceholderText), 1.5))
    right = widget.width() - 3 * GRID
    corners = ((right - wide, middle - down), (right, middle + down), (right + wide, middle - down))
    painter.drawPolyline([QPointF(x, y) for x, y in corners])


class Dialog(QDialog):
    """A dialog of the window's own: it blocks nothing, goes away when it is closed, and grows with its words: Qt itself
    would squeeze the fields beside a text that takes more lines than it had."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  (Qt's name)
        return go_on(self, forward=forward)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._grow(by_itself=event.type() is QEvent.Type.LayoutRequest)
        return done

    def _grow(self, *, by_itself: bool) -> None:
        """Never lower than its parts need at its width; as high as they like where their words have changed."""
        layout, wide = self.layout(), self.width()
        if layout is None or not layout.hasHeightForWidth():
            return
        room = self.screen().availableGeometry().height() - 10 * GRID
        self.setMinimumHeight(min(layout.minimumHeightForWidth(wide), room))
        need = min(layout.totalHeightForWidth(wide), room)
        if by_itself and need > self.height():
            self.resize(wide, need)


def form_row(form: QFormLayout, text: str, field: QWidget) -> None:
    """A label, with its key, on one line with its field."""
    label = QLabel(text)
    label.setBuddy(field)
    label.setMinimumHeight(field.sizeHint().height())
    label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
    if not field.accessibleName():
        field.setAccessibleName(text.replace("&", ""))
    form.addRow(label, field)
