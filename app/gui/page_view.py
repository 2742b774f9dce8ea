"""One page of an exhibit: its picture, its words, and boxes on it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QImage, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app import actions
from app.domain.errors import AppError
from app.domain.evidence import Box
from app.events import MatterChanged
from app.gui.desk import Desk
from app.gui.page_canvas import PageCanvas, Sheet
from app.gui.page_fit import PAPER, ZOOMS, fit_page
from app.gui.page_keys import STEP, bind_keys, open_menu
from app.gui.page_labels import about_page, how_read
from app.gui.page_pictures import PagePictures, Wish
from app.gui.page_words import found_boxes
from app.gui.parts import INSIDE, Elided, flat, heading, pill, row
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.exhibit_list import ReadPage


class PageView(QWidget):
    """Shows a page of the open matter. Keys: PageUp, PageDown, Ctrl and plus, minus, 0, 8, 9, A, C."""

    page_shown = Signal(str, int)  # exhibit, page: its words are there, its picture may be on the way

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._read: ReadPage | None = None
        self._asked: tuple[str, int] | None = None
        self._words_sought: str | None = None
        self._fit, self._entered = "width", False
        self._pictures = PagePictures(desk, self)
        self._soon = QTimer(self, singleShot=True, interval=60)
        self._soon.timeout.connect(self._fetch)
        self._build()
        bind_keys(self, self)
        desk.matter_opened.connect(lambda _name: self.clear())
        desk.bridge.changed.connect(self._hear)
        self.clear()

    @property
    def bates(self) -> str | None:
        return None if self._read is None else self._read.bates

    @property
    def page_of_view(self) -> tuple[str, int] | None:
        """Exhibit and page that are shown; None for none."""
        return None if self._read is None else (self._read.exhibit.id, self._read.page)

    def show_page(self, exhibit: str, page: int, words: str | None = None) -> None:
        """Show a page of the open matter; boxes of the page before are gone. ``words``: boxed where they stand."""
        self._asked, self._words_sought = (exhibit, page), words
        self.canvas.show_boxes([])
        if self.page_of_view == (exhibit, page):
            self._box_words()
            return
        self._describe(exhibit, page)

    def _describe(self, exhibit: str, page: int) -> None:
        matter = self._desk.matter

        def then(read: "ReadPage") -> None:
            if (self._desk.matter, self._asked) == (matter, (exhibit, page)):
                self._take(read)

        def otherwise(error: AppError) -> None:
            if (self._desk.matter, self._asked) == (matter, (exhibit, page)):
                self._complain(error)

        self._desk.starter.start(
            lambda bench: actions.pictures.describe_page(bench, matter, exhibit, page), then, otherwise=otherwise
        )

    def set_boxes(self, boxes: list[tuple[Box, str]]) -> None:
        """Boxes on the page that is shown; kinds: ``support``, ``contradict``, ``place``, ``hit``."""
        self.canvas.show_boxes(boxes)
        if boxes:
            self._reveal(boxes[0][0])

    def clear(self, text: str = "") -> None:
        """Show no page; ``text`` says why, or what to do."""
        self._asked = self._read = None
        self.canvas.show_boxes([])
        self.canvas.show_sheet(None, None)
        self.title.setText(self.tr("Page"))
        self.about.say("")
        self.number.setVisible(False)
        self.foot.say("")
        self._note(text or self.tr("Choose an exhibit to see its pages here."))
        self._refresh_buttons()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a point of the canvas, else about the middle of what is seen."""
        self._fit = ""
        self._show_bar(on=True)
        self._zoom_to(self.canvas.zoom * factor, at)

    def fit(self, how: str) -> None:
        """As ``fit_page`` has it; kept while the view changes its size."""
        self._fit = how
        self._apply_fit()

    def enter(self) -> None:
        """Put the keyboard on the page, once it is there."""
        self._entered = self.canvas.sheet is None
        if not self._entered:
            self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def turn(self, by: int) -> None:
        """To the page that many further on, or back."""
        if self._read is None or self._asked is None:
            return
        page = min(max(self._asked[1] + by, 1), self._read.exhibit.pages)
        if page != self._asked[1]:
            self.show_page(self._asked[0], page, self._words_sought)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        self._apply_fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        if isinstance(event, QWheelEvent) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            at = self.canvas.mapFromGlobal(event.globalPosition())
            self.zoom_by(STEP if event.angleDelta().y() > 0 else 1 / STEP, at)
            return True
        if event.type() is QEvent.Type.Resize and watched is self.scroller.viewport():
            self._apply_fit()
        return super().eventFilter(watched, event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  (Qt's name)
        open_menu(self, self, event.globalPos())

    def copy_cited(self) -> None:
        """The selected words in quotation marks with the page's Bates number, to the clipboard."""
        text = " ".join(self.canvas.selected_text().split())
        if text and self.bates:
            QApplication.clipboard().setText(f"“{text}” ({self.bates})")

    def _build(self) -> None:
        self.title, self.about, self.number = heading(), Elided(muted=True), pill()
        self.canvas = PageCanvas()
        self.scroller = QScrollArea()
        self.scroller.setProperty("ring", "true")
        self.canvas.entered.connect(self._ring)
        self.scroller.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.scroller.setWidget(self.canvas)
        self.scroller.viewport().installEventFilter(self)
        self.scroller.viewport().setAutoFillBackground(False)
        self.message = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.message.setProperty("muted", "true")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        self.stack.addWidget(self.scroller)
        self.foot = Elided(muted=True)
        self.back = flat(self.tr("Back"), lambda: self.turn(-1), self.tr("Page before (PageUp)"))
        self.on = flat(self.tr("Next"), lambda: self.turn(1), self.tr("Next page (PageDown)"))
        self.smaller = flat("−", lambda: self.zoom_by(1 / STEP), self.tr("Make the page smaller (Ctrl+−)"))
        self.percent = flat("100 %", lambda: self.fit("full"), self.tr("Show the page in its natural size (Ctrl+0)"))
        self.larger = flat("+", lambda: self.zoom_by(STEP), self.tr("Make the page larger (Ctrl++)"))
        wide = self.tr("Fit the page's width, or its words' width where that would be too small to read (Ctrl+8)")
        self.wide = flat(self.tr("Width"), lambda: self.fit("width"), wide)
        self.whole = flat(self.tr("Page"), lambda: self.fit("page"), self.tr("Show the whole page (Ctrl+9)"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, INSIDE, INSIDE, 2 * GRID)
        layout.setSpacing(2 * GRID)
        layout.addLayout(row(self.title, self.about, self.number))
        layout.addWidget(self.stack, 1)
        layout.addLayout(row(self.foot, self.back, self.on, spacing=0))
        layout.addLayout(row(1, self.smaller, self.percent, self.larger, self.wide, self.whole, spacing=0))

    def _hear(self, fact: MatterChanged) -> None:
        """A page that is shown before it was read or numbered is told anew once it is."""
        read = self._read
        if read is None or fact.matter != self._desk.matter or self._asked != self.page_of_view:
            return
        now_read = fact.verb == "read" and read.read is None and fact.detail["exhibit"] == read.exhibit.label
        if now_read or (fact.verb == "bates assign" and read.bates is None):
            self._describe(read.exhibit.id, read.page)

    def _take(self, read: "ReadPage") -> None:
        same = self.page_of_view == (read.exhibit.id, read.page)
        self._read = read
        width, height = (read.width, read.height) if read.width else PAPER
        self.title.setText(read.exhibit.label)
        self.about.say(about_page(read), read.exhibit.title)
        self.number.setText(read.bates or "")
        self.number.setVisible(bool(read.bates))
        self.foot.say(how_read(read), "\n".join(read.warnings))
        sheet = Sheet(width, height, read.words, read.text)
        self.canvas.renew(sheet, same=same)
        self.stack.setCurrentWidget(self.scroller)
        if not same:  # else somebody looks at it: it stays as it is, though its words have been read meanwhile
            self._apply_fit()
        if not (same or self.canvas.boxes):
            self.scroller.verticalScrollBar().setValue(0)
        self._box_words()
        self._refresh_buttons()
        if self._entered:
            self.enter()
        self._fetch()
        self.page_shown.emit(read.exhibit.id, read.page)

    def _fetch(self) -> None:
        """The picture for the page and zoom that are shown now, at the screen's own dots."""
        read, matter = self._read, self._desk.matter
        if read is None or self._asked != self.page_of_view:
            return
        scale = round(self.canvas.factor * self.devicePixelRatioF(), 3)
        wish = Wish(matter, read.exhibit.id, read.page, scale)
        if (image := self._pictures.kept(wish)) is not None:
            self.canvas.show_image(image)
            return

        def then(image: QImage) -> None:
            if self._read is read:
                self._fit_to_picture(image, scale)
                self.canvas.show_image(image)

        def otherwise(error: AppError) -> None:
            if self._read is read:
                self._complain(error)

        self._pictures.fetch(wish, then, otherwise)

    def _fit_to_picture(self, image: QImage, scale: float) -> None:
        """A page that isn't read has no size yet: its picture says it."""
        if self._read is not None and not self._read.width and self.canvas.sheet is not None:
            self.canvas.show_sheet(Sheet(image.width() / scale, image.height() / scale, (), ""), image)
            self._apply_fit()

    def _box_words(self) -> None:
        if self._read is not None and self._words_sought:
            boxes = found_boxes(self._read.text, self._read.words, self._words_sought)
            self.set_boxes([(box, "hit") for box in boxes])

    def _reveal(self, box: Box) -> None:
        middle = self.canvas.rect_of(box).center()
        # a page that fits stands still sideways
        self.scroller.ensureVisible(round(middle.x()), round(middle.y()), 0 if self._fit else 80, 120)

    def _complain(self, error: AppError) -> None:
        self._note(f"{error.what}\n{error.why}\n{error.remedy}".strip())

    def _note(self, text: str) -> None:
        self.message.setText(text)
        self.stack.setCurrentWidget(self.message)

    def _apply_fit(self) -> None:
        sheet = self.canvas.sheet
        if sheet is None or not self._fit:
            return
        # the room without the bar at the side, whether it is there or not: else the two would chase each other
        room = self.scroller.maximumViewportSize() - QSize(self.scroller.verticalScrollBar().sizeHint().width(), 0)
        fit = fit_page(self._fit, sheet, room)
        self._show_bar(on=fit.left is None)
        self._zoom_to(fit.zoom)
        if fit.left is not None:
            self.scroller.horizontalScrollBar().setValue(round(fit.left * self.canvas.factor))
        if self.canvas.boxes:
            self._reveal(self.canvas.boxes[0][0])

    def _ring(self, on: bool) -> None:
        self.scroller.setProperty("ringed", "true" if on else "false")
        self.scroller.style().polish(self.scroller)
        self.scroller.update()

    def _show_bar(self, *, on: bool) -> None:
        """The bar below; none where only empty margins are out of sight."""
        policy = Qt.ScrollBarPolicy
        self.scroller.setHorizontalScrollBarPolicy(policy.ScrollBarAsNeeded if on else policy.ScrollBarAlwaysOff)

    def _zoom_to(self, zoom: float, at: QPointF | None = None) -> None:
        zoom = min(max(zoom, ZOOMS[0]), ZOOMS[1])
        before = self.canvas.zoom
        if abs(zoom / before - 1) > 0.001:
            bars = (self.scroller.horizontalScrollBar(), self.scroller.verticalScrollBar())
            middle = self.scroller.viewport().rect().center()
            seen = at or QPointF(self.canvas.mapFrom(self.scroller.viewport(), middle))
            self.canvas.show_zoom(zoom)
            moved = QPoint(round(seen.x() * (zoom / before - 1)), round(seen.y() * (zoom / before - 1)))
            bars[0].setValue(bars[0].value() + moved.x())
            bars[1].setValue(bars[1].value() + moved.y())
            self._soon.start()
        self.percent.setText(f"{zoom * 100:.0f} %")

    def _refresh_buttons(self) -> None:
        page, pages = (self._read.page, self._read.exhibit.pages) if self._read else (0, 0)
        self.back.setEnabled(page > 1)
        self.on.setEnabled(page < pages)
        for zoom in (self.smaller, self.percent, self.larger, self.wide, self.whole):
            zoom.setEnabled(page > 0)
