"""Where Tab goes: through all that takes keys in a window, in reading order, and round again.

Qt's own chain is the order in which widgets were made or moved under another parent. With sections that are made
bit by bit, and that give their keys to a heart of theirs (``focus``), it leaves parts out and ends in itself.
"""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)

_WHOLE = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QAbstractItemView, QTextEdit, QPlainTextEdit)
"""Controls that are one stop, whatever Qt has put into them."""


def stops(window: QWidget) -> list[QWidget]:
    """All that Tab visits in ``window``: left to right in a row, rows from top to bottom, one container after another.

    The part that has the keys is among them even while it is being hidden or disabled: from it the keys go on.
    """
    current = window.focusWidget()
    return [part for part in _inside(window, current) if part is current or _takes_tab(part)]


def go_on(window: QWidget, *, forward: bool) -> bool:
    """Put the keys on the next stop, or the one before; False where there is no other."""
    there, current = stops(window), window.focusWidget()
    if not there or there == [current]:
        return False
    if current in there:
        to = there[(there.index(current) + (1 if forward else -1)) % len(there)]
    else:
        to = there[0 if forward else -1]
    to.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    above: QObject | None = to.parent()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(to)
        above = above.parent()
    return True


def _takes_tab(part: QWidget) -> bool:
    # What scrolls the parts that take keys is no stop of its own. Never ask for a focusProxy() here: PySide makes what
    # it gives a child of what was asked, and the viewport of a scroll area takes the area with it when it is collected.
    takes = not isinstance(part, QScrollArea) and bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and part.isEnabled()


def _inside(container: QWidget, current: QWidget | None) -> Iterator[QWidget]:
    if (layout := container.layout()) is not None:
        layout.activate()  # what was just added has its place
    parts = [part for part in container.children() if isinstance(part, QWidget) and _counts(part, current)]
    for part in _in_reading_order(parts):
        yield part
        if not isinstance(part, _WHOLE):
            yield from _inside(part, current)


def _counts(part: QWidget, current: QWidget | None) -> bool:
    holds_keys = current is not None and (part is current or part.isAncestorOf(current))
    return not part.isWindow() and (part.isVisible() or holds_keys)


def _in_reading_order(parts: list[QWidget]) -> list[QWidget]:
    """Those that stand beside each other are a row."""
    rows: list[list[QWidget]] = []
    bottom = 0
    for part in sorted(parts, key=_top_left):
        below = part.y() + part.height()
        if rows and part.y() < bottom:
            rows[-1].append(part)
            bottom = min(bottom, below)
        else:
            rows.append([part])
            bottom = below
    return [part for row in rows for part in sorted(row, key=lambda one: (one.x(), one.y()))]


def _top_left(part: QWidget) -> tuple[int, int]:
    at: QPoint = part.pos()
    return at.y(), at.x()
