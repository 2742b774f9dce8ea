"""Exhibits put right: from whom the chosen ones came, and out of the matter again; each with its way back."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from app import actions
from app.domain.evidence import ORIGINS, Origin
from app.gui.desk import Desk
from app.gui.exhibits_table import ExhibitsTable
from app.gui.keys import bind
from app.gui.parts import many, origin_words

if TYPE_CHECKING:
    from app.domain.evidence import Exhibit

_Step = Callable[[], object]


class Corrections(QObject):
    """What can be done with the exhibits that are chosen in the list. Keys in the list: Delete, Ctrl+Z, Menu."""

    def __init__(self, desk: Desk, table: ExhibitsTable) -> None:
        super().__init__(table)
        self._desk, self._table = desk, table
        self._done: defaultdict[str, list[_Step]] = defaultdict(list)
        """By matter: one may be answered when another is open already, and Ctrl+Z takes back what is in sight."""
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._menu)
        for key, then in (("Del", self.take_out), ("Ctrl+Z", self.undo)):
            name = self.tr("Take the chosen exhibits out, in their list") if key == "Del" else ""
            bind(key, then, table, Qt.ShortcutContext.WidgetShortcut, name)

    def isUndoAvailable(self) -> bool:  # noqa: N802  (as Qt's fields have it)
        return bool(self._done[self._desk.matter])

    def isRedoAvailable(self) -> bool:  # noqa: N802
        return False

    @property
    def why_none(self) -> str:
        return "" if self._table.chosen_ids() else self.tr("No exhibit is chosen.")

    def set_origin(self, origin: Origin) -> None:
        """The chosen exhibits, with what came with them, come from there."""
        matter, ids = self._desk.matter, self._table.chosen_ids()
        if not ids:
            return

        def then(before: dict[str, Origin]) -> None:
            if before:
                one, more = self.tr("1 exhibit is from: {origin}."), self.tr("{n} exhibits are from: {{origin}}.")
                words = many(len(before), one, more).format(origin=origin_words(origin))
                self._tell(matter, words, partial(self._put_origins, matter, before))

        self._desk.starter.start(lambda bench: actions.corrections.set_origin(bench, matter, ids, origin), then)

    def take_out(self, ids: Sequence[str] = ()) -> None:
        """Take these exhibits out, or the chosen ones; where something rests on one, the notice says what."""
        matter, out = self._desk.matter, list(ids) or self._table.chosen_ids()
        if not out:
            return

        def then(gone: "list[Exhibit]") -> None:
            words = many(len(gone), self.tr("1 exhibit was taken out."), self.tr("{n} exhibits were taken out."))
            self._tell(matter, words, partial(self._put_back, matter, [one.id for one in gone]))

        self._desk.starter.start(lambda bench: actions.corrections.take_out(bench, matter, out), then)

    def undo(self) -> None:
        """Take back what was done last."""
        if done := self._done[self._desk.matter]:
            done.pop()()
        else:
            self._desk.said.emit(self.tr("Nothing was done here that could be taken back."), ())

    def _tell(self, matter: str, words: str, back: _Step) -> None:
        done = self._done[matter]
        done.append(back)

        def undo() -> None:
            if back in done:
                done.remove(back)
                back()

        self._desk.said.emit(words, ((self.tr("Undo"), undo),))

    def _put_origins(self, matter: str, origins: dict[str, Origin]) -> None:
        said = self.tr("Undone: it is said again from whom they were.")
        self._back(lambda bench: actions.corrections.put_origins(bench, matter, origins), said)

    def _put_back(self, matter: str, ids: list[str]) -> None:
        said = many(len(ids), self.tr("Undone: 1 exhibit is back."), self.tr("Undone: {n} exhibits are back."))
        self._back(lambda bench: actions.corrections.put_back(bench, matter, ids), said)

    def _back(self, verb: Callable[..., object], said: str) -> None:
        self._desk.starter.start(verb, lambda _done: self._desk.said.emit(said, ()))  # type: ignore[arg-type]

    def _menu(self, at: QPoint) -> None:
        if self.why_none:
            return
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        origins = menu.addMenu(self.tr("Comes from"))
        for origin in ORIGINS:
            origins.addAction(origin_words(origin), partial(self.set_origin, origin))
        menu.addSeparator()
        menu.addAction(self.tr("Take out of the matter"), QKeySequence("Del"), self.take_out)
        menu.popup(self._table.viewport().mapToGlobal(at))
