"""What happens when the window has opened: the core starts, the matter of last time opens, stopped work is offered."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app import actions
from app.events import MatterChanged, StageChanged
from app.gui.building import build_sections
from app.gui.core import Core
from app.gui.desk import Section
from app.gui.main_window import MainWindow
from app.gui.parts import many
from app.gui.stage_words import run_words

if TYPE_CHECKING:
    from app.actions.unfinished import Unfinished
    from app.workbench import Workbench


class Opening(QObject):
    """Begins once the window is seen, so that nothing heavy comes before it."""

    def __init__(self, window: MainWindow, core: Core, matter: str | None, draft: str | None) -> None:
        super().__init__(window)
        self._window = window
        self._desk = window.desk
        self._core = core
        self._draft = draft
        self._matter = matter or (draft.rpartition("/")[0] if draft else window.state.text("matter"))
        window.painted.connect(self._begin)

    def _begin(self) -> None:
        # kept: a task that nobody holds may vanish
        self._task = asyncio.get_running_loop().create_task(self._build())

    async def _build(self) -> None:
        await build_sections(self._window)
        self._core.open()
        self._window.top.ask_hosts()
        self._desk.starter.start(_names, self._open)

    def _open(self, names: list[str]) -> None:
        wanted = self._matter if self._matter in names else (names[0] if len(names) == 1 else "")
        if wanted:
            before = self._window.state.text("matter")
            self._desk.open_matter(wanted)
            if self._draft:
                self._desk.draft_asked.emit(self._draft)
                self._desk.starter.start(_practice, self._offer_practice)
            elif wanted == before:
                self._window.go_back()
        if names:
            self._desk.starter.start(_unfinished, self._offer)

    def _offer_practice(self, draft: str | None) -> None:
        if draft is not None:
            self._window.notice.offer(
                self.tr("A small model wrote this draft. Another one has mistakes planted, to try the review on."),
                (self.tr("Open it"), partial(self._desk.draft_asked.emit, draft)),
            )

    def _offer(self, found: "list[Unfinished]") -> None:
        for one in found:
            withdraw = self._window.notice.offer(
                self._words(one),
                (self.tr("Continue"), partial(self._continue, one)),
                (self.tr("Not now"), partial(self._leave, one)),
            )
            # somebody went on with it elsewhere in the window: it isn't offered any more
            self._desk.bridge.stage.connect(partial(self._taken_up, one, withdraw))
            self._desk.bridge.changed.connect(partial(self._gone_on, one, withdraw))

    def _taken_up(self, one: "Unfinished", withdraw: Callable[[], None], fact: StageChanged) -> None:
        if fact.run in one.runs:
            withdraw()

    def _gone_on(self, one: "Unfinished", withdraw: Callable[[], None], fact: MatterChanged) -> None:
        if fact.matter == one.matter and fact.verb in ("intake", "read") and (one.pages or one.files):
            withdraw()

    def _words(self, one: "Unfinished") -> str:
        parts = []
        if one.runs:
            last = run_words(one.runs[-1])
            runs = many(len(one.runs), self.tr("{run} stopped"), self.tr("{n} runs stopped, the last is {{run}}"))
            parts.append(runs.format(run=last))
        if one.pages:
            parts.append(many(one.pages, self.tr("one page is not read yet"), self.tr("{n} pages are not read yet")))
        if one.files:
            text = many(
                len(one.files),
                self.tr("a file or folder is not all taken in yet"),
                self.tr("{n} files and folders are not all taken in yet"),
            )
            parts.append(text)
        return self.tr("Work in {0} was interrupted: {1}.").format(one.matter, ", ".join(parts))

    def _leave(self, one: "Unfinished") -> None:
        """Not now: the list of runs and the exhibits have it, and it isn't offered at each start."""
        self._desk.starter.start(lambda bench: actions.unfinished.leave(bench, one))

    def _continue(self, one: "Unfinished") -> None:
        from app.gui.exhibits import ExhibitsSection

        self._desk.open_matter(one.matter)
        exhibits = self._window.sections[Section.EXHIBITS]
        if not one.pages and not one.files:
            self._resume(one)
        elif isinstance(exhibits, ExhibitsSection):
            self._desk.section_asked.emit(Section.EXHIBITS)
            exhibits.intake.go_on_with_offered(one.matter, files=bool(one.files), then=partial(self._resume, one))

    def _resume(self, one: "Unfinished") -> None:
        from app.gui.drafts import DraftsSection

        drafts = self._window.sections[Section.DRAFTS]
        if one.runs and isinstance(drafts, DraftsSection):
            drafts.go_on(one.runs[-1])


async def _names(bench: "Workbench") -> list[str]:
    return await bench.matter_names()


async def _practice(bench: "Workbench") -> str | None:
    return await actions.demo.practice_draft(bench)


async def _unfinished(bench: "Workbench") -> "list[Unfinished]":
    return await actions.unfinished.find_unfinished(bench)
