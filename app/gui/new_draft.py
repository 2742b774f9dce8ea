"""A new draft: what to write, from which exhibits, on which boards."""

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app import actions
from app.domain.errors import AppError
from app.domain.run import Task
from app.gui.board_words import board_words, breakable, model_words
from app.gui.choose_exhibits import ExhibitChoice
from app.gui.desk import Desk
from app.gui.fields import Field, Words
from app.gui.forms import Number
from app.gui.parts import allow, button, heading, many, muted, panel, row
from app.gui.stage_words import stage_meaning, stage_words, task_words
from app.gui.start import Job
from app.gui.theme import GAP, GRID

if TYPE_CHECKING:
    from app.actions.plans import DraftGround
    from app.workbench import Workbench

_AGAIN_MS = 1000
_READY = (Task.DECLARATION,)
"""The tasks of this version; the others are shown, so that a person knows that they are to come."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asked for. ``chosen`` None: from all exhibits. ``paragraphs``: at most."""

    matter: str
    task: Task
    request: str
    chosen: tuple[str, ...] | None
    paragraphs: int = 14
    declarant: str = ""


class NewDraftView(QWidget):
    """A form; ``started`` when it is filled in and sent off (``asked()`` then says what is wanted)."""

    started = Signal()
    back_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._ground: DraftGround | None = None
        self.tasks = {task: QRadioButton() for task in Task}
        self.declarant = Field()
        self.declarant.setPlaceholderText(self.tr("none named in the caption: the draft leaves a blank"))
        self.request = Words()
        self.request.setTabChangesFocus(True)
        self.request.setAccessibleName(self.tr("Request"))
        self.request.setPlaceholderText(self._hint())
        self.paragraphs = Number(3, 40, self.tr("Paragraphs at most"))
        self.paragraphs.setValue(14)
        self.paragraphs.setToolTip(self.tr("A shorter draft is written sooner"))
        self.all = QCheckBox(self.tr("All exhibits"))
        self.all.setChecked(True)
        self.exhibits = ExhibitChoice()
        self.places = QGridLayout()
        self.why_not = muted(wrap=True)
        self.assign = button(self.tr("Assign Bates numbers"), self._assign, self.tr("Numbers every page that has none"))
        self.start = button(self.tr("Start"), self._start, primary=True)
        self.back = button(self.tr("All drafts"), self.back_asked.emit)
        self._lay_out()
        self.all.clicked.connect(self._all_ticked)
        self.exhibits.changed.connect(self._exhibit_ticked)
        self.request.textChanged.connect(self._judge)
        desk.matter_opened.connect(lambda _name: self._forget())
        desk.starter.ended.connect(self._ended)
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self._look_at_work)

    def _forget(self) -> None:
        """Another matter: what was said and ticked was of the one before, whose exhibits have the same ids."""
        self.request.clear()
        self.all.setChecked(True)
        self.exhibits.tick_every(on=True)

    def begin(self) -> None:
        """Read the matter anew: its exhibits, numbers and boards."""
        self._ground = None
        self.why_not.setText(self.tr("Reading the matter …"))
        self.start.setEnabled(False)
        self.assign.hide()
        self._look()
        self.request.setFocus()

    def _look(self) -> None:
        name = self._desk.matter
        self._desk.starter.start(lambda bench: actions.plans.draft_ground(bench, name), partial(self._say, name))

    def _ended(self, job: Job) -> None:
        """What was at work in the matter may have ended, or may have brought exhibits."""
        if job.title and self.isVisible() and self._ground is not None:
            self._look()

    def _look_at_work(self) -> None:
        """Whether what was at work in the matter still is; it may be another program."""
        name = self._desk.matter

        def then(at_work: str | None) -> None:
            if name == self._desk.matter and self._ground is not None:
                self._ground = replace(self._ground, at_work=at_work)
                self._wait_for_work()
                self._judge()

        if self.isVisible():
            self._desk.starter.start(lambda bench: actions.plans.at_work(bench, name), then)

    def _wait_for_work(self) -> None:
        if self._ground is not None and self._ground.at_work is not None:
            self._again.start()

    def asked(self) -> Asked:
        chosen = None if self.all.isChecked() else self.exhibits.chosen()
        task = next(task for task, radio in self.tasks.items() if radio.isChecked())
        request, declarant = self.request.toPlainText().strip(), self.declarant.text().strip()
        return Asked(self._desk.matter, task, request, chosen, self.paragraphs.value(), declarant)

    def _hint(self) -> str:
        return self.tr(
            "What should the declaration say? Tell what happened in the words of the documents: who, what, when, "
            "how much. The program looks for the pages that hold these words.\n\n"
            "For example: The notice of defects: when the ventilators were delivered, when they failed, when the "
            "notice was sent and received, and which invoices were paid."
        )

    def _lay_out(self) -> None:
        left, form = panel()
        form.addLayout(row(heading(self.tr("New draft")), 1, self.back))
        form.addSpacing(GRID)
        form.addWidget(muted(self.tr("Task")))
        form.addLayout(self._task_grid())
        form.addSpacing(GRID)
        form.addLayout(self._who_and_how_long())
        form.addSpacing(GRID)
        form.addWidget(muted(self.tr("Request")))
        form.addWidget(self.request, 1)
        below = row(self.why_not, self.assign, self.start)
        below.setStretch(0, 1)
        self.start.setMinimumWidth(30 * GRID)
        form.addLayout(below)
        right, other = panel()
        other.addWidget(heading(self.tr("Exhibits")))
        other.addWidget(self.all)
        other.addWidget(self.exhibits, 1)
        other.addSpacing(2 * GRID)
        other.addWidget(heading(self.tr("Which board does what")))
        other.addLayout(self.places)
        self.places.setHorizontalSpacing(4 * GRID)
        self.places.setVerticalSpacing(GRID)
        self.places.setColumnStretch(2, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        layout.addWidget(left, 3)
        layout.addWidget(right, 2)

    def _who_and_how_long(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(3 * GRID)
        grid.setVerticalSpacing(2 * GRID)
        grid.setColumnStretch(0, 1)
        fields = ((self.tr("Declarant"), self.declarant), (self.tr("Paragraphs at most"), self.paragraphs))
        for column, (text, field) in enumerate(fields):
            grid.addWidget(muted(text), 0, column)
            grid.addWidget(field, 1, column)
            field.setAccessibleName(text)
        return grid

    def _task_grid(self) -> QVBoxLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(6 * GRID)
        grid.setVerticalSpacing(GRID)
        for n, (task, radio) in enumerate(self.tasks.items()):
            ready = task in _READY
            radio.setText(task_words(task))
            allow(radio, "" if ready else self.tr("Not in this version"))
            grid.addWidget(radio, n // 2, n % 2)
        grid.setColumnStretch(2, 1)
        self.tasks[Task.DECLARATION].setChecked(True)
        outer = QVBoxLayout()
        outer.addLayout(grid)
        outer.addWidget(muted(self.tr("This version writes declarations; the others are to come."), wrap=True))
        return outer

    def _say(self, name: str, ground: "DraftGround") -> None:
        if name != self._desk.matter:
            return
        first, self._ground = self._ground is None, ground
        if first:  # what was typed since stays
            self.declarant.setText(ground.declarant)
        self.all.setText(many(len(ground.exhibits), self.tr("The one exhibit"), self.tr("All {n} exhibits")))
        self.exhibits.show_exhibits(ground.exhibits)
        self._show_places(ground)
        self._wait_for_work()
        self._judge()

    def _show_places(self, ground: "DraftGround") -> None:
        while (item := self.places.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for n, place in enumerate(ground.places):
            stage = QLabel(stage_words(place.stage))
            stage.setToolTip(stage_meaning(place.stage))
            self.places.addWidget(stage, n, 0)
            own = not place.board and not place.problem
            board = board_words(place.board) if place.board else ""
            self.places.addWidget(muted(board or (self.tr("no model: code") if own else self.tr("no board"))), n, 1)
            model = place.problem or (model_words(place.model) if place.model else "")
            self.places.addWidget(muted(breakable(model), wrap=True), n, 2)

    def _all_ticked(self, on: bool) -> None:
        self.exhibits.tick_every(on)
        self._judge()

    def _exhibit_ticked(self) -> None:
        self.all.setChecked(self.exhibits.every)
        self._judge()

    def _judge(self) -> None:
        """Say why it can't start, or what it will read."""
        ground = self._ground
        if ground is None:
            return
        why, lacks_numbers = self._why_not(ground)
        self.assign.setVisible(lacks_numbers)
        allow(self.start, why, self.tr("Starts the run; you can go on working meanwhile"))
        unnumbered = ground.pages - ground.numbered
        note = many(self._numbered(ground), self.tr("1 numbered page."), self.tr("{n} numbered pages."))
        if unnumbered and ground.numbered:
            note += " " + self.tr("{0} without a number can't be cited.").format(f"{unnumbered:,}")
            self.assign.show()
        self.why_not.setText(why or note)

    def _numbered(self, ground: "DraftGround") -> int:
        """Numbered pages of the exhibits that are chosen."""
        if self.all.isChecked():
            return ground.numbered
        return sum(ground.numbered_of.get(one, 0) for one in self.exhibits.chosen())

    def _why_not(self, ground: "DraftGround") -> tuple[str, bool]:
        if not ground.exhibits:
            return self.tr("The matter has no exhibits yet. Drop files anywhere in the window."), False
        if not ground.numbered:
            return self.tr("The pages have no Bates numbers yet; a draft cites pages by their numbers."), True
        if problem := next((place.problem for place in ground.places if place.problem), ""):
            return problem, False
        if not self.all.isChecked() and not self.exhibits.chosen():
            return self.tr("No exhibit is chosen."), False
        if not self._numbered(ground):
            return self.tr("No page of the chosen exhibits has a Bates number."), False
        if not self.request.toPlainText().strip():
            return self.tr("Say in the request what the declaration is to be about."), False
        if ground.at_work is not None:
            return self.tr("Something is at work in this matter: start when it has ended."), False
        return "", False

    def _assign(self) -> None:
        name = self._desk.matter
        self.assign.setEnabled(False)
        self._desk.starter.start(
            lambda bench: _number(bench, name),
            lambda _none: self.begin(),
            title=self.tr("Numbering {0}").format(name),
            finally_=lambda: self.assign.setEnabled(True),
        )

    def _start(self) -> None:
        self.started.emit()


async def _number(bench: "Workbench", name: str) -> None:
    """Number every page that has none; the first exhibit that can't be stamped is raised, after all others."""
    failed: AppError | None = None
    async for line in actions.bates.assign(bench, name):
        if isinstance(line, AppError):
            failed = failed or line
    if failed is not None:
        raise failed
