"""Everyday records as a firm gets them: bank statements, ledgers, invoices, forms, letters, transcripts."""

import pytest

from app.domain.claim import Verdict
from app.domain.evidence import Page
from tests.verify.matters import judged

STATEMENT = Page(
    "A",
    1,
    "LUMA000001",
    "Tidewater Credit Union\nBusiness Checking   June 1, 2022 through June 30, 2022\n"
    "Date   Description   Withdrawals   Deposits   Balance\n"
    "06/01   Balance brought forward   88,210.40\n"
    "06/03   WIRE OUT Orsini Glass INV G-2204   14,350.00   73,860.40\n"
    "06/03   WIRE OUT Orsini Glass INV G-2211   2,190.00   71,670.40\n"
    "06/14   Check 1182, Paley Scaffolding   3,475.00   68,195.40\n"
    "06/20   Deposit, Vance Hotels   22,000.00   90,195.40\n",
)
LEDGER = Page(
    "B",
    1,
    "LUMA000002",
    "Costs of the repair\nDate   Payee   Reference   Net   Tax   Total   Paid\n"
    "07/05/2022   Orsini Glass   G-2240   $8,000.00   $560.00   $8,560.00   07/19/2022\n"
    "07/11/2022   Paley Scaffolding   P-77   $1,200.00   $84.00   $1,284.00   08/02/2022\n",
)
NOTE = Page("C", 1, "LUMA000003", "DELIVERY NOTE 5512   Date   05/06/2022\n4   Pane, tempered   4 crates\n")
LETTER = Page(
    "D",
    1,
    "LUMA000004",
    "May 24, 2022\n\nDear Ms. Vance,\n\nI was away until the 19th and found your letter on my desk. On May 2, 2022 our "
    "men set 12 panes in Hall 3. Your architect accepted them on May 9, 2022.\n\nLeo Orsini\n",
)
OTHER = Page("E", 1, "LUMA000005", "MINUTES\nThe glass came on May 6, 2022. Invoices from abroad: 25/05/2022.\n")
COVER = Page("F", 1, "LUMA000006", "DEPOSITION OF LEO ORSINI\nTaken on September 7, 2023\n")
SHEET = Page(
    "F",
    2,
    "LUMA000007",
    "1   Q. Where were you in June 2022?\n2   A. At a fair, from the 8th through the 17th.\n"
    "Leo Orsini - 09/07/2023   Marlin Reporting\n",
)
PAGES = (STATEMENT, LEDGER, NOTE, LETTER, OTHER, COVER, SHEET)


def check(text: str, *pages: Page) -> tuple[Verdict, ...]:
    return judged(text, *(pages or PAGES))


@pytest.mark.parametrize(
    "text",
    [
        "On June 3, 2022 we wired $14,350.00 to Orsini Glass. LUMA000001.",
        "Paley Scaffolding was paid $3,475.00 on June 14, 2022. LUMA000001.",
        "The deposit of June 20, 2022 was $22,000.00. LUMA000001.",
        "Orsini's invoice of July 5, 2022 was paid on July 19, 2022. LUMA000002.",
        "On May 2, 2022 Orsini's men set twelve panes in Hall 3, and our architect accepted them on May 9, 2022. "
        "LUMA000004.",
        "Mr. Orsini was away until May 19, 2022. LUMA000004.",
        "Mr. Orsini was deposed on September 7, 2023. LUMA000007.",
        "From June 8 through June 17, 2022 he was at a fair. LUMA000007.",
    ],
)
def test_a_true_statement_passes(text):
    assert {v.verdict for v in check(text)} == {"supported"}, [(v.claim.text, v.reason) for v in check(text)]


@pytest.mark.parametrize(
    ("text", "shown", "instead"),
    [
        ("Orsini's invoice G-2240 was paid on July 5, 2022. LUMA000002.", "July 5, 2022", "July 19, 2022"),
        ("Orsini's men set the panes on May 9, 2022. LUMA000004.", "May 9, 2022", "May 2, 2022"),
    ],
)
def test_a_day_of_something_else_on_the_page_is_caught(text, shown, instead):
    found = next(v for v in check(text) if v.claim.text == shown)
    assert (found.verdict, found.suggestion) == ("misplaced", instead)


