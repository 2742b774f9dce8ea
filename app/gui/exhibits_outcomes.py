"""What became of each file of a long job: a list that grows while it runs and stays afterwards."""

import html
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from app.domain.evidence import IntakeStatus
from app.gui.desk import Desk
from app.gui.parts import many
from app.gui.remedies import in_window

if TYPE_CHECKING:
    from app.actions.exhibit_list import SetAside
    from app.actions.exhibits import IntakeLine

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_ROLES = frozenset(
    (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.TextAlignmentRole,
    )
)
_SIGNS = {IntakeStatus.ADDED: "✓", IntakeStatus.DUPLICATE: "=", IntakeStatus.OWN_WORK: "✕", IntakeStatus.REFUSED: "✕"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One file: what became of it, in words. ``attention``: somebody should look at it. ``own_work``: set aside."""

    path: str
    text: str
    sign: str
    attention: bool = False
    own_work: bool = False

    @property
    def name(self) -> str:
        """``a.pdf, in mail.eml`` for an attachment."""
        if not self.path:
            return _tr("Note")
        mail, inside, child = self.path.rpartition("!/")
        # asked at each paint: a Path would take longer than the drawing
        return f"{child}, {_tr('in')} {_last(mail)}" if inside else _last(self.path)


def outcome_of(line: "IntakeLine") -> Outcome:
    """The final word on one file of an intake."""
    return _outcome(line.path, line.status, line.label, line.reason, line.pages, line.ocr_pages, line.warnings)


def outcome_so_far(detail: dict[str, Any]) -> Outcome:
    """What the log says about one file while its pages aren't read yet."""
    if "exhibit" in detail:
        return _outcome(detail["path"], IntakeStatus.ADDED, f"{_tr('Exhibit')} {detail['exhibit']}", None)
    return _outcome(detail["path"], IntakeStatus(detail["status"]), None, detail["reason"])


def outcome_before(aside: "SetAside") -> Outcome:
    """A file that an earlier intake refused or set aside."""
    return _outcome(aside.path, aside.status, None, aside.reason)


def outcome_noted(text: str) -> Outcome:
    """What a job says of no single file: something left out, or put right."""
    return Outcome("", in_window(text), "!", attention=True)


def _outcome(
    path: str,
    status: IntakeStatus,
    label: str | None,
    reason: str | None,
    pages: int | None = None,
    ocr: int | None = None,
    warnings: Sequence[str] = (),
) -> Outcome:
    if status is IntakeStatus.ADDED:
        parts = [label or ""]
        if pages is not None:
            parts.append(many(pages, _tr("1 page"), _tr("{n} pages")) if pages else _tr("kept as it came"))
        if ocr:
            parts.append(_tr("{n} by OCR").format(n=ocr))
        text = ", ".join(parts)
        return Outcome(path, sentences(text, *warnings), "!" if warnings else _SIGNS[status], bool(warnings))
    reason = in_window(reason or "")
    words = {
        IntakeStatus.DUPLICATE: _tr("Not taken in again."),
        IntakeStatus.OWN_WORK: _tr("Set aside as own work."),
        IntakeStatus.REFUSED: _tr("Refused."),
    }
    attention, own_work = status is not IntakeStatus.DUPLICATE, status is IntakeStatus.OWN_WORK
    return Outcome(path, f"{words[status]} {reason}".strip(), _SIGNS[status], attention, own_work)


def sentences(*parts: str) -> str:
    """Joined by a full stop each, but for those that end in one."""
    ended = [part if part.endswith((".", "!", "?", "…", ":")) else f"{part}." for part in parts[:-1] if part]
    return " ".join([*ended, *parts[-1:]])


class OutcomesModel(QAbstractTableModel):
    """Columns: sign, file, outcome. ``only_attention`` leaves out what went well."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._all: list[Outcome] = []
        self._shown: list[Outcome] = []
        self.only_attention = False
        self.attention = 0
        """How many rows need a look."""

    def __len__(self) -> int:
        return len(self._all)

    def at(self, row: int) -> Outcome | None:
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def row_of(self, path: str) -> int | None:
        """Where a file is shown, by its path; None where it isn't, and for a note, which has none."""
        return next((n for n, one in enumerate(self._shown) if path and one.path == path), None)

    def show(self, outcomes: Sequence[Outcome], *, only_attention: bool | None = None) -> None:
        """Other rows; those that need attention come first."""
        self.beginResetModel()
        self.only_attention = self.only_attention if only_attention is None else only_attention
        self._all = list(outcomes)
        self.attention = sum(one.attention for one in self._all)
        good = [] if self.only_attention else [one for one in self._all if not one.attention]
        self._shown = [*(one for one in self._all if one.attention), *good]
        self.endResetModel()

    def filter(self, *, only_attention: bool) -> None:
        self.show(self._all, only_attention=only_attention)

    def add(self, more: Sequence[Outcome]) -> None:
        """More rows at the end."""
        self._all.extend(more)
        self.attention += sum(one.attention for one in more)
        seen = [one for one in more if one.attention or not self.only_attention]
        if not seen:
            return
        self.beginInsertRows(_NONE, len(self._shown), len(self._shown) + len(seen) - 1)
        self._shown.extend(seen)
        self.endInsertRows()

    def rowCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = _NONE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one = self.at(index.row()) if role in _ROLES else None
        if one is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (one.sign, one.name, one.text)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            # as rich text it is wrapped: a reason may be longer than the screen is wide
            return f"<qt>{html.escape(one.path if index.column() < 2 else one.text)}</qt>"
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(one, index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 0:
            return Qt.AlignmentFlag.AlignCenter
        return None

    def _colour(self, one: Outcome, column: int) -> QColor | None:
        theme = self._desk.theme
        if column == 1:
            return None
        colours = {"✓": theme.green, "✕": theme.red, "!": theme.amber}
        if column == 0 or one.attention:
            return QColor(colours.get(one.sign, theme.muted))
        return QColor(theme.muted)


def _last(path: str) -> str:
    return path.rstrip(os.sep).rpartition(os.sep)[2]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Outcome", text)
