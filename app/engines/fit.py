"""Whether a model fits a board, before a byte of it is loaded: one plan for the cards, with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.board import KvType
from app.domain.board_fit import Card, CardShare, Fit, FitVerdict
from app.engines.fit_words import occupied, remedies, said
from app.engines.gguf_facts import ModelShape
from app.engines.kv_cache import cache_bytes, scratch_bytes, step_bytes, usable_types
from app.engines.layer_split import split_layers

BATCHES = (512, 256)
"""llama.cpp's --ubatch-size: its own, and half of it where memory is tight."""
_GIB = 1 << 30
_CONTEXT_OF_DRIVER = _GIB // 2
"""What CUDA takes on a card for itself, and what llama.cpp takes outside its buffers."""
_OF_PROCESS = 3 * _GIB // 10
_TIGHT_CARD = _GIB
"""Less than this left on a card is tight: it is what llama.cpp's own fitting leaves."""
_TIGHT_MEMORY = 0.1
_SMALL_SHARE = 0.5
"""A model that takes at most this share of one card stays on it: a second card only adds the way between them."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a board asks for: ``context`` in tokens, ``kv`` (``auto``: the first of f16, q8_0, q4_0 that fits).
    ``few_outputs``: the server keeps room for the words after one token of a batch, not after each (llama-server of
    b11434; half a GiB for a vocabulary of 250,000)."""

    context: int
    kv: KvType = KvType.AUTO
    slots: int = 1
    few_outputs: bool = False

    def outputs(self, batch: int) -> int:
        return self.slots if self.few_outputs else batch


@dataclass(frozen=True, slots=True)
class Place:
    """Where a model shall lie. ``usable``: bytes of each card, or of main memory alone when ``cards`` is empty."""

    cards: tuple[Card, ...]
    usable: tuple[int, ...]

    def grown(self, more: int) -> "Place":
        """With ``more`` further cards like the largest."""
        best = max(self.cards, key=lambda card: card.usable)
        return Place((*self.cards, *[best] * more), (*self.usable, *[best.usable] * more))


def fit_cards(shape: ModelShape, cards: Sequence[Card], wish: Wish, *, ours: bool = False) -> Fit:
    """How the model lies on ``cards``, in the board's order. ``ours``: what is on them now is the board's own server,
    which is counted as free. The verdict is ``occupied`` where only other programs are in the way."""
    empty = Place(tuple(cards), tuple(card.usable for card in cards))
    if ours or all(not card.used for card in cards):
        return _fit(shape, empty, wish)
    now = _fit(shape, Place(tuple(cards), tuple(card.free for card in cards)), wish)
    alone = _fit(shape, empty, wish)
    if now.verdict is FitVerdict.TOO_BIG and alone.verdict is not FitVerdict.TOO_BIG:
        return replace(alone, verdict=FitVerdict.OCCUPIED, reason=occupied(cards, alone))
    return now


def fit_memory(shape: ModelShape, free: int, wish: Wish) -> Fit:
    """How the model lies in main memory, of which ``free`` bytes are to be had."""
    return _fit(shape, Place((), (free,)), wish)


def _fit(shape: ModelShape, place: Place, wish: Wish) -> Fit:
    plans = [_plan(shape, place, wish, kv, batch) for kv, batch in _choices(shape, place, wish.kv)]
    best = next((plan for plan in plans if _fits(plan)), None)
    if best is None:
        least = max(plans, key=lambda plan: min(share.spare for share in plan.shares))
        return replace(
            least, reason=f"{said(least, place.cards)} {remedies(_Others(shape, place, wish), least)}".strip()
        )
    verdict = FitVerdict.TIGHT if _tight(best) else FitVerdict.FITS
    found = replace(best, verdict=verdict)
    return replace(found, reason=said(found, place.cards, first=plans[0]))


def _choices(shape: ModelShape, place: Place, kv: KvType) -> list[tuple[KvType, int]]:
    """What is tried, in this order. A better cache on smaller batches comes before a worse one: it only makes the
    reading of long prompts slower, and it keeps quotations exact."""
    types = usable_types(shape) if kv is KvType.AUTO else (kv,)
    return [(one, batch) for one in types for batch in (BATCHES if place.cards else BATCHES[:1])]


def _fits(plan: Fit) -> bool:
    return all(share.spare >= 0 for share in plan.shares)


def _tight(plan: Fit) -> bool:
    for share in plan.shares:
        least = _TIGHT_CARD if share.card is not None else _TIGHT_MEMORY * share.usable
        if share.need and share.spare < least:
            return True
    return False