def test_a_day_of_another_year_is_not_that_of_a_statement():
    found = next(v for v in check("On June 3, 2021 we wired $14,350.00. LUMA000001.") if v.claim.kind == "date")
    assert found.verdict == "unsupported"


def test_a_date_that_the_record_leaves_open_is_neither_green_nor_red():
    for day in ("May 6, 2022", "June 5, 2022"):
        found = next(v for v in check(f"The panes came on {day}. LUMA000003.") if v.claim.kind == "date")
        assert found.verdict == "ambiguous", found.reason


def test_fractions_and_sheets_are_no_days():
    page = Page("A", 1, "LUMA000001", "Sheet   Detail\n3/4   Sill, seen from above\n5/8   Head\nAs of June 1, 2022.\n")
    found = next(v for v in check("It was done on March 4, 2022. LUMA000001.", page) if v.claim.kind == "date")
    assert found.verdict == "unsupported"


@pytest.mark.parametrize(
    ("text", "shown", "instead"),
    [
        ("We paid $2,190.00 on invoice G-2204. LUMA000001.", "$2,190.00", "$14,350.00"),
        ("Invoice P-77 came to $8,560.00 with tax. LUMA000002.", "$8,560.00", "$1,284.00"),
        ("Invoice G-2240 was paid on August 2, 2022. LUMA000002.", "August 2, 2022", "July 19, 2022"),
    ],
)
def test_what_is_said_of_one_invoice_stands_in_its_own_row(text, shown, instead):
    found = next(v for v in check(text) if v.claim.text == shown)
    assert (found.verdict, found.suggestion) == ("misplaced", instead)


def test_what_stands_in_the_row_of_its_invoice_passes():
    for text in (
        "On June 3, 2022 we paid $2,190.00 on invoice G-2211. LUMA000001.",
        "Check 1182 of June 14, 2022 was for $3,475.00. LUMA000001.",
        "Invoice G-2240 of July 5, 2022 came to $8,560.00. LUMA000002.",
    ):
        assert {v.verdict for v in check(text)} == {"supported"}, [(v.claim.text, v.reason) for v in check(text)]


RECEIPT = Page(
    "G",
    1,
    "LUMA000008",
    "RETURN RECEIPT\nArticle addressed to: Orsini Glass\nA. Signature X\nB. Received by: P. Nunes\n"
    "C. Date of delivery: MAY 27, 2022\n",
)
TESTIMONY = Page(
    "F",
    3,
    "LUMA000009",
    "1   Q. What date does the certified letter bear?\n2   A. May 18, 2022.\n"
    "3   Q. And the letter was received later?\n"
    "4   A. It was received on May 27.\n",
)


def test_a_cite_is_right_where_its_page_tells_the_act_of_another_day():
    """Else its place is offered to a page that has the false day for something else, and all turns green."""
    found = check("The certified letter was received on May 18, 2022. LUMA000008.", *PAGES, RECEIPT, TESTIMONY)
    assert [(v.claim.text, v.verdict) for v in found] == [("May 18, 2022", "misplaced"), ("LUMA000008", "supported")]
    assert found[0].suggestion == "May 27, 2022"
    assert "LUMA000008 says May 27, 2022" in found[0].reason


def test_a_day_without_a_year_is_offered_in_the_draft_s_year():
    found = next(v for v in check("Invoice G-2204 was paid on June 14, 2022. LUMA000001.") if v.claim.kind == "date")
    assert (found.verdict, found.suggestion) == ("misplaced", "June 3, 2022")


def test_nothing_is_offered_for_a_sentence_that_the_record_knows_nothing_of():
    found = next(v for v in check("On May 24, 2019 I bought a boat in Genoa.") if v.claim.kind == "date")
    assert (found.verdict, found.suggestion) == ("unsupported", None)


