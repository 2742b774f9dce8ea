"""The matters, on the left."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app import actions
from app.events import MatterChanged
from app.gui.change_matter import ChangeMatterDialog
from app.gui.desk import Desk, Section
from app.gui.fields import Field
from app.gui.new_matter import NewMatterDialog, Typed
from app.gui.parts import Empty, allow, button, heading, panel, pill, row


class MattersPanel(QWidget):
    """The list of matters, with a filter; a click or Enter opens one."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._left: Typed | None = None
        self._build()
        desk.matter_opened.connect(lambda _name: self._mark_open())
        desk.bridge.changed.connect(self._hear)
        self.setFocusProxy(self.list)
        self.reload()

    def reload(self) -> None:
        """Ask the core which matters there are."""
        self._desk.starter.start(lambda bench: bench.matter_names(), self._show)

    def ask_new(self) -> None:
        """The form of a new matter; it is opened once it is made."""
        dialog = NewMatterDialog(self._desk, self)
        if self._left is not None:
            dialog.take_up(self._left)
        self._left = None
        dialog.made.connect(self._open_new)
        dialog.left.connect(self._keep)
        dialog.open()

    def _keep(self, left: Typed) -> None:
        """A form that was closed with something in it: it is there again at the next try."""

        def forget() -> None:
            self._left = None

        self._left = left
        words = self.tr("The new matter was not made. What you typed is in the form when you open it again (Ctrl+N).")
        self._desk.said.emit(words, ((self.tr("Open it again"), self.ask_new), (self.tr("Throw it away"), forget)))

    def ask_change(self) -> None:
        """Name and caption of the open matter, to be changed."""
        if self._desk.matter:
            self._change(self._desk.matter)

    def _change(self, matter: str, typed: Typed | None = None) -> None:
        dialog = ChangeMatterDialog(self._desk, matter, self, typed)
        dialog.made.connect(self._desk.open_matter)
        dialog.left.connect(partial(self._offer, matter))
        dialog.open()

    def _offer(self, matter: str, left: Typed) -> None:
        """Changes that were left by Esc or Cancel."""
        words = self.tr("The changes of {0} were not saved.").format(matter)
        self._desk.said.emit(words, ((self.tr("Open it again"), partial(self._change, matter, left)),))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.list.hasFocus():
            before = self._desk.matter
            self._open(self.list.currentItem())
            # one that was open already: back to where one was
            self._desk.section_entered.emit(None if before == self._desk.matter else Section.EXHIBITS)
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        frame, inside = panel()
        self.count = pill()
        self.filter = Field(clearButtonEnabled=True)
        self.filter.setPlaceholderText(self.tr("Find a matter"))
        self.filter.setAccessibleName(self.tr("Find a matter"))
        self.filter.setVisible(False)
        self.filter.textChanged.connect(self._filter)
        self.filter.returnPressed.connect(self._open_first)
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setAccessibleName(self.tr("Matters"))
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setStyleSheet("QListView::item { padding: 5px 8px; border-radius: 5px; }")
        self.list.itemClicked.connect(self._open)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.new = button(self.tr("New matter"), self.ask_new, self.tr("Make a matter (Ctrl+N)"))
        self.change = button(self.tr("Change the matter…"), self.ask_change)
        self.stack = QStackedWidget()
        self.empty = Empty(
            self.tr("No matter yet"),
            self.tr("A matter is one client's case: its caption, its exhibits, its drafts. Make the first one."),
        )
        self.stack.addWidget(self.list)
        self.stack.addWidget(self.empty)
        inside.addLayout(row(heading(self.tr("Matters")), 1, self.count))
        inside.addWidget(self.filter)
        inside.addWidget(self.stack, 1)
        inside.addWidget(self.change)
        inside.addWidget(self.new)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(frame)
        clear = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.filter)
        clear.setContext(Qt.ShortcutContext.WidgetShortcut)
        clear.activated.connect(self.filter.clear)
        self._mark_open()

    def _hear(self, fact: MatterChanged) -> None:
        if fact.verb in ("matter new", "matter rename"):
            self.reload()

    def _show(self, names: list[str]) -> None:
        self.list.clear()
        for name in names:
            item = QListWidgetItem(name)
            item.setToolTip(name)
            self.list.addItem(item)
        self.count.setText(str(len(names)))
        self.count.setVisible(len(names) > 1)
        self.filter.setVisible(len(names) > 1)
        self.new.setProperty("primary", "false" if names else "true")
        self.new.style().polish(self.new)
        self.stack.setCurrentWidget(self.list if names else self.empty)
        self._filter(self.filter.text())
        self._mark_open()

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for item in self._items():
            item.setHidden(not all(word in item.text().casefold() for word in words))

    def _open_first(self) -> None:
        first = next((item for item in self._items() if not item.isHidden()), None)
        if first is not None:
            self._open(first)
            self._desk.section_entered.emit(Section.EXHIBITS)

    def _open(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._desk.open_matter(item.text())

    def _open_new(self, name: str) -> None:
        if all(item.text() != name for item in self._items()):
            self.list.addItem(QListWidgetItem(name))
        self._desk.open_matter(name)
        # its exhibits are what comes next
        self._desk.section_entered.emit(Section.EXHIBITS)

    def _mark_open(self) -> None:
        opened = self._desk.matter
        allow(
            self.change,
            "" if opened else self.tr("Open a matter first."),
            self.tr("Its name, court, parties, docket number …"),
        )
        for item in self._items():
            font = item.font()
            font.setBold(item.text() == self._desk.matter)
            item.setFont(font)
            if item.text() == self._desk.matter:
                self.list.setCurrentItem(item)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(n) for n in range(self.list.count())]

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is None:
            return
        name = item.text()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open"), lambda: self._desk.open_matter(name))
        menu.addAction(self.tr("Show its folder"), lambda: self._show_folder(name))
        menu.popup(self.list.viewport().mapToGlobal(at))

    def _show_folder(self, name: str) -> None:
        self._desk.starter.start(
            lambda bench: actions.matters.show_matter(bench, name),
            lambda found: _open_folder(found.folder),
        )


def _open_folder(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
