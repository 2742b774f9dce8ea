"""The caption of a matter, changed afterwards."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app import actions
from app.gui.desk import Desk
from app.gui.new_matter import NewMatterDialog
from app.gui.parts import allow, if_there

if TYPE_CHECKING:
    from app.actions.matters import MatterSummary


class ChangeMatterDialog(NewMatterDialog):
    """The form of a new matter, filled with what an old one has; ``made`` tells its name once it is saved."""

    def __init__(self, desk: Desk, matter: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._matter = matter
        self._read = False
        self.setWindowTitle(QCoreApplication.translate("ChangeMatterDialog", "Change {0}").format(matter))
        self.make.setText(self.tr("Save"))
        self.name.setText(matter)
        for field, why in (
            (self.name, self.tr("The name is also that of its folder and of its log: it stays.")),
            (self.prefix, self.tr("Another prefix is chosen where Bates numbers are assigned.")),
        ):
            field.setReadOnly(True)
            field.setEnabled(False)
            field.setToolTip(why)
        self._check()
        self.fields["court"].setFocus()
        desk.starter.start(
            lambda bench: actions.matters.show_matter(bench, matter),
            if_there(self, self._show),
            otherwise=if_there(self, self._complain),
        )

    def _show(self, found: "MatterSummary") -> None:
        self._read = True
        self.fill(found.matter.caption, found.matter.prefix)
        self._check()

    def _check(self) -> None:
        self._tell("")
        allow(self.make, "" if getattr(self, "_read", False) else self.tr("Reading the matter …"))

    def _make(self) -> None:
        if not self._read or self._busy:
            return
        self._busy = True
        allow(self.make, self.tr("It is being saved."))
        caption = self.caption()

        def free() -> None:
            self._busy = False

        self._desk.starter.start(
            lambda bench: actions.matters.change_caption(bench, self._matter, caption),
            if_there(self, lambda _changed: self._done(self._matter)),
            otherwise=if_there(self, self._complain),
            finally_=free,
        )
