"""The three panes of the review: how wide each is, which are shown, and how they come back at the next start."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.gui.theme import GAP

_WIDTHS = {"claims": 265, "draft": 520, "source": 368}
_LEAST_DRAFT = 0.25
"""Part of the whole width below which a draft can't be read."""


class Panes(QSplitter):
    """The panes by their names, the draft in the middle."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHandleWidth(GAP)
        self.setChildrenCollapsible(False)
        self._panes: dict[str, QWidget] = {}
        self._wide: dict[str, int] = {}
        """How wide a pane that is hidden was."""
        self._kept: list[int] | None = list(_WIDTHS.values())
        """The widths to begin with, until the panes are seen: what Qt says of them before is none of theirs."""

    def put(self, name: str, pane: QWidget, stretch: int) -> None:
        self._panes[name] = pane
        self.addWidget(pane)
        self.setStretchFactor(self.count() - 1, stretch)

    def show_pane(self, pane: QWidget, *, on: bool) -> None:
        """Hide a pane, or bring it back as wide as it was; the draft gives or takes the room."""
        name = next(name for name, one in self._panes.items() if one is pane)
        sizes = self.sizes()
        at, middle = self.indexOf(pane), self.indexOf(self._panes["draft"])
        if not on:
            self._wide[name] = sizes[at]
        pane.setVisible(on)
        wide = self._wide.get(name, pane.sizeHint().width()) if on else 0
        sizes[middle] += sizes[at] - wide
        sizes[at] = wide
        self.setSizes(sizes)

    def standing(self) -> dict[str, Any]:
        """What ``restore`` needs."""
        hidden = [name for name, pane in self._panes.items() if pane.isHidden()]
        return {"sizes": self._kept or self.sizes(), "hidden": hidden, "widths": self._wide}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """KeyError, TypeError or ValueError: it was not kept by ``standing``; nothing changes then. Widths that leave
        the draft too narrow to be read aren't used."""
        sizes = [int(size) for size in kept["sizes"]]
        hidden, wide = set(kept["hidden"]), {str(name): int(width) for name, width in kept["widths"].items()}
        self._wide |= wide
        for name, pane in self._panes.items():
            pane.setVisible(name not in hidden or name == "draft")
        if len(sizes) == len(self._panes) and sizes[1] > _LEAST_DRAFT * sum(sizes):
            self._kept = sizes
            if self.isVisible():
                self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        super().showEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """As it was kept, now that the panes have their room."""
        if self._kept is not None:
            self.setSizes(self._kept)
        self._kept = None
