"""Which cite stands for which part of a sentence, and on which day words were said."""

import pytest

from app.domain.evidence import Page, Record
from app.verify.checker import verify

LEASE = "LEASE\nThe deposit of $1,900 is to be paid by May 6, 2019. Keys are handed over on May 13, 2019."
BANK = "STATEMENT\nMay 8, 2019 deposit Garnet Street $1,900.00\nMay 31, 2019 gas $61.20"
MAIL = (
    "From: Ansel Groot\nTo: Maud Peale\nDate: August 2, 2019\n"
    "The lift has been out of order since July 22.\nI am moving out."
)
REPLY = (
    "From: Maud Peale\nTo: Ansel Groot\nDate: August 5, 2019\n"
    "The lift is being repaired.\nYou are bound until next May."
)
GERMAN = "KAUFVERTRAG vom 3. Mai 2021\nLiefertermin ist der 12. Juli 2021. Der Preis beträgt 8.150,00 EUR."
PAGES = tuple(
    Page(c, 1, f"GAR-000{n}", t) for n, (c, t) in enumerate(zip("ABCD", (LEASE, BANK, MAIL, REPLY), strict=True), 1)
)


def _found(text, pages=PAGES):
    return {v.claim.text: v for v in verify(text, Record(pages))}


def test_a_deadline_is_told_by_its_own_document_where_the_cite_stands_for_what_followed():
    found = _found("The deposit of $1,900 was to be paid by May 6, 2019 and was paid on May 8, 2019 (GAR-0002).")
    assert {t: v.verdict for t, v in found.items()} == dict.fromkeys(
        ["$1,900", "May 6, 2019", "May 8, 2019", "GAR-0002"], "supported"
    )


@pytest.mark.parametrize(
    ("day", "verdict"),
    [("August 5, 2019", "supported"), ("July 22, 2019", "misplaced"), ("August 2, 2019", "misplaced")],
)
def test_words_were_written_on_the_day_of_their_letter(day, verdict):
    found = _found(f"Ms. Peale answered on {day}: “You are bound until next May.”")
    assert found[day].verdict == verdict
    if verdict == "misplaced":
        assert found[day].suggestion == "August 5, 2019"


def test_a_day_on_which_nothing_happened_is_held_against_no_other():
    found = _found("Geliefert wurde nicht am 12. Juli 2021.", (Page("K1", 1, "LF-01", GERMAN), PAGES[0]))
    assert found["12. Juli 2021"].verdict == "supported"


def test_what_should_have_happened_by_a_day_is_not_the_day_of_the_contract():
    found = _found("Geliefert sein sollte die Ware am 12. Juli 2021.", (Page("K1", 1, "LF-01", GERMAN), PAGES[0]))
    assert found["12. Juli 2021"].verdict == "supported"


def test_a_closing_cite_answers_for_nothing_that_a_cite_before_it_has():
    found = _found("The deposit of $1,900, GAR-0001, was late, and “You are bound until this May.” GAR-0004.")
    assert found["GAR-0004"].verdict == "supported"


def test_a_letter_that_names_an_exhibit_ends_a_sentence():
    found = _found("Gas came to $61.20. Ex. B. Mr. Groot wrote that “I am moving out.” GAR-0003.")
    assert {v.verdict for v in found.values()} == {"supported"}


def test_a_misquotation_still_tells_which_page_was_meant():
    found = _found("He added that “the lift was never out of any order since July.” GAR-0004.")
    assert found["GAR-0004"].verdict == "misplaced"
    assert found["GAR-0004"].suggestion == "GAR-0003"
