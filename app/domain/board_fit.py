"""Whether a board's model fits its cards, and how fast it should be: the values, reckoned in ``app.engines``."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.board import KvType


class FitVerdict(StrEnum):
    """``occupied``: it fits as soon as other programs leave the cards. ``refused``: no amount of memory would help (an
    unusable format, an unknown architecture, a context beyond the model's). ``elsewhere``: another server holds the
    model. ``unknown``: what it has to fit into can't be seen from here. ``missing``: the model isn't there or isn't
    whole."""

    FITS = "fits"
    TIGHT = "tight"
    TOO_BIG = "too big"
    REFUSED = "refused"
    OCCUPIED = "occupied"
    ELSEWHERE = "elsewhere"
    UNKNOWN = "unknown"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Card:
    """A GPU. ``index`` in PCI-bus order, as nvidia-smi prints it. ``total``, ``free`` and ``reserved`` in bytes:
    ``total`` includes what the driver reserves, ``free`` doesn't. ``capability``: CUDA compute capability, (7, 0) for
    a V100. ``bandwidth`` of its memory in bytes a second. None where nobody says.
    """

    index: int
    uuid: str
    name: str
    total: int
    free: int
    reserved: int = 0
    capability: tuple[int, int] | None = None
    bandwidth: float | None = None
    numa: int | None = None

    @property
    def usable(self) -> int:
        """Bytes that an empty card gives to programs."""
        return self.total - self.reserved

    @property
    def used(self) -> int:
        """Bytes that programs hold now."""
        return max(self.usable - self.free, 0)


@dataclass(frozen=True, slots=True)
class CardShare:
    """What one card (or, with ``card`` None, main memory) would hold, in bytes.

    ``layers``: the model's layers on it, plus one for the output head on the last: llama.cpp's ``-ts``.
    ``cache``: KV cache and recurrent state; ``scratch``: the f16 copy of a quantised cache that older cards need;
    ``overhead``: what the driver's context takes. ``usable``: bytes that are to be had.
    """

    card: int | None
    layers: int
    weights: int
    cache: int
    scratch: int
    compute: int
    overhead: int
    usable: int

    @property
    def need(self) -> int:
        return self.weights + self.cache + self.scratch + self.compute + self.overhead

    @property
    def spare(self) -> int:
        """Bytes left; negative where it doesn't fit."""
        return self.usable - self.need


@dataclass(frozen=True, slots=True)
class Fit:
    """How a model lies on a board. ``kv`` is never ``auto``; ``batch`` is llama.cpp's ``--ubatch-size``.

    ``split``: ``none`` (one card holds all) or ``layer``. ``reason``: a sentence or two for a person, with what would
    fit where this doesn't. ``shares`` in the order of the board's cards. ``few_outputs``: the server reckons the next
    word after one token of a batch only, which takes less room.
    """

    verdict: FitVerdict
    reason: str
    context: int
    kv: KvType
    batch: int
    split: str
    shares: tuple[CardShare, ...]
    few_outputs: bool = False

    @property
    def layers(self) -> tuple[int, ...]:
        """llama.cpp's ``-ts``: they sum to the number of layers + 1."""
        return tuple(share.layers for share in self.shares)

    @property
    def need(self) -> int:
        return sum(share.need for share in self.shares)


@dataclass(frozen=True, slots=True)
class Speed:
    """Expected decode speed in tokens a second, one answer at a time: between ``low`` and ``high`` while the context
    is short, ``full`` when it is full. ``measured``: calibrated by a measurement on this board."""

    low: float
    high: float
    full: float
    floor: float
    measured: bool

    @property
    def below_floor(self) -> bool:
        """Whether even the upper bound is slower than ``speed_floor``."""
        return self.high < self.floor
