"""Authorities that are not on the shelf, with an index of citations: never green, red where the index contradicts."""

import pytest

from app.domain.citation import KnownCase
from app.domain.claim import Verdict
from app.domain.evidence import Authority, Page, Record
from app.verify import Checker
from app.verify.editions import edition_keys

ROE = KnownCase("Roe v. Wade", 1973, "SCOTUS", "Supreme Court of the United States")
HELD = {
    ("410", "us", "113"): [ROE],
    ("93", "sct", "705"): [ROE],
    ("733", "f3d", "12"): [
        KnownCase("Marlin v. Ocean Freight Co.", 2013, "2d Cir.", "Court of Appeals, Second Circuit")
    ],
    ("301", "us", "1"): [KnownCase("National Labor Relations Board v. Jones & Laughlin Steel Corp.", 1937)],
    ("304", "us", "64"): [KnownCase("Erie R. Co. v. Tompkins", 1938)],
    ("387", "us", "1"): [KnownCase("Application of Gault", 1967)],
    ("418", "us", "683"): [KnownCase("United States v. Nixon", 1974)],
    ("200", "f2d", "5"): [KnownCase("Able v. Baker", 1952), KnownCase("Cole v. Dunn", 1952)],
    ("540", "us", "801"): [KnownCase(f"P{n} v. Q{n}", 2003) for n in range(9)],
    ("17", "f", "3"): [KnownCase(None, None)],
    ("18", "f", "4"): [KnownCase("Old v. Older", None)],
}
COURTS = {"2dcir", "9thcir", "sdny"}
SHELF = (Authority(("410 U.S. 113",), "Roe v. Wade", "U.S.", 1973, 113, 178, "opinion", paginated=False, text="Roe."),)


class Known:
    """An index that holds a few cases."""

    date = "2025-07-02"

    def lookup(self, volume: str, reporter: str, page: str) -> list[KnownCase]:
        return next((HELD[place] for key in edition_keys(reporter) if (place := (volume, key, page)) in HELD), [])

    def is_court(self, cited: str) -> bool:
        return "".join(filter(str.isalnum, cited)).casefold() in COURTS


def judged(cite: str, shelf: tuple[Authority, ...] = (), known: Known | None = None) -> Verdict:
    checker = Checker(Record((Page("A", 1, "X000001", "A page."),), shelf), known)
    text = f"The rule is old. See {cite}. It holds here."
    found = [v for v in checker.check(text) if v.claim.text in cite and v.claim.kind in ("citation", "case_name")]
    assert found, text
    return found[0]


@pytest.mark.parametrize(
    ("cite", "verdict", "says"),
    [
        (
            "Roe v. Wade, 410 U.S. 113 (1973)",
            "unchecked",
            "knows 410 U.S. 113 as Roe v. Wade (1973); its text is not on",
        ),
        ("Roe v. Wade, 410 U. S. 113, 164 (1973)", "unchecked", "as Roe v. Wade (1973)"),
        ("Roe v. Wade, 410 U.S. 114 (1973)", "unchecked", "The index of 2025-07-02 doesn't have 410 U.S. 114"),
        ("Doe v. Bolton, 410 U.S. 113 (1973)", "unsupported", "410 U.S. 113 is Roe v. Wade (1973), not Doe v. Bolton"),
        (
            "Roe v. Wade, 410 U.S. 113 (1974)",
            "unsupported",
            "Roe v. Wade at 410 U.S. 113 is of 1973; the draft says 1974",
        ),
        ("Marlin v. Ocean Freight Co., 733 F.3d 12 (2d Cir. 2013)", "unchecked", "knows 733 F.3d 12 as Marlin"),
        ("Marlin v. Ocean Freight Co., 733 F.3d 12 (2nd Cir. 2013)", "unchecked", "knows 733 F.3d 12 as Marlin"),
        (
            "Marlin v. Ocean Freight Co., 733 F.3d 12 (9th Cir. 2013)",
            "unsupported",
            "Second Circuit; the draft says 9th Cir",
        ),
        ("NLRB v. Jones & Laughlin Steel Corp., 301 U.S. 1 (1937)", "unchecked", "knows 301 U.S. 1"),
        ("Erie R.R. v. Tompkins, 304 U.S. 64 (1938)", "unchecked", "as Erie R. Co. v. Tompkins"),
        ("Erie R.R. v. Thompson, 304 U.S. 64 (1938)", "unsupported", "not Erie R.R. v. Thompson"),
        ("In re Gault, 387 U.S. 1 (1967)", "unchecked", "as Application of Gault"),
        ("In re Winship, 387 U.S. 1 (1967)", "unsupported", "not In re Winship"),
        ("U.S. v. Nixon, 418 U.S. 683 (1974)", "unchecked", "knows 418 U.S. 683"),
        ("Cole v. Dunn, 200 F.2d 5 (1952)", "unchecked", "as Cole v. Dunn (1952)"),
        (
            "Eads v. Fox, 200 F.2d 5 (1952)",
            "unsupported",
            "Able v. Baker (1952) or Cole v. Dunn (1952), not Eads v. Fox",
        ),
        ("Eads v. Fox, 540 U.S. 801 (2003)", "unchecked", "has 9 cases at 540 U.S. 801, none of them named Eads"),
        ("Eads v. Fox, 17 F. 3 (1883)", "unchecked", "not the name of its case"),
        ("Old v. Older, 18 F. 4 (1883)", "unchecked", "as Old v. Older; its text"),
        ("Roe v. Wade, 410 U.S. 113 (2073)", "unsupported", "not come yet"),
    ],
)
def test_what_the_index_knows_decides_between_amber_and_red(cite: str, verdict: str, says: str) -> None:
    found = judged(cite, known=Known())
    assert found.verdict == verdict, found.reason
    assert says in found.reason
    assert not found.passes


