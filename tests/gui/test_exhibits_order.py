"""The list of exhibits sorts and filters as a person means it, and its rows follow."""

import random

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.actions.exhibit_list import ListedExhibit
from app.domain.evidence import Exhibit, Origin
from app.gui.desk import Desk
from app.gui.exhibits_model import ExhibitsModel
from app.gui.exhibits_order import Column, arrange, depths, gently_sorted, places

pytestmark = pytest.mark.timeout(60)


def listed(
    order: int,
    id_: str,
    title: str = "",
    *,
    parent: str | None = None,
    pages: int = 1,
    text: int | None = None,
    ocr: int = 0,
    lost: int = 0,
    confidence: float | None = None,
    first: str | None = None,
    warnings: tuple[str, ...] = (),
) -> ListedExhibit:
    exhibit = Exhibit(
        order,
        id_,
        f"Exhibit {id_}",
        title or f"{id_}.pdf",
        Origin.CLIENT,
        f"{order:064x}",
        "pdf",
        pages,
        f"/in/{id_}.pdf",
        parent,
    )
    read = pages - ocr - lost if text is None else text
    return ListedExhibit(exhibit, first, first, read, ocr, lost, confidence, warnings)


MAILS = [
    listed(1, "A", "Zebra contract"),
    listed(2, "B", "mail of April"),
    listed(3, "B-1", "annex one", parent="B"),
    listed(4, "B-1-1", "inner", parent="B-1"),
    listed(5, "B-2", "annex two", parent="B"),
    listed(6, "C", "Apple invoice"),
]


def ids(rows: list[ListedExhibit], shown: list[int]) -> list[str]:
    return [rows[n].exhibit.id for n in shown]


def test_attachments_stay_under_their_mail_however_it_is_sorted() -> None:
    assert ids(MAILS, arrange(MAILS)) == ["A", "B", "B-1", "B-1-1", "B-2", "C"]
    assert ids(MAILS, arrange(MAILS, Column.TITLE)) == ["C", "B", "B-1", "B-1-1", "B-2", "A"]
    by_title_down = arrange(MAILS, Column.TITLE, descending=True)
    assert ids(MAILS, by_title_down) == ["A", "B", "B-1", "B-1-1", "B-2", "C"]
    assert depths(MAILS) == {"B-1": 1, "B-1-1": 2, "B-2": 1}


def test_a_late_attachment_is_shown_under_its_mail() -> None:
    late = [*MAILS, listed(7, "B-3", parent="B")]
    assert ids(late, arrange(late)) == ["A", "B", "B-1", "B-1-1", "B-2", "B-3", "C"]


def test_a_filter_needs_every_word_and_keeps_the_mail_of_what_it_finds() -> None:
    assert ids(MAILS, arrange(MAILS, sought="ANNEX two")) == ["B", "B-2"]
    assert ids(MAILS, arrange(MAILS, sought="invoice apple")) == ["C"]
    assert arrange(MAILS, sought="invoice zebra") == []
    numbered = [listed(1, "A", first="ACME000001"), listed(2, "B", first="ACME000002", warnings=("Page 1: faint",))]
    assert ids(numbered, arrange(numbered, sought="acme000002")) == ["B"]
    assert ids(numbered, arrange(numbered, sought="faint")) == ["B"]


def test_what_was_read_worst_comes_first() -> None:
    rows = [
        listed(1, "text"),
        listed(2, "good", ocr=1, confidence=93.0),
        listed(3, "poor", ocr=1, confidence=46.0),
        listed(4, "unread", text=0),
        listed(5, "lost", lost=1),
    ]
    assert ids(rows, arrange(rows, Column.READ)) == ["lost", "unread", "poor", "good", "text"]


@pytest.mark.parametrize("count", [0, 1, 4096, 4097, 10_000, 20_001])
def test_sorting_in_runs_is_sorting(count: int) -> None:
    rng = random.Random(count)
    keys = [rng.randrange(50) for _ in range(count)]
    assert gently_sorted(keys) == sorted(range(count), key=keys.__getitem__)


def test_a_hundred_thousand_rows_are_shown_as_they_were_arranged(qtbot: QtBot, desk: Desk) -> None:
    rng = random.Random(7)
    rows = [listed(n, f"X{n}", f"Document {rng.randrange(10**6):06d}", pages=1 + n % 9) for n in range(1, 100_001)]
    model = ExhibitsModel(desk)
    model.show_rows(rows, places(rows), depths(rows), 0)
    model.show(arrange(rows, Column.TITLE))
    assert model.rowCount() == 100_000
    titles = [model.index(n, Column.TITLE).data() for n in range(0, 100_000, 997)]
    assert titles == sorted(titles)
    model.show(arrange(rows, Column.PAGES, descending=True))
    assert model.index(0, Column.PAGES).data() == "9"
    assert model.index(99_999, Column.PAGES).data() == "1"
    model.show(arrange(rows, sought="document X4242"))
    assert "X4242" in {model.index(n, 0).data() for n in range(model.rowCount())}
    assert model.row_of("X99999") is None


def test_rows_say_numbers_and_reading_in_few_words(qtbot: QtBot, desk: Desk) -> None:
    rows = [
        listed(1, "A", pages=6, first="COLE000001"),
        listed(2, "B", pages=3, ocr=2, confidence=87.4, warnings=("Page 2: faint", "Page 3: skewed")),
        listed(3, "C", pages=4, text=1),
        listed(4, "D", pages=0),
        listed(5, "E", pages=1, lost=1),
    ]
    first = rows[0]
    rows[0] = ListedExhibit(first.exhibit, "COLE000001", "COLE000006", 6, 0, 0, None, ())
    model = ExhibitsModel(desk)
    model.show_rows(rows, places(rows), depths(rows), 3)
    model.show(arrange(rows))

    def text(row: int, column: Column) -> str:
        return str(model.index(row, column).data())

    assert text(0, Column.BATES) == "COLE000001–000006"
    assert [text(n, Column.READ) for n in range(5)] == [
        "text",
        "text, OCR 87",
        "1 of 4 read",
        "kept as it came",
        "no text",
    ]
    assert text(1, Column.WARNINGS) == "Page 2: faint  (+1)"
    model.brief = True  # where there is no room for words
    assert [text(n, Column.WARNINGS) for n in (0, 1)] == ["", "!"]
    assert "Page 2: faint" in model.index(1, Column.WARNINGS).data(Qt.ItemDataRole.ToolTipRole)
    tip = model.index(1, Column.READ).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "1 page has a text layer\n2 pages read by OCR, confidence 87 of 100"
    assert text(3, Column.PAGES) == "–"


def test_new_rows_are_added_below_and_newer_states_replace_older(qtbot: QtBot, desk: Desk) -> None:
    rows = [listed(1, "A", text=0), listed(2, "B")]
    model = ExhibitsModel(desk)
    model.show_rows(rows, places(rows), depths(rows), 1)
    model.show(arrange(rows))
    newer = [listed(1, "A"), listed(3, "C", text=0), listed(4, "C-1", parent="C")]
    new = model.merge(newer)
    assert [one.exhibit.id for one in new] == ["C", "C-1"]
    assert model.belongs_at_end(new)
    assert not model.belongs_at_end([listed(5, "A-1", parent="A")])
    with qtbot.waitSignal(model.rowsInserted):
        model.add(new, at_end=True)
    assert [model.index(n, 0).data() for n in range(4)] == ["A", "B", "C", "\u2003C-1"]
    assert model.index(0, Column.READ).data() == "text"
    assert model.unread == 1
