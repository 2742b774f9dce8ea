"""Bates numbers: what would be assigned, before it is; then the numbering itself, in the panel."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from app import actions
from app.domain.errors import AppError
from app.domain.evidence import ORIGINS, Origin
from app.events import Progress
from app.gui.desk import Desk
from app.gui.exhibits_outcomes import Outcome, sentences
from app.gui.exhibits_work import WorkPanel
from app.gui.fields import Field
from app.gui.forms import Dialog, Number, form_row
from app.gui.parts import allow, button, if_there, many, muted, origin_words, row
from app.gui.remedies import for_window
from app.gui.start import Job
from app.gui.theme import GRID

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.actions.bates import BatesPlan, StampedExhibit
    from app.workbench import Workbench


_NAMED = 3
"""Files without a number that are named one by one."""


class NumberDialog(Dialog):
    """Asks how the numbers are written, and says what will happen. ``agreed`` tells the values of ``bates.assign``."""

    agreed = Signal(object)
    left = Signal(object)  # the values, where they were changed and not agreed to

    def __init__(self, desk: Desk, parent: QWidget | None = None, values: "Mapping[str, Any] | None" = None) -> None:
        """``values``: those that it was left with before."""
        super().__init__(QCoreApplication.translate("NumberDialog", "Assign Bates numbers"), parent)
        self._desk = desk
        self._asked = 0
        self.setMinimumWidth(440)
        self._soon = QTimer(self, singleShot=True, interval=150)
        self._soon.timeout.connect(self._look)
        self._build()
        self._untouched = self.values()
        if values is not None:
            self._take_up(values)
        self._look()

    def _take_up(self, values: "Mapping[str, Any]") -> None:
        self.prefix.setText(values["prefix"] or "")
        self.first.setValue(values["start"] or 0)
        self.digits.setValue(values["digits"])
        self.suffix.setText(values["suffix"])
        for origin, box in self.origins.items():
            box.setChecked(origin in values["origins"])

    def reject(self) -> None:
        """Esc and Cancel: what was chosen isn't lost."""
        if self.values() != self._untouched:
            self.left.emit(self.values())
        super().reject()

    def values(self) -> dict[str, Any]:
        return {
            "prefix": self.prefix.text().strip() or None,
            "start": self.first.value() or None,
            "digits": self.digits.value(),
            "suffix": self.suffix.text().strip(),
            "origins": tuple(origin for origin, box in self.origins.items() if box.isChecked()),
        }

    def _build(self) -> None:
        self.prefix, self.suffix = Field(), Field()
        self.prefix.setPlaceholderText(self.tr("the matter's own"))
        self.suffix.setPlaceholderText(self.tr("none"))
        self.first, self.digits = Number(0, 999_999_999), Number(1, 12)
        self.first.setSpecialValueText(self.tr("the next free one"))
        self.digits.setValue(6)
        self.plan = QLabel(wordWrap=True)
        self.plan.setProperty("heading", "true")
        self.without = muted(wrap=True)
        self.without.setVisible(False)
        self.why = muted(wrap=True)
        self.why.setText(self._why(0))
        form = QFormLayout()
        form.setSpacing(2 * GRID)
        form_row(form, self.tr("&Prefix"), self.prefix)
        form_row(form, self.tr("&First number"), self.first)
        form_row(form, self.tr("&Digits"), self.digits)
        form_row(form, self.tr("&Suffix"), self.suffix)
        self.which, boxes = muted(self.tr("Which files get numbers")), self._boxes()
        self.which.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.which.setMinimumWidth(self.which.sizeHint().width())  # a form asks no label that comes into sight later
        self.which.setVisible(False)
        form.addRow(self.which, boxes)
        self.go = button(self.tr("Assign and stamp copies"), self._agree, primary=True)
        self.go.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addLayout(form)
        layout.addWidget(self.plan)
        layout.addWidget(self.without)
        layout.addWidget(self.why)
        layout.addLayout(row(1, button(self.tr("Cancel"), self.reject), self.go))
        for field in (self.prefix, self.suffix):
            field.textChanged.connect(lambda _text: self._soon.start())
        for box in self.origins.values():
            box.toggled.connect(lambda _on: self._soon.start())
        for number in (self.first, self.digits):
            number.valueChanged.connect(lambda _value: self._soon.start())

    def _boxes(self) -> QWidget:
        """From whom files are numbered: the other side's have its numbers, or get them from it."""
        self.origins = {origin: QCheckBox() for origin in ORIGINS}
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        for origin, box in self.origins.items():
            box.setChecked(origin is not Origin.OPPOSING)
            box.setVisible(False)
            column.addWidget(box)
        return place

    def _tell_origins(self, unnumbered: "Mapping[Origin, int]") -> None:
        for origin, box in self.origins.items():
            pages = unnumbered.get(origin, 0)
            count = many(pages, self.tr("1 page without a number"), self.tr("{n} pages without a number"))
            box.setText(self.tr("from: {0} ({1})").format(origin_words(origin), count))
            box.setVisible(bool(pages))
        self.which.setVisible(bool(unnumbered))

    def _look(self) -> None:
        self._asked += 1
        asked, matter, values = self._asked, self._desk.matter, self.values()
        allow(self.go, self.tr("Looking what there is to number."))

        def then(plan: "BatesPlan") -> None:
            if asked == self._asked:
                self._tell(plan)

        def otherwise(error: AppError) -> None:
            if asked == self._asked:
                self.plan.setText(str(error))
                allow(self.go, error.what)

        self._desk.starter.start(
            lambda bench: actions.bates.plan(bench, matter, **values),
            if_there(self, then),
            otherwise=if_there(self, otherwise),
        )

    def _tell(self, plan: "BatesPlan") -> None:
        self._tell_origins(plan.unnumbered)
        left = sum(pages for origin, pages in plan.unnumbered.items() if not self.origins[origin].isChecked())
        copies = many(plan.copies, self.tr("1 stamped copy"), self.tr("{n} stamped copies"))
        if plan.pages:
            pages = many(plan.pages, self.tr("1 page"), self.tr("{n} pages"))
            numbers = plan.first if plan.pages == 1 else f"{plan.first} – {plan.last}"
            self.plan.setText(f"{pages}, {numbers}; {copies}.")
        elif plan.copies:
            self.plan.setText(self.tr("All chosen pages have numbers. {copies} will be written.").format(copies=copies))
        else:
            self.plan.setText(self.tr("All chosen pages have numbers and every stamped copy is there."))
        self.why.setText(self._why(left))
        self._tell_without(plan.without)
        allow(self.go, "" if plan.pages or plan.copies else self.tr("There is nothing left to number or to stamp."))

    def _why(self, left: int) -> str:
        """What a number means, and what it means to get none."""
        always = self.tr("Numbers are reserved once and never used again. Originals stay as they came.")
        none = many(
            left,
            self.tr("1 page gets no number now: a draft can't cite it until it has one."),
            self.tr("{n} pages get no number now: a draft can't cite them until they have one."),
        )
        return f"{none} {always}" if left else always

    def _tell_without(self, titles: "tuple[str, ...]") -> None:
        """Which files no number can be put on, and what helps."""
        names = ", ".join(titles[:_NAMED])
        if (more := len(titles) - _NAMED) > 0:
            names += " " + many(more, self.tr("and one more"), self.tr("and {n} more"))
        words = many(
            len(titles),
            self.tr("1 file gets no number, for it was kept as it came and has no pages here"),
            self.tr("{n} files get no number, for they were kept as they came and have no pages here"),
        )
        self.without.setText(
            self.tr("{words}: {names}. Print one to a PDF and add that, to have it numbered.").format(
                words=words, names=names
            )
        )
        self.without.setVisible(bool(titles))

    def _agree(self) -> None:
        self.agreed.emit(self.values())
        self.accept()


