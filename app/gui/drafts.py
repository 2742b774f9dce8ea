"""The drafts section: the matter's drafts and runs, a new draft, a run, or the review of one draft."""

from collections import deque
from collections.abc import Iterator

from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from app.gui.desk import Desk, Section
from app.gui.drafts_list import DraftsList
from app.gui.new_draft import NewDraftView
from app.gui.review import ReviewSection
from app.gui.runs import RunView


class DraftsSection(QWidget):
    """One of four views at a time; which one follows from what was asked for."""

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, at_once: bool = True) -> None:
        """``at_once=False``: the views come by ``grow``."""
        super().__init__(parent)
        self._desk = desk
        self.stack = QStackedWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)
        if at_once:
            deque(self.grow(), maxlen=0)

    def grow(self) -> Iterator[QWidget]:
        """Make the views bit by bit, each bit where it stays; the loop may turn between two of them."""
        desk = self._desk
        self.list = DraftsList(desk)
        self.stack.addWidget(self.list)
        yield self.list
        self.new = NewDraftView(desk)
        self.stack.addWidget(self.new)
        yield self.new
        self.run = RunView(desk)
        self.stack.addWidget(self.run)
        yield self.run
        self.review = ReviewSection(desk, at_once=False)
        self.stack.addWidget(self.review)
        yield from self.review.grow()
        self.list.new_asked.connect(self.show_new)
        self.list.run_asked.connect(self.show_run)
        self.new.started.connect(self._follow)
        self.new.back_asked.connect(self.show_list)
        self.run.back_asked.connect(self.show_list)
        self.review.draft.list_asked.connect(self.show_list)
        desk.section_again.connect(lambda section: self.show_list() if section is Section.DRAFTS else None)
        desk.draft_asked.connect(self._show_draft)
        desk.matter_opened.connect(lambda _name: self.show_list())

    @property
    def shows_draft(self) -> bool:
        return self.stack.currentWidget() is self.review

    def show_list(self) -> None:
        self._show(self.list)

    def _show(self, view: QWidget) -> None:
        left = self.shows_draft and view is not self.review
        focused = QApplication.focusWidget()
        inside = focused is not None and self.isAncestorOf(focused)
        self.setFocusProxy(view)
        self.stack.setCurrentWidget(view)
        if inside and view.focusProxy() is not None:
            view.setFocus()
        if left:
            # no draft is open any more: what hangs on one, like its export, goes away
            self._desk.select_claim(None)
            self._desk.draft_asked.emit("")

    def show_new(self) -> None:
        self._desk.section_asked.emit(Section.DRAFTS)
        self._show(self.new)
        self.new.begin()

    def show_run(self, run_id: str) -> None:
        self._desk.section_asked.emit(Section.DRAFTS)
        self._show(self.run)
        self.run.show_run(run_id)

    def go_on(self, run_id: str) -> None:
        """Resume a run that stopped, in sight."""
        self.show_run(run_id)
        self.run.resume()

    def _follow(self) -> None:
        self.run.follow(self.new.asked())
        self.stack.setCurrentWidget(self.run)

    def _show_draft(self, draft_id: str) -> None:
        if draft_id:
            self.review.show_draft(draft_id)
            self._show(self.review)
            self.review.setFocus()  # whoever asks for a draft works on it next
        elif self.shows_draft:
            self._show(self.list)
