"""Dates and sums, in the forms that people write."""

from decimal import Decimal

import pytest

from app.verify.amounts import find_amounts
from app.verify.dates import find_dates
from tests.verify.matters import against


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("on May 4, 2017 we", "2017-05-04"),
        ("on 4 May 2017 we", "2017-05-04"),
        ("this 4th day of May, 2017", "2017-05-04"),
        ("Thursday, May 4, 2017", "2017-05-04"),
        ("May 4th, 2017", "2017-05-04"),
        ("on 2017-05-04.", "2017-05-04"),
        ("04-May-2017", "2017-05-04"),
        ("04MAY2017", "2017-05-04"),
        ("5/14/2017", "2017-05-14"),
        ("14/5/17", "2017-05-14"),
        ("the fourth of May, 2017", "2017-05-04"),
        ("Sept. 9, 2017", "2017-09-09"),
        ("in May 2017", "2017-05"),
        ("am 4. Mai 2017", "2017-05-04"),
        ("den 04.05.2017", "2017-05-04"),
        ("le 1er mai 2017", "2017-05-01"),
        ("le 4 mai 2017", "2017-05-04"),
        ("el 4 de mayo de 2017", "2017-05-04"),
        ("em 4 de maio de 2017", "2017-05-04"),
        ("1º de maio de 2017", "2017-05-01"),
        ("4 мая 2017 г.", "2017-05-04"),
        ("04.05.2017 г.", "2017-05-04"),
    ],
)
def test_written_forms_of_a_date(text, iso):
    assert [[r.iso() for r in v.readings] for v in find_dates(text)] == [[iso]]


@pytest.mark.parametrize(
    "text",
    [
        "The Services may be more fully described in Exhibit 1.",
        "In the event of a conflict, section 3.1.12 governs.",
        "version 1.2.3 of 12 items",
        "12 O 214/22",
        "a ratio of 3/4",
        "the march of 300 men",
        "№ 18/20",
        "77-1184",
    ],
)
def test_what_is_no_date(text):
    assert find_dates(text) == []


def test_the_weekday_must_match():
    page = ["The auction was held on Friday, May 5, 2017 in Leeds."]
    assert against(page, "The auction was held on Friday, May 5, 2017.", "May 5").verdict == "supported"
    wrong = against(page, "The auction was held on Thursday, May 5, 2017.", "May 5")
    assert wrong.verdict == "unsupported"
    assert "was a Friday" in wrong.reason


def test_a_day_that_no_calendar_has_is_unsupported():
    assert against(["x"], "It closed on February 30, 2019.", "February 30").verdict == "unsupported"


def test_a_numeric_date_of_the_source_that_nothing_settles_is_ambiguous():
    found = against(["Received 01-02-2018 at the dock."], "It was received on February 1, 2018.", "February 1")
    assert found.verdict == "ambiguous"
    settled = ["Received 01-02-2018 at the dock.", "Shipped 30-01-2018 from Hull."]
    assert against(settled, "It was received on February 1, 2018.", "February 1").verdict == "supported"
    assert against(settled, "It was received on January 2, 2018.", "January 2").verdict == "unsupported"


def test_a_date_without_a_year_takes_that_of_its_document():
    page = ["Oslo, March 3, 2016\n\nYour letter of February 9 has come to hand. We refuse the goods."]
    assert against(page, "The letter of February 9, 2016 came to hand.", "February 9").verdict == "supported"
    assert against(page, "The letter of February 9, 2015 came to hand.", "February 9").verdict == "unsupported"


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("paid $1,234.50 then", "USD", "1234.50"),
        ("US$ 4 million", "USD", "4000000"),
        ("USD 12,000", "USD", "12000"),
        ("£2.75m", "GBP", "2750000"),
        ("€ 1.234,50", "EUR", "1234.50"),
        ("1.234 Euro", "EUR", "1234"),
        ("1 234,50 €", "EUR", "1234.50"),
        ("R$ 288 mil", "BRL", "288000"),
        ("3,48 млн руб.", "RUB", "3480000"),
        ("1 200 000 рублей", "RUB", "1200000"),
        ("seventy-two thousand four hundred dollars", "USD", "72400"),
        ("forty grand", None, None),
        ("two and a half", None, None),
        ("12.5 percent", "%", "12.5"),
        ("12,5 %", "%", "12.5"),
        ("fünfunddreißigtausend Euro", "EUR", "35000"),
        ("quatre-vingt mille euros", "EUR", "80000"),
        ("dos mil quinientos euros", "EUR", "2500"),
        ("триста тысяч рублей", "RUB", "300000"),
        ("CHF 9'500.00", "CHF", "9500"),
    ],
)
def test_written_forms_of_a_sum(text, unit, value):
    found = find_amounts(text)
    assert [(a.unit, a.value) for a in found] == ([(unit, Decimal(value))] if unit else [])


