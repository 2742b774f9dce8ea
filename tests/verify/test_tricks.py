"""Tricks that a lawyer would try on a verifier: small changes that turn what the record says."""

import pytest

from app.domain.evidence import Page, Reading, Record
from app.verify import verify
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


SWORN = [
    "I did not see the men who say that the gutter leaked. He never once agreed to sell the lower meadow. The agent\n"
    "refused to pay for the new fence. They came not later than noon and left the keys. She kept the ledger and did\n"
    "not show it to the auditor or the clerk. I was in the yard and I could not hear the men at the gate.",
    "Ich habe den Zaun nie gesehen. Wir bemerkten nicht, dass das Dach undicht war.",
    "Je n'ai pas vu la clôture tomber dans le fossé. Nous n'avons jamais promis de payer la haie.",
    "Yo no vi caer la valla en la zanja. Я не видел, что забор упал.",
]


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        ("“I … the men who say that the gutter leaked”", "unsupported"),
        ("“I . . . say that the gutter leaked”", "unsupported"),
        ("“I … the gutter leaked”", "unsupported"),
        ("“I [saw] the men who say that the gutter leaked”", "unsupported"),
        ("“I [never saw] the men who say that the gutter leaked”", "supported"),
        ("“He … agreed to sell the lower meadow”", "unsupported"),
        ("“He … the lower meadow”", "unsupported"),
        ("“The agent … the new fence”", "unsupported"),
        ("“I did … the men who say that the gutter leaked”", "supported"),
        ("“The agent [paid] for the new fence”", "unsupported"),
        ("“The agent refused to … the new fence”", "supported"),
        ("“They came … and left the keys”", "supported"),
        ("“She kept the ledger … or the clerk”", "supported"),
        ("“I was in the yard and … the men at the gate”", "supported"),
        ("„Ich … den Zaun … gesehen“", "unsupported"),
        ("„Wir … das Dach undicht war“", "unsupported"),
        ("« Je … la clôture tomber dans le fossé »", "unsupported"),
        ("« Nous … payer la haie »", "unsupported"),
        ("«Yo … la valla en la zanja»", "unsupported"),
        ("«Я … забор упал»", "unsupported"),
    ],
)
def test_an_ellipsis_that_drops_a_denial_with_its_verb_alters_the_words(quoted, verdict):
    assert against(SWORN, f"The witness swore {quoted}.", quoted).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The agent swore that “the gutter leaked in May” (ACME000001).", "unsupported"),
        ("The agent denies that “the gutter leaked in May” (ACME000001).", "supported"),
        ("The agent swore that “was told of the sale” (ACME000001).", "unsupported"),
        ("The report says that a scratch “was found on the hull” (ACME000001).", "unsupported"),
        ("The report says that no scratch “was found on the hull” (ACME000001).", "supported"),
    ],
)
def test_words_right_after_a_denial_are_not_quoted_as_said(text, verdict):
    page = [
        "It is not true that the gutter leaked in May. Nobody was told of the sale. No scratch was found on the hull."
    ]
    assert against(page, text, "“").verdict == verdict


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


NUMBERED = [
    "The lease was signed on March 4, 2021.",
    "The rent is $500.00.",
    "The pump was sold on June 7, 2021.",
    "The end.",
]


@pytest.mark.parametrize(
    ("cite", "verdict", "suggestion"),
    [
        ("ACME000002, et seq.", "supported", None),
        ("ACME000002 et seq", "supported", None),
        ("ACME000009 et seq.", "unsupported", None),
        ("ACME000004-ACME000001", "unsupported", None),
        ("ACME000002-3", "supported", None),
        ("ACME000002-9", "unsupported", None),
        ("acme000002", "supported", None),
        ("acme000009", "unsupported", None),
        ("ACME‐000002", "supported", None),
        ("ACME00O002", "supported", "ACME000002"),
        ("ACME00000l", "supported", "ACME000001"),
        ("АСМЕ000002", "supported", "ACME000002"),
        ("АСМЕ000009", "unsupported", None),
        ("ACME000002.001", "unsupported", None),
        ("XACME000002", "unsupported", "ACME000002"),
        ("ACME000002X", "unsupported", "ACME000002"),
    ],
)
def test_bates_numbers_bent_run_on_or_dressed_up(cite, verdict, suggestion):
    found = against(NUMBERED, f"It is all there ({cite}).", cite)
    assert (found.claim.kind, found.verdict, found.suggestion) == ("bates", verdict, suggestion), found.reason


