"""Where the person is in the window, and how it stands: kept as it changes, so that a start after a kill finds it."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app import actions
from app.gui.desk import Section
from app.gui.drafts import DraftsSection
from app.gui.exhibits import ExhibitsSection
from app.gui.main_window import MainWindow
from app.gui.state import Kept

if TYPE_CHECKING:
    from app.domain.draft import Draft

_SOON_MS = 400


class Place(QObject):
    """Section, draft with its paragraph or run, exhibit with its page. ``go_back`` shows what was kept."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._desk = window, window.desk
        exhibits, drafts = window.sections[Section.EXHIBITS], window.sections[Section.DRAFTS]
        assert isinstance(exhibits, ExhibitsSection)
        assert isinstance(drafts, DraftsSection)
        self._exhibits, self._drafts = exhibits, drafts
        self._paragraph = 0
        self._going_back = self._ended = False
        self._written: Mapping[str, Kept] = {}
        self._writing: asyncio.Task[None] | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self._write)
        editor = drafts.review.draft.editor
        for signal in (
            window.desk.matter_opened,
            window.stack.currentChanged,
            drafts.stack.currentChanged,
            drafts.run.shown_changed,
            drafts.review.session.loaded,
            editor.cursorPositionChanged,
            exhibits.table.chosen,
            exhibits.page.page_shown,
            window.folding.changed,
            window.panels.splitterMoved,
        ):
            signal.connect(self._changed)
        editor.filled.connect(self._enter_paragraph)
        window.desk.starter.ending.connect(self._end)

    def now(self) -> dict[str, Kept]:
        """What is kept: the window, the matter and the place in it."""
        drafts, sections = self._drafts, self._window.sections
        exhibit, page = self._exhibits.place
        section = next(name for name, one in sections.items() if one is self._window.stack.currentWidget())
        editor = drafts.review.draft.editor
        return {
            **self._window.standing(),
            "section": section.value,
            "draft": drafts.review.session.id if drafts.shows_draft else "",
            "paragraph": str(editor.now.paragraph_at(editor.place) or ""),
            "run": drafts.run.shown if drafts.stack.currentWidget() is drafts.run else "",
            "exhibit": exhibit,
            "page": str(page or ""),
            "review": bytes(drafts.review.saveState().data()).decode(),
        }

    def go_back(self) -> None:
        """Show what was shown last time in the matter that is open now."""
        state, desk = self._window.state, self._desk
        matter, draft, run = desk.matter, state.text("draft"), state.text("run")
        if exhibit := state.text("exhibit"):
            self._exhibits.go_back(exhibit, _number(state.text("page")))
        if run.rpartition("/")[0] == matter:
            self._drafts.show_run(run)
        section, paragraph = state.text("section"), _number(state.text("paragraph"))
        self._enter(section)
        if draft.rpartition("/")[0] != matter:
            return
        self._going_back = True

        def open_(there: "list[Draft]") -> None:
            if any(one.id == draft for one in there) and desk.matter == matter:
                self._paragraph = paragraph
                desk.draft_asked.emit(draft)
                self._enter(section)

        def over() -> None:
            self._going_back = False
            self._changed()

        desk.starter.start(lambda bench: actions.review.list_drafts(bench, matter), open_, finally_=over)

    def _enter(self, section: str) -> None:
        if section in tuple(Section):
            self._desk.section_entered.emit(Section(section))

    def _enter_paragraph(self) -> None:
        number, self._paragraph = self._paragraph, 0
        if number:
            self._drafts.review.draft.editor.go_to_paragraph(number)

    def _changed(self) -> None:
        if not (self._soon.isActive() or self._going_back or self._ended):
            self._soon.start()

    def _end(self) -> None:
        """The window closes, and keeps what there is itself."""
        self._ended = True
        self._soon.stop()

    def _write(self) -> None:
        """In another thread: the disk may let wait."""
        if self._writing is not None:
            self._soon.start()
            return
        now = self.now()
        if now == self._written:
            return
        self._written = now
        self._writing = asyncio.get_event_loop().create_task(self._write_away(now))

    async def _write_away(self, now: Mapping[str, Kept]) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(None, self._window.state.keep_all, now)
        finally:
            self._writing = None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
