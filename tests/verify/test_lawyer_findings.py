"""Faults that a lawyer found by reading verdicts: each with a page on which it showed."""

import pytest

from app.domain.claim import Verdict
from app.domain.evidence import Authority, Page, Record
from app.verify import verify
from app.verify.dates import find_dates
from tests.verify.matters import judged

CONTRACT = Page(
    "A",
    1,
    "ACME000001",
    "CONSTRUCTION AGREEMENT\n\nThis Agreement is made as of March 4, 2021 between Acme Corp. and Brill LLC and was "
    "signed\nby both parties. The price of the work is $51,627.50, payable in parts.\n\n1. Scope. Acme shall build "
    "the annex.\n7. Fees. Each party bears its own.\n",
)
TIME = Page(
    "A",
    2,
    "ACME000002",
    "8. Time. The work shall be completed by April 20, 2021.\n9. Notice. Notice shall be in writing.\n",
)
RECEIPT = Page(
    "B", 1, "ACME000003", "RECEIPT\nA deposit of $12,000.00 was paid on May 15, 2021 by wire.\nOpen: $39,627.50\n"
)


def one(text: str, shown: str, *pages: Page) -> Verdict:
    found = [v for v in judged(text, *(pages or (CONTRACT, TIME, RECEIPT))) if shown in v.claim.text]
    assert len(found) == 1, [(v.claim.text, v.verdict) for v in judged(text, *(pages or (CONTRACT, TIME, RECEIPT)))]
    return found[0]


@pytest.mark.parametrize(
    "text",
    [
        "The contract was signed on April 20, 2021. ACME000002.",
        "The agreement was dated April 20, 2021. ACME000002.",
        "On April 20, 2021 the Agreement was executed (Ex. A at 2).",
    ],
)
def test_a_day_of_another_deed_does_not_support_a_signing(text):
    found = one(text, "April 20")
    assert found.verdict == "misplaced"
    assert "ACME000002" in found.reason
    assert "ACME000001 says March 4, 2021" in found.reason
    assert found.suggestion == "March 4, 2021"


def test_a_payment_is_not_shown_by_a_deadline():
    due = Page("C", 1, "ACME000004", "INVOICE 7\nThe deposit is due on May 1, 2021.\n")
    found = one("The deposit was paid on May 1, 2021. ACME000004.", "May 1", CONTRACT, TIME, RECEIPT, due)
    assert (found.verdict, found.suggestion) == ("misplaced", "May 15, 2021")


def test_two_other_days_for_the_deed_leave_it_open():
    again = Page("C", 1, "ACME000004", "AMENDMENT TO THE AGREEMENT\nThis Agreement was signed on June 2, 2021.\n")
    found = one("The contract was signed on April 20, 2021. ACME000002.", "April 20", CONTRACT, TIME, again)
    assert (found.verdict, found.suggestion) == ("ambiguous", None)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The contract was signed on March 4, 2021. ACME000001.", "March 4"),
        ("The work had to be completed by April 20, 2021. ACME000002.", "April 20"),
        ("Brill's deposit was received on May 15, 2021. ACME000003.", "May 15"),
    ],
)
def test_the_day_of_the_deed_itself_passes(text, shown):
    assert one(text, shown).verdict == "supported"


def test_the_same_deed_for_another_thing_is_no_rival():
    page = Page("C", 1, "ACME000004", "Invoice 7 was sent on June 1, 2021.\n")
    other = Page("C", 2, "ACME000005", "Invoice 4 was delivered on May 3, 2021.\n")
    assert one("Invoice 7 was delivered on June 1, 2021. ACME000004.", "June 1", page, other).verdict == "supported"


BILL = Page("A", 1, "ACME000101", "INVOICE No. 12\nDate: April 2, 2021\nTotal price 51,627.50\nAmount paid 0.00\n")
ADVANCE = Page(
    "A", 1, "ACME000101", "CONTRACT\nThe price is $51,627.50. A deposit of $10,000.00 is payable on signing.\n"
)
BANK = Page("B", 1, "ACME000103", "STATEMENT\nMay 15, 2021  Wire in  12,000.00\nTotal credits 14,500.00\n")


