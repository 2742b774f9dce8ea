"""A page with its picture at the screen's own dots, words that can be selected, boxes, zoom and keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.evidence import Box, Word
from app.gui.desk import Desk
from app.gui.page_fit import LEGIBLE
from app.gui.page_view import PageView
from app.gui.page_words import found_boxes, lines_of, text_of, word_at
from app.gui.theme import LIGHT
from tests.gui.small_matter import NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)


def word(text: str, start: int, x: float, y: float) -> Word:
    return Word(text, Box(x, y, x + 6 * len(text), y + 10), start)


TEXT = "The sum was\npaid on Ärzte-Tag\nV-10437.\n"
WORDS = (
    word("The", 0, 10, 10),
    word("sum", 4, 40, 10),
    word("was", 8, 70, 10),
    word("paid", 12, 10, 30),
    word("on", 17, 40, 30),
    word("Ärzte-Tag", 20, 60, 30),
    word("V-10437.", 30, 10, 50),
)


def test_the_word_under_the_pointer_is_that_word_or_the_nearest_on_its_line() -> None:
    assert word_at(WORDS, 45, 15) == 1
    assert word_at(WORDS, 500, 32) == 5
    assert word_at((), 1, 1) is None


def test_a_selection_over_lines_gives_the_text_between_and_a_box_a_line() -> None:
    assert text_of(TEXT, WORDS, 2, 4) == "was\npaid on"
    assert lines_of(WORDS, 1, 4) == [Box(40, 10, 88, 20), Box(10, 30, 52, 40)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("arzte", [WORDS[5].box]),
        ("SUM", [WORDS[1].box]),
        ("pai", [WORDS[3].box]),
        ("pai was", [WORDS[2].box]),
        ('"was paid"', [WORDS[2].box, WORDS[3].box]),
        ("V-10437", [WORDS[6].box]),
        ("0437", []),
        ("sum su* ", [WORDS[1].box]),
    ],
)
def test_hits_are_boxed_as_the_search_reads_words(query: str, found: list[Box]) -> None:
    assert found_boxes(TEXT, WORDS, query) == found


@pytest.fixture
def view(qtbot: QtBot, desk: Desk) -> PageView:
    made = PageView(desk)
    qtbot.addWidget(made)
    made.resize(500, 700)
    with qtbot.waitExposed(made):
        made.show()
    desk.open_matter(NAME)
    qtbot.wait(50)  # the first show of the process loads fonts: none of a test's own turns
    return made


def shown(qtbot: QtBot, view: PageView, exhibit: str, page: int, words: str | None = None) -> None:
    view.show_page(exhibit, page, words)
    qtbot.waitUntil(lambda: view.canvas.has_picture and (view.page_of_view == (exhibit, page)), timeout=20_000)
    view.activateWindow()
    view.canvas.setFocus()
    qtbot.waitUntil(view.canvas.hasFocus)


def test_a_page_shows_its_picture_its_number_and_how_it_was_read(qtbot: QtBot, view: PageView, watch: Watch) -> None:
    with qtbot.waitSignal(view.page_shown, timeout=20_000) as told:
        view.show_page("A", 2)
    assert told.args == ["A", 2]
    assert view.title.text() == "Exhibit A"
    assert view.about.text() == "PDF, page 2 of 2, client"
    assert view.number.text() == "ACME000002"
    assert view.foot.text() == "read from its text layer"
    qtbot.waitUntil(lambda: view.canvas.has_picture, timeout=20_000)
    # black on white: the words are in the picture where their boxes say they are
    box = next(w.box for w in view.canvas.sheet.words if w.text.startswith("begins"))  # type: ignore[union-attr]
    image = view.canvas.grab().toImage()
    dots = view.canvas.rect_of(box).toRect()
    inked = [
        QColor(image.pixel(x, y)).lightness() < 128
        for x in range(dots.left(), dots.right())
        for y in range(dots.top(), dots.bottom())
    ]
    assert any(inked)
    assert not all(inked)


def test_the_picture_has_the_screens_own_dots(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    for _ in range(2):
        qtbot.keyClick(view.canvas, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert view.canvas.width() > 600
    wanted = round(view.canvas.width() * view.devicePixelRatioF())
    qtbot.waitUntil(lambda: abs(view.canvas.picture_width - wanted) <= 2, timeout=20_000)


def test_dragging_over_words_selects_them_and_ctrl_c_copies(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    words = view.canvas.sheet.words  # type: ignore[union-attr]
    first = next(w for w in words if w.text == "Dana")
    last = next(w for w in words if w.text == "Acme")
    at = [view.canvas.rect_of(w.box).center().toPoint() for w in (first, last)]
    qtbot.mousePress(view.canvas, Qt.MouseButton.LeftButton, pos=at[0])
    qtbot.mouseMove(view.canvas, at[1])
    qtbot.mouseRelease(view.canvas, Qt.MouseButton.LeftButton, pos=at[1])
    if not view.canvas.selected_text():
        # the offscreen platform moves no pointer: the same event by hand
        from PySide6.QtGui import QMouseEvent

        move = QMouseEvent(
            QMouseEvent.Type.MouseMove,
            QPointF(at[1]),
            QPointF(view.canvas.mapToGlobal(at[1])),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(view.canvas, move)
    qtbot.keyClick(view.canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "Dana Cole hires Acme"
    view.copy_cited()
    assert QApplication.clipboard().text() == "“Dana Cole hires Acme” (ACME000001)"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert view.canvas.selected_text() == ""


def test_a_double_click_takes_a_word(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "C", 1)
    box = next(w.box for w in view.canvas.sheet.words if w.text.startswith("$4,100"))  # type: ignore[union-attr]
    qtbot.mouseDClick(view.canvas, Qt.MouseButton.LeftButton, pos=view.canvas.rect_of(box).center().toPoint())
    assert view.canvas.selected_text().startswith("$4,100")


def test_page_keys_turn_pages_and_stop_at_the_ends(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    assert not view.back.isEnabled()
    qtbot.keyClick(view.canvas, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: view.page_of_view == ("A", 2), timeout=20_000)
    assert not view.on.isEnabled()
    qtbot.keyClick(view.canvas, Qt.Key.Key_PageDown)
    qtbot.wait(100)
    assert view.page_of_view == ("A", 2)
    qtbot.mouseClick(view.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.page_of_view == ("A", 1), timeout=20_000)


def test_zoom_by_keys_wheel_and_buttons(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    fitted = view.canvas.zoom
    words = view.canvas.sheet.words if view.canvas.sheet else ()
    first, last = min(w.box.x0 for w in words), max(w.box.x1 for w in words)
    left = view.scroller.horizontalScrollBar().value()
    assert left <= first * view.canvas.factor
    assert last * view.canvas.factor <= left + view.scroller.viewport().width()
    assert fitted == pytest.approx(LEGIBLE)  # the page is wider than the view, its words aren't
    qtbot.keyClick(view.canvas, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert view.canvas.zoom == 1.0
    assert view.percent.text() == "100 %"
    at = QPointF(100, 100)
    turn = QWheelEvent(
        at,
        QPointF(view.scroller.viewport().mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.scroller.viewport(), turn)
    assert view.canvas.zoom == pytest.approx(1.2)
    qtbot.mouseClick(view.whole, Qt.MouseButton.LeftButton)
    assert view.canvas.height() <= view.scroller.maximumViewportSize().height() + 1
    qtbot.mouseClick(view.wide, Qt.MouseButton.LeftButton)
    assert view.canvas.zoom == pytest.approx(fitted, rel=0.05)


def test_boxes_are_painted_by_kind_and_go_with_their_page(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    words = view.canvas.sheet.words  # type: ignore[union-attr]
    view.set_boxes([(words[0].box, "support"), (words[3].box, "contradict"), (words[6].box, "place")])
    image = view.canvas.grab().toImage()
    for at, colour in ((0, LIGHT.green), (3, LIGHT.red)):
        rect = view.canvas.rect_of(words[at].box)
        pad = 1.5 * view.canvas.factor
        middle = image.pixelColor(round(rect.center().x()), round(rect.top() - pad))
        wanted = QColor(colour)
        assert abs(middle.hue() - wanted.hue()) < 25, f"{middle.name()} is not like {colour}"
    view.show_page("A", 2)
    assert view.canvas.boxes == []


def test_boxes_that_come_before_the_page_are_scrolled_into_sight(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    qtbot.keyClick(view.canvas, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    view.show_page("A", 2)
    view.set_boxes([(Box(300, 760, 340, 772), "support")])
    qtbot.waitUntil(lambda: view.page_of_view == ("A", 2), timeout=20_000)
    seen = view.canvas.visibleRegion().boundingRect()
    assert seen.contains(view.canvas.rect_of(Box(300, 760, 340, 772)).toRect())


def test_a_search_boxes_its_words_on_the_page(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "B", 1, "roof")
    words = view.canvas.sheet.words  # type: ignore[union-attr]
    assert view.canvas.boxes == [(next(w.box for w in words if w.text == "roof"), "hit")]


def test_a_page_that_is_not_there_is_said_in_place(qtbot: QtBot, view: PageView) -> None:
    view.show_page("Z", 7)
    qtbot.waitUntil(lambda: "no page 7" in view.message.text(), timeout=20_000)
    assert view.message.isVisible()


def test_flipping_fast_ends_on_the_last_page_asked(qtbot: QtBot, view: PageView, watch: Watch) -> None:
    for exhibit in ("A", "B", "C", "A", "B"):
        view.show_page(exhibit, 1)
    qtbot.waitUntil(lambda: view.page_of_view == ("B", 1) and view.canvas.has_picture, timeout=20_000)
    assert view.number.text() == "ACME000003"
    qtbot.wait(300)
    assert view.number.text() == "ACME000003"


def test_another_matter_shows_no_page_of_the_last(qtbot: QtBot, desk: Desk, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    desk.open_matter("")
    assert view.canvas.sheet is None
    assert not view.number.isVisible()


def test_the_next_page_begins_at_its_top(qtbot: QtBot, view: PageView) -> None:
    view.resize(500, 300)
    shown(qtbot, view, "A", 1)
    bar = view.scroller.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 50
    qtbot.mouseClick(view.on, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.page_of_view == ("A", 2), timeout=20_000)
    assert bar.value() == 0
    qtbot.wait(200)
    assert bar.value() == 0


def test_a_page_that_is_read_while_it_is_seen_stays_as_it_is(qtbot: QtBot, view: PageView) -> None:
    shown(qtbot, view, "A", 1)
    read, zoom = view._read, view.canvas.zoom
    assert read is not None
    view._take(replace(read, words=read.words[:1]))
    qtbot.wait(100)
    assert view.canvas.zoom == zoom
