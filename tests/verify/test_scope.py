"""A fact must stand where its sentence points; a cite must point where its facts stand."""

import pytest

from tests.verify.matters import against, check, one

LEASE = [
    "LEASE made on April 12, 2021 between Orla Finch and Dunmore Mills. Rent $1,800 a month.",
    "The deposit of $3,600 was received on April 20, 2021 by the agent.",
    "INSPECTION. Mould was found in the cellar on June 3, 2021.",
]


def test_a_date_on_the_cited_page_is_supported_and_names_it():
    found = against(LEASE, "The deposit was received on April 20, 2021 (ACME000002).", "April 20")
    assert found.verdict == "supported"
    assert [s.bates for s in found.sources] == ["ACME000002"]


def test_a_date_that_stands_elsewhere_only_is_misplaced_with_the_place():
    found = against(LEASE, "The lease was made on June 3, 2021, at a rent of $1,800 (ACME000001).", "June 3")
    assert found.verdict == "misplaced"
    assert [s.bates for s in found.sources] == ["ACME000003", "ACME000001"]
    assert "stands on ACME000003, not on ACME000001; for this, ACME000001 says April 12, 2021." in found.reason
    assert found.suggestion == "April 12, 2021"


def test_a_date_that_stands_nowhere_is_unsupported_and_the_near_one_is_offered():
    found = against(LEASE, "The lease was made on April 21, 2021 (ACME000001).", "April 21")
    assert found.verdict == "unsupported"
    assert "April 12, 2021" in found.reason
    assert "the draft says April 21, 2021" in found.reason
    assert found.suggestion == "April 12, 2021"


def test_a_cite_sentence_belongs_to_the_sentence_before_it():
    found = against(LEASE, "Mould was found on June 3, 2021. ACME000002.\n\nThe rent is $1,800.", "June 3")
    assert (
        found.verdict != "supported"
        or against(LEASE, "Mould was found on June 3, 2021. ACME000002.", "ACME").verdict == "misplaced"
    )


def test_a_cite_one_page_off_is_misplaced_and_its_facts_stay_true():
    text = "The agent received a deposit of $3,600 on April 20, 2021 (ACME000003)."
    cite = against(LEASE, text, "ACME000003")
    assert cite.verdict == "misplaced"
    assert cite.suggestion == "ACME000002"
    assert "ACME000002" in cite.reason
    assert against(LEASE, text, "$3,600").verdict == "supported"


def test_a_date_of_another_event_on_another_page_is_misplaced_without_a_cite():
    found = against(LEASE, "Mould was found in the cellar on April 12, 2021.", "April 12")
    assert found.verdict == "misplaced"
    assert "June 3, 2021" in found.reason


def test_a_date_of_another_event_on_the_same_page_is_misplaced():
    found = one("The report was issued on May 12, 2021 (TIDE000005).", "May 12")
    assert found.verdict == "misplaced"
    assert found.suggestion == "May 28, 2021"


def test_semicolons_part_what_a_cite_covers():
    text = "The charter is dated April 20, 2021; the survey was made on May 12, 2021 (TIDE000005)."
    assert one(text, "April 20").verdict == "supported"
    assert one(text, "May 12").verdict == "supported"


def test_a_fact_after_a_cite_in_mid_sentence_is_not_bound_by_it():
    text = "The charter of April 20, 2021, TIDE000001, came first, and the report was issued on May 28, 2021."
    assert one(text, "May 28").verdict == "supported"


def test_a_leading_cite_binds_what_follows():
    assert one("As TIDE000001 shows, the hire was $91,775.00.", "$91,775.00").verdict == "misplaced"


def test_a_wrong_prefix_is_refused_and_the_page_of_the_same_number_is_offered():
    found = one("The hire is $48,250 (PELL000001).", "PELL000001")
    assert found.verdict == "unsupported"
    assert "PELL is no prefix of this matter" in found.reason
    assert found.suggestion == "TIDE000001"


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Ex. B at 1 reports damage. Id. at 2 denies it.", "Id. at 2", "supported"),
        ("Ex. B at 1 reports damage. Id. at 7 denies it.", "Id. at 7", "unsupported"),
        ("Ostrow Dep. 31:2. She never told him. Id. at 31:4-5.", "Id. at 31:4-5", "supported"),
        ("Nothing was cited before this. Id. at 3.", "Id. at 3", "unchecked"),
    ],
)
def test_id_stands_for_the_cite_before_it(text, shown, verdict):
    assert one(text, shown).verdict == verdict


def test_the_number_of_claims_seen_is_that_of_the_text():
    kinds = sorted(str(v.claim.kind) for v in check("On May 12, 2021 he paid $48,250.00 (TIDE000001; Ex. C at 1)."))
    assert kinds == ["amount", "bates", "date", "exhibit"]
