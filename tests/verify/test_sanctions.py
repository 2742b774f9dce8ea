"""Invented citations of real sanctions cases, and what no citation can say whatever library is asked."""

import csv
from pathlib import Path

import pytest

from app.domain.claim import Verdict
from app.domain.evidence import Authority, Page, Record
from app.verify import verify
from app.verify.citations import find_cases
from app.verify.reporters import impossible

CITATIONS = Path(__file__).parents[3] / "shared" / "cases" / "citations.tsv"
PAGE = (Page("A", 1, "X000001", "A page of the record."),)


def opinion(cite: str, name: str, court: str | None, year: int | None, last: int, text: str = "Affirmed.") -> Authority:
    first = int(cite.split()[-1]) if cite.split()[-1].isdigit() else None
    return Authority((cite,), name, court, year, first, last, "opinion", paginated=False, text=text)


def of_cite(cite: str, *shelf: Authority) -> Verdict:
    found = verify(f"The rule is settled. See {cite}. It holds here.", Record(PAGE, shelf))
    cases = [v for v in found if str(v.claim.kind) in {"citation", "case_name"}]
    assert len(cases) == 1, [(v.claim.text, v.reason) for v in found]
    return cases[0]


@pytest.mark.parametrize(
    "cite",
    [
        "Martinez v. Delta Airlines, Inc., 2019 WL 4639462 (Tex. App. Sept. 25, 2019)",
        "Shaboon v. Egyptair, 2013 IL App (1st) 111279-U (Ill. App. Ct. 2013)",
        "Miller v. United Airlines, Inc., 174 F.3d 366, 371-72 (2d Cir. 1999)",
        "Zicherman v. Korean Air Lines Co., Ltd., 516 F.3d 1237, 1254 (11th Cir. 2008)",
        "United States v. Baker, 539 F. App'x 937 (11th Cir. 2013)",
        "Kelley v. City of Birmingham, 2021 WL 1118031 (N.D. Ala. Mar. 24, 2021)",
        "Greer v. Warden, FCC Coleman I, 2020 WL 3060362 (11th Cir. June 9, 2020)",
        "Wilson v. Jackson, 2006 WL 8438651 (N.D. Ala. Feb. 27, 2006)",
        "Perkins v. Fed. Fruit & Produce Co., 945 F.3d 1242, 1251 (10th Cir. 2019)",
    ],
)
def test_an_invented_citation_is_seen_and_never_green(cite):
    beside = opinion("174 F.3d 352", "Greenleaf v. Garlock, Inc.", "3d Cir.", 1999, 370)
    found = of_cite(cite, beside)  # 174 F.3d 366 lies inside that opinion
    assert found.verdict == "unchecked"
    assert found.claim.text.startswith(cite[:12])


OCCUPANTS = {
    "905 F. Supp. 2d 121": ("United States v. ISS Marine Services, Inc.", "D.D.C.", 2012),
    "738 F.2d 1153": ("Gibbs v. Maxwell House", "11th Cir.", 1984),
    "92 F.3d 1074": ("Grilli v. Metropolitan Life Insurance Co.", "11th Cir.", 1996),
    "114 A.D.3d 947": ("Kay v. Desantis", "2d Dep't", 2014),
    "410 U.S. 113": ("Roe v. Wade", "U.S.", 1973),
    "925 F.3d 1291": ("J.D. v. Azar", "D.C. Cir.", 2019),
    "330 B.R. 455": ("In re 652 West 160th LLC", "Bankr. S.D.N.Y.", 2005),
    "330 F.3d 111": ("In re BDC 56 LLC", "2d Cir.", 2003),
}
"""What stands in the reporter there, as the notes of the list have it."""


@pytest.mark.skipif(not CITATIONS.exists(), reason="the shared citations are not here")
def test_each_citation_of_the_list_gives_its_class():
    with CITATIONS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    others = [opinion(c, *what, last=int(c.split()[-1]) + 60) for c, what in OCCUPANTS.items()]
    real = [_as_published(row["citation"]) for row in rows if row["class"] in {"REAL", "MISQUOTE"}]
    shelf = [*(a for a in real if a.citations[0] not in OCCUPANTS), *others]
    for row in rows:
        found = of_cite(row["citation"], *shelf)
        assert str(found.verdict) == _expected(row), (row["citation"], found.reason)


