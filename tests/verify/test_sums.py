"""Sums with fractions, signs and ranges, in words and figures, and totals that are recomputed."""

from decimal import Decimal

import pytest

from app.domain.evidence import Page, Record
from app.verify.amounts import find_amounts
from app.verify.checker import verify
from tests.verify.matters import against


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two and one-half percent", [("%", "2.5")]),
        ("2½% a year", [("%", "2.5")]),
        ("2 1/2 percent", [("%", "2.5")]),
        ("one-half percent", [("%", "0.5")]),
        ("three-quarters of one percent", [("%", "0.75")]),
        ("five (5) percent", [("%", "5")]),
        ("half a million dollars", [("USD", "500000")]),
        ("a quarter of a million dollars", [("USD", "250000")]),
        ("one and a half million euros", [("EUR", "1500000")]),
        ("sixty thousand (60,000) dollars", [("USD", "60000")]),
        ("Ninety and 25/100 Dollars", [("USD", "90.25")]),
        ("USD1,250.00 was due", [("USD", "1250")]),
        ("between $10 and $20 million", [("USD", "10000000"), ("USD", "20000000")]),
        ("$10-20 million", [("USD", "10000000"), ("USD", "20000000")]),
        ("$5.00–6.50", [("USD", "5"), ("USD", "6.5")]),
        ("$900 to $1,200", [("USD", "900"), ("USD", "1200")]),
        ("It cost $90 – 2021 was hard", [("USD", "90")]),
        ("from $5 million to $6 million", [("USD", "5000000"), ("USD", "6000000")]),
    ],
)
def test_forms_of_sums(text, expected):
    assert [(a.unit, a.value) for a in find_amounts(text)] == [(unit, Decimal(value)) for unit, value in expected]


@pytest.mark.parametrize(
    ("text", "negative"),
    [
        ("a balance of -$450.00", True),
        ("a balance of $(450.00)", True),
        ("a balance of minus $450", True),
        ("a balance of negative $450", True),
        ("the sum of sixty dollars ($60.00)", False),
        ("a fee – $450 – was due", False),
        ("a range of $400-$450", False),
    ],
)
def test_a_minus_is_read_and_a_parenthesis_is_none(text, negative):
    assert [a.negative for a in find_amounts(text)][-1] is negative


PAGE = [
    "STATEMENT\nRefund (3,200.00)\nBalance -450.00\nFees 980.00\nResult of the year ($1,250)\n"
    "Rate two and one-half percent\nLate charge of three percent\nPrice 1.2 million dollars\n"
    "Grants of $10,000 to A and $20,000 to B\n"
]


@pytest.mark.parametrize(
    ("said", "shown", "verdict"),
    [
        ("The balance was -$450.00", "450", "supported"),
        ("The fees were -$980.00", "980", "ambiguous"),
        ("There was a loss of $1,250", "1,250", "supported"),
        ("There was a profit of $1,250", "1,250", "unsupported"),
        ("A refund of $3,200.00 was made", "3,200", "supported"),
        ("The rate is 2.5%", "2.5%", "supported"),
        ("The rate is two and one-quarter percent", "percent", "unsupported"),
        ("The late charge is three percent", "percent", "supported"),
        ("The late charge is 3%", "3%", "supported"),
        ("The late charge is four percent", "percent", "unsupported"),
    ],
)
def test_signs_and_words_are_held_against_the_page(said, shown, verdict):
    found = against(PAGE, f"{said} (ACME000001).", shown)
    assert found.verdict == verdict, found.reason


def test_the_reason_names_the_currency_of_the_page():
    found = against(PAGE, "The price was 1.2 million euros (ACME000001).", "euros")
    assert found.verdict == "unsupported"
    assert "says 1.2 million dollars" in found.reason


@pytest.mark.parametrize(
    ("text", "shown", "verdict", "reason"),
    [
        ("A total of $30,000 was given: $10,000 to A and $20,000 to B.", "$30,000", "supported", "come to $30,000"),
        ("A total of $35,000 was given: $10,000 to A and $20,000 to B.", "$35,000", "unsupported", "come to $30,000"),
        ("$10,000 and $20,000 were given, in total $31,000.", "$31,000", "unsupported", "come to $30,000"),
    ],
)
def test_a_total_that_the_draft_states_is_recomputed(text, shown, verdict, reason):
    found = against(PAGE, f"{text} (ACME000001).".replace(". (", " ("), shown)
    assert (found.verdict, reason in found.reason) == (verdict, True), found.reason


BILL = "BILL OF THE JOINER\nOak door   $810.50\nHinges   $92.00\n"
LEAFLET = "Received with thanks: $902.50 for the door."


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("The door and hinges cost $810.50 and $92.00, in all $902.50. JO-0001.", "$902.50", "supported"),
        ("The joiner's work came to $902.50 ($810.50 plus $92.00). JO-0001.", "$902.50", "supported"),
        ("The joiner's work was $902.50 ($810.50 + $92.00). JO-0001.", "$902.50", "supported"),
        ("The joiner's work came to $912.50 ($810.50 plus $92.00). JO-0001.", "$912.50", "unsupported"),
        ("The joiner was paid $902.50. JO-0001.", "$902.50", "misplaced"),
    ],
)
def test_a_sum_of_the_cited_page_is_good_though_another_page_states_it(text, shown, verdict):
    record = Record((Page("A", 1, "JO-0001", BILL), Page("B", 1, "JO-0002", LEAFLET)))
    assert next(v for v in verify(text, record) if v.claim.text == shown).verdict == verdict


def test_the_words_of_a_row_belong_to_its_rate_and_to_its_sum():
    rows = "Extra: relaying of gutters   $415.00\nExtra: 12 hours roofing labor at $60.00   $720.00\n"
    record = Record((Page("A", 1, "SL-0001", f"BILL No. 61\n{rows}\nTotal due   $1,135.00\n"),))
    for text, shown, verdict in (
        ("Roofing labor cost $720.00. SL-0001.", "$720.00", "supported"),
        ("Roofing labor was charged at $60.00. SL-0001.", "$60.00", "supported"),
        ("Roofing labor cost $415.00. SL-0001.", "$415.00", "misplaced"),
    ):
        assert next(v for v in verify(text, record) if v.claim.text == shown).verdict == verdict
