"""When Python looks for cycles of garbage: at a quiet moment, never in the middle of typing.

A full collection walks over every object and holds all threads meanwhile: with the program's libraries loaded some
100 ms, wherever the GUI thread happens to be. So none comes by itself; one is made after a piece of work has ended,
and what it leaves is not walked over again. The small collections of young objects go on as ever.
"""

import gc

from PySide6.QtCore import QObject, QTimer

from app.gui.desk import Desk
from app.gui.start import Job

_QUIET_MS = 2000
_NEVER = 1_000_000_000


class Tidy(QObject):
    """Lives as long as the window. ``gc`` is the whole process's: one of it is enough."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        young, middle, _old = gc.get_threshold()
        gc.set_threshold(young, middle, _NEVER)
        self._soon = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._soon.timeout.connect(collect)
        desk.matter_opened.connect(lambda _name: self._soon.start())
        desk.starter.ended.connect(self._ended)
        self._soon.start()

    def _ended(self, job: Job) -> None:
        if job.title:
            self._soon.start()


def collect() -> None:
    """A full collection; what is left is taken for lasting, and not walked over again."""
    gc.collect()
    gc.freeze()
