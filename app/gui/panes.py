"""The panes that stand beside each other, made wider and narrower by keys."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

_STEP = 48
"""Pixels a press."""


def widen(way: int) -> None:
    """Make the pane that has the keys wider (1) or narrower (-1); what stands beside it gives or takes the room."""
    pane: QWidget | None = QApplication.focusWidget()
    while pane is not None:
        beside = pane.parentWidget()
        across = isinstance(beside, QSplitter) and beside.orientation() is Qt.Orientation.Horizontal
        if isinstance(beside, QSplitter) and across and _move(beside, pane, way * _STEP):
            return
        pane = beside


def _move(splitter: QSplitter, pane: QWidget, by: int) -> bool:
    """False where no pane beside it is shown."""
    sizes = splitter.sizes()
    parts = [part for n in range(splitter.count()) if (part := splitter.widget(n)) is not None]
    shown = [part for part in parts if not part.isHidden()]
    if pane not in shown or len(shown) < 2:
        return False
    here = shown.index(pane)
    other = shown[here + 1] if here + 1 < len(shown) else shown[here - 1]
    at, beside = parts.index(pane), parts.index(other)
    by = min(by, sizes[beside] - other.minimumSizeHint().width())
    sizes[at] += by
    sizes[beside] -= by
    splitter.setSizes(sizes)
    return True
