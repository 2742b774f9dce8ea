"""The page itself: its picture, boxes on it, and the words that are selected with the mouse."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from app.domain.evidence import Box, Word
from app.gui.page_words import lines_of, text_of, word_at
from app.gui.theme import LIGHT

PIXELS_A_POINT = 96 / 72
"""At a zoom of 100 %."""

_PAD = 1.5
_MARKS = {"support": LIGHT.green, "contradict": LIGHT.red, "place": LIGHT.accent, "hit": LIGHT.amber}
"""Pages are white in both themes, so their marks have the light theme's colours."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page to paint: size in points, words and text to select from."""

    width: float
    height: float
    words: tuple[Word, ...]
    text: str


class PageCanvas(QWidget):
    """Paints one page at a zoom, and lets its words be selected."""

    entered = Signal(bool)  # whether it has the keyboard

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet: Sheet | None = None
        self.zoom = 1.0
        self.boxes: list[tuple[Box, str]] = []
        self._image: QImage | None = None
        self._anchor: int | None = None
        self._span: tuple[int, int] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page"))

    @property
    def factor(self) -> float:
        """Pixels (of the window, not of the screen) a point."""
        return self.zoom * PIXELS_A_POINT

    @property
    def has_picture(self) -> bool:
        return self._image is not None

    @property
    def picture_width(self) -> int:
        """Dots across the picture; 0 while there is none."""
        return 0 if self._image is None else self._image.width()

    def show_sheet(self, sheet: Sheet | None, image: QImage | None) -> None:
        """Another page; ``image`` None while its picture is on the way."""
        self.sheet, self._image = sheet, image
        self._anchor = self._span = None
        self._resize()

    def renew(self, sheet: Sheet, *, same: bool) -> None:
        """Another page; or the same one, with words that weren't known before: its picture stays."""
        self.show_sheet(sheet, self._image if same else None)

    def show_image(self, image: QImage) -> None:
        self._image = image
        self.update()

    def show_zoom(self, zoom: float) -> None:
        self.zoom = zoom
        self._resize()

    def show_boxes(self, boxes: list[tuple[Box, str]]) -> None:
        self.boxes = boxes
        self.update()

    def selected_text(self) -> str:
        if self.sheet is None or self._span is None:
            return ""
        return text_of(self.sheet.text, self.sheet.words, *self._span)

    def select_all(self) -> None:
        if self.sheet is not None and self.sheet.words:
            self._select(0, len(self.sheet.words) - 1)

    def rect_of(self, box: Box) -> QRectF:
        """A box of the page in this widget's pixels."""
        f = self.factor
        return QRectF(box.x0 * f, box.y0 * f, (box.x1 - box.x0) * f, (box.y1 - box.y0) * f)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        if self.sheet is None:
            return QSize(0, 0)
        return QSize(round(self.sheet.width * self.factor), round(self.sheet.height * self.factor))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("white"))
        if self._image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(QRectF(self.rect()), self._image)
        painter.setPen(QColor(LIGHT.line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_selection(painter)
        for box, kind in self.boxes:
            self._paint_box(painter, box, kind)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        if event.button() is Qt.MouseButton.LeftButton:
            self._anchor = self._word_under(event.position())
            self._span = None
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        has_words = self.sheet is not None and bool(self.sheet.words)
        self.setCursor(Qt.CursorShape.IBeamCursor if has_words else Qt.CursorShape.ArrowCursor)
        if event.buttons() & Qt.MouseButton.LeftButton and self._anchor is not None:
            here = self._word_under(event.position())
            if here is not None:
                self._select(min(self._anchor, here), max(self._anchor, here))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        here = self._word_under(event.position())
        if here is not None:
            self._anchor = here
            self._select(here, here)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        if event.key() == Qt.Key.Key_Escape and self._span is not None:
            self._span = None
            self.update()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        super().focusInEvent(event)
        self.entered.emit(self.hasFocus())

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        super().focusOutEvent(event)
        self.entered.emit(self.hasFocus())

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            kinds = [k for box, k in self.boxes if self.rect_of(box).contains(QPointF(event.pos()))]
            QToolTip.showText(event.globalPos(), self._says(kinds[0]) if kinds else "", self)
            return True
        return super().event(event)

    def copy(self) -> bool:
        """The selected words to the clipboard; False where none are."""
        text = self.selected_text()
        if text:
            QApplication.clipboard().setText(text)
        return bool(text)

    def _says(self, kind: str) -> str:
        return {
            "support": self.tr("This supports the claim."),
            "contradict": self.tr("This says something else than the claim."),
            "place": self.tr("The value stands here."),
            "hit": self.tr("Found by your search."),
        }[kind]

    def _word_under(self, at: QPointF) -> int | None:
        if self.sheet is None:
            return None
        return word_at(self.sheet.words, at.x() / self.factor, at.y() / self.factor)

    def _select(self, first: int, last: int) -> None:
        self._span = (first, last)
        self.update()

    def _resize(self) -> None:
        self.resize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def _paint_selection(self, painter: QPainter) -> None:
        if self.sheet is None or self._span is None:
            return
        colour = QColor(LIGHT.accent)
        colour.setAlpha(70)
        for box in lines_of(self.sheet.words, *self._span):
            painter.fillRect(self.rect_of(box), colour)

    def _paint_box(self, painter: QPainter, box: Box, kind: str) -> None:
        """Kinds differ in their line too, never by colour alone."""
        colour = QColor(_MARKS[kind])
        ground = QColor("#FFD84D") if kind == "hit" else QColor(colour)
        ground.setAlpha(90 if kind == "hit" else 22)
        pen = QPen(colour, {"contradict": 2.4, "hit": 0.8}.get(kind, 1.4))
        if kind == "place":
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(ground)
        pad = _PAD * self.factor
        painter.drawRoundedRect(self.rect_of(box).adjusted(-pad, -pad, pad, pad), 3, 3)
