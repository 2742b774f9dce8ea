"""Bare numbers in the columns of a ledger."""

import pytest

from app.domain.evidence import Page, Record
from app.verify.checker import verify
from app.verify.columns import in_money_column

LEDGER = """Cash book
Date   Voucher   To whom   Debit   Credit   Balance
2018-01-09   4410   Marrow Timber   12000   88000
2018-02-14   4411   Marrow Timber   7300   80700
2018-03-01   4412   Deposit   5000   85700"""
GERMAN = """Kontoblatt
Datum | Beleg | Betrag (EUR) | Saldo
09.01.2018 | 4410 | 12000 | 88000"""


@pytest.mark.parametrize(
    ("text", "number", "money"),
    [
        (LEDGER, "12000", True),
        (LEDGER, "80700", True),
        (LEDGER, "4410", False),
        (GERMAN, "12000", True),
        (GERMAN, "4410", False),
        ("Number   Size   Rooms\n4410   12000   3", "12000", False),
        ("The debit was 12000 in all", "12000", False),
    ],
)
def test_a_bare_number_is_money_where_its_column_says_so(text, number, money):
    start = text.index(number)
    assert in_money_column(text, start, start + len(number)) is money


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Marrow Timber was paid $12,000 on January 9, 2018. MT-0001.", "$12,000", "supported"),
        ("Marrow Timber was paid $7,300 on February 14, 2018. MT-0001.", "$7,300", "supported"),
        ("Marrow Timber was paid $4,410 on January 9, 2018. MT-0001.", "$4,410", "unsupported"),
        ("Marrow Timber was paid $12,600 on January 9, 2018. MT-0001.", "$12,600", "unsupported"),
    ],
)
def test_sums_of_a_ledger_without_cents(text, shown, verdict):
    found = verify(text, Record((Page("E", 1, "MT-0001", LEDGER),)))
    assert next(v for v in found if v.claim.text == shown).verdict == verdict


def test_a_table_of_one_long_line_is_no_problem():
    line = "4410   12000   88000   " * 40_000
    assert not in_money_column(line, 7, 12)
    assert not in_money_column(line, 600_007, 600_012)
