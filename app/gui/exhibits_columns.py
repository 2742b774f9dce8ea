"""How wide the columns of the list of exhibits are: whole words where there is room, and the rest for titles."""

from PySide6.QtWidgets import QTableView

from app.gui.cells import set_widths
from app.gui.exhibits_model import ExhibitsModel
from app.gui.exhibits_order import Column
from app.gui.theme import GRID

SIGN = 24
_ROOM_FOR_WORDS = 330
"""Pixels for title and warnings below which a sign stands for the warnings: a title must be read to know a file."""
_WIDTHS = {
    Column.LABEL: 68,
    Column.ORIGIN: 68,
    Column.PAGES: 50,
    Column.BATES: 148,
    Column.READ: 64,
}
_WIDE, _WIDEST = 800, 280
"""Pixels of the list from which columns are as wide as their words, and of the widest."""
_LOOKED_AT = 60
"""Rows whose words are measured: the list may have 100,000."""
_BESIDE = 5 * GRID


def fit_columns(table: QTableView, rows: ExhibitsModel) -> None:
    """Where there is room, whole words stand in the narrow columns, too; title and warnings share the rest."""
    wanted, room = dict(_WIDTHS), table.viewport().width()
    if room > _WIDE:
        some = [one for row in range(min(_LOOKED_AT, len(rows.shown))) if (one := rows.exhibit_at(row)) is not None]
        for column in (Column.ORIGIN, Column.BATES, Column.READ):
            longest = max((rows.words_of(one, column) for one in some), key=len, default="")
            width = table.fontMetrics().horizontalAdvance(longest) + _BESIDE
            wanted[column] = min(max(wanted[column], width), _WIDEST)
    set_widths(table, {column.value: width for column, width in wanted.items()})
    left = room - sum(table.columnWidth(column) for column in wanted)
    rows.brief = left < _ROOM_FOR_WORDS
    warnings = SIGN if rows.brief else left // 3
    table.setColumnWidth(Column.WARNINGS, warnings)
    table.setColumnWidth(Column.TITLE, max(left - warnings, 4 * SIGN))
