"""The evidence pack: whole pages within the room, the rest left out by name (promise 6)."""

import asyncio

from app.domain.draft import EvidencePack, PackPage
from app.domain.evidence import Page, Reading
from app.drafting.pack import choose

PAGES = [
    Page("A", 1, "R000001", "one two three"),
    Page("A", 2, "R000002", "four five six seven eight nine ten"),
    Page("B", 1, "R000003", "eleven"),
    Page("B", 2, "R000004", "", Reading.NONE),
    Page("C", 1, "R000005", "nothing of it"),
]
LABELS = {"A": "Exhibit A", "B": "Exhibit B", "C": "Exhibit C"}


async def words(page: PackPage) -> int:
    return len(page.text.split())


def chosen(room: int, *ranked: tuple[str, int]) -> EvidencePack:
    return asyncio.run(choose(ranked, PAGES, LABELS, room, words))


def test_the_best_pages_come_in_whole_and_stand_in_the_order_of_the_record() -> None:
    pack = chosen(100, ("B", 1), ("A", 2))
    assert [(page.bates, page.text, page.label) for page in pack.pages] == [
        ("R000002", "four five six seven eight nine ten", "Exhibit A"),
        ("R000003", "eleven", "Exhibit B"),
    ]
    assert pack.tokens == 8


def test_a_page_that_does_not_fit_is_left_out_with_the_numbers_and_a_smaller_one_still_fits() -> None:
    pack = chosen(4, ("A", 1), ("A", 2), ("B", 1))
    assert [page.bates for page in pack.pages] == ["R000001", "R000003"]
    assert {page.bates: page.reason for page in pack.left_out} == {
        "R000002": "no room: it needs 7 tokens, 1 were left",
        "R000004": "no word of the request stands on it",
        "R000005": "no word of the request stands on it",
    }


def test_a_page_that_could_not_be_read_is_never_given_to_a_model() -> None:
    pack = chosen(100, ("B", 2), ("B", 1))
    assert [page.bates for page in pack.pages] == ["R000003"]
    assert ("R000004", "has no text that could be read") in [(p.bates, p.reason) for p in pack.left_out]


def test_every_page_is_in_the_pack_or_left_out_exactly_once() -> None:
    for room in range(0, 12):
        pack = chosen(room, ("A", 2), ("B", 1), ("A", 1), ("A", 2), ("X", 9))
        places = [p.bates for p in pack.pages] + [p.bates for p in pack.left_out]
        assert sorted(places) == [page.bates for page in PAGES]
        assert pack.tokens <= room
