"""Every text of the window that has places to fill in is given what belongs in them, singular and plural alike."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.gui.parts import many

pytestmark = pytest.mark.timeout(30)

_GUI = Path(__file__).parents[2] / "app" / "gui"
_TRANSLATES = ("tr", "_tr", "translate")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


class Given(dict[str, str]):
    """What a call fills in; keeps what it was asked for in vain."""

    def __init__(self, names: set[str]) -> None:
        super().__init__({name: name.upper() for name in names})
        self.missing: set[str] = set()

    def __missing__(self, name: str) -> str:
        self.missing.add(name)
        return name


def filled(text: str, given: set[str]) -> tuple[str, set[str]]:
    """The text as ``format`` leaves it with these arguments, and what it lacked."""
    names = Given(given)
    numbered = [name for name in places(text) if name.isdigit()]
    fill = [names[str(n)] for n in range(1 + max(map(int, numbered), default=-1))]
    return text.format(*fill, **{name: names[name] for name in places(text) if not name.isdigit()}), names.missing


def arguments(call: ast.Call, text: str) -> set[str]:
    """What a call gives; one with ``**names`` anything."""
    if any(word.arg is None for word in call.keywords):
        return places(text)
    return {str(n) for n in range(len(call.args))} | {word.arg for word in call.keywords if word.arg}


class Module:
    """One file: its texts, and what each goes through until it is shown."""

    def __init__(self, file: Path) -> None:
        self.name = file.name
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        self.above = {below: node for node in ast.walk(self.tree) for below in ast.iter_child_nodes(node)}

    def texts(self) -> Iterator[tuple[ast.Call, str]]:
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            said = node.args[-1]
            if name in _TRANSLATES and isinstance(said, ast.Constant) and isinstance(said.value, str):
                yield node, said.value

    def shown(self, node: ast.AST, text: str) -> Iterator[tuple[str, set[str]]]:
        """The text in each way that it takes from here, with what it lacked on it."""
        above = self.above.get(node)
        if isinstance(above, ast.Call) and getattr(above.func, "id", "") == "many" and node in above.args:
            if node is above.args[2]:
                text, missing = filled(text, {"n"})
                if missing:
                    yield text, missing
                    return
            yield from self.shown(above, text)
            if not places(text):
                yield text, set()
        elif isinstance(above, ast.Attribute) and above.attr in ("format", "replace"):
            call = self.above[above]
            assert isinstance(call, ast.Call)
            if above.attr == "format":
                yield filled(text, arguments(call, text))
        elif isinstance(above, ast.IfExp) or (isinstance(above, ast.BoolOp) and places(text)):
            yield from self.shown(above, text)
        elif isinstance(above, ast.Assign) and isinstance(above.targets[0], ast.Name):
            yield from self._of_name(above, above.targets[0].id, text)
        elif isinstance(above, ast.Tuple) and isinstance(assigned := self.above[above], ast.Assign):
            names = getattr(assigned.targets[0], "elts", ())
            named = [name for name, one in zip(names, above.elts, strict=False) if one is node]
            if named and isinstance(named[0], ast.Name):
                yield from self._of_name(assigned, named[0].id, text)

    def _of_name(self, assigned: ast.AST, name: str, text: str) -> Iterator[tuple[str, set[str]]]:
        function = self.above[assigned]
        while not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            function = self.above[function]
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                yield from self.shown(node, text)


FILES = sorted(_GUI.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_text_is_given_what_it_has_places_for(file: Path) -> None:
    module = Module(file)
    for node, text in module.texts():
        for _, missing in module.shown(node, text):
            assert not missing, f"{module.name}:{node.lineno}: {text!r} is not given {sorted(missing)}"


def test_most_texts_with_places_are_followed() -> None:
    modules = map(Module, FILES)
    ways = [list(m.shown(node, text)) for m in modules for node, text in m.texts() if places(text)]
    assert len(ways) > 150
    assert sum(not way for way in ways) < len(ways) / 8


def test_a_plural_may_keep_places_for_later() -> None:
    for count, said in ((1, "Run 2 stopped"), (3, "3 runs stopped, the last is Run 2")):
        text = many(count, "{run} stopped", "{n} runs stopped, the last is {{run}}")
        assert text.format(run="Run 2") == said
    assert many(2_000, "one", "{n} pages") == "2,000 pages"


def test_a_text_that_is_not_given_what_it_needs_is_found(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "def f(self, n):\n"
        '    text = many(n, self.tr("{0} stopped"), self.tr("{n} stopped, the last is {0}"))\n'
        "    return text.format(n)\n"
    )
    module = Module(file)
    missing = [lacks for node, text in module.texts() for _, lacks in module.shown(node, text) if lacks]
    assert missing == [{"0"}]
