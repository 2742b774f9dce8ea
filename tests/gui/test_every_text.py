"""Every text of the window goes through translation, and longer words than the English ones find their room."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.gui.board_words import breakable
from app.gui.desk import Desk
from app.gui.parts import Elided
from tests.gui.padded import CLOSE, OPEN, Padded
from tests.gui.places import drafts_of
from tests.gui.small_matter import CAPTION, DRAFT, NAME, PAGES, PARAGRAPHS
from tests.gui.tour import open_window, tour

pytestmark = pytest.mark.timeout(120)

_TRANSLATED = re.compile(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD = re.compile(r"[A-Za-z]{2,}")
_TAG = re.compile(r"<[^>]*>")
_NAMES = """Jurat Ctrl Alt Shift Esc Enter PageUp PageDown Left Right Return PDF Word Excel PowerPoint OCR TOML
Kältetechnik small Exhibit Run Draft cpu llama llama-cpp-python embedded pdf docx toml ACME says so"""
"""Names of keys, files and programs; the core's own names."""


@pytest.fixture
def padded(qapp: QApplication) -> Iterator[None]:
    translation = Padded(qapp)
    assert qapp.installTranslator(translation)
    yield
    qapp.removeTranslator(translation)


def test_every_text_of_every_view_is_translated(qtbot: QtBot, padded: None, desk: Desk, tmp_path: Path) -> None:
    window = open_window(qtbot, desk, tmp_path)
    data = set(_WORD.findall(" ".join([CAPTION, *_NAMES.split(), *(p for pages in PAGES.values() for p in pages)])))
    data |= set(
        _WORD.findall(" ".join([*PAGES, *(p.text for p in PARAGRAPHS), *(c for p in PARAGRAPHS for c in p.cites)]))
    )
    bare: dict[str, str] = {}
    for view, part in tour(qtbot, window):
        # what the verifier and the core say is theirs: reasons, suggestions, errors
        said = {word for mark in _marks(window) for word in _WORD.findall(mark)}
        for text in texts_of(part):
            words = set(_WORD.findall(untranslated(text))) - data - said
            if words:
                bare.setdefault(text, f"{view}: {sorted(words)}")
    window._ended = True
    assert bare == {}


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900)])
def test_longer_words_find_their_room(
    qtbot: QtBot, padded: None, desk: Desk, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A text that can't be seen as a whole must say the whole in its tooltip."""
    window = open_window(qtbot, desk, tmp_path, size)
    cut: dict[str, str] = {}
    for view, part in tour(qtbot, window):
        assert window.width() <= size[0], f"{view} makes the window wider"
        for widget in part.findChildren(QWidget):
            if widget.isVisible() and (text := cut_text(widget)):
                cut.setdefault(text, f"{view}: {type(widget).__name__} {widget.width()} x {widget.height()}")
    window._ended = True
    assert cut == {}


def untranslated(text: str) -> str:
    """What is left of a text without what was translated, also around and inside each other."""
    text = _TAG.sub(" ", text)
    while (less := _TRANSLATED.sub(" ", text)) != text:
        text = less
    return text


def texts_of(part: QWidget) -> Iterator[str]:
    """What a person reads, or hears from a screen reader, in all that can be seen of a part of the window."""
    for widget in (part, *part.findChildren(QWidget)):
        if not widget.isVisible():
            continue
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QLineEdit | QPlainTextEdit):
            yield widget.placeholderText()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(n) for n in range(widget.count()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _cells(widget.model())
            if isinstance(widget, QTableView) and widget.horizontalHeader().isVisible():
                yield from _heads(widget.model())


def _cells(model: QAbstractItemModel) -> Iterator[str]:
    for row in range(min(model.rowCount(), 60)):
        for column in range(model.columnCount() if isinstance(model, QAbstractTableModel) else 1):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
                yield str(model.index(row, column).data(role) or "")


def _heads(model: QAbstractItemModel) -> Iterator[str]:
    for column in range(model.columnCount()):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")


def _marks(window: QWidget) -> Iterator[str]:
    review = drafts_of(window).review  # type: ignore[arg-type]
    for mark in review.session.marks:
        yield " ".join((mark.verdict.reason, mark.verdict.suggestion or "", mark.verdict.claim.text))
    if review.draft.strip.current:
        yield review.draft.strip.current.text


def cut_text(widget: QWidget) -> str:
    """The text of a label or a button that has less room than it needs and doesn't end in a …"""
    if isinstance(widget, Elided):
        return "" if widget.toolTip() or widget.width() >= widget.sizeHint().width() else widget.text()
    if isinstance(widget, QLabel):
        if not widget.text():
            return ""
        need = widget.heightForWidth(widget.width()) if widget.wordWrap() else widget.sizeHint().height()
        across = 0 if widget.wordWrap() else widget.sizeHint().width()
        return widget.text() if widget.height() < need - 1 or widget.width() < across - 1 else ""
    if isinstance(widget, QAbstractButton) and widget.text():
        need = widget.fontMetrics().horizontalAdvance(widget.text().replace("&&", "&")) + 8
        return widget.text() if widget.width() < need else ""
    return ""


def test_long_names_and_great_numbers_move_nothing(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    """200 letters without a space, from right to left, with pictures; five digits on every count."""
    window = open_window(qtbot, desk, tmp_path, (1280, 720))
    window.desk.open_matter(NAME)
    drafts = drafts_of(window)
    window.desk.draft_asked.emit(DRAFT)
    qtbot.waitUntil(lambda: len(drafts.review.session.marks) > 0, timeout=20_000)
    window.folding.show("boards", on=True)
    qtbot.waitUntil(lambda: bool(window.boards.cards), timeout=20_000)
    least = window.centralWidget().minimumSizeHint().width()
    for name in ("W" * 200, "קול נגד אקמה " * 16, "⚖️👩‍⚖️" * 60):
        window.top.matter.say(name)
        window.top.docket.say(name)
        drafts.review.draft.title.say(name)
        drafts.review.source.page.about.say(name)
        card = window.boards.cards["cpu"]
        card.name.say(name)
        card.model.setText(breakable("Qwen3.5-122B-A10B-Q8_0-" * 8))
        for tab in window.top.tabs.values():
            tab.count(12_345)
        qtbot.wait(100)
        grown = window.centralWidget().minimumSizeHint().width() - least
        assert grown <= 4 * 40  # the digits of the four counts
        assert window.width() == 1280
        assert card.width() <= window.boards.width()
    window._ended = True
