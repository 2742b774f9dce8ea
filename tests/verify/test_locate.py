"""The words on a page, or in an authority, that a verdict rests on."""

from app.domain.claim import Claim, ClaimKind, Source, Verdict, VerdictKind
from app.domain.evidence import Authority, Page, Record
from app.verify import verify
from app.verify.locate import locate, locate_in_authority

MAIL = Page("B", 1, "ACME000003", "From: Dana Cole\nDate: April 20, 2026\n\nThe roof leaks in three places, I said.\n")
BILL = Page("C", 1, "ACME000004", "RECEIPT\nRoof \u00ad work 12.500,00 €\nPaid 20.04.2026 the sum of $4,100.00.\n")
CASE = Authority(
    ("530 U.S. 238",),
    "Roe v. Doe",
    "U.S.",
    2000,
    238,
    250,
    "opinion",
    paginated=True,
    text="[*238] We begin. [*241] The date of dispatch \n governs, and not that of receipt. [*242] A sum of $900.00.",
)


def _verdict(text: str, words: str) -> Verdict:
    found = verify(text, Record((MAIL, BILL), (CASE,)))
    return next(v for v in found if v.claim.text == words)


def _shown(verdict: Verdict, page: Page) -> list[tuple[str, str]]:
    return [(page.text[s.start : s.end], s.kind) for s in locate(verdict, page)]


def test_a_supported_date_is_found_in_whatever_form_the_page_writes_it() -> None:
    verdict = _verdict("I paid on April 20, 2026. ACME000004.", "April 20, 2026")
    assert verdict.verdict is VerdictKind.SUPPORTED
    assert _shown(verdict, BILL) == [("20.04.2026", "support")]


def test_what_the_page_says_instead_of_a_wrong_date_contradicts_it() -> None:
    verdict = _verdict("On April 12, 2026 I wrote that the roof leaks. ACME000003.", "April 12, 2026")
    assert verdict.verdict is VerdictKind.UNSUPPORTED
    assert _shown(verdict, MAIL) == [("April 20, 2026", "contradict")]


def test_a_misplaced_amount_is_shown_where_it_stands() -> None:
    claim = Claim("k", 0, 9, ClaimKind.AMOUNT, "$4,100.00", "USD 4100.00")
    verdict = Verdict(claim, VerdictKind.MISPLACED, (Source("C", 1, "ACME000004"),), "It stands on ACME000004.")
    assert _shown(verdict, BILL) == [("4,100.00", "place")]


def test_invisible_characters_on_the_page_move_no_spot() -> None:
    verdict = _verdict("I paid 12.500,00 € for it. ACME000004.", "12.500,00 €")
    assert _shown(verdict, BILL) == [("12.500,00", "support")]


def test_the_words_of_a_quotation() -> None:
    verdict = _verdict("I said “The roof leaks in three places”. ACME000003.", "“The roof leaks in three places”")
    assert _shown(verdict, MAIL) == [("The roof leaks in three places", "support")]


def test_an_altered_quotation_shows_the_words_that_it_was_made_of() -> None:
    words = "“The roof leaks in many places, I said”"
    verdict = _verdict(f"I said {words}. ACME000003.", words)
    assert verdict.verdict is VerdictKind.UNSUPPORTED
    ((shown, kind),) = _shown(verdict, MAIL)
    assert kind == "contradict"
    assert "roof leaks in" in shown


def test_a_bates_number_means_the_page_as_a_whole() -> None:
    assert _shown(_verdict("See ACME000003.", "ACME000003"), MAIL) == []


def test_the_lines_of_a_transcript_cite() -> None:
    page = Page("T", 45, None, "Page 45\n1   Q. When?\n2   A. On the third.\n3   Q. Of what?\n")
    claim = Claim("k", 0, 20, ClaimKind.EXHIBIT, "Smith Dep. 45:2-3", "Smith Dep. 45:2-3")
    verdict = Verdict(claim, VerdictKind.SUPPORTED, (Source("T", 45),))
    assert _shown(verdict, page) == [("A. On the third.", "support"), ("Q. Of what?", "support")]


def test_a_quotation_from_an_opinion_is_found_across_its_lines() -> None:
    words = "“The date of dispatch governs”"
    spots = locate_in_authority(_verdict(f"{words}. Roe v. Doe, 530 U.S. 238, 241 (2000).", words), CASE)
    assert [CASE.text[s.start : s.end].split() for s in spots] == [["The", "date", "of", "dispatch", "governs"]]


def test_a_pin_cite_points_at_its_star_page() -> None:
    text = "See Roe v. Doe, 530 U.S. 238, 241 (2000)."
    verdict = verify(text, Record((MAIL,), (CASE,)))[0]
    assert verdict.verdict is VerdictKind.SUPPORTED, verdict.reason
    assert [CASE.text[s.start : s.end] for s in locate_in_authority(verdict, CASE)] == ["[*241]"]
