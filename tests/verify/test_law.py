"""Authorities: what agrees with the shelf is green, what contradicts it red, what is not there amber."""

import csv
from pathlib import Path

import pytest

from app.verify.shelf import names_agree, subsections
from tests.verify.matters import check, one

CITATIONS = Path(__file__).parents[3] / "shared" / "cases" / "citations.tsv"


@pytest.mark.parametrize(
    ("cite", "verdict", "kind"),
    [
        ("Harbor Pilots Association v. Quill Shipping Corp., 512 U.S. 204 (1994)", "supported", "citation"),
        ("Harbor Pilots Ass'n v. Quill Shipping Corp., 512 U.S. 204, 205 (1994)", "supported", "citation"),
        ("Harbor Pilots Ass’n v. Quill Shipping Corp., 114 S. Ct. 2001 (1994)", "supported", "citation"),
        ("Harbor Pilots Ass'n v. Quill Shipping Corp., 512 U.S. 204, 240 (1994)", "unsupported", "citation"),
        ("Harbor Pilots Ass'n v. Quill Shipping Corp., 512 U.S. 204 (1996)", "unsupported", "citation"),
        ("Harbor Pilots Ass'n v. Quill Shipping Corp., 521 U.S. 204 (1994)", "unsupported", "citation"),
        ("Harbor Pilots Ass'n v. Drake Shipping Corp., 512 U.S. 204 (1994)", "unsupported", "case_name"),
        ("Marlin v. Ocean Freight Co., 733 F.3d 12 (2d Cir. 2013)", "unchecked", "citation"),
        ("Marlin v. Ocean Freight Co., 733 F.3d 12 (14th Cir. 2013)", "unsupported", "citation"),
        ("Marlin v. Ocean Freight Co., 733 F.3d 12 (2d Cir. 1951)", "unsupported", "citation"),
        ("Marlin v. Ocean Freight Co., 991 U.S. 12 (2013)", "unsupported", "citation"),
        ("In re River Towing, 901 F.3d 77 (9th Cir. 2018)", "supported", "citation"),
        ("In re River Towing, 901 F.3d 77 (3d Cir. 2018)", "unsupported", "citation"),
        ("Quill, 512 U.S. at 205", "supported", "citation"),
        ("Quill, 512 U.S. at 299", "unsupported", "citation"),
        ("846F.2d746", "unchecked", "citation"),
    ],
)
def test_case_citations(cite, verdict, kind):
    found = one(f"The rule is old. See {cite}. It holds here.", cite)
    assert (found.verdict, str(found.claim.kind)) == (verdict, kind)
    if verdict == "supported":
        assert found.sources[0].authority in {"512 U.S. 204", "901 F.3d 77"}


def test_glued_and_spaced_forms_are_one_citation():
    values = [v.claim.value for v in check("See 846F.2d746; 846 F. 2d 746; 846 F.2d\u00a0746; 42U.S.C. §1981.")]
    assert [v.replace(" ", "") for v in values] == ["846F.2d746"] * 3 + ["42usc§1981"]


def test_id_means_the_case_outside_the_parenthesis():
    text = (
        "Harbor Pilots Ass'n v. Quill Shipping Corp., 512 U.S. 204, 205 (1994) (citing River Towing, 901 F.3d at "
        "80). Time runs. Id. at 206."
    )
    assert one(text, "Id. at 206").sources[0].authority == "512 U.S. 204"


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("In Quill the Court spoke of hire.", "Quill", "supported"),
        ("Under River Towing the owner wins.", "River Towing", "supported"),
        ("In Bannerman the Court spoke of hire.", "Bannerman", "unchecked"),
        ("Wexford controls here.", "Wexford", "unchecked"),
        ("Compare Quill with Wexford.", "Wexford", "unchecked"),
    ],
)
def test_cases_named_without_a_citation(text, shown, verdict):
    found = one(text, shown)
    assert (found.verdict, str(found.claim.kind)) == (verdict, "case_name")


def test_people_of_the_record_are_no_cases():
    assert check("Ostrow says the survey holds. Norwood remains the owner.") == ()


@pytest.mark.parametrize(
    ("cite", "verdict"),
    [
        ("46 U.S.C. § 30505", "supported"),
        ("46 U.S.C. § 30505(a)", "supported"),
        ("46 USC 30505(b)(2)(B)", "supported"),
        ("46 U.S.C.A. § 30505(c)", "supported"),
        ("section 30505(b)(1) of Title 46", "supported"),
        ("46 U.S.C. § 30505(d)", "unsupported"),
        ("46 U.S.C. § 30505(b)(3)", "unsupported"),
        ("46 U.S.C. § 30506", "unchecked"),
        ("28 U.S.C. § 30505", "unchecked"),
    ],
)
def test_statutes_down_to_the_last_letter(cite, verdict):
    found = one(f"Liability is limited by {cite}.", cite)
    assert (found.verdict, str(found.claim.kind)) == (verdict, "statute")


def test_paths_of_subsections():
    text = (
        "(a) One.\n(b) Two.\n(1) x;\n(2) y\n(A) p; or\n(B) q under clause (v);\n(i) r\n(ii) s\n(c) Three.\n(i) roman "
        "here\n"
    )
    assert {("b", "2", "B", "ii"), ("c", "i"), ("b", "1")} <= subsections(text)
    assert ("v",) not in subsections(text)


@pytest.mark.parametrize(
    ("written", "full", "agree"),
    [
        ("Bell Atl. Corp. v. Twombly", "Bell Atlantic Corp. v. Twombly", True),
        ("Int'l Shoe v. Washington", "International Shoe Co. v. Washington", True),
        ("Twombly v. Iqbal", "Bell Atlantic Corp. v. Twombly", False),
        ("Steen v. Golden Goose Co.", "Steen v. Wild Goose Min. Co.", False),
        ("In re Munro", "In re Munro", True),
        ("Doe v. Roe", "Poe v. Roe", False),
    ],
)
def test_names_of_cases(written, full, agree):
    assert names_agree(written, full) is agree


@pytest.mark.skipif(not CITATIONS.exists(), reason="the shared citations are not here")
def test_citations_of_real_sanctions_cases_are_all_seen_and_none_is_green():
    with CITATIONS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        found = [
            v
            for v in check(f"The rule is settled. See {row['citation']}.")
            if str(v.claim.kind) in {"citation", "case_name"}
        ]
        assert found, row["citation"]
        expected = {"unsupported"} if "impossible" in row["class"] else {"unchecked"}
        assert {str(v.verdict) for v in found} == expected, row["citation"]
