"""The shelf of authorities, and the audit log in words."""

import textwrap
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from pytestqt.qtbot import QtBot

from app.gui.authorities import AuthoritiesSection
from app.gui.desk import Desk
from app.gui.log import LogSection
from app.gui.log_words import entry_words
from app.settings import resources
from tests.gui.small_matter import NAME
from tests.gui.watch import Watch

pytestmark = pytest.mark.timeout(60)


def test_authorities_are_put_on_the_shelf_and_read(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    section = AuthoritiesSection(desk)
    qtbot.addWidget(section)
    section.show()
    assert section.stack.currentWidget() is section.no_matter
    assert section.add.toolTip() == "Open a matter first."
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: section.stack.currentWidget() is section.empty, timeout=20_000)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    opinion = next((resources() / "sample" / "authorities").iterdir())
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "broken.pdf")), QUrl.fromLocalFile(str(opinion))])
    assert section.take_drop(mime)
    qtbot.waitUntil(lambda: section.shelf.rowCount() == 1 and not section.work.running, timeout=40_000)
    shown = [section.shelf.index(0, column).data() for column in range(5)]
    assert shown == [
        "9001 F.3d 401",
        "Northgate Cold Storage, Inc. v. Halversen Mechanical Co.",
        "13th Cir.",
        "2016",
        "401–416",
    ]
    assert section.work.title.text() == "1 authority added"
    assert section.work.model.index(0, 2).data().startswith("Refused.")
    qtbot.waitUntil(lambda: "[*416]" in section.text.toPlainText(), timeout=20_000)
    assert section.count.text() == "1"
    link = QMimeData()
    link.setUrls([QUrl("https://example.org/opinion")])
    assert not section.take_drop(link)
    assert "nothing is fetched" in section.notice.text()


def test_the_lines_of_a_printed_opinion_are_shown_as_paragraphs(
    qtbot: QtBot, desk: Desk, tmp_path: Path, watch: Watch
) -> None:
    words = "The pilot boarded the vessel at the outer buoy shortly after six in the morning and waited there, as "
    lines = textwrap.fill(words * 400, 72)
    (tmp_path / "printed.txt").write_text(f"Orr v. Quill, 512 F.3d 204 (9th Cir. 2008)\n\n{lines}\n")
    with watch.paused():
        section = AuthoritiesSection(desk)
        qtbot.addWidget(section)
        section.show()
        desk.open_matter(NAME)
        qtbot.waitUntil(lambda: section.stack.currentWidget() is section.empty, timeout=20_000)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "printed.txt"))])
    assert section.take_drop(mime)
    qtbot.waitUntil(lambda: len(section.text.toPlainText()) > len(lines), timeout=40_000)
    shown = section.text.toPlainText()
    assert shown.split() == f"Orr v. Quill, 512 F.3d 204 (9th Cir. 2008) {lines}".split()
    assert shown.count("\n") < lines.count("\n") / 15


def test_the_log_is_shown_newest_first_with_its_chain(qtbot: QtBot, desk: Desk) -> None:
    section = LogSection(desk)
    qtbot.addWidget(section)
    section.show()
    desk.open_matter(NAME)
    qtbot.waitUntil(lambda: section.entries.rowCount() > 0, timeout=20_000)
    count = section.entries.rowCount()
    assert section.state.text() == f"✓ {count} entries, the chain is whole"
    assert section.entries.index(0, 0).data() == str(count)
    assert section.entries.index(0, 2).data() == "Draft 1: version 1, as drafted"
    assert section.entries.index(count - 1, 2).data() == "Matter made, with the Bates prefix ACME"
    told = [section.entries.index(n, 2).data() for n in range(count)]
    assert "1 contract.pdf taken in as Exhibit A, from: client" in told
    assert "Bates numbers ACME000001 to ACME000004 reserved" in told

    async def note(bench) -> None:  # type: ignore[no-untyped-def]
        opened = await bench.matter(NAME)
        await opened.change("read", lambda _session: (None, {"exhibit": "Exhibit Z"}))

    desk.starter.start(note)
    qtbot.waitUntil(lambda: section.entries.index(0, 2).data() == "Exhibit Z read, all its pages", timeout=20_000)


def test_a_broken_chain_is_said_and_its_entries_are_red(qtbot: QtBot, desk: Desk, home: Path) -> None:
    from sqlcipher3 import dbapi2

    base = dbapi2.connect(str(home / "matters" / NAME / "matter.db"))
    base.execute("DROP TRIGGER audit_fixed")
    base.execute("UPDATE audit SET at = '2020-01-01T00:00:00+00:00' WHERE n = 3")
    base.commit()
    base.close()
    section = LogSection(desk)
    qtbot.addWidget(section)
    desk.open_matter(NAME)
    section.show()
    qtbot.waitUntil(lambda: section.entries.rowCount() > 0, timeout=20_000)
    assert section.state.text().startswith("✕ The chain is broken: Entry 3 (")
    assert "changed after it was written" in section.state.text()
    assert desk.theme.red in section.state.styleSheet()


@pytest.mark.parametrize(
    ("verb", "detail", "words"),
    [
        (
            "intake",
            {"path": "/x/a.pdf", "sha256": "0", "status": "refused", "reason": "Locked."},
            "a.pdf refused. Locked.",
        ),
        ("stage failed", {"run": "m/r1", "stage": "gate", "error": "Cut."}, "Run 1: Grounds failed. Cut."),
        (
            "sign",
            {
                "draft": "m/d1",
                "claim": "k",
                "text": "May 2",
                "verdict": "ambiguous",
                "name": "M. T.",
                "reason": "Seen.",
            },
            "Draft 1: “May 2” signed for by M. T.: Seen.",
        ),
        (
            "sign",
            {"draft": "m/d1", "text": "“the pump”", "name": "M. T.", "reason": "Seen."},
            "Draft 1: “the pump” signed for by M. T.: Seen.",
        ),
        (
            "answer",
            {"draft": "m/d1", "attack": 2, "answer": "rebutted", "reason": "No."},
            "Draft 1: attack 2 rebutted: No.",
        ),
        ("authority lookup", {"sent": "1 U.S. 2", "to": "https://x/"}, "1 U.S. 2 sent to https://x/, to be looked up"),
        ("from the future", {"a": 1}, "from the future: a 1"),
        ("draft", {"other": 1}, "draft: other 1"),
    ],
)
def test_entries_are_told_in_words(verb: str, detail: dict[str, object], words: str) -> None:
    assert entry_words(verb, detail) == words
