"""Offsets between the draft as it is checked, as it is edited and as Qt counts; marks that stay on their words."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.claim import Claim, ClaimKind, Verdict, VerdictKind
from app.domain.draft import Draft, Paragraph
from app.domain.review import Decision
from app.gui.editor_marks import Marks, initials, marks_of
from app.gui.editor_text import EditedText, changed_span, raw_text

_LINES = st.lists(st.text(alphabet=st.sampled_from("ab 😀é.7"), max_size=12), min_size=1, max_size=12)


def _draft(*texts: str) -> Draft:
    return Draft("m/d1", 1, "declaration", "t", "d", tuple(Paragraph(t) for t in texts), "draft", "")


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def test_an_unedited_draft_is_checked_in_exactly_its_own_words() -> None:
    draft = Draft("m/d1", 1, "t", "t", "d", (Paragraph("One.", ("ACME000001",)), Paragraph("Two\nlines.")), "draft", "")
    assert EditedText(raw_text(draft)).text == draft.text == "1. One. ACME000001.\n\n2. Two lines."


def test_an_empty_line_in_the_editor_is_no_paragraph() -> None:
    edited = EditedText("One.\n\n  \nTwo.")
    assert edited.text == "1. One.\n\n2. Two."
    assert edited.numbers == (1, None, None, 2)
    assert edited.raw[edited.to_raw(edited.text.index("Two")) :] == "Two."


def test_places_after_an_emoji_are_told_in_units_of_qt() -> None:
    edited = EditedText("😀 paid 😀 on time")
    place = edited.raw.index("on")
    assert edited.to_editor(place) == place + 2
    assert edited.from_editor(place + 2) == place


@given(_LINES)
def test_every_word_that_is_checked_is_found_again_in_the_editor(lines: list[str]) -> None:
    edited = EditedText("\n".join(lines))
    for at, char in enumerate(edited.text):
        if char not in ".7\n 0123456789":  # not of a paragraph's number, nor between paragraphs
            assert edited.raw[edited.to_raw(at)] == char


@given(_LINES)
def test_units_of_qt_and_code_points_agree_at_every_character(lines: list[str]) -> None:
    edited = EditedText("\n".join(lines))
    for at in range(len(edited.raw) + 1):
        units = _units(edited.raw[:at])
        assert edited.to_editor(at) == units
        assert edited.from_editor(units) == at


@given(st.text(alphabet="ab", max_size=20), st.text(alphabet="ab", max_size=20))
def test_a_changed_span_makes_one_text_of_the_other(old: str, new: str) -> None:
    start, taken, put = changed_span(old, new)
    assert old[:start] + new[start : start + put] + old[start + taken :] == new


def test_the_changed_span_of_one_letter_is_one_letter() -> None:
    assert changed_span("on April 12", "on April 20") == (9, 2, 2)
    assert changed_span("paid", "paaid") == (2, 0, 1)


def _marks(raw: str, *words: str) -> Marks:
    edited = EditedText(raw)
    found = []
    for n, word in enumerate(words):
        start = edited.text.index(word)
        claim = Claim(str(n), start, start + len(word), ClaimKind.DATE, word, word)
        found.append(Verdict(claim, VerdictKind.UNSUPPORTED))
    return marks_of(edited, sorted(found, key=lambda v: v.claim.start), {})


RAW = "On April 12 I wrote.\nOn May 2 he came. On June 9 I paid."


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("On April", "X On April", ["April 12", "May 2", "June 9"]),  # before all
        ("I wrote.", "I wrote it all.", ["April 12", "May 2", "June 9"]),  # between
        ("April 12", "April 112", ["April 112", "May 2", "June 9"]),  # inside
        (" he came", "3 he came", ["April 12", "May 2", "June 9"]),  # right behind a mark
        ("On May 2 he came. ", "", ["April 12", "June 9"]),  # a whole mark is gone
        ("12 I wrote.\nOn May", "X", ["April X"[:6], " 2", "June 9"]),  # from the middle of one into another
    ],
)
def test_marks_stay_on_their_words_while_others_are_changed(old: str, new: str, left: list[str]) -> None:
    raw = RAW.replace(old, new, 1)
    moved = _marks(RAW, "April 12", "May 2", "June 9").shifted(*changed_span(RAW, raw))
    assert [raw[m.start : m.end] for m in moved] == left


@given(st.integers(0, 50), st.integers(0, 12), st.text(alphabet="xy", max_size=5))
def test_marks_stay_in_order_and_apart_whatever_is_typed(start: int, taken: int, put: str) -> None:
    raw = RAW[:start] + put + RAW[start + taken :]
    moved = list(_marks(RAW, "April 12", "May 2", "June 9").shifted(start, min(taken, len(RAW) - start), len(put)))
    for mark in moved:
        assert 0 <= mark.start < mark.end <= len(raw)
    assert all(a.end <= b.start for a, b in itertools.pairwise(moved))


def test_a_mark_is_found_by_its_place_and_by_its_claim() -> None:
    marks = _marks(RAW, "April 12", "May 2")
    first = marks.at(RAW.index("April") + 2)
    assert first is not None
    assert marks.of(first.verdict) == first
    assert marks.at(RAW.index("wrote")) is None
    assert [m.start for m in marks.within(0, len(RAW))] == [RAW.index("April"), RAW.index("May 2")]


def test_a_signed_claim_is_open_no_more() -> None:
    edited = EditedText(RAW)
    claim = Claim("k", 6, 14, ClaimKind.DATE, "April 12", "x")
    decision = Decision("k", "Dana Marie Cole", "known", "")
    (mark,) = marks_of(edited, [Verdict(claim, VerdictKind.UNSUPPORTED)], {"k": decision})
    assert (mark.open, mark.signed) == (False, decision)
    assert initials("Dana Marie Cole") == "DMC"


def test_paragraphs_are_told_by_number() -> None:
    edited = EditedText("One.\n\nTwo.")
    assert edited.paragraph(2) == "Two."
    assert edited.paragraph_at(edited.raw.index("Two")) == 2
    assert edited.paragraph(3) == ""


def test_the_raw_text_of_a_draft_keeps_line_breaks_inside_paragraphs() -> None:
    assert EditedText(raw_text(_draft("a\nb", "c"))).text == _draft("a\nb", "c").text
