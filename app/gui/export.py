"""Export from the window: a working copy at any time, the final one when nothing is open; and why not, where not."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QMenu, QWidget

from app import actions
from app.domain.claim import Verdict
from app.gui.buttons import PushButton
from app.gui.desk import Desk, Section
from app.gui.focus import Borrowed
from app.gui.parts import allow, button
from app.gui.review_words import brief_reason
from app.gui.standing import Standing, blocked_and_to_settle
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.exports import ExportedDraft

_LISTED = 40
"""Claims in the menu at most: it must fit a screen, and the list beside the draft has them all."""


class ExportButtons(QWidget):
    """What keeps the open draft from being final, beside the button that would make it so. Hidden without a draft."""

    written = Signal(object)  # ExportedDraft

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._draft = ""
        self._folder = _first_folder()
        self._sought = True
        self._keys = Borrowed(self)
        self.why = QLabel()
        self.open_claims = PushButton()
        menu = QMenu(self.open_claims)
        menu.aboutToShow.connect(self._list)
        self.open_claims.setMenu(menu)
        self.open_claims.setToolTip(self.tr("The open claims: choose one to go to it"))
        self.working = button(self.tr("Export working copy…"), lambda: self.ask(final=False))
        self.final = button(self.tr("Export as final…"), lambda: self.ask(final=True), primary=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        for part in (self.why, self.open_claims, self.working, self.final):
            layout.addWidget(part)
        desk.draft_asked.connect(self._take)
        desk.standing_changed.connect(lambda _standing: self._show())
        desk.matter_opened.connect(lambda _name: self._take(""))
        desk.section_asked.connect(self._seek)
        self._show()

    @property
    def _standing(self) -> Standing:
        """What is known of the draft that would be written. Before its words are there, nothing of them is checked."""
        held = self._desk.standing
        return held if held is not None and held.draft == self._draft else Standing(self._draft, self._draft)

    def ask(self, *, final: bool) -> None:
        """Ask where to, in the system's own file dialog, and write."""
        self._keys.give_back()  # when the dialog is closed, they are in the draft
        dialog = QFileDialog(self.window(), self.tr("Export as final") if final else self.tr("Export a working copy"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilters([self.tr("Word document (*.docx)"), self.tr("PDF (*.pdf)")])
        dialog.setDefaultSuffix("docx")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("pdf" if "pdf" in chosen else "docx"))
        dialog.setDirectory(self._folder)
        dialog.selectFile(self._file_name(final=final))
        dialog.fileSelected.connect(lambda path: self.write(Path(path), final=final))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _file_name(self, *, final: bool) -> str:
        title = _as_file_name(self._standing.title)
        return title if final else self.tr("{0}, working copy").format(title)

    def write(self, target: Path, *, final: bool) -> None:
        """Export the draft as it is saved. The file dialog has asked before a file is written over."""
        draft, self._folder = self._draft, str(target.parent)

        def over() -> None:
            if job.cancelled:
                words = self.tr("The export was stopped: {0} was not written. Export again when you want it.")
                self._desk.said.emit(words.format(target.name), ())

        job = self._desk.starter.start(
            lambda bench: actions.exports.export_draft(bench, draft, target, final=final, force=True),
            self._written,
            title=self.tr("Exporting {0}").format(target.name),
            otherwise=self._desk.starter.failed.emit,
            finally_=over,
        )

    def _written(self, done: "ExportedDraft") -> None:
        self.written.emit(done)

    def _take(self, draft: str) -> None:
        self._draft, self._sought = draft.partition("@")[0], True
        self._show()

    def _seek(self, section: Section) -> None:
        """Only beside the draft: in other sections it would be in the way."""
        self._sought = section is Section.DRAFTS
        self._show()

    def _show(self) -> None:
        """Words that aren't stored would be missing in a file, and no count of open claims holds for words that
        aren't checked."""
        self.setVisible(bool(self._draft) and self._sought)
        now = self._standing
        why = self._why_not(now)
        self.open_claims.setVisible(bool(now.open) and now.settled)
        self.why.setVisible(not self.open_claims.isVisibleTo(self))
        self.why.setText(self._words(now))
        self.open_claims.setText(f"{why}:")
        allow(self.final, why and self.tr("Not yet: {0}.").format(why), self.tr("The clean copy and its report"))
        wait = "" if now.saved else self.tr("Not yet: {0}.").format(why)
        allow(self.working, wait, self.tr("Marked as a working copy, with its verification report beside it"))

    def _why_not(self, now: Standing) -> str:
        """Why the draft can't go out as final; empty where it can."""
        if not now.saved:
            return self.tr("the last words are being saved")
        return why_not_final(now.open) if now.checked else self.tr("its words are being checked")

    def _words(self, now: Standing) -> str:
        if not now.saved:
            return self.tr("Saving the last words …")
        if not now.checked:
            return self.tr("Checking …")
        return now.no_facts or self.tr("Every claim is supported or signed for:")

    def _list(self) -> None:
        menu, open_ = self.open_claims.menu(), self._standing.open
        menu.clear()
        for verdict in open_[:_LISTED]:
            words = f"{verdict.claim.text}: {brief_reason(verdict)}".replace("&", "&&")
            menu.addAction(words if len(words) < 120 else words[:117] + "…").triggered.connect(
                lambda _checked=False, chosen=verdict: self._go_to(chosen)
            )
        if (more := len(open_) - _LISTED) > 0:
            menu.addAction(self.tr("{n} more: F8 goes through them").format(n=f"{more:,}")).setEnabled(False)

    def _go_to(self, verdict: Verdict) -> None:
        """To the claim, and the keys with it: F8 goes on from there."""
        self._desk.section_entered.emit(Section.DRAFTS)
        self._desk.select_claim(verdict)


def _first_folder() -> str:
    """Where a person looks for documents; not the folder that the program was started in."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return documents if Path(documents).is_dir() else str(Path.home())


def _as_file_name(title: str) -> str:
    """A title, as far as a file can be named so."""
    plain = "".join(letter if letter.isalnum() or letter in " .,-'&()" else "-" for letter in title)
    return plain[:80].strip(" .")


def why_not_final(open_: tuple[Verdict, ...]) -> str:
    """``4 blocked, 2 to settle``; nothing where no claim is open."""
    blocked, settle = blocked_and_to_settle(open_)
    parts = []
    if blocked:
        parts.append(QCoreApplication.translate("Export", "{0} blocked").format(f"{blocked:,}"))
    if settle:
        parts.append(QCoreApplication.translate("Export", "{0} to settle").format(f"{settle:,}"))
    return ", ".join(parts)
