"""How long it will still take, as a person would say it."""

import datetime as dt
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.domain.run import StageName

if TYPE_CHECKING:
    from app.actions.timings import StageTime

_ENOUGH = 20
"""Tokens of a stage from which on its speed says something."""

_STEPS, _FEW = 40, 4
"""How many of the last steps tell the speed, and how many it takes for that."""
_GRACE = 5.0
"""Seconds that a guess may be wrong by, before it is none any more."""

_STAGES = tuple(StageName)


class Pace:
    """How fast steps are done: pages read, files taken in. ``left`` counts down from the last step.

    Some steps take a hundred times as long as others, so it goes by the slower of the whole and of the last steps,
    and says nothing once a step takes longer than all that is left was to take.
    """

    def __init__(self) -> None:
        self._steps: deque[tuple[float, int]] = deque(maxlen=_STEPS)
        self._begun = 0.0
        self._total = 0

    def step(self, done: int, total: int, now: float) -> None:
        """``done`` of ``total`` are through; the first call is the beginning."""
        if not self._steps:
            self._begun = now
        if not self._steps or done != self._steps[-1][1]:
            self._steps.append((now, done))
        self._total = total

    def left(self, now: float) -> float | None:
        """Seconds; None while nobody can know: under a second, no step yet, or longer than was thought."""
        if not self._steps or self._total <= 0:
            return None
        at, done = self._steps[-1]
        if done <= 0 or now - self._begun < 1 or at <= self._begun:
            return None
        first, was = self._steps[0]
        for_one = (at - self._begun) / done
        if done - was >= _FEW and at > first:
            for_one = max(for_one, (at - first) / (done - was))
        left = for_one * (self._total - done) - (now - at)
        return left if left >= 0 else (0.0 if left > -_GRACE else None)


class Countdown:
    """Time left as it is shown: it runs down by the clock. A new guess that is a little higher changes nothing; the
    time goes back only where it must."""

    def __init__(self) -> None:
        self._shown: float | None = None
        self._at = 0.0

    def tell(self, guess: float | None, now: float) -> float | None:
        """What to show for a guess that was made just now."""
        if guess is not None and self._shown is not None:
            run_down = max(0.0, self._shown - (now - self._at))
            if run_down < guess <= run_down + max(_GRACE, run_down / 4):
                guess = run_down
        self._shown, self._at = guess, now
        return guess


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
        self._read = self._prompt = 0
        self._share = 0.0

    @property
    def place(self) -> int:
        """Which stage is at work, from 1; 0 before the first."""
        return 0 if self._stage is None else _STAGES.index(self._stage) + 1

    def begin(self, stage: StageName, now: float) -> None:
        self._stage, self._over, self._since = stage, False, now
        self._first, self._tokens = 0.0, 0
        self._read = self._prompt = 0

    def end(self, stage: StageName) -> None:
        self._stage, self._over = stage, True

    def count(self, tokens: int, now: float) -> None:
        """The model wrote that many more tokens."""
        self._first = self._first or now
        self._tokens += tokens
        self._read = self._prompt = 0

    def read(self, tokens: int, of: int) -> None:
        """The model reads its prompt, and has read so many ``tokens`` of it; 0 where nobody knows."""
        self._read, self._prompt = tokens, of

    def reading_words(self) -> str:
        """``reading 1,024 of 4,198 tokens``; empty while it doesn't read."""
        if not self._prompt or self._over:
            return ""
        if not self._read:
            return QCoreApplication.translate("Time", "reading {n} tokens").format(n=f"{self._prompt:,}")
        text = QCoreApplication.translate("Time", "reading {n} of {all} tokens")
        return text.format(n=f"{self._read:,}", all=f"{self._prompt:,}")

    def left(self, now: float) -> float | None:
        """Seconds; None where it isn't known, or a stage takes longer than it ever did."""
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
            left = (usual.tokens - self._tokens) / speed
        else:
            left = usual.seconds - (now - self._since)
        return left if left >= 0 else (0.0 if left > -max(_GRACE, usual.seconds / 4) else None)

    def share(self, now: float) -> float:
        """How much of the run is over, from 0 to 1: by time where that is known, else by the number of stages. It
        never goes back."""
        left = self.left(now)
        if left is None:
            share = max(0, self.place - (not self._over)) / len(_STAGES)
        else:
            every = sum(time.seconds for time in self._times.values())
            share = min(1.0, max(0.0, 1 - left / every)) if every else 0.0
        self._share = max(self._share, share)
        return self._share


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
