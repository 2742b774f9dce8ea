"""What is clicked is what is chosen, whatever comes in meanwhile; and the filter knows all that the list says."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.evidence import Exhibit, Origin
from app.gui.desk import Desk
from app.gui.exhibits import ExhibitsSection
from app.gui.exhibits_bates import NumberDialog
from app.gui.exhibits_order import Column
from app.gui.exhibits_outcomes import Outcome
from app.store import exhibits
from app.workbench import Workbench
from tests.gui.exhibits_help import done, exhibits_of, of_files, outcomes, rows
from tests.gui.reviewing import ask
from tests.gui.small_matter import NAME, write_pdf

pytestmark = pytest.mark.timeout(90)


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> ExhibitsSection:
    return exhibits_of(qtbot, desk)


def _files(section: ExhibitsSection, begin: int, end: int) -> None:
    for n in range(begin, end):
        section.work.add(Outcome(f"/in/file {n}.pdf", f"Exhibit {n}, 1 page", "✓"))


def _mouse(section: ExhibitsSection, kind: QMouseEvent.Type, at: QPoint) -> None:
    view = section.work.list.viewport()
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    pressed = none if kind is QMouseEvent.Type.MouseButtonRelease else left
    button = none if kind is QMouseEvent.Type.MouseMove else left
    plain = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(kind, QPointF(at), QPointF(view.mapToGlobal(at)), button, pressed, plain)
    QApplication.sendEvent(view, event)


def _place(section: ExhibitsSection) -> QRect:
    work = section.work
    return QRect(work.list.mapToGlobal(QPoint(0, 0)), work.list.size())


def _chosen(section: ExhibitsSection) -> tuple[str, str]:
    """The path of the row that is lit, and of the one that the detail speaks of."""
    work = section.work
    lit = [index.row() for index in work.list.selectionModel().selectedRows()]
    one = work.model.at(lit[0]) if len(lit) == 1 else None
    return (one.path if one else ""), work.detail.text().partition("\n")[0]


def test_the_row_that_is_pressed_is_the_row_that_is_told_while_files_come_in(
    qtbot: QtBot, section: ExhibitsSection
) -> None:
    work = section.work
    work.begin("Taking files in", lambda: None)
    _files(section, 0, 40)
    qtbot.waitUntil(lambda: len(work.model) == 40, timeout=5000)
    qtbot.wait(150)
    before = _place(section)
    for turn in range(4):
        at = QPoint(100, work.list.viewport().height() - 30)
        row = work.list.indexAt(at).row()
        wanted = work.model.at(row)
        assert wanted is not None
        qtbot.mouseMove(work.list.viewport(), at)
        _mouse(section, QMouseEvent.Type.MouseButtonPress, at)
        _files(section, 40 + 20 * turn, 60 + 20 * turn)
        qtbot.wait(120)
        _mouse(section, QMouseEvent.Type.MouseMove, at + QPoint(1, 0))  # no hand is quite still
        _mouse(section, QMouseEvent.Type.MouseButtonRelease, at + QPoint(1, 0))
        assert work.list.indexAt(at).row() == row, "the list moved under the pointer"
        assert _chosen(section) == (wanted.path, wanted.path)
        assert _place(section) == before
    work.finish("40 files: 40 taken in", [Outcome("/in/bad.pdf", "Refused.", "✕", attention=True), *work.model._all])
    assert _chosen(section) == (wanted.path, wanted.path)
    assert _place(section) == before


def test_the_list_follows_what_comes_in_while_nobody_looks_at_a_file(qtbot: QtBot, section: ExhibitsSection) -> None:
    work = section.work
    work.begin("Taking files in", lambda: None)
    qtbot.mouseMove(section.filter)  # the pointer is elsewhere
    for n in range(3):
        _files(section, 40 * n, 40 * (n + 1))
        qtbot.wait(150)
        bar = work.list.verticalScrollBar()
        assert bar.value() == bar.maximum() > 0


def _add(kind: str, origin: Origin, order: int, pages: int, title: str) -> Exhibit:
    letter = chr(ord("A") + order - 1)
    path = f"/in/{title}"
    return Exhibit(order, letter, f"Exhibit {letter}", title, origin, f"{order:064x}", kind, pages, path)


async def _more(bench: Workbench) -> bool:
    opened = await bench.matter(NAME)
    made = [
        _add("eml", Origin.OPPOSING, 4, 0, "delivery.eml"),
        _add("msg", Origin.CLIENT, 5, 0, "reply.msg"),
        _add("heic", Origin.COURT, 6, 0, "hall.heic"),
    ]
    await opened.store.write(lambda session: [exhibits.add(session, one, None) for one in made])
    return True


@pytest.fixture
def six(qtbot: QtBot, section: ExhibitsSection, desk: Desk) -> ExhibitsSection:
    assert ask(qtbot, desk, _more)
    section.table._refresh()
    qtbot.waitUntil(lambda: rows(section) == ["A", "B", "C", "D", "E", "F"], timeout=10_000)
    return section


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("mail", ["B", "D", "E"]),  # one by its name, two by their kind
        ("opposing side", ["D"]),
        ("picture", ["F"]),
        ("kept as it came", ["D", "E", "F"]),
        ("court", ["F"]),
    ],
)
def test_the_filter_finds_what_the_list_says(qtbot: QtBot, six: ExhibitsSection, words: str, found: list[str]) -> None:
    six.filter.setFocus()
    qtbot.keyClicks(six.filter, words)
    qtbot.waitUntil(lambda: rows(six) == found, timeout=10_000)


def test_a_filter_that_finds_nothing_says_what_it_looks_at_and_gives_the_chosen_exhibit_back(
    qtbot: QtBot, six: ExhibitsSection
) -> None:
    six.table.choose("E")
    six.activateWindow()
    six.filter.setFocus()
    for words in ("nowhere", "picture"):
        qtbot.keyClicks(six.filter, words)
        qtbot.waitUntil(lambda words=words: len(rows(six)) == (words == "picture"), timeout=10_000)
        if words == "nowhere":
            assert six.stack.currentWidget() is six.stack.no_match
            assert "searches the words of the pages" in six.stack.no_match.text.text()
        qtbot.keyClick(six.filter, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: len(rows(six)) == 6, timeout=10_000)
        current = six.table.current()
        assert current is not None
        assert current.exhibit.id == "E"
    qtbot.keyClicks(six.filter, "mail")
    qtbot.waitUntil(lambda: len(rows(six)) == 3, timeout=10_000)
    six.table.setFocus()
    for _ in range(2):
        qtbot.keyClick(six.table, Qt.Key.Key_Up)  # another one is chosen while the filter is on
    six.filter.setFocus()
    qtbot.keyClick(six.filter, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(rows(six)) == 6, timeout=10_000)
    current = six.table.current()
    assert current is not None
    assert current.exhibit.id == "B"


def test_files_kept_as_they_came_are_counted_apart_and_get_no_number(
    qtbot: QtBot, section: ExhibitsSection, tmp_path: Path
) -> None:
    write_pdf(tmp_path / "photo.pdf", ["one", "two"])
    (tmp_path / "old.wpd").write_bytes(b"\xffWPC" + bytes(300))
    section.take_drop(of_files(tmp_path / "photo.pdf", tmp_path / "old.wpd"))
    qtbot.waitUntil(lambda: len(rows(section)) == 5, timeout=60_000)
    done(qtbot, section)
    assert section.work.title.text() == "2 files: 1 taken in, 1 kept as they came"
    assert any("kept as it came" in text for _, text in outcomes(section))
    qtbot.mouseClick(section.number, Qt.MouseButton.LeftButton)
    dialog = section.findChild(NumberDialog)
    qtbot.waitUntil(lambda: dialog.plan.text().startswith("2 pages"), timeout=20_000)
    assert dialog.without.isVisible()
    assert dialog.without.text().startswith("1 file gets no number")
    assert "old" in dialog.without.text()
    dialog.reject()
    assert section.focusWidget() is section.table


@pytest.mark.parametrize("column", [Column.LABEL, Column.ORIGIN, Column.PAGES, Column.BATES, Column.READ])
def test_the_arrow_of_the_order_stands_beside_the_head_s_words(
    qtbot: QtBot, section: ExhibitsSection, column: Column
) -> None:
    header = section.table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(column) + 10, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert header.sortIndicatorSection() == column
    model = section.table.exhibits
    words = str(model.headerData(column, Qt.Orientation.Horizontal))
    side = model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
    assert side & Qt.AlignmentFlag.AlignLeft
    assert header.sectionSize(column) >= header.fontMetrics().horizontalAdvance(words) + 8 + 24
    across = sum(header.sectionSize(n) for n in range(header.count()))
    assert across <= section.table.viewport().width()
