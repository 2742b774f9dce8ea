"""No guard before a pattern hides a match of it."""

import ast
import re
from pathlib import Path

import pytest

from app.verify.guarded import Guarded, pieces
from tests.verify.test_linear import GUARDED


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\d{1,2} ?U\. ?S\. ?C", {"U."}),
        (r"(?:Ex|Exh)\. \d", {"Ex"}),
        (r"\b(?:Case|Civil Action) ?\d", {"ase", "ivil Action"}),
        (r"[Ss]ection \d", {"ection "}),
        (r"(?:§|Art\.)? ?\d", set()),
        (r"(?:\d+ USC)?(?:§|ec\. )\d", {"§", "ec. "}),
        (r"(?i:bates) \d+-", {" "}),
        (r"(?P<a>x{0,3})(?:yes|\d)", set()),
        (r"(?:no){2,}\d", {"no"}),
    ],
)
def test_the_pieces_that_no_match_is_without(pattern, expected):
    assert set(pieces(re.compile(pattern))) == expected


def test_a_pattern_that_ignores_case_has_no_pieces():
    assert pieces(re.compile("section", re.I)) == ()


def test_a_guarded_pattern_finds_what_the_pattern_finds():
    guarded = Guarded(r"[Ss]ec(?:tion|\.) ?(\d+)")
    for text in ("", "No such thing.", "Section 7, sec. 12 and Sec.5", "section"):
        assert [m.span() for m in guarded.finditer(text)] == [m.span() for m in guarded.pattern.finditer(text)]


TEXTS = sorted(
    {
        node.value
        for file in Path(__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
)
"""All that the verifier is tried on: thousands of cites, in all their forms."""


def test_every_match_of_the_verifiers_patterns_passes_its_guard():
    found = 0
    for guarded in GUARDED:
        for text in TEXTS:
            spans = [m.span() for m in guarded.pattern.finditer(text)]
            assert [m.span() for m in guarded.finditer(text)] == spans, (guarded.pattern.pattern, text)
            found += len(spans)
    assert len(GUARDED) > 40
    assert found > 500
