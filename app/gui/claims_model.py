"""The rows of the claims list and how one is drawn."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.claim import ClaimKind, Verdict, VerdictKind
from app.domain.review import Decision
from app.gui.cells import mark_current
from app.gui.desk import Desk
from app.gui.editor_marks import Mark, Marks
from app.gui.editor_paint import colours
from app.gui.editor_text import EditedText
from app.gui.review_words import brief, short, sign_of, tooltip, translate
from app.gui.theme import GRID

ROW = 12 * GRID
"""Pixels of a row's height."""
_SIGN = 9 * GRID
"""Pixels for the sign at the left."""

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Filter:
    """Which claims are listed: the open ones, one kind, or all."""

    open_only: bool = False
    kind: ClaimKind | None = None

    def keeps(self, verdict: Verdict, signed: Decision | None) -> bool:
        if self.open_only and (signed is not None or verdict.passes):
            return False
        return self.kind is None or self.kind is verdict.claim.kind


class ClaimsModel(QAbstractListModel):
    """Marks in the order of the text, those that the filter keeps."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.marks = Marks()
        self._filter = Filter(open_only=True)
        self._rows: list[int] = []
        self._keys: dict[str, int] = {}
        self._edited = EditedText("")

    def show(self, marks: Marks, edited: EditedText) -> None:
        """Other marks; where the rows are the same claims as before, only their words are told anew."""
        self.marks, self._edited = marks, edited
        self._refill()

    def use(self, filter_: Filter) -> None:
        self._filter = filter_
        self._refill()

    def _refill(self) -> None:
        what, keeps = self.marks.what, self._filter.keeps
        rows = [i for i, (verdict, signed) in enumerate(what) if keeps(verdict, signed)]
        keys = {what[i][0].claim.key: at for at, i in enumerate(rows)}
        if keys == self._keys:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows, self._keys = rows, keys
        self.endResetModel()

    def mark(self, index: Index) -> Mark:
        return self.marks.nth(self._rows[index.row()])

    def index_of(self, verdict: Verdict | None) -> QModelIndex:
        at = self._keys.get(verdict.claim.key) if verdict else None
        return QModelIndex() if at is None else self.index(at)

    def paragraph(self, mark: Mark) -> int | None:
        return self._edited.paragraph_at(min(mark.start, len(self._edited.raw)))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        mark = self.mark(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{sign_of(mark)} {short(mark.verdict.claim.text)}, {self.second_line(mark)}"
        return tooltip(mark) if role == Qt.ItemDataRole.ToolTipRole else None

    def second_line(self, mark: Mark) -> str:
        return translate("Review", "¶ {n} {reason}").format(n=self.paragraph(mark) or "–", reason=brief(mark))


class ClaimsDelegate(QStyledItemDelegate):
    """Sign in the verdict's colour, the claim in bold, paragraph and reason under it."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, ClaimsModel)
        mark, theme = model.mark(index), self._desk.theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.selection))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 5, 5)
            if state & QStyle.StateFlag.State_HasFocus:
                mark_current(painter, rect.adjusted(0, 4, 0, -4), theme)
        self._draw_sign(painter, rect, font, mark)
        text = rect.adjusted(_SIGN, GRID + 2, -GRID, -GRID - 2)
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        upper = QRect(text.left(), text.top(), text.width(), text.height() // 2)
        _draw(painter, upper, bold, theme.text, short(mark.verdict.claim.text, 80))
        _draw(painter, upper.translated(0, text.height() // 2), font, theme.muted, model.second_line(mark))
        painter.restore()

    def _draw_sign(self, painter: QPainter, rect: QRect, font: QFont, mark: Mark) -> None:
        verdict = mark.verdict.verdict
        colour = self._desk.theme.muted if mark.signed else colours(verdict, self._desk.theme)[0]
        large = QFont(font)
        large.setPointSizeF(font.pointSizeF() * (1.15 if verdict is VerdictKind.SUPPORTED else 1.3))
        large.setWeight(QFont.Weight.DemiBold)
        painter.setFont(large)
        painter.setPen(QColor(colour))
        where = QRect(rect.left(), rect.top(), _SIGN, rect.height())
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, sign_of(mark))


def _draw(painter: QPainter, rect: QRect, font: QFont, colour: str, text: str) -> None:
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
