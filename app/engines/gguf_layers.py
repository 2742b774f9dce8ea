"""What each layer of a model remembers: nothing, a whole context, a sliding window of it, or a fixed state.

Follows llama.cpp b11434: src/llama-hparams.cpp, src/llama-model.cpp (create_memory) and src/models/*.cpp.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.engines.gguf_reader import GgufFile, NotGguf

_MOST_LAYERS = 1024
_MOST_LENGTH = 1 << 20


@dataclass(frozen=True, slots=True)
class LayerMemory:
    """``keys`` and ``values``: numbers kept for each token (heads times length; 0 for a layer without a KV cache).
    ``head``: a key's length, which a quantised cache must be able to cut into blocks. ``window``: tokens it looks
    back, 0 for all. ``state``: numbers of its recurrent state for each slot, as f32."""

    keys: int = 0
    values: int = 0
    head: int = 0
    window: int = 0
    state: int = 0


class _Window(NamedTuple):
    """``every``: one layer in so many sees the whole context; ``default``: the window where the file names none."""

    every: int
    default: int = 0
    dense_first: bool = False
    fixed: int = 0


# by architecture: what llama.cpp supposes where the file has no sliding_window_pattern. In any other architecture
# without a pattern it passes over sliding_window.
_WINDOWS = {
    "gemma2": _Window(2, 4096),
    "gemma3": _Window(6),
    "gemma3n": _Window(5),
    "gemma-embedding": _Window(6),
    "gpt-oss": _Window(2),
    "llama4": _Window(4, 8192, fixed=8192),
    "cohere2": _Window(4),
    "cohere2moe": _Window(4, dense_first=True),
    "exaone4": _Window(4, 4096),
    "exaone-moe": _Window(4, 128),
    "olmo2": _Window(4),
    "plamo3": _Window(8),
    "afmoe": _Window(4),
    "smallthinker": _Window(4, dense_first=True, fixed=4096),
    "laguna": _Window(4, dense_first=True),
    "mellum": _Window(4),
    "muse-glimmer": _Window(4),
    "lfm2": _Window(_MOST_LAYERS + 1),
    "lfm2moe": _Window(_MOST_LAYERS + 1),
}
_PATTERNED = {"gemma4", "step35", "mimo2", "granite-swa", "maple", "spark2-5", "dots3note"}
_RECURRENT = {"mamba", "mamba2", "rwkv6", "rwkv6qwen2", "rwkv7", "arwkv7"}
_BY_INTERVAL = {"qwen3next", "qwen35", "qwen35moe", "qwen4exp", "minimax-01"}
_BY_NO_HEADS = {
    *("granitehybrid", "jamba", "lfm2", "lfm2moe", "plamo2", "kimi-linear", "kimi-k3", "bailingmoe3", "glm5-next"),
    *("nemotron_h", "nemotron_h_moe"),
}
_BOTH = {"falcon-h1"}
INEXACT = {"deepseek32", "glm-dsa", "glm5-next", "deepseek4", "minimax-m3", "hy-v4", "dots3note", "qwen4exp", "kimi-k3"}
"""Architectures that keep more than a KV cache and a state (an index of keys, compressed blocks), not reckoned here."""


class Keys:
    """The keys of one architecture, by their names without it."""

    def __init__(self, file: GgufFile, architecture: str) -> None:
        self.file = file
        self.architecture = architecture

    def whole(self, name: str, limit: int = _MOST_LENGTH) -> int:
        """The number under ``name``; 0 where there is none. NotGguf: it is absurd."""
        value = self.file.whole(f"{self.architecture}.{name}") or 0
        if value > limit:
            raise NotGguf(f"its {name} of {value} can't be right")
        return value

    def each(self, name: str, layers: int) -> tuple[int, ...]:
        """One number for each layer: the file gives a number for all, an array, or nothing (0)."""
        value = self.file.keys.get(f"{self.architecture}.{name}", 0)
        found: Sequence[object] = value if isinstance(value, tuple) else [value] * layers
        numbers = [int(one) for one in found if isinstance(one, int) and 0 <= one <= _MOST_LENGTH]
        if len(numbers) < max(layers, len(found)):
            raise NotGguf(f"its {name} doesn't fit its {layers} layers")
        return tuple(numbers[:layers])

    def has(self, name: str) -> bool:
        return f"{self.architecture}.{name}" in self.file.keys


def layer_memory(keys: Keys) -> tuple[LayerMemory, ...]:
    """Each layer's memory, in order, with the layers that only foretell (``nextn``) at the end remembering nothing."""
    layers = block_count(keys)
    trunk = layers - keys.whole("nextn_predict_layers", layers)
    queries = keys.each("attention.head_count", layers)
    heads = keys.each("attention.head_count_kv", layers) if keys.has("attention.head_count_kv") else queries
    recurrent = _recurrent(keys, layers, trunk, heads)
    windows = _windows(keys, layers)
    kept = _kept(keys, layers)
    state = _state(keys, max(queries))
    both = keys.architecture in _BOTH
    found = []
    for layer in range(layers):
        held = layer < min(trunk, kept) and (both or not recurrent[layer])
        key, value = _lengths(keys, queries[0], windows[layer]) if held else (0, 0)
        own = state if layer < trunk and (both or recurrent[layer]) else 0
        found.append(LayerMemory(heads[layer] * key, heads[layer] * value, key, windows[layer] if held else 0, own))
    return tuple(found)


