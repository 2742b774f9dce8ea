"""One board as a card: role, model, state, memory, context and speed. What isn't known is a dash that says why."""

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QVBoxLayout, QWidget

from app.domain.board import EMBEDDED
from app.domain.gpu import card_faults
from app.gui.board_words import (
    board_state_words,
    board_words,
    breakable,
    model_words,
    role_words,
    roles_words,
    work_words,
)
from app.gui.card_rows import CardRows
from app.gui.desk import Desk
from app.gui.parts import Elided, allow, flat, muted, row
from app.gui.remedies import in_window
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.boards import BoardSight

_RUNS = ("ready", "busy")
_BEGINS = ("checking", "loading", "warming")
_WRONG = ("failed", "wedged", "foreign", "evicted", "unreachable")


class BoardCard(QFrame):
    start_asked = Signal(str)
    stop_asked = Signal(str)
    log_asked = Signal(str)

    def __init__(self, desk: Desk, board: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._board = board
        self._since: float | None = None
        self._state = ""
        self._slow = False
        self.setProperty("panel", "true")
        self.setAccessibleName(board_words(board))
        self._build()
        desk.theme_changed.connect(lambda _theme: self._colour_fault())

    def show_sight(self, sight: "BoardSight") -> None:
        """What the board does now."""
        status = sight.status
        roles = roles_words(status.roles)
        where = self.tr("on {host}").format(host=sight.host) if sight.host else ""
        every = ", ".join(role_words(role) for role in status.roles)
        self.roles.say(", ".join(part for part in (roles, where) if part), every)
        # a server knows its model by another name once it is loaded; the card says the same all the time
        self.model.setText(breakable(model_words(EMBEDDED if sight.trial else status.model)))
        self.model.setToolTip(self.tr("{model}, served by {engine}").format(model=status.model, engine=status.engine))
        self.tell_state(status.state, status.done)
        if status.note and status.state in _WRONG:
            self.tell_fault(in_window(status.note))
        self.rows.show_cards(sight.cards)
        self._show_memory(sight)
        self._show_context(sight)
        self._show_speed(sight)
        self._show_remarks(sight)

    def tell_state(self, state: str, done: float | None = None) -> None:
        """A state, as facts and the core name it; one that lasts shows for how long. ``done``: the share of a model
        that is loaded, where somebody knows."""
        if state != self._state:
            self._state = state
            self._since = time.monotonic() if state in (*_BEGINS, "stopping") else None
        seconds = int(time.monotonic() - self._since) if self._since is not None else 0
        lasting = f" {seconds} s" if seconds >= 1 else ""
        share = "" if done is None else self.tr(" {n} %").format(n=round(done * 100))
        self.state.setText(board_state_words(state) + share + lasting)
        unknown = lasting and done is None
        self.state.setToolTip(self.tr("How far a model is loaded isn't known; this is the time.") if unknown else "")
        if state in (*_BEGINS, *_RUNS):
            self.tell_fault("")
        self._refresh()

    def tell_fault(self, text: str) -> None:
        """Why it failed, in words; empty for nothing."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))
        self._colour_fault()

    def _build(self) -> None:
        self.name, self.roles, self.state = Elided(board_words(self._board)), Elided(muted=True), muted()
        self.name.setProperty("heading", "true")
        self.model = QLabel(wordWrap=True)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedHeight(6)
        self.bar.setRange(0, 1000)
        self.memory, self.speed, self.context = muted(), QLabel(), muted()
        self.rows = CardRows(self._desk)
        self.remarks = muted(wrap=True)
        self.remarks.setVisible(False)
        self.fault = QLabel(wordWrap=True)
        self.fault.setVisible(False)
        board = self._board
        self.start = flat(self.tr("Start"), lambda: self.start_asked.emit(board), self.tr("Load the model"))
        self.stop = flat(self.tr("Stop"), lambda: self.stop_asked.emit(board), self.tr("End the server"))
        self.log = flat(self.tr("Log"), lambda: self.log_asked.emit(board), self.tr("What its server says"))
        for one in (self.start, self.stop, self.log):
            # in the palette and to a screen reader the board is not in sight
            one.setAccessibleName(f"{one.text()}: {self.name.text()}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GRID + 2, 2 * GRID, 2 * GRID + 2, GRID + 2)
        layout.setSpacing(GRID)
        layout.addLayout(row(self.name, self.state))
        layout.addWidget(self.roles)
        layout.addWidget(self.model)
        layout.addWidget(self.rows)
        layout.addWidget(self.bar)
        layout.addLayout(row(self.memory, 1, self.speed))
        layout.addWidget(self.context)
        layout.addWidget(self.remarks)
        layout.addWidget(self.fault)
        buttons = row(self.start, self.stop, self.log, 1, spacing=0)
        buttons.setContentsMargins(-2 * GRID, 0, 0, 0)
        layout.addLayout(buttons)

    def _show_memory(self, sight: "BoardSight") -> None:
        self.bar.setVisible(not sight.cards)  # each card has its own
        if sight.cards:
            self._show_cards_memory(sight)
            return
        if sight.memory is None:
            self.memory.setText(self.tr("memory –"))
            self.memory.setToolTip(
                self.tr("Its server runs on another machine.") if sight.host else self.tr("Nothing is loaded.")
            )
            self.bar.setValue(0)
            return
        share = sight.memory / max(sight.memory_total, 1)
        gib = 1 << 30
        self.memory.setText(self.tr("{n} % memory").format(n=round(share * 100)))
        self.memory.setToolTip(
            self.tr("{used} of {all} GiB of this machine's memory").format(
                used=f"{sight.memory / gib:.1f}", all=f"{sight.memory_total / gib:.1f}"
            )
        )
        self.bar.setValue(round(share * 1000))

    def _show_context(self, sight: "BoardSight") -> None:
        size, filled = sight.status.context, sight.status.filled
        if size is None:
            self.context.setText(self.tr("context –"))
            self.context.setToolTip(self.tr("The model says it when it is loaded."))
        elif not filled:
            self.context.setText(self.tr("context {size}").format(size=f"{size:,}"))
            self.context.setToolTip(self.tr("Tokens; nothing is in it."))
        else:
            self.context.setText(self.tr("context {filled} of {size}").format(filled=f"{filled:,}", size=f"{size:,}"))
            self.context.setToolTip(self.tr("Tokens of the last prompt and its answer"))

    def _show_cards_memory(self, sight: "BoardSight") -> None:
        """Of all cards of the board together."""
        usable = sum(card.reading.card.usable for card in sight.cards)
        used = sum(card.reading.memory_used or 0 for card in sight.cards)
        gib = 1 << 30
        self.memory.setText(self.tr("{n} % memory").format(n=round(100 * used / max(usable, 1))))
        words = self.tr("{used} of {all} GiB of the board's cards")
        self.memory.setToolTip(words.format(used=f"{used / gib:.1f}", all=f"{usable / gib:.1f}"))

    def _show_speed(self, sight: "BoardSight") -> None:
        speed, expected = sight.status.speed, sight.expected
        now = "–" if speed is None else f"{speed:.0f}"
        tip = (
            self.tr("Measured when the board writes an answer.")
            if speed is None
            else self.tr("Tokens a second of the answer that is written, or was the last")
        )
        if expected is None:
            self.speed.setText(self.tr("{n} tok/s").format(n=now))
            self.speed.setToolTip(tip)
        else:
            low, high, full = (f"{one:.0f}" for one in (expected.low, expected.high, expected.full))
            pace = low if low == high else f"{low}–{high}"
            self.speed.setText(self.tr("{n} of {pace} tok/s").format(n=now, pace=pace))
            words = self.tr("Expected: {pace} tokens a second, {full} with a full context. Your floor: {floor}.")
            self.speed.setToolTip(f"{tip}\n{words.format(pace=pace, full=full, floor=f'{expected.floor:g}')}")
        if sight.slow != self._slow:
            self._slow = sight.slow
            self._colour_fault()

    def _show_remarks(self, sight: "BoardSight") -> None:
        """Who works and waits, and what isn't as it should be though it works."""
        status, lines = sight.status, []
        if status.holder:
            lines.append(self.tr("works for {run}").format(run=work_words(status.holder)))
        lines += [self.tr("{run} waits").format(run=work_words(one)) for one in status.waiting]
        if sight.slow and sight.expected is not None:
            lines.append(self.tr("slower than your floor of {n} tok/s").format(n=f"{sight.expected.floor:g}"))
        if status.note and status.state not in _WRONG:
            lines.append(in_window(status.note))
        for card in sight.cards:
            lines += [
                self.tr("card {n}: {what}").format(n=card.reading.card.index, what=what)
                for what in card_faults(card.reading)
            ]
        if sight.unseen:
            lines.append(in_window(sight.unseen))
        self.remarks.setText("\n".join(lines))
        self.remarks.setVisible(bool(lines))

    def _refresh(self) -> None:
        """Which buttons can be used, and why the others can't."""
        runs, begins = self._state in _RUNS, self._state in _BEGINS
        ends = self._state == "stopping"
        why = self.tr("It runs already.") if runs else self.tr("It is starting.") if begins else ""
        allow(self.start, why or (self.tr("It is stopping.") if ends else ""), self.tr("Load the model"))
        held = self._state in ("wedged", "foreign", "evicted")  # something is there that can be ended
        why = "" if runs or begins or held else self.tr("It is stopping.") if ends else self.tr("It doesn't run.")
        tip = (
            self.tr("End the server; what it is writing is lost")
            if self._state == "busy"
            else self.tr("End the server")
        )
        allow(self.stop, why, tip)

    def _colour_fault(self) -> None:
        self.fault.setStyleSheet(f"color: {self._desk.theme.red}")
        self.speed.setStyleSheet(f"color: {self._desk.theme.amber}" if self._slow else "")
