"""Sorting and filtering the list of exhibits, outside Qt: 100,000 rows take less than a tenth of a second."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.actions.exhibit_list import ListedExhibit

_AT_ONCE = 4096
"""Keys that are sorted at once. Sorting holds the interpreter: more would be felt in the window."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the list says of an exhibit in words: of its origin and its kind, by their names; and of how it was read."""

    origins: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    read: Callable[["ListedExhibit"], str] = lambda _one: ""


Kin = tuple[list[int], dict[int, list[int]]]
"""The positions of what is no attachment; and those of everything below each of them."""


class Column(IntEnum):
    LABEL = 0
    TITLE = 1
    ORIGIN = 2
    PAGES = 3
    BATES = 4
    READ = 5
    WARNINGS = 6


def arrange(
    rows: Sequence["ListedExhibit"],
    column: Column = Column.LABEL,
    *,
    descending: bool = False,
    sought: str = "",
    kin: Kin | None = None,
    said: Said | None = None,
) -> list[int]:
    """Positions in ``rows`` in the order in which they are shown.

    Attachments stand under their mail, in the order of intake. ``sought``: words that a row must all hold; the mail
    of an attachment that holds them is shown with it. ``kin``: of these rows, where it is known. ``said``: the words
    in which the list says what is sought among them.
    """
    roots, families = kin or kin_of(rows)
    wanted = _matching(rows, sought, said or Said())
    if wanted is not None:
        kept = set(wanted)
        families = {root: [n for n in members if n in kept] for root, members in families.items()}
        roots = [root for root in roots if root in kept or families.get(root)]
    if column is Column.LABEL:
        ordered = list(roots)  # rows are in the order of intake
    else:
        key = _KEYS[column]
        ordered = [roots[n] for n in gently_sorted([key(rows[n]) for n in roots])]
    if descending:
        ordered.reverse()
    if not families:
        return ordered
    return [n for root in ordered for n in (root, *families.get(root, ()))]


def gently_sorted(keys: Sequence[Any]) -> list[int]:
    """The positions of ``keys`` in ascending order; equal keys keep theirs. Never holds the interpreter for long:
    keys are dealt into parts that follow on each other, and each part is sorted by itself."""
    if len(keys) <= _AT_ONCE:
        return sorted(range(len(keys)), key=keys.__getitem__)
    sample = sorted(keys[:: max(1, len(keys) // 2048)])
    borders = sample[:: max(1, len(sample) // 64)]
    parts: list[list[int]] = [[] for _ in range(len(borders) + 1)]
    for number, key in enumerate(keys):
        parts[bisect_right(borders, key)].append(number)
    return [number for part in parts for number in sorted(part, key=keys.__getitem__)]


def places(rows: Sequence["ListedExhibit"]) -> dict[str, int]:
    """Where each exhibit stands in ``rows``, by its id."""
    return {one.exhibit.id: number for number, one in enumerate(rows)}


def depths(rows: Sequence["ListedExhibit"]) -> dict[str, int]:
    """How deep each attachment lies: 1 in a mail, 2 in a mail inside a mail. Others aren't named."""
    found: dict[str, int] = {}
    for one in rows:
        if one.exhibit.parent is not None:
            found[one.exhibit.id] = found.get(one.exhibit.parent, 0) + 1
    return found


def kin_of(rows: Sequence["ListedExhibit"]) -> Kin:
    """Which rows belong together."""
    roots: list[int] = []
    families: dict[int, list[int]] = {}
    if all(one.exhibit.parent is None for one in rows):
        return list(range(len(rows))), families
    root_of: dict[str, int] = {}
    for number, one in enumerate(rows):
        root = root_of.get(one.exhibit.parent or "")
        if root is None:
            root_of[one.exhibit.id] = number
            roots.append(number)
        else:
            root_of[one.exhibit.id] = root
            families.setdefault(root, []).append(number)
    return roots, families


def _matching(rows: Sequence["ListedExhibit"], sought: str, said: Said) -> list[int] | None:
    """Positions of the rows that hold every word; None where none is sought."""
    words = sought.casefold().split()
    if not words:
        return None
    found = []
    for number, one in enumerate(rows):
        exhibit, origin = one.exhibit, one.exhibit.origin
        parts = (exhibit.label, exhibit.title, exhibit.path, one.first or "", one.last or "")
        shown = (origin, said.origins.get(origin, ""), exhibit.kind, said.kinds.get(exhibit.kind, ""), said.read(one))
        text = "\n".join((*parts, *shown, *one.warnings)).casefold()
        if all(word in text for word in words):
            found.append(number)
    return found


def _quality(one: "ListedExhibit") -> float:
    """The worse read the lower: no text, not read yet, OCR by its confidence, text."""
    if one.lost_pages or not one.exhibit.pages:
        return -2.0
    if one.unread_pages:
        return -1.0
    return one.confidence or 0.0 if one.ocr_pages else 101.0


_KEYS: dict[Column, Callable[["ListedExhibit"], Any]] = {
    Column.TITLE: lambda one: one.exhibit.title.casefold(),
    Column.ORIGIN: lambda one: one.exhibit.origin.value,
    Column.PAGES: lambda one: one.exhibit.pages,
    Column.BATES: lambda one: one.first or "\U0010ffff",
    Column.READ: _quality,
    Column.WARNINGS: lambda one: -len(one.warnings),
}
