"""How many claims of each draft in a list are open today, counted one draft after the other while it is looked at."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app import actions
from app.events import MatterChanged
from app.gui.desk import Desk
from app.gui.parts import many

if TYPE_CHECKING:
    from app.workbench import Workbench

_SETTLED_MS = 2_000
"""From the last thing that changed a matter to a new count: while files come in, each would ask for one."""
_CHANGES = ("intake", "read", "bates assign", "authority add", "take out", "put back", "sign", "unsign", "draft")


class DraftCounts(QObject):
    """A count in the database would be that of the day when it was made: each comes from a check of now."""

    told = Signal(str, str)  # draft id, in words what is open in it

    def __init__(self, desk: Desk, shown: QWidget) -> None:
        """``shown``: nothing is counted while it is out of sight."""
        super().__init__(shown)
        self._desk = desk
        self._shown = shown
        self._all: list[str] = []
        self._waiting: list[str] = []
        self._busy = False
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.go_on)
        desk.bridge.changed.connect(self._changed)

    def count(self, drafts: Iterable[str]) -> None:
        """Count these, the first first."""
        self._all = list(drafts)
        self._waiting = list(self._all)
        self.go_on()

    def go_on(self) -> None:
        """Where counting stopped, if the list is in sight again."""
        if self._busy or not self._waiting or not self._shown.isVisible():
            return
        self._busy, draft = True, self._waiting.pop(0)

        def after() -> None:
            self._busy = False
            self.go_on()

        self._desk.starter.start(
            lambda bench: _count(bench, draft), lambda found: self.told.emit(draft, _words(*found)), finally_=after
        )

    def _changed(self, fact: MatterChanged) -> None:
        if fact.matter == self._desk.matter and fact.verb in _CHANGES:
            self._waiting = list(self._all)
            self._settled.start()


async def _count(bench: "Workbench", draft: str) -> tuple[int, int]:
    """Claims seen and claims open."""
    checked = await actions.drafts.verify_draft(bench, draft)
    return len(checked.verdicts), len(checked.open)


def _words(seen: int, open_: int) -> str:
    def tr(text: str) -> str:
        return QCoreApplication.translate("Drafts", text)

    if not seen:
        return tr("nothing in it could be checked")
    return many(open_, tr("1 claim open"), tr("{n} claims open")) if open_ else tr("nothing open")
