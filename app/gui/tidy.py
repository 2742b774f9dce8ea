"""When Python looks for cycles of garbage: while the person is in another program, never while they work in this one.

A full collection walks over every object and holds all threads meanwhile: with the program's libraries loaded some
60 ms, wherever the GUI thread happens to be, and it can't be done in parts. So none comes by itself; one is made after
a piece of work has ended and the window isn't the active one, and what it leaves is not walked over again. What isn't
part of a cycle, which is nearly all, goes at once as ever, and so do the small collections of young objects.
"""

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from app.gui.desk import Desk
from app.gui.start import Job

_QUIET_MS = 2000
_NEVER = 1_000_000_000
_MOST = 1 << 29
"""Bytes that the process may grow by before a collection doesn't wait for the person to leave."""


class Tidy(QObject):
    """Lives as long as the window. ``gc`` is the whole process's: one of it is enough."""

    def __init__(self, desk: Desk, parent: QObject | None = None, away: Callable[[], bool] | None = None) -> None:
        """``away``: whether the person is in another program; by default the desktop says so."""
        super().__init__(parent)
        self._away = away or _in_another_program
        young, middle, _old = gc.get_threshold()
        gc.set_threshold(young, middle, _NEVER)
        self._due = True
        self._size = _size()
        self._soon = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._soon.timeout.connect(self._collect)
        desk.matter_opened.connect(self._worked)
        desk.starter.ended.connect(self._ended)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.applicationStateChanged.connect(self._look)
        self._look()

    def _ended(self, job: Job) -> None:
        if job.title:
            self._worked()

    def _worked(self) -> None:
        self._due = True
        self._look()

    def _look(self) -> None:
        if self._due and self._may:
            self._soon.start()

    @property
    def _may(self) -> bool:
        return self._away() or _size() > self._size + _MOST

    def _collect(self) -> None:
        if not self._may:
            return
        self._due = False
        gc.collect()
        gc.freeze()
        self._size = _size()


def _size() -> int:
    """Bytes of memory that the process holds."""
    import psutil

    return int(psutil.Process().memory_info().rss)


def _in_another_program() -> bool:
    return QGuiApplication.applicationState() is not Qt.ApplicationState.ApplicationActive
