"""The pages that a search found, each with the words around it; the found words are bold."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.gui.desk import Desk
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.typed_search import FoundPage

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_LINES = 2


class HitsModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: list[FoundPage] = []

    def show(self, found: "list[FoundPage]") -> None:
        self.beginResetModel()
        self._found = found
        self.endResetModel()

    def at(self, row: int) -> "FoundPage | None":
        return self._found[row] if 0 <= row < len(self._found) else None

    def rowCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        found = self.at(index.row())
        if found is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return f"{self.head_of(found)}\n{''.join(text for text, _ in found.snippet)}"

    def head_of(self, found: "FoundPage") -> str:
        """``COLE000013  Exhibit D, page 2``."""
        where = self.tr("{label}, page {page}").format(label=found.label, page=found.page)
        return f"{found.bates}   {where}" if found.bates else where


class HitDelegate(QStyledItemDelegate):
    """A line that says where, and two of the page's text."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802  (Qt's name)
        line = option.fontMetrics.lineSpacing()
        return QSize(60 * GRID, (1 + _LINES) * line + 4 * GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        found = model.at(index.row()) if isinstance(model, HitsModel) else None
        if found is None or not isinstance(model, HitsModel):
            return
        theme = self._desk.theme
        rect = QRect(option.rect)
        painter.save()
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.selection if selected else theme.window))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 5, 5)
        inside = rect.adjusted(2 * GRID, GRID, -2 * GRID, -GRID)
        painter.setPen(QColor(theme.text))
        painter.setFont(_bold(option.font))
        painter.drawText(inside, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, model.head_of(found))
        painter.setPen(QColor(theme.muted))
        below = inside.adjusted(0, option.fontMetrics.lineSpacing() + GRID // 2, 0, 0)
        _paint_snippet(painter, found.snippet, below, option.font, QColor(theme.text))
        painter.restore()


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold


def _paint_snippet(
    painter: QPainter, snippet: tuple[tuple[str, bool], ...], where: QRect, font: QFont, found: QColor
) -> None:
    layout = QTextLayout("".join(text for text, _ in snippet), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.setFormats(_formats(snippet, found))
    layout.beginLayout()
    height = 0.0
    for _ in range(_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(where.width())
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    layout.draw(painter, QPointF(where.topLeft()))


def _formats(snippet: tuple[tuple[str, bool], ...], found: QColor) -> list[QTextLayout.FormatRange]:
    """The found words, by their place in UTF-16, as Qt counts."""
    formats = []
    at = 0
    for text, is_found in snippet:
        length = len(text.encode("utf-16-le")) // 2
        if is_found:
            span = QTextLayout.FormatRange()
            span.start, span.length = at, length
            bold = QTextCharFormat()
            bold.setFontWeight(QFont.Weight.Bold)
            bold.setForeground(found)
            span.format = bold
            formats.append(span)
        at += length
    return formats
