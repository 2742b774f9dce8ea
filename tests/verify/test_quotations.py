"""Quotations: every mark is seen, every changed word is caught, damage of scanning is forgiven."""

import pytest

from app.verify.quotations import find_quotations
from tests.verify.matters import against, one

PAGE = [
    "The tenant has not paid the rent for March. She will leave the flat by the end of May\nand return both keys "
    "to the porter.",
    "The boiler was serviced in spring and again in autumn.",
]


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        ("“has not paid the rent for March”", "supported"),
        ('"has not paid the rent for March"', "supported"),
        ("“[h]as not paid the rent”", "supported"),
        ("“The tenant . . . will leave the flat”", "supported"),
        ("“has not paid the rent . . . will leave the flat by the end of May”", "supported"),
        ("“will leave the flat … has not paid the rent”", "unsupported"),
        ("“has paid the rent for March”", "unsupported"),
        ("“has not paid the rent for May”", "unsupported"),
        ("“He will leave the flat”", "unsupported"),
        ("“has not paid the rent and return both keys”", "unsupported"),
        ("«leave the flat by the end of May»", "supported"),
        ("“by the end of May and return both keys to the porter.”", "supported"),
        ("“[the tenant] will leave the flat”", "supported"),
        ("“aid the rent for March”", "unsupported"),
        ("“the porter. The boiler”", "unsupported"),
        ("‘has not paid the rent for March’", "supported"),
        ("„has not paid the rent for March“", "supported"),
    ],
)
def test_the_words_must_stand_there(quoted, verdict):
    assert against(PAGE, f"The agent noted {quoted} in the file.", quoted).verdict == verdict


def test_an_ellipsis_needs_all_pieces_on_one_page():
    assert against(PAGE, "It says “return both keys . . . serviced in spring”.", "keys").verdict == "unsupported"


SCAN = [
    "Tbe master of thc vesscl did not sce tbe buoy, and the piIot had aIready gone be-\nlow. Visibility was "
    "thrce miles."
]


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        ("“The master of the vessel did not see the buoy”", "supported"),
        ("“The master of the vessel did see the buoy”", "unsupported"),
        ("“the pilot had already gone below”", "supported"),
        ("“the pilot had already gone away”", "unsupported"),
        ("“Visibility was three miles.”", "supported"),
        ("“Visibility was five miles.”", "unsupported"),
    ],
)
def test_damage_of_scanning_is_forgiven_and_a_changed_word_is_not(quoted, verdict):
    found = against(SCAN, f"The log reads {quoted}.", quoted)
    assert found.verdict == verdict
    if verdict == "supported" and "vessel" in quoted:
        assert "OCR" in found.reason


def test_margin_numbers_do_not_break_a_quotation():
    page = [
        " 1  The surety agreed to pay\n 2  within 30 days of demand\n 3  and not before the audit.\n 4  Signed "
        "in Bath.\n"
    ]
    assert (
        against(page, "It agreed “to pay within 30 days of demand and not before the audit.”", "to pay").verdict
        == "supported"
    )


def test_hidden_characters_in_the_draft_change_nothing_and_offsets_are_the_drafts():
    text = "He wrote “has not pa\u00adid the\u200b rent for March”."
    found = against(PAGE, text, "paid")
    assert found.verdict == "supported"
    assert text[found.claim.start : found.claim.end] == "“has not pa\u00adid the\u200b rent for March”"


def test_a_quotation_of_an_opinion_is_checked_there():
    good = (
        "A charterer “owes hire for every day of delay.” Harbor Pilots Association v. Quill Shipping Corp., 512 U.S. "
        "204, 204 (1994)."
    )
    assert one(good, "owes hire").verdict == "supported"
    assert one(good.replace("every day", "each day"), "owes hire").verdict == "unsupported"


def test_words_of_an_opinion_that_is_not_the_cited_one_are_misplaced():
    text = "“The duty is not excused by bad weather alone.” In re River Towing, 901 F.3d 77 (9th Cir. 2018)."
    assert one(text, "bad weather").verdict == "misplaced"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Ms. Ostrow wrote, “we will not pay for the drydock.” TIDE000003.", "supported"),
        ("Mr. Pell wrote, “we will not pay for the drydock.” TIDE000003.", "misplaced"),
        ("Mr. Pell answered that “your own master saw it” (TIDE000004).", "supported"),
        ("Ms. Ostrow answered that “your own master saw it” (TIDE000004).", "misplaced"),
        ("Ms. Ostrow testified, “I read it the day it came.” Ostrow Dep. 31:2.", "supported"),
        ("Mr. Pell testified, “I read it the day it came.” Ostrow Dep. 31:2.", "misplaced"),
        ("Asked by Mr. Pell's counsel, Ms. Ostrow said “I read it the day it came.” Ostrow Dep. 31:2.", "supported"),
        ("She told Mr. Pell that “we will not pay for the drydock.” TIDE000003.", "supported"),
    ],
)
def test_the_speaker_must_be_the_one_of_the_record(text, verdict):
    assert one(text, "“").verdict == verdict


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("(the “Purchase Agreement”)", 0),
        ("a “rush” order", 0),
        ("He said “we never met” and “we never spoke”.", 2),
        ('5\' 10" tall and 6" wide', 0),
        ("“One said, ‘never mind,’ and left.”", 1),
        ("An “unclosed mark\n\nand another “two words here”.", 1),
    ],
)
def test_what_counts_as_a_quotation(text, count):
    assert len(list(find_quotations(text))) == count


def test_a_block_quotation_is_seen():
    text = (
        "The letter reads:\n\n    The tenant has not paid the rent for March. She will leave the flat\n    by the "
        "end of May and return both keys to the porter.\n\nThat is all."
    )
    assert against(PAGE, text, "The tenant has not paid").verdict == "supported"
    assert against(PAGE, text.replace("both keys", "all keys"), "The tenant has not paid").verdict == "unsupported"


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        ("“The mason [did tell] the widow of the crack”", "unsupported"),
        ("“The mason [didn’t tell] the widow of the crack”", "supported"),
        ("“The mason [says nothing of telling] the widow of the crack”", "supported"),
    ],
)
def test_a_verb_in_brackets_does_not_replace_a_denial(quoted, verdict):
    page = ["The mason doesn't recall telling the widow of the crack in the wall."]
    assert against(page, f"It says {quoted}.", quoted).verdict == verdict


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        ("“I [paid] him”", "unsupported"),
        ("“I [sold] it”", "unsupported"),
        ("“I [handed] him the key”", "supported"),
        ("“I [inspected] it on Friday”", "supported"),
        ("“he [knew] it”", "supported"),
        ("“I [mended] the gate”", "unsupported"),
        ("“[the smith] came in May”", "supported"),
        ("“I gave [the smith] the key”", "supported"),
    ],
)
def test_a_verb_in_brackets_between_small_words_is_no_quotation(quoted, verdict):
    page = [
        "The smith was never paid by me. He came in May and I gave him the key. It was an old lock, and he knew of it. "
        "I saw it on Friday. She says that somebody else than him broke the gate."
    ]
    assert against(page, f"He wrote {quoted}.", quoted).verdict == verdict
