"""Where paragraphs of one version stand in another, for what hangs on single ones: the reviewer's attacks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rapidfuzz.distance import Indel

from app.domain.review import Attack

_ALIKE: Final = 0.45
"""Share of characters from which on two paragraphs are versions of one (as in ``align``)."""
_WHOLE: Final = 20
"""Characters from which on words that stand whole inside a paragraph tell it."""


@dataclass(frozen=True, slots=True)
class _Middle:
    """What lies between the paragraphs that are the same at both ends of two versions."""

    head: int
    before: Sequence[str]
    after: Sequence[str]


def follow(before: Sequence[str], after: Sequence[str], wanted: Iterable[int]) -> dict[int, int]:
    """The numbers (from 1) that the ``wanted`` paragraphs of ``before`` have in ``after``; those gone are left out.

    A paragraph that was moved is followed too; one that was joined with another stands where both do.
    """
    middle = _middle(before, after)
    tail = len(middle.before) + middle.head
    found: dict[int, int] = {}
    for number in wanted:
        if number < 1 or number > len(before):
            continue
        if number <= middle.head:
            found[number] = number
        elif number > tail:
            found[number] = number + len(after) - len(before)
        elif (place := _in_middle(middle, number - 1 - middle.head)) is not None:
            found[number] = place + 1 + middle.head
    return found


def carried(attacks: Sequence[Attack], before: Sequence[str], after: Sequence[str]) -> tuple[Attack, ...]:
    """Attacks that stand at paragraphs of ``before``, each where its paragraph stands in ``after``.

    One whose paragraph was gone comes back with it, word for word: taking it out was undone.
    """
    moved = follow(before, after, [attack.now for attack in attacks if attack.now is not None])
    found = []
    for one in attacks:
        if one.now is not None:
            place = moved.get(one.now)
        else:
            place = next((after.index(words) + 1 for words in (one.last, one.words) if words in after), None)
        found.append(replace(one, now=place, last=after[place - 1] if place is not None else one.last))
    return tuple(found)


def changed_paragraphs(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """How many paragraphs, on each side, lie between those that are the same at both ends."""
    middle = _middle(before, after)
    return len(middle.before), len(middle.after)


def _middle(before: Sequence[str], after: Sequence[str]) -> _Middle:
    most = min(len(before), len(after))
    head = next((i for i in range(most) if before[i] != after[i]), most)
    most -= head
    tail = next((i for i in range(most) if before[-1 - i] != after[-1 - i]), most)
    return _Middle(head, before[head : len(before) - tail], after[head : len(after) - tail])


def _in_middle(middle: _Middle, at: int) -> int | None:
    words = middle.before[at]
    if words in middle.after:
        return middle.after.index(words)
    best, likeness = None, 0.0
    for place, other in enumerate(middle.after):
        like = Indel.normalized_similarity(words, other, score_cutoff=_ALIKE)
        if like > likeness and _is_counterpart(middle, at, other, like):
            best, likeness = place, like
    if best is None:
        best = next((i for i, other in enumerate(middle.after) if _inside(words, other)), None)
    return best if best is not None else _in_its_place(middle, at)


def _is_counterpart(middle: _Middle, at: int, other: str, like: float) -> bool:
    """Whether no other paragraph became ``other`` rather than this one."""
    if _inside(middle.before[at], other):
        return True
    rivals = (words for i, words in enumerate(middle.before) if i != at)
    return not any(words == other or Indel.normalized_similarity(words, other, score_cutoff=like) for words in rivals)


def _inside(words: str, other: str) -> bool:
    short, long = sorted((words, other), key=len)
    return len(short) >= _WHOLE and short in long


def _in_its_place(middle: _Middle, at: int) -> int | None:
    """One that was written anew from its first to its last word, while the number of paragraphs stayed."""
    if len(middle.before) != len(middle.after):
        return None
    other = middle.after[at]
    taken = other in middle.before or any(
        Indel.normalized_similarity(words, other, score_cutoff=_ALIKE) for words in middle.before
    )
    return None if taken else at
