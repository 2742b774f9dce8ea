"""The claims of a draft as a list: sign, words, paragraph and one line of reason, in the order of the text."""

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from app.domain.claim import ClaimKind, Verdict, only_places
from app.gui.claims_model import ROW, ClaimsDelegate, ClaimsModel, Filter
from app.gui.desk import Desk
from app.gui.editor_marks import Marks
from app.gui.editor_text import EditedText
from app.gui.forms import Choice
from app.gui.parts import INSIDE, Elided, flat, muted, panel, pill, row
from app.gui.review_words import counts, kind_word
from app.gui.tally import Tally, tally
from app.gui.theme import GRID

_LATER_MS = 10
"""The draft with its new marks is painted first, the list of them in a turn of its own."""

_LONG_MS = 600
"""A check that is over before this isn't worth a word."""


class ClaimsPane(QWidget):
    """Shows marks; says which claim a person chose in it (``chosen``), and what was counted (``counted``)."""

    chosen = Signal(object)  # Verdict
    counted = Signal(str, str)  # what was counted, and how to go on

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ClaimsModel(self)
        self.filter = Choice(self.tr("Which claims are listed"))
        self.count = pill()
        self.list = QTableView()
        self.foot = muted(wrap=True)
        self._setting = False
        self._told: Tally = tally(())
        self._checking, self._long = False, QTimer(self, singleShot=True, interval=_LONG_MS)
        self._long.timeout.connect(self._refresh)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(lambda: self.list.setUpdatesEnabled(True))
        self._build(desk)
        self._fill_filter()
        self.filter.currentIndexChanged.connect(lambda _: self._use_filter())

    def _build(self, desk: Desk) -> None:
        self._build_list(desk)
        self.empty = muted(wrap=True)
        self.by_kind = _ByKind()
        self.by_kind.setVisible(False)
        self.more = flat(self.tr("By kind"), lambda: None, self.tr("How many of each kind were seen"))
        self.more.setCheckable(True)
        self.more.toggled.connect(self.by_kind.setVisible)
        keys = muted(self.tr("F8 next   Shift+F8 back\nAlt+Enter take the suggestion"), wrap=True)
        frame, layout = panel()
        layout.addLayout(row(self.filter, 1, self.count))
        layout.addWidget(self.empty, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.by_kind)
        layout.addLayout(row(1, self.more))
        layout.addWidget(self.foot)
        layout.addWidget(keys)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def _build_list(self, desk: Desk) -> None:
        """A table of one column: a list asks for each of thousands of rows whenever they change, a table for none."""
        self.list.setModel(self.model)
        self.list.setItemDelegate(ClaimsDelegate(desk, self.list))
        self.list.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.list.setShowGrid(False)
        self.list.setTabKeyNavigation(False)
        self.list.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.list.setAutoScroll(False)  # the list stands still until a claim is chosen that isn't in sight
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("Claims"))
        self.list.horizontalHeader().setVisible(False)
        self.list.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.verticalHeader().setVisible(False)
        self.list.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.list.verticalHeader().setDefaultSectionSize(ROW)
        self.list.selectionModel().currentChanged.connect(self._current_changed)
        self.list.clicked.connect(self._clicked)

    def show_marks(self, marks: Marks, edited: EditedText) -> None:
        """New marks; the chosen filter, the selection and the place in the list stay."""
        self.list.setUpdatesEnabled(False)
        self._later.start()
        self._setting = True
        self.model.show(marks, edited)
        self._setting = False
        counted = marks.tally
        if counted != self._told:
            self._told = counted
            self.by_kind.say(counted)
            self._label_filter(counted)
        self._refresh()

    def say_checking(self, on: bool) -> None:
        """Whether the words have changed since what is listed was found: after a while no count is said for them."""
        if on and not self._checking:
            self._long.start()
        elif not on:
            self._long.stop()
        self._checking = on
        self._refresh()

    @property
    def _outdated(self) -> bool:
        return self._checking and not self._long.isActive()

    def select(self, verdict: Verdict | None) -> None:
        """Select a claim's row; the list moves only if the row is out of sight."""
        found = self.model.index_of(verdict)
        self._setting = True
        if found.isValid():
            self.list.setCurrentIndex(found)
            self.list.scrollTo(found, QTableView.ScrollHint.EnsureVisible)
        else:
            self.list.clearSelection()
            self.list.setCurrentIndex(QModelIndex())
        self._setting = False

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        if not self._setting and current.isValid():
            self.chosen.emit(self.model.mark(current).verdict)

    def _clicked(self, index: QModelIndex) -> None:
        # a row that is current already can be chosen again, after the cursor went elsewhere
        self.chosen.emit(self.model.mark(index).verdict)

    # which claims are listed

    def _fill_filter(self) -> None:
        self.filter.addItem("", Filter(open_only=True))
        self.filter.addItem("", Filter())
        for kind in ClaimKind:
            self.filter.addItem("", Filter(kind=kind))
        self._label_filter(tally(()))

    def _label_filter(self, counted: Tally) -> None:
        self.filter.setItemText(0, self.tr("Open claims"))
        self.filter.setItemText(1, self.tr("All claims"))
        for at, kind in enumerate(ClaimKind, start=2):
            word = kind_word(kind)
            label = self.tr("{kind}: {seen} seen, {open} open")
            seen, open_ = counted.kinds[kind]
            text = label.format(kind=word[0].upper() + word[1:], seen=f"{seen:,}", open=f"{open_:,}")
            self.filter.setItemText(at, text)

    def _use_filter(self) -> None:
        self._setting = True
        self.model.use(self.filter.currentData())
        self._setting = False
        self._refresh()

    def _refresh(self) -> None:
        self._say_counts()
        rows = self.model.rowCount()
        self.count.setText(f"{rows:,}")
        self.count.setVisible(True)
        self.empty.setText(self._why_empty())
        self.empty.setVisible(not rows)
        self.list.setVisible(bool(rows))

    def _say_counts(self) -> None:
        if self._outdated or (self._checking and not self._told.seen):
            words, then = self.tr("checking the words …"), ""
        else:
            words, open_ = counts(self._told), self._told.blocked + self._told.to_settle
            then = self.tr("F8 goes to the next open claim.") if open_ else self.tr("Nothing is open.")
            if cites := only_places({kind: seen for kind, (seen, _) in self._told.kinds.items()}):
                words = f"{words}. {cites}"
        if words != self.foot.text():
            self.foot.setText(words)
            self.counted.emit(words, then)

    def _why_empty(self) -> str:
        if self._outdated:
            return self.tr("The words are being checked …")
        if not len(self.model.marks):
            return self.tr(
                "What can be checked in the draft comes here: citations, quotations, dates, amounts, Bates numbers."
            )
        if self.filter.currentIndex() == 0:
            return self.tr("Nothing is open. “All claims” lists what was seen.")
        return self.tr("None of this kind was seen in the draft.")


class _ByKind(QFrame):
    """Every kind with its counts: a kind that nobody saw is named too."""

    def __init__(self) -> None:
        super().__init__()
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, INSIDE, 0)
        layout.setHorizontalSpacing(3 * GRID)
        layout.setVerticalSpacing(GRID // 2)
        layout.setColumnStretch(0, 1)
        for column, text in enumerate((self.tr("kind"), self.tr("seen"), self.tr("open"))):
            layout.addWidget(muted(text), 0, column, _side(column))
        self._cells: list[tuple[QLabel, QLabel]] = []
        for at, kind in enumerate(ClaimKind, start=1):
            cells = QLabel("0"), QLabel("0")
            layout.addWidget(Elided(kind_word(kind)), at, 0)
            for column, cell in enumerate(cells, start=1):
                layout.addWidget(cell, at, column, _side(column))
            self._cells.append(cells)

    def say(self, counted: Tally) -> None:
        for (seen, open_), (n, still) in zip(self._cells, counted.kinds.values(), strict=True):
            seen.setText(f"{n:,}")
            open_.setText(f"{still:,}")


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
