"""Words in at most two lines, for a place whose height doesn't change."""

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget

from app.gui.parts import Elided

_LINES = 2


class TwoLines(Elided):
    """What has no room ends in a …; ``cut`` tells whether that is so, and the tooltip has the whole."""

    cut_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__()
        self.setParent(parent)
        self.cut = False
        self._shown: list[str] = []

    def say(self, text: str, tip: str = "") -> None:
        super().say(text, tip)
        self._lay_out()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        metrics = self.fontMetrics()
        wide = max((metrics.horizontalAdvance(line) for line in self.text().split("\n")), default=0)
        return QSize(wide // _LINES + 10, _LINES * metrics.lineSpacing())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        high = self.fontMetrics().lineSpacing()
        top = (self.height() - high * len(self._shown)) / 2 + self.fontMetrics().ascent()
        for n, line in enumerate(self._shown):
            painter.drawText(QPointF(0, top + n * high), line)

    def _lay_out(self) -> None:
        """Where its lines break at this width."""
        text, room = self.text().replace("\n", "\u2028"), self.width()
        layout = QTextLayout(text, self.font())
        layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
        layout.beginLayout()
        starts: list[int] = []
        while len(starts) <= _LINES and (line := layout.createLine()).isValid():
            line.setLineWidth(max(room, 1))
            starts.append(line.textStart())
        layout.endLayout()
        cut = len(starts) > _LINES
        self._shown = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)][:_LINES]
        if cut:
            rest = text[starts[_LINES - 1] :].replace("\u2028", " ")
            self._shown[-1] = self.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideRight, room)
        self._shown = [line.strip("\u2028 ") for line in self._shown]
        if cut != self.cut:
            self.cut = cut
            self.cut_changed.emit(cut)
        self.update()
