"""What all parts of the window share: how to start a verb, what is open, and where to look next."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from app.domain.claim import Verdict
from app.gui.bridge import Bridge
from app.gui.standing import Standing
from app.gui.start import Starter
from app.gui.theme import Theme


class Section(StrEnum):
    """The sections at the top of the window."""

    EXHIBITS = "exhibits"
    AUTHORITIES = "authorities"
    DRAFTS = "drafts"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class PageRef:
    """A page to show; ``words`` are boxed in it (a search), None for none."""

    exhibit: str
    page: int
    words: str | None = None


class Desk(QObject):
    """The window's state that more than one part needs. Parts set it and hear of it; they never call each other."""

    matter_opened = Signal(str)  # name; "" when none is open
    section_asked = Signal(object)  # Section
    section_again = Signal(object)  # Section: its tab was clicked while it is shown, which leads back to its beginning
    section_entered = Signal(object)  # Section: shown, and the keyboard put into it; None: the one that is shown
    page_asked = Signal(object)  # PageRef
    draft_asked = Signal(str)  # draft id, to review
    claim_selected = Signal(object)  # Verdict or None: selected everywhere at once
    standing_changed = Signal(object)  # Standing of the draft in the editor; None while another is on its way
    said = Signal(str, object)  # a sentence for the person, and what is offered with it: ((words, what to do), ...)
    offered = Signal(str, object)  # the same, but it stays until the person takes one of what is offered
    noted = Signal(str)  # a sentence that stays until the person closes it
    theme_changed = Signal(object)  # Theme

    def __init__(self, starter: Starter, bridge: Bridge, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.starter = starter
        self.bridge = bridge
        self.theme = theme
        self.matter = ""
        self.verdict: Verdict | None = None
        self.standing: Standing | None = None

    def open_matter(self, name: str) -> None:
        if name != self.matter:
            self.matter = name
            self.select_claim(None)
            self.matter_opened.emit(name)

    def select_claim(self, verdict: Verdict | None) -> None:
        if verdict is not self.verdict:
            self.verdict = verdict
            self.claim_selected.emit(verdict)

    def stand(self, standing: Standing | None) -> None:
        """How the draft in the editor stands now."""
        # thousands of verdicts aren't compared: whatever was checked is told again
        if standing is None or standing.checked or standing != self.standing:
            self.standing = standing
            self.standing_changed.emit(standing)

    def use_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.theme_changed.emit(theme)
