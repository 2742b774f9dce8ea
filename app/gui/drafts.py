"""The drafts section: the matter's drafts and runs, a new draft, a run, or the review of one draft."""

from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from app.gui.desk import Desk, Section
from app.gui.drafts_list import DraftsList
from app.gui.new_draft import NewDraftView
from app.gui.review import ReviewSection
from app.gui.runs import RunView


class DraftsSection(QWidget):
    """One of four views at a time; which one follows from what was asked for. They are made before it, one by one."""

    def __init__(self, desk: Desk, drafts: DraftsList, new: NewDraftView, run: RunView, review: ReviewSection) -> None:
        super().__init__()
        self._desk = desk
        self.list, self.new, self.run, self.review = drafts, new, run, review
        self.stack = QStackedWidget()
        for view in (self.list, self.new, self.run, self.review):
            self.stack.addWidget(view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)
        self.list.new_asked.connect(self.show_new)
        self.list.run_asked.connect(self.show_run)
        self.new.started.connect(self._follow)
        self.new.back_asked.connect(self.show_list)
        self.run.back_asked.connect(self.show_list)
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
        elif self.shows_draft:
            self._show(self.list)
