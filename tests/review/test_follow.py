"""Paragraphs followed from one version into another, for the attacks that hang on them."""

import pytest

from app.review.follow import changed_paragraphs, follow

LEASE = [
    "I am the tenant of the ground floor at 14 Mill Lane.",
    "The landlord promised new windows by May 3, 2024.",
    "No windows came, and rain stood on the floor in November.",
    "I told the landlord in writing on November 9, 2024.",
]


def test_each_stays_where_nothing_changed() -> None:
    assert follow(LEASE, LEASE, [1, 2, 3, 4]) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_one_put_in_before_moves_those_after_it() -> None:
    after = [LEASE[0], "My lease began on June 1, 2022.", *LEASE[1:]]
    assert follow(LEASE, after, [1, 2, 4]) == {1: 1, 2: 3, 4: 5}


def test_one_taken_out_is_gone_and_the_others_move() -> None:
    assert follow(LEASE, [LEASE[0], *LEASE[2:]], [1, 2, 3]) == {1: 1, 3: 2}


def test_an_edited_one_is_followed() -> None:
    after = [*LEASE[:2], "No windows came, and water stood on the kitchen floor in November 2024.", LEASE[3]]
    assert follow(LEASE, after, [3]) == {3: 3}


def test_one_written_wholly_anew_keeps_its_place_where_the_count_stays() -> None:
    after = [*LEASE[:2], "Zip!", LEASE[3]]
    assert follow(LEASE, after, [3]) == {3: 3}


def test_one_that_was_moved_is_followed_with_its_edits() -> None:
    after = [LEASE[3].replace("writing", "a letter"), LEASE[0], LEASE[1], LEASE[2]]
    assert follow(LEASE, after, [1, 4]) == {1: 2, 4: 1}


def test_two_that_were_joined_stand_at_one_place() -> None:
    assert follow(LEASE, [LEASE[0], f"{LEASE[1]} {LEASE[2]}", LEASE[3]], [2, 3]) == {2: 2, 3: 2}


def test_one_that_was_split_stands_at_its_larger_half() -> None:
    after = [*LEASE[:2], "No windows came.", "Rain stood on the floor in November.", LEASE[3]]
    assert follow(LEASE, after, [3]) == {3: 4}


def test_a_neighbour_that_reads_alike_does_not_inherit_the_attack() -> None:
    before = ["On May 1, 2024 I paid $500.00 in rent.", "On June 1, 2024 I paid $520.00 in rent."]
    assert follow(before, ["On June 1, 2024 I paid $525.00 in rent."], [1, 2]) == {2: 1}


def test_numbers_that_there_are_not_are_left_out() -> None:
    assert follow(LEASE, LEASE, [0, 5]) == {}
    assert follow(LEASE, [], [1]) == {}


@pytest.mark.parametrize(("after", "parts"), [(LEASE, (0, 0)), ([*LEASE, "x"], (0, 1)), (LEASE[1:], (1, 0))])
def test_the_size_of_a_change(after: list[str], parts: tuple[int, int]) -> None:
    assert changed_paragraphs(LEASE, after) == parts
