"""What a model remembers while it works, in bytes: the KV cache, recurrent states, and what a step works on.

Follows llama.cpp b11434 (src/llama-kv-cache*.cpp, src/llama-memory-recurrent.cpp); `llama-fit-params` is the oracle.
"""

from app.domain.board import KvType
from app.engines.gguf_facts import ModelShape
from app.engines.gguf_layers import LayerMemory

_BLOCK = 32
_PAD = 256
_CELL_BYTES = {KvType.F16: 2.0, KvType.Q8_0: 34 / 32, KvType.Q4_0: 18 / 32}
_STATE_BYTES = 4  # f32: a quantised cache leaves the recurrent state as it is
_HALF = 2


def cells(layer: LayerMemory, context: int, batch: int, slots: int = 1) -> int:
    """Tokens that ``layer`` keeps of ``context``: all, or its window and the batch that is being read."""
    if not layer.keys:
        return 0
    kept = min(context, layer.window * slots + batch) if layer.window else context
    return -(-kept // _PAD) * _PAD


def cache_bytes(layer: LayerMemory, context: int, kv: KvType, batch: int, slots: int = 1) -> int:
    """One layer's KV cache and recurrent state."""
    numbers = cells(layer, context, batch, slots) * (layer.keys + layer.values)
    return round(numbers * _CELL_BYTES[kv]) + state_bytes(layer, slots)


def state_bytes(layer: LayerMemory, slots: int = 1) -> int:
    """One layer's recurrent state; each slot has its own."""
    return layer.state * _STATE_BYTES * slots


def scratch_bytes(shape: ModelShape, context: int, kv: KvType, batch: int) -> int:
    """The f16 copy that CUDA makes of one layer's cache at a time where the cache is quantised: for every step on a
    V100, for long prompts on every card. Reserved on each card at load."""
    if kv is KvType.F16:
        return 0
    return max((cells(one, context, batch) * (one.keys + one.values) * _HALF for one in shape.memory), default=0)


def step_bytes(shape: ModelShape, context: int, batch: int, outputs: int) -> int:
    """What one step of a batch works on: its numbers, and which tokens see which. ``outputs``: after how many of its
    tokens the likelihood of every word is reckoned; 0 on a card without the output head."""
    work = max(shape.work * batch, (shape.vocabulary * outputs + shape.work // 2 * batch) if outputs else 0)
    attends = any(layer.keys for layer in shape.memory)
    mask = -(-context // _PAD) * _PAD * batch * _HALF if attends else 0
    return work * 4 + mask


def read_bytes(shape: ModelShape, filled: int, kv: KvType, *, through_half: bool) -> int:
    """Bytes of the cache that one token's step reads when ``filled`` tokens are in it. ``through_half``: the card
    first writes a quantised cache out as f16 and reads that (a V100). A recurrent state, small beside the weights, is
    part of what a layer costs in any case."""
    each = _CELL_BYTES[kv] + (2 * _HALF if through_half and kv is not KvType.F16 else 0)
    numbers = 0
    for layer in shape.memory:
        seen = min(filled, layer.window) if layer.window else filled
        numbers += seen * (layer.keys + layer.values)
    return round(numbers * each)


def usable_types(shape: ModelShape) -> tuple[KvType, ...]:
    """The cache types that the model can have, the best first: quantised ones come in blocks of 32 numbers."""
    if all(layer.head % _BLOCK == 0 for layer in shape.memory):
        return (KvType.F16, KvType.Q8_0, KvType.Q4_0)
    return (KvType.F16,)
