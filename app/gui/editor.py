"""The draft as a real editor: numbered paragraphs in a serif, every claim marked where it stands."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QToolTip, QWidget

from app.domain.claim import Verdict
from app.gui import editor_paint as paint
from app.gui.editor_fill import Filler
from app.gui.editor_marks import Mark, Marks
from app.gui.editor_text import EditedText, changed_span
from app.gui.fields import FilesPass
from app.gui.pasted import pasted
from app.gui.review_words import tooltip
from app.gui.theme import Theme, reading_font

_AROUND = 40
"""Pixels of text that stay visible above and below a claim that was gone to."""
_COLUMN = 860
"""Pixels of the widest column of text, gutter and margin included: longer lines are hard to read."""


class DraftEditor(FilesPass, QTextEdit):
    """Shows ``EditedText.raw``, one paragraph a block. It knows marks, nothing of where they come from."""

    edited = Signal(object)  # EditedText, after each change of the words
    claim_clicked = Signal(object)  # Verdict that the cursor was put into
    paragraph_entered = Signal(int)
    attack_clicked = Signal(int)  # paragraph whose flag was clicked
    filled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.now = EditedText("")
        self.marks = Marks()
        self.attacks: Mapping[int, bool] = {}
        self._selected: Verdict | None = None
        self._revision = -1
        self.filler = Filler(self, self._full, self._changed)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QTextEdit { border: none; padding: 0; }")
        self.setFont(reading_font())
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Draft"))
        self.viewport().setMouseTracking(True)
        self.textChanged.connect(self._changed)
        self.cursorPositionChanged.connect(self._moved)

    # what is shown

    def fill(self, raw: str) -> None:
        """Show other words, with an undo history of their own; long ones come in pieces, then ``filled``."""
        self.setUndoRedoEnabled(False)
        self.setReadOnly(True)
        self.clear()
        self.marks = Marks()
        self._selected = None
        QTextCursor(self.document()).setBlockFormat(paint.paragraph_format())
        self.filler.put(raw)

    def _full(self) -> None:
        self.now = EditedText(self._raw())
        self._revision = self.document().revision()
        self.moveCursor(QTextCursor.MoveOperation.Start)  # it went along with the words
        self.setReadOnly(False)
        self.setUndoRedoEnabled(True)
        self.filled.emit()

    def set_marks(self, marks: Marks) -> None:
        self.marks = marks
        self.viewport().update()

    def set_attacks(self, attacks: Mapping[int, bool]) -> None:
        """Paragraphs that have attacks, and whether one of each is open."""
        self.attacks = attacks
        self.viewport().update()

    def use_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.viewport().update()

    # selection and changes

    def select(self, verdict: Verdict | None) -> None:
        """Outline a claim and bring it into sight; the text moves only if the claim is out of it."""
        self.outline(verdict)
        mark = self.marks.of(verdict)
        if mark is not None and self.marks.at(self.place) != mark:
            cursor = self.textCursor()
            cursor.setPosition(self.now.to_editor(mark.start))
            self.setTextCursor(cursor)
            self.bring_into_sight()

    def bring_into_sight(self) -> None:
        """Scroll so that the cursor's line stands with some of its text around it; not at all where it does."""
        line, height = self.cursorRect(), self.viewport().height()
        bar = self.verticalScrollBar()
        if line.top() < _AROUND or line.bottom() > height - _AROUND:
            bar.setValue(bar.value() + line.top() - height // 3)

    def outline(self, verdict: Verdict | None) -> None:
        """Outline a claim where it stands."""
        self._selected = verdict
        self.viewport().update()

    @property
    def place(self) -> int:
        """Where the cursor stands, in code points of the raw text."""
        return self.now.from_editor(self.textCursor().position())

    def go_to_paragraph(self, number: int) -> None:
        """Put the cursor at the end of a paragraph, and the keys into the draft."""
        if number in self.now.numbers:
            cursor = self._beginning(number)
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
            self.setTextCursor(cursor)
            self.ensureCursorVisible()
            self.setFocus()

    def show_paragraph(self, number: int) -> None:
        """Bring a paragraph into sight, the cursor at its beginning; the keys stay where they are."""
        if number in self.now.numbers:
            self.setTextCursor(self._beginning(number))
            self.bring_into_sight()

    def _beginning(self, number: int) -> QTextCursor:
        return QTextCursor(self.document().findBlockByNumber(self.now.numbers.index(number)))

    def become(self, raw: str) -> None:
        """Change the words to others, where they differ only: one step for undo."""
        start, taken, put = changed_span(self.now.raw, raw)
        self._put(start, start + taken, raw[start : start + put])

    def replace(self, mark: Mark, words: str) -> None:
        """Put other words where a mark stands: one step for undo."""
        self.setTextCursor(self._put(mark.start, mark.end, words))

    def _put(self, start: int, end: int, words: str) -> QTextCursor:
        cursor = self.textCursor()
        cursor.setPosition(self.now.to_editor(start))
        cursor.setPosition(self.now.to_editor(end), QTextCursor.MoveMode.KeepAnchor)
        cursor.beginEditBlock()
        cursor.insertText(words)
        cursor.endEditBlock()
        return cursor

    def _raw(self) -> str:
        return self.document().toRawText().replace("\u2029", "\n")

    def _changed(self) -> None:
        if self.isReadOnly():
            return
        self._revision = self.document().revision()
        raw = self._raw()
        if raw == self.now.raw:
            return
        span, numbers = changed_span(self.now.raw, raw), self.now.numbers
        self.now = EditedText(raw)
        self.marks = self.marks.shifted(*span)
        if self.now.numbers != numbers:
            self.viewport().update()  # Qt itself draws only what was typed and what that has moved
        self.edited.emit(self.now)

    def _moved(self) -> None:
        # the cursor also moves with each key that is typed: only a move without a change selects a claim
        if self.isReadOnly() or self.document().revision() != self._revision or self.textCursor().hasSelection():
            return
        place = self.place
        if (mark := self.marks.at(place)) is not None:
            self.claim_clicked.emit(mark.verdict)
        if (number := self.now.paragraph_at(place)) is not None:
            self.paragraph_entered.emit(number)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802
        """Pasted words come without their looks, and paragraphs without the numbers that they get here anyway."""
        if self.pass_files(source):  # from the menu: the keys have passed them already
            return
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        first, last = self.document().findBlock(start), self.document().findBlock(end)
        before, after = first.text()[: start - first.position()], last.text()[end - last.position() :]
        self.filler.insert(cursor, pasted(source.text(), before, after))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() != Qt.KeyboardModifier.NoModifier:
            event.ignore()  # no line breaks inside a paragraph; these keys are the review's own
            return
        super().keyPressEvent(event)

    # drawing

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        blocks = [
            (block, corner, list(self._pieces(block, corner, marks)))
            for block, corner, marks in self._in_sight(event.rect().top(), event.rect().bottom())
        ]
        under = QPainter(self.viewport())
        under.setRenderHint(QPainter.RenderHint.Antialiasing)
        for _, _, pieces in blocks:
            for mark, piece in pieces:
                paint.draw_ground(under, piece, mark, self.theme, selected=self._is_selected(mark))
        under.end()
        super().paintEvent(event)
        over = QPainter(self.viewport())
        over.setRenderHint(QPainter.RenderHint.Antialiasing)
        for block, corner, pieces in blocks:
            for mark, piece in pieces:
                paint.draw_line(over, piece, mark, self.theme)
            self._draw_margins(over, block, corner, pieces)
        over.end()

    def _is_selected(self, mark: Mark) -> bool:
        return self._selected is not None and mark.verdict.claim.key == self._selected.claim.key

    def _in_sight(self, top: int, bottom: int) -> Iterator[tuple[QTextBlock, QPointF, list[Mark]]]:
        """Paragraphs between two lines of the viewport, where each begins, and its marks."""
        layout, scrolled = self.document().documentLayout(), self.verticalScrollBar().value()
        block = self.cursorForPosition(QPointF(0, top).toPoint()).block()
        while block.isValid():
            rect = layout.blockBoundingRect(block).translated(0, -scrolled)
            if rect.top() > bottom:
                return
            start = self.now.from_editor(block.position())
            corner = block.layout().position() - QPointF(0, scrolled)
            yield block, corner, self.marks.within(start, start + len(block.text()))
            block = block.next()

    def _pieces(self, block: QTextBlock, corner: QPointF, marks: list[Mark]) -> Iterator[tuple[Mark, paint.Piece]]:
        at = block.position()
        for mark in marks:
            low, high = self.now.to_editor(mark.start) - at, self.now.to_editor(mark.end) - at
            for piece in paint.pieces(block.layout(), corner, low, high):
                yield mark, piece

    def _draw_margins(
        self, painter: QPainter, block: QTextBlock, corner: QPointF, pieces: list[tuple[Mark, paint.Piece]]
    ) -> None:
        if not block.layout().lineCount() or block.blockNumber() >= len(self.now.numbers):
            return
        first = block.layout().lineAt(0)
        baseline = corner.y() + first.y() + first.ascent()
        number = self.now.numbers[block.blockNumber()]
        if number is not None:
            painter.setFont(self.font())
            painter.setPen(QColor(self.theme.muted))
            where = QRectF(0, corner.y() + first.y(), paint.GUTTER - 8, first.height())
            painter.drawText(where, int(Qt.AlignmentFlag.AlignRight), f"{number}.")
            if number in self.attacks:
                paint.draw_flag(painter, 6, baseline, self.theme, open_=self.attacks[number])
        paint.draw_initials(painter, pieces, self.viewport().width(), self.theme)

    # pointer and size

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        aside = max(0, (self.width() - _COLUMN) // 2)
        if self.viewportMargins().left() != aside:
            self.setViewportMargins(aside, 0, aside, 0)
        super().resizeEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.position().x() < paint.GUTTER and event.button() is Qt.MouseButton.LeftButton:
            block = self.cursorForPosition(event.position().toPoint()).block()
            number = self.now.numbers[min(block.blockNumber(), len(self.now.numbers) - 1)]
            if number is not None and number in self.attacks:
                self.attack_clicked.emit(number)
        super().mousePressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            mark = self.mark_under(QPointF(event.pos()))
            if mark is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), tooltip(mark), self)
            return True
        return super().viewportEvent(event)

    def mark_under(self, point: QPointF) -> Mark | None:
        """The mark that is drawn at a point of the viewport."""
        for block, corner, marks in self._in_sight(int(point.y()), int(point.y())):
            for mark, piece in self._pieces(block, corner, marks):
                if piece.rect.adjusted(0, 0, 0, 4).contains(point):
                    return mark
        return None
