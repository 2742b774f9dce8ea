"""A word in the bar at the bottom: an error for a person, or an offer. Nothing waits for it, nothing is covered, and
nothing moves: its place is there whether it says something or not."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain.errors import AppError
from app.gui.desk import Desk
from app.gui.focus import Borrowed
from app.gui.forms import Dialog
from app.gui.parts import button, many, muted, row
from app.gui.theme import GRID
from app.gui.two_lines import TwoLines

_NOTES = 3
"""Notes that are shown together."""

Offer = tuple[str, Callable[[], object]]


class Notice(QFrame):
    """Hidden while there is nothing to say. The newest word stands; the one before is said again when it is closed."""

    turned = Signal()  # it begins to say something, or says nothing any more

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._waiting: list[tuple[str, str, tuple[Offer, ...]]] = []
        self._notes: list[str] = []
        self.setProperty("panel", "true")
        self.text = TwoLines()
        self.whole = button(self.tr("More…"), self._show_whole, self.tr("All of it, to be read and copied"))
        self.whole.hide()
        self.text.cut_changed.connect(self.whole.setVisible)
        self.count = muted()
        self.close_button = button(self.tr("Close"), self._close)
        self.buttons: list[QPushButton] = []
        self._keys = Borrowed(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2 * GRID, 1, GRID, 1)
        self._row.setSpacing(2 * GRID)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self.whole)
        self._row.addWidget(self.count)
        self._row.addWidget(self.close_button)
        self.hide()
        desk.starter.failed.connect(self.say_error)
        desk.said.connect(self.say)
        desk.offered.connect(lambda text, offers: self.offer(text, *offers))
        desk.noted.connect(self.note)
        desk.theme_changed.connect(lambda _theme: self._show())

    def say_error(self, error: AppError) -> None:
        """The three sentences of an error, until they are closed."""
        entry = ("error", str(error), ())
        if entry not in self._waiting:
            self._waiting.append(entry)
        self._show()

    def offer(self, text: str, *offers: Offer) -> Callable[[], None]:
        """Say ``text`` with a button for each offer; any of them closes the line, and so does what is given back."""
        entry = ("offer", text, offers)
        self._waiting.append(entry)
        self._show()
        return partial(self._drop, entry)

    def say(self, text: str, offers: tuple[Offer, ...] = ()) -> None:
        """A word that goes away by itself after ten seconds, with its offers."""
        entry = ("word", text, offers)
        self._waiting.append(entry)
        self._show()
        QTimer.singleShot(10_000, self, partial(self._drop, entry))

    def note(self, text: str) -> None:
        """A sentence that stays until it is closed; several of them stand together."""
        self._notes.append(text)
        lines = self._notes[:_NOTES]
        if more := len(self._notes) - len(lines):
            lines.append(many(more, self.tr("And one more."), self.tr("And {n} more.")))
        self._waiting = [entry for entry in self._waiting if entry[0] != "note"]
        self._waiting.append(("note", "\n".join(lines), ()))
        self._show()

    def _drop(self, entry: tuple[str, str, tuple[Offer, ...]]) -> None:
        if entry in self._waiting:
            self._waiting.remove(entry)
            self._show()

    def _close(self) -> None:
        if self._waiting and self._waiting.pop()[0] == "note":
            self._notes = []
        self._show()

    def _show(self) -> None:
        self._keys.give_back()  # the button that has them goes
        for old in self.buttons:
            self._row.removeWidget(old)
            old.deleteLater()
        self.buttons = []
        self.setVisible(bool(self._waiting))
        if not self._waiting:
            return
        kind, text, offers = self._waiting[-1]
        # the newest is shown: the first of those that are still to be seen
        self.count.setText(self.tr("1 of {n}").format(n=len(self._waiting)))
        self.count.setVisible(len(self._waiting) > 1)
        theme = self._desk.theme
        ground = theme.red_ground if kind == "error" else theme.selection
        self.setStyleSheet(f"Notice {{ background: {ground}; }}")
        self.text.say(text)
        self.close_button.setVisible(not offers)
        for label, then in offers:
            made = button(label, partial(self._take, then))
            self._row.addWidget(made)
            self.buttons.append(made)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        super().showEvent(event)
        self.turned.emit()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  (Qt's name)
        super().hideEvent(event)
        self.turned.emit()

    def _show_whole(self) -> None:
        WholeWord(self.text.text(), self).open()

    def _take(self, then: Callable[[], object]) -> None:
        self._close()
        then()


class WholeWord(Dialog):
    """What had no room in the bar."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("WholeWord", "Message"), parent)
        self.setMinimumWidth(120 * GRID)
        self.text = QLabel(text, wordWrap=True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = button(self.tr("Close"), self.reject)
        close.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(self.text)
        layout.addLayout(row(1, close))
