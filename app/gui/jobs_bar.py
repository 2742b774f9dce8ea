"""The bottom of the window: what runs, how long it still takes, how to stop it; and what keeps a draft from final."""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app import actions
from app.domain.run import StageName, StageState
from app.events import Progress, PromptRead, StageChanged, TextStreamed
from app.gui.board_words import board_words
from app.gui.desk import Desk
from app.gui.export import ExportButtons
from app.gui.notice import Notice
from app.gui.parts import Elided, button, muted
from app.gui.stage_words import stage_words
from app.gui.start import Job
from app.gui.theme import GRID
from app.gui.time_left import Countdown, Pace, RunClock, left_words

if TYPE_CHECKING:
    from app.actions.timings import StageTime
    from app.workbench import Workbench

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
    pace: Pace = field(default_factory=Pace)
    clock: RunClock | None = None
    countdown: Countdown = field(default_factory=Countdown)

    def left(self, now: float) -> float | None:
        guess = self.pace.left(now) if self.clock is None else self.clock.left(now)
        return self.countdown.tell(guess, now)

    @property
    def words(self) -> str:
        reading = self.clock.reading_words() if self.clock is not None else ""
        note = ", ".join(part for part in (self.note, reading) if part)
        return f"{self.job.title}: {note}" if note else self.job.title


class JobsBar(QWidget):
    """One line for the newest job, with how many more there are."""

    tick = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._running: list[_Running] = []
        self._times: dict[StageName, StageTime] = {}
        self.text = Elided()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(30 * GRID)
        self.left = muted()
        self.more = muted()
        self.quiet = Elided(self.tr("Nothing is running"), muted=True)
        self.cancel = button(self.tr("Cancel"), self._cancel, self.tr("Stop it; what is done so far stays (Ctrl+.)"))
        self.notice = Notice(desk)
        self.export = ExportButtons(desk)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        # the parts whose widths stay come first: the button to cancel doesn't wander with the words
        for part in (self.bar, self.cancel, self.left, self.quiet, self.text, self.more, self.notice):
            layout.addWidget(part, int(part in (self.quiet, self.text)), Qt.AlignmentFlag.AlignVCenter)
        layout.setStretchFactor(self.notice, 1)
        layout.addWidget(self.export)
        self.setFixedHeight(10 * GRID)
        self.notice.turned.connect(self._show)
        self._clock = QTimer(self, interval=250)
        self._clock.timeout.connect(self._show)
        desk.starter.begun.connect(self._begin)
        desk.starter.ended.connect(self._end)
        desk.bridge.progress.connect(self._progress)
        desk.bridge.stage.connect(self._stage)
        desk.bridge.text.connect(self._written)
        desk.bridge.prompt.connect(self._read)
        self._show()

    @property
    def titles(self) -> list[str]:
        """What is at work, by its names."""
        return [one.job.title for one in self._running]

    def _begin(self, job: Job) -> None:
        if job.title:
            self._running.append(_Running(job))
            self._clock.start()

    def _know(self, times: "dict[StageName, StageTime]") -> None:
        """What this machine's runs took so far; a run that has begun meanwhile goes by it too."""
        self._times.clear()
        self._times.update(times)

    def _end(self, job: Job) -> None:
        self._running = [one for one in self._running if one.job is not job]
        if not self._running:
            self._clock.stop()
        self._show()

    def _progress(self, fact: Progress) -> None:
        for one in self._running:
            if one.job.number == fact.started and one.clock is None:
                if one.kind != fact.job:  # an intake takes files first and reads pages then
                    one.kind, one.pace, one.countdown = fact.job, Pace(), Countdown()
                one.done, one.total, one.note = fact.done, fact.total, fact.note
                one.pace.step(fact.done, fact.total, time.monotonic())
                return

    def _stage(self, fact: StageChanged) -> None:
        for one in self._running:
            if one.job.number == fact.started:
                if one.clock is None:
                    one.kind, one.clock = fact.run, RunClock(self._times)
                    self._desk.starter.start(_stage_times, self._know)
                self._tell_stage(one, one.clock, fact)
                return

    def _tell_stage(self, one: _Running, clock: RunClock, fact: StageChanged) -> None:
        name = StageName(fact.stage)
        if fact.state == StageState.RUNNING:
            clock.begin(name, time.monotonic())
        elif fact.state == StageState.DONE:
            clock.end(name)
        note = self.tr("{stage} ({n} of {all})").format(stage=stage_words(name), n=clock.place, all=len(StageName))
        one.note = ", ".join(part for part in (note, board_words(fact.board) if fact.board else "") if part)

    def _written(self, fact: TextStreamed) -> None:
        for one in self._running:
            if one.kind == fact.run and one.clock is not None:
                one.clock.count(fact.tokens, time.monotonic())

    def _read(self, fact: PromptRead) -> None:
        for one in self._running:
            if one.kind == fact.run and one.clock is not None:
                one.clock.read(fact.read, fact.total)

    def _cancel(self) -> None:
        if self._running:
            self._running[-1].note = self.tr("stopping …")
            self._running[-1].job.cancel()
            self._show()

    def _show(self) -> None:
        now = time.monotonic()
        shown = [one for one in self._running if now - one.begun >= SHOWN_AFTER_S]
        said = not self.notice.isHidden()
        for part in (self.bar, self.left, self.cancel):
            part.setVisible(bool(shown))
        # a word has the place of what the job says of itself
        self.text.setVisible(bool(shown) and not said)
        self.quiet.setVisible(not shown and not said)
        self.more.setVisible(len(shown) > 1 and not said)
        if not shown:
            return
        one = shown[-1]
        self.text.say(one.words)
        self.bar.setToolTip(one.words)
        self._show_share(one)
        self.left.setText(left_words(one.left(now)))
        self.more.setText(self.tr("and {0} more").format(len(shown) - 1))

    def _show_share(self, one: _Running) -> None:
        if one.clock is not None:
            self.bar.setRange(0, _PARTS)
            self.bar.setValue(int(_PARTS * one.clock.share(time.monotonic())))
        else:
            # without a total the bar moves to and fro
            self.bar.setRange(0, one.total)
            self.bar.setValue(one.done)


async def _stage_times(bench: "Workbench") -> "dict[StageName, StageTime]":
    # the verbs are loaded in the core's thread, not here
    return await actions.timings.stage_times(bench)
