"""Draws the cells of a table of words: under a style sheet Qt takes five times as long for each of them."""

from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from app.gui.desk import Desk
from app.gui.theme import Theme

_SELECTED = QStyle.StateFlag.State_Selected.value
_LEFT = Qt.AlignmentFlag.AlignLeft
_CENTRE = Qt.AlignmentFlag.AlignHCenter.value
_LINE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value
_BAR = 3
_BESIDE = 8
"""Pixels left and right of the words, as in the heads of the columns."""


def mark_current(painter: QPainter, rect: QRect, theme: Theme) -> None:
    """A bar at the left of the row that the keys work on: the list has the keyboard."""
    painter.fillRect(rect.left(), rect.top() + 1, _BAR, rect.height() - 2, QColor(theme.accent))


def set_widths(view: QTableView, widths: Mapping[int, int]) -> None:
    """Widths of columns, in pixels; one whose head needs more gets it."""
    head, model = view.horizontalHeader(), view.model()
    for column, width in widths.items():
        words = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        sign = 3 * _BESIDE if head.isSortIndicatorShown() and head.sortIndicatorSection() == column else 0
        view.setColumnWidth(column, max(width, head.fontMetrics().horizontalAdvance(words) + 3 * _BESIDE + sign))


class Cells(QStyledItemDelegate):
    """One line of words a cell, cut where there is no room, in the colour and on the side that the model says."""

    def __init__(self, desk: Desk, model: QAbstractTableModel, parent: QTableView) -> None:
        super().__init__(parent)
        self._desk = desk
        self._model = model
        self._view = parent
        parent.setItemDelegate(self)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, data = self._desk.theme, self._model.data
        rect = option.rect
        # flags as numbers: joining Qt's own takes as long as drawing the words
        selected = bool(option.state.value & _SELECTED)
        if selected:
            painter.fillRect(rect, QColor(theme.selection))
            if not index.column() and self._view.hasFocus():
                mark_current(painter, rect, theme)
        words = data(index, Qt.ItemDataRole.DisplayRole)
        if not words:
            return
        side = (data(index, Qt.ItemDataRole.TextAlignmentRole) or _LEFT).value
        if not side & _CENTRE:
            rect = rect.adjusted(_BESIDE, 0, -_BESIDE, 0)
        colour = None if selected else data(index, Qt.ItemDataRole.ForegroundRole)
        painter.setPen(QPen(colour or QColor(theme.text)))
        words = option.fontMetrics.elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, side | _LINE, words)
