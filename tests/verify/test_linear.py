"""No pattern and no finder of the verifier takes time that grows faster than the text, whatever the text.

Each pattern is tried in the way in which its module uses it, on long runs of what tends to make patterns slow.
"""

import ast
import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import app.verify
from app.domain.evidence import Page
from app.verify.claims import find_claims
from app.verify.guarded import Guarded
from app.verify.normal import blank_line_numbers, clean, letters, letters_text, ocr_fold, repair_digits
from app.verify.paragraphs import paragraphs
from app.verify.reading import read_page
from app.verify.scope import units
from tests.verify.matters import CHECKER
from tests.verify.test_robust import FINDERS

PIECES = (
    "(", "“", '"', "[", "A", "a", "O", "1", "1,", "O.", " ", "\t", "\n", "A v. ", "Aa ", "one ", "one-", "$", "§ 1",
    "Id. at ", "Ex. ", "A1", "A-", "-", "1/", "May ", "1 May ", "(citing ", "“a”", "'", "ст. ", "¶", "a b ", ". . . ",
    "1 U.S. 1 ", "é", "e\u0301", "\u0301", "\u00ad", "1 1", "Smith Dep. ", "TIDE0", "1:", "(a)", " \n", "\n1", "\n ",
    ", ", "Q. ", "Ж ", "1, 2, ",
)  # fmt: skip
END = "!x"
"""After the run: something that keeps a pattern for the end of a text from matching."""
LEADS = ("", "(")
"""What opens a run: a pattern may only begin after it."""
MORE_LEADS = (*LEADS, "$", "“", "[", "see ", "Ex. A ", "No. ", "on ", "Smith v. ", "In re ", "§ ", "DECLARATION OF ")
SHORT = 120
"""Characters of a run that is too long already for a pattern whose time grows by powers."""
SMALL = 2_000
TWICE = 2
NOTICED = 0.006
"""Seconds up to which a run is too short to be measured; a pattern that is quadratic takes longer at these lengths."""
FASTER = 3.0
SCANS = frozenset({"finditer", "findall", "search", "sub", "split", "subn"})


def held(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Guarded):
        yield value.pattern
    elif isinstance(value, dict):
        for part in (*value, *value.values()):
            yield from held(part)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            yield from held(part)


def used(tree: ast.AST, name: str) -> set[str]:
    """The methods that a module calls of a pattern, or of one that a table holds; none where it hands it on."""
    found = set()
    for node in ast.walk(tree):
        of = node.value if isinstance(node, ast.Attribute) else None
        of = of.value if isinstance(of, ast.Subscript) else of
        if isinstance(of, ast.Name) and of.id == name:
            found.add(node.attr)
    return found & (SCANS | {"match", "fullmatch"})