def _plan(shape: ModelShape, place: Place, wish: Wish, kv: KvType, batch: int) -> Fit:
    if place.cards:
        shares, split = _on_cards(shape, place, wish, kv, batch)
        return Fit(FitVerdict.TOO_BIG, "", wish.context, kv, batch, split, shares, wish.few_outputs)
    share = _in_memory(shape, place.usable[0], wish, kv, batch)
    return Fit(FitVerdict.TOO_BIG, "", wish.context, kv, batch, "none", (share,), wish.few_outputs)


def _in_memory(shape: ModelShape, usable: int, wish: Wish, kv: KvType, batch: int) -> CardShare:
    tables = 0 if shape.tied else shape.embedding  # tied, the head is no copy here
    return CardShare(
        card=None,
        layers=len(shape.weights) + 1,
        weights=sum(shape.weights) + shape.head + tables,
        cache=sum(cache_bytes(layer, wish.context, kv, batch, wish.slots) for layer in shape.memory),
        scratch=0,
        compute=step_bytes(shape, wish.context, batch, wish.outputs(batch)),
        overhead=_OF_PROCESS,
        usable=usable,
    )


def _on_cards(shape: ModelShape, place: Place, wish: Wish, kv: KvType, batch: int) -> tuple[tuple[CardShare, ...], str]:
    """One card for a small model, else whole layers on all."""
    roomiest = max(range(len(place.cards)), key=lambda n: place.usable[n])
    alone = [len(shape.weights) + 1 if n == roomiest else 0 for n in range(len(place.cards))]
    shares = _shares(shape, place, wish, kv, batch, alone)
    if len(shares) == 1 or shares[roomiest].need <= _SMALL_SHARE * shares[roomiest].usable:
        return shares, "none"
    scratch = scratch_bytes(shape, wish.context, kv, batch)
    caches = (cache_bytes(layer, wish.context, kv, batch, wish.slots) for layer in shape.memory)
    costs = [weights + cache for weights, cache in zip(shape.weights, caches, strict=True)]
    last = len(place.cards) - 1
    fixed = [
        _CONTEXT_OF_DRIVER + scratch + step_bytes(shape, wish.context, batch, wish.outputs(batch) if n == last else 0)
        for n in range(last + 1)
    ]
    return _shares(shape, place, wish, kv, batch, split_layers(costs, shape.head, fixed, place.usable)), "layer"


def _shares(
    shape: ModelShape, place: Place, wish: Wish, kv: KvType, batch: int, counts: Sequence[int]
) -> tuple[CardShare, ...]:
    """Each card's bytes when it takes ``counts`` layers, the head being one of those of the last card with any."""
    found, begin, ends = [], 0, len(shape.weights)
    for card, count, usable in zip(place.cards, counts, place.usable, strict=True):
        last = count > 0 and begin + count > ends
        own = slice(begin, begin + count)
        begin += count
        caches = (cache_bytes(layer, wish.context, kv, batch, wish.slots) for layer in shape.memory[own])
        share = CardShare(
            card=card.index,
            layers=count,
            weights=sum(shape.weights[own]) + (shape.head if last else 0),
            cache=sum(caches),
            scratch=scratch_bytes(shape, wish.context, kv, batch) if count else 0,
            compute=step_bytes(shape, wish.context, batch, wish.outputs(batch) if last else 0) if count else 0,
            overhead=_CONTEXT_OF_DRIVER if count else 0,
            usable=usable,
        )
        found.append(share)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Others:
    """What could be changed so that a model fits; each asked of the same reckoning."""

    shape: ModelShape
    place: Place
    wish: Wish

    def _possible(self, shape: ModelShape, place: Place, wish: Wish) -> bool:
        return any(_fits(_plan(shape, place, wish, kv, batch)) for kv, batch in _choices(shape, place, wish.kv))

    def with_context(self, context: int) -> bool:
        return self._possible(self.shape, self.place, replace(self.wish, context=context))

    def with_cache(self, kv: KvType) -> bool:
        return kv in usable_types(self.shape) and self._possible(self.shape, self.place, replace(self.wish, kv=kv))

    def with_weights(self, factor: float) -> bool:
        """With every weight stored in ``factor`` of its bytes."""
        smaller = replace(
            self.shape,
            weights=tuple(round(one * factor) for one in self.shape.weights),
            head=round(self.shape.head * factor),
            embedding=round(self.shape.embedding * factor),
        )
        return self._possible(smaller, self.place, self.wish)

    def with_cards(self, more: int) -> bool:
        return bool(self.place.cards) and self._possible(self.shape, self.place.grown(more), self.wish)
