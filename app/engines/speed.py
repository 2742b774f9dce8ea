"""How fast a model should write on a board, reckoned from what each token reads; and what a measurement corrects.

One answer at a time, layers on several cards: one card works at once. A token costs the reading of its active weights
and of the cache at four fifths of the memory's bandwidth, and a fixed time for each layer, which starting its steps
takes; with few active weights that is half of it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from app.domain.board_fit import Card, Fit, Speed
from app.engines.gguf_facts import ModelShape
from app.engines.kv_cache import read_bytes

_EFFICIENCY = 0.80
_LAYER_SECONDS = (0.11e-3, 0.15e-3)
"""What a layer costs beside its reading, where no measurement says it: from published V100 figures."""
_VOLTA = (7, 0)
_STORE = "calibrations.json"
# gigabytes a second, from the makers' data sheets; the first that matches. NVML's bus width times clock comes first.
_BANDWIDTHS = (
    *((r"V100S", 1134), (r"V100|GV100", 900), (r"TITAN V", 653), (r"P100", 732), (r"P40\b", 347), (r"T4\b", 320)),
    *((r"H200", 4800), (r"H100.*(PCIe|NVL)", 2039), (r"H100", 3350), (r"A100.*80GB", 1935), (r"A100", 1555)),
    *((r"B200", 8000), (r"RTX PRO 6000", 1792), (r"RTX 6000 Ada", 960), (r"RTX A6000", 768), (r"RTX A5000", 768)),
    *((r"RTX A4000", 448), (r"L40S?\b", 864), (r"L4\b", 300), (r"A40\b", 696), (r"A10\b", 600)),
    *((r"RTX 5090", 1792), (r"RTX 5080", 960), (r"RTX 5070 Ti", 896), (r"RTX 5070", 672), (r"RTX 4090", 1008)),
    *((r"RTX 4080", 717), (r"RTX 4070 Ti SUPER", 672), (r"RTX 4070", 504), (r"RTX 4060 Ti", 288)),
    *((r"RTX 3090 Ti", 1008), (r"RTX 3090", 936), (r"RTX 3080 Ti", 912), (r"RTX 3080", 760), (r"RTX 3070 Ti", 608)),
    *((r"RTX 3070|RTX 3060 Ti", 448), (r"RTX 3060", 360), (r"RTX 2080 Ti", 616), (r"RTX (5000|6000|8000)", 672)),
)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What one measurement of a board says of it. ``cards``: as boards.ini names them; of other cards it says nothing.
    ``layer_seconds``: the fixed time of a layer. ``bandwidth`` in bytes a second, where the measurement gives it: main
    memory's, or a card's that read faster than its data sheet; None: the card's own."""

    board: str
    cards: tuple[str, ...]
    layer_seconds: float
    bandwidth: float | None = None


def bandwidth_of(card: Card) -> float | None:
    """Bytes a second of the card's memory: as it says, else by its name; None for a card that nobody knows."""
    if card.bandwidth:
        return card.bandwidth
    hit = next((speed for name, speed in _BANDWIDTHS if re.search(name, card.name)), None)
    return hit * 1e9 if hit else None


def expected_speed(
    shape: ModelShape, fit: Fit, cards: Sequence[Card], floor: float, known: Calibration | None = None
) -> Speed | None:
    """Tokens a second of the model as ``fit`` lays it; None where the memory's bandwidth isn't known: main memory, or
    a card without a name, that was never measured."""
    seconds_a_byte = _seconds_a_byte(fit, cards, known)
    if seconds_a_byte is None:
        return None
    quick, slow = (known.layer_seconds,) * 2 if known else _LAYER_SECONDS

    def speed(layer: float, filled: int) -> float:
        read = shape.active_bytes + _cache_read(shape, fit, cards, filled)
        return 1 / (read * seconds_a_byte + shape.layers * layer)

    return Speed(speed(slow, 0), speed(quick, 0), speed(slow, fit.context), floor, known is not None)


def calibrate(
    board: str, gpus: Sequence[str], shape: ModelShape, fit: Fit, cards: Sequence[Card], measured: float, filled: int
) -> Calibration:
    """What ``measured`` tokens a second, with ``filled`` tokens in the cache, say of the board. In main memory, and
    where a card was faster than it should be, the bandwidth is what is measured, and a layer costs nothing more."""
    read = shape.active_bytes + _cache_read(shape, fit, cards, filled)
    seconds_a_byte = _seconds_a_byte(fit, cards, None)
    if seconds_a_byte is not None:
        left = 1 / measured - read * seconds_a_byte
        if left >= 0:
            return Calibration(board, tuple(gpus), left / max(shape.layers, 1))
    return Calibration(board, tuple(gpus), 0.0, read * measured / _EFFICIENCY)


def _seconds_a_byte(fit: Fit, cards: Sequence[Card], known: Calibration | None) -> float | None:
    """Each card reads its part of the weights, one card after the other."""
    if known is not None and known.bandwidth:
        return 1 / (_EFFICIENCY * known.bandwidth)
    by_index = {card.index: card for card in cards}
    weights = sum(share.weights for share in fit.shares)
    total = 0.0
    for share in fit.shares:
        card = None if share.card is None else by_index.get(share.card)
        speed = bandwidth_of(card) if card else None
        if share.weights and not speed:
            return None
        total += share.weights / (weights * (speed or 1.0))
    return total / _EFFICIENCY


def _cache_read(shape: ModelShape, fit: Fit, cards: Sequence[Card], filled: int) -> int:
    through_half = any(card.capability is not None and card.capability <= _VOLTA for card in cards)
    return read_bytes(shape, filled, fit.kv, through_half=through_half)


def said_speed(speed: Speed, shape: ModelShape) -> str:
    """``dense 27B on this board: about 21 tokens a second; floor 40``, or without the floor where it is kept."""
    low, high = round(speed.low), round(speed.high)
    pace = f"about {low}" if speed.high - speed.low < 2 else f"{low} to {high}"
    found = f"{pace} tokens a second"
    if not speed.below_floor:
        return found
    kind = "dense " if shape.dense else ""
    return f"{kind}{shape.label} on this board: {found}; floor {speed.floor:g}"


def read_calibrations(home: Path) -> dict[str, Calibration]:
    """What was measured, by board. A file that isn't there or isn't ours says nothing: a measurement makes it anew."""
    try:
        stored = json.loads((home / _STORE).read_text(encoding="utf-8"))
        return {name: _calibration(name, one) for name, one in stored.items()}
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _calibration(name: str, one: Mapping[str, object]) -> Calibration:
    layer, bandwidth, cards = one["layer_seconds"], one["bandwidth"], one["cards"]
    if not isinstance(layer, float) or not isinstance(bandwidth, float | None) or not isinstance(cards, list):
        raise TypeError
    return Calibration(name, tuple(str(card) for card in cards), layer, bandwidth)


def keep_calibration(home: Path, known: Calibration) -> None:
    """Write ``known`` beside what is kept of the other boards."""
    kept = {**read_calibrations(home), known.board: known}
    new = (home / _STORE).with_suffix(".new")
    new.write_text(json.dumps({name: asdict(one) for name, one in kept.items()}, indent=1), encoding="utf-8")
    new.replace(home / _STORE)


def calibration_of(home: Path, board: str, gpus: Sequence[str]) -> Calibration | None:
    """What was measured of the board with the cards that it has now."""
    known = read_calibrations(home).get(board)
    return known if known and known.cards == tuple(gpus) else None
