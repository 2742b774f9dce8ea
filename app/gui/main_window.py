"""The window: it only places things, and sends what is asked for to the section that shows it."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.gui.boards import BoardsPanel
from app.gui.commands import add_commands
from app.gui.desk import Desk, PageRef, Section
from app.gui.error_box import ErrorBox
from app.gui.jobs_bar import JobsBar
from app.gui.matters import MattersPanel
from app.gui.notice import Notice
from app.gui.palette import Palette
from app.gui.state import WindowState
from app.gui.theme import GAP, GRID
from app.gui.top_bar import TopBar


class MainWindow(QMainWindow):
    """``closing`` comes once, when the person closes it; the window goes away when the core has ended."""

    closing = Signal()
    ready = Signal()

    def __init__(self, desk: Desk, state: WindowState) -> None:
        super().__init__()
        self.desk, self.state = desk, state
        self._ended = False
        self.sections: dict[Section, QWidget] = {}
        self.top = TopBar(desk)
        self.notice = Notice(desk)
        self.matters = MattersPanel(desk)
        self.stack = QStackedWidget()
        self.boards = BoardsPanel(desk)
        self.jobs = JobsBar(desk)
        self.panels = QSplitter(Qt.Orientation.Horizontal)
        self.errors = ErrorBox(self)
        self.palette_ = Palette(self)
        self._lay_out()
        self.setAcceptDrops(True)
        self.setWindowTitle("Jurat")
        self.setMinimumSize(1000, 640)
        desk.section_asked.connect(self.show_section)
        desk.page_asked.connect(self._show_page)
        desk.draft_asked.connect(lambda draft: self.show_section(Section.DRAFTS) if draft else None)
        desk.matter_opened.connect(self._opened)
        desk.starter.broken.connect(self.errors.show_error)

    def build(self) -> None:
        """The sections, one in each turn of the event loop, after the window is seen. ``ready`` when all are there."""
        left = self._builders()

        def next_one() -> None:
            if not left:
                self.ready.emit()
                return
            section, make = left.pop(0)
            self.sections[section] = make()
            self.stack.addWidget(self.sections[section])
            if section is Section.EXHIBITS:
                add_commands(self)
                self.top.show_section(section)
            QTimer.singleShot(0, self, next_one)

        QTimer.singleShot(0, self, next_one)

    def show_section(self, section: Section) -> None:
        if section in self.sections:
            self.stack.setCurrentWidget(self.sections[section])
            self.top.show_section(section)

    def restore(self) -> None:
        """Size, place and hidden panels as they were; a first start fits the screen."""
        if not self.state.restore_window(self, self.panels):
            room = self.screen().availableGeometry()
            self.resize(min(1600, room.width() - 4 * GRID), min(1000, room.height() - 10 * GRID))
            self.panels.setSizes([180, 1000, 220])
        self.matters.setVisible(self.state.flag("matters", default=True))
        self.boards.setVisible(self.state.flag("boards", default=True))

    def end(self) -> None:
        """Everything is closed: the window may go."""
        self._ended = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  (Qt's name)
        if self._ended:
            event.accept()
            return
        event.ignore()
        self.state.keep_window(self, self.panels)
        self.state.keep("matter", self.desk.matter)
        self.state.keep("matters", self.matters.isVisible())
        self.state.keep("boards", self.boards.isVisible())
        self.closing.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  (Qt's name)
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  (Qt's name)
        from app.gui.exhibits import ExhibitsSection

        exhibits = self.sections.get(Section.EXHIBITS)
        if isinstance(exhibits, ExhibitsSection) and exhibits.take_drop(event.mimeData()):
            event.acceptProposedAction()
            self.show_section(Section.EXHIBITS)

    def _builders(self) -> list[tuple[Section, Callable[[], QWidget]]]:
        from app.gui.authorities import AuthoritiesSection
        from app.gui.drafts import DraftsSection
        from app.gui.exhibits import ExhibitsSection
        from app.gui.log import LogSection

        return [
            (Section.EXHIBITS, lambda: ExhibitsSection(self.desk)),
            (Section.DRAFTS, lambda: DraftsSection(self.desk)),
            (Section.AUTHORITIES, lambda: AuthoritiesSection(self.desk)),
            (Section.LOG, lambda: LogSection(self.desk)),
        ]

    def _opened(self, name: str) -> None:
        self.setWindowTitle(self.tr("{0} – Jurat").format(name) if name else "Jurat")

    def _show_page(self, _page: PageRef) -> None:
        self.show_section(Section.EXHIBITS)

    def _lay_out(self) -> None:
        self.panels.setHandleWidth(GAP)
        self.panels.setChildrenCollapsible(False)
        for part, stretch in ((self.matters, 0), (self.stack, 1), (self.boards, 0)):
            self.panels.addWidget(part)
            self.panels.setStretchFactor(self.panels.indexOf(part), stretch)
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(GAP, GRID, GAP, GRID)
        layout.setSpacing(GRID)
        layout.addWidget(self.top)
        layout.addWidget(self.notice)
        layout.addWidget(self.panels, 1)
        layout.addWidget(self.jobs)
        self.setCentralWidget(middle)