def _as_published(cite: str) -> Authority:
    _, _, ref = find_cases(f"See {cite}.")[0]
    last = max([int(ref.page or 0) + 40, *ref.pins])
    return opinion(ref.cite or "", ref.name or "", ref.court, ref.year, last)


def _expected(row: dict[str, str]) -> str:
    kind = row["class"]
    if "BDC 56" in row["citation"]:
        return "unchecked"  # its page lies inside another opinion, and its name is another decision's
    if kind in {"REAL", "MISQUOTE"}:
        return "supported"
    if "impossible" in kind or kind in {"WRONG-CASE-AT-CITE", "REAL-NAME-WRONG-CITE"} or "wrong-case" in kind:
        return "unsupported"
    return "unchecked"


def test_a_real_case_does_not_lend_itself_to_an_invented_quotation():
    held = opinion("496 U.S. 53", "Begier v. IRS", "U.S.", 1990, 71, text="The taxes are held in trust.")
    text = "“[P]roperty of the estate grows with every suit.” Begier v. IRS, 496 U.S. 53 (1990)."
    quotation, cite = verify(text, Record(PAGE, (held,)))
    assert (quotation.verdict, cite.verdict) == ("unsupported", "supported")


@pytest.mark.parametrize(
    ("cite", "why"),
    [
        ("Reed v. Global, 88 F.4th 112 (13th Cir. 2024)", "There is no 13th Circuit"),
        ("Reed v. Global, 88 F.4th 112 (Twelfth Circuit 2024)", "There is no Twelfth Circuit"),
        ("Reed v. Global, 901 U.S. 12 (2005)", "U.S. has no volume 901"),
        ("Reed v. Global, 88 F.3d 112 (9th Cir. 2015)", "Volume 88 of F.3d has opinions of 1993 to 1996"),
        ("Reed v. Global, 347 U.S. 483 (1984)", "Volume 347 of U.S. has opinions of 1936 to 1955"),
        ("Reed v. Global, 93 S. Ct. 705 (1999)", "Volume 93 of S. Ct. has opinions of 1972 to 1973"),
        ("Reed v. Global, 88 F.4th 112 (S.D.N.Y. 2024)", "does not print opinions of the court S.D.N.Y."),
        ("Reed v. Global, 123 F. Supp. 2d 9 (2d Cir. 2001)", "does not print"),
        ("Reed v. Global, 12 So. 3d 9 (Cal. 2009)", "does not print"),
        ("Reed v. Global, 200 P.3d 9 (N.Y. 2009)", "does not print"),
        ("Reed v. Global, 12 Cal. 4th 9 (N.Y. 1996)", "does not print"),
        ("Reed v. Global, 150 Cal. App. 4th 9 (9th Cir. 2007)", "does not print"),
        ("Reed v. Global, 500 F.3d 9 (Tex. App. 2007)", "does not print"),
        ("Reed v. Global, 500 F. Supp. 2d 9 (C.D.N.Y. 2007)", "There is no federal district C.D.N.Y."),
        ("Reed v. Global, 500 F. Supp. 2d 9 (E.D. Mass. 2007)", "There is no federal district E.D. Mass."),
        ("Reed v. Global, 500 F. Supp. 2d 9 (D. Tex. 2007)", "There is no federal district D. Tex."),
        ("Reed v. Global, 2015 WL 123456 (S.D.N.Y. Jan. 5, 2019)", "is of 2015, not of 2019"),
        ("Reed v. Global, No. 23-cv-1234, 2021 WL 44247 (S.D.N.Y. Oct. 11, 2021)", "A case filed in 2023"),
        ("Reed v. Global, No. 2:20-cv-01234, 2021 WL 44247 (2d Cir. 2021)", "the form of a district court's"),
        ("Reed v. Global, 0 F.3d 12 (9th Cir. 1999)", "no volume or page 0"),
    ],
)
def test_what_is_impossible_on_its_face_is_red(cite, why):
    found = of_cite(cite)
    assert found.verdict == "unsupported"
    assert why in found.reason


