"""Two edits of one version made into one."""

import pytest

from app.review.merge import Merged, merge

BASE = ["One.", "Two.", "Three.", "Four."]


@pytest.mark.parametrize(
    ("mine", "theirs", "paragraphs", "both"),
    [
        (BASE, BASE, BASE, ()),
        (["One!", *BASE[1:]], BASE, ["One!", *BASE[1:]], ()),
        (BASE, [*BASE[:3], "Four!"], [*BASE[:3], "Four!"], ()),
        (["One!", *BASE[1:]], [*BASE[:3], "Four!"], ["One!", "Two.", "Three.", "Four!"], ()),
        (["One.", "Two!", *BASE[2:]], ["One.", "Two.", "Three!", "Four."], ["One.", "Two!", "Three!", "Four."], ()),
        (["One.", "Two!", *BASE[2:]], ["One.", "Two?", *BASE[2:]], ["One.", "Two!", *BASE[2:]], (2,)),
        (["One.", "Two!", *BASE[2:]], ["One.", "Two!", *BASE[2:]], ["One.", "Two!", *BASE[2:]], ()),
        (["Mine.", *BASE], ["Theirs.", *BASE], ["Theirs.", "Mine.", *BASE], ()),
        ([*BASE, "Mine."], [*BASE, "Theirs."], [*BASE, "Theirs.", "Mine."], ()),
        ([*BASE, "Same."], [*BASE, "Same."], [*BASE, "Same."], ()),
        (BASE[1:], [*BASE, "Theirs."], [*BASE[1:], "Theirs."], ()),
        (["One.", "Three.", "Four."], ["One.", "Two?", "Three.", "Four."], ["One.", "Three.", "Four."], (2,)),
        (["One.", "Two?", "Three.", "Four."], ["One.", "Three.", "Four."], ["One.", "Two?", "Three.", "Four."], (2,)),
        (["A!", "B!", "Three.", "Four."], ["One.", "B?", "Three.", "D?"], ["A!", "B!", "Three.", "D?"], (2,)),
        (BASE[:3], [*BASE[:3], "Four?"], BASE[:3], (3,)),
        ([], BASE, [], ()),
    ],
)
def test_each_side_keeps_what_only_it_changed(
    mine: list[str], theirs: list[str], paragraphs: list[str], both: tuple[int, ...]
) -> None:
    assert merge(BASE, mine, theirs) == Merged(tuple(paragraphs), both)
