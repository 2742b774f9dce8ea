"""Numbers longer than any that a lawyer writes: each ends in a verdict, in the time of its length, and none raises."""

import pytest

from app.domain.claim import ClaimKind
from app.domain.evidence import Page
from app.verify.reading import pack, read_page, unpack
from tests.verify.matters import CHECKER

LONG = {
    "forty digits": "2" * 40,
    "more digits than int() reads": "2" * 5_000,
    "thousands": "1" + ",000" * 2_000,
    "thousands with points": "1" + ".000" * 2_000 + ",50",
    "a small part": "0." + "0" * 400 + "1",
}
FRAMES = (
    "He paid ${}.50.", "He paid ${} trillion.", "Er zahlte {} EUR.", "He owns {} percent.", "{} basis points", "${}k",
    "half of ${}", "$({})", "${} and ${}, for a total of ${}", "invoice {} for ${}", "TIDE{}", "TIDE000001-{}",
    "Ex. A at {}", "No. {}-cv-{}", "On May {}, {}", "{}/{}/{}", "FY{}", "the {}th", "¶ {}", "Tr. {}:{}", "Q. {}\nA. {}",
    "§ {}({})", "{} U.S.C. § {}", "ECF No. {} at {}",
    "Smith v. Jones, {} F.3d {}, {} (9th Cir. {})", "paragraphs {} to {}",
    "({})", "{}",
)  # fmt: skip


@pytest.mark.parametrize("number", LONG.values(), ids=LONG)
def test_any_number_is_told(number):
    for frame in FRAMES:
        text = f"On it {frame.replace('{}', number)} (Ex. A)."
        assert all(v.reason for v in CHECKER.check(text)), frame
        page = Page("C", 1, "TIDE000003", text)
        assert unpack(pack(read_page(page), page), page) == read_page(page), frame


def test_a_sum_of_more_digits_than_a_decimal_holds_is_told():
    claim = CHECKER.check("He paid $" + "2" * 30 + " in May (TIDE000001).")[0].claim
    assert claim.kind is ClaimKind.AMOUNT
    assert claim.value.startswith("USD " + "2" * 28)
