"""The panels at the sides: they fold in a narrow window, so that the draft and its source have the room."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.gui.state import WindowState
from app.gui.theme import GAP

NARROW = 1560
"""Pixels of the window below which both are folded, unless the person wants one there too."""


@dataclass
class _Wanted:
    wide: bool = True
    narrow: bool = False


class Folding(QObject):
    """Each panel is shown or hidden as the person wants it, which is remembered apart for wide and narrow windows.

    ``changed``: name of the panel, whether it is shown now.
    """

    changed = Signal(str, bool)

    def __init__(self, panels: Mapping[str, QWidget], middle: QWidget, parent: QObject) -> None:
        """``middle``: what is between them, and needs its room first."""
        super().__init__(parent)
        self._panels, self._middle = dict(panels), middle
        self._wanted = {name: _Wanted() for name in panels}
        self._is_narrow = False
        self._width = NARROW
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(lambda: self.fit(self._width))
        middle.installEventFilter(self)
        self._needed: set[str] = set()

    def fit(self, width: int) -> None:
        """The window has another width."""
        self._width = width
        needed = sum(part.minimumSizeHint().width() for part in (self._middle, *self._panels.values()))
        narrow = width < max(NARROW, needed + 2 * (len(self._panels) + 1) * GAP)
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self._apply()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        if event.type() is QEvent.Type.LayoutRequest:
            self._soon.start()  # what is in the middle may need more room now
        return super().eventFilter(watched, event)

    def need(self, name: str, *, on: bool) -> None:
        """A panel without which a person couldn't go on, like the matters while none is open, is shown in any case."""
        self._needed.add(name) if on else self._needed.discard(name)
        self._apply()

    def toggle(self, name: str) -> None:
        self.show(name, on=self._panels[name].isHidden())

    def show(self, name: str, *, on: bool) -> None:
        """What the person wants, for windows as wide as this one."""
        self._needed.discard(name)
        wanted = self._wanted[name]
        if self._is_narrow:
            wanted.narrow = on
        else:
            wanted.wide = on
        self._apply()

    def standing(self) -> dict[str, bool]:
        """What ``restore`` needs."""
        wide = {name: wanted.wide for name, wanted in self._wanted.items()}
        return {**wide, **{f"{name} narrow": wanted.narrow for name, wanted in self._wanted.items()}}

    def restore(self, state: WindowState) -> None:
        for name in self._wanted:
            self._wanted[name] = _Wanted(state.flag(name, default=True), state.flag(f"{name} narrow", default=False))
        self._apply()

    def _apply(self) -> None:
        for name, panel in self._panels.items():
            wanted = self._wanted[name]
            on = name in self._needed or (wanted.narrow if self._is_narrow else wanted.wide)
            panel.setVisible(on)
            self.changed.emit(name, on)
