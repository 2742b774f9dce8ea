"""What is read on a page can be kept, and is used only for that very page by those very rules."""

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.evidence import Page, Record
from app.verify import Checker
from app.verify.dates import find_dates
from app.verify.reading import dates_of, kept_reading, pack, read_page, reading_key, unpack
from tests.verify.matters import MATTER

QUICK = settings(max_examples=80, deadline=None)
PIECES = [
    "May 4, 2020", "3/4/2021", "13.5.21", "Mai 2020", "0ctober 5, 2019", "Monday, June 1", "$1,250.00", "1.125", "0",
    "2 710 920,00", "00", "two hundred thirty dollars", "dreihundertfünfzig", "ACME000001", "2O20", "é", "ß", "İ", "\n",
    "\n1 a\n2 b\n3 c\n", "\u200b", "\ud800", "\x00", "\u2028", "😀", "٣", "²", "words", "[*12]",
]  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=30).map(" ".join)
DRAFT = "The hire was $48,250.00 (TIDE000001). It was agreed on March 4, 2021 (TIDE000002)."


@QUICK
@given(texts)
def test_a_kept_reading_is_the_reading(text):
    page = Page("A", 1, "ACME000001", text)
    assert unpack(pack(read_page(page), page), page) == read_page(page)


@QUICK
@given(texts)
def test_the_dates_of_a_reading_are_those_of_its_text(text):
    reading = read_page(Page("A", 1, None, text))
    found = find_dates(reading.text, damaged=True)
    assert dates_of(reading) == found
    assert reading.ambiguous == any(d.ambiguous for d in found)
    assert reading.orders() == {d.order for d in found} - {None}


def test_a_checker_with_kept_readings_says_the_same_and_reads_nothing():
    first = Checker(MATTER, kept={})
    assert len(first.new_readings) == len({reading_key(p) for p in MATTER.pages})
    second = Checker(MATTER, kept=dict(first.new_readings))
    assert not second.new_readings
    assert second.check(DRAFT) == first.check(DRAFT) == Checker(MATTER).check(DRAFT)


def test_a_changed_page_is_read_anew():
    page = Page("A", 1, None, "Paid on May 4, 2020.")
    kept = Checker(Record((page,)), kept={}).new_readings
    changed = dataclasses.replace(page, text="Paid on May 5, 2020.")
    checker = Checker(Record((changed,)), kept=kept)
    assert list(checker.new_readings) == [reading_key(changed)]
    assert [v.verdict for v in checker.check("It was paid on May 5, 2020.")] == ["supported"]


def test_a_number_given_to_a_page_later_counts_only_where_the_page_shows_it():
    plain, shows = Page("A", 1, None, "Paid."), Page("A", 1, None, "Paid. ACME000001")
    assert reading_key(plain) == reading_key(dataclasses.replace(plain, bates="ACME000001"))
    assert reading_key(shows) != reading_key(dataclasses.replace(shows, bates="ACME000001"))


@pytest.mark.parametrize("kept", ["", "[]", "{", "null", "[1,2]", '[null,"a",0,null,"",[],[],""]', "7"])
def test_what_is_no_reading_is_read_anew(kept):
    page = Page("A", 1, None, "Paid on May 4, 2020.")
    checker = Checker(Record((page,)), kept={reading_key(page): kept})
    assert checker.new_readings == {reading_key(page): kept_reading(page).data}


def test_a_kept_reading_is_small():
    """A record has thousands of pages: what is kept of one takes about as much as its text."""
    dice = random.Random(3)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(dice.choices(letters, k=dice.randint(2, 9))) for _ in range(300)]
    text = " ".join(f"{word} {dice.randint(0, 9999)}" for word in words) + " on May 4, 2020 for $1,250.00."
    assert len(kept_reading(Page("A", 1, None, text)).data) < 3 * len(text)
