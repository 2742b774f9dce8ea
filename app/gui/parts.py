"""Small parts that many views are made of: labels, panels, empty views, and the field's words for values."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.domain.evidence import Origin
from app.gui.buttons import PushButton, ToolButton
from app.gui.focus import hand_on
from app.gui.theme import GRID

T = TypeVar("T")

INSIDE = 3 * GRID
"""Pixels inside a panel."""


def heading(text: str = "") -> QLabel:
    label = QLabel(text)
    label.setProperty("heading", "true")
    return label


def muted(text: str = "", *, wrap: bool = False) -> QLabel:
    label = QLabel(text)
    label.setProperty("muted", "true")
    label.setWordWrap(wrap)
    return label


def pill(text: str = "") -> QLabel:
    label = QLabel(text)
    label.setProperty("pill", "true")
    label.setVisible(bool(text))
    return label


def panel() -> tuple[QFrame, QVBoxLayout]:
    """A white panel and its layout."""
    frame = QFrame()
    frame.setProperty("panel", "true")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(INSIDE, INSIDE, INSIDE, INSIDE)
    layout.setSpacing(2 * GRID)
    return frame, layout


def row(*parts: QWidget | int, spacing: int = 2 * GRID) -> QHBoxLayout:
    """Widgets side by side; a number is a stretch."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
        else:
            layout.addWidget(part)
    return layout


def button(text: str, then: Callable[[], object], tip: str = "", *, primary: bool = False) -> QPushButton:
    made = PushButton(text)
    made.setProperty("primary", "true" if primary else "false")
    made.setToolTip(tip)
    made.clicked.connect(lambda _checked=False: then())
    return made


def flat(text: str, then: Callable[[], object], tip: str) -> QToolButton:
    """A small button without a border, for the edge of a view."""
    made = ToolButton()
    made.setText(text)
    made.setProperty("flat", "true")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setToolTip(tip)
    made.setAccessibleName(tip)
    made.clicked.connect(lambda _checked=False: then())
    return made


def toggle(text: str, tip: str, *, on: bool = False) -> QToolButton:
    """A pill that shows and hides a part of the window."""
    made = ToolButton()
    made.setText(text)
    made.setToolTip(tip)
    made.setAccessibleName(tip)
    made.setCheckable(True)
    made.setChecked(on)
    made.setProperty("pill", "true")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made


def allow(widget: QWidget, why_not: str, tip: str = "") -> None:
    """Enable a button, or disable it and say why; its keys go on to the place around it."""
    if why_not:
        hand_on(widget)
    widget.setEnabled(not why_not)
    widget.setToolTip(why_not or tip)
    widget.setAccessibleDescription(why_not)


def if_there(widget: QWidget, then: Callable[[T], object]) -> Callable[[T], None]:
    """``then``, unless the widget is gone by then: a dialog can be closed while a verb still runs for it."""

    def call(value: T) -> None:
        if isValid(widget):
            then(value)

    return call


class Elided(QLabel):
    """One line that ends in … where there is no room; the tooltip has the whole."""

    def __init__(self, text: str = "", *, muted: bool = False, spread: bool = True) -> None:
        """``spread``: it takes all the room that it can have; else only what its words need."""
        super().__init__(text)
        self.setProperty("muted", "true" if muted else "false")
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding if spread else policy.Preferred, policy.Preferred)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(6 * GRID, super().minimumSizeHint().height())

    def say(self, text: str, tip: str = "") -> None:
        self.setText(text)
        self.setToolTip(tip or text)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        if not self.toolTip() and event.size().width() < self.sizeHint().width():
            self.setToolTip(self.text())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.style().drawItemText(
            painter, self.rect(), int(self.alignment()), self.palette(), self.isEnabled(), shown, self.foregroundRole()
        )


class Empty(QWidget):
    """What an empty view teaches: what belongs here, and the one thing to do."""

    def __init__(self, title: str, text: str, action: QPushButton | None = None) -> None:
        super().__init__()
        self.title = heading(title)
        self.text = muted(text, wrap=True)
        layout = QVBoxLayout(self)
        layout.setSpacing(2 * GRID)
        layout.addStretch(2)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        if action is not None:
            layout.addSpacing(GRID)
            layout.addLayout(row(1, action, 1))
        layout.addStretch(3)


def origin_words(origin: Origin) -> str:
    words = {
        Origin.CLIENT: QCoreApplication.translate("Words", "client"),
        Origin.OPPOSING: QCoreApplication.translate("Words", "opposing side"),
        Origin.COURT: QCoreApplication.translate("Words", "court"),
        Origin.THIRD_PARTY: QCoreApplication.translate("Words", "third party"),
        Origin.AUTHORITY: QCoreApplication.translate("Words", "authority"),
        Origin.OWN_WORK: QCoreApplication.translate("Words", "own work"),
    }
    return words[origin]


_OFFICE = {
    "Word": ("docx", "doc"),
    "Excel": ("xlsx", "xls", "xlsb"),
    "PowerPoint": ("pptx", "ppt"),
}
_MAILS, _PICTURES = ("eml", "msg", "mbox"), ("png", "jpeg", "tiff", "gif", "bmp", "webp", "heic")
KINDS = ("pdf", "html", *_MAILS, *_PICTURES, *(kind for kinds in _OFFICE.values() for kind in kinds))
"""The kinds of files that have a word of their own."""


def kind_words(kind: str) -> str:
    """What an exhibit is, for a person, from the kind that intake found."""
    words = {
        QCoreApplication.translate("Words", "mail"): _MAILS,
        QCoreApplication.translate("Words", "picture"): _PICTURES,
        QCoreApplication.translate("Words", "web page"): ("html",),
        "PDF": ("pdf",),
        **_OFFICE,
    }
    return next((said for said, kinds in words.items() if kind in kinds), kind)


def many(count: int, one: str, more: str) -> str:
    """``one`` for 1, else ``more`` with the count in place of its ``{n}``."""
    return one if count == 1 else more.format(n=f"{count:,}")
