"""Record cites: Bates numbers, exhibits, transcripts, dockets."""

import pytest

from app.domain.evidence import Page, Record
from app.verify import verify
from tests.verify.matters import check, one

DASHES = ["-", "–", "—", "‑", "−", " - ", " – ", " to ", " through "]


@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_makes_a_range_and_each_page_of_it_is_checked(dash):
    good = one(f"See TIDE000001{dash}TIDE000003.", "TIDE000001")
    assert good.verdict == "supported"
    assert [s.bates for s in good.sources] == ["TIDE000001", "TIDE000002", "TIDE000003"]
    assert one(f"See TIDE000003{dash}TIDE000009.", "TIDE000003").verdict == "unsupported"


@pytest.mark.parametrize(
    ("text", "shown", "verdict", "value"),
    [
        ("(TIDE000001-03)", "TIDE000001", "supported", "TIDE000001-TIDE000003"),
        ("(TIDE000001–4)", "TIDE000001", "supported", "TIDE000001-TIDE000004"),
        ("(TIDE 000002)", "TIDE 000002", "supported", "TIDE000002"),
        ("(TIDE-000002)", "TIDE-000002", "supported", "TIDE000002"),
        ("(Bates No. TIDE000002)", "TIDE000002", "supported", "TIDE000002"),
        ("(TIDE00O002)", "TIDE00O002", "supported", "TIDE000002"),
        ("(TIDE000004 et seq.)", "TIDE000004", "supported", "TIDE000004 et seq."),
        ("(TIDE000044)", "TIDE000044", "unsupported", "TIDE000044"),
        ("(PELL000002)", "PELL000002", "unsupported", "PELL000002"),
        ("see RTX 3060", "RTX 3060", "unsupported", "RTX 3060"),
        ("the page stamped SN 44-812", "SN 44-812", "unsupported", "SN 44-812"),
        ("(TIDE_9C4417)", "TIDE_9C4417", "unsupported", "TIDE_9C4417"),
    ],
)
def test_bates_numbers(text, shown, verdict, value):
    found = one(f"The plotter was fitted {text}.", shown)
    assert (str(found.claim.kind), found.verdict, found.claim.value) == ("bates", verdict, value)


def test_a_model_number_in_a_plain_sentence_is_no_claim():
    assert check("The plotter had an RTX 3060 card and an R730-2U chassis.") == ()


@pytest.mark.parametrize(
    "text", ["The unit's serial ABC000123 is worn.", "He paid invoice QRS004417.", "It is a TYP00417 pump."]
)
def test_a_number_that_the_sentence_calls_something_else_is_no_claim(text):
    assert check(text) == ()


def test_an_unknown_prefix_is_named():
    assert "RTX is no prefix of this matter" in one("The plotter is at Bates RTX 3060.", "RTX 3060").reason


@pytest.mark.parametrize(
    ("cite", "verdict"),
    [
        ("Ex. B at 1", "supported"),
        ("Exhibit B, p. 2", "supported"),
        ("Exhibit B, page 2", "supported"),
        ("Ex. B at 3", "unsupported"),
        ("Ex. Z", "unsupported"),
        ("Ostrow Decl. Ex. B at 2", "supported"),
        ("Exh. B at 1-2", "supported"),
        ("Ex. B at 2-3", "unsupported"),
        ("Ostrow Dep. 31:2", "supported"),
        ("Ostrow Dep. at 31:4-5", "supported"),
        ("Ostrow Dep. 31:9", "unsupported"),
        ("Ostrow Dep. 32:1", "unsupported"),
        ("Pell Dep. 31:2", "unsupported"),
        ("Ostrow Depo. 31:2", "supported"),
        ("Ex. C", "supported"),
    ],
)
def test_exhibits_and_transcripts(cite, verdict):
    found = one(f"The crack was seen ({cite}).", cite)
    assert (str(found.claim.kind), found.verdict) == ("exhibit", verdict)


@pytest.mark.parametrize(
    ("text", "shown", "verdict"),
    [
        ("Case No. 3:21-cv-00777-ABC", "3:21-cv-00777", "supported"),
        ("No. 3:21-cv-00777", "3:21-cv-00777", "supported"),
        ("No. 3:21-cv-00977", "3:21-cv-00977", "unsupported"),
        ("ECF No. 12-3 at 5", "ECF No. 12-3", "supported"),
        ("ECF No. 12-3 at 6", "ECF No. 12-3", "unsupported"),
        ("Dkt. 14", "Dkt. 14", "unsupported"),
        ("Document 12-3", "Document 12-3", "supported"),
    ],
)
def test_dockets(text, shown, verdict):
    found = one(f"It is pending, {text}.", shown)
    assert (str(found.claim.kind), found.verdict) == ("docket", verdict)


def test_labels_and_ids_name_the_same_exhibit():
    record = Record((Page("7", 1, None, "The pump failed."),), labels=(("7", "Exhibit 7-B"),))
    assert verify("The pump failed (Ex. 7 at 1).", record)[0].verdict == "supported"
    assert verify("The pump failed (Exhibit 7-B at 1).", record)[0].verdict == "supported"


def test_a_matter_with_no_bates_numbers_knows_no_prefix():
    record = Record((Page("A", 1, None, "Text."),))
    assert verify("See ACME000001.", record)[0].verdict == "unsupported"
