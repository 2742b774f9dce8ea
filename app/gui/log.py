"""The matter's audit log, newest first, and whether its chain is whole."""

import datetime as dt
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from app import actions
from app.events import MatterChanged
from app.gui.cells import Cells, set_widths
from app.gui.desk import Desk
from app.gui.log_words import entry_words
from app.gui.parts import INSIDE, Elided, button, heading, many, muted, panel, row

if TYPE_CHECKING:
    from app.store.audit import AuditCheck, AuditEntry

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_ROW = 26
_WAIT_MS = 1000


class LogModel(QAbstractTableModel):
    """Columns: number, when, what. ``broken_at``: the entry from which on the chain doesn't hold."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._entries: list[AuditEntry] = []
        self._broken_at: int | None = None
        self._told: dict[int, tuple[str, str, str]] = {}

    def show(self, entries: "list[AuditEntry]", broken_at: int | None) -> None:
        """``entries`` in their own order."""
        self.beginResetModel()
        self._entries, self._broken_at = entries, broken_at
        self._told.clear()
        self.endResetModel()

    @property
    def broken(self) -> bool:
        return self._broken_at is not None

    def at(self, row: int) -> "AuditEntry | None":
        return self._entries[len(self._entries) - 1 - row] if 0 <= row < len(self._entries) else None

    def rowCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return (self.tr("Entry"), self.tr("When"), self.tr("What"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.at(index.row())
        if entry is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(entry)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{entry.verb}\n{entry.detail}\n{entry.hash}" if index.column() < 2 else self._words(entry)[2]
        if role == Qt.ItemDataRole.ForegroundRole:
            theme = self._desk.theme
            if self._broken_at is not None and entry.n >= self._broken_at:
                return QColor(theme.red)
            return QColor(theme.muted) if index.column() < 2 else None
        return None

    def _words(self, entry: "AuditEntry") -> tuple[str, str, str]:
        """What the row of an entry says; kept, since it is asked for at each paint."""
        if (told := self._told.get(entry.n)) is None:
            told = self._told[entry.n] = (
                str(entry.n),
                local_time(entry.at),
                entry_words(entry.verb, entry.detail),
            )
        return told


class LogSection(QWidget):
    """Read anew when something changed, while it is in sight."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stale = True
        self._busy = False
        self.entries = LogModel(desk, self)
        self._soon = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._soon.timeout.connect(self.reload)
        self._build()
        desk.matter_opened.connect(self._open)
        desk.bridge.changed.connect(self._hear)
        desk.theme_changed.connect(lambda _theme: self._colour())
        self.setFocusProxy(self.list)

    def reload(self) -> None:
        """Read the log and check its chain, in the core."""
        matter = self._desk.matter
        if self._busy:
            self._soon.start()
            return
        self._stale = False
        if not matter:
            self.entries.show([], None)
            self.state.say(self.tr("No matter is open. Each matter has a log of its own."))
            return
        self._busy = True

        def then(found: "tuple[AuditCheck, list[AuditEntry]]") -> None:
            if matter == self._desk.matter:
                self._show(*found)

        def free() -> None:
            self._busy = False

        self._desk.starter.start(lambda bench: actions.matters.check_audit(bench, matter), then, finally_=free)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        super().showEvent(event)
        if self._stale:
            self.reload()

    def _build(self) -> None:
        frame, inside = panel()
        inside.setContentsMargins(0, INSIDE, 0, 0)
        self.state = Elided()
        self.check = button(self.tr("Check again"), self.reload, self.tr("Walk the whole chain again"))
        head = row(heading(self.tr("Log")), self.state, self.check)
        head.setContentsMargins(INSIDE, 0, INSIDE, 0)
        about = muted(
            self.tr(
                "All that changed in this matter, the newest first. Each entry holds a digest of the one before it: a "
                "changed or missing entry shows."
            ),
            wrap=True,
        )
        about.setContentsMargins(INSIDE, 0, INSIDE, 0)
        self.list = QTableView()
        self.list.setModel(self.entries)
        Cells(self._desk, self.entries, self.list)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setShowGrid(False)
        self.list.setWordWrap(False)
        self.list.setTabKeyNavigation(False)
        self.list.setAccessibleName(self.tr("Audit log"))
        self.list.verticalHeader().setVisible(False)
        self.list.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.list.verticalHeader().setDefaultSectionSize(_ROW)
        self.list.horizontalHeader().setHighlightSections(False)
        self.list.horizontalHeader().setStretchLastSection(True)
        set_widths(self.list, {0: 64, 1: 156})
        inside.addLayout(head)
        inside.addWidget(about)
        inside.addWidget(self.list, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(frame)

    def _open(self, _matter: str) -> None:
        self.entries.show([], None)
        self.state.say("")
        self._ask()

    def _hear(self, fact: MatterChanged) -> None:
        if fact.matter == self._desk.matter and not self._soon.isActive():
            self._ask()

    def _ask(self) -> None:
        self._stale = True
        if self.isVisible():
            self._soon.start()

    def _show(self, check: "AuditCheck", entries: "list[AuditEntry]") -> None:
        self.entries.show(entries, check.broken_at)
        count = many(check.entries, self.tr("1 entry"), self.tr("{n} entries"))
        if check.broken_at is None:
            self.state.say(self.tr("✓ {count}, the chain is whole").format(count=count))
        else:
            self.state.say(self.tr("✕ The chain is broken: {why}").format(why=check.problem))
        self._colour()

    def _colour(self) -> None:
        theme = self._desk.theme
        self.state.setStyleSheet(f"color: {theme.red if self.entries.broken else theme.green}")
        self.list.viewport().update()


def local_time(at: str) -> str:
    """A time of the log (UTC) by this machine's clock: ``2026-04-20 09:14:02``."""
    return dt.datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
