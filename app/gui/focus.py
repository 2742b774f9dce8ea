"""Where the keyboard goes when a person goes to a part of the window, and when a part that has it goes away."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget
from shiboken6 import isValid


def heart_of(place: QWidget | None) -> QWidget | None:
    """Where the keys of ``place`` belong: its list or its text."""
    while place is not None and (deeper := place.focusProxy()) is not None:
        place = deeper
    return place


def enter(place: QWidget | None) -> None:
    """Put the keyboard on the heart of ``place``; where that is out of sight and there is one thing to do (the button
    in the accent), on that; a place without a heart gives it to the first part that takes it."""
    if place is None:
        return
    heart = heart_of(place) or place
    there = [part for part in place.findChildren(QWidget) if _takes_keys(part)]
    first = [part for part in there if isinstance(part, QPushButton) and part.property("primary") == "true"]
    if heart is not place and (_takes_keys(heart) or not first):
        # one that isn't seen yet has the keys as soon as it is
        heart.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return
    (first or there or [place])[0].setFocus(Qt.FocusReason.ShortcutFocusReason)


def _takes_keys(part: QWidget) -> bool:
    return part.isVisible() and part.isEnabled() and bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus)


def hand_on(leaving: QWidget) -> None:
    """Before ``leaving`` is hidden or disabled: if it has the keyboard, the nearest place around it that has a heart
    gets it. Qt itself would give it to whatever comes next, which may lie in any part of the window."""
    focused = QApplication.focusWidget()
    if focused is None or not _within(leaving, focused):
        return
    place = leaving.parentWidget()
    while place is not None:
        heart = heart_of(place)
        if heart is not None and heart is not place and not _within(leaving, heart) and _takes_keys(heart):
            heart.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        place = place.parentWidget()


class Borrowed(QObject):
    """Who had the keyboard before it came into ``part``: it gets it back when what was done there is done.

    ``no_button``: a button doesn't, but the heart of the place around: what was done there ends with Enter, and a
    second Enter must press nothing.
    """

    def __init__(self, part: QWidget, *, no_button: bool = False) -> None:
        super().__init__(part)
        self._no_button = no_button
        self._part = part
        self._before: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and _within(self._part, new) and old is not None and not _within(self._part, old):
            self._before = old

    def give_back(self) -> None:
        """Nothing happens where the keyboard has gone elsewhere by now."""
        focused, before = QApplication.focusWidget(), self._before
        if focused is None or not _within(self._part, focused):
            return
        pressed = self._no_button and isinstance(before, QAbstractButton)
        if before is not None and isValid(before) and _takes_keys(before) and not pressed:
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            hand_on(self._part)


def _within(part: QWidget, one: QWidget) -> bool:
    return part is one or part.isAncestorOf(one)
