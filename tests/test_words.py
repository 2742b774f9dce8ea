"""The one normal form of a draft's words, and the way back to where they stood."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.draft import Draft, Paragraph, paragraphs_of
from app.domain.words import plain, plain_lines, seen


@pytest.mark.parametrize(
    ("typed", "normal"),
    [
        ("Paid on May 3, 2024.", "Paid on May 3, 2024."),
        ("Paid  on\tMay\u00a03,\u202f2024. ", "Paid on May 3, 2024."),
        ("\u3000Paid\r\non\u2028May 3", "Paid on May 3"),
        ("Caf\u0065\u0301 Mu\u0308ller", "Café Müller"),
        ("\u1112\u1161\u11ab x", "한 x"),
        ("so\u00adft 👩\u200d⚖️", "so\u00adft 👩\u200d⚖️"),
        ("   ", ""),
        ("", ""),
    ],
)
def test_words_in_the_normal_form(typed: str, normal: str) -> None:
    assert plain(typed).text == normal
    assert plain(normal).text == normal


@pytest.mark.parametrize(
    "typed", ["  A  Cafe\u0301 \t on\u00a0 May 3 ", "e\u0301\u0300x  y", "\u1100\u1161\u11a8 \u1100", "a b"]
)
def test_every_character_knows_where_it_stood(typed: str) -> None:
    found = plain(typed)
    for at, letter in enumerate(found.text):
        low, high = found.original(at), found.original(at + 1)
        assert plain(typed[low:high]).text == letter.strip(), (at, letter)
        assert low < high
    assert found.original(len(found.text)) == len(typed.rstrip())
    assert [found.place(found.original(at)) for at in range(len(found.text))] == list(range(len(found.text)))


def test_lines_stay_where_they_mean_something() -> None:
    assert plain_lines("1  one\n\n 2\u00a0two  three \n").text == "1 one\n\n 2 two three \n"


@pytest.mark.parametrize("nothing", ["", "  ", "\u200b", "\u00ad\ufeff \u2060", "\u00a0"])
def test_what_nobody_sees_is_nothing(nothing: str) -> None:
    assert not seen(nothing)
    assert not paragraphs_of(f"1. {nothing}\n\n{nothing}")


def test_a_text_with_the_line_ends_of_windows_has_the_same_paragraphs() -> None:
    text = "1. One  line.\n\n2. Two\nlines.\n\u00a0\n3. Three."
    expected = (Paragraph("One line."), Paragraph("Two lines."), Paragraph("Three."))
    assert paragraphs_of(text) == paragraphs_of(text.replace("\n", "\r\n")) == paragraphs_of(text.replace("\n", "\r"))
    assert paragraphs_of(text) == expected


def test_a_draft_reads_the_same_before_and_after_it_was_stored_from_its_text() -> None:
    draft = Draft("m/d1", 1, "t", "t", "d", (Paragraph("Paid  on\nMay 3", ("X 1",)), Paragraph("e\u0301")), "draft", "")
    stored = Draft("m/d1", 2, "t", "t", "d", paragraphs_of(draft.text), "person", "")
    assert stored.text == draft.text == "1. Paid on May 3 X 1.\n\n2. é"


@pytest.mark.parametrize("letter", ["e\u0301", "\u1100\u1161\u11a8"])
def test_a_long_run_of_letters_without_a_space_is_composed(letter: str) -> None:
    assert plain(letter * 50_000).text == unicodedata.normalize("NFC", letter) * 50_000


def test_a_letter_under_thousands_of_accents_stays_as_it_is() -> None:
    """Putting them in order takes the square of their number, and here once for each: it took minutes."""
    text = "caf" + "e" + "\u0301\u0323" * 20_000 + " e\u0301"
    settled = plain(text)
    assert settled.text == text[:-2] + "é"
    assert plain(settled.text).text == settled.text


@given(st.text(st.sampled_from("aé \u0301\u0323\u1100\u1161\u11a8\uac00\u09c7\u09be\u3099か\u2126"), max_size=20))
def test_each_letter_is_composed_as_the_whole_would_be(text: str) -> None:
    settled = plain(text)
    assert settled.text == unicodedata.normalize("NFC", " ".join(text.split()))
    if settled.offsets is not None:
        assert len(settled.offsets) == len(settled.text) + 1
        assert list(settled.offsets) == sorted(settled.offsets)
