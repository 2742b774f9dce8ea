"""Whole layers on cards: llama.cpp's ``-ts`` as counts, so that nothing is left to its rounding."""

from collections.abc import Sequence

_STEPS = 60


def split_layers(costs: Sequence[int], head: int, fixed: Sequence[int], usable: Sequence[int]) -> tuple[int, ...]:
    """How many of the layers, in their order, each card takes, so that the fullest card is as little full as can be.

    ``costs``: bytes of each layer; ``head``: what the last card holds besides; ``fixed``: what each card needs before
    its first layer; ``usable``: bytes it has. The counts sum to the layers + 1: llama.cpp counts the output head as a
    layer of the last card. It gives a split also where none fits: the least bad.
    """
    low, high = 0.0, 1.0
    while _filled(costs, head, fixed, usable, high) is None:
        low, high = high, high * 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _filled(costs, head, fixed, usable, middle) is None:
            low = middle
        else:
            high = middle
    counts = _filled(costs, head, fixed, usable, high)
    assert counts is not None
    return (*counts[:-1], counts[-1] + 1)


def _filled(
    costs: Sequence[int], head: int, fixed: Sequence[int], usable: Sequence[int], share: float
) -> tuple[int, ...] | None:
    """The counts when each card takes layers up to ``share`` of its bytes; None where some are left over."""
    counts, layer = [], 0
    for card, (base, room) in enumerate(zip(fixed, usable, strict=True)):
        last = card == len(usable) - 1
        held, begin = base + (head if last else 0), layer
        limit = share * max(room, 1)
        while layer < len(costs) and held + costs[layer] <= limit:
            held += costs[layer]
            layer += 1
        if last and (held > limit or layer < len(costs)):
            return None
        counts.append(layer - begin)
    return tuple(counts)
