"""A row for each card of a board, painted: its number, its memory as a bar, its load, its temperature."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.domain.gpu import card_faults
from app.gui.card_words import card_tip, cards_words
from app.gui.desk import Desk
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.sights import CardSight

_ROW = 4 * GRID
_NUMBER, _LOAD, _HEAT = 6 * GRID, 10 * GRID, 10 * GRID


class CardRows(QWidget):
    """One widget for all cards of a board: twelve cards looked at each second must cost nothing. Hidden without any."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.sights: tuple[CardSight, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVisible(False)
        desk.theme_changed.connect(lambda _theme: self.update())

    def show_cards(self, sights: "tuple[CardSight, ...]") -> None:
        if sights == self.sights:
            return
        grown = len(sights) != len(self.sights)
        self.sights = sights
        self.setAccessibleName(self.tr("Cards"))
        self.setAccessibleDescription(cards_words(sights))
        self.setVisible(bool(sights))
        if grown:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(40 * GRID, _ROW * len(self.sights))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(30 * GRID, _ROW * len(self.sights))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = event.pos().y() // _ROW
            if 0 <= at < len(self.sights):
                QToolTip.showText(event.globalPos(), card_tip(self.sights[at]), self)
                return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        for at, sight in enumerate(self.sights):
            self._paint(painter, QRect(0, at * _ROW, self.width(), _ROW), sight)
        painter.end()

    def _paint(self, painter: QPainter, place: QRect, sight: "CardSight") -> None:
        theme, reading = self._desk.theme, sight.reading
        wrong = bool(card_faults(reading)) or reading.lost
        painter.setPen(QColor(theme.amber if wrong else theme.muted))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        sign = " !" if wrong else ""
        painter.drawText(place, int(left), f"{reading.card.index}{sign}")
        if reading.lost:
            painter.drawText(place, int(right), self.tr("doesn't answer"))
            return
        load = "–" if reading.load is None else f"{round(reading.load * 100)} %"
        heat = "–" if reading.temperature is None else f"{reading.temperature} °C"
        painter.drawText(place, int(right), heat)
        painter.drawText(place.adjusted(0, 0, -_HEAT, 0), int(right), load)
        bar = QRect(
            place.left() + _NUMBER, place.center().y() - 2, place.width() - _NUMBER - _LOAD - _HEAT - 2 * GRID, 6
        )
        painter.fillRect(bar, QColor(theme.line))
        usable = max(reading.card.usable, 1)
        used = min((reading.memory_used or 0) / usable, 1.0)
        ours = used if sight.ours is None else min(sight.ours / usable, used)
        painter.fillRect(_part(bar, used), QColor(theme.muted))
        painter.fillRect(_part(bar, ours), QColor(theme.accent))


def _part(bar: QRect, share: float) -> QRect:
    return QRect(bar.left(), bar.top(), round(bar.width() * share), bar.height())
