"""What stands in a filing: only what the matter and the checked draft say, blanks elsewhere."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from app.domain.draft import Paragraph
from app.domain.matter import Caption, Matter, Party
from app.domain.review import CheckedDraft, ClaimsOpen, ClearedDraft
from app.export.filing import BLANK, final_filing, paragraph_spans, within_states, working_filing
from tests.export.material import ALL_SIGNED, BARE, CAPTION, DRAFT, MATTER, OPEN, WORKING


def test_open_claims_are_marked_where_they_stand() -> None:
    filing = working_filing(WORKING, MATTER)
    assert filing.banner == "DRAFT - NOT FOR FILING - 4 claims open"
    marked = [paragraph.text[mark.start : mark.end] for paragraph in filing.paragraphs for mark in paragraph.marks]
    assert tuple(marked) == OPEN
    assert [mark.note for mark in filing.marks] == [1, 2, 3, 4]
    assert [mark.red for mark in filing.marks] == [True, False, True, False]


def test_one_open_claim_is_said_in_the_singular() -> None:
    one = dataclasses.replace(WORKING, verdicts=WORKING.verdicts[:2])
    assert working_filing(one, MATTER).banner == "DRAFT - NOT FOR FILING - 1 claim open"


def test_a_final_copy_is_clean() -> None:
    filing = final_filing(ClearedDraft(ALL_SIGNED), MATTER)
    assert filing.final
    assert filing.marks == ()
    assert [paragraph.text for paragraph in filing.paragraphs] == [p.render() for p in DRAFT.paragraphs]


def test_a_draft_with_open_claims_cannot_be_cleared() -> None:
    with pytest.raises(ClaimsOpen) as refused:
        ClearedDraft(WORKING)
    assert [verdict.claim.text for verdict in refused.value.open] == list(OPEN)


@pytest.mark.timeout(180)
def test_the_type_checker_refuses_anything_but_a_cleared_draft(tmp_path: Path) -> None:
    program = tmp_path / "tries.py"
    program.write_text(
        "from app.domain.draft import Draft\n"
        "from app.domain.matter import Matter\n"
        "from app.domain.review import CheckedDraft, ClearedDraft\n"
        "from app.export.filing import final_filing\n"
        "def a(draft: Draft, matter: Matter) -> None: final_filing(draft, matter)\n"
        "def b(draft: CheckedDraft, matter: Matter) -> None: final_filing(draft, matter)\n"
        "def c(draft: ClearedDraft, matter: Matter) -> None: final_filing(draft, matter)\n"
    )
    root = Path(__file__).parents[2]
    said = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", str(program)],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=170,
    ).stdout
    wrong = [line.split(":")[1] for line in said.splitlines() if "arg-type" in line]
    assert wrong == ["5", "6"], said


def test_what_is_not_known_is_a_blank_and_nothing_is_invented() -> None:
    checked = CheckedDraft(dataclasses.replace(DRAFT, title="", declarant=""), ())
    filing = working_filing(checked, BARE)
    for text in (*filing.counsel, filing.court, filing.docket, filing.title, filing.opening, filing.executed):
        assert BLANK in text
    assert [side.names for side in filing.sides] == [BLANK, BLANK]
    assert filing.executed == f"Executed on {BLANK} at {BLANK}."
    assert filing.signatory == "[declarant]"


@pytest.mark.parametrize(
    ("place", "inside"),
    [
        ("Sacramento, California", True),
        ("Brooklyn, New York", True),
        ("Washington, D.C.", True),
        ("Austin, Texas, USA", True),
        ("Berlin, Germany", False),
        ("Tbilisi, Georgia", False),
        ("Atlanta, Georgia", False),
        ("London", False),
        ("Paris, Tex", False),
        ("", False),
        ("|", False),
    ],
)
def test_the_longer_oath_wherever_the_place_is_not_surely_in_the_united_states(place: str, inside: bool) -> None:
    assert within_states(place) is inside
    matter = dataclasses.replace(MATTER, caption=dataclasses.replace(CAPTION, place=place))
    closing = final_filing(ClearedDraft(ALL_SIGNED), matter).closing
    assert closing.startswith("I declare under penalty of perjury")
    assert closing.endswith("that the foregoing is true and correct.")
    assert ("under the laws of the United States of America" in closing) is not inside


def test_sides_of_the_caption() -> None:
    parties = (
        Party("Ann Li", "Plaintiff"),
        Party("Bo Li", "Plaintiff"),
        Party("Cy Li", "Plaintiff"),
        Party("Acme, Inc.", "Defendant"),
        Party("Third, LLC", "Intervenor"),
    )
    sides = working_filing(WORKING, Matter("m", "M", Caption(parties=parties))).sides
    assert [(side.link, side.names, side.role) for side in sides] == [
        ("", "Ann Li; Bo Li; and Cy Li", "Plaintiffs"),
        ("v.", "Acme, Inc.", "Defendant"),
        ("and", "Third, LLC", "Intervenor"),
    ]


@pytest.mark.parametrize(
    ("written", "printed"),
    [("1:24-cv-1", "Case No. 1:24-cv-1"), ("Case No. 7", "Case No. 7"), ("Civil Action No. 5", "Civil Action No. 5")],
)
def test_the_docket_number_is_not_named_twice(written: str, printed: str) -> None:
    assert working_filing(WORKING, Matter("m", "M", Caption(docket_number=written))).docket == printed


def test_paragraph_spans_fit_the_text_that_is_checked() -> None:
    many = dataclasses.replace(DRAFT, paragraphs=tuple(Paragraph(f"Fact {n} 𝒳.", (f"K{n}",)) for n in range(1, 120)))
    spans = paragraph_spans(CheckedDraft(many, ()))
    assert [many.text[start:end] for start, end in spans] == [p.render() for p in many.paragraphs]


def test_another_declarants_draft_has_its_own_title_and_signature() -> None:
    other = dataclasses.replace(DRAFT, declarant="Luis Ferro", title="Declaration of Luis Ferro")
    filing = working_filing(CheckedDraft(other, ()), MATTER)
    assert (filing.title, filing.signatory) == ("Declaration of Luis Ferro", "Luis Ferro")
