"""The database of a matter: transactions, versions, search, and what it refuses."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlcipher3 import dbapi2

from app.domain.errors import AppError
from app.domain.evidence import Box, Exhibit, Origin, PageRead, Reading, Word
from app.store import audit, exhibits, search
from app.store.matter_store import matter_store


def with_store(folder: Path, *works: Callable[[Any], Any]) -> list[Any]:
    """Open the store in ``folder``, run each work in its own write transaction, close it; their results."""

    async def go() -> list[Any]:
        store = await matter_store(folder).open()
        try:
            return [await store.write(work) for work in works]
        finally:
            await store.close()

    return asyncio.run(go())


def exhibit(order: int, id_: str, pages: int = 2) -> Exhibit:
    return Exhibit(
        order, id_, f"Exhibit {id_}", f"title {id_}", Origin.CLIENT, f"{order:064d}", "pdf", pages, f"{id_}.pdf"
    )


def page(number: int, text: str) -> PageRead:
    words = (Word("Roof", Box(1, 2, 30, 12), 0),)
    return PageRead(number, text, words, Reading.TEXT, None, 612, 792)


def add(order: int, id_: str, *texts: str) -> Callable[[Any], None]:
    def work(session: Any) -> None:
        exhibits.add(session, exhibit(order, id_, len(texts)), f"vault/{id_}")
        session.flush()
        for number, text in enumerate(texts, start=1):
            exhibits.add_page(session, order, page(number, text))

    return work


def test_a_transaction_that_raises_leaves_nothing(tmp_path: Path) -> None:
    def half(session: Any) -> None:
        exhibits.add(session, exhibit(1, "A"), None)
        session.flush()
        raise AppError("stop here")

    with pytest.raises(AppError, match="stop here"):
        with_store(tmp_path, half)
    assert with_store(tmp_path, exhibits.all_stored) == [[]]


def test_pages_come_back_as_they_went_in(tmp_path: Path) -> None:
    (_, pages, image) = with_store(
        tmp_path,
        add(1, "A", "Roof leaks § 12", "zweite Seite"),
        exhibits.pages,
        lambda s: exhibits.page_image(s, "A", 1),
    )
    assert [(p.exhibit, p.page, p.bates, p.text) for p in pages] == [
        ("A", 1, None, "Roof leaks § 12"),
        ("A", 2, None, "zweite Seite"),
    ]
    assert image.words == (Word("Roof", Box(1, 2, 30, 12), 0),)
    assert (image.width, image.height) == (612, 792)


def test_a_page_is_read_once(tmp_path: Path) -> None:
    (_, _, pages) = with_store(
        tmp_path, add(1, "A", "first"), lambda s: exhibits.add_page(s, 1, page(1, "second")), exhibits.pages
    )
    assert [p.text for p in pages] == ["first"]


def test_unread_pages_are_derived_from_what_is_there(tmp_path: Path) -> None:
    def partly(session: Any) -> list[int]:
        exhibits.add(session, exhibit(1, "A", 3), "vault/A")
        session.flush()
        exhibits.add_page(session, 1, page(2, "the middle one"))
        session.flush()
        return exhibits.unread(session, 1)

    assert with_store(tmp_path, partly) == [[1, 3]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("roof", [1]),
        ("ROOF leaks", [1]),
        ('"leaks roof"', []),
        ("kuche", [2]),
        ("Küche", [2]),
        ("rep*", [2]),
        ("roof OR kitchen", []),
        ('roof" OR "kitchen', []),
        ("NEAR(roof leaks)", []),
        ("text:roof", []),
        ("", []),
        ("'; DROP TABLE page; --", []),
    ],
)
def test_search_takes_any_words_for_words(tmp_path: Path, query: str, found: list[int]) -> None:
    (_, hits) = with_store(
        tmp_path, add(1, "A", "The roof leaks.", "Die Küche: a repair"), lambda s: search.search(s, query)
    )
    assert [hit.page for hit in hits] == found


def test_relevant_pages_need_one_word_and_the_telling_ones_come_first(tmp_path: Path) -> None:
    texts = ["the notice was sent", "the weather was fine", "notice of defects sent by mail, notice received"]
    (_, hits) = with_store(tmp_path, add(1, "A", *texts), lambda s: search.relevant(s, "notice mail received", 10))
    assert [hit.page for hit in hits] == [3, 1]


def test_a_newer_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with_store(tmp_path, add(1, "A", "x"))
    path = tmp_path / "matter.db"
    connection = dbapi2.connect(str(path))
    connection.execute("PRAGMA user_version = 99")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(AppError, match="newer version"):
        with_store(tmp_path, exhibits.all_stored)
    assert path.read_bytes() == before


def test_the_log_and_the_ledger_refuse_to_shrink(tmp_path: Path) -> None:
    with_store(tmp_path, lambda s: audit.append(s, "m", "test", {"a": 1}))
    connection = dbapi2.connect(str(tmp_path / "matter.db"))
    for statement in ("DELETE FROM audit", "UPDATE audit SET verb = 'x'"):
        with pytest.raises(dbapi2.IntegrityError, match="only grows"):
            connection.execute(statement)
    connection.close()
