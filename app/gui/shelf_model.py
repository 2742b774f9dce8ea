"""The shelf as a table: one authority a row."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.domain.evidence import Authority

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class ShelfModel(QAbstractTableModel):
    """Columns: citation, name, court, year, pages."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shelf: list[Authority] = []

    def show(self, shelf: list[Authority]) -> None:
        self.beginResetModel()
        self._shelf = shelf
        self.endResetModel()

    def at(self, row: int) -> Authority | None:
        return self._shelf[row] if 0 <= row < len(self._shelf) else None

    def rowCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(self._shelf)

    def columnCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else 5

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return (self.tr("Citation"), self.tr("Name"), self.tr("Court"), self.tr("Year"), self.tr("Pages"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one = self.at(index.row())
        if one is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            first, last = one.first_page, one.last_page
            pages = f"{first}–{last}" if first is not None and last is not None else "–"
            return (one.citations[0], one.name, one.court or "–", str(one.year or "–"), pages)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join((one.name, *one.citations))
        return None
