"""Two versions side by side: which paragraph became which, and which of its words changed."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.review.align import Piece, Row, align, words

ONE = "I hired Acme Roofing on January 11, 2026. ACME000001."
TWO = "On April 12, 2026 I wrote to Acme that the roof leaked in three places. ACME000009."
THREE = "I had paid $12,500.00 by then. ACME000014."


def test_a_version_beside_itself_has_only_rows_that_are_the_same() -> None:
    rows = align([ONE, TWO], [ONE, TWO])
    assert [(r.left, r.right, r.same) for r in rows] == [(1, 1, True), (2, 2, True)]


def test_a_changed_date_is_the_only_changed_piece() -> None:
    (row,) = align([TWO], [TWO.replace("April 12", "April 20")])
    assert [p.text for p in row.left_pieces if p.changed] == ["12"]
    assert [p.text for p in row.right_pieces if p.changed] == ["20"]
    assert not row.same


def test_words_that_were_only_added_make_a_row_that_is_not_the_same() -> None:
    (row,) = align([ONE], [ONE + " And again."])
    assert not row.same
    assert [p.text for p in row.right_pieces if p.changed] == [" And again."]
    (back,) = align([ONE + " And again."], [ONE])
    assert not back.same


def test_an_amount_is_one_word() -> None:
    left, right = words("paid $12,500.00 by", "paid $12,600.00 by")
    assert left == (Piece("paid $", False), Piece("12,500.00", True), Piece(" by", False))
    assert [p.text for p in right if p.changed] == ["12,600.00"]


def test_a_new_paragraph_stands_alone_and_the_others_keep_their_counterparts() -> None:
    rows = align([ONE, THREE], [ONE, TWO, THREE])
    assert [(r.left, r.right) for r in rows] == [(1, 1), (None, 2), (2, 3)]
    assert rows[1].right_pieces == (Piece(TWO, True),)


def test_a_paragraph_taken_out_beside_a_changed_one() -> None:
    changed = THREE.replace("12,500.00", "12,600.00")
    rows = align([TWO, THREE], [changed])
    assert [(r.left, r.right) for r in rows] == [(1, None), (2, 1)]


def test_paragraphs_that_share_nothing_are_not_versions_of_each_other() -> None:
    rows = align(["The fruit was lost within a single night."], ["Invoice V-10473: paid."])
    assert rows == (
        Row(1, None, (Piece("The fruit was lost within a single night.", True),)),
        Row(None, 1, (), (Piece("Invoice V-10473: paid.", True),)),
    )


def test_changed_words_with_a_space_between_them_are_one_piece() -> None:
    left, _ = words("the roof leaked badly then", "the cellar flooded then")
    assert [p.text for p in left if p.changed] == ["roof leaked badly"]


_PARAGRAPHS = st.lists(st.sampled_from([ONE, TWO, THREE, "", ONE + " " + TWO, TWO.replace("roof", "wall")]), max_size=7)


@given(_PARAGRAPHS, _PARAGRAPHS)
def test_every_word_of_both_versions_is_shown_once_and_in_order(before: list[str], after: list[str]) -> None:
    rows = align(before, after)
    assert [r.left for r in rows if r.left] == list(range(1, len(before) + 1))
    assert [r.right for r in rows if r.right] == list(range(1, len(after) + 1))
    for row in rows:
        assert row.left is None or "".join(p.text for p in row.left_pieces) == before[row.left - 1]
        assert row.right is None or "".join(p.text for p in row.right_pieces) == after[row.right - 1]


@pytest.mark.timeout(20)
def test_sixty_pages_take_under_two_seconds() -> None:
    before = [f"{n}. {TWO} {ONE}" for n in range(400)]
    after = [p.replace("April 12", "May 2") for p in before]
    began = time.perf_counter()
    rows = align(before, after)
    assert time.perf_counter() - began < 2
    assert len(rows) == 400
