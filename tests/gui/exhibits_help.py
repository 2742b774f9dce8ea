"""Files dropped on the exhibits, and what became of them."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.desk import Desk
from app.gui.exhibits import ExhibitsSection
from app.gui.exhibits_order import Column
from tests.gui.small_matter import NAME


def exhibits_of(qtbot: QtBot, desk: Desk) -> ExhibitsSection:
    """The exhibits of the small matter."""
    made = ExhibitsSection(desk)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: rows(made) == ["A", "B", "C"], timeout=20_000)
    return made


def rows(section: ExhibitsSection, column: Column = Column.LABEL) -> list[str]:
    model = section.table.exhibits
    return [str(model.index(n, column).data()) for n in range(model.rowCount())]


def drop(section: ExhibitsSection, mime: QMimeData) -> None:
    """The events of a drag from a file manager that would rather move the files."""
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 200), actions, mime, left, plain)
    QApplication.sendEvent(section, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(50, 200), actions, mime, left, plain)
    QApplication.sendEvent(section, event)
    assert event.dropAction() == Qt.DropAction.CopyAction


def of_files(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def outcomes(section: ExhibitsSection) -> list[tuple[str, str]]:
    """Sign, and name with words, of each row of the list of outcomes."""
    model = section.work.model
    return [
        (model.index(n, 0).data(), f"{model.index(n, 1).data()}: {model.index(n, 2).data()}")
        for n in range(model.rowCount())
    ]


def done(qtbot: QtBot, section: ExhibitsSection) -> None:
    qtbot.waitUntil(lambda: not section.work.running, timeout=60_000)
