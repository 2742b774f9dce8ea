"""The chain shows every change, wherever it is made (promise 9)."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlcipher3 import dbapi2

from app.store import audit
from app.store.audit import AuditCheck
from app.store.matter_store import matter_store

ENTRIES = 6


def make_log(folder: Path, matter: str = "m") -> None:
    async def go() -> None:
        store = await matter_store(folder).open()
        for n in range(ENTRIES):
            await store.write(lambda s: audit.append(s, matter, "test", {"n": n, "text": "für § 1"}))  # noqa: B023
        await store.close()

    asyncio.run(go())


def check(folder: Path, matter: str = "m") -> AuditCheck:
    async def go() -> AuditCheck:
        store = await matter_store(folder).open()
        try:
            return await store.read(lambda s: audit.check(s, matter))
        finally:
            await store.close()

    return asyncio.run(go())


def tamper(folder: Path, *statements: str) -> None:
    """Change the log behind the program's back, as someone with the file and its triggers removed could."""
    connection = dbapi2.connect(str(folder / "matter.db"))
    for statement in ("DROP TRIGGER audit_kept", "DROP TRIGGER audit_fixed", *statements):
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_an_untouched_log_is_whole(tmp_path: Path) -> None:
    make_log(tmp_path)
    found = check(tmp_path)
    assert (found.entries, found.broken_at, found.problem) == (ENTRIES, None, "")


@pytest.mark.parametrize(
    ("statement", "broken_at"),
    [
        ("UPDATE audit SET detail = '{\"n\":9}' WHERE n = 3", 3),
        ("UPDATE audit SET at = '2020-01-01T00:00:00+00:00' WHERE n = 1", 1),
        ("UPDATE audit SET verb = 'other' WHERE n = 6", 6),
        ("UPDATE audit SET previous = hash WHERE n = 2", 2),
        ("DELETE FROM audit WHERE n = 4", 4),
        ("UPDATE audit SET n = CASE n WHEN 2 THEN 3 WHEN 3 THEN 2 ELSE n END WHERE n > 100", None),
    ],
)
def test_each_change_is_found_at_its_place(tmp_path: Path, statement: str, broken_at: int | None) -> None:
    make_log(tmp_path)
    tamper(tmp_path, statement)
    assert check(tmp_path).broken_at == broken_at


def test_swapped_entries_are_found(tmp_path: Path) -> None:
    make_log(tmp_path)
    swap = [
        "UPDATE audit SET n = 99 WHERE n = 2",
        "UPDATE audit SET n = 2 WHERE n = 3",
        "UPDATE audit SET n = 3 WHERE n = 99",
    ]
    tamper(tmp_path, *swap)
    assert check(tmp_path).broken_at == 2


def test_a_log_of_another_matter_is_not_accepted(tmp_path: Path) -> None:
    make_log(tmp_path, "other")
    assert check(tmp_path, "m").broken_at == 1


def test_a_lower_head_never_replaces_a_higher_one(tmp_path: Path) -> None:
    from app.store.matter_store import home_store

    async def go() -> Any:
        store = await home_store(tmp_path).open()
        await store.write(lambda s: audit.keep_head(s, "m", 5, "five"))
        await store.write(lambda s: audit.keep_head(s, "m", 4, "four"))
        head = await store.read(lambda s: audit.kept_head(s, "m"))
        await store.close()
        return head

    assert asyncio.run(go()) == (5, "five")
