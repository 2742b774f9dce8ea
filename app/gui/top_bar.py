"""The top of the window: the matter, the sections with their counts, what left this machine, search."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from app import actions
from app.events import MatterChanged
from app.gui.buttons import PushButton
from app.gui.desk import Desk, Section
from app.gui.outgoing import Left
from app.gui.parts import Elided, toggle
from app.gui.search import SearchBox
from app.gui.theme import GRID

if TYPE_CHECKING:
    from app.actions.matters import MatterSummary

REFRESH_MS = 400
"""Facts of a matter come by the hundred while files are read: the counts follow this much later."""


_NARROW = 860
"""Pixels below which the bar leaves out what is said elsewhere."""


class SectionTab(PushButton):
    """A section's name and count; the open one is underlined."""

    def __init__(self, desk: Desk, title: str) -> None:
        super().__init__(title)
        self._desk = desk
        self._title = title
        self._number: int | None = None
        self._narrow = False
        self.setCheckable(True)
        self.setProperty("tab", "true")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def count(self, number: int | None) -> None:
        self._number = number
        self._say()

    def narrow(self, on: bool) -> None:
        """The name alone."""
        self._narrow = on
        self._say()

    def _say(self) -> None:
        bare = self._number is None or self._narrow
        self.setText(self._title if bare else f"{self._title}  {self._number:,}")
        # wide enough for the open tab's bold letters, so that none moves when another is opened
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self.setFixedWidth(QFontMetrics(bold).horizontalAdvance(self.text()) + 6 * GRID)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        super().paintEvent(event)
        if self.isChecked():
            painter = QPainter(self)
            painter.fillRect(0, self.height() - 2, self.width(), 2, self._desk.theme.accent)


class TopBar(QWidget):
    """Words before icons: every count is the matter's own, read again when a fact says that it changed."""

    panel_toggled = Signal(str, bool)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.matter = Elided(spread=False)
        self.matter.setProperty("heading", "true")
        self.docket = Elided(muted=True, spread=False)
        self.left = Left(desk)
        self.search = SearchBox(desk)
        self.panels = {
            "matters": toggle(self.tr("Matters"), self.tr("Show or hide the matters (F9)"), on=True),
            "boards": toggle(self.tr("Boards"), self.tr("Show or hide the boards (F10)"), on=True),
        }
        for name, pill in self.panels.items():
            pill.clicked.connect(lambda on, of=name: self.panel_toggled.emit(of, on))
        self.tabs = {section: SectionTab(desk, title) for section, title in self._titles()}
        self._shown: Section | None = None
        self._narrow = False
        self._group = QButtonGroup(self)
        self._lay_out()
        for section, tab in self.tabs.items():
            self._group.addButton(tab)
            tab.clicked.connect(lambda _checked=False, chosen=section: self._clicked(chosen))
        self._later = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._later.timeout.connect(self._ask)
        desk.matter_opened.connect(self._opened)
        desk.bridge.changed.connect(self._changed)
        self._opened(desk.matter)

    def show_panel(self, name: str, on: bool) -> None:
        """A panel at the side was shown or hidden."""
        self.panels[name].setChecked(on)

    def show_section(self, section: Section) -> None:
        self.tabs[section].setChecked(True)
        self._shown = section

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        if (narrow := event.size().width() < _NARROW) != self._narrow:
            self._narrow = narrow
            self.docket.setVisible(not narrow)
            self.left.narrow(narrow)
            self.search.setMinimumWidth((20 if narrow else 40) * GRID)
            for tab in self.tabs.values():
                tab.narrow(narrow)

    def _clicked(self, section: Section) -> None:
        again = section is self._shown
        (self._desk.section_again if again else self._desk.section_asked).emit(section)

    def ask_hosts(self) -> None:
        """Find out what left this machine, and where it may go."""
        self.left.look()

    def _titles(self) -> list[tuple[Section, str]]:
        return [
            (Section.EXHIBITS, self.tr("Exhibits")),
            (Section.AUTHORITIES, self.tr("Authorities")),
            (Section.DRAFTS, self.tr("Drafts")),
            (Section.LOG, self.tr("Log")),
        ]

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        layout.addWidget(self.panels["matters"])
        layout.addSpacing(GRID)
        layout.addWidget(self.matter)
        layout.addWidget(self.docket)
        layout.addSpacing(2 * GRID)
        for tab in self.tabs.values():
            layout.addWidget(tab)
        layout.addStretch(1)
        layout.addWidget(self.left)
        layout.addSpacing(GRID)
        layout.addWidget(self.search)
        layout.addWidget(self.panels["boards"])
        self.setFixedHeight(10 * GRID)

    def _opened(self, name: str) -> None:
        self.matter.say(name or self.tr("No matter is open"))
        # the name gives way last
        self.matter.setMinimumWidth(min(self.matter.fontMetrics().horizontalAdvance(self.matter.text()), 30 * GRID))
        self.docket.say("")
        for tab in self.tabs.values():
            tab.count(None)
            tab.setEnabled(bool(name))
            tab.setToolTip("" if name else self.tr("Open or make a matter first"))
        if name:
            self._ask()

    def _changed(self, fact: MatterChanged) -> None:
        if fact.matter == self._desk.matter and not self._later.isActive():
            self._later.start()

    def _ask(self) -> None:
        if name := self._desk.matter:
            self._desk.starter.start(lambda bench: actions.matters.show_matter(bench, name), self._say)

    def _say(self, found: "MatterSummary") -> None:
        if found.matter.name != self._desk.matter:
            return
        self.docket.say(found.matter.caption.docket_number)
        self.tabs[Section.EXHIBITS].count(found.exhibits)
        self.tabs[Section.AUTHORITIES].count(found.authorities)
        self.tabs[Section.DRAFTS].count(found.drafts)