@pytest.mark.parametrize("first", [BILL, ADVANCE])
@pytest.mark.parametrize(
    "text",
    [
        "Of the price of $51,627.50, $12,000.00 was paid on May 15, 2021. Ex. A at 1; Ex. B at 1.",
        "The total is $51,627.50 and a deposit of $12,000.00 was received (ACME000101; ACME000103).",
        "The total is $51,627.50, of which $12,000.00 was paid. ACME000101; ACME000103.",
    ],
)
def test_two_facts_with_two_cites_do_not_rival_each_other(first, text):
    assert {v.verdict for v in judged(text, first, BANK)} == {"supported"}


def test_no_value_is_offered_that_the_record_does_not_tell_of_the_same_event():
    pages = (
        Page("A", 1, "ACME000001", "Brill paid a retainer to the surveyor for the harbour survey of $900.00 in all.\n"),
        Page("A", 2, "ACME000002", "Storage fees of 400.00\n"),
    )
    found = one("The retainer to the harbour surveyor was $400.00 (ACME000001-02).", "$400", *pages)
    assert found.suggestion in {None, "$900.00"}
    assert found.verdict == "misplaced"


def test_a_numbered_paragraph_is_where_its_cite_points():
    assert one("Acme had to finish by the 20th of April 2021 (Ex. A ¶ 8).", "April").verdict == "supported"
    cite = one("Acme had to finish by the 20th of April 2021 (Ex. A ¶ 8).", "¶")
    assert [s.page for s in cite.sources] == [2]


def test_another_paragraph_does_not_stand_for_it():
    text = "Acme had to finish by the 20th of April 2021 (Ex. A ¶ 1)."
    assert "misplaced" in {v.verdict for v in judged(text, CONTRACT, TIME, RECEIPT)}


def test_id_with_a_paragraph_points_at_that_paragraph():
    text = "The price is $51,627.50 (Ex. A at 1). The work was due by April 20, 2021. Id. ¶ 8."
    cite = one(text, "Id.")
    assert cite.claim.text == "Id. ¶ 8"
    assert [s.page for s in cite.sources] == [2]
    assert one(text, "April 20").verdict == "supported"


SAID = [
    "Q.  When did you start?",
    "A.  In May of that year.",
    "Q.  Who was there?",
    "A.  The whole crew was there.",
    "Q.  What happened then?",
    "A.  The rain came and it",
    "    stayed for two weeks.",
    "Q.  Why did you not finish?",
    "A.  We ran out of time.",
]


def transcript(*numbers: int) -> Page:
    lines = (f"{n:2d}  {said}" for n, said in zip(numbers, SAID, strict=False))
    return Page("Reyes Dep.", 45, None, "45\n" + "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("cite", "verdict", "right"),
    [
        ("45:2-3", "misplaced", "45:9"),
        ("45:12", "unsupported", None),
        ("45:9", "supported", None),
        ("45:8-9", "supported", None),
        ("45", "supported", None),
    ],
)
def test_a_deposition_cite_names_the_lines_of_the_words(cite, verdict, right):
    found = one(f"Mr. Reyes said, “We ran out of time.” Reyes Dep. {cite}.", "Dep.", transcript(*range(1, 10)))
    assert (found.verdict, found.suggestion) == (verdict, right)


def test_words_that_run_over_two_lines_have_both():
    found = one(
        "He said “it stayed for two weeks.” Reyes Dep. 45:1.",
        "Dep.",
        transcript(*range(1, 10)),
    )
    assert found.reason == "On page 45 this stands at lines 6-7, not at line 1."


def test_two_cites_of_lines_cover_two_quotations():
    text = "He began “[i]n May of that year” and “ran out of time.” Reyes Dep. 45:2; Reyes Dep. 45:9."
    assert {v.verdict for v in judged(text, transcript(*range(1, 10)))} == {"supported"}


def test_an_excerpt_with_gaps_in_its_numbers_lacks_no_line():
    excerpt = transcript(1, 2, 3, 4, 9, 10, 11, 15, 16)
    assert one("Work stopped. Reyes Dep. 45:13.", "Dep.", excerpt).verdict == "supported"
    assert one("Work stopped. Reyes Dep. 45:20.", "Dep.", excerpt).verdict == "supported"
    found = one("He said “We ran out of time.” Reyes Dep. 45:2-3.", "Dep.", excerpt)
    assert (found.verdict, found.suggestion) == ("misplaced", "45:16")