def block_count(keys: Keys) -> int:
    """All layers, the foretelling ones among them. NotGguf: the file doesn't say."""
    layers = keys.whole("block_count", _MOST_LAYERS)
    if not layers:
        raise NotGguf("it does not say how many layers it has")
    return layers


def _lengths(keys: Keys, queries: int, window: int) -> tuple[int, int]:
    """A head's key and value. With latent attention (MLA) the value is inside the key and isn't kept again."""
    usual = keys.whole("embedding_length") // queries if queries else 0
    key = keys.whole("attention.key_length") or usual
    value = keys.whole("attention.value_length") or usual
    if window:
        key = keys.whole("attention.key_length_swa") or key
        value = keys.whole("attention.value_length_swa") or value
    return key, 0 if is_latent(keys) else value


def is_latent(keys: Keys) -> bool:
    """Whether the cache holds one compressed vector a token (MLA): only files that say so are loaded that way."""
    return bool(keys.whole("attention.key_length_mla") and keys.whole("attention.value_length_mla"))


def _kept(keys: Keys, layers: int) -> int:
    """Layers with a cache of their own; the later ones share it."""
    if keys.architecture == "gemma3n":
        return 20
    return layers - keys.whole("attention.shared_kv_layers", layers)


def _recurrent(keys: Keys, layers: int, trunk: int, heads: tuple[int, ...]) -> tuple[bool, ...]:
    architecture = keys.architecture
    if architecture in _RECURRENT:
        return (True,) * layers
    if keys.has("attention.recurrent_layers"):
        return tuple(bool(one) for one in keys.each("attention.recurrent_layers", layers))
    if architecture in _BY_INTERVAL:
        every = keys.whole("full_attention_interval", layers) or 4
        return tuple(layer < trunk and (layer + 1) % every != 0 for layer in range(layers))
    if architecture in _BY_NO_HEADS:
        width = keys.each("feed_forward_length", layers)
        only = architecture.startswith("nemotron")  # there a layer may be feed-forward alone
        return tuple(heads[layer] == 0 and not (only and width[layer]) for layer in range(layers))
    return (False,) * layers


def _windows(keys: Keys, layers: int) -> tuple[int, ...]:
    """Each layer's window in tokens; 0 where it sees the whole context."""
    architecture = keys.architecture
    pattern = keys.file.keys.get(f"{architecture}.attention.sliding_window_pattern")
    known = _WINDOWS.get(architecture)
    if known is None and architecture not in _PATTERNED:
        return (0,) * layers
    window = keys.whole("attention.sliding_window", 1 << 30) or (known.default if known else 0)
    if known and known.fixed and (window or known.default):
        window = known.fixed
    if architecture == "llama4" and keys.file.keys.get("llama4.attention.sliding_window") == 0:
        window = 0
    if isinstance(pattern, tuple):
        return tuple(window if sliding else 0 for sliding in keys.each("attention.sliding_window_pattern", layers))
    if known is None:
        return (0,) * layers
    every = keys.whole("attention.sliding_window_pattern") or known.every
    full = 0 if known.dense_first else every - 1
    return tuple(0 if layer % every == full else window for layer in range(layers))


def _state(keys: Keys, queries: int) -> int:
    """Numbers of a recurrent layer's state for each slot: the last inputs of its convolution, and the state itself."""
    embedding = keys.whole("embedding_length")
    if head := keys.whole("wkv.head_size"):
        return embedding * (keys.whole("token_shift_count") or 2) + embedding * head
    if cache := keys.whole("shortconv.l_cache"):
        return embedding * (cache - 1)
    kernel = keys.whole("ssm.conv_kernel")
    if head := keys.whole("kda.head_dim"):
        return 3 * ((kernel - 1) if kernel else 3) * queries * head + head * head * queries
    inner, size, groups = keys.whole("ssm.inner_size"), keys.whole("ssm.state_size"), keys.whole("ssm.group_count")
    return max(kernel - 1, 0) * (inner + 2 * groups * size) + size * inner
