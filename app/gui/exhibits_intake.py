"""Files on their way in: one intake at a time, those dropped meanwhile wait; each file's outcome as it comes."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app import actions
from app.domain.errors import AppError
from app.domain.evidence import IntakeStatus, Origin
from app.events import MatterChanged, Noted, Progress
from app.gui.desk import Desk
from app.gui.exhibits_outcomes import Outcome, outcome_before, outcome_noted, outcome_of, outcome_so_far
from app.gui.exhibits_release import ReleaseDialog
from app.gui.exhibits_work import WorkPanel
from app.gui.parts import many, origin_words
from app.gui.remedies import in_window
from app.gui.start import Job

if TYPE_CHECKING:
    from app.actions.exhibit_list import SetAside
    from app.actions.exhibits import IntakeLine
    from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class _Order:
    """``released``: own work to let in first, as the intake named it, by whom and why. ``offered``: what was offered
    before and isn't taken in or read yet, ``taking``: with files among it; ``then`` follows once it is."""

    matter: str
    paths: tuple[Path, ...]
    origin: Origin
    released: tuple[str, str, str] | None = None
    offered: bool = False
    taking: bool = True
    then: Callable[[], object] = lambda: None


class Intake(QObject):
    """Takes files in and shows it in the panel. ``changed``: it began or ended."""

    changed = Signal()
    out_asked = Signal(list)  # ids of the exhibits that an intake brought, to be taken out again

    def __init__(
        self, desk: Desk, panel: WorkPanel, parent: QObject | None = None, *, blocked: Callable[[], bool]
    ) -> None:
        """``blocked``: whether something else has the panel; who frees it calls ``go_on``."""
        super().__init__(parent)
        self._blocked = blocked
        self.origin: Callable[[], Origin] = lambda: Origin.CLIENT
        """From whom files come that are taken in now."""
        self._desk = desk
        self._panel = panel
        self._waiting: deque[_Order] = deque()
        self._now: _Order | None = None
        self._job: Job | None = None
        self._notes: list[Outcome] = []
        self._telling = ""
        """The matter whose files are told of one by one: facts may come a moment after the job that ended early."""
        desk.bridge.changed.connect(self._hear)
        desk.bridge.noted.connect(self._note)
        panel.release_asked.connect(self._ask_release)
        desk.starter.ending.connect(self._keep_waiting)
        desk.bridge.progress.connect(self._progress)

    @property
    def running(self) -> bool:
        return self._now is not None

    def take(self, paths: Sequence[Path]) -> None:
        """Take files and folders into the open matter."""
        self._waiting.append(_Order(self._desk.matter, tuple(paths), self.origin()))
        self._begin()

    def go_on_with_offered(self, matter: str, *, files: bool, then: Callable[[], object] = lambda: None) -> None:
        """Go on with what was offered once: ``files`` that aren't taken in yet, and pages that aren't read."""
        self._waiting.append(_Order(matter, (), self.origin(), offered=True, then=then, taking=files))
        self._begin()

    def _ask_release(self, outcome: Outcome) -> None:
        """Own work that was set aside: who lets it in, and why."""
        dialog = ReleaseDialog(outcome, self._panel)
        matter, origin = self._desk.matter, self.origin()

        def release(name: str, reason: str) -> None:
            self._waiting.append(_Order(matter, (), origin, (outcome.path, name, reason)))
            self._begin()

        dialog.agreed.connect(release)
        dialog.open()

    def show_set_aside(self) -> None:
        """What earlier intakes refused or set aside, in the panel."""
        matter = self._desk.matter

        def then(found: "list[SetAside]") -> None:
            if matter == self._desk.matter and not self.running:
                self._panel.show_list(aside_words(found), [outcome_before(one) for one in found])

        self._desk.starter.start(lambda bench: actions.exhibit_list.list_set_aside(bench, matter), then)

    def go_on(self) -> None:
        """Begin with what waits, where nothing else is at work."""
        self._begin()

    def _begin(self) -> None:
        if self._now is not None or not self._waiting or self._blocked():
            return
        order = self._now = self._waiting.popleft()
        title = self.tr("Taking files into {matter}") if order.taking else self.tr("Reading pages of {matter}")
        title = title.format(matter=order.matter)
        new = bool(order.paths or order.released)  # what was offered before has the origin that was said then
        whose = self.tr("{0}, from: {1}").format(title, origin_words(order.origin)) if new else title
        self._notes, self._telling = [], order.matter
        self._panel.begin(whose, self._stop)
        self._job = self._desk.starter.start(
            lambda bench: _take_in(bench, order),
            self._done,
            title=title,
            otherwise=self._failed,
            finally_=self._over,
        )
        self.changed.emit()

    def _stop(self) -> None:
        self._waiting.clear()
        if self._job is not None:
            self._job.cancel()

    def _keep_waiting(self) -> None:
        """The window closes: files that wait for their turn are offered at the next start, as those under way are."""
        for order in self._waiting:
            if order.paths:
                self._desk.starter.start(partial(_keep, order), keep=True)

    def _hear(self, fact: MatterChanged) -> None:
        if fact.matter == self._telling and fact.verb == "intake":
            self._panel.add(outcome_so_far(dict(fact.detail)))

    def _note(self, fact: Noted) -> None:
        """What a job left out or put right: in the list of this intake, or where any part of the window shows it."""
        if self._job is None or fact.started != self._job.number:
            self._desk.noted.emit(in_window(fact.text))
            return
        note = outcome_noted(fact.text)
        self._notes.append(note)
        self._panel.add(note)

    def _progress(self, fact: Progress) -> None:
        if self._job is None or fact.started != self._job.number:
            return
        if fact.job == "intake":
            note = self.tr("file {n} of {all}: {name}")
        else:
            note = self.tr("page {n} of {all} read: {name}")
        n = min(fact.done + (fact.job == "intake"), fact.total)
        waiting = sum(len(order.paths) for order in self._waiting)
        more = self.tr("; {n} more waiting").format(n=waiting) if waiting else ""
        self._panel.progress(fact.done, fact.total, note.format(n=n, all=fact.total, name=fact.note) + more)

    def _done(self, lines: "list[IntakeLine]") -> None:
        self._telling = ""
        self._panel.finish(self._summary(lines), [*self._notes, *(outcome_of(line) for line in lines)])
        new = [line.exhibit for line in lines if line.status is IntakeStatus.ADDED and line.exhibit]
        if new and self._now is not None and self._now.matter == self._desk.matter:
            tip = self.tr("The exhibits that came in with this; refused where something rests on one")
            self._panel.offer(self.tr("Take these out again"), lambda: self.out_asked.emit(new), tip)
        if self._now is not None:
            self._now.then()

    def _summary(self, lines: "list[IntakeLine]") -> str:
        if self._now is not None and self._now.offered and not lines:
            return self.tr("All pages are read")
        count = {status: sum(line.status is status for line in lines) for status in IntakeStatus}
        kept = sum(line.status is IntakeStatus.ADDED and not line.pages for line in lines)
        told = [
            many(len(lines), self.tr("1 file"), self.tr("{n} files")),
            self.tr("{n} taken in").format(n=count[IntakeStatus.ADDED] - kept),
        ]
        if kept:  # they have no pages: no number can be put on them, and no draft cites them
            told.append(self.tr("{n} kept as they came").format(n=kept))
        words = {
            IntakeStatus.DUPLICATE: self.tr("{n} here already"),
            IntakeStatus.OWN_WORK: self.tr("{n} set aside as own work"),
            IntakeStatus.REFUSED: self.tr("{n} refused"),
        }
        told += [words[status].format(n=count[status]) for status in words if count[status]]
        return f"{told[0]}: {', '.join(told[1:])}" if lines else self.tr("No file was found in what was dropped")

    def _failed(self, error: AppError) -> None:
        self._panel.finish(error.what, note=f"{error.why} {error.remedy}".strip())

    def _over(self) -> None:
        if self._job is not None and self._job.cancelled and self._now is not None:
            matter = self._now.matter
            self._desk.starter.start(lambda bench: actions.unfinished.forget_offered(bench, matter))
            self._panel.finish(
                self.tr("Stopped"),
                note=self.tr("What was taken in stays. Pages that aren't read yet can be read later."),
            )
        self._now = self._job = None
        self.changed.emit()
        self._begin()


async def _keep(order: _Order, bench: "Workbench") -> None:
    await actions.unfinished.keep_offered(bench, order.matter, order.paths, order.origin)


async def _take_in(bench: "Workbench", order: _Order) -> "list[IntakeLine]":
    if order.offered:
        return await actions.unfinished.take_in_offered(bench, order.matter)
    paths = order.paths
    if order.released is not None:
        path, name, reason = order.released
        await actions.own_work.release(bench, order.matter, path, name, reason)
        paths = (actions.own_work.file_of(path),)
    there, gone = await actions.exhibits.there_now(paths)
    if not there and gone:
        there, gone = paths, []  # none of them: that is the error of the whole
    return [*gone, *[line async for line in actions.exhibits.add_exhibits(bench, order.matter, there, order.origin)]]


def aside_words(found: "Sequence[SetAside]") -> str:
    """``1 set aside as own work, 2 refused``: what was set aside can be released, what was refused can't come in."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Intake", text)

    own = sum(one.status is IntakeStatus.OWN_WORK for one in found)
    refused = len(found) - own
    told = [tr("{n} set aside as own work").format(n=own)] if own else []
    return ", ".join([*told, tr("{n} refused").format(n=refused)] if refused else told)
