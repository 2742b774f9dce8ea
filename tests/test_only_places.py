"""A draft of which only the cites were checked says so, and no other."""

import pytest

from app.domain.claim import ClaimKind, no_facts, only_places


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ({ClaimKind.BATES: 9}, "9 page numbers were checked; no date, sum or quotation was seen."),
        ({ClaimKind.BATES: 1}, "1 page number was checked; no date, sum or quotation was seen."),
        ({ClaimKind.EXHIBIT: 1}, "1 cite of a page was checked; no date, sum or quotation was seen."),
        (
            {ClaimKind.BATES: 1_200, ClaimKind.EXHIBIT: 34, ClaimKind.DATE: 0},
            "1,234 cites of pages were checked; no date, sum or quotation was seen.",
        ),
        ({ClaimKind.BATES: 9, ClaimKind.DATE: 1}, ""),
        ({ClaimKind.CITATION: 2}, ""),
        ({}, ""),
    ],
)
def test_only_cites_are_said_to_be_no_facts(seen: dict[ClaimKind, int], said: str) -> None:
    assert only_places(seen) == said


def test_nothing_seen_is_said_in_the_same_place() -> None:
    nothing = "0 claims seen: nothing in it could be checked."
    assert no_facts({}) == no_facts({ClaimKind.DATE: 0}) == nothing
    assert no_facts({ClaimKind.BATES: 1}) == only_places({ClaimKind.BATES: 1})
    assert no_facts({ClaimKind.DATE: 1}) == ""
