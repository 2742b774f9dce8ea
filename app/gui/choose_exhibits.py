"""Exhibits to tick, as a list that stays quick with thousands of them."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QListView, QWidget

from app.domain.evidence import Exhibit

_Index = QModelIndex | QPersistentModelIndex


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.exhibits: Sequence[Exhibit] = ()
        self.ticked: set[str] = set()
        self.every = True

    def fill(self, exhibits: Sequence[Exhibit]) -> None:
        self.beginResetModel()
        self.exhibits = exhibits
        self.ticked &= {exhibit.id for exhibit in exhibits}
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent is not None and parent.isValid() else len(self.exhibits)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        exhibit = self.exhibits[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{exhibit.id}   {exhibit.title}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tr("{0}: {1}, pages: {2}").format(exhibit.label, exhibit.title, exhibit.pages)
        if role == Qt.ItemDataRole.CheckStateRole:
            ticked = self.every or exhibit.id in self.ticked
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        if self.every:
            self.ticked, self.every = {exhibit.id for exhibit in self.exhibits}, False
        self.ticked ^= {self.exhibits[index.row()].id}
        self.dataChanged.emit(index, index, [role])
        return True


class ExhibitChoice(QListView):
    """``chosen()`` gives the ids of the ticked exhibits, in their order: at first each. The space bar ticks."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model()
        self.setModel(self._model)
        self.setUniformItemSizes(True)
        self.setAccessibleName(self.tr("Exhibits that the draft is written from"))
        self.setSpacing(2)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._model.dataChanged.connect(lambda *_: self.changed.emit())

    def show_exhibits(self, exhibits: Sequence[Exhibit]) -> None:
        self._model.fill(exhibits)

    def tick_every(self, on: bool) -> None:
        """All of them, those that come in later too; or none."""
        self._model.every, self._model.ticked = on, set()
        self.viewport().update()

    @property
    def every(self) -> bool:
        """Whether each is ticked."""
        return self._model.every or len(self.chosen()) == self._model.rowCount()

    def chosen(self) -> tuple[str, ...]:
        ticked, every = self._model.ticked, self._model.every
        return tuple(exhibit.id for exhibit in self._model.exhibits if every or exhibit.id in ticked)
