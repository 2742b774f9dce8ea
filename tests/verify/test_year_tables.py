"""Tables of months and years, and diaries: what a cell or an entry is of."""

import pytest

from tests.verify.matters import against

RAIN = (
    "EGGS SOLD AT THE GATE\n"
    "             2015        2016        2017\n"
    "April      $610.20     $655.00     $702.40\n"
    "May        $588.75     $640.10     $731.90\n"
    "Juni 2018 was dry.\n"
)
DIARY = (
    "HERD DIARY   kept by R. Imhof\n"
    "Mon 3/4/2019   Vet called, two cows lame.\n"
    "Wed 3/6/2019   Hoof trimmer came at noon.\n"
    "Thu 3/7/2019   Milk tank leaked and was mended.\n"
    "Fri 3/15/2019  Two heifers sold to Brandt.\n"
)


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("In May 2016 the eggs brought $640.10", "$640.10", "supported"),
        ("In May 2016 the eggs brought $588.75", "$588.75", "misplaced"),
        ("In April 2017 the eggs brought $731.90", "$731.90", "misplaced"),
        ("In April 2017 the eggs brought $702.40", "$702.40", "supported"),
        ("In April 2017 the eggs brought $702.40", "April 2017", "supported"),
        ("In April 2014 the eggs brought $702.40", "April 2014", "unsupported"),
        ("In June 2016 the eggs brought $702.40", "June 2016", "unsupported"),
    ],
)
def test_a_cell_is_of_its_month_and_its_year(text, shown, verdict):
    assert against([RAIN], f"{text} (ACME000001).", shown).verdict == verdict


@pytest.mark.parametrize(
    ("text", "day", "verdict"),
    [
        ("The hoof trimmer came on {}", "March 6, 2019", "supported"),
        ("The hoof trimmer came on {}", "March 4, 2019", "misplaced"),
        ("The milk tank leaked on {}", "March 7, 2019", "supported"),
        ("The milk tank leaked on {}", "March 15, 2019", "misplaced"),
        ("Two heifers were sold on {}", "March 7, 2019", "misplaced"),
    ],
)
def test_an_entry_is_of_the_day_that_it_begins_with(text, day, verdict):
    assert against([DIARY], f"{text.format(day)} (ACME000001).", day).verdict == verdict
