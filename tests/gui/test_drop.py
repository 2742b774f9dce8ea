"""Drops: URLs before text, percent codes, folders, links that are refused in words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent

from app.gui.exhibits_drop import Drag, Dropped, read_drop

pytestmark = pytest.mark.timeout(20)


def urls(*texts: str) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl(text) for text in texts])
    return mime


def text(words: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(words)
    return mime


def test_urls_count_before_text() -> None:
    mime = urls("file:///tmp/a.pdf")
    mime.setText("/tmp/other.pdf")
    assert read_drop(mime) == Dropped((Path("/tmp/a.pdf"),))


def test_percent_codes_are_decoded() -> None:
    dropped = read_drop(urls("file:///tmp/Caf%C3%A9%20%231%20100%25.pdf"))
    assert dropped.paths == (Path("/tmp/Café #1 100%.pdf"),)


def test_a_uri_list_as_file_managers_send_it() -> None:
    mime = QMimeData()
    mime.setData("text/uri-list", b"file:///tmp/a%20b.pdf\r\nfile:///tmp/folder\r\nfile:///tmp/a%20b.pdf\r\n")
    assert read_drop(mime).paths == (Path("/tmp/a b.pdf"), Path("/tmp/folder"))


def test_text_may_name_files(tmp_path: Path) -> None:
    file = tmp_path / "a b.pdf"
    file.touch()
    coded = str(file).replace(" ", "%20")
    for said in (str(file), coded, f"file://{coded}", f"\n  {file}\n"):
        assert read_drop(text(said)).paths == (file,), said


def test_a_name_with_a_real_percent_is_not_decoded(tmp_path: Path) -> None:
    file = tmp_path / "5%20rule.txt"
    file.touch()
    assert read_drop(text(str(file))).paths == (file,)


@pytest.mark.parametrize("link", ["https://example.org/a.pdf", "http://example.org", "ftp://example.org/x"])
def test_links_are_refused_with_a_sentence(link: str) -> None:
    for mime in (urls(link), text(link)):
        dropped = read_drop(mime)
        assert dropped.paths == ()
        assert len(dropped.refused) == 1
        assert link in dropped.refused[0]
        assert "nothing is fetched from the net" in dropped.refused[0]


def test_files_among_links_are_taken_and_the_links_refused() -> None:
    dropped = read_drop(urls("https://example.org/1", "file:///tmp/a.pdf", *(f"https://e.org/{n}" for n in range(5))))
    assert dropped.paths == (Path("/tmp/a.pdf"),)
    assert len(dropped.refused) == 4
    assert dropped.refused[-1] == "And 3 links more."


@pytest.mark.parametrize("words", ["I write to tell you that the roof leaks.", "   ", ""])
def test_what_is_no_file_is_refused_with_a_sentence(words: str) -> None:
    dropped = read_drop(text(words))
    assert dropped.paths == ()
    assert "Save it as a file first" in dropped.refused[0]


class _Ending(QMimeData):
    """What another program drags: once that has ended, every question waits in vain."""

    def __init__(self) -> None:
        super().__init__()
        self.there, self.in_vain = True, 0

    def formats(self) -> list[str]:
        return ["text/uri-list"]

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802  (Qt's name)
        return mimetype == "text/uri-list"

    def retrieveData(self, mimetype: str, preferred: object) -> object:  # noqa: N802  (Qt's name)
        self.in_vain += not self.there
        return [QUrl("file:///tmp/a.pdf")] if self.there else None


def _enters(mime: QMimeData) -> QDragEnterEvent:
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    return QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, left, plain)


def test_a_program_that_ends_as_its_files_fall_is_not_asked_again(qapp: object) -> None:
    mime, drag = _Ending(), Drag()
    event = _enters(mime)
    assert drag.enter(event)
    assert event.isAccepted()
    mime.there = False
    assert read_drop(drag.fall(mime)).paths == (Path("/tmp/a.pdf"),)
    assert mime.in_vain == 0
    # another drag is another one
    assert drag.enter(_enters(text("nothing")))
    assert read_drop(drag.fall(text("nothing"))).paths == ()
    assert not drag.enter(_enters(QMimeData()))
