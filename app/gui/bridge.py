"""Facts from the core's thread into Qt's, many at a time: one queued call for a whole batch."""

import threading
import time
from collections import deque

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.events import BoardChanged, Fact, Facts, MatterChanged, Noted, Progress, PromptRead, StageChanged, TextStreamed

BATCH_MS = 40
"""How long facts gather before the window hears them; at most this late, and 25 times a second."""

TURN_S = 0.002
"""Seconds that a turn of Qt's loop gives to facts; what is left waits for the next turn, after keys and paints."""


class Bridge(QObject):
    """One signal for each kind of fact, emitted in the GUI thread. Progress of one job: only the newest in a batch."""

    progress = Signal(object)  # Progress
    stage = Signal(object)  # StageChanged
    text = Signal(object)  # TextStreamed, the pieces of one stage joined
    prompt = Signal(object)  # PromptRead
    board = Signal(object)  # BoardChanged
    changed = Signal(object)  # MatterChanged
    noted = Signal(object)  # Noted
    _wake = Signal()

    def __init__(self, facts: Facts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Fact] = deque()
        self._due: deque[Fact] = deque()
        self._lock = threading.Lock()
        self._asked = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(BATCH_MS)
        self._timer.timeout.connect(self._deliver)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._deliver)
        self._wake.connect(self._timer.start, Qt.ConnectionType.QueuedConnection)
        self.stop = facts.listen(self._hear)

    def _hear(self, fact: Fact) -> None:
        # called in the core's thread
        with self._lock:
            self._waiting.append(fact)
            if self._asked:
                return
            self._asked = True
        self._wake.emit()

    @Slot()
    def _deliver(self) -> None:
        with self._lock:
            fresh, self._waiting = self._waiting, deque()
        self._due.extend(_condensed(fresh))
        until = time.perf_counter() + TURN_S
        while self._due and time.perf_counter() < until:
            self._tell(self._due.popleft())
        with self._lock:
            self._asked = bool(self._due or self._waiting)
        if self._due:
            self._turn.start()
        elif self._asked:
            self._timer.start()

    def _tell(self, fact: Fact) -> None:
        match fact:
            case Progress():
                self.progress.emit(fact)
            case StageChanged():
                self.stage.emit(fact)
            case TextStreamed():
                self.text.emit(fact)
            case PromptRead():
                self.prompt.emit(fact)
            case BoardChanged():
                self.board.emit(fact)
            case MatterChanged():
                self.changed.emit(fact)
            case Noted():
                self.noted.emit(fact)


def _condensed(facts: deque[Fact]) -> list[Fact]:
    """The batch with neighbouring pieces of text joined and only the last progress of each job."""
    last = {(fact.job, fact.started): fact for fact in facts if isinstance(fact, Progress)}
    kept: list[Fact] = []
    for fact in facts:
        before = kept[-1] if kept else None
        if isinstance(fact, Progress) and last[fact.job, fact.started] is not fact:
            continue
        if isinstance(fact, TextStreamed) and isinstance(before, TextStreamed) and before.stage == fact.stage:
            kept[-1] = TextStreamed(fact.run, fact.stage, before.piece + fact.piece, before.tokens + fact.tokens)
            continue
        kept.append(fact)
    return kept
