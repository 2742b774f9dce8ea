"""The source of the selected claim: the exhibit's page with its words boxed, or the authority's text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QStackedWidget, QTextEdit, QVBoxLayout, QWidget

from app import actions
from app.domain.claim import Verdict, VerdictKind
from app.gui.desk import Desk, PageRef, Section
from app.gui.page_view import PageView
from app.gui.parts import INSIDE, Elided, Empty, allow, button, flat, heading, muted, panel, pill, row
from app.gui.pour import Pour
from app.gui.theme import GRID, Theme, reading_font

if TYPE_CHECKING:
    from app.actions.places import AuthorityPlace, PagePlace, Place


class SourcePane(QWidget):
    """Shows the places of one verdict, one at a time."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._places: Sequence[Place] = ()
        self._at = 0
        self._what: object = None
        self._boxes: PagePlace | None = None
        self._build()
        self.page.page_shown.connect(self._draw_boxes)
        desk.theme_changed.connect(lambda _: self._refresh())
        self.show_nothing()

    def _build(self) -> None:
        self.page = PageView(self._desk)
        self.authority = AuthorityView(self._desk.theme)
        self.empty = Empty("", "")
        self.faces = QStackedWidget()
        for face in (self.empty, self.page, self.authority):
            self.faces.addWidget(face)
        self.count = muted()
        self.back = flat("‹", lambda: self._turn(-1), self.tr("Source before"))
        self.on = flat("›", lambda: self._turn(1), self.tr("Next source"))
        self.open_button = button(self.tr("Open"), self._open)
        self.open_button.setAccessibleName(self.tr("Open the source in its own section"))
        frame, layout = panel()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.faces, 1)
        foot = row(self.count, self.back, self.on, 1, self.open_button)
        foot.setContentsMargins(INSIDE, 0, INSIDE, INSIDE)
        layout.addLayout(foot)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    # what is shown

    def show_nothing(self) -> None:
        """No claim is selected."""
        self._what = None
        self._teach(
            self.tr("The source comes here"),
            self.tr("Select a claim in the list or in the draft: its page is shown with the words boxed."),
        )

    def show_verdict(self, matter: str, verdict: Verdict, beside: Sequence[Verdict]) -> None:
        """Find and show where a claim's sources stand. The same claim again leaves the page as it is."""
        good = tuple(v for v in beside if v.passes)
        what = (matter, verdict.verdict, verdict.claim.text, verdict.sources, verdict.suggestion, _pages(good))
        if what == self._what:
            return
        self._what = what

        def then(found: "Sequence[Place]") -> None:
            if self._what == what:
                self._show(verdict, found)

        self._desk.starter.start(lambda bench: actions.places.places(bench, matter, verdict, good), then)

    def _show(self, verdict: Verdict, found: "Sequence[Place]") -> None:
        if not found:
            self._teach(self.tr("No page to show"), self._why_nothing(verdict))
            return
        self._places, self._at = found, 0
        self._refresh()

    def _why_nothing(self, verdict: Verdict) -> str:
        if verdict.verdict is VerdictKind.UNCHECKED:
            return verdict.reason + " " + self.tr("Put it on the shelf under Authorities, or take the page in again.")
        return verdict.reason

    def _teach(self, title: str, text: str) -> None:
        self._places, self._boxes = (), None
        self.empty.title.setText(title)
        self.empty.text.setText(text)
        self.faces.setCurrentWidget(self.empty)
        self._refresh_foot()

    def _turn(self, step: int) -> None:
        self._at = (self._at + step) % max(1, len(self._places))
        self._refresh()

    def _refresh(self) -> None:
        self.authority.use_theme(self._desk.theme)
        if not self._places:
            return
        place = self._places[self._at]
        if isinstance(place, actions.places.PagePlace):
            self._boxes = place
            self.faces.setCurrentWidget(self.page)
            self.page.show_page(place.exhibit, place.page)
            self.page.set_boxes(list(place.boxes))
        else:
            self._boxes = None
            self.authority.show_place(place)
            self.faces.setCurrentWidget(self.authority)
        self._refresh_foot()

    def _draw_boxes(self, exhibit: str, page: int) -> None:
        if self._boxes is not None and (self._boxes.exhibit, self._boxes.page) == (exhibit, page):
            self.page.set_boxes(list(self._boxes.boxes))

    def _refresh_foot(self) -> None:
        many = len(self._places) > 1
        self.count.setText(self.tr("source {at} of {all}").format(at=self._at + 1, all=len(self._places)))
        for one in (self.count, self.back, self.on):
            one.setVisible(many)
        why_not = "" if self._places else self.tr("There is no source to open.")
        allow(self.open_button, why_not, self.tr("Show it in its own section"))

    def _open(self) -> None:
        place = self._places[self._at]
        if isinstance(place, actions.places.PagePlace):
            self._desk.section_asked.emit(Section.EXHIBITS)
            self._desk.page_asked.emit(PageRef(place.exhibit, place.page))
        else:
            self._desk.section_asked.emit(Section.AUTHORITIES)


