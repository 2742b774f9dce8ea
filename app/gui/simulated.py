"""Says, wherever cards are shown, that they are a recording's: nobody may take them for the machine's own."""

from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.gui.desk import Desk


class SimulatedPill(QLabel):
    """Hidden on a real machine."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("Simulated cards"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setVisible(False)
        self._desk = desk
        desk.theme_changed.connect(lambda _theme: self._colour())
        self._colour()

    def say(self, simulated: str) -> None:
        """``simulated``: where the cards come from, in a sentence; empty for this machine's."""
        self.setVisible(bool(simulated))
        self.setToolTip(simulated)

    def _colour(self) -> None:
        theme = self._desk.theme
        self.setStyleSheet(
            f"background: {theme.amber_ground}; color: {theme.amber}; border-radius: 9px; padding: 2px 8px;"
        )
