"""The list of exhibits: loaded through the core, kept up to date by facts, sorted and filtered there too."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app import actions
from app.events import MatterChanged
from app.gui.cells import Cells
from app.gui.desk import Desk
from app.gui.exhibits_columns import SIGN, fit_columns
from app.gui.exhibits_model import ExhibitsModel, Index
from app.gui.exhibits_order import Column, Kin, Said, arrange, depths, kin_of, places
from app.gui.exhibits_words import said_in_list

if TYPE_CHECKING:
    from app.actions.exhibit_list import ListedExhibit
    from app.workbench import Workbench

_ROW = 28
_ANEW = ("bates assign", "origin", "take out", "put back")
"""Changes after which every row is fetched again."""


class ExhibitsTable(QTableView):
    """``chosen`` tells the exhibit under the cursor, "" for none; ``counted`` how many there are, and are shown."""

    chosen = Signal(str)
    counted = Signal(int, int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._rows = ExhibitsModel(desk, self)
        self._sort, self._descending, self._sought = Column.LABEL, False, ""
        self._touched: set[str] = set()
        self._busy = self._again = False
        self._whole = False
        self._kin: Kin | None = None
        self._kin_of = (0, 0)
        self._said = said_in_list()
        self._wanted = ""
        """The exhibit that the person chose last. A filter may hide it; without the filter it is chosen again."""
        self._resetting = False
        self.loaded = False
        """Whether it is known which exhibits the matter has."""
        self._soon = QTimer(self, singleShot=True, interval=250)
        self._soon.timeout.connect(self._refresh)
        self._typed = QTimer(self, singleShot=True, interval=120)
        self._typed.timeout.connect(self._rearrange)
        self._build()
        desk.matter_opened.connect(self._open)
        desk.bridge.changed.connect(self._hear)
        desk.theme_changed.connect(lambda _theme: self.viewport().update())
        self._open(desk.matter)

    @property
    def exhibits(self) -> ExhibitsModel:
        return self._rows

    def seek(self, text: str) -> None:
        """Show only the exhibits that hold these words."""
        if text != self._sought:
            self._sought = text
            self._typed.start()

    def current(self) -> "ListedExhibit | None":
        return self._rows.exhibit_at(self.currentIndex().row())

    def choose(self, exhibit: str) -> None:
        """Put the cursor on an exhibit, where it is shown."""
        row = self._rows.row_of(exhibit)
        if row is not None and row != self.currentIndex().row():
            self.setCurrentIndex(self._rows.index(row, 0))

    def chosen_ids(self) -> list[str]:
        """Ids of the exhibits that are chosen, from the top."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [one.exhibit.id for row in rows if (one := self._rows.exhibit_at(row)) is not None]

    def want(self, exhibit: str) -> None:
        """Choose an exhibit once it is listed."""
        self._wanted = exhibit

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802  (Qt's name)
        super().currentChanged(current, previous)
        one = self._rows.exhibit_at(current.row())
        if one is not None and not self._resetting:
            self._wanted = one.exhibit.id
        self.chosen.emit(one.exhibit.id if one else "")

    def moveCursor(  # noqa: N802  (Qt's name)
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last exhibit: a row is one thing, not cells to go through."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        if action in ends and (count := self._rows.rowCount()):
            return self._rows.index(ends[action] % count, 0)
        return super().moveCursor(action, modifiers)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        fit_columns(self, self._rows)

    def _build(self) -> None:
        self.setModel(self._rows)
        Cells(self._desk, self._rows, self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Exhibits"))
        down = self.verticalHeader()
        down.setVisible(False)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setDefaultSectionSize(_ROW)
        across = self.horizontalHeader()
        across.setHighlightSections(False)
        across.setSectionsClickable(True)
        across.setSortIndicatorShown(True)
        across.setSortIndicator(Column.LABEL, Qt.SortOrder.AscendingOrder)
        across.setMinimumSectionSize(SIGN)
        across.sectionClicked.connect(self._sort_by)

    def _open(self, matter: str) -> None:
        self._touched.clear()
        self._whole = True
        self._wanted, self.loaded = "", False
        self._rows.show_rows([], {}, {}, 0)
        self.chosen.emit("")
        self.counted.emit(0, 0)
        if matter:
            self._refresh()

    def _hear(self, fact: MatterChanged) -> None:
        if fact.matter != self._desk.matter:
            return
        if fact.verb in _ANEW:
            self._whole = True
        elif fact.verb == "read":
            # the log names the label; an id is what stands behind its first word
            self._touched.add(str(fact.detail["exhibit"]).removeprefix("Exhibit "))
        elif fact.verb != "intake" or "exhibit" not in fact.detail:
            return
        if not self._soon.isActive():
            self._soon.start()

    def _refresh(self) -> None:
        """Fetch what is new or changed. One request at a time; what changes meanwhile is fetched after it."""
        if self._busy:
            self._again = True
            return
        matter, rows = self._desk.matter, self._rows.rows
        whole, self._whole = self._whole, False
        touched, self._touched = self._touched, set()
        after = 0 if whole or not rows else rows[-1].exhibit.order
        view = (self._sort, self._descending, self._sought)
        self._busy, self._again = True, False

        def then(found: _Loaded) -> None:
            if matter == self._desk.matter:
                self._take(found, whole=whole or not rows, view=view)

        def free() -> None:
            self._busy = False
            if self._again:
                self._soon.start()

        said = self._said
        self._desk.starter.start(lambda bench: _load(bench, matter, after, touched, said, *view), then, finally_=free)

    def _take(self, found: "_Loaded", *, whole: bool, view: tuple[Column, bool, str]) -> None:
        self.loaded = True
        if whole:
            current = self.current()
            self._rows.show_rows(found.rows, found.places, found.depths, found.unread)
            self._reset(found.shown, current)
            if view != (self._sort, self._descending, self._sought):
                self._rearrange()
            return
        new = self._rows.merge(found.rows)
        plain = (self._sort, self._descending, self._sought) == (Column.LABEL, False, "")
        at_end = plain and self._rows.belongs_at_end(new)
        if new:
            self._rows.add(new, at_end=at_end)
        if not plain or not at_end:
            self._rearrange()
        self._count()

    def _sort_by(self, column: int) -> None:
        self._descending = Column(column) is self._sort and not self._descending
        self._sort = Column(column)
        order = Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder
        self._rows.ordered_by = self._sort
        self.horizontalHeader().setSortIndicator(column, order)
        fit_columns(self, self._rows)
        self._rearrange()

    def _rearrange(self) -> None:
        """Sort and filter again, in the core: the window goes on meanwhile."""
        rows, view = self._rows.rows, (self._sort, self._descending, self._sought)
        count = len(rows)

        kin = self._kin if self._kin_of == (id(rows), count) else None

        def then(found: tuple[list[int], Kin]) -> None:
            if rows is not self._rows.rows or view != (self._sort, self._descending, self._sought):
                return
            if count == len(self._rows.rows):
                self._kin_of, self._kin = (id(rows), count), found[1]
                self._reset(found[0], self.current())
            else:
                self._rearrange()

        said = self._said
        self._desk.starter.start(lambda _bench: _arranged(tuple(rows), said, *view, kin), then)

    def _reset(self, shown: list[int], current: "ListedExhibit | None") -> None:
        """Another order; the cursor stays on the exhibit that was chosen, or on the one it is on."""
        self._rows.show(shown)
        row = self._rows.row_of(self._wanted)
        if row is None and current is not None:
            row = self._rows.row_of(current.exhibit.id)
        if row is None and shown:
            row = 0
        self._resetting = True
        if row is not None:
            self.setCurrentIndex(self._rows.index(row, 0))
        else:
            self.chosen.emit("")
        self._resetting = False
        self._count()

    def _count(self) -> None:
        fit_columns(self, self._rows)
        self.counted.emit(len(self._rows.rows), len(self._rows.shown))


@dataclass(frozen=True, slots=True)
class _Loaded:
    """What the core brought, made ready there: 100,000 rows are handed over in a moment."""

    rows: "list[ListedExhibit]"
    shown: list[int]
    places: dict[str, int]
    depths: dict[str, int]
    unread: int


async def _load(
    bench: "Workbench",
    matter: str,
    after: int,
    also: set[str],
    said: Said,
    sort: Column,
    descending: bool,
    sought: str,
) -> _Loaded:
    found = await actions.exhibit_list.list_read(bench, matter, after, also)
    if after:
        return _Loaded(found, [], {}, {}, 0)
    shown, _ = await _arranged(tuple(found), said, sort, descending, sought, None)
    return _Loaded(found, shown, places(found), depths(found), sum(one.unread_pages for one in found))


async def _arranged(
    rows: "tuple[ListedExhibit, ...]", said: Said, sort: Column, descending: bool, sought: str, kin: Kin | None
) -> tuple[list[int], Kin]:
    def work() -> tuple[list[int], Kin]:
        known = kin or kin_of(rows)
        return arrange(rows, sort, descending=descending, sought=sought, kin=known, said=said), known

    return await asyncio.to_thread(work)
