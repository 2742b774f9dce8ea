"""The stages of a run as a table: sign, stage, board, state, time, tokens, tokens a second."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.domain.run import Stage, StageName, StageState
from app.events import StageChanged
from app.gui.board_words import board_words
from app.gui.desk import Desk
from app.gui.parts import muted
from app.gui.stage_words import stage_meaning, stage_words, state_words
from app.gui.theme import GRID
from app.gui.time_left import took_words

_SIGNS = {StageState.WAITING: "–", StageState.RUNNING: "●", StageState.DONE: "✓", StageState.FAILED: "✕"}


@dataclass
class _Live:
    """A running stage: since when, when its first token came, and how many there were."""

    begun: float
    first: float = 0.0
    tokens: int = 0


class StageTable(QWidget):
    """Seven lines, always in the same place."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stages = {name: Stage(name, None, StageState.WAITING) for name in StageName}
        self._live: dict[StageName, _Live] = {}
        self._speeds: dict[StageName, float] = {}
        self._stopped: StageName | None = None
        """Where a run that isn't at work would go on."""
        self._cells: dict[StageName, list[QLabel]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(2 * GRID)
        grid.setColumnStretch(7, 1)
        titles = ("", self.tr("Stage"), self.tr("Board"), self.tr("State"), self.tr("Time"), self.tr("Tokens"))
        for n, title in enumerate((*titles, self.tr("tok/s"))):
            label = muted(title)
            if n > 3:
                label.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(label, 0, n)
        for line, name in enumerate(StageName, start=1):
            self._cells[name] = self._line(grid, line, name)
        self._clock = QTimer(self, interval=500)
        self._clock.timeout.connect(self._tick)
        desk.theme_changed.connect(lambda _theme: self._show_all())
        self._show_all()

    def clear(self) -> None:
        self._stopped = None
        self._live.clear()
        self._speeds.clear()
        self._clock.stop()
        self._stages = {name: Stage(name, None, StageState.WAITING) for name in StageName}
        self._show_all()

    def show_stages(self, stages: Sequence[Stage], *, running: bool) -> None:
        """What is saved. While the run is under way the facts of this window are newer, and stay."""
        at = next((one.name for one in stages if one.state is not StageState.DONE), None)
        begun = any(one.board or one.state is StageState.DONE for one in stages)
        self._stopped = None if running or not begun else at
        for stage in stages:
            if running and self._stages[stage.name].state is StageState.RUNNING:
                continue
            self._stages[stage.name] = stage
            if not running:
                self._live.pop(stage.name, None)
        self._show_all()

    def change(self, fact: StageChanged) -> None:
        name, state = StageName(fact.stage), StageState(fact.state)
        self._stopped = None
        live = self._live.get(name)
        tokens = live.tokens if live else 0
        if state is StageState.RUNNING:
            self._live[name] = _Live(time.monotonic())
            self._clock.start()
        else:
            self._keep_speed(name)
            self._live.pop(name, None)
        self._stages[name] = Stage(name, fact.board, state, fact.seconds, tokens)
        self._show(name)

    def count(self, name: StageName, tokens: int) -> None:
        """The model wrote that many more tokens."""
        live = self._live.setdefault(name, _Live(time.monotonic()))
        live.first = live.first or time.monotonic()
        live.tokens += tokens

    def _keep_speed(self, name: StageName) -> None:
        if speed := self._speed(name):
            self._speeds[name] = speed

    def _speed(self, name: StageName) -> float:
        live = self._live.get(name)
        if live is None or not live.first or time.monotonic() - live.first < 0.5:
            return 0.0
        return live.tokens / (time.monotonic() - live.first)

    def _tick(self) -> None:
        for name, live in self._live.items():
            seconds = time.monotonic() - live.begun
            self._stages[name] = replace(self._stages[name], seconds=seconds, tokens=live.tokens)
            self._show(name)
        if not self._live:
            self._clock.stop()

    def _line(self, grid: QGridLayout, line: int, name: StageName) -> list[QLabel]:
        cells = [QLabel() for _ in range(7)]
        cells[1].setText(stage_words(name))
        for n, cell in enumerate(cells):
            cell.setToolTip(stage_meaning(name))
            if n > 3:
                cell.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(cell, line, n)
        return cells

    def _show_all(self) -> None:
        for name in StageName:
            self._show(name)

    def _show(self, name: StageName) -> None:
        stage, theme = self._stages[name], self._desk.theme
        colours = {StageState.FAILED: theme.red, StageState.DONE: theme.green, StageState.RUNNING: theme.accent}
        colour = colours.get(stage.state, theme.muted)
        sign, title, board, state, seconds, tokens, speed = self._cells[name]
        sign.setText(_SIGNS[stage.state])
        for cell in (sign, state):
            cell.setStyleSheet(f"color: {colour};")
        title.setStyleSheet("" if stage.state is not StageState.WAITING else f"color: {theme.muted};")
        board.setText(board_words(stage.board) if stage.board else "")
        stopped = stage.state is StageState.WAITING and name is self._stopped
        state.setText(self.tr("stopped") if stopped else state_words(stage.state))
        seconds.setText(took_words(stage.seconds) if stage.seconds >= 1 or stage.state is StageState.DONE else "")
        tokens.setText(f"{stage.tokens:,}" if stage.tokens else "")
        rate = self._speed(name) or self._speeds.get(name, 0.0)
        speed.setText(f"{rate:.0f}" if rate else "")
