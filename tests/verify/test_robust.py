"""Any text, of any length, is read in time that grows with its length, and offsets always fit it."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.evidence import Page, Reading, Record
from app.verify import Checker, verify
from app.verify.amounts import find_amounts
from app.verify.bates import BatesFinder
from app.verify.casenames import find_names
from app.verify.citations import find_cases
from app.verify.dates import find_dates
from app.verify.dockets import find_dockets
from app.verify.exhibits import find_exhibits, find_ids
from app.verify.normal import blank_line_numbers, clean, letters, letters_text, ocr_fold, ocr_widths, repair_digits
from app.verify.periods import find_periods, find_same_days
from app.verify.quotations import find_quotations
from app.verify.sentences import split
from app.verify.statutes import find_statutes
from app.verify.transcripts import printed_lines, printed_on
from tests.verify.matters import CHECKER

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PIECES = [
    "January 5, 2020",
    "5/6/2021",
    "$1,250.00",
    "TIDE000003",
    "“",
    "”",
    '"',
    "Ex. B at 1",
    "Id. at 2",
    "v.",
    "512 U.S. 204",
    "(",
    ")",
    ";",
    ". ",
    "\n\n",
    "46 U.S.C. § 30505(b)",
    "one hundred",
    "%",
    "\u200b",
    "\u00ad",
    "Smith",
    "РФ",
    "§ 433 BGB",
    "12.03.2021 г.",
    "é",
    "§§ 1, ",
    "Exs. A, ",
    "Page 1  ",
    "1  Q.  ",
    "ECF Nos. 1, ",
    "Code ",
    "$1-",
    "''",
    "Smith Decl. ",
    "\u0301",
    "😀",
    "-",
    "—",
    "[",
    "]",
    "…",
    "  ",
    "No. 3:21-cv-00777",
    "\ud7ff",
    "ﬁ",
    "İ",
    "ß",
    "Ǆ",
    "\x00",
    "1",
    "Bates",
    "ff.",
    "mai",
    "the",
    "\t",
]
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=40).map(" ".join)

FINDERS = {
    "dates": lambda t: find_dates(t, damaged=True),
    "amounts": find_amounts,
    "bates": lambda t: list(BatesFinder(["TIDE000001", "KES 00001", "A-1"]).find(t)),
    "exhibits": lambda t: [*find_exhibits(t, ["Ostrow Dep."]), *find_ids(t), *find_dockets(t)],
    "quotations": lambda t: list(find_quotations(t)),
    "cases": find_cases,
    "names": lambda t: list(find_names(t, lambda n: False, lambda w: False)),
    "statutes": lambda t: list(find_statutes(t)),
    "sentences": lambda t: split(t, []),
    "periods": lambda t: [*find_periods(t), *find_same_days(t)],
    "transcripts": lambda t: [printed_lines(t), printed_on(t)],
    "repair": repair_digits,
    "margins": blank_line_numbers,
    "clean": clean,
    "letters": letters_text,
}


@QUICK
@given(texts)
def test_every_claim_lies_in_the_text_in_order_and_without_overlap(text):
    verdicts = CHECKER.check(text)
    last = 0
    for verdict in verdicts:
        claim = verdict.claim
        assert last <= claim.start < claim.end <= len(text)
        assert clean(text[claim.start : claim.end]).text.split() == claim.text.split()
        assert verdict.reason
        last = claim.end
    assert len({v.claim.key for v in verdicts}) == len(verdicts)


@QUICK
@given(texts)
def test_any_text_can_be_a_page(text):
    record = Record((Page("A", 1, "ZED0001", text), Page("A", 2, "ZED0002", "Paid $5.00 on May 2, 2020.")))
    checker = Checker(record)
    checker.check("He paid $5.00 on May 2, 2020 (ZED0001), saying “two words” there. " + text)


@QUICK
@given(texts)
def test_normal_forms_keep_their_places(text):
    assert len(repair_digits(text)) == len(text)
    assert len(blank_line_numbers(text)) == len(text)
    run = letters(text)
    assert len(run.text) == len(run.offsets)
    assert len(ocr_fold(run.text)) == ocr_widths(run.text)[-1]
    whole = clean(text)
    if whole.text:
        start, end = whole.original(0, len(whole.text))
        assert 0 <= start < end <= len(text)


HOSTILE = [
    "(",
    "“",
    '"',
    "«",
    "[",
    "A",
    "O",
    "1",
    "1,",
    "1.",
    "O.",
    " ",
    "\n",
    "v. ",
    "A v. ",
    "Aa ",
    "A.",
    "one ",
    "one-",
    "$",
    "§",
    "§ 1",
    "Id. ",
    "Ex. ",
    "A1",
    "A-",
    "-",
    "1/",
    "1-",
    "May ",
    "1 May ",
    "No. ",
    "(citing ",
    "In re ",
    "“a”",
    "'",
    "‘",
    "art. ",
    "ст. ",
    "¶",
    "a b ",
    "A & ",
    ". . . ",
    "II ",
    "1 U.S. 1 ",
    "é",
    "§§ 1, ",
    "Exs. A, ",
    "Page 1  ",
    "1  Q.  ",
    "ECF Nos. 1, ",
    "Code ",
    "$1-",
    "''",
    "Smith Decl. ",
    "\u00ad",
    "BGH Urteil vom 1",
    "{",
    "1 1",
    "Smith Dep. ",
    "Bates ",
    "TIDE0",
    "1:",
    "Cass. a",
    "(a)",
]


@pytest.mark.parametrize("name", sorted(FINDERS))
def test_no_finder_takes_quadratic_time(name):
    """Doubling a hostile line may not take more than about twice as long."""
    find = FINDERS[name]
    for piece in HOSTILE:
        find(piece)  # what is loaded or compiled at the first call
        small, large = (_seconds(find, piece * (n // len(piece))) for n in (6_000, 24_000))
        assert large < 0.5 or large < 10 * small, (piece, small, large)


def _seconds(find, text):
    started = time.process_time()
    find(text)
    return time.process_time() - started


def test_a_page_that_could_not_be_read_leaves_its_claims_unchecked():
    record = Record(
        (
            Page("A", 1, "ACME000001", "", Reading.NONE),
            Page("A", 2, "ACME000002", "Paid on May 4, 2020.", Reading.OCR, 12.0),
            Page("A", 3, "ACME000003", "Paid on May 4, 2020.", Reading.OCR, 88.0),
        )
    )
    for number, verdict in ((1, "unchecked"), (2, "unchecked"), (3, "unsupported")):
        found = verify(f"It was shipped on June 9, 2020 (ACME00000{number}).", record)
        assert found[0].verdict == verdict, number


def test_the_key_of_a_claim_changes_with_its_sentence_only():
    text = "The hire is $48,250.00 (TIDE000001).\n\nThe survey was on May 12, 2021 (TIDE000005)."
    keys = [v.claim.key for v in CHECKER.check(text)]
    assert [v.claim.key for v in CHECKER.check(text)] == keys
    changed = [v.claim.key for v in CHECKER.check(text.replace("The survey", "That survey"))]
    assert changed[:2] == keys[:2]
    assert not set(changed[2:]) & set(keys[2:])


@QUICK
@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789éд\n", min_size=500, max_size=900))
def test_long_texts_fold_like_their_letters(text):
    assert ocr_fold(text) == "".join(map(ocr_fold, text))
