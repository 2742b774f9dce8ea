"""Two edits of one version made into one: each paragraph that only one side changed is taken from that side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class Merged:
    """``both``: numbers (from 1) of the paragraphs that both sides changed, each in its own way: ``mine`` stands."""

    paragraphs: tuple[str, ...]
    both: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    words: tuple[str, ...]


def merge(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Merged:
    """The paragraphs of both; what both sides put in at one place stands there one after the other, theirs first."""
    out: list[str] = []
    both: list[int] = []
    at = 0
    for start, end, own, other in _regions(list(_edits(base, mine)), list(_edits(base, theirs))):
        out += base[at:start]
        at = end
        left, right = _applied(base, start, end, own), _applied(base, start, end, other)
        if not other or left == right:
            out += left
        elif not own:
            out += right
        elif start == end:
            out += [*right, *left]
        else:
            both += range(len(out) + 1, len(out) + max(1, len(left)) + 1)
            out += left
    out += base[at:]
    # one that was taken out at the end leaves its mark on the last that there is
    return Merged(tuple(out), tuple(dict.fromkeys(min(number, max(1, len(out))) for number in both)))


def _edits(before: Sequence[str], after: Sequence[str]) -> Iterator[_Edit]:
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "replace" and i2 - i1 == j2 - j1:  # one by one, so that only what meets is said to meet
            yield from (_Edit(i1 + n, i1 + n + 1, (after[j1 + n],)) for n in range(i2 - i1))
        elif tag != "equal":
            yield _Edit(i1, i2, tuple(after[j1:j2]))


def _regions(mine: list[_Edit], theirs: list[_Edit]) -> Iterator[tuple[int, int, list[_Edit], list[_Edit]]]:
    """Edits that touch the same paragraphs, together: (start, end, mine, theirs), in their order."""
    waiting = sorted(
        [(e.start, e.end, n, e) for n, side in enumerate((mine, theirs)) for e in side], key=lambda w: w[:3]
    )
    group: tuple[list[_Edit], list[_Edit]] = ([], [])
    low = high = -1
    for start, end, side, edit in waiting:
        meets = start < high or (start == end == low == high)
        if not meets:
            if high >= 0:
                yield low, high, *group
            group, low, high = ([], []), start, end
        group[side].append(edit)
        high = max(high, end)
    if high >= 0:
        yield low, high, *group


def _applied(base: Sequence[str], start: int, end: int, edits: Sequence[_Edit]) -> list[str]:
    out: list[str] = []
    at = start
    for edit in edits:
        out += [*base[at : edit.start], *edit.words]
        at = edit.end
    return [*out, *base[at:end]]
