"""Values that a page tells together, papers by their days, rows by their days, and pages numbered without a word."""

import pytest

from app.domain.evidence import Page, Record
from app.verify.checker import verify

NOTICE = """CITY OF MARLOW - HARBOUR OFFICE
Notice no. H-88
Received: June 14, 2021
Vessel: Corvina, City of Marlow registry
Inspection: June 21, 2021
Outcome: berth rule 9; a fine of $3,400 was set on July 30, 2021."""
LOSSES = """1. Cargo from May 2 to May 30: $90,200.00, less what was saved, $30,100.00: $60,100.00.
2. Lost season at the pier: $8,450.00."""
LETTER = """Date: Mon, 7 Jun 2021
Dear Ms. Tarrant,
the surveyor's report of May 19 had been lying at the agent's since May 24. Your order is from April 3."""
WAGES = """Pay date      Gross        Tax       Net
06/04/2021    $1,910.50    $301.10   $1,609.40
06/18/2021    $1,910.50    $301.10   $1,609.40
07/02/2021    $955.25      $120.40   $834.85"""
MEMO = """MEMORANDUM
To: File
From: Odile Tarrant
Date: August 9, 2021
Re: Berth 4
On August 3, 2021 the harbour master told me to clear the berth."""


def verdicts(text, *pages):
    record = Record(tuple(Page("A", n, f"MAR{n:04d}", page) for n, page in enumerate(pages, start=1)))
    return {v.claim.text: (str(v.verdict), v.suggestion) for v in verify(text, record)}


def test_a_day_is_that_of_the_sum_it_stands_with():
    said = verdicts("The city fined the vessel $3,400 on July 30, 2021. MAR0001.", NOTICE)
    assert said["July 30, 2021"][0] == said["$3,400"][0] == "supported"
    assert verdicts("The city received the fine on July 30, 2021. MAR0001.", NOTICE)["July 30, 2021"][0] == "misplaced"


def test_a_sum_is_that_of_the_sums_it_is_reckoned_from():
    text = "Cargo was $90,200.00 and, with $30,100.00 saved, $60,100.00 is lost. MAR0001."
    assert {v for v, _ in verdicts(text, LOSSES).values()} == {"supported"}
    assert verdicts("The season lost at the pier was $60,100.00. MAR0001.", LOSSES)["$60,100.00"][0] == "misplaced"


@pytest.mark.parametrize(("day", "verdict"), [("May 19, 2021", "supported"), ("May 24, 2021", "misplaced")])
def test_a_paper_has_the_day_that_the_page_calls_it_by(day, verdict):
    assert verdicts(f"The surveyor's report is dated {day}. MAR0001.", LETTER)[day][0] == verdict
    assert verdicts(f"She relies on the report of {day}. MAR0001.", LETTER)[day][0] == verdict


def test_the_sum_of_a_days_row_stands_in_that_row():
    said = verdicts("On July 2, 2021 his gross pay was $1,910.50. MAR0001.", WAGES)
    assert said["$1,910.50"] == ("misplaced", "$955.25")
    for true in ("On July 2, 2021 his gross pay was $955.25.", "On June 18, 2021 his gross pay was $1,910.50."):
        assert {v for v, _ in verdicts(f"{true} MAR0001.", WAGES).values()} == {"supported"}


def test_a_memorandum_was_written_on_the_day_in_its_head():
    said = verdicts("Ms. Tarrant wrote the memorandum on August 3, 2021. MAR0001.", MEMO)
    assert said["August 3, 2021"] == ("misplaced", "August 9, 2021")
    for true in ("wrote the memorandum on August 9, 2021", "was told to clear the berth on August 3, 2021"):
        assert {v for v, _ in verdicts(f"Ms. Tarrant {true}. MAR0001.", MEMO).values()} == {"supported"}


def test_days_without_a_year_are_told_apart():
    page = "We will decide what is reported. Counsel needs until May 4. Your review is due on May 11."
    assert verdicts("Her review was due on May 4. MAR0001.", page)["May 4"][0] == "misplaced"
    assert verdicts("Her review was due on May 11. MAR0001.", page)["May 11"][0] == "supported"


def test_a_transcript_whose_pages_have_a_bare_number_is_cited_by_it():
    sheets = [
        f"DEPOSITION OF ANSEL BRODIE          May 2, 2022\n\n                 {n}\n 1  Q.  Who rang?\n 2  A.  {a}"
        for n, a in ((31, "The mate did."), (32, "I called Mr. Pell."))
    ]
    said = verdicts("The mate rang. Brodie Dep. 31:2. He called Mr. Pell. Brodie Dep. 32:2.", *sheets)
    assert [v for v, _ in said.values()] == ["supported", "supported"]
    assert verdicts("He called. Brodie Dep. 40:2.", *sheets)["Brodie Dep. 40:2"][0] == "unsupported"


DEPOSED = """DEPOSITION OF IDA M. KESTREL                Page 12
1  Q.  What did you see?
2  A.  The hatch was open and the pump stood still."""
MAIL = """From: Osric Vane <ov@tarn.example>
To: Beth Amory <ba@tarn.example>
Date: Thu, 9 May 2019 07:10:00 +0000
Beth,
The ramp is cracked and I will not load lorries on it.
Osric"""


@pytest.mark.parametrize(
    ("after", "verdict"),
    [
        ("said Ms. Kestrel", "supported"),
        ("Ms. Kestrel testified", "supported"),
        ("said Mr. Vane", "misplaced"),
        ("Mr. Vane testified", "misplaced"),
        ("Mr. Vane later admitted", "misplaced"),
        ("as she told Mr. Vane", "supported"),
    ],
)
def test_who_is_named_after_the_words_said_them(after, verdict):
    said = verdicts(f"“The hatch was open and the pump stood still,” {after}. MAR0001.", DEPOSED)
    assert next(v for words, (v, _) in said.items() if "hatch" in words) == verdict


@pytest.mark.parametrize(("who", "verdict"), [("Mr. Vane", "supported"), ("Ms. Amory", "misplaced")])
def test_who_wrote_the_words_is_named_after_them(who, verdict):
    for form in (f"wrote {who}", f"{who} wrote"):
        said = verdicts(f'"The ramp is cracked and I will not load lorries on it," {form}. MAR0001.', MAIL)
        assert next(v for words, (v, _) in said.items() if "ramp" in words) == verdict


NOTE = """MEMORANDUM
To: Personnel file of P. Sorel
From: Odile Tarrant, Harbour Office
Date: August 13, 2021
Re: Termination

On August 10, 2021 Mr. Vane told me to prepare the termination of Ms. Sorel. The letter was handed to her on
August 13, 2021 at 4:45 p.m. Her last day is August 17, 2021. The stated reason is repairs. Her berth was posted
on August 27, 2021 under the title Keeper of Buoys at $118,000. I noted that her review of August 1, 2021 was
"in order" with a score of 4.6 of 5."""


def test_what_the_author_of_a_paper_notes_in_it_is_of_its_own_day():
    others = (NOTICE, LOSSES, LETTER, WAGES, MEMO, DEPOSED, MAIL) * 2
    said = verdicts("“The stated reason is repairs,” Ms. Tarrant noted on August 13, 2021. MAR0001.", NOTE, *others)
    assert said["August 13, 2021"][0] == "supported"
