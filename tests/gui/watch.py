"""A watch on the GUI thread: how long one turn of its event loop took at most."""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QAbstractEventDispatcher, QObject

_DESK_MS = 2.0
"""What the work that ``slowness`` measures takes on a desk computer of some 3.5 GHz with Python 3.11."""


def slowness() -> float:
    """How much slower than a desk computer this thread runs just now, at least 1."""
    took = []
    for _ in range(7):
        started = time.thread_time()
        total = 0
        for i in range(30_000):
            total += i * i % 7
        took.append(time.thread_time() - started)
    return max(1.0, statistics.median(took) * 1000 / _DESK_MS)


class Watch(QObject):
    """In processor time of the GUI thread: what other programs take on a busy machine doesn't count.

    A turn that is held is told as it would be on a desk computer: how fast the machine is, is measured at once.
    """

    def __init__(self, parent: QObject, limit_ms: float = 16.0) -> None:
        super().__init__(parent)
        self.limit_ms = limit_ms
        self.longest_ms = 0.0
        self.over = 0
        """Turns that took longer than the limit."""
        self.spared = 5
        """How many of them a test forgives: what another program does to the processor's caches comes and goes."""
        self._since: float | None = None
        self._paused = False
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        self._dispatcher = dispatcher
        dispatcher.awake.connect(self._turn)
        dispatcher.aboutToBlock.connect(self._turn)

    def begin(self) -> None:
        """From here on: what came before is none of the test's."""
        self.longest_ms, self.over = 0.0, 0
        self._since = time.thread_time()

    def lap(self) -> None:
        """A turn ends here: what a test does itself, like sending a key, is one by itself, as outside."""
        self._turn()

    def stop(self) -> None:
        self._dispatcher.awake.disconnect(self._turn)
        self._dispatcher.aboutToBlock.disconnect(self._turn)
        self.deleteLater()

    @contextmanager
    def paused(self) -> Iterator[None]:
        self._paused = True
        try:
            yield
        finally:
            self._paused = False
            self._since = None

    def _turn(self) -> None:
        # Qt says `aboutToBlock` before it waits and runs its timers after the wait, before the next `awake`; waiting
        # takes no processor time, so what lies between any two of these signals is work
        now = time.thread_time()
        if self._since is not None and not self._paused:
            took = (now - self._since) * 1000
            if took > self.limit_ms:
                took /= slowness()
                now = time.thread_time()
            self.longest_ms = max(self.longest_ms, took)
            self.over += took > self.limit_ms
        self._since = now
