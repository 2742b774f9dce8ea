"""The rows of the list of exhibits, as Qt's table asks for them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from app.gui.desk import Desk
from app.gui.exhibits_order import Column
from app.gui.exhibits_words import ReadWords
from app.gui.parts import many, origin_words

if TYPE_CHECKING:
    from app.actions.exhibit_list import ListedExhibit

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
# put together once: joining Qt's flags is slow, and a paint asks for hundreds
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_COLUMNS = tuple(Column)
_ROLES = frozenset(
    (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.TextAlignmentRole,
    )
)


class ExhibitsModel(QAbstractTableModel):
    """``rows`` in the order of intake; ``shown`` says which of them are seen, and in which order."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.rows: list[ListedExhibit] = []
        self.shown: list[int] = []
        self.unread = 0
        self.brief = False
        """Whether a sign stands for the warnings, whose words are in the tooltip and below the page."""
        self.ordered_by = Column.LABEL
        self._place: dict[str, int] = {}
        self._depths: dict[str, int] = {}
        self._words = ReadWords()

    def show_rows(self, rows: list["ListedExhibit"], places: dict[str, int], deep: dict[str, int], unread: int) -> None:
        """Other rows, with where each stands and how deep, and their unread pages; ``show`` says which are seen."""
        self.beginResetModel()
        self.unread = unread
        self.rows, self._place, self._depths, self.shown = rows, places, deep, []
        self.endResetModel()

    def show(self, shown: list[int]) -> None:
        """Which rows are seen, in which order."""
        self.beginResetModel()
        self.shown = shown
        self.endResetModel()

    def merge(self, rows: Sequence["ListedExhibit"]) -> list["ListedExhibit"]:
        """Take newer states of rows that are there; gives those that aren't there yet, in their order."""
        new, changed = [], []
        for one in rows:
            place = self._place.get(one.exhibit.id)
            if place is None:
                new.append(one)
            else:
                self.unread += one.unread_pages - self.rows[place].unread_pages
                self.rows[place] = one
                changed.append(place)
        if changed and self.shown:
            count = len(self.shown)
            plain = all(place < count and self.shown[place] == place for place in changed)
            first, last = (min(changed), max(changed)) if plain else (0, count - 1)
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))
        return new

    def add(self, rows: Sequence["ListedExhibit"], *, at_end: bool) -> None:
        """New rows; ``at_end``: they are shown after all others at once, else ``show`` follows."""
        begin = len(self.rows)
        if at_end:
            self.beginInsertRows(_NONE, len(self.shown), len(self.shown) + len(rows) - 1)
            self.shown.extend(range(begin, begin + len(rows)))
        self.rows.extend(rows)
        self._place.update({one.exhibit.id: begin + n for n, one in enumerate(rows)})
        for one in rows:
            self.unread += one.unread_pages
            if one.exhibit.parent is not None:
                self._depths[one.exhibit.id] = self._depths.get(one.exhibit.parent, 0) + 1
        if at_end:
            self.endInsertRows()

    def exhibit_at(self, row: int) -> "ListedExhibit | None":
        return self.rows[self.shown[row]] if 0 <= row < len(self.shown) else None

    def row_of(self, exhibit: str) -> int | None:
        """Where an exhibit is shown; None where it isn't."""
        place = self._place.get(exhibit)
        return self.shown.index(place) if place is not None and place in self.shown else None

    def belongs_at_end(self, rows: Sequence["ListedExhibit"]) -> bool:
        """Whether new rows stand after all others in the order of intake: attachments only below the last mail."""
        last = self.rows[-1].exhibit.id.split("-")[0] if self.rows else ""
        for one in rows:
            if one.exhibit.parent is None:
                last = one.exhibit.id
            elif one.exhibit.parent.split("-")[0] != last:
                return False
        return True

    def rowCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            # the arrow of the order is drawn at the right, over words that stand there
            return _LEFT if section == self.ordered_by else _alignment(Column(section))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.LABEL: self.tr("Exhibit"),
            Column.TITLE: self.tr("Title"),
            Column.ORIGIN: self.tr("From"),
            Column.PAGES: self.tr("Pages"),
            Column.BATES: self.tr("Bates"),
            Column.READ: self.tr("Read"),
            Column.WARNINGS: "" if self.brief else self.tr("Warnings"),
        }[Column(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        # a paint asks for nine roles of each cell in sight: most of them are none of ours
        one = self.exhibit_at(index.row()) if role in _ROLES else None
        if one is None:
            return None
        column = _COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.words_of(one, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(one, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(one, column)
        return _alignment(column)

    def words_of(self, one: "ListedExhibit", column: Column) -> str:
        """What stands in a cell."""
        exhibit = one.exhibit
        match column:
            case Column.LABEL:
                return "\u2003" * self._depths.get(exhibit.id, 0) + exhibit.id
            case Column.TITLE:
                return exhibit.title
            case Column.ORIGIN:
                return origin_words(exhibit.origin)
            case Column.PAGES:
                return str(exhibit.pages) if exhibit.pages else "–"
            case Column.BATES:
                return self._bates(one)
            case Column.READ:
                return self._words.read(one)
            case Column.WARNINGS if self.brief:
                return "!" if one.warnings else ""
            case Column.WARNINGS:
                more = f"  (+{len(one.warnings) - 1})" if len(one.warnings) > 1 else ""
                return one.warnings[0] + more if one.warnings else ""

    def _bates(self, one: "ListedExhibit") -> str:
        if one.first is None or one.last is None:
            return "–"
        if one.first == one.last:
            return one.first
        # COLE000001–000006: the prefix once
        begin = len(one.first.rstrip("0123456789"))
        shared = one.first[:begin] == one.last[:begin] and begin < len(one.first)
        return f"{one.first}–{one.last[begin:] if shared else one.last}"

    def _tip(self, one: "ListedExhibit", column: Column) -> str:
        if column is Column.WARNINGS:
            return "\n".join(one.warnings)
        if column is Column.BATES and one.first:
            return f"{one.first} – {one.last}"
        if column is not Column.READ:
            return {Column.TITLE: one.exhibit.path, Column.LABEL: one.exhibit.label}.get(column, "")
        counts = (
            (one.text_pages, self.tr("1 page has a text layer"), self.tr("{n} pages have a text layer")),
            (
                one.ocr_pages,
                self.tr("1 page read by OCR, confidence {c} of 100"),
                self.tr("{n} pages read by OCR, confidence {c} of 100"),
            ),
            (one.lost_pages, self.tr("1 page gave no text"), self.tr("{n} pages gave no text")),
            (one.unread_pages, self.tr("1 page not read yet"), self.tr("{n} pages not read yet")),
        )
        told = [many(n, a.replace("{c}", c), b.replace("{c}", c)) for n, a, b in counts if (c := self._sure(one)) and n]
        return "\n".join(told)

    def _sure(self, one: "ListedExhibit") -> str:
        return "–" if one.confidence is None else str(round(one.confidence))

    def _colour(self, one: "ListedExhibit", column: Column) -> QColor | None:
        theme = self._desk.theme
        if column is Column.WARNINGS:
            return QColor(theme.amber)
        if column is Column.READ and (one.lost_pages or not one.exhibit.pages):
            return QColor(theme.amber)
        return QColor(theme.muted) if column in (Column.ORIGIN, Column.READ) else None


def _alignment(column: Column) -> Qt.AlignmentFlag:
    return _RIGHT if column is Column.PAGES else _LEFT
