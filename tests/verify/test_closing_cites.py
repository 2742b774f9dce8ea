"""In the program's own drafts a paragraph's closing cite stands for the whole paragraph."""

import pytest

from app.domain.claim import VerdictKind
from app.domain.evidence import Page, Record
from app.verify import Checker

RECORD = Record(
    (
        Page("A", 1, "ROOF000001", "The roof was finished on March 31, 2026."),
        Page("B", 1, "ROOF000002", "The roof leaked on April 20, 2026. The repair cost $17,940.00."),
    )
)


def verdicts(text: str, *, closing_cites: bool) -> dict[str, VerdictKind]:
    return {v.claim.text: v.verdict for v in Checker(RECORD).check(text, closing_cites=closing_cites)}


@pytest.mark.parametrize(
    ("text", "claim", "strict", "loose"),
    [
        (
            "1. The roof was finished on March 31, 2026. It then leaked. ROOF000002.",
            "March 31, 2026",
            VerdictKind.MISPLACED,
            VerdictKind.SUPPORTED,
        ),
        (
            "1. The roof leaked on April 20, 2026. The repair cost $17,940.00. ROOF000002.",
            "April 20, 2026",
            VerdictKind.SUPPORTED,
            VerdictKind.SUPPORTED,
        ),
        (
            "1. The roof was finished on March 31, 2026.\n\n2. It leaked on April 20, 2026. ROOF000002.",
            "March 31, 2026",
            VerdictKind.SUPPORTED,
            VerdictKind.SUPPORTED,
        ),
        (
            "1. The roof was finished on March 31, 2026. ROOF000001. It leaked on April 20, 2026. ROOF000002.",
            "March 31, 2026",
            VerdictKind.SUPPORTED,
            VerdictKind.SUPPORTED,
        ),
    ],
)
def test_a_closing_cite_covers_its_paragraph_and_no_other(
    text: str, claim: str, strict: VerdictKind, loose: VerdictKind
) -> None:
    assert verdicts(text, closing_cites=True)[claim] is strict
    assert verdicts(text, closing_cites=False)[claim] is loose


@pytest.mark.parametrize("closing_cites", [True, False])
@pytest.mark.parametrize("cite", ["ROOF000001", "See ROOF000001", "(ROOF000001)", "Ex. A"])
@pytest.mark.parametrize(
    "stop", [".", ". xzz", ".xzz", ". and so it goes on until the rain", " xzz", ", xzz.", ". Xzz"]
)
def test_words_that_follow_a_cite_take_it_from_no_sentence(cite: str, stop: str, closing_cites: bool) -> None:
    told = verdicts(f"1. The roof leaked on April 20, 2026. {cite}{stop}", closing_cites=closing_cites)
    name = cite.removeprefix("See ").strip("()")
    assert told[name] is VerdictKind.MISPLACED
    assert verdicts("1. The roof leaked on April 20, 2026. ROOF000002. xzz", closing_cites=closing_cites) == {
        "April 20, 2026": VerdictKind.SUPPORTED,
        "ROOF000002": VerdictKind.SUPPORTED,
    }


def test_a_sentence_that_begins_with_its_cite_keeps_it() -> None:
    text = "1. The roof was finished on March 31, 2026. ROOF000002 shows that the repair cost $17,940.00."
    assert set(verdicts(text, closing_cites=False).values()) == {VerdictKind.SUPPORTED}