@pytest.mark.parametrize(
    "cite",
    [
        "Reed v. Global, 88 F.3d 112 (9th Cir. 1996)",
        "Reed v. Global, 347 U.S. 483 (1954)",
        "Reed v. Global, 93 S. Ct. 705 (1973)",
        "Reed v. Global, 40 F.2d 9 (D. Mass. 1930)",
        "Reed v. Global, 500 F. Supp. 2d 9 (E.D. Wash. 2007)",
        "Reed v. Global, 400 F. Supp. 9 (E.D. Ill. 1975)",
        "Reed v. Global, 500 F. Supp. 2d 9 (D.D.C. 2007)",
        "Reed v. Global, 999 F.3d 9 (D.C. Cir. 2021)",
        "Reed v. Global, 200 P.3d 9 (Kan. 2009)",
        "Reed v. Global, 150 A.2d 9 (D.C. 1959)",
        "Reed v. Global, 90 S.W.3d 9 (Tex. App. 2002)",
        "Reed v. Global, 2019 WL 123456 (S.D.N.Y. Jan. 2, 2020)",
        "Reed v. Global, No. 21-3391, 2022 WL 44247 (2d Cir. Oct. 11, 2022)",
        "Reed v. Global, No. 98-cv-12, 2001 WL 44247 (S.D.N.Y. 2001)",
        "Reed v. Global, 2 U.S. 402 (Pa. 1793)",
        "Reed v. Global, 300 F.3d 9 (Fed. Cir. 2002)",
        "Reed v. Global, 9 B.R. 100 (B.A.P. 9th Cir. 1981)",
    ],
)
def test_what_can_be_is_not_red_without_the_text(cite):
    assert of_cite(cite).verdict == "unchecked"


def test_no_citation_of_a_real_opinion_is_impossible():
    shelf = CITATIONS.parents[1] / "vbench" / "opinions.jsonl"
    if not shelf.exists():
        pytest.skip("the shared opinions are not here")
    refs = [ref for _, _, ref in find_cases(shelf.read_text(encoding="utf-8")[:600_000]) if ref.form == "full"]
    assert len(refs) > 200
    assert [ref.normal() for ref in refs if impossible(ref)] == []


SHELF = (
    Authority(("512 U.S. 204", "114 S. Ct. 2001"), "Able v. Baker", "U.S.", 1994, 204, 231, "opinion", False, "Able."),
    Authority(("901 F.3d 77",), "Cole v. Dunn", "9th Cir.", 2018, 77, 95, "opinion", False, "Cole."),
    Authority(("92 F.3d 1074",), "Grilli v. Metro", "11th Cir.", 1996, 1074, 1074, "opinion", False, "Affirmed."),
)


@pytest.mark.parametrize(
    ("cite", "verdict", "says"),
    [
        ("Able v. Baker, 512 U.S. 204, 114 S. Ct. 2001 (1994)", "supported", ""),
        ("Able v. Baker, 512 U.S. 204, 210, 114 S. Ct. 2001, 2005 (1994)", "supported", ""),
        ("Able v. Baker, 512 U.S. 204, 115 S. Ct. 2001 (1994)", "unsupported", "is at 114 S. Ct. 2001"),
        ("Able v. Baker, 512 U.S. 204, 901 F.3d 77 (1994)", "unsupported", "901 F.3d 77 is Cole v. Dunn"),
        ("Able v. Baker, 512 U.S. 204, 129 L. Ed. 2d 55 (1994)", "unchecked", "129 L. Ed. 2d 55 too could not be"),
        ("Able v. Baker, 129 L. Ed. 2d 55 (1994)", "unchecked", "not on the shelf"),
        ("Able v. Baker, 129 L. Ed. 2d 55 (1995)", "unsupported", "is at 512 U.S. 204"),
        ("Able v. Baker, 512 U.S. 209 (1994)", "unsupported", "is at 512 U.S. 204"),
        ("Cole v. Dunn, No. 17-1234, 901 F.3d 77 (9th Cir. 2018)", "supported", ""),
        ("Hyatt v. N. Cent. Airlines, 92 F.3d 1074 (11th Cir. 1996)", "unchecked", "another short order"),
        ("Erm v. Fox, supra note 3", "unchecked", ""),
    ],
)
def test_parallel_citations_stand_each_on_its_own(cite, verdict, says):
    found = of_cite(cite, *SHELF)
    assert found.verdict == verdict, found.reason
    assert says in found.reason