def _pages(verdicts: Sequence[Verdict]) -> tuple[object, ...]:
    return tuple((v.claim.text, v.sources) for v in verdicts)


class AuthorityView(QWidget):
    """An authority's text with its star pages, the quoted words marked."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._place: AuthorityPlace | None = None
        self.title, self.about, self.number = heading(), Elided(muted=True), pill()
        self.text = QTextEdit(readOnly=True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setProperty("bare", "true")
        self.text.setFont(reading_font())
        self._pour = Pour(self.text)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(INSIDE, INSIDE, INSIDE, 2 * GRID)
        layout.setSpacing(2 * GRID)
        layout.addLayout(row(self.title, self.about, self.number))
        layout.addWidget(self.text, 1)

    def use_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._place is not None and not self._pour.pouring:
            self._mark(self._place)

    def show_place(self, place: "AuthorityPlace") -> None:
        authority = place.authority
        if self._place is None or self._place.authority != authority:
            self.title.setText(self.tr("Statute") if authority.type == "statute" else self.tr("Opinion"))
            self.about.say(authority.name)
            self.number.setText(authority.citations[0])
            self.number.setVisible(True)
            self._place = place
            self._pour.show(authority.text, self._show_spots)
        else:
            self._place = place
            if not self._pour.pouring:
                self._show_spots()

    def _show_spots(self) -> None:
        """Once the text is there: mark the words of the place, and bring the first of them into sight."""
        place = self._place
        if place is None:
            return
        self._mark(place)
        if place.spots:
            cursor = self.text.textCursor()
            cursor.setPosition(_units(place.authority.text, place.spots[0].start))
            self.text.setTextCursor(cursor)
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.value() + self.text.cursorRect().top() - self.text.viewport().height() // 3)

    def _mark(self, place: "AuthorityPlace") -> None:
        marks = []
        for spot in place.spots:
            mark = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            good = spot.kind == "support"
            form.setUnderlineStyle(
                QTextCharFormat.UnderlineStyle.SingleUnderline if good else QTextCharFormat.UnderlineStyle.WaveUnderline
            )
            form.setUnderlineColor(QColor(self._theme.green if good else self._theme.red))
            form.setBackground(QColor(self._theme.selection if good else self._theme.red_ground))
            cursor = QTextCursor(self.text.document())
            cursor.setPosition(_units(place.authority.text, spot.start))
            cursor.setPosition(_units(place.authority.text, spot.end), QTextCursor.MoveMode.KeepAnchor)
            mark.cursor, mark.format = cursor, form
            marks.append(mark)
        self.text.setExtraSelections(marks)


def _units(text: str, offset: int) -> int:
    """The UTF-16 position of a code point."""
    return offset + sum(c > "\uffff" for c in text[:offset])
