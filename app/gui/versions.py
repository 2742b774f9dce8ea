"""Two versions of a draft side by side: paragraphs aligned, changed words marked."""

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QFrame, QTextBrowser, QVBoxLayout, QWidget

from app import actions
from app.domain.draft import Draft
from app.gui.desk import Desk
from app.gui.forms import Choice
from app.gui.parts import Elided, flat, muted, row
from app.gui.review_words import made_word, translate
from app.gui.theme import GRID, Theme, reading_font

if TYPE_CHECKING:
    from app.review.align import Piece, Row

_CHUNK = 12
"""Rows laid out at once: some 8 ms."""


class VersionsView(QWidget):
    """The second mode of the review: what became of the words, from one version to another."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._draft_id = ""
        self._asked: tuple[int, int] | None = None
        self._rows: tuple[Row, ...] = ()
        self._shown, self._to_first = "", False
        self._left_to_draw: list[Row] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._draw_more)
        self._build()
        desk.theme_changed.connect(lambda _: self._draw())

    def _build(self) -> None:
        self.before = Choice(self.tr("Version on the left"))
        self.after = Choice(self.tr("Version on the right"))
        for picker in (self.before, self.after):
            picker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            picker.setMinimumWidth(24 * GRID)
            picker.activated.connect(lambda _: self._compare())
        self.told = Elided(muted=True)
        self.text = QTextBrowser()
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setProperty("bare", "true")
        self.text.setFont(reading_font())
        self.text.setAccessibleName(self.tr("Two versions side by side"))
        self.next = flat(
            self.tr("Next change"), self.go_to_next_change, self.tr("Go to the next paragraph that changed (F8)")
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        layout.addLayout(row(self.before, muted("→"), self.after, 1))
        layout.addLayout(row(self.told, self.next))
        layout.addWidget(self.text, 1)

    def show_draft(self, draft_id: str) -> None:
        """Show a draft's last two versions; those that were chosen stay chosen while the draft is the same."""
        kept = (self.before.currentData(), self.after.currentData()) if draft_id == self._draft_id else None

        def then(versions: list[Draft]) -> None:
            self._draft_id = draft_id
            self._fill(versions, kept)
            self._compare()

        self._desk.starter.start(lambda bench: actions.review.list_versions(bench, draft_id), then)

    def _fill(self, versions: Sequence[Draft], kept: tuple[int, int] | None) -> None:
        for picker, back in ((self.before, 2), (self.after, 1)):
            picker.clear()
            for draft in versions:
                words = self.tr("version {n}, {made}").format(n=draft.version, made=made_word(draft.made_by))
                picker.addItem(words, draft.version)
            picker.setCurrentIndex(max(0, len(versions) - back))
        for picker, version in zip((self.before, self.after), kept or (), strict=False):
            picker.setCurrentIndex(max(0, picker.findData(version)))

    def _compare(self) -> None:
        draft_id, asked = self._draft_id, (self.before.currentData(), self.after.currentData())
        self._asked = asked

        def then(rows: "tuple[Row, ...]") -> None:
            if (draft_id, asked) == (self._draft_id, self._asked):
                self._rows = rows
                self._shown, self._to_first = "", True
                self._draw()

        self._desk.starter.start(lambda bench: actions.review.compare_versions(bench, draft_id, *asked), then)

    # drawing

    def _draw(self) -> None:
        changed = sum(not r.same for r in self._rows)
        if self.before.count() == 1:
            self.told.say(self.tr("There is one version so far: each edit that is saved adds one."))
        else:
            text = self.tr("paragraphs that differ: {n} of {all}").format(n=f"{changed:,}", all=f"{len(self._rows):,}")
            self.told.say(text)
        self.next.setEnabled(bool(changed))
        self.text.clear()
        self._left_to_draw = list(self._rows)
        self._draw_more()

    def _draw_more(self) -> None:
        some, self._left_to_draw = self._left_to_draw[:_CHUNK], self._left_to_draw[_CHUNK:]
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if some:
            cursor.insertHtml("".join(_row_html(r, self._desk.theme) for r in some))
        if self._left_to_draw:
            self._timer.start()
        else:
            self._timer.stop()
            if self._to_first and not self.text.verticalScrollBar().value():
                self.go_to_next_change()  # what differs is what one came for
            self._to_first = False

    @property
    def drawing(self) -> bool:
        """Whether rows are still on their way into the view."""
        return bool(self._left_to_draw)

    def go_to_next_change(self) -> None:
        """Bring the next paragraph that changed below the top of the view, around at the end."""
        names = [f"c{r.left}-{r.right}" for r in self._rows if not r.same]
        if not names:
            return
        at = (names.index(self._shown) + 1) % len(names) if self._shown in names else 0
        self._shown = names[at]
        self.text.scrollToAnchor(self._shown)


def _row_html(row_: "Row", theme: Theme) -> str:
    """One row as a table of its own, so that a long draft is laid out piece by piece."""
    name = "" if row_.same else f'<a name="c{row_.left}-{row_.right}"></a>'
    left = _cell(row_.left, row_.left_pieces, theme.red_ground, theme, taken_out=True)
    right = _cell(row_.right, row_.right_pieces, theme.selection, theme, taken_out=False)
    cells = "".join(f'<td width="50%">{cell}</td>' for cell in (name + left, right))
    return f'<table width="100%" cellspacing="0" cellpadding="6"><tr>{cells}</tr></table>'


def _cell(number: int | None, pieces: "Iterable[Piece]", ground: str, theme: Theme, *, taken_out: bool) -> str:
    """A paragraph; what was taken out is struck through, what was put in underlined: not told by colour alone."""
    if number is None:
        absent = translate("Review", "not yet there") if taken_out else translate("Review", "taken out")
        return f'<p style="color:{theme.muted}">{html.escape(absent)}</p>'
    words = []
    for piece in pieces:
        text = html.escape(piece.text)
        line = "line-through" if taken_out else "underline"
        words.append(
            f'<span style="background:{ground};text-decoration:{line}">{text}</span>' if piece.changed else text
        )
    shown = "".join(words)
    return f'<p style="line-height:150%"><span style="color:{theme.muted}">{number}.</span>&nbsp; {shown}</p>'