@pytest.mark.parametrize(
    "text",
    ["The pump's serial number ACME000002 is worn off.", "He ordered part no. ACME000003.", "VIN No. ACME000001"],
)
def test_a_number_that_is_called_a_serial_number_is_no_cite(text):
    pages = tuple(Page("A", n, f"ACME{n:06d}", page) for n, page in enumerate(NUMBERED, 1))
    assert verify(text, Record(pages)) == ()


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("The lease was signed on March 4, 2021 (ACME000002).", "March 4", "misplaced"),
        ("The pump was sold on March 4, 2021 (ACME000003).", "March 4", "misplaced"),
        ("The pump was sold on June 7, 2021 (ACME000002-03).", "June 7", "supported"),
        ("The rent is $500.00 (ACME000001).", "$500", "misplaced"),
    ],
)
def test_a_true_value_in_the_wrong_sentence_or_on_the_next_page_is_not_green(text, shown, verdict):
    record = Record(tuple(Page("A", n, f"ACME{n:06d}", p) for n, p in enumerate(NUMBERED, 1)))
    verdicts = {str(v.verdict) for v in verify(text, record)}
    assert verdict in verdicts
    if verdict != "supported":
        assert verdicts != {"supported"}


@pytest.mark.parametrize(
    "reading", [Page("A", 2, "ACME000002", "", Reading.NONE), Page("A", 2, "ACME000002", "xq", Reading.OCR, 9.0)]
)
@pytest.mark.parametrize(
    "said", ["It was signed on March 4, 2021", "He owes $500.00", "It says “the lease was signed”", "He came in FY2021"]
)
def test_a_page_that_could_not_be_read_is_neither_blamed_nor_believed(reading, said):
    record = Record(
        (Page("A", 1, "ACME000001", "The lease was signed on March 4, 2021. He owes $500.00 in FY2021."), reading)
    )
    claims = verify(f"{said} (ACME000002).", record)
    assert str(claims[0].verdict) == "unchecked", claims[0].reason
    assert [str(v.verdict) for v in claims if str(v.claim.kind) == "bates"] == ["supported"]


def test_look_alikes_and_hidden_characters_change_nothing():
    text = "The leаse was sig\u00adned on Ma\u200brch 4, 2021; the rent is $5\u206000.00 (ACME000001-02)."
    record = Record(tuple(Page("A", n, f"ACME{n:06d}", p) for n, p in enumerate(NUMBERED, 1)))
    found = verify(text, record)
    assert [str(v.verdict) for v in found] == ["supported"] * 3
    assert text[found[0].claim.start : found[0].claim.end] == "Ma\u200brch 4, 2021"


def test_what_was_forgiven_is_told():
    page = [" 1  The oﬃce was shut in the af-\n 2  ternoon of the first day and\n 3  stayed so.\n 4  Nobody came.\n"]
    told = against(page, "“The office was shut in the afternoon” (ACME000001).", "“").reason
    assert told.endswith("A hyphen at a line's end and ligatures and line numbers were forgiven.")
    told = against(page, "“first day and stayed so” (ACME000001).", "“").reason
    assert told == "ACME000001 has these words. Line numbers were forgiven."


MINUTES = [
    "MINUTES\nThe board met on June 1, 2021 and elected Ms. Orr. The sale to Pell closed on June 14, 2021 for $90,000."
    "\nThe boiler was replaced on June 20, 2021.",
    "The survey was made on May 2, 2021. The report is of May 9, 2021.",
]


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("The sale to Pell closed on June 1, 2021 (ACME000001).", "June 14, 2021"),
        ("The boiler was replaced on June 14, 2021 (ACME000001).", "June 20, 2021"),
        ("The board elected Ms. Orr on June 20, 2021 (ACME000001).", "June 1, 2021"),
        ("The survey was made on May 9, 2021 (ACME000002).", "May 2, 2021"),
    ],
)
def test_a_true_date_of_the_same_page_in_the_wrong_sentence_is_caught(text, instead):
    found = against(MINUTES, text, "2021")
    assert (found.verdict, found.suggestion) == ("misplaced", instead), found.reason


@pytest.mark.parametrize(
    "text", ["The rent of two years (2008-11) is due.", "It is pending (11905-14).", "As said (44-81)."]
)
def test_bare_numbers_in_a_parenthesis_are_no_bates_numbers(text):
    pages = tuple(Page("A", n, f"ACME{n:06d}", page) for n, page in enumerate(NUMBERED, 1))
    assert [v for v in verify(text, Record(pages)) if v.claim.kind == "bates"] == []
