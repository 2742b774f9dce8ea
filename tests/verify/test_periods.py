"""Spans of time, days that are not exact, days told before, and years that a date doesn't have in digits."""

import pytest

from app.domain.evidence import Page, Reading, Record
from app.verify import verify
from app.verify.dates import find_dates
from app.verify.periods import find_periods

PAGES = (
    Page("A", 1, "ORR00001", "Revenue in fiscal year 2021 was $4,000,000. In Q3 2021 the mill stood still.\n"),
    Page("A", 2, "ORR00002", "The mill was sold on February 9, 2021.\nThe roof leaked on May 4, 2021.\n"),
    Page("A", 3, "ORR00003", "The new roof was laid on May 4, 2021.\n"),
    Page("A", 4, "ORR00004", "The invoice gives no day.\n"),
    Page("A", 5, "ORR00005", "", Reading.NONE),
)


def verdict(text: str, shown: str) -> tuple[str, str | None]:
    found = [v for v in verify(text, Record(PAGES)) if shown in v.claim.text]
    assert len(found) == 1, [(v.claim.text, v.reason) for v in verify(text, Record(PAGES))]
    assert found[0].claim.kind == "date"
    return str(found[0].verdict), found[0].suggestion


@pytest.mark.parametrize(
    ("text", "shown", "expected"),
    [
        ("Revenue in FY21 was high (ORR00001).", "FY21", "supported"),
        ("Revenue in fiscal 2021 was high (ORR00001).", "fiscal 2021", "supported"),
        ("Revenue in FY 2021 was high (ORR00002).", "FY 2021", "misplaced"),
        ("Revenue in fiscal year 2022 was high (ORR00001).", "fiscal year 2022", "unsupported"),
        ("In the third quarter of 2021 it stood still (ORR00001).", "third quarter", "supported"),
        ("In 3Q21 it stood still (ORR00001).", "3Q21", "supported"),
        ("In Q4 2021 it stood still (ORR00001).", "Q4 2021", "unsupported"),
        ("The mill was sold in Q1 2021 (ORR00002).", "Q1 2021", "supported"),
        ("The mill was sold in the first half of 2021 (ORR00002).", "first half", "supported"),
        ("The mill was sold in H2 2021 (ORR00002).", "H2 2021", "unsupported"),
        ("The mill was sold in Q1 2021 (ORR00005).", "Q1 2021", "unchecked"),
    ],
)
def test_a_span_is_named_or_holds_a_day_of_the_cited_page(text, shown, expected):
    assert verdict(text, shown)[0] == expected


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("FY2019/20", "FY2019"),
        ("fiscal year ’19", "FY2019"),
        ("im Geschäftsjahr 2019", "FY2019"),
        ("im zweiten Quartal 2019", "Q2 2019"),
        ("au troisième trimestre 2019", "Q3 2019"),
        ("el cuarto trimestre de 2019", "Q4 2019"),
        ("no primeiro trimestre de 2019", "Q1 2019"),
        ("во втором квартале 2019 года", "Q2 2019"),
        ("im 3. Quartal 2019", "Q3 2019"),
        ("du 1er trimestre 2019", "Q1 2019"),
        ("the first fiscal quarter of 2019", "Q1 FY2019"),
    ],
)
def test_forms_of_spans(text, normal):
    assert [p.normal() for _, _, p in find_periods(text)] == [normal]


@pytest.mark.parametrize("text", ["a quarter of 2,019 votes", "Q3 12,500 units", "half of 2021 votes", "FY is short"])
def test_what_is_no_span(text):
    assert [p.normal() for _, _, p in find_periods(text)] == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("on or about February 9, 2021", ("supported", None)),
        ("on or about February 12, 2021", ("ambiguous", "February 9, 2021")),
        ("on or around February 5, 2021", ("ambiguous", "February 9, 2021")),
        ("on or about February 25, 2021", ("unsupported", "February 9, 2021")),
        ("on February 12, 2021", ("unsupported", "February 9, 2021")),
    ],
)
def test_on_or_about_is_a_span_of_days(said, expected):
    assert verdict(f"The mill was sold {said} (ORR00002).", "2021") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The roof leaked on May 4, 2021 (ORR00002). The same day, the new roof was laid (ORR00003).", "supported"),
        ("The mill was sold on February 9, 2021 (ORR00002). The same day, the roof was laid (ORR00003).", "misplaced"),
        ("The roof leaked on May 4, 2021 (ORR00002). The invoice came the same day (ORR00004).", "unchecked"),
        ("It was sold on February 9, 2021, and leaked on May 4, 2021. It was laid the same day.", "unchecked"),
        ("The new roof was laid the same day (ORR00003).", "unchecked"),
    ],
)
def test_the_same_day_is_the_day_told_before_or_unsure(text, expected):
    assert verdict(text, "same day")[0] == expected


@pytest.mark.parametrize(
    "text", ["He paid the same day the roof leaked.", "He paid the same day that it leaked.", "Two days later he paid."]
)
def test_a_day_that_its_own_sentence_explains_is_left_alone(text):
    assert [v for v in verify(text, Record(PAGES)) if v.claim.kind == "date"] == []


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("from July 1 to August 3, 2022", ["2022-07-01", "2022-08-03"]),
        ("between March 3 and October 9, 2023", ["2023-03-03", "2023-10-09"]),
        ("December 28 – January 3, 2024", ["2023-12-28", "2024-01-03"]),
        ("vom 3. März bis zum 9. Mai 2023", ["2023-03-03", "2023-05-09"]),
        ("May 4, '17", ["2017-05-04"]),
        ("4 May ’17", ["2017-05-04"]),
        ("the fourth day of May, two thousand seventeen", ["2017-05-04"]),
        ("May 4, nineteen ninety-four", ["1994-05-04"]),
        ("May fourth, twenty twenty-three", ["2023-05-04"]),
        ("at 2017-05-04T09:30:00Z", ["2017-05-04"]),
        ("Received 03/04/2021 and May 3", ["2021-03-04 2021-04-03", "--05-03"]),
    ],
)
def test_years_that_are_not_written_as_four_digits(text, days):
    assert [" ".join(sorted(r.iso() for r in d.readings)) for d in find_dates(text)] == days
