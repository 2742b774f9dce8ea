"""Find boards on this machine: what could be, why, and a boards.ini of it by one click."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app import actions
from app.gui.board_words import model_words, roles_words
from app.gui.desk import Desk
from app.gui.forms import Dialog
from app.gui.parts import allow, button, if_there, muted, row
from app.gui.remedies import in_window
from app.gui.simulated import SimulatedPill
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.discovery import Discovery, Written
    from app.engines.discover import Proposal
    from app.workbench import Workbench

translate = QCoreApplication.translate


class FindBoards(Dialog):
    """``written``: the boards that are used from now on may have changed."""

    written = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(translate("FindBoards", "Find boards on this machine"), parent)
        self._desk = desk
        self._found: Discovery | None = None
        self.resize(880, 480)
        self.told = QLabel(self.tr("Looking at graphics cards, model files and Ollama …"), wordWrap=True)
        self.rig = SimulatedPill(desk)
        self.table = self._made_table()
        self.aside = muted(wrap=True)
        self.write = button(self.tr("Use these boards"), partial(self._write, force=False), primary=True)
        self.close_ = button(self.tr("Close"), self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        layout.setSpacing(2 * GRID)
        layout.addLayout(row(self.told, self.rig))
        layout.addWidget(self.table, 1)
        layout.addWidget(self.aside)
        layout.addLayout(row(1, self.close_, self.write))
        allow(self.write, self.tr("Nothing is found yet."))
        self._desk.starter.start(
            _discover,
            if_there(self, self._show),
            otherwise=if_there(self, lambda error: self.told.setText(in_window(str(error)))),
        )

    def _made_table(self) -> QTableWidget:
        names = [self.tr("Board"), self.tr("Cards"), self.tr("Work"), self.tr("Model"), self.tr("Why")]
        table = QTableWidget(0, len(names))
        table.setHorizontalHeaderLabels(names)
        table.setAccessibleName(self.windowTitle())
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(len(names) - 1, QHeaderView.ResizeMode.Stretch)
        return table

    def _show(self, found: "Discovery") -> None:
        self._found = found
        self.rig.say(found.simulated)
        self.told.setText(self._words(found))
        self.table.setRowCount(len(found.proposals))
        for at, proposal in enumerate(found.proposals):
            for column, text in enumerate(self._cells(proposal)):
                item = QTableWidgetItem(text)
                item.setToolTip(proposal.board.model if column == 3 else text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                self.table.setItem(at, column, item)
        self.table.resizeRowsToContents()
        passed = [f"{path.name}: {why}" for path, why in found.seen.passed_over]
        self.aside.setText("\n".join(passed[:4]))
        self.aside.setToolTip("\n".join(passed))
        self.aside.setVisible(bool(passed))
        simulated = self.tr("Cards of a recording have no boards.ini.") if found.simulated else ""
        allow(self.write, simulated, self.tr("Writes boards.ini into the folder of your matters"))

    def _words(self, found: "Discovery") -> str:
        cards = sum(len(proposal.cards) for proposal in found.proposals)
        seen = self.tr("{n} cards, {m} model files.").format(n=cards, m=len(found.seen.models))
        text = f"{found.problem} {seen}" if found.problem else seen
        if not found.seen.models:
            text += " " + self.tr("Models are looked for as GGUF files in the folder “models” of your home.")
        return text

    def _cells(self, proposal: "Proposal") -> tuple[str, ...]:
        board = proposal.board
        cards = ", ".join(str(card.index) for card in proposal.cards)
        where = f"{cards} ({proposal.shared})" if cards else self.tr("processor")
        model = model_words(board.model).replace("\\", "/").rpartition("/")[2] or "–"
        roles = roles_words(board.roles) if board.model else "–"
        return board.name, where, roles, model, proposal.reason

    def _write(self, *, force: bool) -> None:
        if self._found is None:
            return
        proposals = self._found.proposals
        allow(self.write, self.tr("It is being written."))
        self._desk.starter.start(
            lambda bench: actions.discovery.write_boards(bench, proposals, force=force),
            if_there(self, self._say_written),
            otherwise=if_there(self, lambda error: self._offer_over(str(error), force=force)),
        )

    def _say_written(self, done: "Written") -> None:
        if done.used:
            self.told.setText(self.tr("Written to {path}, and used from now on.").format(path=done.path))
        else:
            self.told.setText(self.tr("Written to {path}. It is used at the next start.").format(path=done.path))
        allow(self.write, self.tr("It is written."))
        self.written.emit()

    def _offer_over(self, why: str, *, force: bool) -> None:
        """There is a boards.ini: the same button, in other words, writes over it."""
        self.told.setText(why)
        if force:
            allow(self.write, why)
            return
        self.told.setText(self.tr("There is a boards.ini already; yours would be kept as boards.ini.old."))
        self.write.setText(self.tr("Replace boards.ini"))
        self.write.clicked.disconnect()
        self.write.clicked.connect(lambda: self._write(force=True))
        allow(self.write, "", self.tr("The old file stays beside it as boards.ini.old"))


async def _discover(bench: "Workbench") -> "Discovery":
    # the verbs are loaded in the core's thread, not here
    return await actions.discovery.discover(bench)
