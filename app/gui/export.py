"""Export from the window: a working copy at any time, the final one when nothing is open; and why not, where not."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QMenu, QWidget

from app import actions
from app.domain.claim import Verdict, VerdictKind
from app.domain.errors import AppError
from app.domain.review import CheckedDraft, ClaimsOpen
from app.events import MatterChanged
from app.gui.buttons import PushButton
from app.gui.desk import Desk, Section
from app.gui.parts import allow, button
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.exports import ExportedDraft

_BLOCKED = (VerdictKind.UNSUPPORTED, VerdictKind.MISPLACED)
_CHECK_AGAIN_MS = 300
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
        self._pending = False
        self._checked: CheckedDraft | None = None
        self.why = QLabel()
        self.open_claims = PushButton()
        self.open_claims.setMenu(QMenu(self.open_claims))
        self.open_claims.setToolTip(self.tr("The open claims: choose one to go to it"))
        self.working = button(self.tr("Export working copy…"), lambda: self.ask(final=False))
        self.final = button(self.tr("Export as final…"), lambda: self.ask(final=True), primary=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        for part in (self.why, self.open_claims, self.working, self.final):
            layout.addWidget(part)
        self._later = QTimer(self, singleShot=True, interval=_CHECK_AGAIN_MS)
        self._later.timeout.connect(self._check)
        desk.draft_asked.connect(self._take)
        desk.words_saved.connect(self._saved)
        desk.matter_opened.connect(lambda _name: self._take(""))
        desk.section_asked.connect(self._seek)
        desk.bridge.changed.connect(self._changed)
        self._show()

    def ask(self, *, final: bool) -> None:
        """Ask where to, in the system's own file dialog, and write."""
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
        title = _as_file_name(self._checked.draft.title if self._checked else self._draft)
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
            otherwise=self._refused,
            finally_=over,
        )

    def _written(self, done: "ExportedDraft") -> None:
        self.written.emit(done)

    def _refused(self, error: AppError) -> None:
        if isinstance(error, ClaimsOpen):
            self._check()
        self._desk.starter.failed.emit(error)

    def _take(self, draft: str) -> None:
        self._draft, self._checked, self._sought = draft.partition("@")[0], None, True
        self._show()
        if self._draft:
            self._check()

    def _seek(self, section: Section) -> None:
        """Only beside the draft: in other sections it would be in the way."""
        self._sought = section is Section.DRAFTS
        self._show()

    def _changed(self, fact: MatterChanged) -> None:
        # what is signed, mended or read anew may close a claim or open one
        if self._draft.startswith(f"{fact.matter}/") and fact.verb not in ("stage done", "write", "run"):
            self._later.start()

    def _saved(self, saved: bool) -> None:
        """Words that are typed and not stored yet would be missing in a file, and in the count."""
        if self._pending == saved:
            self._pending = not saved
            self._show()

    def _check(self) -> None:
        if draft := self._draft:
            self._desk.starter.start(lambda bench: actions.drafts.verify_draft(bench, draft), partial(self._say, draft))

    def _say(self, draft: str, checked: CheckedDraft) -> None:
        if draft == self._draft:
            self._checked = checked
            self._show()

    def _show(self) -> None:
        self.setVisible(bool(self._draft) and self._sought)
        open_ = self._checked.open if self._checked else ()
        why = self.tr("being checked") if self._checked is None else why_not_final(open_)
        if self._pending:
            open_, why = (), self.tr("the last words are being saved")
        self.open_claims.setVisible(bool(open_))
        self.why.setVisible(not open_)
        self.why.setText(self._words())
        self.open_claims.setText(f"{why}:")
        allow(self.final, why and self.tr("Not yet: {0}.").format(why), self.tr("The clean copy and its report"))
        wait = self.tr("Not yet: {0}.").format(why) if self._pending else ""
        allow(self.working, wait, self.tr("Marked as a working copy, with its verification report beside it"))
        self._list(open_)

    def _words(self) -> str:
        if self._pending:
            return self.tr("Saving the last words …")
        return self.tr("Every claim is supported or signed for:") if self._checked else self.tr("Checking …")

    def _list(self, open_: tuple[Verdict, ...]) -> None:
        menu = self.open_claims.menu()
        menu.clear()
        for verdict in open_[:_LISTED]:
            words = f"{verdict.claim.text}: {verdict.reason}".replace("&", "&&")
            menu.addAction(words if len(words) < 120 else words[:117] + "…").triggered.connect(
                lambda _checked=False, chosen=verdict: self._desk.select_claim(chosen)
            )
        if (more := len(open_) - _LISTED) > 0:
            menu.addAction(self.tr("{n} more: F8 goes through them").format(n=f"{more:,}")).setEnabled(False)


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
    blocked = sum(verdict.verdict in _BLOCKED for verdict in open_)
    settle = len(open_) - blocked
    parts = []
    if blocked:
        parts.append(QCoreApplication.translate("Export", "{0} blocked").format(blocked))
    if settle:
        parts.append(QCoreApplication.translate("Export", "{0} to settle").format(settle))
    return ", ".join(parts)
