"""Originals in the vault: what changes on its way in is refused, what is missing stays unread until it is back."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.actions.exhibits import IntakeLine, add_exhibits, list_pages
from app.actions.originals import Kept, keep
from app.domain.errors import Unreadable
from app.events import Fact, Facts, Noted, Progress
from app.settings import Settings
from app.store.vault import digest_of
from app.workbench import Workbench, open_workbench
from tests.intake import made


def test_a_file_that_changes_on_its_way_in_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "growing.txt"
    file.write_text("one line")
    digest = digest_of(file)

    async def take() -> list[Path]:
        async with open_workbench(Settings(tmp_path / "home", None)) as bench:
            opened = await bench.add_matter("m")
            with file.open("a") as more:
                more.write(", and another")
            with pytest.raises(Unreadable, match="changed while it was being taken in"):
                await keep(opened, file, digest)
            left = list(opened.vault.folder.iterdir())
            assert await keep(opened, file, digest_of(file)) is Kept.NEW
            assert await keep(opened, file, digest_of(file)) is Kept.THERE
            return left

    assert asyncio.run(take()) == []


class _Stopped(Exception):
    """Stands for a kill between taking in and reading."""


def _stop_before_reading(fact: Fact) -> None:
    if isinstance(fact, Progress) and fact.job == "intake" and fact.done == fact.total:
        raise _Stopped


async def _take_in(bench: Workbench, paths: Sequence[Path]) -> list[IntakeLine]:
    return [line async for line in add_exhibits(bench, "m", paths)]


def test_pages_whose_original_is_gone_stay_unread_until_it_is_back(tmp_path: Path) -> None:
    letter = made.text_pdf(tmp_path / "letter.pdf")
    facts = Facts()
    heard: list[Fact] = []
    facts.listen(heard.append)

    async def take() -> None:
        async with open_workbench(Settings(tmp_path / "home", None), facts) as bench:
            opened = await bench.add_matter("m")
            unlisten = facts.listen(_stop_before_reading)
            with pytest.raises(_Stopped):
                await _take_in(bench, [letter])
            unlisten()
            opened.vault.path(digest_of(letter)).unlink()
            other = tmp_path / "other.txt"
            other.write_text("Others go on.")
            (line,) = await _take_in(bench, [other])
            assert (line.status, line.pages) == ("added", 1)
            assert await list_pages(bench, "m", "A") == []
            assert [fact.text for fact in heard if isinstance(fact, Noted) and "Exhibit A" in fact.text] != []
            (line,) = await _take_in(bench, [letter])
            assert "put back" in line.warnings[0]
            (page,) = await list_pages(bench, "m", "A")
            assert "twelve crates" in page.text

    asyncio.run(take())
