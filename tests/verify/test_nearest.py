"""What is offered instead of a value that the record does not have, and words quoted alone."""

import pytest

from tests.verify.matters import against

BOARD = "MINUTES\nThe board met on April 3 and 6, 2022. The lift was sealed on April 20, 2022."
FEES = "Filing fee           $405.00\nProcess server           $92.50\nInterpreter           $610.00"
LAGER = "ÜBERGABE\nDas Tor ist nicht beschädigt. Der Boden ist gestrichen und trocken."
TOOL = "BERICHT\nUrsache ist ein viel zu klein bemessener Druckbehälter an der Presse."


@pytest.mark.parametrize(
    ("text", "shown", "suggestion"),
    [
        ("The board met on April 4 and 6, 2022. ACME000001.", "April 4", "April 3"),
        ("The board met on April 3 and 7, 2022. ACME000001.", "7, 2022", "6, 2022"),
        ("The lift was sealed on April 22, 2022. ACME000001.", "April 22, 2022", "April 20, 2022"),
    ],
)
def test_a_day_is_offered_in_the_form_of_the_list_that_it_stands_in(text, shown, suggestion):
    assert against([BOARD], text, shown).suggestion == suggestion


@pytest.mark.parametrize(
    ("text", "shown", "suggestion"),
    [
        ("The interpreter cost $733.00. ACME000001.", "$733.00", "$610.00"),
        ("The process server took $81.00. ACME000001.", "$81.00", "$92.50"),
    ],
)
def test_the_sum_of_the_row_that_is_meant_is_offered(text, shown, suggestion):
    assert against([FEES, "Nothing of that kind."], text, shown).suggestion == suggestion


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Das Tor war „beschädigt“ (ACME000001).", "unsupported"),
        ("Das Tor war nicht „beschädigt“ (ACME000001).", "supported"),
        ("Der Boden war „gestrichen“ (ACME000001).", "supported"),
    ],
)
def test_a_word_quoted_alone_is_held_against_the_record(text, verdict):
    assert against([LAGER], text, "„", language="de").verdict == verdict


def test_a_word_in_marks_that_the_record_does_not_have_is_no_quotation():
    with pytest.raises(AssertionError):
        against([LAGER], "Der „sogenannte“ Boden (ACME000001).", "„", language="de")


def test_a_short_misquotation_is_held_against_the_words_that_it_keeps():
    found = against([TOOL], "Ursache sei „ein zu groß bemessener Druckbehälter“ (ACME000001).", "„", language="de")
    assert found.verdict == "unsupported"
    assert found.suggestion is not None
    assert found.suggestion.endswith("ein viel zu klein bemessener Druckbehälter“")
