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


RATES = (
    "LOAN SUMMARY\nInterest is 4.75% a year. A late charge of 2.5% is due on overdue rates. Principal $310,000.00.\n"
)
TOLLS = (
    "Crossing          Toll due       Toll paid      Date paid\n"
    "North ferry        $118.40         $90.00       06/03/2022\n"
    "Reed bridge        $264.75        $264.75       06/17/2022\n"
    "Total              $383.15        $354.75\n"
)


@pytest.mark.parametrize(
    ("text", "shown", "suggestion"),
    [
        ("Interest ran at 4.57% a year. ACME000001.", "4.57%", "4.75%"),
        ("Interest ran at 6% a year. ACME000001.", "6%", "4.75%"),
        ("The late charge was 9 percent. ACME000001.", "9 percent", "2.5%"),
        ("The principal was $290,000. ACME000001.", "$290,000", "$310,000.00"),
        ("The toll due for the Reed bridge was $311.20. ACME000002.", "$311.20", "$264.75"),
        ("The toll paid at the North ferry was $77.00. ACME000002.", "$77.00", "$90.00"),
        ("The toll due at the North ferry was $181.40. ACME000002.", "$181.40", "$118.40"),
        ("A fine of $12.50 was imposed on the skipper. ACME000002.", "$12.50", None),
        ("The toll paid at the Reed bridge grew by 3%. ACME000002.", "3%", None),
    ],
)
def test_only_a_value_of_its_own_kind_row_and_column_is_offered(text, shown, suggestion):
    found = against([RATES, TOLLS], text, shown)
    assert found.verdict != "supported"
    assert found.suggestion == suggestion


@pytest.mark.parametrize(
    ("language", "page", "text", "shown", "suggestion"),
    [
        (
            "fr",
            "Le bail a été signé le 1er août 2023.",
            "Le bail a été signé le 3 août 2023",
            "3 août",
            "1er août 2023",
        ),
        ("fr", "La facture est du 17/09/2023.", "La facture est du 1er septembre 2023", "1er", "17 septembre 2023"),
        (
            "es",
            "El acta se firmó el 14/05/2022.",
            "El acta se firmó el 3 de marzo de 2022",
            "3 de",
            "14 de mayo de 2022",
        ),
        ("pt", "A vistoria foi em 14/05/2022.", "A vistoria foi em 3 de abril de 2022", "3 de", "14 de maio de 2022"),
        ("ru", "Акт подписан 14.05.2022.", "Акт подписан 3 марта 2022 г.", "3 марта", "14 мая 2022 г."),
        ("de", "Die Abnahme war am 05.12.2022.", "Die Abnahme war am 3. März 2022", "3. März", "5. Dezember 2022"),
        ("de", "Die Abnahme war am 5. Dezember 2022.", "Die Abnahme war am 03.03.2022", "03.03", "05.12.2022"),
        ("en", "The survey was on 5 December 2022.", "The survey was on the 3rd day of March, 2022", "3rd", None),
    ],
)
def test_a_day_is_offered_in_the_language_and_form_of_the_draft(language, page, text, shown, suggestion):
    found = against([page], f"{text} (ACME000001).", shown, language=language)
    assert found.suggestion == (suggestion or "the 5th day of December, 2022")
