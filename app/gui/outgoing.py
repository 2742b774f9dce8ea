"""What left this machine, at the top of the window: bytes by host, and whether the cards are simulated."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app import actions
from app.gui.desk import Desk
from app.gui.parts import Elided, row
from app.gui.simulated import SimulatedPill
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.outgoing import Outgoing
    from app.workbench import Workbench

_EVERY_MS = 2000
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


class Left(QWidget):
    """Looks again every two seconds while a board lives on another machine, else when something was done."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._known: Outgoing | None = None
        self._busy = False
        self.dot, self.text = QLabel(), Elided(muted=True, spread=False)
        self.rig = SimulatedPill(desk)
        self.setLayout(row(self.rig, self.dot, self.text, spacing=GRID))
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.look)
        desk.bridge.noted.connect(lambda _fact: self._look_again())
        desk.bridge.stage.connect(lambda _fact: self._look_again())
        desk.theme_changed.connect(lambda _theme: self._colour())

    def narrow(self, on: bool) -> None:
        """The coloured dot alone, whose tooltip has the words."""
        self.text.setVisible(not on)

    def look(self) -> None:
        """Ask the core."""
        if self._busy:
            return
        self._busy = True

        def free() -> None:
            self._busy = False

        self._desk.starter.start(_ask, self.show_outgoing, finally_=free)

    def show_outgoing(self, found: "Outgoing") -> None:
        if (found.hosts or found.traffic) and self.isVisible():
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._timer.stop()
        if found == self._known:
            return
        self._known = found
        self._colour()
        words, tip = self._words(found), self._tip(found)
        self.text.say(words, tip)
        self.dot.setToolTip(f"{words}\n{tip}")
        self.dot.setAccessibleName(words)
        self.rig.say(found.simulated)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        super().showEvent(event)
        self._look_again()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  (Qt's name)
        super().hideEvent(event)
        self._timer.stop()

    def _look_again(self) -> None:
        if self._known is not None:
            self.look()

    def _words(self, found: "Outgoing") -> str:
        gone = [one for one in found.traffic if one.sent]
        if len(gone) == 1:
            return self.tr("{0} to {1}").format(size_words(gone[0].sent), gone[0].host)
        if gone:
            return self.tr("{0} to {1} hosts").format(size_words(found.sent), len(gone))
        if found.hosts:
            return self.tr("0 bytes to {0}").format(", ".join(found.hosts))
        return self.tr("0 bytes left this machine")

    def _tip(self, found: "Outgoing") -> str:
        lines = [
            self.tr("{0}: {1} sent, {2} received").format(one.host, size_words(one.sent), size_words(one.received))
            for one in found.traffic
        ]
        if found.hosts:
            words = self.tr("Your boards.ini names boards on {0}: what they work on goes there.")
            return "\n".join([*lines, words.format(", ".join(found.hosts))])
        lines.append(self.tr("No board is on another machine, and the program connects to nothing else."))
        return "\n".join(lines)

    def _colour(self) -> None:
        if self._known is None:
            return
        goes = bool(self._known.hosts or self._known.sent)
        self.dot.setText("●")
        self.dot.setStyleSheet(f"color: {self._desk.theme.amber if goes else self._desk.theme.green}")


def size_words(count: int) -> str:
    """``812 bytes``, ``12.3 MB``: in thousands, as networks are measured."""
    size, unit = float(count), 0
    while size >= 999.5 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.0f} {_UNITS[unit]}" if not unit or size >= 99.5 else f"{size:.1f} {_UNITS[unit]}"


async def _ask(bench: "Workbench") -> "Outgoing":
    # the verbs are loaded in the core's thread, not here
    return await actions.outgoing.what_left(bench)