@pytest.mark.parametrize(
    ("cite", "instead"),
    [
        ("Able v. Baker, 512 U.S. 204 (1996)", "Able v. Baker, 512 U.S. 204 (1994)"),
        ("Able v. Drake, 512 U.S. 204 (1994)", "Able v. Baker, 512 U.S. 204 (1994)"),
        ("Able v. Baker, 521 U.S. 204 (1994)", "Able v. Baker, 512 U.S. 204 (1994)"),
        ("Able v. Baker, 115 S. Ct. 2001 (1994)", "Able v. Baker, 114 S. Ct. 2001 (1994)"),
        ("Cole v. Dunn, 901 F.3d 77 (3d Cir. 2018)", "Cole v. Dunn, 901 F.3d 77 (9th Cir. 2018)"),
    ],
)
def test_the_right_citation_is_offered_in_the_drafts_own_words(cite, instead):
    found = of_cite(cite, *SHELF)
    assert (found.verdict, found.suggestion) == ("unsupported", instead), found.reason


@pytest.mark.parametrize(
    ("cite", "verdict"),
    [
        ("Cole v. Dunn, 901 F.3d 77, 80–82 (9th Cir. 2018)", "supported"),
        ("Cole v. Dunn, 901 F.3d 77, 120–22 (9th Cir. 2018)", "unsupported"),
        ("Cole v. Dunn, 901 F.3d 77, 94–98 (9th Cir. 2018)", "unsupported"),
        ("Cole v. Dunn, 901 F.3d 77, 80, 120 (9th Cir. 2018)", "unsupported"),
        ("Cole v. Dunn, 901 F.3d 77, 80 n.140 (9th Cir. 2018)", "supported"),
        ("Cole v. Dunn, 901 F.3d 77, 80 & n.4 (9th Cir. 2018)", "supported"),
        ("Cole v. Dunn, 901 F.3d 77 (Ninth Circuit 2018)", "supported"),
        ("Cole v. Dunn (9th Cir. 2018) 901 F.3d 77, 80", "supported"),
        ("Cole v. Dunn (9th Cir. 2015) 901 F.3d 77, 80", "unsupported"),
        ("Cole vs. Dunn, 901 F.3d 77 (9th Cir. 2018)", "supported"),
        ("COLE V. DUNN, 901 F.3d 77 (9th Cir. 2018)", "supported"),
        ("COLE V. DRAKE, 901 F.3d 77 (9th Cir. 2018)", "unsupported"),
        ("Able v. Baker, 114 S. Ct. 2001, 2005 (1994)", "unchecked"),
        ("Baker, 114 S. Ct. at 2005", "unchecked"),
    ],
)
def test_pins_names_and_courts_in_every_form(cite, verdict):
    found = of_cite(cite, *SHELF)
    assert found.verdict == verdict, found.reason


def test_a_cite_that_runs_over_the_end_of_a_line_is_seen():
    text = (
        "The rule is settled in this circuit and was stated long ago. Cole v.\nDunn, 901 F.3d 77, 80 (9th Cir. 2018)."
        " The statute is of the same kind; 14 U.S.C.\n§ 801(a) says so.\n"
    )
    found = verify(text, Record(PAGE, SHELF))
    assert [(str(v.claim.kind), str(v.verdict)) for v in found][:2] == [
        ("citation", "supported"),
        ("statute", "unchecked"),
    ]
    assert text[found[0].claim.start : found[0].claim.end].startswith("Cole v.\nDunn")
    heading = "A. THE RULE OF COLE\nSmith v. Jones was decided.\n"
    assert [v.claim.text for v in verify(heading, Record(PAGE, SHELF))] == ["Smith v. Jones"]
