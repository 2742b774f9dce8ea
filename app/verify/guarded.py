"""Patterns behind the letters that none of their matches is without: most texts have none, and are not searched."""

import re
from collections.abc import Iterator, Sequence
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any, Final

_MOST: Final = 80
"""Pieces that are looked for before a pattern; more would take as long as itself."""
_REPEATS: Final = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT})


class Guarded:
    """A pattern that is only searched for in texts which have one of its pieces."""

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(pattern)
        self._pieces = pieces(self.pattern)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As of the pattern."""
        if self._pieces and not any(piece in text for piece in self._pieces):
            return iter(())
        return self.pattern.finditer(text)


def pieces(pattern: re.Pattern[str]) -> Sequence[str]:
    """Pieces of text of which each match has one at least; none where that can't be told."""
    if pattern.flags & re.IGNORECASE:
        return ()
    found = _pieces(_parser.parse(pattern.pattern, pattern.flags))
    return sorted(found, key=len) if len(found) <= _MOST else ()


def _pieces(parsed: Any) -> frozenset[str]:
    """The best of the sets of pieces that the parts of a pattern, one after another, can't be without."""
    sets: list[frozenset[str]] = []
    run = ""
    for kind, what in (*_flat(parsed), (None, None)):
        if kind is _constants.LITERAL:
            run += chr(what)
            continue
        sets.append(frozenset({run} if run else ()))
        run = ""
        sets.append(_of_part(kind, what))
    return max(filter(None, sets), key=lambda found: (min(map(len, found)), -len(found)), default=frozenset())


def _flat(parsed: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of a pattern with those of its groups among them."""
    for kind, what in parsed:
        if kind is _constants.SUBPATTERN and not what[1] & re.IGNORECASE:
            yield from _flat(what[3])
        else:
            yield kind, what


def _of_part(kind: Any, what: Any) -> frozenset[str]:
    if kind is _constants.ATOMIC_GROUP:
        return _pieces(what)
    if kind in _REPEATS and what[0]:
        return _pieces(what[2])
    if kind is _constants.BRANCH:
        branches = [_pieces(branch) for branch in what[1]]
        return frozenset().union(*branches) if all(branches) else frozenset()
    return frozenset()