REVENUE = Page("C", 1, "ACME000004", "The revenue of Brill was 1.2 million dollars in 2020.\nRent: 900.40\n")


@pytest.mark.parametrize(
    ("draft", "right"), [("$1.3 million", "$1.2 million"), ("1.3 million dollars", "1.2 million dollars")]
)
def test_a_sum_in_millions_is_offered_whole(draft, right):
    found = one(f"The revenue was {draft} (ACME000004).", "1.3", REVENUE)
    assert (found.verdict, found.suggestion) == ("unsupported", right)
    assert f"ACME000004 says {right}" in found.reason


@pytest.mark.parametrize("draft", ["$39,627", "roughly $40,000", "about $39,600"])
def test_a_rounding_is_told_of_the_cited_page_and_its_nearest_sum(draft):
    other = Page("A", 1, "ACME000001", "Sums of $39,100.00, $39,627.40 and $40,900.00 were booked.\n")
    found = one(f"The open balance is {draft} (ACME000003).", "$", other, RECEIPT)
    assert found.verdict == "ambiguous"
    assert found.reason.startswith("ACME000003 says $39,627.50;")
    nearest = one(f"The open balance is {draft} (ACME000001).", "$", other, RECEIPT)
    assert nearest.reason.startswith("ACME000001 says $39,627.40;")


def test_other_whole_dollars_are_no_rounding():
    assert one("The open balance is $39,629 (ACME000003).", "$").verdict == "unsupported"


@pytest.mark.parametrize("words", ["twelve thousand dollars", "twelve thousand", "Twelve Thousand and 00/100 Dollars"])
def test_words_and_figures_that_differ_are_told(words):
    found = one(f"A deposit of {words} ($13,000.00) was paid (ACME000003).", "$13,000.00")
    assert (found.verdict, found.suggestion) == ("unsupported", "$12,000.00")
    assert found.reason.startswith("Words and figures differ: the draft says")
    assert words in found.reason
    right = judged(f"A deposit of {words} ($12,000.00) was paid (ACME000003).", RECEIPT)
    assert {v.verdict for v in right} == {"supported"}


def test_words_that_only_their_figures_bear_out_are_told():
    found = one("A deposit of thirteen thousand dollars ($12,000.00) was paid (ACME000003).", "thirteen")
    assert (found.verdict, found.suggestion) == ("unsupported", None)
    assert found.reason == (
        "Words and figures differ: the draft says $12,000.00 and thirteen thousand dollars; ACME000003 says 12,000.00."
    )


def test_words_and_figures_that_both_stand_in_the_record_are_left_open():
    both = Page("B", 1, "ACME000003", "Deposits of $12,000.00 and of $13,000.00 were paid.\n")
    text = "A deposit of twelve thousand dollars ($13,000.00) was paid (ACME000003)."
    assert {v.verdict for v in judged(text, both) if v.claim.kind == "amount"} == {"ambiguous"}


@pytest.mark.parametrize("end", ["on 25 Apr.", "by Brill & Co.", "on April 25."])
def test_no_reason_ends_in_two_stops(end):
    text = f"The work was to be completed {end} It was not (ACME000002). So said “the work was done by Brill Co.”"
    assert judged(text, TIME)
    assert not [v.reason for v in judged(text, TIME) if v.reason.endswith("..")]


BOARD = Page("C", 1, "ACME000004", "On April 3, 2022 and on April 6, 2022 the board met.\nIt ate on May 5, 2022.\n")


@pytest.mark.parametrize(
    ("dates", "isos"),
    [
        ("April 3 and 6, 2022", ["2022-04-03", "2022-04-06"]),
        ("March 3, 4 and 6, 2022", ["2022-03-03", "2022-03-04", "2022-03-06"]),
        ("March 3, 4, and 6, 2022", ["2022-03-03", "2022-03-04", "2022-03-06"]),
        ("3 and 5 April 2022", ["2022-04-03", "2022-04-05"]),
        ("April 3rd and 5th, 2022", ["2022-04-03", "2022-04-05"]),
        ("3. und 5. April 2022", ["2022-04-03", "2022-04-05"]),
        ("3 et 5 avril 2022", ["2022-04-03", "2022-04-05"]),
        ("April 3, 2022 and April 5, 2022", ["2022-04-03", "2022-04-05"]),
    ],
)
def test_days_that_share_a_month_are_dates_of_their_own(dates, isos):
    assert [r.iso() for d in find_dates(f"on {dates} we met") for r in d.readings] == isos


