"""Which words belong to which value: on pages unlike those of the sets."""

import re

import pytest

from app.verify.layout import Layout
from tests.verify.matters import against

LEDGER = """HARBOUR TRUST BANK
Posted        Cheque   Payee                 Drawn         Balance
02/05/2018    440      Elgin Plumbing      $1,310.00    $22,104.50
02/19/2018    441      Marrow Motors       $6,075.00    $16,029.50
03/02/2018    442      Elgin Plumbing        $880.00    $15,149.50"""
LOG = """GATE BOOK
06/11/19 0710 Delivery of rebar refused, wrong gauge, driver sent back with all of the load on
his truck.
06/14/19 0655 Rebar delivered and unloaded at the north fence.
06/21/19 1405 Concrete pour stopped by the inspector."""
TERMS = "The yearly premium is $4,150 and the excess $750. Claims are to be lodged by March 3, 2020."
LIST = "Legal fees           $3,400.00\nCourt costs            $415.00\nTranscripts            $982.00"


@pytest.mark.parametrize(
    ("page", "text", "shown", "verdict"),
    [
        (LEDGER, "Cheque 441 left a balance of $22,104.50. ACME000001.", "$22,104.50", "misplaced"),
        (LEDGER, "Cheque 441 left a balance of $16,029.50. ACME000001.", "$16,029.50", "supported"),
        (LEDGER, "Marrow Motors was paid $1,310.00. ACME000001.", "$1,310.00", "misplaced"),
        (LEDGER, "Marrow Motors was paid $6,075. ACME000001.", "$6,075", "supported"),
        (LOG, "The pour was stopped on June 14, 2019. ACME000001.", "June 14, 2019", "misplaced"),
        (LOG, "The pour was stopped on June 21, 2019. ACME000001.", "June 21, 2019", "supported"),
        (LOG, "A first load was turned away on June 11, 2019. ACME000001.", "June 11, 2019", "supported"),
        (TERMS, "The excess under the policy is $4,150. ACME000001.", "$4,150", "misplaced"),
        (TERMS, "The excess under the policy is $750. ACME000001.", "$750", "supported"),
        (TERMS, "For $4,150 a year the insurer took on the risk. ACME000001.", "$4,150", "supported"),
        (LIST, "The transcripts took $415.00. ACME000001.", "$415.00", "misplaced"),
        (LIST, "Fees of $3,400 and costs of $415 were incurred. ACME000001.", "$415", "supported"),
    ],
)
def test_a_value_belongs_to_the_words_of_its_row_entry_or_clause(page, text, shown, verdict):
    assert against([page, "Nothing of that kind is said here."], text, shown).verdict == verdict


MAIL = """From: Oleg Sandoval
To: Petra Kuhn
Date: 9 May 2021
The crates were opened on 2 May 2021 and half of the glasses were broken. Send a man by 20 May 2021."""


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Mr. Sandoval wrote on 2 May 2021 that the glasses were broken. ACME000001.", "2 May 2021", "misplaced"),
        ("Mr. Sandoval wrote on 9 May 2021 that the glasses were broken. ACME000001.", "9 May 2021", "supported"),
        ("On 9 May 2021 he asked for a man to be sent. ACME000001.", "9 May 2021", "supported"),
        ("The crates were opened on 2 May 2021. ACME000001.", "2 May 2021", "supported"),
    ],
)
def test_a_message_was_written_on_its_own_date(text, shown, verdict):
    assert against([MAIL, "Nothing of that kind is said here."], text, shown).verdict == verdict


def test_a_sum_in_another_currency_is_no_rival():
    page = "Roof work 12.500,00 €\nPaid 20.04.2026 the sum of $4,100.00."
    assert against([page], "I paid 12.500,00 € for it. ACME000001.", "12.500,00 €").verdict == "supported"


RATE = "Reasonable royalty at $4.75: $19,100.25. Lost profits on 800 units: $2,873.00."
SITE = """SITE DIARY
01/17/2016  Rain. Engineer rejected the west footing.
02/21/2016  West footing broken out. Ten men.
03/24/2016  Frost, no work."""
LEDGER_2 = """Quarter      Royalty due       Paid         Paid on
Q1 2019      $8,200.00      $8,200.00    04/26/2019
Q2 2019      $9,740.00      $9,740.00    07/29/2019
Q3 2019      $7,285.00      $2,000.00    11/04/2019"""


@pytest.mark.parametrize(
    ("page", "text", "shown"),
    [
        (RATE, "She computes a reasonable royalty of $19,100.25. ACME000001.", "$19,100.25"),
        (SITE, "On January 17, 2016 the engineer rejected the west footing. ACME000001.", "January 17, 2016"),
        (LEDGER_2, "For the second it paid $9,740, which came on November 4, 2019. ACME000001.", "$9,740"),
    ],
)
def test_a_true_value_is_not_blamed_for_what_stands_beside_it(page, text, shown):
    assert against([page, "Nothing of that kind is said here."], text, shown).verdict == "supported"


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "page",
    [
        "Rent $1,310.00. " + ". " * 100_000,
        "Rent $1,310.00 " + "and $7.00 " * 25_000,
        "Rent $1,310.00\n" + "a  1  " * 40_000,
        "From: A. Bell\nDate: 9 May 2021\nRent $1,310.00\n" + "AAAA" * 80_000,
    ],
)
def test_pages_of_any_shape_take_no_quadratic_time(page):
    assert against([page], "The rent was $1,310.00. ACME000001.", "$1,310.00").verdict == "supported"


def test_a_numbered_item_is_one_block_and_the_title_of_a_section_begins_none():
    text = (
        "The parties change the works as follows:\n1.   Add two lifts to item 1 of the schedule, for the third hall.\n"
        "2.   Unit price $4,100.00. Added to the price: $8,200.00 before tax.\n3.   They come with the rest of them.\n"
        "4.   Glass\nThe pane was set on May 3, 2022. Nobody came.\n"
    )
    values = [(m.start(), m.end()) for m in re.finditer(r"\$[\d,.]+\d|May 3, 2022", text)]
    layout = Layout(text, values)
    item, told = layout.block(values[0][0]), layout.block(values[2][0])
    assert text[item.start : item.end].strip() == "2.   Unit price $4,100.00. Added to the price: $8,200.00 before tax."
    assert text[told.start : told.end].strip() == "The pane was set on May 3, 2022."
