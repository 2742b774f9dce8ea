"""Exhibits: dropped, taken in, listed, filtered, numbered; what is refused stays in sight."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from pytestqt.qtbot import QtBot

from app.domain.evidence import Exhibit, Origin
from app.events import MatterChanged, Progress
from app.gui.desk import Desk, PageRef, Section
from app.gui.exhibits import ExhibitsSection
from app.gui.exhibits_bates import NumberDialog
from app.gui.exhibits_order import Column
from app.gui.exhibits_outcomes import outcome_so_far
from app.store import exhibits
from tests.gui.exhibits_help import done, drop, exhibits_of, of_files, outcomes, rows
from tests.gui.small_matter import NAME, write_pdf
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(90)


@pytest.fixture
def section(qtbot: QtBot, desk: Desk) -> ExhibitsSection:
    return exhibits_of(qtbot, desk)


MAIL = b"""From: Dana Cole <dana@example.com>
To: office@acme-roofing.example
Date: Mon, 20 Apr 2026 09:14:02 -0700
Subject: The hall
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="x"

--x
Content-Type: text/plain

See the note that is attached.
--x
Content-Type: text/plain; name="note.txt"
Content-Disposition: attachment; filename="note.txt"

The hall leaks since March 2, 2026.
--x--
"""


def test_a_dropped_folder_comes_in_with_each_files_outcome(
    qtbot: QtBot, section: ExhibitsSection, home: Path, tmp_path: Path, watch: Watch
) -> None:
    with watch.paused():  # the test's own files
        folder = tmp_path / "new files"
        (folder / "deeper").mkdir(parents=True)
        (folder / "1 mail.eml").write_bytes(MAIL)
        (folder / "2 broken.pdf").write_bytes(b"%PDF-1.4 and no more")
        (folder / "deeper" / "3 log.txt").write_text("The hall was dry on March 1, 2026.")
        stamped = next((home / "matters" / NAME / "out" / "stamped").glob("*.pdf"))
        (folder / "4 renamed.pdf").write_bytes(stamped.read_bytes())
    section.origin.setCurrentIndex(section.origin.findText("opposing side"))
    drop(section, of_files(folder))
    assert not section.drop_mark.isVisible()
    assert section.work.isVisible()
    assert section.work.title.text() == f"Taking files into {NAME}, from: opposing side"
    done(qtbot, section)
    qtbot.waitUntil(lambda: len(rows(section)) == 6, timeout=20_000)
    assert rows(section) == ["A", "B", "C", "D", "\u2003D-1", "E"]
    assert rows(section, Column.ORIGIN)[3] == "opposing side"
    told = outcomes(section)
    assert told[0][0] == "✕"
    assert told[0][1].startswith("2 broken.pdf: Refused.")
    assert ("✕", True) in [(sign, "4 renamed.pdf: Set aside as own work." in text) for sign, text in told]
    assert any("note.txt, in 1 mail.eml: Exhibit D-1, 1 page" in text for _, text in told)
    assert section.work.title.text() == "5 files: 3 taken in, 1 set aside as own work, 1 refused"
    qtbot.waitUntil(lambda: section.aside.isVisible(), timeout=20_000)
    assert section.aside.text() == "1 set aside as own work, 1 refused"
    # the reason stays: hide the list, ask for it again
    qtbot.mouseClick(section.work.close_list, Qt.MouseButton.LeftButton)
    assert not section.work.isVisible()
    qtbot.mouseClick(section.aside, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: section.work.isVisible(), timeout=20_000)
    assert section.work.title.text() == "1 set aside as own work, 1 refused"
    assert section.work.detail.text().startswith(str(folder / "4 renamed.pdf"))
    assert "Jurat wrote this file itself" in section.work.detail.text()


def test_a_link_is_refused_in_words_and_nothing_is_taken(qtbot: QtBot, section: ExhibitsSection) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/a.pdf")])
    drop(section, mime)
    assert "nothing is fetched from the net" in section.notice.text()
    assert not section.work.isVisible()
    assert rows(section) == ["A", "B", "C"]


def test_files_dropped_while_others_come_in_wait_their_turn(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk, tmp_path: Path
) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(f"The words of {name}.")
    with qtbot.waitSignal(desk.section_asked) as asked:
        assert section.take_drop(of_files(tmp_path / "one.txt"))
    assert asked.args == [Section.EXHIBITS]
    assert section.take_drop(of_files(tmp_path / "two.txt"))
    qtbot.waitUntil(lambda: rows(section) == ["A", "B", "C", "D", "E"], timeout=60_000)
    done(qtbot, section)
    assert [title.removesuffix(".txt") for title in rows(section, Column.TITLE)[3:]] == ["one", "two"]


def test_numbers_are_planned_then_assigned_and_stamped(
    qtbot: QtBot, section: ExhibitsSection, home: Path, tmp_path: Path
) -> None:
    assert section.number.isEnabled()
    write_pdf(tmp_path / "photo.pdf", ["one", "two", "three"])
    section.take_drop(of_files(tmp_path / "photo.pdf"))
    qtbot.waitUntil(lambda: len(rows(section)) == 4, timeout=60_000)
    done(qtbot, section)
    assert rows(section, Column.BATES)[3] == "–"
    qtbot.mouseClick(section.number, Qt.MouseButton.LeftButton)
    dialog = section.findChild(NumberDialog)
    qtbot.waitUntil(lambda: dialog.plan.text() == "3 pages, ACME000005 – ACME000007; 1 stamped copy.", timeout=20_000)
    dialog.first.setValue(2)
    qtbot.waitUntil(lambda: "can't be the first number" in dialog.plan.text(), timeout=20_000)
    assert not dialog.go.isEnabled()
    dialog.first.setValue(101)
    qtbot.waitUntil(lambda: "ACME000101 – ACME000103" in dialog.plan.text(), timeout=20_000)
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rows(section, Column.BATES)[3] == "ACME000101–000103", timeout=60_000)
    done(qtbot, section)
    assert section.work.title.text() == "1 stamped copy written"
    assert (home / "matters" / NAME / "out" / "stamped" / "ACME000101-ACME000103.pdf").is_file()
    qtbot.mouseClick(section.number, Qt.MouseButton.LeftButton)
    again = section.findChildren(NumberDialog)[-1]
    qtbot.waitUntil(lambda: "every stamped copy is there" in again.plan.text(), timeout=20_000)
    assert not again.go.isEnabled()
    assert again.go.toolTip() == "There is nothing left to number or to stamp."
    again.reject()


def test_filter_and_sort_keep_the_chosen_exhibit(qtbot: QtBot, section: ExhibitsSection) -> None:
    section.table.choose("B")
    section.activateWindow()
    section.filter.setFocus()
    qtbot.keyClicks(section.filter, "mail")
    qtbot.waitUntil(lambda: rows(section) == ["B"], timeout=20_000)
    assert section.count.text() == "1 / 3"
    qtbot.keyClick(section.filter, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(rows(section)) == 3, timeout=20_000)
    header = section.table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(Column.LABEL) + 10, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: rows(section) == ["C", "B", "A"], timeout=20_000)
    current = section.table.current()
    assert current is not None
    assert current.exhibit.id == "B"
    qtbot.keyClicks(section.filter, "nowhere")
    qtbot.waitUntil(lambda: section.stack.currentWidget() is section.stack.no_match, timeout=20_000)


def test_choosing_shows_the_page_and_a_page_asked_for_is_shown(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk, watch: Watch
) -> None:
    qtbot.waitUntil(lambda: section.page.page_of_view == ("A", 1), timeout=20_000)
    section.table.setFocus()
    qtbot.keyClick(section.table, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: section.page.page_of_view == ("B", 1), timeout=20_000)
    desk.page_asked.emit(PageRef("A", 2, "ends"))
    qtbot.waitUntil(lambda: section.page.page_of_view == ("A", 2), timeout=20_000)
    assert len(section.page.canvas.boxes) == 1
    current = section.table.current()
    assert current is not None
    assert current.exhibit.id == "A"


def test_without_a_matter_the_view_teaches_and_buttons_say_why(qtbot: QtBot, empty_desk: Desk, tmp_path: Path) -> None:
    section = ExhibitsSection(empty_desk)
    qtbot.addWidget(section)
    section.show()
    assert section.stack.currentWidget() is section.stack.no_matter
    assert not section.files.isEnabled()
    assert section.files.toolTip() == "Open a matter first."
    assert not section.take_drop(of_files(tmp_path))
    assert "files belong to a matter" in section.notice.text()


def test_stopping_keeps_what_is_in_and_offers_to_read_the_rest(
    qtbot: QtBot, section: ExhibitsSection, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for n in range(30):
        write_pdf(folder / f"{n:02d}.pdf", [f"Page {p} of file {n}." for p in range(3)])
    section.take_drop(of_files(folder))
    qtbot.waitUntil(lambda: len(section.work.model) > 2, timeout=60_000)
    qtbot.mouseClick(section.work.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not section.intake.running, timeout=60_000)
    assert section.work.title.text() == "Stopped"
    assert 3 <= len(section.work.model) < 30
    qtbot.waitUntil(lambda: section.unread.isVisible(), timeout=20_000)
    qtbot.mouseClick(section.unread, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: section.work.title.text() == "All pages are read", timeout=60_000)
    qtbot.waitUntil(lambda: set(rows(section, Column.READ)) == {"text"}, timeout=20_000)
    assert not section.unread.isVisible()


@pytest.mark.timeout(120)
def test_two_thousand_files_leave_the_window_responsive(
    qtbot: QtBot, section: ExhibitsSection, desk: Desk, watch: Watch
) -> None:
    """The facts of an intake of 2,000 files, as fast as the core can tell them, and rows that come with them."""

    made = [
        Exhibit(4 + n, f"X{n}", f"Exhibit X{n}", f"File {n}.pdf", Origin.CLIENT, f"{n:064x}", "pdf", 0, f"/in/{n}.pdf")
        for n in range(2000)
    ]

    async def flood(bench) -> None:  # type: ignore[no-untyped-def]
        opened = await bench.matter(NAME)
        for begin in range(0, 2000, 20):
            some = made[begin : begin + 20]
            await opened.store.write(lambda session, some=some: [exhibits.add(session, one, None) for one in some])
            for n, one in enumerate(some, start=begin):
                bench.facts.publish(Progress("intake", n, 2000, one.title))
                detail = {"exhibit": one.id, "path": one.path, "origin": "client", "sha256": one.sha256}
                bench.facts.publish(MatterChanged(NAME, "intake", detail))

    section.work.begin("Taking files in", lambda: None)
    desk.bridge.changed.connect(lambda fact: section.work.add(outcome_so_far(dict(fact.detail))))
    desk.bridge.progress.connect(lambda fact: section.work.progress(fact.done, fact.total, fact.note))
    finished: list[object] = []
    desk.starter.start(flood, finished.append)
    qtbot.waitUntil(lambda: bool(finished), timeout=100_000)
    qtbot.waitUntil(lambda: len(section.table.exhibits.shown) == 2003, timeout=20_000)
    with watch.paused():  # the test reads every row
        assert rows(section)[-1] == "X1999"
