"""A watch on the GUI thread: how long one turn of its event loop took at most."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QAbstractEventDispatcher, QObject


class Watch(QObject):
    """Measures from the moment that Qt's dispatcher wakes up until it would wait again, in the CPU time of the GUI
    thread: what other programs take on a busy machine doesn't count."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.longest_ms = 0.0
        self._since: float | None = None
        self._paused = False
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        self._dispatcher = dispatcher
        dispatcher.awake.connect(self._awake)
        dispatcher.aboutToBlock.connect(self._sleep)

    def stop(self) -> None:
        self._dispatcher.awake.disconnect(self._awake)
        self._dispatcher.aboutToBlock.disconnect(self._sleep)
        self.deleteLater()

    @contextmanager
    def paused(self) -> Iterator[None]:
        self._paused = True
        try:
            yield
        finally:
            self._paused = False
            self._since = None

    def _awake(self) -> None:
        now = time.thread_time()
        self._note(now)
        self._since = now

    def _sleep(self) -> None:
        self._note(time.thread_time())
        self._since = None

    def _note(self, now: float) -> None:
        if self._since is not None and not self._paused:
            self.longest_ms = max(self.longest_ms, (now - self._since) * 1000)
