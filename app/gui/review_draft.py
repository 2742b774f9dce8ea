"""The middle of the review: the draft's head, its editor or its versions, its attacks, and the verdict line."""

from collections import deque
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.domain.draft import Draft
from app.domain.review import Attack, AttackAnswer
from app.gui.attacks import AttackStrip
from app.gui.desk import Desk
from app.gui.editor import DraftEditor
from app.gui.focus import hand_on
from app.gui.grounds import GroundsLine
from app.gui.parts import INSIDE, Elided, Empty, button, flat, panel, row, toggle
from app.gui.review_line import VerdictLine
from app.gui.review_words import made_word
from app.gui.theme import Theme
from app.gui.versions import VersionsView

_NARROW = 760
"""Pixels below which the pills stand under the title instead of beside it."""


class DraftPane(QWidget):
    """Holds the parts; the section joins them with the session."""

    newer_asked = Signal()
    list_asked = Signal()  # all drafts

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, at_once: bool = True) -> None:
        """``at_once=False``: the parts come by ``grow``."""
        super().__init__(parent)
        self._desk = desk
        self._draft: Draft | None = None
        self._grown = False
        self._frame, self._layout = panel()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._frame)
        if at_once:
            deque(self.grow(), maxlen=0)

    def grow(self) -> Iterator[QWidget]:
        """Make the parts bit by bit, each bit where it stays; the loop may turn between two of them."""
        self._build_head()
        yield self._frame
        self._build_faces()
        yield self.faces
        self.strip, self.line = AttackStrip(), VerdictLine(self._desk.theme)
        self._build_foot()
        yield self.line
        self.attacks_pill.toggled.connect(self._arrange)
        self.versions_pill.toggled.connect(self._show_versions)
        self.editor.paragraph_entered.connect(self.strip.go_to)
        self.editor.attack_clicked.connect(self._flag_clicked)
        self.strip.turned_to.connect(self.editor.show_paragraph)
        self.use_theme(self._desk.theme)
        self._grown = True
        # a click beside the words is one into the draft
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocusProxy(self.editor)

    def _build_head(self) -> None:
        self.all_drafts = flat(
            self.tr("‹ All drafts"), self.list_asked.emit, self.tr("To the list of drafts (Ctrl+Shift+D)")
        )
        self.title, self.about = Elided(spread=False), Elided(muted=True)
        self.title.setProperty("heading", "true")
        self.claims_pill = toggle(self.tr("Claims"), self.tr("Show or hide the list of claims (Alt+1)"), on=True)
        self.source_pill = toggle(self.tr("Source"), self.tr("Show or hide the source page (Alt+2)"), on=True)
        self.attacks_pill = toggle(self.tr("Attacks"), self.tr("Show or hide what the reviewer attacks (Alt+3)"))
        self.versions_pill = toggle(self.tr("Versions"), self.tr("Two versions side by side (Alt+4)"))
        pills = (self.claims_pill, self.source_pill, self.attacks_pill, self.versions_pill)
        self._newer = QLabel()
        show = button(self.tr("Show it"), self.newer_asked.emit, self.tr("Your words are saved as a version first"))
        self._notice = QWidget()
        self._notice.setLayout(row(self._newer, 1, show))
        self._notice.hide()
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._layout.addLayout(self._head)
        self._head_rows = row(self.all_drafts, self.title, self.about), row(*pills, 1)
        for part, stretch in zip(self._head_rows, (1, 0), strict=True):
            self._head.addLayout(part, stretch)
        self._layout.addWidget(self._notice)
        self.grounds = GroundsLine(self._desk)
        self._layout.addWidget(self.grounds)

    def _build_faces(self) -> None:
        self.empty = Empty(
            self.tr("No draft is open"), self.tr("Choose a draft above, or start a new one: its text comes here.")
        )
        self.editor = DraftEditor(self._desk.theme)
        self.versions = VersionsView(self._desk)
        self.faces = QStackedWidget()
        for face in (self.empty, self.editor, self.versions):
            self.faces.addWidget(face)
        self._layout.addWidget(self.faces, 1)

    def _build_foot(self) -> None:
        self.strip.hide()
        self._rules = [_rule(), _rule()]
        for rule, part in zip(self._rules, (self.strip, self.line), strict=True):
            self._layout.addWidget(rule)
            self._layout.addWidget(part)
        self._rules[0].hide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        self._head.setDirection(direction.TopToBottom if self.width() < _NARROW else direction.LeftToRight)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as it can be with the pills under the title."""
        least = super().minimumSizeHint()
        if not self._grown:
            return least
        rows = [part.minimumSize().width() for part in self._head_rows]
        parts = [part.minimumSizeHint().width() for part in (self.faces, self.strip, self.line)]
        return QSize(max(*rows, *parts) + 2 * INSIDE + 2, least.height())

    # what is shown

    def show_draft(self, draft: Draft) -> None:
        self._draft = draft
        hand_on(self._notice)
        self._notice.hide()
        self.title.say(draft.title)
        self.grounds.ask(draft)
        self.show_attacks(())
        self.versions_pill.setChecked(False)
        self.faces.setCurrentWidget(self.editor)

    def say_state(self, state: str, draft: Draft | None) -> None:
        """Who wrote the version that is shown, and whether its words are saved."""
        made = made_word(draft.made_by) if draft else ""
        self.about.say(f"{made} · {state}" if made and state else state or made)

    def show_attacks(self, attacks: Sequence[Attack]) -> None:
        """The attacks, with flags beside their paragraphs; the strip opens by itself where one is open."""
        had = self.strip.current is not None
        self.strip.show_attacks(attacks)
        flags: dict[int, bool] = {}
        for attack in attacks:
            if attack.now is not None:
                flags[attack.now] = flags.get(attack.now, False) or attack.answer is AttackAnswer.OPEN
        self.editor.set_attacks(flags)
        n = self.strip.open_count
        self.attacks_pill.setText(self.tr("Attacks {n}").format(n=f"{n:,}") if n else self.tr("Attacks"))
        if n and not had:
            self.attacks_pill.setChecked(True)
        elif not attacks:
            self.attacks_pill.setChecked(False)

    def offer_newer(self, draft: Draft) -> None:
        """Another version was written while this one is edited."""
        words = self.tr("Version {n} was written meanwhile, {made}.")
        self._newer.setText(words.format(n=draft.version, made=made_word(draft.made_by)))
        self._notice.show()

    def show_editor(self) -> None:
        self.versions_pill.setChecked(False)

    def _show_versions(self, on: bool) -> None:
        if self._draft is None:
            return
        if on:
            self.versions.show_draft(self._draft.id)
        self.faces.setCurrentWidget(self.versions if on else self.editor)
        self._arrange()

    def _arrange(self) -> None:
        """Attacks and verdict belong to the text that can be edited: they are away while versions are compared."""
        comparing = self.versions_pill.isChecked()
        for part, on in zip((self.strip, self.line), (self.attacks_pill.isChecked(), True), strict=True):
            if not on or comparing:
                hand_on(part)
            part.setVisible(on and not comparing)
        for rule, part in zip(self._rules, (self.strip, self.line), strict=True):
            rule.setVisible(not part.isHidden())

    def _flag_clicked(self, paragraph: int) -> None:
        self.attacks_pill.setChecked(True)
        self.strip.go_to(paragraph)

    def use_theme(self, theme: Theme) -> None:
        self.editor.use_theme(theme)
        self.line.use_theme(theme)


def _rule() -> QFrame:
    line = QFrame()
    line.setFixedHeight(1)
    line.setProperty("rule", "true")
    return line
