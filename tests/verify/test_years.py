"""Bare years and dates in eight digits: claims where a sentence uses them to say when, and nowhere else."""

import pytest

from app.domain.evidence import Page, Record
from app.verify import verify
from app.verify.dates import find_dates
from app.verify.years import find_years
from tests.verify.matters import against

SHOP = [
    "LEASE of the corner shop, dated May 3, 2017. The awning was renewed in 2019.",
    "Roof inspection 4/9/18. No leak was found.",
    "The cellar was pumped dry.",
]


@pytest.mark.parametrize(
    ("text", "year", "verdict"),
    [
        ("The awning was renewed in 2019 (ACME000001).", "2019", "supported"),
        ("The awning was renewed in 2016 (ACME000001).", "2016", "unsupported"),
        ("The shop has been let since 2017 (ACME000001).", "2017", "supported"),
        ("The 2017 lease covers the shop (ACME000001).", "2017", "supported"),
        ("The 2015 lease covers the shop (ACME000001).", "2015", "unsupported"),
        ("The roof was inspected in early 2018 (ACME000002).", "2018", "supported"),
        ("The cellar was pumped dry in 2019 (ACME000003).", "2019", "supported"),
        ("The cellar was pumped dry in 2014 (ACME000003).", "2014", "unsupported"),
    ],
)
def test_a_year_is_held_against_the_cited_document(text, year, verdict):
    assert against(SHOP, text, year).verdict == verdict


def test_a_year_of_another_document_is_misplaced():
    pages = (Page("A", 1, "SHOP01", SHOP[0]), Page("B", 1, "SHOP02", "The cellar was pumped dry in 2021."))
    found = verify("The cellar was pumped dry in 2019 (SHOP02). It began in 2021 (SHOP01).", Record(pages))
    assert [(v.claim.text, v.verdict) for v in found if v.claim.kind == "date"] == [
        ("2019", "misplaced"),
        ("2021", "misplaced"),
    ]
    assert "SHOP01 names 2019" in found[0].reason


@pytest.mark.parametrize(
    "text",
    [
        "Between 2015 and 2018 the rent rose.",
        "Die Miete stieg von 2015 bis 2018.",
        "De 2015 à 2018, le loyer a augmenté.",
    ],
)
def test_the_years_of_a_span_are_two_claims(text):
    assert sorted({v.year for _, _, v in find_years(text)}) == [2015, 2018]


@pytest.mark.parametrize(
    "text",
    [
        "seit 2019 vermietet", "im Jahr 2019", "Ende 2019 war, bis Ende 2019", "depuis 2019", "en 2019", "desde 2019",
        "em 2019", "в 2019 году", "с 2019 года", "in late 2019", "the spring of 2019", "her 2019 review",
        "since the year 2019", "Reyes's 2019 letter",
    ],
)  # fmt: skip
def test_years_are_seen_in_every_language(text):
    assert [v.year for _, _, v in find_years(text)] == [2019]


@pytest.mark.parametrize(
    "text",
    [
        "Smith v. Jones, 2019 WL 4412 (D. Me. 2019).", "See 28 U.S.C. § 2019(a).", "Case No. 2019-CV-1881 was closed.",
        "The Tax Cuts and Jobs Act of 2017 applies.", "Congress amended the statute in 1991.", "the 1991 amendments",
        "It weighs from 2019.5 to 2020.25 tons.", "ACME 2019 is a page.", "Form 2019 was used.",
        "Room 2019 was locked.", "She earned $2019 that week.", "In 2019-20 the season was short.",
        "In 2015, the Supreme Court held that no duty lies.", "Docket No. 19-2019 was opened.",
    ],
)  # fmt: skip
def test_a_year_of_a_law_a_number_or_a_cite_is_none(text):
    found = verify(text, Record((Page("A", 1, "ACME 2020", "A page of no year."),)))
    assert not [v.claim.text for v in found if v.claim.kind == "date"]


COMPACT = "Date: 20210304\nThe crate came on 20210309. Order No. 20210517 is closed, file IMG_20210601.jpg was kept.\n"


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [
        ("March 9, 2021", "supported"),
        ("20210309", "supported"),
        ("2021-03-09", "supported"),
        ("20210308", "unsupported"),
        ("May 17, 2021", "unsupported"),
        ("June 1, 2021", "unsupported"),
    ],
)
def test_a_date_in_eight_digits_is_a_date_where_the_words_say_so(shown, verdict):
    assert against([COMPACT], f"The crate came on {shown} (ACME000001).", shown).verdict == verdict


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("20210304 delivery of slates\n20210311 delivery of nails\n", ["2021-03-04", "2021-03-11"]),
        (
            "Imaged on 20210304, issued 20210311 on 20210312, account 20210313",
            ["2021-03-04", "2021-03-11", "2021-03-12"],
        ),
        ("20210304T0915 gate opened", ["2021-03-04"]),
        ("dated 20210304, as of 20210311", ["2021-03-04", "2021-03-11"]),
        ("vom 20210304 bis zum 20210311", ["2021-03-04", "2021-03-11"]),
        ("Invoice 20210304 was paid.", []),
        ("Account 20210304 of the bank, on account 20210305", []),
        ("on 20211304 or on 20210231", []),
        ("20210304 slates were ordered", []),
        ("SN 20210304, Ref. 20210304, #20210304", []),
    ],
)
def test_eight_digits_elsewhere_are_a_number(text, days):
    assert [r.iso() for d in find_dates(text) for r in d.readings] == days
