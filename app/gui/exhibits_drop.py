"""What was dropped on the window: files and folders, and in words what can't be taken."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from PySide6.QtCore import QCoreApplication, QMimeData, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.gui.desk import Desk

_WEB = re.compile(r"(?:https?|ftp|www\.)[:/\w.-]", re.IGNORECASE)
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Dropped:
    """``paths``: files and folders, as named. ``refused``: a sentence for each thing that isn't one."""

    paths: tuple[Path, ...]
    refused: tuple[str, ...] = ()


class Drag:
    """The files of a drag, asked for when it comes in: the program that they come from is there then. When they fall
    it may have ended, and Qt would wait five seconds for an answer that nobody gives."""

    def __init__(self) -> None:
        self._held: QMimeData | None = None

    def enter(self, event: QDragEnterEvent) -> bool:
        """A drag comes in; False, and not taken, where it can't hold files."""
        self._held = None
        mime = event.mimeData()
        if not (mime.hasUrls() or mime.hasText()):
            return False
        if mime.hasUrls() and (urls := mime.urls()):
            self._held = QMimeData()
            self._held.setUrls(urls)
        take_as_copy(event)
        return True

    def fall(self, mime: QMimeData) -> QMimeData:
        """What fell: what came in, where it told of files; else what it tells now, for some tell only then."""
        held, self._held = self._held, None
        return held or mime


def take_as_copy(event: QDropEvent) -> None:
    """Accept a drag or a drop as a copy, whatever the file manager proposes: after a move it would delete its file.

    Needed at each step: on X11 the answer to the last movement counts, not that to the drop.
    """
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def read_drop(mime: QMimeData) -> Dropped:
    """URLs count before text, as file managers give both. Percent codes are decoded."""
    if mime.hasUrls() and mime.urls():
        return _sorted_out(mime.urls())
    if mime.hasText() and (lines := [line.strip() for line in mime.text().splitlines() if line.strip()]):
        return _of_text(lines)
    return Dropped((), (_tr("Nothing in it is a file. Save it as a file first, then drop the file here."),))


def _of_text(lines: list[str]) -> Dropped:
    """Some programs drop paths or file URLs as text, one a line."""
    urls = []
    for line in lines:
        if line.lower().startswith("file:") or _WEB.match(line):
            urls.append(QUrl(line))
        elif (path := _path(line)) is not None:
            urls.append(QUrl.fromLocalFile(str(path)))
        else:
            return Dropped((), (_tr("That is text, not a file. Save it as a file first, then drop the file here."),))
    return _sorted_out(urls)


def _path(line: str) -> Path | None:
    """A line that names a file or folder, with or without percent codes."""
    for text in (line, unquote(line)):
        path = Path(text).expanduser()
        if path.is_absolute() and path.exists():
            return path
    return None


def _sorted_out(urls: Iterable[QUrl]) -> Dropped:
    paths: list[Path] = []
    links: list[str] = []
    for url in urls:
        if url.isLocalFile() and url.toLocalFile():
            paths.append(Path(url.toLocalFile()))
        else:
            links.append(url.toDisplayString())
    return Dropped(tuple(dict.fromkeys(paths)), _refusals(links))


def _refusals(links: list[str]) -> tuple[str, ...]:
    told = [
        _tr(
            "{link} is a link: nothing is fetched from the net here. Save the page as a file, then drop the file."
        ).format(link=link)
        for link in links[:_SHOWN]
    ]
    if len(links) > _SHOWN:
        told.append(_tr("And {n} links more.").format(n=len(links) - _SHOWN))
    return tuple(told)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Drop", text)


class DropMark(QWidget):
    """A dashed frame over a part of the window while files hang over it. Drawn: another style sheet for the part would
    have all that is in it styled anew, which is felt in the movement of the hand."""

    def __init__(self, desk: Desk, over: QWidget) -> None:
        super().__init__(over)
        self._desk, self._over = desk, over
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def mark(self, *, on: bool) -> None:
        self.resize(self._over.size())
        self.raise_()
        self.setVisible(on)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = QColor(self._desk.theme.accent)
        painter.setPen(QPen(accent, 2, Qt.PenStyle.DashLine))
        accent.setAlphaF(0.12)  # the list under it stays readable
        painter.setBrush(accent)
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 6, 6)
