"""How long it will still take, as a person would say it."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from app.domain.run import StageName

SHARES: Mapping[StageName, int] = {
    StageName.PACK: 4,
    StageName.GATE: 25,
    StageName.DRAFT: 45,
    StageName.VERIFY: 1,
    StageName.ATTACK: 30,
    StageName.REVISE: 40,
    StageName.REVERIFY: 1,
}
"""Seconds of each stage of a run with the embedded model on two cores, measured: only their proportion is used."""


def seconds_left(done: int, total: int, elapsed: float) -> float | None:
    """Seconds until ``total``, at the speed so far; None while that says nothing yet (under a second, or no step)."""
    if total <= 0 or done <= 0 or elapsed < 1:
        return None
    return max(0.0, elapsed * (total - done) / done)


def run_share(done: set[StageName]) -> float:
    """How much of a run's time the finished stages took, from 0 to 1."""
    return sum(SHARES[name] for name in done) / sum(SHARES.values())


def left_words(seconds: float | None) -> str:
    """``2 min left``; nothing where it isn't known."""
    if seconds is None:
        return ""
    if seconds < 50:
        text = QCoreApplication.translate("Time", "{0} s left")
        return text.format(max(5, 5 * round(seconds / 5)))
    if seconds < 3600:
        return QCoreApplication.translate("Time", "{0} min left").format(max(1, round(seconds / 60)))
    hours, minutes = divmod(round(seconds / 60), 60)
    return QCoreApplication.translate("Time", "{0} h {1} min left").format(hours, minutes)


def took_words(seconds: float) -> str:
    """``0:42``, ``12:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