AMENDMENT = Page(
    "H",
    1,
    "LUMA000010",
    "AMENDMENT NO. 2\nJune 10, 2022\nTwo lifts are added. Price of the work before this amendment $61,200.00; after "
    "this amendment $66,900.00 (both net).\n",
)
BILL = Page(
    "I",
    1,
    "LUMA000011",
    "BRANDT LIFTS\nInvoice No. B-31\nDate 06/21/2022\nQty   Description   Amount\n"
    "1   First part, 20 % of the Price $66,900.00   $13,380.00\nNet amount   $13,380.00\nSales tax 7 %   $936.60\n"
    "Total due   $14,316.60\nPayable within 10 days.\n",
)
ANSWER = Page(
    "J",
    1,
    "LUMA000012",
    "Brandt Lifts, 9 Quay Street\nMs. Vance\nJuly 8, 2022\nYour letter of July 1, 2022\nDear Ms. Vance,\n"
    "Your letter came on July 5, 2022. We reject the claim that the lifts are late.\nSincerely,\nT. Brandt\n",
)
MINUTES = Page(
    "K",
    1,
    "LUMA000013",
    "Minutes of the owners' meeting no. 4\nHall 3, June 15, 2022, 2:00 to 3:15 p.m. Taken by: A. Vance\n"
    "1. Lifts\nThe delivery of the lifts is moved to June 28, 2022. Brandt sends a new plan.\n"
    "2. Glass\nThe broken pane is replaced. Ms. Vance asked about the holiday (July 4, 2022). Nobody works.\n"
    "Owners' meeting 4, page 1 of 2\n",
)
BALANCES = Page(
    "L",
    1,
    "LUMA000014",
    "Statement   June 1, 2022 through June 30, 2022\nChecks paid\nCheck   Date   Amount\n1182   06/14   $3,475.00\n"
    "Balance at the end of the day\nDate   Balance | Date   Balance\n06/01   $88,210.40 | 06/14   $68,195.40\n"
    "06/03   $71,670.40 | 06/20   $90,195.40\n",
)
MORE = (AMENDMENT, BILL, ANSWER, MINUTES, BALANCES)


@pytest.mark.parametrize(
    "text",
    [
        "Amendment No. 2 raised the price of the work to $66,900.00. LUMA000010.",
        "Before the amendment the price of the work was $61,200.00. LUMA000010.",
        "The invoice for the first part came to $14,316.60. LUMA000011.",
        "In his letter of July 8, 2022 Mr. Brandt rejected the claim. LUMA000012.",
        "At the owners' meeting of June 15, 2022 the delivery of the lifts was put off. LUMA000013.",
        "At the end of June 3, 2022 the balance was $71,670.40. LUMA000014.",
    ],
)
def test_a_true_statement_in_other_words_passes(text):
    found = check(text, *MORE)
    assert {v.verdict for v in found} == {"supported"}, [(v.claim.text, v.reason) for v in found]


def test_a_question_tells_what_its_answer_s_day_is_the_day_of():
    page = Page(
        "F",
        4,
        "LUMA000015",
        "1   Q. On May 10, 2022, were you in the hall in the morning?\n2   A. No. I came at noon.\n"
        "3   Q. When was the lock of the gate changed?\n4   A. On May 11, 2022.\n",
    )
    good, bad = (f"The lock of the gate was changed on May {n}, 2022. LUMA000015." for n in (11, 10))
    assert {v.verdict for v in check(good, page)} == {"supported"}
    found = next(v for v in check(bad, page) if v.claim.kind == "date")
    assert (found.verdict, found.suggestion) == ("misplaced", "May 11, 2022")


