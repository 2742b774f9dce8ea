"""Real files that come into a matter which holds thousands of exhibits already: the window isn't held."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.domain.evidence import Exhibit, Origin
from app.gui.desk import Desk
from app.gui.exhibits_order import Column
from app.store import exhibits
from tests.gui.exhibits_help import done, exhibits_of
from tests.gui.small_matter import NAME
from tests.gui.watch import Watch

HELD = 2500
COMING = 40


@pytest.mark.timeout(170)
@pytest.mark.parametrize("column", [Column.LABEL, Column.TITLE])
def test_files_come_into_a_long_list(qtbot: QtBot, desk: Desk, tmp_path: Path, watch: Watch, column: Column) -> None:
    """Sorted by anything but the order of intake, new rows belong between the others."""
    section = exhibits_of(qtbot, desk)
    folder = tmp_path / "in"
    folder.mkdir()
    for n in range(COMING):
        (folder / f"Account {n:02}.txt").write_text(f"Account {n}: the hall was dry on April {n % 28 + 1}, 2021.")
    made = [
        Exhibit(4 + n, f"X{n}", f"Exhibit X{n}", f"File {n}.pdf", Origin.CLIENT, f"{n:064x}", "pdf", 0, f"/in/{n}.pdf")
        for n in range(HELD)
    ]

    async def fill(bench) -> None:  # type: ignore[no-untyped-def]
        opened = await bench.matter(NAME)
        await opened.store.write(lambda session: [exhibits.add(session, one, None) for one in made])

    filled: list[object] = []
    watch.begin()
    desk.starter.start(fill, filled.append)
    qtbot.waitUntil(lambda: bool(filled), timeout=60_000)
    desk.open_matter("")
    desk.open_matter(NAME)
    table = section.table
    qtbot.waitUntil(lambda: len(table.exhibits.shown) == 3 + HELD, timeout=20_000)
    if column is not Column.LABEL:
        table.horizontalHeader().sectionClicked.emit(int(column))
    qtbot.waitUntil(lambda: bool(table.exhibits.shown), timeout=20_000)
    section.take([folder])
    done(qtbot, section)
    qtbot.waitUntil(lambda: len(table.exhibits.shown) == 3 + HELD + COMING, timeout=20_000)
    with watch.paused():  # the test reads every row
        titles = [table.exhibits.index(n, Column.TITLE).data() for n in range(table.exhibits.rowCount())]
    new = [n for n, title in enumerate(titles) if title.startswith("Account ")]
    assert len(new) == COMING
    assert (new[0] == 3 + HELD) == (column is Column.LABEL)