def inline(tree: ast.AST) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Patterns that are written where they are used: ``re.search(r"...", text)``."""
    for node in ast.walk(tree):
        function = node.func if isinstance(node, ast.Call) else None
        if not (
            isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "re"
        ):
            continue
        if node.args and isinstance(node.args[0], ast.Constant) and function.attr != "escape":
            flags = [
                a.attr for a in (*node.args[1:], *(k.value for k in node.keywords)) if isinstance(a, ast.Attribute)
            ]
            known = [getattr(re, f) for f in flags if isinstance(getattr(re, f, None), re.RegexFlag)]
            yield function.attr, re.compile(node.args[0].value, sum(known))


def patterns() -> dict[str, dict[tuple[str, int], set[str]]]:
    """Every pattern of each module, with the methods that it is used by."""
    found: dict[str, dict[tuple[str, int], set[str]]] = {}
    for info in pkgutil.iter_modules(app.verify.__path__):
        module = importlib.import_module(f"app.verify.{info.name}")
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        here = found.setdefault(info.name, {})
        for name, value in vars(module).items():
            for pattern in held(value):
                methods = used(tree, name)
                here.setdefault((pattern.pattern, pattern.flags), set()).update(methods or {"finditer"})
        for method, pattern in inline(tree):
            here.setdefault((pattern.pattern, pattern.flags), set()).add(method)
    return found


PATTERNS = patterns()
GUARDED = {
    one.pattern.pattern: one
    for info in pkgutil.iter_modules(app.verify.__path__)
    for value in vars(importlib.import_module(f"app.verify.{info.name}")).values()
    for one in (value if isinstance(value, tuple) else (value,))
    if isinstance(one, Guarded)
}.values()


def ways(pattern: re.Pattern[str], methods: set[str]) -> Iterator[Callable[[str], object]]:
    if methods & SCANS:
        yield lambda text: sum(1 for _ in pattern.finditer(text))
    if methods & {"match", "compile"}:
        yield pattern.match
    if methods & {"fullmatch"}:
        yield pattern.fullmatch


def seconds(work: Callable[[str], object], text: str) -> float:
    """CPU time, the best of two."""
    best = float("inf")
    for _ in range(2):
        started = time.process_time()
        work(text)
        best = min(best, time.process_time() - started)
        if best < NOTICED:
            break
    return best


def grows(work: Callable[[str], object], piece: str, size: int = SMALL) -> str | None:
    """How the time of a work grows, where it grows faster than the text in each of three tries."""
    runs = [piece * (n * size // len(piece)) + END for n in (1, TWICE, TWICE * TWICE)]
    texts = [" ".join(lead + run for lead in LEADS) for run in runs]
    told = ""
    for _ in range(3):
        second = seconds(work, texts[1])
        if second < NOTICED:
            return None
        first = seconds(work, texts[0])
        if second < FASTER * first:
            return None
        third = seconds(work, texts[2]) if second < 1 else FASTER * second
        if third < FASTER * second:
            return None
        told = f"{piece!r}: {first:.4f}, {second:.4f}, {third:.4f}"
    return told


@pytest.mark.parametrize("module", sorted(name for name, found in PATTERNS.items() if found))
def test_no_pattern_takes_quadratic_time(module):
    slow = [
        (pattern, told)
        for (pattern, flags), methods in PATTERNS[module].items()
        for work in ways(re.compile(pattern, flags), methods)
        for piece in PIECES
        if (told := grows(work, piece))
    ]
    assert not slow


@pytest.mark.timeout(20)
@pytest.mark.parametrize("module", sorted(name for name, found in PATTERNS.items() if found))
def test_no_pattern_tries_each_way_of_cutting_a_run(module):
    for (pattern, flags), methods in PATTERNS[module].items():
        for work in ways(re.compile(pattern, flags), methods):
            for piece in PIECES:
                work(" ".join(lead + piece * (SHORT // len(piece)) + END for lead in MORE_LEADS))


def test_the_patterns_are_all_found():
    assert sum(map(len, PATTERNS.values())) > 250
    assert {"dates", "amounts", "bates", "citations", "quotations", "voices"} <= {
        m for m, found in PATTERNS.items() if found
    }


def test_a_quadratic_pattern_is_noticed():
    # again where another program on the machine has bent the times
    assert any(grows(re.compile(r"\s+$").search, " ", 2 * SMALL) for _ in range(8))
    assert any(grows(re.compile(r"[a-z]+1").search, "a", 2 * SMALL) for _ in range(8))
    assert grows(re.compile(r"[a-z]1").search, "a", 2 * SMALL) is None


WORKS: dict[str, Callable[[str], object]] = {
    **FINDERS,
    "letters with places": letters,
    "folded letters": lambda text: ocr_fold(letters_text(text)),
    "paragraphs": lambda text: list(paragraphs(text)),
    "a page": lambda text: read_page(Page("A", 1, "TIDE000001", text)),
    "digits": repair_digits,
    "margins": blank_line_numbers,
    "clean text": clean,
}


@pytest.mark.parametrize("name", sorted(WORKS))
def test_no_finder_takes_quadratic_time(name):
    for piece in PIECES:
        WORKS[name](piece)  # what is loaded or compiled at the first call
        assert grows(WORKS[name], piece, 2 * SMALL) is None, piece


@pytest.mark.parametrize(
    "piece", ["§ 1 ", "TIDE000001 ", "46 U.S.C. § 30505(b). ", "“a b” ", "on May 5, 2021 ", "Id. "]
)
def test_no_sentence_grows_with_its_paragraph(piece):
    text = piece * (12_000 // len(piece))
    claims = find_claims(text, CHECKER.index, CHECKER.shelf, None)
    assert claims
    assert max(unit.sentence.end - unit.sentence.start for unit in units(text, claims)) < 8000
