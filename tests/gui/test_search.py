"""Search: hits as one types, found words bold, Enter or a click leads to the page."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.actions.typed_search import search_as_typed, telling, unfinished
from app.gui.desk import Desk, PageRef
from app.gui.search import SearchBox
from tests.gui.small_matter import NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def box(qtbot: QtBot, desk: Desk) -> Iterator[SearchBox]:
    window = QWidget()
    layout = QVBoxLayout(window)
    made = SearchBox(desk)
    layout.addWidget(made)
    layout.addWidget(QPushButton("elsewhere"), 1)
    qtbot.addWidget(window)
    window.resize(700, 500)
    window.show()
    window.activateWindow()
    desk.open_matter(NAME)
    yield made  # noqa: PT022  (the window must outlive this function)


def lines(box: SearchBox) -> list[str]:
    return [str(box.hits.index(n).data()) for n in range(box.hits.rowCount())]


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("roof", "roof*"),
        ("roof ", "roof "),
        ('"three pla', '"three pla'),
        ('"three places"', '"three places"'),
        ("$4,100.", "$4,100."),
        ("", ""),
    ],
)
def test_the_last_word_may_go_on(typed: str, query: str) -> None:
    assert unfinished(typed) == query


def test_found_words_are_told_apart_even_in_brackets(qtbot: QtBot, desk: Desk) -> None:
    found: list[object] = []
    desk.starter.start(lambda bench: search_as_typed(bench, NAME, "roof lea"), found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=20_000)
    hit = found[0][0]  # type: ignore[index]
    assert (hit.exhibit, hit.label, hit.page, hit.bates) == ("B", "Exhibit B", 1, "ACME000003")
    assert [text for text, is_found in hit.snippet if is_found] == ["roof", "leaks"]
    assert "the roof leaks in three places" in "".join(text for text, _ in hit.snippet)


def test_typing_lists_hits_and_enter_goes_to_the_page(qtbot: QtBot, box: SearchBox, desk: Desk, watch: Watch) -> None:
    with watch.paused():
        box.focus_field()
        qtbot.waitUntil(box.field.hasFocus)
    qtbot.keyClicks(box.field, "dana co")
    qtbot.waitUntil(lambda: box.results.isVisible() and box.hits.rowCount() > 1, timeout=20_000)
    assert "Enter opens one" in box.summary.text()
    first, second = lines(box)[:2]
    assert first.startswith("ACME00000")
    assert "Exhibit" in first
    qtbot.keyClick(box.field, Qt.Key.Key_Down)
    with qtbot.waitSignal(desk.page_asked) as asked:
        qtbot.keyClick(box.field, Qt.Key.Key_Return)
    assert asked.args is not None
    ref = asked.args[0]
    assert isinstance(ref, PageRef)
    assert f"Exhibit {ref.exhibit}, page {ref.page}" in second
    assert ref.words == "dana co"
    assert not box.results.isVisible()


def test_a_click_on_a_hit_goes_to_its_page(qtbot: QtBot, box: SearchBox, desk: Desk) -> None:
    box.focus_field()
    qtbot.keyClicks(box.field, "4,100")
    qtbot.waitUntil(lambda: box.results.isVisible() and box.hits.rowCount() == 1, timeout=20_000)
    place = box.list.visualRect(box.hits.index(0)).center()
    with qtbot.waitSignal(desk.page_asked) as asked:
        qtbot.mouseClick(box.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [PageRef("C", 1, "4,100")]


def test_escape_closes_then_clears_and_at_once_where_nothing_was_found(qtbot: QtBot, box: SearchBox) -> None:
    box.focus_field()
    qtbot.keyClicks(box.field, "hovercraft")
    qtbot.waitUntil(lambda: box.results.isVisible(), timeout=20_000)
    assert box.summary.text() == "No page holds all of these words."
    qtbot.keyClick(box.field, Qt.Key.Key_Escape)
    assert not box.results.isVisible()
    assert box.field.text() == ""
    qtbot.keyClicks(box.field, "roof")
    qtbot.waitUntil(lambda: box.results.isVisible(), timeout=20_000)
    qtbot.keyClick(box.field, Qt.Key.Key_Escape)
    assert not box.results.isVisible()
    assert box.field.text() == "roof"
    qtbot.keyClick(box.field, Qt.Key.Key_Escape)
    assert box.field.text() == ""


def test_without_a_matter_nothing_can_be_searched(qtbot: QtBot, box: SearchBox, desk: Desk) -> None:
    desk.open_matter("")
    assert not box.field.isEnabled()
    assert box.field.placeholderText() == "No matter is open"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("notice of defects", "notice defects"),
        ("notice of def", "notice def"),
        ("of the", "of the"),
        ("Mangel an der Ware", "Mangel Ware"),
        ("when did he die", "die"),
        ('"notice of defects" of April', '"notice of defects" April'),
        ("Exhibit A and", "A"),
    ],
)
def test_small_words_are_not_marked_as_found(typed: str, words: str) -> None:
    assert telling(typed) == words


def test_a_snippet_marks_what_was_meant(qtbot: QtBot, desk: Desk) -> None:
    found: list[object] = []
    desk.starter.start(lambda bench: search_as_typed(bench, NAME, "sum of"), found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=20_000)
    (page,) = found[0]  # type: ignore[misc]
    marked = {text.casefold() for text, hit in page.snippet if hit}
    assert marked == {"sum"}
    assert page.words == "sum"
