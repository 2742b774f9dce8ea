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
