"""The Bates ledger: unique, gapless in a run, never used again (promise 3)."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlcipher3 import dbapi2

from app.actions.bates import _grouped
from app.domain.bates import BatesFormat
from app.domain.errors import WrongUse
from app.paper.stamp import StampNote, StampReport
from app.store import bates
from app.store.matter_store import matter_store
from tests.store.test_store import add, with_store

ACME = BatesFormat("ACME")


def reserve(format_: BatesFormat = ACME, start: int | None = None) -> Any:
    return lambda session: [entry.text for entry in bates.reserve(session, format_, start)]


def test_pages_are_numbered_in_exhibit_order_and_only_once(tmp_path: Path) -> None:
    results = with_store(
        tmp_path,
        add(1, "A", "x", "y"),
        add(2, "B", "z"),
        reserve(),
        reserve(),
        add(3, "C", "w"),
        reserve(),
        bates.entries,
    )
    assert results[2] == ["ACME000001", "ACME000002", "ACME000003"]
    assert results[3] == []
    assert results[5] == ["ACME000004"]
    assert [(e.text, e.exhibit, e.page) for e in results[6]] == [
        ("ACME000001", "A", 1),
        ("ACME000002", "A", 2),
        ("ACME000003", "B", 1),
        ("ACME000004", "C", 1),
    ]


@pytest.mark.parametrize("start", [1, 2, 3])
def test_a_number_is_never_reserved_again(tmp_path: Path, start: int) -> None:
    with_store(tmp_path, add(1, "A", "x", "y", "z"), reserve(), add(2, "B", "w"))
    with pytest.raises(WrongUse, match="can't be the first number"):
        with_store(tmp_path, reserve(start=start))


def test_the_database_itself_refuses_a_double_number(tmp_path: Path) -> None:
    with_store(tmp_path, add(1, "A", "x", "y"), reserve())
    connection = dbapi2.connect(str(tmp_path / "matter.db"))
    with pytest.raises(dbapi2.IntegrityError, match="UNIQUE"):
        connection.execute(
            "INSERT INTO bates (prefix, number, digits, suffix, exhibit, page) VALUES ('ACME', 1, 6, '', 1, 9)"
        )
    connection.close()


def test_a_gap_left_by_start_is_reported(tmp_path: Path) -> None:
    report = with_store(tmp_path, add(1, "A", "x"), reserve(), add(2, "B", "y"), reserve(start=10), bates.report)[-1]
    assert report.ranges == (("ACME000001", "ACME000001"), ("ACME000010", "ACME000010"))
    assert report.gaps == (("ACME000002", "ACME000009"),)
    assert report.duplicates == ()


def test_two_prefixes_that_write_the_same_number_are_reported(tmp_path: Path) -> None:
    (*_, report) = with_store(
        tmp_path,
        add(1, "A", "x"),
        reserve(BatesFormat("A1", 2)),
        add(2, "B", "y"),
        reserve(BatesFormat("A", 3), start=101),
        bates.report,
    )
    assert report.duplicates == ("A101",)


def test_numbers_that_outgrow_their_digits_are_refused_whole(tmp_path: Path) -> None:
    with_store(tmp_path, add(1, "A", *"xyz"))
    with pytest.raises(WrongUse, match="outgrow"):
        with_store(tmp_path, reserve(BatesFormat("ACME", 1), start=8))
    assert with_store(tmp_path, bates.entries) == [[]]


def test_two_programs_reserving_at_once_never_share_a_number(tmp_path: Path) -> None:
    """Two stores on one file, each in its own thread, as the window and the command line are."""
    with_store(tmp_path, *(add(n, f"X{n}", "p") for n in range(1, 21)))

    async def go() -> list[str]:
        first, second = await matter_store(tmp_path).open(), await matter_store(tmp_path).open()
        try:
            results = await asyncio.gather(*(store.write(reserve()) for store in (first, second) for _ in range(3)))
        finally:
            await first.close()
            await second.close()
        return [text for result in results for text in result]

    assert sorted(asyncio.run(go())) == [f"ACME{n:06d}" for n in range(1, 21)]


def test_what_is_known_of_many_pages_is_said_once() -> None:
    text, other = "The usual place isn't free; the number stands at bottom-center.", "The original forbids changes."
    notes = (StampNote(0, other), *(StampNote(page, text) for page in (1, 2, 4)), StampNote(3, "Damaged."))
    report = StampReport(Path("a.pdf"), 4, "A1", "A4", (), notes)
    assert _grouped(report) == (other, f"On 3 of 4 pages: {text}", "Page 3: Damaged.")
    every = StampReport(Path("a.pdf"), 2, "A1", "A2", (), (StampNote(1, text), StampNote(2, text)))
    assert _grouped(every) == (f"On every page: {text}",)
    assert _grouped(StampReport(Path("a.pdf"), 1, "A1", "A1", (), (StampNote(1, text),))) == (text,)
