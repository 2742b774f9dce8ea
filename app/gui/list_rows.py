"""Draws the rows of short lists: a widget for each row would be made, styled and laid out for each, and is felt."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.gui.theme import GRID

_SELECTED = QStyle.StateFlag.State_Selected.value
_MORE, _DIM = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
_LINE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value
_RIGHT = Qt.AlignmentFlag.AlignRight.value
_ACCENT = QPalette.ColorRole.Link
_BAR = 3
"""Pixels of the bar at the left of the row that the keys work on: the list has the keyboard."""
Index = QModelIndex | QPersistentModelIndex


def add_row(to: QListWidget, of: object, title: str, more: str, *, dim: bool = False) -> QListWidgetItem:
    """A row that stands for ``of``; ``more`` is muted, and so is the title of one that is ``dim``."""
    item = QListWidgetItem(title, to)
    item.setData(Qt.ItemDataRole.UserRole, of)
    item.setData(_DIM, dim)
    say_more(item, more)
    return item


def say_more(item: QListWidgetItem, more: str) -> None:
    """Other muted words for a row."""
    item.setData(_MORE, more)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {more}" if more else item.text())


class _Rows(QStyledItemDelegate):
    def __init__(self, parent: QListWidget) -> None:
        super().__init__(parent)
        self._view = parent
        parent.setItemDelegate(self)
        parent.setUniformItemSizes(True)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette: QPalette = option.palette
        rect: QRect = option.rect
        if option.state.value & _SELECTED:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Highlight))
            if self._view.hasFocus():
                painter.fillRect(rect.left(), rect.top() + 1, _BAR, rect.height() - 2, palette.color(_ACCENT))
        muted = palette.color(QPalette.ColorRole.PlaceholderText)
        colour = muted if index.data(_DIM) else palette.color(QPalette.ColorRole.Text)
        self.draw(painter, option, (index.data() or "", colour), (index.data(_MORE) or "", muted))

    def draw(
        self, painter: QPainter, option: QStyleOptionViewItem, title: tuple[str, QColor], more: tuple[str, QColor]
    ) -> None:
        raise NotImplementedError


class Beside(_Rows):
    """The title at the left, what more there is at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        return QSize(0, option.fontMetrics.height() + 2 * GRID)

    def draw(
        self, painter: QPainter, option: QStyleOptionViewItem, title: tuple[str, QColor], more: tuple[str, QColor]
    ) -> None:
        rect = option.rect.adjusted(2 * GRID, 0, -2 * GRID, 0)
        _write(painter, option, rect, more, _RIGHT)
        wide = option.fontMetrics.horizontalAdvance(more[0])
        _write(painter, option, rect.adjusted(0, 0, -wide - 2 * GRID, 0), title)


class Below(_Rows):
    """The title, and what more there is in a line below it."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        return QSize(0, 2 * option.fontMetrics.height() + 2 * GRID)

    def draw(
        self, painter: QPainter, option: QStyleOptionViewItem, title: tuple[str, QColor], more: tuple[str, QColor]
    ) -> None:
        rect = option.rect.adjusted(2 * GRID, GRID, -2 * GRID, -GRID)
        half = rect.height() // 2
        _write(painter, option, rect.adjusted(0, 0, 0, -half), title)
        _write(painter, option, rect.adjusted(0, half, 0, 0), more)


def _write(
    painter: QPainter, option: QStyleOptionViewItem, rect: QRect, said: tuple[str, QColor], side: int = 0
) -> None:
    painter.setPen(said[1])
    words = option.fontMetrics.elidedText(said[0], Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, side | _LINE, words)
