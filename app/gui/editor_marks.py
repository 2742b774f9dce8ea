"""Marks on the words of a draft: which verdict stands where, kept in place while the text is edited. No Qt."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from app.domain.claim import Verdict
from app.domain.review import Decision
from app.gui.editor_text import EditedText
from app.gui.tally import Tally, tally

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
    """The marks of one text, in order and without overlap.

    The places are plain lists beside the verdicts: a key in a draft of 300 pages moves thousands of them.
    """

    def __init__(
        self, what: Sequence[tuple[Verdict, Decision | None]] = (), spans: Sequence[tuple[int, int]] = ()
    ) -> None:
        """``what`` with its ``spans`` (start, end), in the order of the text."""
        self._what = what
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    @property
    def what(self) -> Sequence[tuple[Verdict, Decision | None]]:
        """The verdicts with who signed for them, in the order of the text; the same ones after a ``shifted``."""
        return self._what

    @cached_property
    def _by_key(self) -> dict[str, int]:
        return {verdict.claim.key: i for i, (verdict, _) in enumerate(self._what)}

    @cached_property
    def tally(self) -> Tally:
        return tally(self._what)

    def nth(self, i: int) -> Mark:
        """The mark of ``what[i]``."""
        return Mark(self._starts[i], self._ends[i], *self._what[i])

    def __iter__(self) -> Iterator[Mark]:
        return map(self.nth, range(len(self._what)))

    def __len__(self) -> int:
        return len(self._what)

    def within(self, start: int, end: int) -> list[Mark]:
        """Marks that touch the span."""
        first = max(0, bisect_right(self._starts, start) - 1)
        return [self.nth(i) for i in range(first, bisect_left(self._starts, end)) if self._ends[i] > start]

    def at(self, place: int) -> Mark | None:
        """The mark that a place lies in, its edges included."""
        last = bisect_right(self._starts, place) - 1
        return self.nth(last) if last >= 0 and self._ends[last] >= place else None

    def of(self, verdict: Verdict | None) -> Mark | None:
        """Where a claim stands, found by its key."""
        i = self._by_key.get(verdict.claim.key) if verdict else None
        return None if i is None else self.nth(i)

    def shifted(self, start: int, taken: int, put: int) -> "Marks":
        """The marks after ``put`` characters came for ``taken`` at ``start``; those taken out whole are gone."""
        first = bisect_right(self._ends, start)  # marks that end before it stay
        after = bisect_left(self._starts, start + taken, first)  # marks from here on only move
        by = put - taken
        touched = [(i, *_around(self._starts[i], self._ends[i], start, taken, put)) for i in range(first, after)]
        kept = [(i, low, high) for i, low, high in touched if high > low]
        moved = Marks(self._what)
        moved._starts = self._starts[:first] + [low for _, low, _ in kept] + [s + by for s in self._starts[after:]]
        moved._ends = self._ends[:first] + [high for _, _, high in kept] + [e + by for e in self._ends[after:]]
        if len(kept) < len(touched):
            moved._what = [*self._what[:first], *(self._what[i] for i, _, _ in kept), *self._what[after:]]
        else:
            moved._by_key, moved.tally = self._by_key, self.tally
        return moved


def _around(low: int, high: int, start: int, taken: int, put: int) -> tuple[int, int]:
    """A mark that a change runs into: what is left of it, with what was put inside it."""
    end = start + taken
    if low < start:
        return low, high + put - taken if high >= end else start
    return start + put, max(start + put, high + put - taken)


def made_ready(edited: EditedText, verdicts: Iterable[Verdict], signed: Mapping[str, Decision]) -> Marks:
    """``marks_of`` with all that a view asks of them worked out: for a thread that holds nobody up."""
    marks = marks_of(edited, verdicts, signed)
    _ = marks._by_key, marks.tally
    return marks


def marks_of(edited: EditedText, verdicts: Iterable[Verdict], signed: Mapping[str, Decision]) -> Marks:
    """Marks for verdicts on ``edited.text``, which are in its order."""
    what: list[tuple[Verdict, Decision | None]] = []
    spans = []
    for verdict in verdicts:
        claim = verdict.claim
        spans.append((edited.to_raw(claim.start), edited.to_raw(claim.end)))
        what.append((verdict, None if verdict.passes else signed.get(claim.key)))
    return Marks(what, spans)


def initials(name: str) -> str:
    """``Dana Cole``: ``DC``."""
    return "".join(word[0] for word in name.split()).upper()[:3]
