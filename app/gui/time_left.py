"""How long it will still take, as a person would say it."""

import datetime as dt
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.domain.run import StageName

if TYPE_CHECKING:
    from app.actions.timings import StageTime

_ENOUGH = 20
"""Tokens of a stage from which on its speed says something."""

_STAGES = tuple(StageName)


def seconds_left(done: int, total: int, elapsed: float) -> float | None:
    """Seconds until ``total``, at the speed so far; None while that says nothing yet (under a second, or no step)."""
    if total <= 0 or done <= 0 or elapsed < 1:
        return None
    return max(0.0, elapsed * (total - done) / done)


class RunClock:
    """How far a run is, from what its stages took on this machine before and the speed at which the model writes now.

    ``times`` is what ``actions.timings.stage_times`` found. Where it lacks a stage that is still to come, nothing is
    said: on a machine's first run nobody knows.
    """

    def __init__(self, times: "Mapping[StageName, StageTime]") -> None:
        self._times = times
        self._stage: StageName | None = None
        self._over = False
        self._since = self._first = 0.0
        self._tokens = 0

    @property
    def place(self) -> int:
        """Which stage is at work, from 1; 0 before the first."""
        return 0 if self._stage is None else _STAGES.index(self._stage) + 1

    def begin(self, stage: StageName, now: float) -> None:
        self._stage, self._over, self._since = stage, False, now
        self._first, self._tokens = 0.0, 0

    def end(self, stage: StageName) -> None:
        self._stage, self._over = stage, True

    def count(self, tokens: int, now: float) -> None:
        """The model wrote that many more tokens."""
        self._first = self._first or now
        self._tokens += tokens

    def left(self, now: float) -> float | None:
        """Seconds; None where it isn't known."""
        to_come = _STAGES[self.place :]
        if self._stage is None or any(name not in self._times for name in to_come):
            return None
        rest = sum(self._times[name].seconds for name in to_come)
        if self._over:
            return rest
        here = self._left_here(now)
        return None if here is None else rest + here

    def _left_here(self, now: float) -> float | None:
        usual = self._times.get(self._stage) if self._stage else None
        if usual is None:
            return None
        if usual.tokens and self._tokens >= _ENOUGH and now > self._first:
            speed = self._tokens / (now - self._first)
            return max(0.0, (usual.tokens - self._tokens) / speed)
        return max(0.0, usual.seconds - (now - self._since))

    def share(self, now: float) -> float:
        """How much of the run is over, from 0 to 1: by time where that is known, else by the number of stages."""
        left = self.left(now)
        if left is None:
            return max(0, self.place - (not self._over)) / len(_STAGES)
        every = sum(time.seconds for time in self._times.values())
        return min(1.0, max(0.0, 1 - left / every)) if every else 0.0


def left_words(seconds: float | None) -> str:
    """``about 2 min left``; nothing where it isn't known."""
    if seconds is None:
        return ""
    if seconds < 50:
        text = QCoreApplication.translate("Time", "about {0} s left")
        return text.format(max(5, 5 * round(seconds / 5)))
    if seconds < 3600:
        return QCoreApplication.translate("Time", "about {0} min left").format(max(1, round(seconds / 60)))
    hours, minutes = divmod(round(seconds / 60), 60)
    return QCoreApplication.translate("Time", "about {0} h {1} min left").format(hours, minutes)


def local_minute(at: str) -> str:
    """A stored time (UTC) by this machine's clock: ``2026-04-20 09:14``."""
    return dt.datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")


def took_words(seconds: float) -> str:
    """``0:42``, ``12:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