def test_what_one_side_asks_is_not_what_the_other_offers():
    page = Page(
        "M",
        1,
        "LUMA000016",
        "From: T. Brandt\nTo: A. Vance\nDate: Fri, 08 Jul 2022 18:20:03 -0400\nSubject: Lifts\nMs. Vance,\n"
        "Your letter of July 1 asks for $41,300.00. We will not pay that. We offer $3,900.00 without admitting "
        "anything.\n",
    )
    good, bad = (f"Ms. Brandt offered {sum_}. LUMA000016." for sum_ in ("$3,900.00", "$41,300.00"))
    assert {v.verdict for v in check(good, page)} == {"supported"}
    found = next(v for v in check(bad, page) if v.claim.kind == "amount")
    assert (found.verdict, found.suggestion) == ("misplaced", "$3,900.00")


def test_an_item_of_a_list_tells_of_its_own_day():
    page = Page(
        "N",
        1,
        "LUMA000017",
        "Program of the fair, October 2022:\n• Glass in old halls - a course of one day, October 4th\n"
        "• Presenting the new lift - Tom Brandt. October 5th @ 10:30\n• Round of talks, October 6th @ 9:00\n",
    )
    found = check("Tom Brandt presented the new lift on October 5, 2022. LUMA000017.", page)
    assert {v.verdict for v in found} == {"supported"}, [v.reason for v in found]


def test_a_changed_letter_in_brackets_takes_no_other_sentence_into_what_is_offered():
    page = Page("N", 2, "LUMA000018", "We met in May. The glass was cut with great care. It fits.\n")
    found = next(v for v in check("He wrote that “[t]he glass was cut with no care.” LUMA000018.", page))
    assert (found.verdict, found.suggestion) == ("unsupported", "“The glass was cut with great care.”")


def test_an_offer_is_made_on_the_day_of_its_letter_and_not_on_the_day_it_ends():
    page = Page(
        "M",
        2,
        "LUMA000019",
        "From: T. Brandt\nTo: A. Vance\nDate: Fri, 08 Jul 2022 18:20:03 -0400\nSubject: Lifts\nMs. Vance,\n"
        "We offer $3,900.00 without admitting anything. The offer is open until July 22.\n",
    )
    found = check("On July 8, 2022 Mr. Brandt offered $3,900.00. LUMA000019.", page)
    assert {v.verdict for v in found} == {"supported"}, [v.reason for v in found]


def test_a_letter_without_a_salutation_was_sent_on_its_own_day():
    page = Page(
        "O",
        1,
        "LUMA000020",
        "Vance Hotels\nAugust 12, 2022\nBy e-mail and certified mail\nBrandt Lifts, 9 Quay Street\n"
        "Notice of Defects under Section 9 of Agreement No. B-31 and of its annexes\n"
        "On August 3, 2022 you brought two lifts to Hall 3 of the house at the quay. Your men\n"
        "set them up on August 5, 2022.\nThis letter is our written notice of these defects.\nSincerely,\nA. Vance\n",
    )
    good, bad = (f"On August {n}, 2022 I sent the notice of defects by e-mail. LUMA000020." for n in (12, 5))
    assert {v.verdict for v in check(good, page)} == {"supported"}, [v.reason for v in check(good, page)]
    found = next(v for v in check(bad, page) if v.claim.kind == "date")
    assert (found.verdict, found.suggestion) == ("misplaced", "August 12, 2022")


def test_a_day_of_the_next_month_is_not_one_of_the_month_that_was_spoken_of_last():
    page = Page(
        "P", 1, "LUMA000021", "LETTER\nThe men left on April 28, 2022. On the 3rd, I came back and saw the gap.\n"
    )
    found = next(v for v in check("I came back on April 3, 2022. LUMA000021.", page) if v.claim.kind == "date")
    assert found.verdict == "unsupported"


def test_of_a_row_with_other_cells_no_value_is_offered_for_a_guess():
    page = Page(
        "Q",
        1,
        "LUMA000022",
        "Date   Text   Out   In   Balance\n06/01/2022   INV G-91   $410.00   $9,590.00\n"
        "06/02/2022   INV G-92, in two parts   $55.00   $20.00   $9,535.00\n",
    )
    found = next(v for v in check("We paid $410.00 on G-92. LUMA000022.", page) if v.claim.kind == "amount")
    assert (found.verdict, found.suggestion) == ("misplaced", None)
