"""The matter's shelf of opinions and statutes: what citations are held against."""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app import actions
from app.domain.evidence import Authority, IntakeStatus
from app.events import MatterChanged
from app.gui.cells import Cells, set_widths
from app.gui.desk import Desk
from app.gui.exhibits_drop import Drag, read_drop, take_as_copy
from app.gui.exhibits_outcomes import Outcome
from app.gui.exhibits_work import WorkPanel
from app.gui.parts import INSIDE, Elided, Empty, allow, button, heading, many, muted, panel, pill, row
from app.gui.pour import Pour
from app.gui.remedies import in_window
from app.gui.shelf_model import ShelfModel
from app.gui.start import Job
from app.gui.theme import GAP, reading_font
from app.review.flow import flowing

if TYPE_CHECKING:
    from app.actions.authorities import ShelfLine
    from app.workbench import Workbench

_ROW = 28


class AuthoritiesSection(QWidget):
    """The list of the shelf, the text of the chosen one; files dropped here go on the shelf."""

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, at_once: bool = True) -> None:
        """``at_once=False``: the parts come by ``grow``."""
        super().__init__(parent)
        self._desk = desk
        self._job: Job | None = None
        self._drag = Drag()
        self.setAcceptDrops(True)
        self.shelf = ShelfModel(self)
        self._soon = QTimer(self, singleShot=True, interval=300)
        self._soon.timeout.connect(self.reload)
        if at_once:
            deque(self.grow(), maxlen=0)

    def grow(self) -> Iterator[QWidget]:
        """Make the parts bit by bit, each bit where it stays; the loop may turn between two of them."""
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setObjectName("authorities")
        split.setHandleWidth(GAP)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(split)
        frame, inside = panel()
        inside.setContentsMargins(0, INSIDE, 0, 0)
        split.addWidget(frame)
        self._build_head(inside)
        yield frame
        self._build_list()
        inside.addWidget(self.stack, 3)
        yield self.stack
        self.work = WorkPanel(self._desk)
        inside.addWidget(self.work, 1)
        yield self.work
        text = self._build_text()
        split.addWidget(text)
        split.setSizes([600, 500])
        yield text
        self._desk.matter_opened.connect(self._open)
        self._desk.bridge.changed.connect(self._hear)
        self.setFocusProxy(self.list)
        self._open(self._desk.matter)

    def reload(self) -> None:
        """Ask the core what is on the shelf."""
        matter = self._desk.matter
        if not matter:
            self._show([])
            return

        def then(found: list[Authority]) -> None:
            if matter == self._desk.matter:
                self._show(found)

        self._desk.starter.start(lambda bench: actions.authorities.list_authorities(bench, matter), then)

    def take_drop(self, mime: QMimeData) -> bool:
        """Files that were dropped here; False where there was nothing to take."""
        dropped = read_drop(mime)
        self.notice.setText(" ".join(dropped.refused))
        self.notice.setVisible(bool(dropped.refused))
        if dropped.paths:
            self.take(dropped.paths)
        return bool(dropped.paths)

    def take(self, paths: Sequence[Path]) -> None:
        """Put files on the shelf; folders with all the files in them."""
        matter = self._desk.matter
        if not matter or self._job is not None:
            return
        title = self.tr("Putting authorities on the shelf of {matter}").format(matter=matter)

        def over() -> None:
            if self._job is not None and self._job.cancelled:
                self.work.finish(self.tr("Stopped"), note=self.tr("What is on the shelf stays there."))
            self._job = None
            self._refresh()

        self.work.begin(title, self._stop)
        self._job = self._desk.starter.start(
            lambda bench: _take_in(bench, matter, tuple(paths)),
            self._done,
            title=title,
            otherwise=lambda error: self.work.finish(error.what, note=f"{error.why} {error.remedy}".strip()),
            finally_=over,
        )
        self._refresh()

    def ask_files(self) -> None:
        dialog = QFileDialog(self, self.tr("Add authorities"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda files: self.take([Path(file) for file in files]))
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  (Qt's name)
        self._drag.enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802  (Qt's name)
        take_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  (Qt's name)
        take_as_copy(event)
        self.take_drop(self._drag.fall(event.mimeData()))

    def _build_head(self, inside: QVBoxLayout) -> None:
        self.count = pill()
        self.add = button(self.tr("Add files…"), self.ask_files)
        head = row(heading(self.tr("Authorities")), self.count, 1, self.add)
        head.setContentsMargins(INSIDE, 0, INSIDE, 0)
        self.notice = muted(wrap=True)
        self.notice.setContentsMargins(INSIDE, 0, INSIDE, 0)
        self.notice.setVisible(False)
        inside.addLayout(head)
        inside.addWidget(self.notice)

    def _build_text(self) -> QWidget:
        frame, beside = panel()
        self.name, self.about = Elided(), Elided(muted=True)
        self.name.setProperty("heading", "true")
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setFont(reading_font())
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setProperty("bare", "true")
        self.text.setAccessibleName(self.tr("Text of the authority"))
        self._pour = Pour(self.text)
        for part in (self.name, self.about, self.text):
            beside.addWidget(part)
        return frame

    def _build_list(self) -> None:
        self.list = QTableView()
        self.list.setModel(self.shelf)
        Cells(self._desk, self.shelf, self.list)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setShowGrid(False)
        self.list.setWordWrap(False)
        self.list.setTabKeyNavigation(False)
        self.list.setAccessibleName(self.tr("Authorities"))
        self.list.verticalHeader().setVisible(False)
        self.list.verticalHeader().setDefaultSectionSize(_ROW)
        self.list.horizontalHeader().setHighlightSections(False)
        self.list.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        set_widths(self.list, {0: 132, 2: 88, 3: 56, 4: 88})
        self.list.selectionModel().currentRowChanged.connect(lambda now, _before: self._tell(now.row()))
        self.empty = Empty(
            self.tr("Nothing on the shelf yet"),
            self.tr(
                "Put the opinions and statutes here that drafts cite: PDF, Word or text files, one each. A citation is "
                "held against them word for word; one whose authority isn't here stays unchecked. Drop files here."
            ),
            button(self.tr("Add files…"), self.ask_files, primary=True),
        )
        self.no_matter = Empty(self.tr("No matter is open"), self.tr("Each matter has a shelf of its own."))
        self.stack = QStackedWidget()
        for part in (self.list, self.empty, self.no_matter):
            self.stack.addWidget(part)

    def _open(self, _matter: str) -> None:
        if not self.work.running:
            self.work.setVisible(False)
        self.notice.setVisible(False)
        self.reload()

    def _hear(self, fact: MatterChanged) -> None:
        if fact.matter == self._desk.matter and fact.verb == "authority add":
            self._soon.start()

    def _show(self, shelf: list[Authority]) -> None:
        chosen = self.shelf.at(self.list.currentIndex().row())
        self.shelf.show(shelf)
        self._tell(-1)
        if shelf:
            self.list.selectRow(shelf.index(chosen) if chosen in shelf else 0)
        self.count.setText(str(len(shelf)))
        self.count.setVisible(bool(shelf))
        self._refresh()

    def _refresh(self) -> None:
        has = self.shelf.rowCount() > 0
        matter = bool(self._desk.matter)
        self.stack.setCurrentWidget(self.list if has and matter else self.empty if matter else self.no_matter)
        why = "" if matter else self.tr("Open a matter first.")
        allow(self.add, self.tr("Wait until the files are read.") if self._job is not None else why)

    def _tell(self, at: int) -> None:
        one = self.shelf.at(at)
        self.name.say(one.name if one else "")
        pages = (
            self.tr("with page breaks")
            if one and one.paginated
            else self.tr("without page breaks: pin cites unchecked")
        )
        self.about.say(", ".join((*one.citations, one.type, pages)) if one else "")
        self._show_text(one)

    def _show_text(self, one: Authority | None) -> None:
        """As paragraphs: the lines of a printed page, broken again by the pane, would each take a line and a bit."""
        self._pour.show("")
        if one is None:
            return

        def then(words: str) -> None:
            if self.shelf.at(self.list.currentIndex().row()) is one:
                self._pour.show(words)

        self._desk.starter.start(lambda _bench: asyncio.to_thread(flowing, one.text), then)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _done(self, lines: "list[ShelfLine]") -> None:
        outcomes = [self._outcome(line) for line in lines]
        added = sum(line.status is IntakeStatus.ADDED for line in lines)
        self.work.finish(many(added, self.tr("1 authority added"), self.tr("{n} authorities added")), outcomes)

    def _outcome(self, line: "ShelfLine") -> Outcome:
        if line.status is IntakeStatus.REFUSED:
            return Outcome(line.path, f"{self.tr('Refused.')} {in_window(line.reason or '')}", "✕", attention=True)
        sign = "✓" if line.status is IntakeStatus.ADDED else "="
        return Outcome(
            line.path, ". ".join(part for part in (*line.citations[:1], line.name, line.reason) if part), sign
        )


async def _take_in(bench: "Workbench", matter: str, paths: tuple[Path, ...]) -> "list[ShelfLine]":
    files = actions.authorities.files_of(paths)
    return [line async for line in actions.authorities.add_authorities(bench, matter, files)]
