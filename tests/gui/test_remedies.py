"""No error of the window names a command: each one has its place in the window, in one table."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.errors import AppError
from app.gui.remedies import TERMINAL_ONLY, for_window, in_window, places

APP = Path(__file__).resolve().parents[2] / "app"
_CODE = re.compile(r"`(?:\./)?(jurat [^`]+|--?[a-z][^`]*)`")
_BARE = re.compile(r"(?<![\w/`.])jurat [a-z]+(?: |$)|(?<![\w`-])--[a-z]{3,}")


def _words_of_errors() -> Iterator[tuple[str, str]]:
    """(place, text) of every literal that is given to an error for a person, outside the command line's own door."""
    kinds = {AppError.__name__} | {kind.__name__ for kind in _below(AppError)} | {"_NotNow", "_lost", "super"}
    for path in sorted(APP.rglob("*.py")):
        if path.is_relative_to(APP / "cli") or path.is_relative_to(APP / "gui"):
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and any(kind in ast.unparse(call.func) for kind in kinds):
                for part in (*call.args, *(word.value for word in call.keywords)):
                    yield from ((f"{path.name}:{call.lineno}", text) for text in _literals(part))


def _below(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def _literals(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            yield "".join(p.value if isinstance(p, ast.Constant) else "X" for p in part.values)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _command(code: str) -> str:
    words = code.split()
    return next(
        (name for n in (3, 2, 1) if (name := " ".join(words[:n])) in {**places(), **dict.fromkeys(TERMINAL_ONLY)}), ""
    )


def test_every_command_that_an_error_names_has_its_place_in_the_window() -> None:
    met = list(_words_of_errors())
    named = {(where, code[1]) for where, text in met for code in _CODE.finditer(text)}
    assert len(met) > 200
    assert len(named) > 15
    assert {(where, code) for where, code in named if not _command(code)} == set()


def test_no_error_names_a_command_outside_backticks() -> None:
    bare = {
        (where, text) for where, text in _words_of_errors() if _BARE.search(_CODE.sub("", text)) and "`" not in text
    }
    assert bare == set()


def test_what_is_named_can_be_found_in_the_window() -> None:
    shown = "\n".join(
        path.read_text(encoding="utf-8") for path in (APP / "gui").glob("*.py") if path.name != "remedies.py"
    )
    shown = shown.replace("&", "")
    labels = {label for place in places().values() for label in re.findall("“([^”]+)”", place)}
    assert {label for label in labels if f'"{label}"' not in shown} == set()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Number them: `jurat bates assign 'Cole v. Acme'`.", "Number them: “Bates numbers…” under Exhibits."),
        ("`jurat runs sample` lists them.", "The list under Drafts lists them."),
        ("Mend it. `jurat verify x/d1` lists them.", "Mend it. The list of claims beside the draft lists them."),
        ("Leave `--start` out, or give 7.", "Leave “First number” out, or give 7."),
        ("Add `draft` to the `roles` of a board.", "Add `draft` to the `roles` of a board."),
        ("`jurat authority index F.csv` makes one.", "`jurat authority index F.csv` makes one."),
    ],
)
def test_a_remedy_in_the_words_of_the_window(said: str, shown: str) -> None:
    assert in_window(said) == shown
    assert for_window(AppError("What.", "Why.", said)).remedy == shown


def test_the_board_that_nobody_named_is_called_as_on_its_card() -> None:
    assert in_window("The model server of board cpu ended.") == "The model server of the processor ended."
    assert in_window("Board cpu gave an empty answer.") == "The processor gave an empty answer."
    assert in_window("Board cpu2 and [board cpu] are others.") == "Board cpu2 and [board cpu] are others."
