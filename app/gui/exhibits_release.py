"""Own work let in as an exhibit: asked for by name and with a reason, which the matter's log keeps."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QVBoxLayout, QWidget

from app.gui.exhibits_outcomes import Outcome
from app.gui.fields import Field
from app.gui.forms import Dialog, form_row
from app.gui.parts import allow, button, muted, row
from app.gui.theme import GRID


class ReleaseDialog(Dialog):
    """``agreed`` tells name and reason."""

    agreed = Signal(str, str)

    def __init__(self, outcome: Outcome, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ReleaseDialog", "Release own work"), parent)
        self.setMinimumWidth(120 * GRID)
        self.what = QLabel(f"{outcome.name}: {outcome.text}", wordWrap=True)
        self.name, self.reason = Field(), Field()
        self.reason.setPlaceholderText(self.tr("Why it is evidence although it was made here"))
        form = QFormLayout()
        form.setSpacing(2 * GRID)
        form_row(form, self.tr("Your &name"), self.name)
        form_row(form, self.tr("&Reason"), self.reason)
        self.go = button(self.tr("Release and take in"), self._agree, primary=True)
        self.go.setDefault(True)
        told = self.tr("The log keeps both. It becomes an exhibit like any other: exhibits stay in the matter.")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(self.what)
        layout.addLayout(form)
        layout.addWidget(muted(told, wrap=True))
        layout.addLayout(row(1, button(self.tr("Cancel"), self.reject), self.go))
        for field in (self.name, self.reason):
            field.textChanged.connect(lambda _text: self._check())
        self._check()
        self.name.setFocus()

    def _check(self) -> None:
        whole = self.name.text().strip() and self.reason.text().strip()
        allow(self.go, "" if whole else self.tr("Releasing own work needs a name and a reason."))

    def _agree(self) -> None:
        self.agreed.emit(self.name.text().strip(), self.reason.text().strip())
        self.accept()
