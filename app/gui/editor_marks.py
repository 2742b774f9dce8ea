"""Marks on the words of a draft: which verdict stands where, kept in place while the text is edited. No Qt."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from app.domain.claim import Verdict, VerdictKind
from app.domain.review import Decision
from app.gui.editor_text import EditedText

SIGNS: Final = {
    VerdictKind.SUPPORTED: "✓",
    VerdictKind.UNSUPPORTED: "✕",
    VerdictKind.MISPLACED: "⇄",
    VerdictKind.AMBIGUOUS: "?",
    VerdictKind.UNCHECKED: "–",
}
SIGNED: Final = "✎"


@dataclass(frozen=True, slots=True)
class Mark:
    """``start`` and ``end`` are code points in the editor's raw text. ``signed``: who signed for it, or None."""

    start: int
    end: int
    verdict: Verdict
    signed: Decision | None = None

    @property
    def open(self) -> bool:
        return not self.verdict.passes and self.signed is None


class Marks:
    """The marks of one text, in order and without overlap."""

    def __init__(self, marks: Iterable[Mark] = ()) -> None:
        self._all = sorted(marks, key=lambda m: m.start)
        self._starts = [m.start for m in self._all]
        self._by_key = {m.verdict.claim.key: m for m in self._all}

    def __iter__(self) -> Iterator[Mark]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def within(self, start: int, end: int) -> list[Mark]:
        """Marks that touch the span."""
        first = max(0, bisect_right(self._starts, start) - 1)
        return [m for m in self._all[first : bisect_left(self._starts, end)] if m.end > start]

    def at(self, place: int) -> Mark | None:
        """The mark that a place lies in, its edges included."""
        last = bisect_right(self._starts, place) - 1
        return self._all[last] if last >= 0 and self._all[last].end >= place else None

    def of(self, verdict: Verdict | None) -> Mark | None:
        return self._by_key.get(verdict.claim.key) if verdict else None

    def shifted(self, start: int, taken: int, put: int) -> "Marks":
        """The marks after ``put`` characters came for ``taken`` at ``start``; those taken out whole are gone."""
        moved = []
        for mark in self._all:
            low = _shift(mark.start, start, taken, put)
            high = _shift(mark.end, start, taken, put, end=True)
            if high > low:
                moved.append(mark if (low, high) == (mark.start, mark.end) else replace(mark, start=low, end=high))
        return Marks(moved)


def _shift(place: int, start: int, taken: int, put: int, *, end: bool = False) -> int:
    if place < start or (end and place == start):
        return place
    if place >= start + taken:
        return place + put - taken
    return start if end else start + put


def marks_of(edited: EditedText, verdicts: Iterable[Verdict], signed: Mapping[str, Decision]) -> Marks:
    """Marks for verdicts on ``edited.text``."""
    found = []
    for v in verdicts:
        low = edited.to_raw(v.claim.start)
        high = low + v.claim.end - v.claim.start
        found.append(Mark(low, high, v, None if v.passes else signed.get(v.claim.key)))
    return Marks(found)


def initials(name: str) -> str:
    """``Dana Cole``: ``DC``."""
    return "".join(word[0] for word in name.split()).upper()[:3]
