"""The drafts and runs of the open matter."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QListWidget, QStackedWidget, QVBoxLayout, QWidget

from app import actions
from app.domain.run import StageState
from app.events import MatterChanged
from app.gui.desk import Desk
from app.gui.draft_counts import DraftCounts
from app.gui.list_rows import Below, add_row, say_more
from app.gui.parts import Empty, button, heading, panel, row
from app.gui.stage_words import draft_words, run_words, stage_words, task_words
from app.gui.theme import GRID
from app.gui.time_left import local_minute

if TYPE_CHECKING:
    from app.actions.runs import RunReport
    from app.domain.draft import Draft
    from app.workbench import Workbench

_REFRESH_MS = 400
_SIGNS = {StageState.WAITING: "–", StageState.RUNNING: "●", StageState.DONE: "✓", StageState.FAILED: "✕"}


class _Rows(QListWidget):
    """Of several lists the one that has the keyboard shows which row Enter opens."""

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        super().focusInEvent(event)
        if self.count():
            self.setCurrentRow(max(self.currentRow(), 0))

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        super().focusOutEvent(event)
        self.clearSelection()


class DraftsList(QWidget):
    """Drafts first, then the runs; Enter or a click opens one."""

    new_asked = Signal()
    run_asked = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.new = button(self.tr("New draft"), self.new_asked.emit, primary=True)
        self.drafts = self._make_list(self.tr("Drafts"))
        self.runs = self._make_list(self.tr("Runs"))
        empty_new = button(self.tr("New draft"), self.new_asked.emit, primary=True)
        self.empty = Empty(
            self.tr("No drafts yet"),
            self.tr("A draft is written from the matter's exhibits and checked against them, claim by claim."),
            empty_new,
        )
        self.stack = QStackedWidget()
        self._about: dict[str, str] = {}
        self._open: dict[str, str] = {}
        self._lay_out()
        self._counts = DraftCounts(desk, self)
        self._counts.told.connect(self._tell_open)
        self.setFocusProxy(self.drafts)
        self._later = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._later.timeout.connect(self.refresh)
        desk.matter_opened.connect(lambda _name: self.refresh())
        desk.bridge.changed.connect(self._changed)
        self.drafts.itemActivated.connect(lambda item: desk.draft_asked.emit(item.data(Qt.ItemDataRole.UserRole)))
        self.runs.itemActivated.connect(lambda item: self.run_asked.emit(item.data(Qt.ItemDataRole.UserRole)))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        super().showEvent(event)
        self._counts.count(self._about)

    def refresh(self) -> None:
        if name := self._desk.matter:
            self._desk.starter.start(partial(_load, name), partial(self._say, name))
        else:
            self._say("", ([], []))

    def _make_list(self, name: str) -> QListWidget:
        made = _Rows()
        made.setAccessibleName(name)
        Below(made)
        made.setSpacing(0)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.itemClicked.connect(made.itemActivated)
        return made

    def _lay_out(self) -> None:
        full = QWidget()
        lists = QVBoxLayout(full)
        lists.setContentsMargins(0, 0, 0, 0)
        lists.setSpacing(2 * GRID)
        lists.addLayout(row(heading(self.tr("Drafts")), 1, self.new))
        lists.addWidget(self.drafts, 1)
        lists.addWidget(heading(self.tr("Runs")))
        lists.addWidget(self.runs, 1)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(full)
        frame, inside = panel()
        inside.addWidget(self.stack)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(frame)

    def _changed(self, fact: MatterChanged) -> None:
        if fact.matter == self._desk.matter and fact.verb in (
            "run",
            "resume",
            "stop",
            "stage done",
            "stage failed",
            "draft",
        ):
            self._later.start()

    def _say(self, name: str, found: "tuple[list[Draft], list[RunReport]]") -> None:
        if name != self._desk.matter:
            return
        drafts, runs = found
        self.stack.setCurrentIndex(1 if drafts or runs else 0)
        at = [_current(shown) for shown in (self.drafts, self.runs)]
        asked = {report.run.draft: report.run.request for report in runs if report.run.draft}
        self.drafts.clear()
        before, self._about = self._about, {}
        for draft in reversed(drafts):
            where = self.tr("version {0}, {1}").format(draft.version, local_minute(draft.created))
            self._about[draft.id] = f"{draft_words(draft.id)}   {where}"
            if before.get(draft.id) != self._about[draft.id]:
                self._open.pop(draft.id, None)  # it was that of other words
            add_row(self.drafts, draft.id, _named(draft, asked.get(draft.id, "")), self._more(draft.id))
        self._counts.count(self._about)
        self.runs.clear()
        for report in reversed(runs):
            run = report.run
            text = f"{run_words(run.id)}   {task_words(run.task)}   {self._state(report)}"
            add_row(self.runs, run.id, f"{_SIGNS[run.state]} {run.request}", text)
        for shown, id_ in zip((self.drafts, self.runs), at, strict=True):
            _choose(shown, id_)

    def _more(self, draft: str) -> str:
        """Number, version and day of a draft, and what is open in it today."""
        return f"{self._about[draft]}   {self._open.get(draft, self.tr('being checked …'))}"

    def _tell_open(self, draft: str, words: str) -> None:
        self._open[draft] = words
        for at in range(self.drafts.count()):
            item = self.drafts.item(at)
            if item.data(Qt.ItemDataRole.UserRole) == draft:
                say_more(item, self._more(draft))

    def _state(self, report: "RunReport") -> str:
        run = report.run
        at = next((stage for stage in run.stages if stage.state is not StageState.DONE), None)
        if run.state is StageState.DONE or at is None:
            # what was open when it ended isn't said: its draft, above, may stand otherwise by now
            return self.tr("done: {0}").format(draft_words(run.draft)) if run.draft else self.tr("done")
        if run.state is StageState.FAILED:
            failed = next(stage for stage in run.stages if stage.state is StageState.FAILED)
            return self.tr("failed at: {0}").format(stage_words(failed.name))
        if run.state is StageState.RUNNING:
            return self.tr("running: {0}").format(stage_words(at.name))
        return self.tr("stopped before: {0}").format(stage_words(at.name))


def _named(draft: "Draft", request: str) -> str:
    """Its title and what was asked for, by which two drafts of one title are told apart."""
    asked = " ".join(request.split())
    return asked if asked.startswith(draft.title) else f"{draft.title}: {asked}" if asked else draft.title


def _current(shown: QListWidget) -> str:
    row = shown.currentRow()
    return str(shown.item(row).data(Qt.ItemDataRole.UserRole)) if row >= 0 else ""


def _choose(shown: QListWidget, id_: str) -> None:
    """The row that was chosen, or the first, so that Enter opens it."""
    ids = [shown.item(n).data(Qt.ItemDataRole.UserRole) for n in range(shown.count())]
    if ids:
        shown.setCurrentRow(ids.index(id_) if id_ in ids else 0)
        if not shown.hasFocus():
            shown.clearSelection()


async def _load(name: str, bench: "Workbench") -> "tuple[list[Draft], list[RunReport]]":
    return await actions.review.list_drafts(bench, name), await actions.runs.list_runs(bench, name)
