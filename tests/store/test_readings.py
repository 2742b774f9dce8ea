"""What the verifier reads on pages is kept with the matter, from intake on, and is read anew by other rules only."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlcipher3 import dbapi2

from app.actions import readings as kept_with
from app.actions.drafts import check_text
from app.actions.exhibits import add_exhibits
from app.settings import Settings
from app.verify import reading
from app.verify.reading import reading_version
from app.workbench import open_workbench
from tests.intake import made

TEXT = "I wrote on May 4, 2020."


def take_in(folder: Path) -> Path:
    """A home with the matter ``m``, of one letter."""
    home = folder / "home"

    async def go() -> None:
        async with open_workbench(Settings(home, None)) as bench:
            await bench.add_matter("m")
            _ = [line async for line in add_exhibits(bench, "m", [made.text_pdf(folder / "letter.pdf")])]

    asyncio.run(go())
    return home


def check(home: Path) -> int:
    """Opens the matter and checks a text against it; how many pages had to be read for that."""

    async def go() -> int:
        async with open_workbench(Settings(home, None)) as bench:
            await check_text(bench, "m", TEXT)
            checker: Any = bench.indexes["m"][1]
            return len(checker.new_readings)

    return asyncio.run(go())


def rows(home: Path) -> list[tuple[Any, ...]]:
    connection = dbapi2.connect(str(home / "matters" / "m" / "matter.db"))
    found: list[tuple[Any, ...]] = connection.execute("SELECT key, version FROM reading").fetchall()
    connection.close()
    return found


def test_the_pages_of_a_new_exhibit_need_not_be_read_again(tmp_path: Path) -> None:
    home = take_in(tmp_path)
    assert {version for _, version in rows(home)} == {reading_version()}
    assert check(home) == 0


def test_other_rules_read_the_pages_anew_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = take_in(tmp_path)
    before = rows(home)
    for module in (kept_with, reading):
        monkeypatch.setattr(module, "reading_version", lambda: "other")
    assert check(home) == len(before) > 0
    assert {version for _, version in rows(home)} == {"other"}
    assert check(home) == 0


def test_a_matter_of_an_earlier_build_gets_the_table(tmp_path: Path) -> None:
    home = take_in(tmp_path)
    connection = dbapi2.connect(str(home / "matters" / "m" / "matter.db"))
    connection.execute("DROP TABLE reading")
    connection.commit()
    connection.close()
    assert check(home) > 0
    assert check(home) == 0


def test_a_text_is_checked_where_nothing_can_be_kept(tmp_path: Path) -> None:
    home = take_in(tmp_path)
    connection = dbapi2.connect(str(home / "matters" / "m" / "matter.db"))
    connection.execute("DELETE FROM reading")
    connection.execute("CREATE TRIGGER full BEFORE INSERT ON reading BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    connection.commit()
    connection.close()
    assert check(home) > 0
    assert rows(home) == []
