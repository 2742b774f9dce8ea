"""A long job of the exhibits, shown in place: what it does, how far it is, what became of each file."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHeaderView,
    QLabel,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.gui.cells import Cells
from app.gui.desk import Desk
from app.gui.exhibits_outcomes import Outcome, OutcomesModel
from app.gui.parts import INSIDE, Elided, button, row
from app.gui.theme import GRID

_ROW = 24
_GATHER_MS = 80
"""How long what a job tells is gathered: each showing of it paints the panel."""


class _Files(QTableView):
    """A click chooses the row that was pressed, whatever moves under the pointer until it is released."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        if not event.buttons():
            super().mouseMoveEvent(event)


class _Note(Elided):
    """Takes no room from the title while it says nothing."""

    def __init__(self) -> None:
        super().__init__(muted=True)

    def say(self, text: str, tip: str = "") -> None:
        super().say(text, tip)
        self.setVisible(bool(text))


class WorkPanel(QWidget):
    """Hidden until a job begins or a list is asked for; the list stays until a person hides it."""

    hidden = Signal()
    release_asked = Signal(object)  # Outcome: own work that the person wants to let in

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._cancel: Callable[[], None] | None = None
        self._offered: Callable[[], object] = lambda: None
        self.model = OutcomesModel(desk, self)
        self._coming: list[Outcome] = []
        self._far: tuple[int, int, str] | None = None
        self._soon = QTimer(self, singleShot=True, interval=_GATHER_MS)
        self._soon.timeout.connect(self._show_gathered)
        self.setMinimumHeight(52 * GRID)
        self._build()
        self.setVisible(False)

    @property
    def running(self) -> bool:
        return self._cancel is not None

    def begin(self, title: str, cancel: Callable[[], None]) -> None:
        """A job begins; its list is empty."""
        self._cancel = cancel
        self._forget_gathered()
        self.offered.setVisible(False)
        self.model.show([], only_attention=False)
        self.title.say(title)
        self.note.say("")
        self.bar.setRange(0, 0)
        self._refresh()
        self.setVisible(True)

    def progress(self, done: int, total: int, note: str) -> None:
        self._far = done, total, note
        self._gather()

    def finish(self, title: str, outcomes: list[Outcome] | None = None, note: str = "") -> None:
        """The job is over. ``outcomes``: the final list, else what was told so far stays."""
        self._cancel = None
        self.offered.setVisible(False)
        chosen = self.model.at(self.list.currentIndex().row())
        if outcomes is not None:
            self.model.show(outcomes)
        else:
            self.model.add(self._coming)
        self._forget_gathered()
        self.title.say(title)
        self.note.say(note)
        self._refresh()
        row = self.model.row_of(chosen.path) if chosen else None
        if row is None and self.model.attention:
            row = 0
        self._tell(-1)
        if row is not None:
            self.list.selectRow(row)

    def offer(self, text: str, then: Callable[[], object], tip: str) -> None:
        """One thing to do with what came out of the job, until the next begins."""
        self._offered = then
        self.offered.setText(text)
        self.offered.setToolTip(tip)
        self.offered.setVisible(True)

    def show_list(self, title: str, outcomes: list[Outcome]) -> None:
        """A list from earlier, without a job."""
        self._forget_gathered()
        self.model.show(outcomes, only_attention=False)
        self.finish(title)
        self.setVisible(True)

    def hide_list(self) -> None:
        self.setVisible(False)
        self.hidden.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        if event.key() == Qt.Key.Key_Escape and not self.running:
            self.hide_list()
        else:
            super().keyPressEvent(event)

    def add(self, outcome: Outcome) -> None:
        self._coming.append(outcome)
        self._gather()

    def _gather(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _forget_gathered(self) -> None:
        self._soon.stop()
        self._coming, self._far = [], None

    def _show_gathered(self) -> None:
        coming, far = self._coming, self._far
        self._forget_gathered()
        if far is not None:
            # first: a bar paints at once, and with it whatever waits to be painted
            self.bar.setRange(0, far[1])
            self.bar.setValue(far[0])
            self.note.say(far[2])
        if coming:
            at_end = self.list.verticalScrollBar().value() == self.list.verticalScrollBar().maximum()
            # nothing moves under the pointer, or away from the file that somebody looks at
            follow = at_end and not self.list.underMouse() and not self.list.currentIndex().isValid()
            self.model.add(coming)
            self._refresh()
            if follow:
                self.list.scrollToBottom()

    def _build(self) -> None:
        self.title, self.note = Elided(), _Note()
        self.title.setProperty("heading", "true")
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedHeight(6)
        self.only = QCheckBox(self.tr("Only what needs a look"))
        self.only.toggled.connect(lambda on: self.model.filter(only_attention=on))
        self.offered = button("", self._take_offer)
        self.stop = button(self.tr("Stop"), self._stop)
        self.close_list = button(self.tr("Hide"), self.hide_list, self.tr("Hide this list (Esc)"))
        self.list = _Files()
        self._build_list()
        self._build_detail()
        for part in (self.bar, self.release):
            # its place stays: the list above doesn't move
            keeps = part.sizePolicy()
            keeps.setRetainSizeWhenHidden(True)
            part.setSizePolicy(keeps)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, 2 * GRID, INSIDE, INSIDE)
        layout.setSpacing(GRID)
        layout.addLayout(row(self.title, self.note, self.only, self.offered, self.stop, self.close_list))
        layout.addWidget(self.bar)
        layout.addWidget(self.list, 1)
        foot = row(self.place, self.release)
        foot.setStretch(0, 1)
        layout.addLayout(foot)

    def _build_list(self) -> None:
        self.list.setModel(self.model)
        Cells(self._desk, self.model, self.list)
        # by rows the end of the list stands elsewhere than its middle: what comes in would shift it by half a row
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setShowGrid(False)
        self.list.setWordWrap(False)
        self.list.setTabKeyNavigation(False)
        self.list.setAccessibleName(self.tr("What became of each file"))
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.horizontalHeader().setVisible(False)
        self.list.verticalHeader().setVisible(False)
        self.list.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.list.verticalHeader().setDefaultSectionSize(_ROW)
        self.list.horizontalHeader().setStretchLastSection(True)
        self.list.horizontalHeader().setMinimumSectionSize(20)
        self.list.setColumnWidth(0, 24)
        self.list.setColumnWidth(1, 260)
        self.list.selectionModel().currentRowChanged.connect(lambda now, _before: self._tell(now.row()))
        self.model.modelReset.connect(lambda: self._tell(-1))

    def _build_detail(self) -> None:
        """The place for the reason of the chosen file is as high as it ever is: it opens nothing under the pointer."""
        self.detail = QLabel(wordWrap=True)
        self.detail.setProperty("muted", "true")
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.place = QScrollArea(widgetResizable=True)
        self.place.setFrameShape(QFrame.Shape.NoFrame)
        self.place.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.place.setWidget(self.detail)
        self.place.setFixedHeight(3 * self.detail.fontMetrics().lineSpacing() + GRID)
        self.place.setAccessibleName(self.tr("What became of the chosen file"))
        for part in (self.place.viewport(), self.detail):
            part.setAutoFillBackground(False)
        self.release = button(self.tr("Release…"), self._ask_release)
        self.release.setToolTip(self.tr("Let it in as an exhibit, by name and with a reason"))

    def _tell(self, at: int) -> None:
        """The whole reason of the chosen file: a row has room for its beginning only."""
        one = self.model.at(at)
        self.detail.setText(f"{one.path}\n{one.text}".strip() if one else "")
        self.place.verticalScrollBar().setValue(0)
        self.release.setVisible(one is not None and one.own_work and not self.running)

    def _ask_release(self) -> None:
        one = self.model.at(self.list.currentIndex().row())
        if one is not None and one.own_work:
            self.release_asked.emit(one)

    def _take_offer(self) -> None:
        self._offered()

    def _stop(self) -> None:
        if self._cancel is not None:
            self._cancel()

    def _refresh(self) -> None:
        self.bar.setVisible(self.running)
        self.stop.setVisible(self.running)
        self.close_list.setVisible(not self.running)
        for part in (self.list, self.place):
            part.setVisible(bool(len(self.model)))
        self.only.setVisible(0 < self.model.attention < len(self.model))
        if not self.only.isVisibleTo(self):
            self.only.setChecked(False)
