"""Numbers without a currency: sums where they are written like sums, and never parts of dates, codes or names."""

import pytest

from app.domain.claim import VerdictKind
from app.domain.evidence import Page, Record
from app.verify import verify

LEDGER = """Ledger of the Harbor Works, Suite 300, tel. 555-0134
Date        Payee        Reference  Net        Paid        Qty
01/30/2023  Vessenhardt  V-10437    86,500.00  02/06/2023  44
02.03.2023  Lindqvist    Lot 17     12,250.50  2023-03-09  12
Total by March 6, 2023 (p. 21, ¶ 31, Invoice 45, at 10:41, within 28 days): $98,750.50"""
WHOLE = """Rent         12,000
Deposit      500
Total        12,500"""
HEADED = """Payee    Amount    Pages
Quill    750       3"""


def told(text: str, page: str) -> VerdictKind:
    record = Record((Page("C", 1, "HARB000001", page),))
    (verdict,) = (v for v in verify(f"{text} (HARB000001).", record) if v.claim.kind == "amount")
    return verdict.verdict


@pytest.mark.parametrize(
    "sum_",
    ["$2023", "$30", "$1", "$6", "$2.03", "$3", "$9", "$10,437", "$10437", "$17", "$44", "$300", "$555", "$134",
     "$0134", "$21", "$31", "$45", "$10", "$41", "$28"],
)  # fmt: skip
def test_what_is_no_sum_supports_none(sum_: str) -> None:
    assert told(f"Pell paid {sum_} to Vessenhardt", LEDGER) is VerdictKind.UNSUPPORTED


@pytest.mark.parametrize("sum_", ["$86,500.00", "$86,500", "USD 12,250.50", "$98,750.50"])
def test_what_is_written_like_a_sum_supports_it(sum_: str) -> None:
    assert told(f"The ledger shows {sum_}", LEDGER) is VerdictKind.SUPPORTED


def test_whole_sums_stand_in_rows_of_whole_sums_and_under_their_head() -> None:
    assert told("The deposit was $500", WHOLE) is VerdictKind.SUPPORTED
    assert told("The deposit was $12", "Rent 12,000.00\nPumps 12\nTotal 12,500.00") is VerdictKind.UNSUPPORTED
    assert told("The rent was $12,000", WHOLE) is VerdictKind.SUPPORTED
    assert told("Rent 12,000 and deposit $500", "Rent 12,000, deposit 500, total 12,500") is VerdictKind.SUPPORTED
    assert told("Quill got $750", HEADED) is VerdictKind.SUPPORTED
    assert told("Quill got $3", HEADED) is VerdictKind.UNSUPPORTED


@pytest.mark.parametrize(("sum_", "near"), [("$25", None), ("$500.00", None), ("$1,350.00", "$1,250.00")])
def test_only_a_sum_of_three_digits_is_like_another(sum_: str, near: str | None) -> None:
    record = Record((Page("C", 1, "HARB000001", "He got $75.00, $0.00 and $1,250.00. The hall was dry."),))
    verdict = verify(f"The crane cost {sum_} (HARB000001).", record)[0]
    assert (verdict.verdict, verdict.suggestion) == (VerdictKind.UNSUPPORTED, near)
