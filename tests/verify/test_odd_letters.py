"""Letters that a pattern takes for others of its own accord, and those that small letters make two of."""

from decimal import Decimal

import pytest

from app.verify.amounts import find_amounts
from app.verify.dates import find_dates
from app.verify.normal import clean


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("It cost 5 mıllion dollars.", 5 * 10**6, "USD"),
        ("Custou 80 REAİS.", 80, "BRL"),
        ("It cost 3 BİLLİON euros.", 3 * 10**9, "EUR"),
        ("Er zahlte dreißig Euro.", 30, "EUR"),
    ],
)
def test_an_i_with_or_without_its_dot_and_a_sharp_s_are_read(text, value, unit):
    found = find_amounts(text)
    assert [(a.value, a.unit) for a in found] == [(Decimal(value), unit)]


@pytest.mark.parametrize("text", ["dreißigsten März 2020", "DREISSIGSTEN MÄRZ 2020", "dreissigsten märz 2020"])
def test_the_thirtieth_in_german_words(text):
    found = find_dates(f"am {text} vormittags")
    assert [r.iso() for d in found for r in d.readings] == ["2020-03-30"]


def test_a_month_beside_a_sharp_s_stands_where_it_stands():
    text = "An der Straße am 5. März 2020 und in der Großen Gasse am 7. Auguſt 2021."
    assert [text[d.start : d.end] for d in find_dates(text)] == ["5. März 2020", "7. Auguſt 2021"]
    assert find_dates("der Augußt 2020") == []


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("on March 1О, 2020", "on March 10, 2020"),
        ("$4,5З0.00 and З6", "$4,530.00 and 36"),
        ("в 2020 О нём", "в 2020 О нём"),
        ("дом 5О-летний, 3О", "дом 50-летний, 30"),
        ("1ОЗ pages, ООО 7", "103 pages, ООО 7"),
        ("с 5Оя", "с 5Оя"),
    ],
)
def test_letters_of_another_script_in_a_number_are_its_digits(text, true):
    assert clean(text).text == true
