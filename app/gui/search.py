"""Search in the open matter, as one types; a hit leads to its page."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListView, QVBoxLayout, QWidget

from app import actions
from app.domain.errors import AppError
from app.gui.desk import Desk, PageRef, Section
from app.gui.fields import Field
from app.gui.parts import many, muted
from app.gui.search_hits import HitDelegate, HitsModel
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.typed_search import FoundPage

_LIMIT = 100
_TALLEST = 460
_WIDEST = 560


class SearchBox(QWidget):
    """A field for the top of the window; its hits hang below it, over the window. The window's Ctrl+F gets here."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._asked = 0
        self._opened = False
        """Whether one of the pages that are found was gone to."""
        self._soon = QTimer(self, singleShot=True, interval=150)
        self._soon.timeout.connect(self._search)
        self.field = Field(clearButtonEnabled=True)
        self.field.setAccessibleName(self.tr("Search this matter"))
        self.field.textEdited.connect(lambda _text: self._soon.start())
        self.field.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.field)
        self._build_results()
        self.setFocusProxy(self.field)
        self.setMinimumWidth(40 * GRID)
        self.setMaximumWidth(75 * GRID)
        desk.matter_opened.connect(self._open)
        self._open(desk.matter)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(60 * GRID, super().sizeHint().height())

    def focus_field(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def close_results(self) -> None:
        self._asked += 1
        self._soon.stop()
        self.results.setVisible(False)

    def step(self, by: int) -> None:
        """To the page found after the one that was opened last, or before it; around at the ends."""
        if count := self.hits.rowCount():
            at = (self.list.currentIndex().row() + by) % count if self._opened else 0
            self.list.setCurrentIndex(self.hits.index(at))
            self._go(at)
        else:
            self._desk.said.emit(self.tr("Nothing was searched for yet: Ctrl+F."), ())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and watched is self.field:
            return self._key(event.key())
        if event.type() is QEvent.Type.FocusOut and self.results.isVisible():
            QTimer.singleShot(0, self, self._leave)
        if event.type() is QEvent.Type.Resize and watched is self.results.parent():
            self._place()
        return super().eventFilter(watched, event)

    def _build_results(self) -> None:
        self.hits = HitsModel(self)
        # a child of the window, not one of its own: the keys stay with the field
        self.results = QFrame(self)
        self.results.setProperty("panel", "true")
        self.results.setVisible(False)
        self.summary = muted(wrap=True)
        self.list = QListView()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setModel(self.hits)
        self.list.setItemDelegate(HitDelegate(self._desk, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("Pages found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(lambda index: self._go(index.row()))
        inside = QVBoxLayout(self.results)
        inside.setContentsMargins(GRID, 2 * GRID, GRID, GRID)
        inside.setSpacing(GRID)
        self.summary.setContentsMargins(2 * GRID, 0, 2 * GRID, 0)
        inside.addWidget(self.summary)
        inside.addWidget(self.list, 1)

    def _key(self, key: int) -> bool:
        """Keys that work on the hits while the field has the focus."""
        if key == Qt.Key.Key_Escape:
            if not self.results.isVisible() or not self.hits.rowCount():
                self.field.clear()
            self.close_results()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go(max(self.list.currentIndex().row(), 0))
            return True
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}
        if key in steps and self.hits.rowCount():
            if not self.results.isVisible():
                self._show_results()
                return True
            at = self.list.currentIndex().row() + steps[Qt.Key(key)]
            self.list.setCurrentIndex(self.hits.index(min(max(at, 0), self.hits.rowCount() - 1)))
            return True
        return False

    def _open(self, matter: str) -> None:
        self.field.clear()
        self.hits.show([])
        self.close_results()
        self.field.setEnabled(bool(matter))
        self.field.setPlaceholderText(
            self.tr("Search this matter   Ctrl+F") if matter else self.tr("No matter is open")
        )

    def _search(self) -> None:
        self._asked += 1
        asked, matter, typed = self._asked, self._desk.matter, self.field.text()
        if not matter or not typed.strip():
            self.hits.show([])
            self.results.setVisible(False)
            return

        def then(found: "list[FoundPage]") -> None:
            if asked == self._asked:
                self._show(found)

        def otherwise(error: AppError) -> None:
            if asked == self._asked:
                self.hits.show([])
                self.summary.setText(str(error))
                self._show_results()

        self._desk.starter.start(
            lambda bench: actions.typed_search.search_as_typed(bench, matter, typed, _LIMIT), then, otherwise=otherwise
        )

    def _show(self, found: "list[FoundPage]") -> None:
        self.hits.show(found)
        self._opened = False
        if not found:
            self.summary.setText(self.tr("No page holds all of these words."))
        elif len(found) == _LIMIT:
            self.summary.setText(self.tr("The {n} best pages. Enter opens one.").format(n=_LIMIT))
        else:
            self.summary.setText(
                many(len(found), self.tr("1 page. Enter opens it."), self.tr("{n} pages. Enter opens one."))
            )
        self._show_results()
        if found:
            self.list.setCurrentIndex(self.hits.index(0))
            self.list.scrollToTop()

    def _show_results(self) -> None:
        window = self.window()
        if self.results.parent() is not window:
            self.results.setParent(window)
            window.installEventFilter(self)
        self._place()
        self.results.setVisible(True)
        self.results.raise_()

    def _place(self) -> None:
        """Below the field, its right edge under the field's."""
        window = self.window()
        if self.results.parent() is not window:
            return
        below = self.field.mapTo(window, QPoint(self.field.width(), self.field.height() + GRID))
        width = min(_WIDEST, below.x() - GRID)
        wanted = self.hits.rowCount() * self.list.sizeHintForRow(0) + 14 * GRID if self.hits.rowCount() else 12 * GRID
        height = min(wanted, _TALLEST, window.height() - below.y() - 2 * GRID)
        self.results.setGeometry(below.x() - width, below.y(), width, max(height, 10 * GRID))
        self.list.setVisible(self.hits.rowCount() > 0)

    def _leave(self) -> None:
        if not self.field.hasFocus():
            self.close_results()

    def _go(self, at: int) -> None:
        found = self.hits.at(at)
        if found is None:
            return
        self.close_results()
        self._opened = True
        self._desk.section_asked.emit(Section.EXHIBITS)
        self._desk.page_asked.emit(PageRef(found.exhibit, found.page, found.words))