@pytest.mark.parametrize(
    ("cite", "instead"),
    [
        ("Doe v. Bolton, 410 U.S. 113, 164 (1973)", "Roe v. Wade, 410 U.S. 113, 164 (1973)"),
        ("Roe v. Wade, 410 U.S. 113 (1974)", "Roe v. Wade, 410 U.S. 113 (1973)"),
        ("Doe v. Bolton, 410 U.S. 113 (1971)", "Roe v. Wade, 410 U.S. 113 (1973)"),
        (
            "Marlin v. Ocean Freight Co., 733 F.3d 12 (9th Cir. 2013)",
            "Marlin v. Ocean Freight Co., 733 F.3d 12 (2d Cir. 2013)",
        ),
        ("Eads v. Fox, 200 F.2d 5 (1952)", None),
    ],
)
def test_the_suggestion_is_the_drafts_own_words_with_what_the_index_says(cite: str, instead: str | None) -> None:
    assert judged(cite, known=Known()).suggestion == instead


def test_a_name_never_rescues_a_failed_cite() -> None:
    found = judged("Roe v. Wade, 411 U.S. 113 (1973)", known=Known())
    assert found.verdict == "unchecked"
    assert "doesn't have 411 U.S. 113" in found.reason
    assert judged("Roe v. Wade, 411 U.S. 113 (1973)", SHELF, Known()).verdict == "unsupported"


def test_a_parallel_cite_that_the_index_knows_is_not_wrong() -> None:
    assert judged("Roe v. Wade, 93 S. Ct. 705 (1973)", SHELF).verdict == "unchecked"
    assert judged("Roe v. Wade, 93 S. Ct. 705 (1973)", SHELF, Known()).verdict == "unchecked"


def test_the_shelf_goes_before_the_index() -> None:
    assert judged("Roe v. Wade, 410 U.S. 113 (1973)", SHELF, Known()).passes
    assert "410 U.S. 113 is Roe v. Wade, not" in judged("Doe v. Bolton, 410 U.S. 113 (1973)", SHELF, Known()).reason


def test_without_an_index_nothing_changes() -> None:
    found = judged("Doe v. Bolton, 410 U.S. 113 (1974)")
    assert (found.verdict, found.suggestion) == ("unchecked", None)
    assert found.reason == "Doe v. Bolton is not on the shelf, so it could not be checked."


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("F.Supp.2d", ("fsupp2d",)),
        ("U. S.", ("us",)),
        ("Fed. Rep. 2d", ("fedrep2d", "f2d")),
        ("Cal. App. 2d Supp.", ("calapp2dsupp",)),
    ],
)
def test_reporters_are_looked_up_by_the_one_edition_that_they_stand_for(written: str, keys: tuple[str, ...]) -> None:
    assert edition_keys(written) == keys
