"""The command palette: every action of the window by name, with its shortcut; a disabled one says why."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QListWidget,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from app.gui.fields import Field
from app.gui.list_rows import Beside, add_row
from app.gui.parts import muted
from app.gui.theme import GRID

_OWN_KEYS = QKeySequence("Ctrl+K")
_SAME, _WHOLE, _BEGIN, _FIRST, _PART, _LETTERS = 9, 7, 5, 1, 3, 1
_LONGEST = 12
"""Letters beyond which nobody abbreviates."""
_WORDS = re.compile(r"\w+")
_COUNT = re.compile(r" +[\d,.]+$")
_KEYS = re.compile(r"(.*?) *\(((?:(?:Ctrl|Alt|Shift)\+)*(?:F\d+|Page\w+|Enter|Esc|.)(?:, [^()]+)?)\)$")


@dataclass(frozen=True)
class Entry:
    """``why_not``: why it can't be done now; empty where it can."""

    name: str
    shortcut: str
    why_not: str
    do: Callable[[], object]


def score(query: str, name: str) -> int | None:
    """How well the words of ``query`` fit ``name``; None where they don't.

    The name itself is best, then its beginning, whole words, beginnings of words, and parts of words. Last come
    letters that stand for words: each begins one or follows the letter before it (``exwo`` for ``Export working``).
    """
    sought, name = _WORDS.findall(query.casefold()), name.casefold()
    there = _WORDS.findall(name)
    if not sought:
        return _LETTERS
    if " ".join(sought) == " ".join(there):
        return _SAME
    bonus = _FIRST if " ".join(there).startswith(" ".join(sought)) else 0
    if all(word in there for word in sought):
        return _WHOLE + bonus
    if all(any(one.startswith(word) for one in there) for word in sought):
        return _BEGIN + bonus
    if all(any(word in one for one in there) for word in sought):
        return _PART
    return _LETTERS if _stands_for("".join(sought), there) else None


def _stands_for(letters: str, words: Sequence[str]) -> bool:
    """Whether ``letters`` are made of beginnings of some of ``words``, in their order."""
    if not letters or len(letters) > _LONGEST:
        return not letters
    for n, word in enumerate(words):
        for length in range(min(len(word), len(letters)), 0, -1):
            if word.startswith(letters[:length]) and _stands_for(letters[length:], words[n + 1 :]):
                return True
    return False


def matching(query: str, entries: Iterable[Entry]) -> list[Entry]:
    """The entries that fit, the best first; without a query all, as they come."""
    scored = [(score(query, entry.name), n, entry) for n, entry in enumerate(entries)]
    fitting = [(-found, n, entry) for found, n, entry in scored if found is not None]
    return [entry for *_, entry in sorted(fitting, key=lambda one: one[:2])]


def entries_of(window: QMainWindow) -> list[Entry]:
    """The window's own actions, then every button that can be seen and isn't one of them."""
    found = [_of_action(action) for action in window.actions() if action.text() and action.shortcut() != _OWN_KEYS]
    known = {_same(entry.name) for entry in found}
    pressed = {action.data() for action in window.actions() if isinstance(action.data(), QAbstractButton)}
    for button in window.findChildren(QAbstractButton):
        name, keys = name_of(button)
        if button.isVisible() and button not in pressed and len(name) > 1 and _same(name) not in known:
            known.add(_same(name))
            why = "" if button.isEnabled() else button.toolTip() or _not_now()
            found.append(Entry(name, keys, why, button.click))
    return found


def _same(name: str) -> str:
    """``New matter…`` and ``New matter`` are one thing, and so are ``Drafts`` and ``Drafts 12``."""
    return _COUNT.sub("", name).rstrip("…").casefold()


def name_of(button: QAbstractButton) -> tuple[str, str]:
    """What a button does, as it is told where the button isn't in sight, and its keys, from the end of its tip."""
    said, keys = _split(button.accessibleName() or button.text())
    return said, keys or _split(button.toolTip())[1]


def _split(text: str) -> tuple[str, str]:
    """``Next page (PageDown)`` is ``Next page`` and ``PageDown``."""
    plain = " ".join(text.replace("&", "").split())
    found = _KEYS.match(plain)
    return (found[1], found[2]) if found else (plain, "")


def _of_action(action: QAction) -> Entry:
    keys = action.shortcut().toString() or str(action.property("keys") or "")
    return Entry(action.text(), keys, why_not(action), action.trigger)


def why_not(action: QAction) -> str:
    """Why an action can't be done now: of one that presses a button, what the button says."""
    presses = action.data()
    if callable(presses):
        return str(presses())
    if not isinstance(presses, QAbstractButton):
        return "" if action.isEnabled() else action.toolTip()
    if not presses.isVisible():
        return str(action.statusTip()) or _not_now()
    return "" if presses.isEnabled() else presses.toolTip() or _not_now()


def _not_now() -> str:
    return QCoreApplication.translate("Palette", "not now")


class Palette(QFrame):
    """Type, choose with the arrow keys, Enter does it, Escape closes. A part of the window, so that every desktop puts
    it where it belongs and the keyboard comes back to where it was."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._entries: list[Entry] = []
        self._before: QWidget | None = None
        self.setProperty("panel", "true")
        self.hide()
        self.line = Field()
        self.line.setPlaceholderText(self.tr("What do you want to do?"))
        self.line.setAccessibleName(self.line.placeholderText())
        self.list = QListWidget()
        Beside(self.list)
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        layout.setSpacing(2 * GRID)
        self.none = muted(self.tr("No command has these words. Search finds words of the matter (Ctrl+F)."), wrap=True)
        layout.addWidget(self.line)
        layout.addWidget(self.list)
        layout.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        # before the line loses the keyboard to the list
        self.list.itemPressed.connect(lambda _item: self._do())
        self.list.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def ask(self) -> None:
        self._entries = entries_of(self._window)
        self.line.clear()
        self._fill("")
        self._before = QApplication.focusWidget()
        width = min(140 * GRID, self._window.width() - 8 * GRID)
        self.setGeometry((self._window.width() - width) // 2, 12 * GRID, width, 100 * GRID)
        self.show()
        self.raise_()
        self.line.setFocus()

    def leave(self) -> None:
        """Close, and give the keyboard back."""
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        if watched is self.line and event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
            key = Qt.Key(event.key())
            if key in steps:
                self._step(steps[key])
                return True
            if key == Qt.Key.Key_Escape:
                self.leave()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._do()
                return True
        return super().eventFilter(watched, event)

    def _fill(self, query: str) -> None:
        self.list.clear()
        for entry in matching(query, self._entries):
            add_row(self.list, entry, entry.name, entry.why_not or entry.shortcut, dim=bool(entry.why_not))
        self.list.setCurrentRow(0)
        self.list.setVisible(self.list.count() > 0)
        self.none.setVisible(not self.list.count())

    def _step(self, by: int) -> None:
        last = self.list.count() - 1
        self.list.setCurrentRow(max(0, min(last, self.list.currentRow() + by)))

    def _do(self) -> None:
        item = self.list.currentItem()
        entry = item.data(Qt.ItemDataRole.UserRole) if self.list.count() else None
        if not isinstance(entry, Entry) or entry.why_not:
            return
        self.leave()
        entry.do()
