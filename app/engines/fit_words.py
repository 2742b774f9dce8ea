"""A fit in words: why it fits or doesn't, and what would."""

from collections.abc import Sequence
from typing import Protocol

from app.domain.board import KvType
from app.domain.board_fit import Card, CardShare, Fit, FitVerdict
from app.engines.ggml_types import QUANT_BITS
from app.engines.gguf_facts import ModelShape

_GIB = 1 << 30
_LEAST_CONTEXT = 2048
_CONTEXT_STEP = 1024
_MOST_CARDS = 8


class Others(Protocol):
    """Answers whether the model would fit with one thing changed."""

    @property
    def shape(self) -> ModelShape: ...
    def with_context(self, context: int) -> bool: ...
    def with_cache(self, kv: KvType) -> bool: ...
    def with_weights(self, factor: float) -> bool: ...
    def with_cards(self, more: int) -> bool: ...


def gib(count: float) -> str:
    return f"{count / _GIB:.1f} GiB"


def said(fit: Fit, cards: Sequence[Card], first: Fit | None = None) -> str:
    """Why the verdict is what it is. ``first``: the plan that was tried first, where another one was taken."""
    share = min((one for one in fit.shares if one.need), key=lambda one: one.spare)
    if fit.verdict is FitVerdict.TOO_BIG:
        parts = f"{gib(share.weights)} of weights, {gib(share.cache)} of cache, {gib(_rest(share))} to work in"
        return f"{_where(share, cards)} would need {gib(share.need)} ({parts}) and has {gib(share.usable)}."
    room = f"{_where(share, cards)} keeps {gib(share.spare)} of {gib(share.usable)} free."
    sentences = [room]
    if fit.verdict is FitVerdict.TIGHT:
        sentences = [f"Tight: {room[0].lower()}{room[1:]}"]
    if first is not None and fit.kv is not first.kv:
        lacks = -min(one.spare for one in first.shares)
        sentences.append(f"The cache is kept in {fit.kv}; in {first.kv} {gib(lacks)} would lack.")
    if first is not None and fit.batch < first.batch:
        sentences.append(f"Prompts are read {fit.batch} tokens at a time to save memory.")
    return " ".join(sentences)


def _rest(share: CardShare) -> int:
    return share.scratch + share.compute + share.overhead


def _where(share: CardShare, cards: Sequence[Card]) -> str:
    if share.card is None:
        return "This machine's memory"
    return f"Card {share.card}" if len(cards) > 1 else "The card"


def occupied(cards: Sequence[Card], alone: Fit) -> str:
    """The cards that other programs hold, and that the model would fit without them."""
    held = [f"{gib(card.used)} of card {card.index}" for card in cards if card.used >= _GIB // 10]
    return f"Other programs hold {', '.join(held)}. Without them it fits: {alone.reason[0].lower()}{alone.reason[1:]}"


def remedies(others: Others, plan: Fit) -> str:
    """What would fit, each as one change: a smaller cache or context, a smaller file, more cards."""
    found = [*_cache(others, plan), *_context(others, plan), *_weights(others), *_cards(others, plan)]
    if not found:
        return "Nothing smaller of it would fit here: choose a smaller model or a bigger board."
    return f"It would fit {', '.join(found[:-1]) + ' or ' if len(found) > 1 else ''}{found[-1]}."


def _cache(others: Others, plan: Fit) -> list[str]:
    smaller = {KvType.F16: (KvType.Q8_0, KvType.Q4_0), KvType.Q8_0: (KvType.Q4_0,)}.get(plan.kv, ())
    hit = next((kv for kv in smaller if others.with_cache(kv)), None)
    return [f"with `kv = {hit}`"] if hit else []


def _context(others: Others, plan: Fit) -> list[str]:
    """The largest smaller context, in steps of 1,024 tokens."""
    low, high = _LEAST_CONTEXT // _CONTEXT_STEP, (plan.context - 1) // _CONTEXT_STEP
    if low > high or not others.with_context(low * _CONTEXT_STEP):
        return []
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if others.with_context(middle * _CONTEXT_STEP) else (low, middle - 1)
    return [f"with `context = {low * _CONTEXT_STEP}`"]


def _weights(others: Others) -> list[str]:
    shape = others.shape
    now = 8 * shape.bytes / max(shape.total_params, 1)
    for name, bits in QUANT_BITS:
        if bits < now - 0.1 and others.with_weights(bits / now):
            return [f"as a {name} file (about {gib(shape.bytes * bits / now)})"]
    return []


def _cards(others: Others, plan: Fit) -> list[str]:
    if plan.shares[0].card is None:
        more = max(-share.spare for share in plan.shares)
        return [f"with {gib(more)} more memory free"]
    for more in range(1, _MOST_CARDS + 1):
        if others.with_cards(more):
            return [f"on a board with {more} more {'card' if more == 1 else 'cards'} like its largest"]
    return []
