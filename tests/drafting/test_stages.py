"""What becomes of a model's answer: checked values, or a failed stage."""

import pytest

from app.domain.claim import Claim, ClaimKind, Verdict, VerdictKind
from app.domain.draft import Draft, EvidencePack, PackPage, Paragraph, paragraphs_of
from app.domain.errors import StageFailed
from app.domain.review import Attack
from app.drafting.prompts import Brief
from app.drafting.stages import Limits, _is_sentence, _read_paragraph, _without_repeats, objections_to

BRIEF = Brief("x", "Dana Cole", EvidencePack((PackPage("A", 1, "R000001", "Exhibit A", "t"),), (), 1), "f")


def draft(*texts: str) -> Draft:
    return Draft("m/d1", 1, "declaration", "t", "d", tuple(Paragraph(t, ("R000001",)) for t in texts), "draft", "")


def test_numbering_and_line_breaks_of_the_model_are_its_own_affair() -> None:
    assert _read_paragraph({"cites": ["R000001", "R000001"], "text": " 3. I paid\n$5. "}, BRIEF) == Paragraph(
        "I paid $5.", ("R000001",)
    )


def test_a_cite_outside_the_pack_fails_the_stage() -> None:
    with pytest.raises(StageFailed, match="RTX3060"):
        _read_paragraph({"cites": ["RTX3060"], "text": "I paid."}, BRIEF)


def test_a_paragraph_said_twice_stands_once_with_the_cites_of_both() -> None:
    twice = [Paragraph("I paid.", ("R1",)), Paragraph("It leaked.", ("R2",)), Paragraph("I paid.", ("R3", "R1"))]
    assert _without_repeats(twice) == (Paragraph("I paid.", ("R1", "R3")), Paragraph("It leaked.", ("R2",)))


def test_objections_are_attacks_and_open_claims_by_paragraph() -> None:
    current = draft("I paid $5.", "It leaked on May 2.")
    start = current.text.index("May 2")
    claim = Claim("k", start, start + 5, ClaimKind.DATE, "May 2", "05-02")
    verdict = Verdict(claim, VerdictKind.UNSUPPORTED, reason="no page says so")
    found = objections_to(current, [Attack(1, "hearsay")], [verdict])
    assert found == {1: ["hearsay"], 2: ["May 2: no page says so"]}


def test_cites_are_written_only_where_the_words_lack_them() -> None:
    assert Paragraph("See R000001.", ("R000001",)).render() == "See R000001."
    assert Paragraph("I paid.", ("R000001", "R000002")).render() == "I paid. R000001, R000002."


def test_an_edited_text_renders_as_it_was_typed() -> None:
    text = "1. I paid. R000001.\n\n2. It leaked on\nMay 2. R000002."
    edited = paragraphs_of(text)
    assert [p.text for p in edited] == ["I paid. R000001.", "It leaked on May 2. R000002."]
    kept = Draft("m/d1", 2, "declaration", "t", "d", edited, "person", "")
    assert kept.text == "1. I paid. R000001.\n\n2. It leaked on May 2. R000002."


def test_a_small_context_gets_fewer_paragraphs_never_none() -> None:
    assert Limits(14, 480).within(32768).paragraphs == 14
    assert Limits(14, 480).within(8192).paragraphs == 5
    assert Limits(14, 480).within(512).paragraphs == 1
    assert Limits(6, 260).within(8192).paragraphs == 6


def test_brackets_and_figures_are_no_attack() -> None:
    assert _is_sentence("The receipt bears no postmark.")
    assert not _is_sentence("... (2023-04-17) }}, {")
    assert not _is_sentence("n/a")
