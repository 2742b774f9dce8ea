"""Tricks that a lawyer would try on a verifier: small changes that turn what the record says."""

import pytest

from app.verify.quotations import find_quotations
from tests.verify.matters import against

LEASE = [
    "The landlord shall not be liable for frost. The tenant, who had no key, called the porter at once. Mr. Voss has\n"
    "never in ten years missed a payment, and he does not require the deposit. The oﬃce was shut in the af-\nternoon.",
]


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        ("“The landlord shall … be liable for frost”", "unsupported"),
        ("“The landlord shall . . . be liable for frost”", "unsupported"),
        ("“The landlord shall [...] be liable for frost”", "unsupported"),
        ("“The landlord shall [*] be liable for frost”", "unsupported"),
        ("“The landlord shall [not] be liable for frost”", "supported"),
        ("“The tenant … [never] called the porter at once”", "unsupported"),
        ("“Mr. Voss has … missed a payment”", "unsupported"),
        ("“The tenant . . . called the porter at once”", "supported"),
        ("“The landlord shall not be liable for frost. . . . Mr. Voss has never”", "supported"),
        ("“liable for frost. . . . called the porter”", "supported"),
        ("“[the owner] shall not be liable”", "supported"),
        ("“the office was shut in the afternoon”", "supported"),
        ("“the office was shut in the evening”", "unsupported"),
    ],
)
def test_a_negation_is_not_lost_in_an_ellipsis_nor_put_in_by_brackets(quoted, verdict):
    found = against(LEASE, f"The lease says {quoted} (ACME000001).", quoted)
    assert found.verdict == verdict, found.reason


def test_what_is_left_out_is_told():
    found = against(LEASE, "It says “The landlord shall … be liable for frost” (ACME000001).", "“")
    assert found.reason == "In ACME000001, “not” stands where the draft leaves words out."
    found = against(LEASE, "It says “The tenant … called the porter” (ACME000001).", "“")
    assert found.reason == "ACME000001 has these words. Words are left out where the draft has its ellipsis."
    found = against(LEASE, "It says “[the owner] shall not be liable … [of the year] for frost” (ACME000001).", "“")
    assert "(of the year) are not the source's" in found.reason


@pytest.mark.parametrize("pronoun", ["She", "We", "It", "They"])
def test_a_changed_pronoun_is_told_with_the_right_one(pronoun):
    page = ["On Monday he will sign the deed of trust and she will keep the original."]
    found = against(page, f"“{pronoun} will sign the deed of trust” (ACME000001).", "“")
    assert found.verdict == "unsupported"
    assert "he will sign the deed of trust" in (found.suggestion or "")


@pytest.mark.parametrize(
    "said",
    ["‘he will sign the deed’", "'he will sign the deed'", "``he will sign the deed''", "''he will sign the deed''"],
)
def test_marks_of_every_kind_quote(said):
    page = ["On Monday he will sign the deed of trust."]
    assert against(page, f"The letter reads {said} (ACME000001).", "he will").verdict == "supported"
    wrong = said.replace("deed", "lease")
    assert against(page, f"The letter reads {wrong} (ACME000001).", "he will").verdict == "unsupported"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("the tenants' rights and the owners' duties", 0),
        ("It's Smith's car, isn't it, and Jones' house", 0),
        ("rock 'n' roll in the '90s", 0),
        ("'The tenants' rights are old,' he said.", 1),
        ("He said 'we don't know them' twice.", 1),
        ("a board 5' 10'' wide and 6'' thick", 0),
    ],
)
def test_an_apostrophe_is_no_quotation_mark(text, count):
    assert len(list(find_quotations(text))) == count


def test_a_quotation_over_two_paragraphs_is_seen_in_both():
    page = ["The pump was sold in June.\n\nThe buyer never paid for it."]
    text = "He wrote:\n\n“The pump was sold in June.\n\n“The buyer never paid for it.”\n\nThat was all."
    assert against(page, text, "The pump was sold").verdict == "supported"
    assert against(page, text.replace("June", "July"), "The pump was sold").verdict == "unsupported"
    assert against(page, text.replace("never ", ""), "The buyer").verdict == "unsupported"
