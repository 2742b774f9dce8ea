"""An unexpected error: said once, with a report to copy; the work goes on."""

import platform
import sys
import traceback
from importlib.metadata import version

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.gui.forms import Dialog
from app.gui.theme import GRID


def report_of(error: BaseException) -> str:
    """Versions and the stack. Of the error only its type: its words, or local values, could hold a client's text."""
    from PySide6 import __version__ as qt

    lines = [
        f"jurat {version('jurat')}, Python {platform.python_version()}, Qt {qt}, {platform.platform()}",
        f"{type(error).__module__}.{type(error).__qualname__}",
        *(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__)),
    ]
    cause = error.__cause__ or error.__context__
    if cause is not None and cause is not error:  # one that is raised from itself names itself
        lines += ["because of", report_of(cause).partition("\n")[2]]
    return "\n".join(lines)


class ErrorBox(Dialog):
    """One plain box; further errors are added to the one that is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ErrorBox", "Something went wrong"), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)  # the one box of the window
        self.words = QLabel(
            self.tr(
                "Jurat made a mistake. What was saved is safe and you can go on.\n"
                "The report says where it happened; it holds nothing of your matters."
            )
        )
        self.words.setWordWrap(True)
        self.report = QPlainTextEdit(readOnly=True)
        self.report.setAccessibleName(self.tr("Report of the mistake"))
        buttons = QDialogButtonBox()
        self.copy = buttons.addButton(self.tr("Copy the report"), QDialogButtonBox.ButtonRole.ActionRole)
        self.go_on = buttons.addButton(self.tr("Go on"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.toPlainText()))
        self.go_on.clicked.connect(self.accept)
        self.go_on.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(self.words)
        layout.addWidget(self.report)
        layout.addWidget(buttons)
        self.resize(160 * GRID, 80 * GRID)

    def show_error(self, error: BaseException) -> None:
        """Show the box, or add to it where it is open."""
        text = report_of(error)
        if self.isVisible():
            if text not in self.report.toPlainText():
                self.report.appendPlainText("\n" + text)
            return
        self.report.setPlainText(text)
        self.open()

    def catch_all(self) -> None:
        """Errors of slots and timers come here too, and on standard error."""
        before = sys.excepthook

        def hook(kind: type[BaseException], error: BaseException, trace: object) -> None:
            before(kind, error, error.__traceback__)
            if isinstance(error, Exception):
                self.show_error(error)

        sys.excepthook = hook
