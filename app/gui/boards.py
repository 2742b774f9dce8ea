"""The boards, on the right: what each one does now, start, stop, log."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from app import actions
from app.domain.errors import AppError
from app.events import BoardChanged
from app.gui.board_card import BoardCard
from app.gui.board_words import board_words
from app.gui.desk import Desk
from app.gui.forms import Dialog
from app.gui.parts import button, heading, if_there, row
from app.gui.pour import Pour
from app.gui.simulated import SimulatedPill
from app.gui.start import Job
from app.gui.theme import GAP, GRID

if TYPE_CHECKING:
    from app.actions.boards import BoardSight
    from app.workbench import Workbench

_LOOK_MS = 1000


class BoardsPanel(QWidget):
    """A card for each board. Looks once a second while one of them runs, or has cards, and the panel is in sight."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._busy = self._again = False
        self._starting: dict[str, Job] = {}
        self.cards: dict[str, BoardCard] = {}
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._build()
        desk.bridge.board.connect(self._hear)

    def look(self) -> None:
        """Ask the core what each board does now."""
        if self._busy:
            self._again = True
            return
        self._busy, self._again = True, False

        def free() -> None:
            self._busy = False
            if self._again and self.isVisible():
                self.look()

        self._desk.starter.start(_see, self._show, finally_=free)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        super().showEvent(event)
        self.look()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  (Qt's name)
        super().hideEvent(event)
        self._timer.stop()

    def start(self, board: str) -> None:
        """Load the board's model; why it can't be is said on its card."""
        card = self.cards[board]
        card.tell_fault("")

        def over() -> None:
            self._starting.pop(board, None)
            self.look()

        title = self.tr("Starting: {board}").format(board=board_words(board))
        self._starting[board] = self._desk.starter.start(
            lambda bench: actions.boards.start_board(bench, board),
            title=title,
            otherwise=lambda error: self._complain(board, error),
            finally_=over,
        )

    def stop(self, board: str) -> None:
        """End the board's server, or its start."""
        if board in self._starting:
            self._starting[board].cancel()
            return
        self._desk.starter.start(
            lambda bench: actions.boards.stop_board(bench, board),
            title=self.tr("Stopping: {board}").format(board=board_words(board)),
            otherwise=lambda error: self._complain(board, error),
            finally_=self.look,
        )

    def find_boards(self) -> None:
        """Propose boards from the cards and models that are here."""
        from app.gui.find_boards import FindBoards

        dialog = FindBoards(self._desk, self)
        dialog.written.connect(self.look)
        dialog.open()

    def show_log(self, board: str) -> None:
        LogDialog(self._desk, board, self).open()

    def _build(self) -> None:
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP)
        self._column.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard goes to the buttons of the boards
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._inside)
        scroll.viewport().setAutoFillBackground(False)
        self._inside.setAutoFillBackground(False)
        self.setMinimumWidth(49 * GRID)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(GRID)
        self.rig = SimulatedPill(self._desk)
        whole.addLayout(row(heading(self.tr("Boards")), 1, self.rig))
        whole.addWidget(scroll, 1)
        self.finder = button(self.tr("Find boards…"), self.find_boards, self.tr("Find boards on this machine"))
        self.finder.setAccessibleName(self.tr("Find boards on this machine"))
        whole.addWidget(self.finder)

    def _hear(self, fact: BoardChanged) -> None:
        if fact.board in self.cards:
            self.cards[fact.board].tell_state(fact.state)
        if self.isVisible():
            self.look()

    def _show(self, sights: "list[BoardSight]") -> None:
        self.rig.say(next((sight.simulated for sight in sights if sight.simulated), ""))
        for gone in self.cards.keys() - {sight.status.board for sight in sights}:
            self.cards.pop(gone).deleteLater()
        for place, sight in enumerate(sights):
            board = sight.status.board
            if board not in self.cards:
                card = self.cards[board] = BoardCard(self._desk, board)
                card.start_asked.connect(self.start)
                card.stop_asked.connect(self.stop)
                card.log_asked.connect(self.show_log)
                self._column.insertWidget(place, card)
            self.cards[board].show_sight(sight)
        if self.hasFocus() and self.cards:
            # the keys came before the boards were known
            next(iter(self.cards.values())).start.setFocus()
        runs = any(sight.cards or sight.status.state not in ("stopped", "failed") for sight in sights)
        if runs and self.isVisible() and not self._timer.isActive():
            self._timer.start()
        elif not runs:
            self._timer.stop()

    def _complain(self, board: str, error: AppError) -> None:
        self.cards[board].tell_fault(str(error))


class LogDialog(Dialog):
    """The end of a board's log."""

    read = Signal()

    def __init__(self, desk: Desk, board: str, parent: QWidget | None = None) -> None:
        super().__init__(
            QCoreApplication.translate("LogDialog", "Log of {board}").format(board=board_words(board)), parent
        )
        self._desk = desk
        self._board = board
        self.resize(860, 560)
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.windowTitle())
        self._pour = Pour(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        layout.addWidget(self.text)
        close = button(self.tr("Close"), self.reject)
        close.setDefault(True)
        layout.addLayout(row(1, button(self.tr("Read again"), self.look), close))
        self.look()

    def look(self) -> None:
        self._desk.starter.start(
            lambda bench: actions.boards.read_log(bench, self._board),
            if_there(self, self._show),
            otherwise=if_there(self, lambda error: self._show(str(error))),
        )

    def _show(self, text: str) -> None:
        self._pour.show(text or self.tr("This board was never started here: there is no log yet."), self._go_to_end)

    def _go_to_end(self) -> None:
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.read.emit()


async def _see(bench: "Workbench") -> "list[BoardSight]":
    return await actions.boards.see_boards(bench)
