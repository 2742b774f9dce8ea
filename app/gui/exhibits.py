"""The exhibits of the open matter: the list, the page of the chosen one, and what comes in."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app import actions
from app.domain.evidence import ORIGINS, Origin
from app.gui.desk import Desk, PageRef, Section
from app.gui.exhibits_bates import Numbering
from app.gui.exhibits_correct import Corrections
from app.gui.exhibits_drop import Drag, DropMark, read_drop, take_as_copy
from app.gui.exhibits_faces import Faces
from app.gui.exhibits_intake import Intake, aside_words
from app.gui.exhibits_table import ExhibitsTable
from app.gui.exhibits_work import WorkPanel
from app.gui.fields import Field
from app.gui.focus import enter
from app.gui.forms import Choice
from app.gui.page_view import PageView
from app.gui.parts import INSIDE, allow, button, heading, many, muted, origin_words, panel, pill, row
from app.gui.theme import GAP

if TYPE_CHECKING:
    from app.actions.exhibit_list import SetAside


class ExhibitsSection(QWidget):
    """Files dropped anywhere on it come in. Shows the pages that ``desk.page_asked`` asks for."""

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, at_once: bool = True) -> None:
        """``at_once=False``: the parts come by ``grow``."""
        super().__init__(parent)
        self._desk = desk
        self._shown = ""
        self._offered = 0
        self._drag = Drag()
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if at_once:
            deque(self.grow(), maxlen=0)

    def grow(self) -> Iterator[QWidget]:
        """Make the parts bit by bit, each bit where it stays; the loop may turn between two of them."""
        desk = self._desk
        inside = self._build()
        self.work = WorkPanel(desk)
        self.parts.addWidget(self.work)
        yield self.work
        self.numbering = Numbering(desk, self.work, self)
        self.intake = Intake(desk, self.work, self, blocked=lambda: self.numbering.running)
        self.intake.origin = lambda: Origin(self.origin.currentData())
        self._build_top(inside)
        yield self.list_frame
        self.table = ExhibitsTable(desk)
        self.corrections = Corrections(desk, self.table)
        self.stack = Faces(self.table, self.ask_files)
        self.parts.insertWidget(0, self.stack)
        _share_out(self.parts)
        yield self.stack
        self.page = PageView(desk)
        self._page_layout.addWidget(self.page)
        _share_out(self.split)
        yield self.page_frame
        self.split.setSizes([640, 420])
        self._connect()
        self.setFocusProxy(self.table)
        self._open(desk.matter)

    @property
    def place(self) -> tuple[str, int]:
        """The exhibit that is chosen and the page of it that is shown; 0 for one without pages."""
        shown = self.page.page_of_view
        return shown if shown is not None and shown[0] == self._shown else (self._shown, 0)

    def go_back(self, exhibit: str, page: int) -> None:
        """Choose an exhibit of the matter that was just opened, as soon as it is listed, and show a page of it."""
        self.table.want(exhibit)
        if page:
            self._shown = exhibit
            self.page.show_page(exhibit, page)

    def take_drop(self, mime: QMimeData) -> bool:
        """Files and folders that were dropped anywhere in the window; False where there was nothing to take."""
        dropped = read_drop(mime)
        self._desk.section_asked.emit(Section.EXHIBITS)
        self._say(" ".join(dropped.refused))
        if not dropped.paths:
            return False
        if not self._desk.matter:
            self._say(self.tr("Open a matter, or make one, and drop the files again: files belong to a matter."))
            return False
        self.take(list(dropped.paths))
        return True

    def take(self, paths: list[Path]) -> None:
        """Take files and folders in, from whom the field says."""
        self.intake.take(paths)

    def _go_on_with_offered(self) -> None:
        self.intake.go_on_with_offered(self._desk.matter, files=bool(self._offered))

    def ask_files(self) -> None:
        dialog = QFileDialog(self, self.tr("Add files"), fileMode=QFileDialog.FileMode.ExistingFiles)
        self._ask(dialog)

    def ask_folder(self) -> None:
        title = self.tr("Add a folder with all that is in it")
        self._ask(QFileDialog(self, title, fileMode=QFileDialog.FileMode.Directory))

    def ask_numbers(self) -> None:
        """What numbering would do; it is done when a person agrees."""
        # the button that asked can't be pressed while the numbers are given: the keys go where the work is
        self.numbering.ask(self, lambda: enter(self.table))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  (Qt's name)
        if self._drag.enter(event):
            self.drop_mark.mark(on=True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802  (Qt's name)
        take_as_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802  (Qt's name)
        self.drop_mark.mark(on=False)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  (Qt's name)
        self.drop_mark.mark(on=False)
        take_as_copy(event)
        self.take_drop(self._drag.fall(event.mimeData()))

    def _ask(self, dialog: QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.resize(960, 640)  # Qt's own cuts the names of files
        dialog.filesSelected.connect(lambda files: self.take([Path(file) for file in files]))
        dialog.open()

    def _build(self) -> QVBoxLayout:
        """The frames, empty; gives the layout of the list's."""
        self.list_frame, inside = panel()
        self.drop_mark = DropMark(self._desk, self.list_frame)
        inside.setContentsMargins(0, INSIDE, 0, 0)
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.parts.setObjectName("exhibits parts")
        self.parts.setChildrenCollapsible(False)
        self.page_frame, self._page_layout = panel()
        self._page_layout.setContentsMargins(0, 0, 0, 0)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setObjectName("exhibits")
        self.split.setHandleWidth(GAP)
        self.split.addWidget(self.list_frame)
        self.split.addWidget(self.page_frame)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.split)
        return inside

    def _build_top(self, inside: QVBoxLayout) -> None:
        for line in (self._head(), self._tools()):
            line.setContentsMargins(INSIDE, 0, INSIDE, 0)
            inside.addLayout(line)
        self.notice = muted(wrap=True)
        self.notice.setContentsMargins(INSIDE, 0, INSIDE, 0)
        self.notice.setVisible(False)
        inside.addWidget(self.notice)
        inside.addWidget(self.parts, 1)

    def _head(self) -> QHBoxLayout:
        self.title, self.count = heading(self.tr("Exhibits")), pill()
        self.aside = button("", self.intake.show_set_aside, self.tr("Files that were refused or set aside, and why"))
        self.aside.setVisible(False)
        self.number = button(self.tr("Bates numbers…"), self.ask_numbers)
        self.filter = Field(clearButtonEnabled=True)
        self.filter.setPlaceholderText(self.tr("Filter the list"))
        self.filter.setAccessibleName(self.tr("Filter the list of exhibits"))
        self.filter.setMaximumWidth(220)
        return row(self.title, self.count, 1, self.aside, self.number, self.filter)

    def _tools(self) -> QHBoxLayout:
        self.origin = Choice(self.tr("Where new files come from"))
        for origin in ORIGINS:
            self.origin.addItem(origin_words(origin), origin.value)
        come_from = muted(self.tr("Files from"))
        self.files = button(self.tr("Add files…"), self.ask_files)
        self.folder = button(self.tr("Add folder…"), self.ask_folder)
        self.unread = button("", self._go_on_with_offered, self.tr("What an earlier intake left: go on with it"))
        self.unread.setVisible(False)
        return row(come_from, self.origin, self.files, self.folder, self.unread, 1)

    def _connect(self) -> None:
        desk = self._desk
        desk.matter_opened.connect(self._open)
        desk.page_asked.connect(self._show_asked)
        self.filter.textChanged.connect(self.table.seek)
        self.filter.returnPressed.connect(lambda: enter(self.table))
        self.table.chosen.connect(self._choose)
        self.table.counted.connect(self._counted)
        self.table.activated.connect(lambda _index: self.page.enter())
        for job in (self.intake, self.numbering):
            job.changed.connect(self._refresh)
        self.intake.changed.connect(self._look_aside)
        self.intake.out_asked.connect(self.corrections.take_out)
        self.numbering.changed.connect(self.intake.go_on)
        clear = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.filter)
        clear.setContext(Qt.ShortcutContext.WidgetShortcut)
        clear.activated.connect(self.filter.clear)

    def _open(self, matter: str) -> None:
        self._shown, self._offered = "", 0
        self.filter.clear()
        self.origin.setCurrentIndex(0)  # what one matter's files were says nothing of another's
        self._say("")
        self.aside.setVisible(False)
        if not self.work.running:
            self.work.setVisible(False)
        self._refresh()
        self._look_aside()

    def _counted(self, there: int, shown: int) -> None:
        self.count.setText(f"{there:,}" if there == shown else f"{shown:,} / {there:,}")
        self.count.setVisible(there > 0)
        self._refresh()

    def _refresh(self) -> None:
        """Which view is seen, and which buttons can be used, with the reason of those that can't."""
        there = len(self.table.exhibits.rows)
        self.stack.show_for(self._desk.matter)
        no_matter = "" if self._desk.matter else self.tr("Open a matter first.")
        busy = self.tr("Wait until the files are in.") if self.intake.running else ""
        busy = busy or (self.tr("Pages are being stamped.") if self.numbering.running else "")
        allow(self.files, no_matter, self.tr("Or drop files anywhere (Ctrl+O)"))
        allow(self.folder, no_matter, self.tr("With all that is in it (Ctrl+Shift+O)"))
        nothing = "" if there else self.tr("There is no exhibit yet.")
        allow(self.number, no_matter or busy or nothing, self.tr("Number the pages and write stamped copies (Ctrl+B)"))
        unread, offered = self.table.exhibits.unread, self._offered
        read = many(unread, self.tr("Read 1 page"), self.tr("Read {n} pages"))
        take = many(offered, self.tr("Go on with 1 file or folder"), self.tr("Go on with {n} files and folders"))
        self.unread.setText(take if offered else read)
        self.unread.setVisible(bool(unread or offered) and not busy)

    def _choose(self, exhibit: str) -> None:
        if exhibit == self._shown:
            return
        self._shown = exhibit
        one = self.table.current()
        if one is None:
            self.page.clear()
        elif one.exhibit.pages:
            self.page.show_page(exhibit, 1)
        else:
            why = "\n".join(one.warnings) or self.tr("It is kept as it came.")
            self.page.clear(self.tr("{label} has no pages to show.").format(label=one.exhibit.label) + f"\n{why}")

    def _show_asked(self, asked: PageRef) -> None:
        self._shown = asked.exhibit
        self.table.choose(asked.exhibit)
        self.page.show_page(asked.exhibit, asked.page, asked.words)
        self.page.enter()

    def _look_aside(self) -> None:
        matter = self._desk.matter
        if not matter or self.intake.running:
            return

        def then(found: "list[SetAside]") -> None:
            if matter == self._desk.matter:
                self.aside.setText(aside_words(found))
                self.aside.setVisible(bool(found))

        self._desk.starter.start(lambda bench: actions.exhibit_list.list_set_aside(bench, matter), then)

        def offered(count: int) -> None:
            if matter == self._desk.matter:
                self._offered = count
                self._refresh()

        self._desk.starter.start(lambda bench: actions.unfinished.count_offered(bench, matter), offered)

    def _say(self, text: str) -> None:
        self.notice.setText(text)
        self.notice.setVisible(bool(text))


def _share_out(splitter: QSplitter) -> None:
    """Of what room is over, the first part takes three of five."""
    splitter.setStretchFactor(0, 3)
    splitter.setStretchFactor(1, 2)