def test_a_number_before_a_date_is_no_day():
    assert len(find_dates("See Exhibit 3, 5 April 2022.")) == 1
    assert len(find_dates("On May 3, 4 days later, in 2022")) == 1


def test_both_days_of_a_list_are_held_against_the_record():
    both = judged("The board met on April 3 and 6, 2022. ACME000004.", BOARD)
    assert [v.verdict for v in both if v.claim.kind == "date"] == ["supported"] * 2
    for text in (
        "The board met on April 3 and 5, 2022. ACME000004.",
        "The board met on 3 and 5 April 2022. ACME000004.",
    ):
        found = [v for v in judged(text, BOARD) if v.claim.kind == "date"]
        assert [v.verdict for v in found] == ["supported", "unsupported"]
        assert "April 5, 2022" in found[1].reason or "5 April 2022" in found[1].reason


LEASE = Page(
    "A",
    1,
    "ACME000001",
    "LEASE\nThe tenant shall keep the premises in good repair, and shall not assign this lease without the written\n"
    "consent of the landlord. The landlord may enter the premises upon two days' notice, except in an emergency; no\n"
    "notice is then needed. The tenant shall pay all taxes on the premises when they fall due.\n",
)


@pytest.mark.parametrize(
    ("draft", "right"),
    [
        (
            "“The tenant may not assign this lease without the written consent of the landlord.”",
            "“shall not assign this lease without the written consent of the landlord.”",
        ),
        (
            "“The landlord may enter the premises upon three days' notice”",
            "“The landlord may enter the premises upon two days' notice”",
        ),
        (
            "“The landlord may enter the premises upon three days' notice, except in an emergency.”",
            "“The landlord may enter the premises upon two days' notice, except in an emergency.”",
        ),
        (
            "“the tenant shall pay all taxes on the land when they fall due”",
            "“The tenant shall pay all taxes on the premises when they fall due”",
        ),
        (
            "“shall not assign this lease without the oral consent of the landlord”",
            "“shall not assign this lease without the written consent of the landlord”",
        ),
    ],
)
def test_a_misquotation_is_mended_by_a_whole_clause(draft, right):
    found = one(f"The lease says {draft} ACME000001.", draft, LEASE)
    assert (found.verdict, found.suggestion) == ("unsupported", right)


def test_a_misquoted_answer_is_mended_to_its_end():
    found = one("He said “We ran out of cash.” Reyes Dep. 45:9.", "cash", transcript(*range(1, 10)))
    assert found.suggestion == "“We ran out of time.”"
    assert found.reason.endswith("“We ran out of cash.”")


def opinion(text: str) -> Authority:
    return Authority(("501 F.3d 30",), "Roe v. Lane Mills, Inc.", "1st Cir.", 2009, 30, 46, "opinion", True, text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("[*30] One. [*45] Two. [*46] A mill that floods its neighbour pays for it.", "46"),
        ("[*30] One. [*45] A mill that floods [*46] its neighbour pays for it.", "45-46"),
        ("[*30] One. [*44] A mill that floods its neighbour pays for it. [*46] Two.", "44"),
        ("[*30] One. [*46] A mill that floods its neighbour pays for it. [*60] Another report's page.", "46"),
        ("[*30] One. [*45] A mill that floods its neighbour pays for it.", "45"),
    ],
)
def test_a_pin_that_is_offered_lies_in_the_opinion(text, right):
    draft = "“A mill that floods its neighbour pays for it.” Roe v. Lane Mills, Inc., 501 F.3d 30, 31 (1st Cir. 2009)."
    found = [v for v in verify(draft, Record((), (opinion(text),))) if v.claim.kind == "citation"]
    assert [(v.verdict, v.suggestion) for v in found] == [("misplaced", right)]


def test_an_uncited_day_is_held_against_its_deed_too():
    found = one("The contract was signed on April 20, 2021.", "April 20")
    assert (found.verdict, found.suggestion) == ("misplaced", "March 4, 2021")