LEDGER = [
    "Invoice 88 of Brandt & Sons\nFreight                 1,932.40\nTotal due              $17,865.25\nDiscount 3%\n"
]


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [
        ("$17,865.25", "supported"),
        ("$1,932.40", "misplaced"),
        ("$17,856.25", "unsupported"),
        ("$178,652.50", "unsupported"),
        ("€17,865.25", "unsupported"),
        ("three percent", "supported"),
        ("4 percent", "unsupported"),
        ("about $18,000", "ambiguous"),
        ("$88", "unsupported"),
    ],
)
def test_sums_against_a_ledger(shown, verdict):
    assert (
        against(LEDGER, f"The total that was due came to {shown} (ACME000001).", shown.removeprefix("about ")).verdict
        == verdict
    )


def test_a_changed_digit_is_told_with_what_the_page_says():
    found = against(LEDGER, "The total due is $17,856.25 (ACME000001).", "$17,856.25")
    assert found.reason == "ACME000001 says $17,865.25; the draft says $17,856.25."
    assert found.suggestion == "$17,865.25"


def test_a_number_in_words_on_a_transcript_counts():
    page = [
        "                 Page 9\n 1  Q.  What did it fetch?\n 2  A.  One million two hundred and five\n 3      "
        "thousand dollars.\n 4  Q.  Thank you.\n"
    ]
    assert against(page, "It fetched $1,205,000.", "$1,205,000").verdict == "supported"


FARE = (
    "TARIFF\nThe toll is 85 cents a crossing, or $0.40 for a bicycle. "
    "The rate was raised by 35 basis points to 4.10%.\n"
)


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [
        ("85 cents", "supported"),
        ("85¢", "supported"),
        ("$0.85", "supported"),
        ("eighty-five cents", "supported"),
        ("40 cents", "supported"),
        ("95 cents", "unsupported"),
        ("58¢", "unsupported"),
        ("35 basis points", "supported"),
        ("35 bps", "supported"),
        ("thirty-five basis points", "supported"),
        ("0.35%", "supported"),
        ("0.35 percentage points", "supported"),
        ("53 basis points", "unsupported"),
        ("45 bps", "unsupported"),
        ("410 basis points", "supported"),
        ("4.1 pct.", "supported"),
    ],
)
def test_hundredths_of_a_dollar_and_of_a_percent_are_claims(shown, verdict):
    assert against([FARE], f"The board named {shown} that day (ACME000001).", shown).verdict == verdict


@pytest.mark.parametrize(
    ("page", "shown", "verdict"),
    [
        ("Der Aufschlag beträgt 30 Basispunkte.", "0,30 %", "supported"),
        ("Die Maut beträgt 45 Cent je Fahrt.", "0,45 €", "supported"),
        ("Le péage est de 45 centimes.", "0,45 €", "supported"),
        ("Сбор составляет 45 копеек.", "0,45 руб.", "supported"),
        ("Le péage est de six cents euros.", "600 €", "supported"),
        ("The toll is six cents.", "$0.06", "supported"),
        ("The toll is twelve dollars and 50 cents.", "$12.50", "supported"),
        ("Der Wert lag bei 0,8 Promille.", "0,8 ‰", "supported"),
        ("Der Wert lag bei 0,8 Promille.", "0,9 ‰", "unsupported"),
    ],
)
def test_hundredths_in_other_languages(page, shown, verdict):
    assert against([page], f"{shown} (ACME000001).", shown).verdict == verdict
