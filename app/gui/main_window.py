"""The window: it only places things, and sends what is asked for to the section that shows it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.gui.boards import BoardsPanel
from app.gui.colours import Colours
from app.gui.desk import Desk, PageRef, Section
from app.gui.error_box import ErrorBox
from app.gui.exhibits_drop import Drag, take_as_copy
from app.gui.focus import enter
from app.gui.folding import Folding
from app.gui.jobs_bar import JobsBar
from app.gui.matters import MattersPanel
from app.gui.palette import Palette
from app.gui.parts import many
from app.gui.state import Kept, WindowState
from app.gui.tabbing import go_on
from app.gui.theme import GAP, GRID
from app.gui.top_bar import TopBar

if TYPE_CHECKING:
    from app.actions.exports import ExportedDraft

_LEAST = QSize(1000, 640)
"""A window smaller than this squeezes its parts; only a screen that is smaller makes it."""


class MainWindow(QMainWindow):
    """``painted`` comes when it is first seen, ``closing`` when the person closes it; the window goes away when the
    core has ended. The sections are added later (``building``): the window is there before them."""

    painted = Signal()
    closing = Signal()

    def __init__(self, desk: Desk, state: WindowState, *, simulated: bool = False) -> None:
        super().__init__()
        self.desk, self.state, self._simulated = desk, state, simulated
        self.colours = Colours(desk, state, self)
        self._ended = self._seen = False
        self.sections: dict[Section, QWidget] = {}
        self.kept: Callable[[], dict[str, Kept]] = self.standing
        self.go_back: Callable[[], object] = lambda: None
        """What is kept, and shown again at the next start; once the sections are there, their place too."""
        self.top = TopBar(desk)
        self.matters = MattersPanel(desk)
        self.stack = QStackedWidget()
        self.boards = BoardsPanel(desk)
        self.jobs = JobsBar(desk)
        self.notice = self.jobs.notice
        self.panels = QSplitter(Qt.Orientation.Horizontal)
        self.folding = Folding({"matters": self.matters, "boards": self.boards}, self.stack, self)
        self.errors = ErrorBox(self)
        self.palette_ = Palette(self)
        self._lay_out()
        self.folding.need("matters", on=not desk.matter)
        self._drag = Drag()
        self.setAcceptDrops(True)
        self._entitle("")
        self._fit_screen()
        desk.section_asked.connect(self.show_section)
        desk.section_entered.connect(self.enter_section)
        desk.page_asked.connect(self._show_page)
        desk.draft_asked.connect(lambda draft: self.show_section(Section.DRAFTS) if draft else None)
        desk.matter_opened.connect(self._opened)
        desk.starter.broken.connect(self.errors.show_error)
        self.jobs.export.written.connect(self._say_written)
        self.top.panel_toggled.connect(lambda name, on: self.folding.show(name, on=on))
        self.folding.changed.connect(self.top.show_panel)

    def add_section(self, section: Section, widget: QWidget) -> None:
        self.sections[section] = widget
        self.stack.addWidget(widget)

    def show_section(self, section: Section) -> None:
        if section in self.sections:
            self.stack.setCurrentWidget(self.sections[section])
            self.top.show_section(section)

    def enter_section(self, section: Section | None) -> None:
        """Show a section and put the keyboard into it; None: the one that is shown."""
        if section is not None:
            self.desk.section_asked.emit(section)
        enter(self.stack.currentWidget())

    def restore(self) -> None:
        """Size, place and hidden panels as they were; a first start fits the screen."""
        if not self.state.restore_window(self, self.panels):
            room = self._fit_screen()
            self.resize(min(1600, room.width()), min(1000, room.height()))
            self.panels.setSizes([180, 1000, 220])
        elif not self.isMaximized():
            self.resize(self.size().boundedTo(self._fit_screen()))
        self.folding.restore(self.state)

    def _fit_screen(self) -> QSize:
        """No window is wider or higher than its screen, however small that is under its scale; gives the room there."""
        screen = self.screen().availableGeometry()
        room = QSize(screen.width() - 4 * GRID, screen.height() - 10 * GRID)
        self.setMinimumSize(_LEAST.boundedTo(room))
        return room

    def standing(self) -> dict[str, Kept]:
        """How the window stands, and the matter that is open: what ``restore`` and the next start need."""
        sizes: dict[str, Kept] = {"geometry": self.saveGeometry(), "panels": self.panels.saveState()}
        return {**sizes, **self.folding.standing(), "matter": self.desk.matter}

    def say_stopping(self) -> bool:
        """Where something is at work when the window closes: what becomes of it. Whether anything was said."""
        titles = self.jobs.titles
        if titles:
            words = self.tr("Stopping: {0}. What is done is saved; the next start offers to go on with the rest.")
            self.notice.say(words.format("; ".join(titles)))
        return bool(titles)

    def end(self) -> None:
        """Everything is closed: the window may go."""
        self._ended = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  (Qt's name)
        if self._ended:
            event.accept()
            return
        event.ignore()
        self.state.keep_all(self.kept())
        self.closing.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  (Qt's name)
        return go_on(self, forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        """Esc that nothing else wanted leaves the full screen."""
        if event.key() == Qt.Key.Key_Escape and self.isFullScreen():
            self.showNormal()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        self.folding.fit(event.size().width())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            # the parts inside are painted in the same turn: after it, all is seen
            QTimer.singleShot(0, self, self.painted.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  (Qt's name)
        self._drag.enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802  (Qt's name)
        take_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  (Qt's name)
        take_as_copy(event)
        self.take_drop(self._drag.fall(event.mimeData()))

    def take_drop(self, mime: QMimeData) -> None:
        """Files that fell on a part which takes none itself."""
        from app.gui.exhibits import ExhibitsSection

        exhibits = self.sections.get(Section.EXHIBITS)
        if isinstance(exhibits, ExhibitsSection):
            exhibits.take_drop(mime)

    def _opened(self, name: str) -> None:
        self._entitle(name)
        self.folding.need("matters", on=not name)

    def _entitle(self, matter: str) -> None:
        """``Cole v. Acme – Jurat``; with cards that are a recording's, that too."""
        title = self.tr("{0} – Jurat").format(matter) if matter else "Jurat"
        self.setWindowTitle(self.tr("{0} (simulated cards)").format(title) if self._simulated else title)

    def _say_written(self, done: "ExportedDraft") -> None:
        text = self.tr("Written: {0}, with its verification report {1}.").format(done.file.name, done.report.name)
        if not done.final:
            text += " " + many(
                len(done.checked.open),
                self.tr("A working copy: 1 claim is open."),
                self.tr("A working copy: {n} claims are open."),
            )
        folder = QUrl.fromLocalFile(str(done.file.parent))
        self.notice.offer(
            text,
            (self.tr("Open the folder"), lambda: QDesktopServices.openUrl(folder)),
            (self.tr("Close"), lambda: None),
        )

    def _show_page(self, _page: PageRef) -> None:
        self.desk.section_asked.emit(Section.EXHIBITS)

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
        layout.addWidget(self.panels, 1)
        layout.addWidget(self.jobs)
        self.setCentralWidget(middle)
