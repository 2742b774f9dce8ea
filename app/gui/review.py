"""The review: open claims, draft and source side by side."""

import json
from collections import deque
from collections.abc import Iterator

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget

from app.domain.claim import Verdict
from app.domain.draft import Draft
from app.domain.review import Attack, AttackAnswer
from app.gui.beginning import Beginning
from app.gui.claims import ClaimsPane
from app.gui.desk import Desk
from app.gui.editor_marks import Mark, Marks
from app.gui.editor_text import EditedText
from app.gui.focus import hand_on
from app.gui.keys import bind
from app.gui.review_decisions import Decisions
from app.gui.review_deeds import Deeds
from app.gui.review_draft import DraftPane
from app.gui.review_panes import Panes
from app.gui.review_session import ReviewSession
from app.gui.source import SourcePane
from app.gui.theme import Theme


class ReviewSection(QWidget):
    """Three panes on one draft; a claim that is selected in one is selected in all.

    Keys: F8 and Shift+F8 go through the open claims, Alt+Enter takes the suggestion, Ctrl+Enter signs, Alt+1 and
    Alt+2 show or hide the claims and the source, Alt+3 the attacks, Alt+4 the versions, Ctrl+S saves at once. Ctrl+Z
    takes back the last change of the draft from wherever it was made.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, at_once: bool = True) -> None:
        """``at_once=False``: the panes come by ``grow``."""
        super().__init__(parent)
        self._desk = desk
        self.session = ReviewSession(desk, self)
        self.splitter = Panes(self)
        self._following = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        if at_once:
            deque(self.grow(), maxlen=0)

    def grow(self) -> Iterator[QWidget]:
        """Make the panes bit by bit, each bit where it stays; the loop may turn between two of them."""
        self.claims = ClaimsPane(self._desk)
        self.splitter.put("claims", self.claims, 2)
        yield self.claims
        self.draft = DraftPane(self._desk, at_once=False)
        self.splitter.put("draft", self.draft, 4)
        yield from self.draft.grow()
        self.source = SourcePane(self._desk)
        self.splitter.put("source", self.source, 3)
        yield self.source
        self.setFocusProxy(self.draft.editor)
        self.deeds = Deeds(self.draft.editor)
        self.decisions = Decisions(self._desk, self.session, self.deeds)
        self._connect()
        self.beginning = Beginning(self._desk, self.session, self.draft)
        self._keys()

    def _connect(self) -> None:
        session, draft, desk = self.session, self.draft, self._desk
        session.loaded.connect(self._load)
        session.storing.connect(draft.editor.filler.finish)
        session.marked.connect(self._mark)
        session.attacked.connect(draft.show_attacks)
        session.was_read.connect(draft.strip.say_read)
        session.told.connect(lambda state: draft.say_state(state, session.draft))
        session.newer.connect(draft.offer_newer)
        session.joined.connect(draft.editor.become)
        draft.newer_asked.connect(lambda: self.show_draft(session.id))
        draft.editor.edited.connect(self._edited)
        draft.editor.filled.connect(lambda: draft.editor.set_marks(session.marks))
        draft.editor.claim_clicked.connect(desk.select_claim)
        self.claims.chosen.connect(self._choose)
        self.claims.counted.connect(draft.line.say_seen)
        desk.standing_changed.connect(lambda now: self.claims.say_checking(now is None or not now.checked))
        desk.claim_selected.connect(self._select)
        desk.theme_changed.connect(self._use_theme)
        draft.line.take_asked.connect(self.take)
        draft.line.signed.connect(self.decisions.sign)
        draft.line.taken_back.connect(self.decisions.unsign)
        draft.strip.answered.connect(self.decisions.answer)
        draft.strip.mend_asked.connect(self._mend)
        draft.claims_pill.toggled.connect(lambda on: self._show_pane(self.claims, on))
        draft.source_pill.toggled.connect(lambda on: self._show_pane(self.source, on))
        application = QApplication.instance()
        if isinstance(application, QApplication):
            # a method, no lambda: Qt takes the connection away with this widget
            application.applicationStateChanged.connect(self._application_changed)

    def _application_changed(self, state: Qt.ApplicationState) -> None:
        self.session.save()
        if state is Qt.ApplicationState.ApplicationActive:
            self.session.look()

    def _keys(self) -> None:
        draft = self.draft
        keys = {
            "F8": lambda: self.go(1),
            "Shift+F8": lambda: self.go(-1),
            "Alt+Return": self.take,
            "Alt+Enter": self.take,
            "Ctrl+Return": draft.line.open_form,
            "Ctrl+Enter": draft.line.open_form,
            "Ctrl+Shift+Return": draft.line.take_back,
            "Ctrl+Shift+Enter": draft.line.take_back,
            "Ctrl+S": self.session.save,
            # reach here only from where there is no text to undo: an editor and a field take their own
            "Ctrl+Z": self.deeds.undo,
            "Ctrl+Shift+Z": self.deeds.redo,
            "Ctrl+Y": self.deeds.redo,
            "Alt+1": draft.claims_pill.click,
            "Alt+2": draft.source_pill.click,
            "Alt+3": draft.attacks_pill.click,
            "Alt+4": draft.versions_pill.click,
        }
        for key, then in keys.items():
            name = self.tr("Store the draft now") if key == "Ctrl+S" else ""
            bind(key, then, self, Qt.ShortcutContext.WidgetWithChildrenShortcut, name)

    # open and leave

    def show_draft(self, draft_id: str) -> None:
        """Open a draft (``matter/d1``) at its newest version."""
        self._desk.select_claim(None)
        self.session.open(draft_id)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        self.session.save()
        super().hideEvent(event)

    def saveState(self) -> QByteArray:  # noqa: N802  (Qt's name)
        """The panes' widths, which of them are shown, and who signed last; to be kept by the caller."""
        state = {**self.splitter.standing(), "signer": self.draft.line.name.text().strip()}
        return QByteArray(json.dumps(state).encode())

    def restoreState(self, state: QByteArray) -> bool:  # noqa: N802  (Qt's name)
        """Put the panes back; False, and nothing changes, if the state is none of this version's."""
        try:
            kept = json.loads(bytes(state.data()))
            signer = kept["signer"]
            self.splitter.restore(kept)
        except (ValueError, KeyError, TypeError):
            return False
        for name, pill in (("claims", self.draft.claims_pill), ("source", self.draft.source_pill)):
            pill.setChecked(name not in kept["hidden"])
        self.draft.line.name.setText(str(signer))
        return True

    def _show_pane(self, pane: QWidget, on: bool) -> None:
        if on is not pane.isHidden():
            return
        if not on:
            hand_on(pane)  # else the keys would leave the review with it
        self.splitter.show_pane(pane, on=on)

    # what the session says

    def _load(self, draft: Draft) -> None:
        self.draft.show_draft(draft)
        self.deeds.forget()
        self.draft.editor.fill(self.session.now.raw)
        self._select(None)

    def _edited(self, now: EditedText) -> None:
        self.deeds.wrote()
        self.session.edit(now)

    def _mark(self, marks: Marks) -> None:
        QToolTip.hideText()  # it may say what was true of these words a moment ago
        selected, before = self._desk.verdict, self.draft.editor.marks
        was = before.of(selected)
        self.draft.editor.set_marks(marks)
        self.decisions.marked(before, marks)
        self.claims.show_marks(marks, self.session.now)
        if selected is None:
            self.draft.line.show_mark(None)
            return
        follows = marks.of(selected) or _same_place(marks, was)
        self._following = True  # the cursor stays where somebody types
        self._desk.select_claim(follows.verdict if follows else None)
        self._following = False
        self._show_selected()

    # selection

    def _choose(self, verdict: Verdict) -> None:
        if verdict is self._desk.verdict:
            self._select(verdict)
        self._desk.select_claim(verdict)

    def _select(self, verdict: Verdict | None) -> None:
        if not self._following:
            self.draft.editor.select(verdict)
        self._show_selected()

    def _show_selected(self) -> None:
        verdict = self._desk.verdict
        mark = self.session.marks.of(verdict)
        self.claims.select(verdict)
        self.draft.editor.outline(verdict)
        self.draft.line.show_mark(mark)
        if mark is None or verdict is None:
            self.source.show_nothing()
            return
        around = self.session.marks.within(*self.session.now.paragraph_span(mark.start))
        beside = [m.verdict for m in around if m.start != mark.start]
        self.source.show_verdict(self.session.matter, verdict, beside)

    def go(self, step: int) -> None:
        """To the next open claim of the text, or the one before; around at the ends. Between versions: to a change."""
        if self.draft.versions_pill.isChecked():
            self.draft.versions.go_to_next_change()
            return
        open_ = [m for m in self.session.marks if m.open]
        if not open_:
            checked = self.session.checked
            self.draft.line.tell(self.tr("Nothing is open.") if checked else self.tr("The words are being checked …"))
            return
        here, place = self.session.marks.of(self._desk.verdict), self.draft.editor.place
        if here is not None and here.start <= place <= here.end:
            later, before = [m for m in open_ if m.start > here.start], [m for m in open_ if m.start < here.start]
        else:  # the cursor went elsewhere since
            later, before = [m for m in open_ if m.start >= place], [m for m in open_ if m.end < place]
        to = (later or open_)[0] if step > 0 else (before or open_)[-1]
        self._choose(to.verdict)

    # the two ways out

    def take(self) -> None:
        """Put the suggestion where the claim stands, one step for undo, and go on to the next open claim."""
        mark = self.session.marks.of(self._desk.verdict)
        if mark is None or mark.verdict.passes or not mark.verdict.suggestion:
            self.draft.line.say_why_no_take()
            return
        if not self.session.is_as_checked(mark):
            return  # the words changed since: a new verdict is on its way
        after = [m for m in self.session.marks if m.open and m.start > mark.start]
        rest = after or [m for m in self.session.marks if m.open and m.start != mark.start]
        self.draft.editor.replace(mark, mark.verdict.suggestion)
        self._desk.select_claim(rest[0].verdict if rest else None)

    def _mend(self, attack: Attack) -> None:
        if attack.now is None:  # taking its paragraph out was the mending
            self.decisions.answer(attack, AttackAnswer.MENDED, "")
            return
        if attack.answer is not AttackAnswer.MENDED:
            self.session.mend(attack)
        self.draft.show_editor()
        self.draft.editor.go_to_paragraph(attack.now)

    def _use_theme(self, theme: Theme) -> None:
        self.draft.use_theme(theme)
        self.claims.list.viewport().update()


def _same_place(marks: Marks, was: Mark | None) -> Mark | None:
    """The claim that stands where a claim stood whose sentence was changed."""
    if was is None:
        return None
    here = marks.within(was.start, max(was.end, was.start + 1))
    return next((m for m in here if m.verdict.claim.kind is was.verdict.claim.kind), None)
