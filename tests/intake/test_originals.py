"""Originals in the vault: what changes on its way in is refused."""

import asyncio
from pathlib import Path

import pytest

from app.actions.originals import Kept, keep
from app.domain.errors import Unreadable
from app.settings import Settings
from app.store.vault import digest_of
from app.workbench import open_workbench


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
