"""The bottom of the window: what runs, how long it still takes, how to stop it; and what keeps a draft from final."""

import time
from dataclasses import dataclass, field

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.domain.run import StageName, StageState
from app.events import Progress, StageChanged
from app.gui.desk import Desk
from app.gui.export import ExportButtons
from app.gui.parts import muted
from app.gui.stage_words import stage_words
from app.gui.start import Job
from app.gui.theme import GRID
from app.gui.time_left import left_words, run_share, seconds_left

SHOWN_AFTER_S = 0.4
"""A verb that is over before this isn't worth a word."""
_PARTS = 1000


@dataclass
class _Running:
    job: Job
    begun: float = field(default_factory=time.monotonic)
    kind: str = ""
    note: str = ""
    done: int = 0
    total: int = 0
    since: float = 0.0
    stages: set[StageName] = field(default_factory=set)

    def left(self, now: float) -> float | None:
        if self.stages:
            return seconds_left(int(_PARTS * run_share(self.stages)), _PARTS, now - self.begun)
        return seconds_left(self.done, self.total, now - self.since)


class JobsBar(QWidget):
    """One line for the newest job, with how many more there are."""

    tick = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running: list[_Running] = []
        self.text = QLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(46 * GRID)
        self.left = muted()
        self.more = muted()
        self.quiet = muted(self.tr("Nothing is running"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self._cancel)
        self.export = ExportButtons(desk)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        for part in (self.quiet, self.text, self.bar, self.left, self.cancel, self.more):
            layout.addWidget(part)
        layout.addStretch(1)
        layout.addWidget(self.export)
        self.setFixedHeight(9 * GRID)
        self._clock = QTimer(self, interval=250)
        self._clock.timeout.connect(self._show)
        desk.starter.begun.connect(self._begin)
        desk.starter.ended.connect(self._end)
        desk.bridge.progress.connect(self._progress)
        desk.bridge.stage.connect(self._stage)
        self._show()

    def _begin(self, job: Job) -> None:
        if job.title:
            self._running.append(_Running(job))
            self._clock.start()

    def _end(self, job: Job) -> None:
        self._running = [one for one in self._running if one.job is not job]
        if not self._running:
            self._clock.stop()
        self._show()

    def _progress(self, fact: Progress) -> None:
        # a job's facts carry their kind, not the job: the newest job without another kind is the one that they tell of
        for one in reversed(self._running):
            if one.kind in ("", fact.job) and not one.stages:
                if not one.kind:
                    one.kind, one.since = fact.job, time.monotonic()
                one.done, one.total, one.note = fact.done, fact.total, fact.note
                return

    def _stage(self, fact: StageChanged) -> None:
        for one in reversed(self._running):
            if one.kind in ("", fact.run):
                one.kind = fact.run
                name = StageName(fact.stage)
                if fact.state == StageState.DONE:
                    one.stages.add(name)
                one.note = stage_words(name) + (self.tr(" on {0}").format(fact.board) if fact.board else "")
                return

    def _cancel(self) -> None:
        if self._running:
            self._running[-1].note = self.tr("stopping …")
            self._running[-1].job.cancel()
            self._show()

    def _show(self) -> None:
        now = time.monotonic()
        shown = [one for one in self._running if now - one.begun >= SHOWN_AFTER_S]
        for part in (self.text, self.bar, self.left, self.cancel):
            part.setVisible(bool(shown))
        self.quiet.setVisible(not shown)
        self.more.setVisible(len(shown) > 1)
        if not shown:
            return
        one = shown[-1]
        self.text.setText(f"{one.job.title}: {one.note}" if one.note else one.job.title)
        self._show_share(one)
        self.left.setText(left_words(one.left(now)))
        self.more.setText(self.tr("and {0} more").format(len(shown) - 1))

    def _show_share(self, one: _Running) -> None:
        if one.kind and "/" in one.kind:
            self.bar.setRange(0, _PARTS)
            self.bar.setValue(int(_PARTS * run_share(one.stages)))
        else:
            # without a total the bar moves to and fro
            self.bar.setRange(0, one.total)
            self.bar.setValue(one.done)
