"""The name and the caption of a matter, changed afterwards."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app import actions
from app.domain.errors import AppError
from app.domain.matter import Caption
from app.gui.desk import Desk
from app.gui.new_matter import NewMatterDialog, Typed
from app.gui.parts import allow, if_there

if TYPE_CHECKING:
    from app.actions.matters import MatterSummary
    from app.workbench import Workbench


class ChangeMatterDialog(NewMatterDialog):
    """The form of a new matter, filled with what an old one has, or with what was ``typed`` over that before; ``made``
    tells its name once it is saved."""

    def __init__(self, desk: Desk, matter: str, parent: QWidget | None = None, typed: Typed | None = None) -> None:
        super().__init__(desk, parent)
        self._matter = matter
        self._again = typed
        self._read = False
        self.setWindowTitle(QCoreApplication.translate("ChangeMatterDialog", "Change {0}").format(matter))
        self.make.setText(self.tr("Save"))
        self.name.setText(matter)
        self._empty = self.typed()
        self.prefix.setEnabled(False)
        self.prefix.setToolTip(self.tr("Another prefix is chosen where Bates numbers are assigned."))
        self._check()
        self.name.setFocus()
        self.name.selectAll()
        desk.starter.start(
            lambda bench: actions.matters.show_matter(bench, matter),
            if_there(self, self._show),
            otherwise=if_there(self, self._complain),
        )

    def _show(self, found: "MatterSummary") -> None:
        self._read = True
        self.fill(found.matter.caption, found.matter.prefix)
        self._empty = self.typed()
        if self._again is not None:
            self.take_up(self._again)
        self._check()

    def _check(self) -> None:
        self._tell("")
        if not getattr(self, "_read", False):  # the form is checked while it is made
            allow(self.make, self.tr("Reading the matter …"))
        else:
            super()._check()

    def _make(self) -> None:
        name = self.name.text().strip()
        if not self._read or self._busy or not name:
            return
        standing = self._desk.standing
        if standing is not None and not standing.saved:
            self._tell(self.tr("The last words of the draft are being saved. Try again in a moment."))
            return
        self._busy = True
        allow(self.make, self.tr("It is being saved."))
        if name != self._matter:
            self._desk.open_matter("")  # what is shown of it lets go first

        def free() -> None:
            self._busy = False

        self._desk.starter.start(
            partial(_change, self._matter, name, self.caption()),
            if_there(self, lambda _changed: self._done(name)),
            otherwise=if_there(self, self._failed),
            finally_=free,
        )

    def _failed(self, error: AppError) -> None:
        self._desk.open_matter(self._matter)
        self._complain(error)


async def _change(matter: str, name: str, caption: Caption, bench: "Workbench") -> "MatterSummary":
    # first the name: it may be taken, and then nothing is changed
    await actions.matters.rename_matter(bench, matter, name)
    return await actions.matters.change_caption(bench, name, caption)
