"""Where the keyboard goes when a person goes to a part of the window."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget


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
