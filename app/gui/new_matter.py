"""The form of a new matter: its name, its Bates prefix, and the caption of its filings."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app import actions
from app.domain.errors import AppError
from app.domain.matter import Caption, Party
from app.gui.desk import Desk
from app.gui.fields import Field, Words
from app.gui.forms import Dialog, form_row
from app.gui.parts import allow, button, flat, heading, if_there, muted, row
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.workbench import Workbench

_TEXT = ("court", "docket_number", "title", "declarant", "place")


class PartiesEdit(QWidget):
    """Name and role of each party, a row each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[tuple[Field, Field]] = []
        self._grid = QGridLayout()
        self._grid.setSpacing(GRID)
        self._grid.setColumnStretch(0, 3)
        self._grid.setColumnStretch(1, 2)
        self.more = flat(self.tr("+ Add a party"), self.add_row, self.tr("One more party"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(self._grid)
        layout.addLayout(row(self.more, 1))
        self.show_parties((Party("", self.tr("Plaintiff")), Party("", self.tr("Defendant"))))

    def add_row(self, party: Party | None = None) -> None:
        name, role = (Field(party.name), Field(party.role)) if party else (Field(), Field())
        name.setPlaceholderText(self.tr("Name"))
        role.setPlaceholderText(self.tr("Role, e.g. Plaintiff"))
        at = len(self.rows)
        name.setAccessibleName(self.tr("Name of party {n}").format(n=at + 1))
        role.setAccessibleName(self.tr("Role of party {n}").format(n=at + 1))
        self._grid.addWidget(name, at, 0)
        self._grid.addWidget(role, at, 1)
        self.rows.append((name, role))
        if self.isVisible() and party is None:
            name.setFocus()

    def show_parties(self, parties: tuple[Party, ...]) -> None:
        for pair in self.rows:
            for field in pair:
                self._grid.removeWidget(field)
                field.deleteLater()
        self.rows.clear()
        for party in parties:
            self.add_row(party)

    def parties(self) -> tuple[Party, ...]:
        """Those with a name."""
        pairs = ((name.text().strip(), role.text().strip()) for name, role in self.rows)
        return tuple(Party(name, role) for name, role in pairs if name)


@dataclass(frozen=True)
class Typed:
    """What stands in the form's fields; ``parties``: name and role of each row."""

    name: str
    prefix: str
    parties: tuple[tuple[str, str], ...]
    counsel: str
    fields: dict[str, str]


class NewMatterDialog(Dialog):
    """``made`` tells the name of the matter that was made."""

    made = Signal(str)
    left = Signal(object)  # Typed: it was closed with something in it

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("NewMatterDialog", "New matter"), parent)
        self._desk = desk
        self._busy = False
        self.setMinimumWidth(560)
        self._build()
        self._empty = self.typed()
        self._check()

    def caption(self) -> Caption:
        """The caption as it is filled in; empty fields print as blanks."""
        lines = tuple(line.rstrip() for line in self.counsel.toPlainText().splitlines())
        return Caption(
            parties=self.parties.parties(),
            counsel=lines if any(lines) else (),
            **{name: self.fields[name].text().strip() for name in _TEXT},
        )

    def fill(self, caption: Caption, prefix: str | None) -> None:
        """The fields of a caption file."""
        for name in _TEXT:
            self.fields[name].setText(getattr(caption, name))
        self.counsel.setPlainText("\n".join(caption.counsel))
        if caption.parties:
            self.parties.show_parties(caption.parties)
        if prefix:
            self.prefix.setText(prefix)

    def typed(self) -> Typed:
        """All that is in the fields."""
        pairs = tuple((name.text(), role.text()) for name, role in self.parties.rows)
        texts = {name: field.text() for name, field in self.fields.items()}
        return Typed(self.name.text(), self.prefix.text(), pairs, self.counsel.toPlainText(), texts)

    def take_up(self, typed: Typed) -> None:
        """Fill the fields as they were."""
        self.name.setText(typed.name)
        self.prefix.setText(typed.prefix)
        self.parties.show_parties(tuple(Party(*pair) for pair in typed.parties))
        self.counsel.setPlainText(typed.counsel)
        for name, text in typed.fields.items():
            self.fields[name].setText(text)

    def reject(self) -> None:
        """Esc and Cancel: what was typed isn't lost."""
        if self.typed() != self._empty:
            self.left.emit(self.typed())
        super().reject()

    def _build(self) -> None:
        self.name, self.prefix = Field(), Field()
        self.name.setPlaceholderText(self.tr("Cole v. Acme Roofing"))
        self.prefix.setPlaceholderText(self.tr("made from the name"))
        self.name.textChanged.connect(lambda _text: self._check())
        self.fields = {name: Field() for name in _TEXT}
        self.parties = PartiesEdit()
        self.counsel = Words(tabChangesFocus=True)
        self.counsel.setFixedHeight(22 * GRID)
        self.problem = QLabel(wordWrap=True)
        self.problem.setVisible(False)
        self.problem.setStyleSheet(f"color: {self._desk.theme.red}")
        load = button(self.tr("From a caption file…"), self._ask_file, self.tr("Fill the form from a TOML file"))
        self.make = button(self.tr("Make matter"), self._make, primary=True)
        self.make.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addLayout(self._form())
        layout.addWidget(self.problem)
        layout.addLayout(row(load, 1, button(self.tr("Cancel"), self.reject), self.make))
        enter = QShortcut(QKeySequence("Ctrl+Return"), self)
        enter.activated.connect(self._make)

    def _form(self) -> QFormLayout:
        words = {
            "court": self.tr("&Court"),
            "docket_number": self.tr("&Docket number"),
            "title": self.tr("&Title of the filing"),
            "declarant": self.tr("Decla&rant"),
            "place": self.tr("P&lace of signing"),
        }
        form = QFormLayout()
        form.setHorizontalSpacing(4 * GRID)
        form.setVerticalSpacing(2 * GRID)
        form_row(form, self.tr("&Name of the matter"), self.name)
        form_row(form, self.tr("&Bates prefix"), self.prefix)
        form.addRow(heading(self.tr("Caption")))
        form.addRow(muted(self.tr("What stands at the head of a filing. Empty fields print as blanks."), wrap=True))
        for name in _TEXT[:2]:
            form_row(form, words[name], self.fields[name])
        parties = QLabel(self.tr("Parties"))
        parties.setMinimumHeight(self.name.sizeHint().height())
        form.addRow(parties, self.parties)
        for name in _TEXT[2:]:
            form_row(form, words[name], self.fields[name])
        counsel = QLabel(self.tr("Coun&sel, as printed"))
        counsel.setBuddy(self.counsel)
        counsel.setMinimumHeight(self.name.sizeHint().height())
        self.counsel.setAccessibleName(counsel.text().replace("&", ""))
        form.addRow(counsel, self.counsel)
        return form

    def _check(self) -> None:
        self._tell("")
        allow(self.make, "" if self.name.text().strip() else self.tr("The matter needs a name."))

    def _make(self) -> None:
        name = self.name.text().strip()
        if not name or self._busy:
            return
        self._busy = True
        allow(self.make, self.tr("The matter is being made."))
        prefix, caption = self.prefix.text().strip() or None, self.caption()

        def free() -> None:
            self._busy = False

        self._desk.starter.start(
            lambda bench: actions.matters.new_matter(bench, name, prefix, caption=caption),
            if_there(self, lambda _made: self._done(name)),
            otherwise=if_there(self, self._complain),
            finally_=free,
        )

    def _done(self, name: str) -> None:
        self.made.emit(name)
        self.accept()

    def _complain(self, error: AppError) -> None:
        self._check()
        # the remedy of the command line names its options; here the field is in sight
        self._tell(f"{error.what} {error.why}".strip())

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, self.tr("A caption file"), "", self.tr("Caption files (*.toml)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda file: self.load(Path(file)))
        dialog.open()

    def load(self, file: Path) -> None:
        """Fill the form from a caption file; what is wrong in it is said in place."""
        self._desk.starter.start(
            lambda bench: _read(bench, file),
            if_there(self, lambda found: self.fill(*found)),
            otherwise=if_there(self, lambda error: self._tell(str(error))),
        )


async def _read(_bench: "Workbench", file: Path) -> tuple[Caption, str | None]:
    return actions.matters.read_caption(file)
