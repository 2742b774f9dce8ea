"""Draws the marks of a draft: ground and underline by verdict, so that none is told by its colour alone.

Only what is in sight is drawn, from the layout of each paragraph: the cost doesn't grow with the draft.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPixmapCache, QTextBlockFormat, QTextLayout
from PySide6.QtWidgets import QApplication

from app.domain.claim import VerdictKind
from app.gui.editor_marks import Mark, initials
from app.gui.theme import Theme

GUTTER = 56
"""Pixels left of the words: flags of attacks, then the paragraph's number."""
MARGIN = 44
"""Pixels right of the words: initials of who signed."""

_LINE_HEIGHT = 138
"""Per cent of the font's own line: some 1.6 times the size of its letters."""

_BLOCKED = (VerdictKind.UNSUPPORTED, VerdictKind.MISPLACED)
_WAVE, _SWING = 4, 2.2
_HATCH = 6.0


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a mark on one line, in the painter's coordinates. ``rect`` is as high as the letters."""

    rect: QRectF
    baseline: float


def pieces(layout: QTextLayout, origin: QPointF, start: int, end: int) -> Iterator[Piece]:
    """A span of a paragraph (UTF-16 units from its beginning), line by line; ``origin`` is the layout's corner."""
    if not layout.lineCount() or start >= end:
        return
    first, last = layout.lineForTextPosition(start).lineNumber(), layout.lineForTextPosition(end).lineNumber()
    for number in range(first, last + 1):
        line = layout.lineAt(number)
        low, high = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if low >= high:
            continue
        left, right = _x(line.cursorToX(low)), _x(line.cursorToX(high))
        if right > left:
            right = min(right, line.x() + line.naturalTextWidth())  # not the space that a line ends with
        top = origin.y() + line.y()
        rect = QRectF(origin.x() + min(left, right), top, abs(right - left), line.ascent() + line.descent())
        yield Piece(rect, top + line.ascent())


def _x(found: object) -> float:
    # PySide gives the position with the cursor that it stands for
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


def colours(verdict: VerdictKind, theme: Theme) -> tuple[str, str | None]:
    """Line and ground of a verdict; a supported claim has no ground."""
    if verdict is VerdictKind.SUPPORTED:
        return theme.green, None
    return (theme.red, theme.red_ground) if verdict in _BLOCKED else (theme.amber, theme.amber_ground)


def draw_ground(painter: QPainter, piece: Piece, mark: Mark, theme: Theme, *, selected: bool) -> None:
    """What lies under the letters."""
    line, ground = colours(mark.verdict.verdict, theme)
    rect = piece.rect.adjusted(-1, -1, 1, 2)
    painter.setPen(Qt.PenStyle.NoPen)
    if ground:
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(rect, 2, 2)
    if mark.signed:
        _strike(painter, rect, QColor(line))
    if selected:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 2), 3, 3)


def draw_line(painter: QPainter, piece: Piece, mark: Mark, theme: Theme) -> None:
    """The underline: thin, wavy, dashed or dotted."""
    colour = QColor(colours(mark.verdict.verdict, theme)[0])
    y, left, right = piece.baseline + 3, piece.rect.left(), piece.rect.right()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    match mark.verdict.verdict:
        case VerdictKind.SUPPORTED:
            painter.setPen(QPen(colour, 1))
            painter.drawLine(QPointF(left, y), QPointF(right, y))
        case VerdictKind.UNSUPPORTED | VerdictKind.MISPLACED:
            where = QRect(round(left), round(y) - _WAVE, round(right) - round(left), 2 * _WAVE)
            painter.drawTiledPixmap(where, _wave(colour, painter.device().devicePixelRatio()), QPoint(0, 0))
        case kind:
            pen = QPen(colour, 1.6)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3.5, 2] if kind is VerdictKind.AMBIGUOUS else [1, 1.5])
            painter.setPen(pen)
            painter.drawLine(QPointF(left, y), QPointF(right, y))


def _wave(colour: QColor, dots: float) -> QPixmap:
    """One rise and fall, for tiling; ``dots`` of the device a pixel. Drawn anew each time it would take as long as all
    the rest of the text: Qt keeps it."""
    name, kept = f"wave {colour.name()} {dots}", QPixmap()
    if QPixmapCache.find(name, kept):
        return kept
    tile = QPixmap(round(2 * _WAVE * dots), round(2 * _WAVE * dots))
    tile.setDevicePixelRatio(tile.width() / (2 * _WAVE))
    tile.fill(Qt.GlobalColor.transparent)
    # from one tile before to one after, so that the ends join
    path = QPainterPath(QPointF(-2 * _WAVE, _WAVE))
    for x in range(-2 * _WAVE, 4 * _WAVE, _WAVE):
        height = -_SWING if x % (2 * _WAVE) == 0 else _SWING
        path.quadTo(QPointF(x + _WAVE / 2, _WAVE + height), QPointF(x + _WAVE, _WAVE))
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.2))
    painter.drawPath(path)
    painter.end()
    QPixmapCache.insert(name, tile)
    return tile


def _strike(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Strokes across the ground: the claim is as before, and settled. Under the letters, which stay whole."""
    colour.setAlphaF(0.35)
    painter.save()
    painter.setClipRect(rect)
    painter.setPen(QPen(colour, 1))
    x = rect.left() - rect.height()
    while x < rect.right():
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()))
        x += _HATCH
    painter.restore()


def draw_flag(painter: QPainter, x: float, baseline: float, theme: Theme, *, open_: bool) -> None:
    """The sign of an attack beside its paragraph: full while it is open, an outline once answered."""
    pole, top = QPointF(x, baseline), baseline - 11
    cloth = QPainterPath(QPointF(x, top))
    cloth.lineTo(x + 9, top + 3)
    cloth.lineTo(x, top + 6.5)
    painter.setPen(QPen(QColor(theme.amber if open_ else theme.muted), 1.3))
    painter.setBrush(QColor(theme.amber) if open_ else Qt.BrushStyle.NoBrush)
    painter.drawLine(pole, QPointF(x, top))
    painter.drawPath(cloth)


def draw_initials(painter: QPainter, pieces: list[tuple[Mark, Piece]], right: int, theme: Theme) -> None:
    """Who signed for the claims that begin in each line, in the margin whose right edge is given."""
    rows: dict[float, list[Mark]] = {}
    seen: set[str] = set()
    for mark, piece in pieces:
        if mark.signed and mark.verdict.claim.key not in seen:  # else a quotation would have them beside each line
            seen.add(mark.verdict.claim.key)
            rows.setdefault(piece.rect.top(), []).append(mark)
    for top, signed in rows.items():
        painter.setFont(QApplication.font())
        painter.setPen(QColor(theme.muted))
        where = QRectF(right - MARGIN + 8, top, MARGIN - 8, 22)
        painter.drawText(where, int(Qt.AlignmentFlag.AlignLeft), margin_note(signed))


def margin_note(marks: list[Mark]) -> str:
    """The initials of who signed for claims of one line, each once."""
    return " ".join(dict.fromkeys(initials(m.signed.name) for m in marks if m.signed))


def paragraph_format() -> QTextBlockFormat:
    """How a paragraph of the draft is set."""
    form = QTextBlockFormat()
    form.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    form.setBottomMargin(10)
    form.setLeftMargin(GUTTER - 4)
    form.setRightMargin(MARGIN)
    return form
