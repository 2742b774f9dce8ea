"""Small models of other families, as llama.cpp expects their tensors: for comparison with its own reckoning."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import gguf
from rebuilt import Q8_0, Tensor, add_tensor, finish

WIDE, WIDER, WORDS, LAYERS = 512, 1536, 2048, 8


@dataclass(frozen=True)
class Family:
    """``keys``: after the architecture's name and a dot. ``full``: the layers that attend, among recurrent ones."""

    architecture: str
    keys: dict[str, object]
    norm: str = "output_norm.weight"
    full: tuple[int, ...] = tuple(range(LAYERS))

    def layer(self, number: int) -> Iterator[Tensor]:
        part = {"deepseek2": _latent, "mamba2": _mamba}.get(self.architecture, _attention)
        yield "attn_norm.weight", (WIDE,)
        yield from part(self) if number in self.full else _convolution()
        if self.architecture != "mamba2":
            yield "ffn_norm.weight", (WIDE,)
            yield from ((f"ffn_{name}.weight", (WIDE, WIDER)) for name in ("gate", "up"))
            yield "ffn_down.weight", (WIDER, WIDE)
        if self.architecture == "gemma3":
            yield from ((f"{name}.weight", (WIDE,)) for name in ("post_attention_norm", "post_ffw_norm"))


def _attention(family: Family) -> Iterator[Tensor]:
    yield from (("attn_q.weight", (WIDE, WIDE)), ("attn_output.weight", (WIDE, WIDE)))
    yield from ((f"attn_{name}.weight", (WIDE, 128)) for name in ("k", "v"))
    if family.architecture in ("gemma3", "lfm2"):
        yield from ((f"attn_{name}_norm.weight", (64,)) for name in ("q", "k"))


def _latent(family: Family) -> Iterator[Tensor]:
    yield from (("attn_q_a.weight", (WIDE, 256)), ("attn_q_a_norm.weight", (256,)), ("attn_q_b.weight", (256, 8 * 96)))
    yield from (("attn_kv_a_mqa.weight", (WIDE, 160)), ("attn_kv_a_norm.weight", (128,)))
    yield from (
        ("attn_k_b.weight", (64, 128, 8)),
        ("attn_v_b.weight", (128, 64, 8)),
        ("attn_output.weight", (WIDE, WIDE)),
    )


def _mamba(family: Family) -> Iterator[Tensor]:
    yield from (("ssm_in.weight", (WIDE, 2 * 1024 + 2 * 128 + 16)), ("ssm_out.weight", (1024, WIDE)))
    yield from (("ssm_conv1d.weight", (4, 1024 + 2 * 128)), ("ssm_conv1d.bias", (1024 + 2 * 128,)))
    yield from (("ssm_dt.bias", (16,)), ("ssm_a", (1, 16)), ("ssm_d", (1, 16)), ("ssm_norm.weight", (1024, 1)))


def _convolution() -> Iterator[Tensor]:
    yield from (("shortconv.conv.weight", (3, WIDE)), ("shortconv.in_proj.weight", (WIDE, 3 * WIDE)))
    yield "shortconv.out_proj.weight", (WIDE, WIDE)


_HEADS = {"attention.head_count": 8, "attention.head_count_kv": 2}
_STATE = {"ssm.conv_kernel": 4, "ssm.inner_size": 1024, "ssm.state_size": 128, "ssm.time_step_rank": 16}
_SOME_FULL = (2, 5, 7)
FAMILIES = (
    Family("llama", _HEADS),
    Family("gemma3", {**_HEADS, "attention.sliding_window": 512}),
    Family(
        "deepseek2",
        {
            **{"attention.head_count": 8, "attention.head_count_kv": 1, "attention.q_lora_rank": 256},
            **{"attention.kv_lora_rank": 128, "attention.key_length": 160, "attention.value_length": 128},
            **{"attention.key_length_mla": 96, "attention.value_length_mla": 64, "rope.dimension_count": 32},
            **{"leading_dense_block_count": LAYERS, "expert_feed_forward_length": 0, "expert_shared_count": 0},
            "expert_weights_scale": 1.0,
        },
    ),
    Family("mamba2", {**_STATE, "ssm.group_count": 1, "attention.head_count": 0}),
    Family(
        "lfm2",
        {
            **{"attention.head_count": 8, "shortconv.l_cache": 3},
            "attention.head_count_kv": [2 if n in _SOME_FULL else 0 for n in range(LAYERS)],
        },
        norm="token_embd_norm.weight",
        full=_SOME_FULL,
    ),
)


def write_family(path: Path, family: Family) -> Path:
    writer = gguf.GGUFWriter(path, family.architecture)
    writer.add_tokenizer_model("none")
    writer.add_vocab_size(WORDS)
    common = {"block_count": LAYERS, "context_length": 32768, "embedding_length": WIDE, "feed_forward_length": WIDER}
    for name, value in {**common, "attention.layer_norm_rms_epsilon": 1e-6, **family.keys}.items():
        add = {int: writer.add_uint32, float: writer.add_float32, list: writer.add_array}[type(value)]
        add(f"{family.architecture}.{name}", value)  # type: ignore[operator]
    tensors = [("token_embd.weight", (WIDE, WORDS)), ("output.weight", (WIDE, WORDS)), (family.norm, (WIDE,))]
    for number in range(LAYERS):
        tensors += [(f"blk.{number}.{name}", shape) for name, shape in family.layer(number)]
    end = sum(add_tensor(writer, name, shape, Q8_0) for name, shape in tensors)
    return finish(writer, path, end)
