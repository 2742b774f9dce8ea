"""A run: its stages with board, state, time and tokens; what the model writes, as it comes; what came of it."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QWidget

from app import actions
from app.domain.draft import Draft
from app.domain.errors import AppError
from app.domain.run import Run, StageName, StageState
from app.events import MatterChanged, StageChanged, TextStreamed
from app.gui.core import Verb
from app.gui.desk import Desk
from app.gui.new_draft import Asked
from app.gui.parts import allow, button, heading, muted, panel, row
from app.gui.pour import Pour
from app.gui.remedies import in_window
from app.gui.review_words import short
from app.gui.run_stages import StageTable
from app.gui.run_words import ended, findings
from app.gui.stage_words import run_words, stage_words
from app.gui.start import Job
from app.gui.stream_text import PlainParagraphs
from app.gui.theme import GAP, GRID, reading_font

if TYPE_CHECKING:
    from app.actions.runs import RunReport
    from app.workbench import Workbench

_LONG = 420  # letters of a request that are shown: some six lines


class RunView(QWidget):
    """One run at a time: one that is begun here (``follow``), or one that the matter holds (``show_run``)."""

    back_asked = Signal()
    shown_changed = Signal()  # another run is shown
    show_asked = Signal(str)  # a run that the person wants to see, which is out of sight

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._run = ""
        self._starting = ""
        self._jobs: dict[str, Job] = {}
        self._report: RunReport | None = None
        self._plain = PlainParagraphs()
        self._streaming = ""
        self.title = heading()
        self.request = muted(wrap=True)
        self.stages = StageTable(desk)
        self.findings = QLabel()
        self.findings.setWordWrap(True)
        self.trouble = QLabel()
        self.trouble.setWordWrap(True)
        self.head = heading(self.tr("What the model writes"))
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setProperty("bare", "true")
        self.text.setAccessibleName(self.tr("What the model writes"))
        self.text.setFont(reading_font())
        self._pour = Pour(self.text)
        self.back = button(self.tr("All drafts"), self.back_asked.emit)
        self.cancel = button(self.tr("Cancel the run"), self._cancel)
        self.go_on = button(self.tr("Go on"), self.resume)
        self.review = button(self.tr("Review the draft"), self._review, primary=True)
        self._lay_out()
        desk.bridge.changed.connect(self._changed)
        desk.bridge.stage.connect(self._stage)
        desk.bridge.text.connect(self._text)
        desk.theme_changed.connect(lambda _theme: self._judge())
        self._judge()

    def follow(self, asked: Asked) -> None:
        """Start a run and show it."""
        self._reset("", asked.request)
        self._starting = asked.matter
        self._begin(partial(_start, asked), self.tr("Drafting in {0}").format(asked.matter))

    def resume(self) -> None:
        """Go on with the run after its last saved stage."""
        run = self._run
        self.trouble.clear()
        self._begin(lambda bench: actions.runs.resume(bench, run), self.tr("Drafting, {0}").format(run_words(run)))

    def show_run(self, run_id: str) -> None:
        """What a run has done so far; one that is under way goes on being shown."""
        if run_id == self._run:
            return
        self._reset(run_id, "")
        self._reload()

    @property
    def shown(self) -> str:
        """The id of the run that is shown; empty for none, and for one that has no id yet."""
        return self._run

    @property
    def running(self) -> bool:
        return self._run in self._jobs

    def _begin(self, verb: "Verb[RunReport]", title: str) -> None:
        job = self._desk.starter.start(
            verb,
            self._finished,
            title=title,
            otherwise=lambda error: self._failed(job, error),
            finally_=lambda: self._over(job),
        )
        self._jobs[self._run] = job
        self._judge()

    def _reset(self, run_id: str, request: str) -> None:
        self._run, self._report = run_id, None
        self.shown_changed.emit()
        self.title.setText(run_words(run_id) if run_id else self.tr("New run"))
        self._say_request(request)
        self._pour.show("")
        for part in (self.findings, self.trouble):
            part.clear()
        self.head.setText(self.tr("What the model writes"))
        self._plain, self._streaming = PlainParagraphs(), ""
        self.stages.clear()
        self._judge()

    def _say_request(self, request: str) -> None:
        """Its beginning, where it is long: the stages below are what one looks for."""
        self.request.setText(short(request, _LONG))
        self.request.setToolTip(request)

    def _reload(self) -> None:
        run = self._run
        self._desk.starter.start(lambda bench: actions.runs.find_run(bench, run), self._say)

    def _say(self, report: "RunReport") -> None:
        if report.run.id == self._run:
            self._report = report
            self._show()

    def _finished(self, report: "RunReport") -> None:
        self._jobs.pop(report.run.id, None)
        self._say(report)
        if not self.isVisible() or self._run != report.run.id:
            self._tell_ended(report)

    def _tell_ended(self, report: "RunReport") -> None:
        """Somebody looks at something else: say what came of the run, and offer to show it."""
        run = report.run

        def show() -> None:
            self._desk.open_matter(run.id.rpartition("/")[0])
            if run.state is StageState.DONE and run.draft:
                self._desk.draft_asked.emit(run.draft)
            else:
                self.show_asked.emit(run.id)

        self._desk.offered.emit(ended(report), ((self.tr("Show"), show), (self.tr("Close"), lambda: None)))

    def _failed(self, job: Job, error: AppError) -> None:
        if self._jobs.get(self._run) is job:  # else another run is in sight, and nothing is wrong with it
            self.trouble.setText(str(error))
        self._desk.starter.failed.emit(error)

    def _over(self, job: Job) -> None:
        of = next((run for run, one in self._jobs.items() if one is job), "")
        self._jobs = {run: one for run, one in self._jobs.items() if one is not job}
        if job.cancelled and of:
            # who stops a run knows that it stopped: it isn't offered at the next start
            self._desk.starter.start(lambda bench: actions.unfinished.leave_run(bench, of))
            if self._run == of:
                self.trouble.setText(self.tr("Stopped. What is done so far is saved: “Go on” continues after it."))
        if self._run:
            self._reload()
        self._judge()

    def _changed(self, fact: MatterChanged) -> None:
        if fact.verb == "run" and fact.matter == self._starting and "" in self._jobs:
            self._name(str(fact.detail["run"]), str(fact.detail["request"]))
        if fact.verb == "stage done" and fact.detail.get("run") == self._run:
            self._reload()

    def _name(self, run: str, request: str) -> None:
        """The run that was started has its id now; it may not be the one in sight any more."""
        self._jobs[run] = self._jobs.pop("")
        if not self._run:
            self._run = run
            self.shown_changed.emit()
            self.title.setText(run_words(run))
            self._say_request(request)

    def _stage(self, fact: StageChanged) -> None:
        if fact.run != self._run:
            return
        self.stages.change(fact)
        self._judge()

    def _text(self, fact: TextStreamed) -> None:
        if fact.run != self._run:
            return
        if fact.stage != self._streaming:
            self._streaming, self._plain = fact.stage, PlainParagraphs()
            self._pour.show("")
            self.head.setText(self.tr("{0}, as the model writes it").format(stage_words(StageName(fact.stage))))
        self.stages.count(StageName(fact.stage), fact.tokens)
        bar = self.text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 2 * GRID
        cursor = self.text.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        cursor.insertText(self._plain.feed(fact.piece))
        if at_end:
            bar.setValue(bar.maximum())

    def _show(self) -> None:
        assert self._report is not None
        run = self._report.run
        # while it runs here, what the facts say is newer than what was read
        self.stages.show_stages(run.stages, running=self.running)
        self.title.setText(run_words(run.id))
        self._say_request(run.request)
        self.findings.setText(findings(self._report))
        if run.error and not self.running:
            self.trouble.setText(in_window(run.error))
        if run.draft and not self.running:
            draft = run.draft
            self._desk.starter.start(lambda bench: actions.drafts.show_draft(bench, draft), self._show_words)
        self._judge()

    def _show_words(self, draft: Draft) -> None:
        """A run that isn't at work shows what it wrote."""
        run = self._report.run if self._report else None
        if run is not None and run.draft == draft.id and not self.running:
            self._streaming = ""
            self.head.setText(self.tr("{0}, version {1}").format(draft.title, draft.version))
            self._pour.show(draft.text)

    def _judge(self) -> None:
        """Which buttons can be pressed now, and why not."""
        run: Run | None = replace(self._report.run) if self._report else None
        done = run is not None and run.state is StageState.DONE
        started = self.running or "" in self._jobs
        allow(self.cancel, "" if started else self.tr("It isn't running"), self.tr("What is done so far stays saved"))
        why = self.tr("It is running") if started else (self.tr("It is done") if done else "")
        matter = self._run.rpartition("/")[0]
        other = next((one for one in self._jobs if one != self._run and one.rpartition("/")[0] == matter), "")
        if other and not why:
            why = self.tr("{run} is at work in this matter: go on when it has ended").format(run=run_words(other))
        allow(self.go_on, why or ("" if run else self.tr("No run is shown")), self.tr("Goes on after the last stage"))
        draft = run.draft if run else None
        allow(self.review, "" if draft else self.tr("There is no draft yet"), self.tr("Draft and sources side by side"))
        self.go_on.setText(self.tr("Try again") if run and run.state is StageState.FAILED else self.tr("Go on"))
        self.trouble.setVisible(bool(self.trouble.text()))
        self.trouble.setStyleSheet(f"color: {self._desk.theme.red};")
        self.findings.setVisible(bool(self.findings.text()))
        coming = self.tr("The words appear here while the model writes them.")
        self.text.setPlaceholderText(coming if started else self.tr("The model writes nothing now."))

    def _cancel(self) -> None:
        job = self._jobs.get(self._run) or self._jobs.get("")
        if job is not None:
            job.cancel()

    def _review(self) -> None:
        if self._report is not None and self._report.run.draft:
            self._desk.draft_asked.emit(self._report.run.draft)

    def _lay_out(self) -> None:
        left, column = panel()
        column.addLayout(row(self.title, 1, self.back))
        column.addWidget(self.request)
        column.addSpacing(GRID)
        column.addWidget(self.stages)
        column.addWidget(self.findings)
        column.addWidget(self.trouble)
        column.addStretch(1)
        column.addLayout(row(self.cancel, self.go_on, 1, self.review))
        right, writing = panel()
        writing.addWidget(self.head)
        writing.addWidget(self.text, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        layout.addWidget(left, 2)
        layout.addWidget(right, 3)


async def _start(asked: Asked, bench: "Workbench") -> "RunReport":
    limits = actions.plans.at_most(asked.paragraphs)
    return await actions.runs.run(
        bench,
        asked.matter,
        asked.task,
        asked.request,
        chosen=asked.chosen,
        declarant=asked.declarant,
        limits=limits,
    )