class Numbering(QObject):
    """Assigns numbers and writes stamped copies; progress and outcome in the panel. ``changed``: it began or ended."""

    changed = Signal()

    def __init__(self, desk: Desk, panel: WorkPanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._panel = panel
        self._job: Job | None = None
        desk.bridge.progress.connect(self._progress)

    @property
    def running(self) -> bool:
        return self._job is not None

    def ask(
        self, within: QWidget, over: Callable[[], object], matter: str = "", values: "Mapping[str, Any] | None" = None
    ) -> None:
        """Show what numbering would do; it is done when a person agrees. ``over`` comes in any case. ``values`` were
        left before, in ``matter``."""
        if values is not None and (self.running or matter != self._desk.matter):
            words = self.tr("Open {0} first, and wait until its pages are stamped.").format(matter)
            self._desk.said.emit(words, ())
            return
        matter = self._desk.matter

        def offer(left: "Mapping[str, Any]") -> None:
            again = partial(self.ask, within, over, matter, left)
            self._desk.said.emit(self.tr("The numbers were not assigned."), ((self.tr("Open it again"), again),))

        dialog = NumberDialog(self._desk, within, values)
        dialog.agreed.connect(self.assign)
        dialog.left.connect(offer)
        dialog.finished.connect(lambda _how: over())
        dialog.open()

    def assign(self, values: dict[str, Any]) -> None:
        matter = self._desk.matter
        title = self.tr("Numbering and stamping {matter}").format(matter=matter)
        self._panel.begin(title, self._stop)
        self._job = self._desk.starter.start(
            lambda bench: _assign(bench, matter, values),
            self._done,
            title=title,
            otherwise=self._failed,
            finally_=self._over,
        )
        self.changed.emit()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _progress(self, fact: Progress) -> None:
        if self._job is not None and fact.started == self._job.number:
            note = self.tr("copy {n} of {all}: {name}").format(n=fact.done, all=fact.total, name=fact.note)
            self._panel.progress(fact.done, fact.total, note)

    def _done(self, lines: "list[StampedExhibit | AppError]") -> None:
        good = [line for line in lines if not isinstance(line, AppError)]
        bad = [for_window(line) for line in lines if isinstance(line, AppError)]
        outcomes = [Outcome(error.what, f"{error.why} {error.remedy}".strip(), "✕", attention=True) for error in bad]
        for one in good:
            text = sentences(f"{one.first} – {one.last}" if one.first != one.last else one.first, *one.notes)
            outcomes.append(Outcome(str(one.file), text, "!" if one.notes else "✓", attention=bool(one.notes)))
        title = many(len(good), self.tr("1 stamped copy written"), self.tr("{n} stamped copies written"))
        if bad:
            title += self.tr(", {n} could not be").format(n=len(bad))
        folder = str(good[0].file.parent) if good else ""
        self._panel.finish(title, outcomes, folder)
        if folder:
            self._panel.offer(
                self.tr("Open folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(folder)), folder
            )

    def _failed(self, error: AppError) -> None:
        self._panel.finish(error.what, note=f"{error.why} {error.remedy}".strip())

    def _over(self) -> None:
        if self._job is not None and self._job.cancelled:
            self._panel.finish(
                self.tr("Stopped"),
                note=self.tr("The numbers stay reserved. Do it again to write the copies that are missing."),
            )
        self._job = None
        self.changed.emit()


async def _assign(bench: "Workbench", matter: str, values: dict[str, Any]) -> "list[StampedExhibit | AppError]":
    return [line async for line in actions.bates.assign(bench, matter, **values)]
