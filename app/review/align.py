"""Aligns two versions of a draft: paragraph beside paragraph, then word beside word."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from rapidfuzz.distance import Indel, LCSseq

_WORD: Final = re.compile(r"\s+|\w+(?:[.,:'’/-]\w+)*|[^\w\s]")
"""A word with what holds it together ($12,500.00 and 3:15 are one each), a run of spaces, or a mark."""
_ALIKE: Final = 0.45
"""Share of characters from which on two paragraphs are versions of one, not two paragraphs."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of one paragraph's words; ``changed`` where the other version does not have them."""

    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A paragraph and its counterpart, each numbered from 1 in its own version; None and () where it has none."""

    left: int | None
    right: int | None
    left_pieces: tuple[Piece, ...] = ()
    right_pieces: tuple[Piece, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the words are the same on both sides."""
        both = self.left is not None and self.right is not None
        return both and not any(p.changed for p in (*self.left_pieces, *self.right_pieces))


def align(before: Sequence[str], after: Sequence[str]) -> tuple[Row, ...]:
    """Every paragraph of both versions, in the order of both, in one row with the paragraph it became."""
    rows: list[Row] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            pairs = zip(range(i1, i2), range(j1, j2), strict=True)
            rows += [Row(i + 1, j + 1, _whole(before[i]), _whole(after[j])) for i, j in pairs]
        else:
            rows += _changed(before, after, range(i1, i2), range(j1, j2))
    return tuple(rows)


def _changed(before: Sequence[str], after: Sequence[str], left: range, right: range) -> Iterator[Row]:
    """Paragraphs that are not the same: likeness tells which belong together, order is kept."""
    i, j = left.start, right.start
    for a, b in _pairs(before, after, left, right):
        yield from (Row(n + 1, None, _whole(before[n], changed=True)) for n in range(i, a))
        yield from (Row(None, n + 1, (), _whole(after[n], changed=True)) for n in range(j, b))
        yield Row(a + 1, b + 1, *words(before[a], after[b]))
        i, j = a + 1, b + 1
    yield from (Row(n + 1, None, _whole(before[n], changed=True)) for n in range(i, left.stop))
    yield from (Row(None, n + 1, (), _whole(after[n], changed=True)) for n in range(j, right.stop))


def _pairs(before: Sequence[str], after: Sequence[str], left: range, right: range) -> list[tuple[int, int]]:
    """The pairs whose likeness adds up to most without crossing each other."""
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    alike = [[_likeness(before[a], after[b]) for b in right] for a in left]
    for x in range(len(left) - 1, -1, -1):
        for y in range(len(right) - 1, -1, -1):
            best[x][y] = max(best[x + 1][y], best[x][y + 1], alike[x][y] + best[x + 1][y + 1])
    pairs, x, y = [], 0, 0
    while x < len(left) and y < len(right):
        if alike[x][y] and best[x][y] == alike[x][y] + best[x + 1][y + 1]:
            pairs.append((left[x], right[y]))
            x, y = x + 1, y + 1
        elif best[x][y] == best[x + 1][y]:
            x += 1
        else:
            y += 1
    return pairs


def _likeness(a: str, b: str) -> float:
    return Indel.normalized_similarity(a, b, score_cutoff=_ALIKE)


def words(before: str, after: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The words of one paragraph in two versions; neighbouring pieces of one kind are joined."""
    a, b = _WORD.findall(before), _WORD.findall(after)
    codes = list(LCSseq.opcodes(a, b))
    return (
        _joined((a[c.src_start : c.src_end], c.tag != "equal") for c in codes),
        _joined((b[c.dest_start : c.dest_end], c.tag != "equal") for c in codes),
    )


def _joined(runs: Iterable[tuple[Sequence[str], bool]]) -> tuple[Piece, ...]:
    """Runs of tokens as pieces; a lone space between two changed words is no island of its own."""
    pieces: list[Piece] = []
    for tokens, changed in runs:
        text = "".join(tokens)
        if not text:
            continue
        if changed and len(pieces) > 1 and pieces[-1].text.isspace() and pieces[-2].changed:
            gap = pieces.pop().text
            pieces[-1] = Piece(pieces[-1].text + gap + text, changed)
        elif pieces and pieces[-1].changed == changed:
            pieces[-1] = Piece(pieces[-1].text + text, changed)
        else:
            pieces.append(Piece(text, changed))
    return tuple(pieces)


def _whole(text: str, *, changed: bool = False) -> tuple[Piece, ...]:
    return (Piece(text, changed),) if text else ()
