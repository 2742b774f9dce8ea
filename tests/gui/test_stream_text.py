"""The stream of a model's JSON, read as plain paragraphs whatever way it is cut."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gui.stream_text import PlainParagraphs


def read(text: str, size: int) -> str:
    plain = PlainParagraphs()
    return "".join(plain.feed(text[at : at + size]) for at in range(0, len(text), size))


DRAFT = {
    "paragraphs": [
        {"cites": ["A1", "A2"], "text": 'He said "no" on January 11.'},
        {"cites": ["A3"], "text": "I paid $12,500.00 – in full."},
    ]
}


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_draft_reads_as_numbered_paragraphs(size: int) -> None:
    wanted = '1. He said "no" on January 11. [A1, A2]\n\n2. I paid $12,500.00 – in full. [A3]'
    assert read(json.dumps(DRAFT), size) == wanted
    assert read(json.dumps(DRAFT, ensure_ascii=False, indent=2), size) == wanted


def test_words_come_before_their_string_is_closed() -> None:
    plain = PlainParagraphs()
    assert plain.feed('{"paragraphs": [{"cites": ["A1"], "text": "I hi') == "1. I hi"
    assert plain.feed("red Ac") == "red Ac"
    assert plain.feed('me."}') == "me. [A1]"


def test_the_gate_names_each_element_with_its_pages_and_what_is_missing() -> None:
    gate = {"damage": {"pages": ["A1"], "missing": "a repair bill"}, "notice": {"pages": [], "missing": ""}}
    assert read(json.dumps(gate), 3) == "damage: A1. a repair bill\n\nnotice: –. "


def test_attacks_name_their_paragraph_and_a_revision_keeps_its_numbers() -> None:
    attacks = {"attacks": [{"paragraph": 2, "attack": "No address."}, {"paragraph": 14, "attack": "No bill."}]}
    assert read(json.dumps(attacks), 4) == "¶ 2: No address.\n\n¶ 14: No bill."
    revision = {"3": {"cites": ["A1"], "text": "Anew."}, "12": {"cites": ["A2"], "text": "Too."}}
    assert read(json.dumps(revision), 5) == "3. Anew. [A1]\n\n12. Too. [A2]"


def test_an_answer_that_is_no_json_is_shown_as_it_comes() -> None:
    assert read("I hired Acme {on} January 11.", 4) == "I hired Acme {on} January 11."


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), max_size=4), st.integers(1, 9))
def test_every_word_is_shown_once(texts: list[str], size: int) -> None:
    answer = json.dumps({"paragraphs": [{"cites": [], "text": text} for text in texts]}, ensure_ascii=False)
    assert read(answer, size) == "\n\n".join(f"{n}. {text}" for n, text in enumerate(texts, 1))


@given(st.text(), st.integers(1, 9))
def test_nothing_that_comes_breaks_it(text: str, size: int) -> None:
    read(text, size)
    read("{" + text, size)
