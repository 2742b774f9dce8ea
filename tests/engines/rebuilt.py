"""Heads of large models, rebuilt from their published shapes by the `gguf` library's own writer. The weights are a hole
in a sparse file, so 120 GiB take no room; llama.cpp's own `llama-fit-params` reads these files."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np

Q8_0 = gguf.GGMLQuantizationType.Q8_0
Q4_K = gguf.GGMLQuantizationType.Q4_K
Q6_K = gguf.GGMLQuantizationType.Q6_K
F32 = gguf.GGMLQuantizationType.F32
BF16 = gguf.GGMLQuantizationType.BF16
Tensor = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Qwen:
    """A hybrid Qwen3.5 or 3.6: every fourth layer attends to all, the others keep a state (gated delta net).
    ``experts``: (how many, used, their width); none makes it dense with ``width``."""

    name: str
    embedding: int
    layers: int
    heads: int
    kv_heads: int
    value_heads: int
    width: int = 0
    experts: tuple[int, int, int] | None = None
    foretelling: int = 0
    vocabulary: int = 248_320

    @property
    def architecture(self) -> str:
        return "qwen35moe" if self.experts else "qwen35"

    def keys(self, writer: gguf.GGUFWriter) -> None:
        writer.add_block_count(self.layers + self.foretelling)
        writer.add_context_length(262_144)
        writer.add_embedding_length(self.embedding)
        writer.add_feed_forward_length(self.width)
        writer.add_head_count(self.heads)
        writer.add_head_count_kv(self.kv_heads)
        writer.add_key_length(256)
        writer.add_value_length(256)
        writer.add_layer_norm_rms_eps(1e-6)
        writer.add_rope_dimension_count(64)
        writer.add_rope_dimension_sections([11, 11, 10, 0])
        writer.add_ssm_conv_kernel(4)
        writer.add_ssm_inner_size(self.value_heads * 128)
        writer.add_ssm_state_size(128)
        writer.add_ssm_time_step_rank(self.value_heads)
        writer.add_ssm_group_count(16)
        writer.add_uint32(f"{self.architecture}.full_attention_interval", 4)
        if self.foretelling:
            writer.add_uint32(f"{self.architecture}.nextn_predict_layers", self.foretelling)
        if self.experts:
            count, used, width = self.experts
            writer.add_expert_count(count)
            writer.add_expert_used_count(used)
            writer.add_expert_feed_forward_length(width)
            writer.add_expert_shared_feed_forward_length(width)

    def tensors(self) -> Iterator[Tensor]:
        yield "token_embd.weight", (self.embedding, self.vocabulary)
        yield "output_norm.weight", (self.embedding,)
        yield "output.weight", (self.embedding, self.vocabulary)
        for layer in range(self.layers + self.foretelling):
            full = layer >= self.layers or layer % 4 == 3
            parts = (*(self._attention() if full else self._delta()), *self._feed_forward())
            yield from ((f"blk.{layer}.{name}", shape) for name, shape in parts)
        for layer in range(self.layers, self.layers + self.foretelling):
            yield f"blk.{layer}.nextn.eh_proj.weight", (2 * self.embedding, self.embedding)
            yield f"blk.{layer}.nextn.enorm.weight", (self.embedding,)
            yield f"blk.{layer}.nextn.hnorm.weight", (self.embedding,)

    def _attention(self) -> Iterator[Tensor]:
        wide, narrow, wider = self.embedding, self.kv_heads * 256, self.heads * 256
        yield from (("attn_norm.weight", (wide,)), ("post_attention_norm.weight", (wide,)))
        yield from (("attn_q.weight", (wide, 2 * wider)), ("attn_output.weight", (wider, wide)))
        yield from (("attn_k.weight", (wide, narrow)), ("attn_v.weight", (wide, narrow)))
        yield from (("attn_q_norm.weight", (256,)), ("attn_k_norm.weight", (256,)))

    def _delta(self) -> Iterator[Tensor]:
        wide, values, keys = self.embedding, self.value_heads * 128, 16 * 128
        yield from (("attn_norm.weight", (wide,)), ("post_attention_norm.weight", (wide,)))
        yield from (("attn_qkv.weight", (wide, 2 * keys + values)), ("attn_gate.weight", (wide, values)))
        yield from (("ssm_conv1d.weight", (4, 2 * keys + values)), ("ssm_dt.bias", (self.value_heads,)))
        yield from (("ssm_a", (self.value_heads,)), ("ssm_norm.weight", (128,)), ("ssm_out.weight", (values, wide)))
        yield from ((f"ssm_{name}.weight", (wide, self.value_heads)) for name in ("beta", "alpha"))

    def _feed_forward(self) -> Iterator[Tensor]:
        wide, suffix, width = self.embedding, "", self.width
        if self.experts:
            count, _, width = self.experts
            yield from (("ffn_gate_inp.weight", (wide, count)), ("ffn_gate_inp_shexp.weight", (wide,)))
            yield from ((f"ffn_{name}_exps.weight", (wide, width, count)) for name in ("gate", "up"))
            yield "ffn_down_exps.weight", (width, wide, count)
            suffix = "_shexp"
        yield from ((f"ffn_{name}{suffix}.weight", (wide, width)) for name in ("gate", "up"))
        yield f"ffn_down{suffix}.weight", (width, wide)


@dataclass(frozen=True)
class Gemma4:
    """Gemma-4-26B-A4B: five layers with a window of 1,024 tokens, then one that sees all with fewer, longer heads and
    no values of its own; tied embeddings; a dense part beside the experts."""

    name: str = "Gemma 4 26B A4B it"
    architecture: str = "gemma4"
    embedding: int = 2816
    layers: int = 30
    experts: tuple[int, int, int] = (128, 8, 704)
    width: int = 2112
    vocabulary: int = 262_144

    def keys(self, writer: gguf.GGUFWriter) -> None:
        sliding = [layer % 6 != 5 for layer in range(self.layers)]
        writer.add_block_count(self.layers)
        writer.add_context_length(262_144)
        writer.add_embedding_length(self.embedding)
        writer.add_feed_forward_length(self.width)
        writer.add_head_count(16)
        writer.add_head_count_kv([8 if one else 2 for one in sliding])
        writer.add_key_length(512)
        writer.add_value_length(512)
        writer.add_layer_norm_rms_eps(1e-6)
        writer.add_sliding_window(1024)
        writer.add_sliding_window_pattern(sliding)
        for name in ("key_length_swa", "value_length_swa"):
            writer.add_uint32(f"gemma4.attention.{name}", 256)
        writer.add_rope_dimension_count(512)
        writer.add_uint32("gemma4.rope.dimension_count_swa", 256)
        writer.add_uint32("gemma4.embedding_length_per_layer_input", 0)
        writer.add_expert_count(self.experts[0])
        writer.add_expert_used_count(self.experts[1])
        writer.add_expert_feed_forward_length(self.experts[2])

    def tensors(self) -> Iterator[Tensor]:
        yield "token_embd.weight", (self.embedding, self.vocabulary)
        yield "output_norm.weight", (self.embedding,)
        yield "rope_freqs.weight", (256,)
        for layer in range(self.layers):
            for name, shape in self._layer(*((2, 512) if layer % 6 == 5 else (8, 256))):
                yield f"blk.{layer}.{name}", shape

    def _layer(self, kv: int, head: int) -> Iterator[Tensor]:
        wide, (count, _, width) = self.embedding, self.experts
        yield from (("attn_q.weight", (wide, 16 * head)), ("attn_k.weight", (wide, kv * head)))
        if kv == 8:
            yield "attn_v.weight", (wide, kv * head)
        yield from (("attn_output.weight", (16 * head, wide)), ("layer_output_scale.weight", (1,)))
        yield from (("attn_q_norm.weight", (head,)), ("attn_k_norm.weight", (head,)))
        norms = ("attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm", "pre_ffw_norm_2")
        yield from ((f"{name}.weight", (wide,)) for name in (*norms, "post_ffw_norm_1", "post_ffw_norm_2"))
        yield from ((f"ffn_{name}.weight", (wide, self.width)) for name in ("gate", "up"))
        yield from (("ffn_down.weight", (self.width, wide)), ("ffn_down_exps.weight", (width, wide, count)))
        yield from (("ffn_gate_inp.weight", (wide, count)), ("ffn_gate_inp.scale", (wide,)))
        yield from (("ffn_gate_up_exps.weight", (wide, 2 * width, count)), ("ffn_down_exps.scale", (count,)))


QWEN_35B = Qwen("Qwen3.6 35B A3B", 2048, 40, 16, 2, 32, experts=(256, 8, 512))
QWEN_122B = Qwen("Qwen3.5 122B A10B", 3072, 48, 32, 2, 64, experts=(256, 8, 1024))
QWEN_27B = Qwen("Qwen3.5 27B", 5120, 64, 24, 4, 48, width=17_408)
QWEN_9B = Qwen("Qwen3.5 9B", 4096, 32, 16, 4, 32, width=12_288)
GEMMA_26B = Gemma4()
Model = Qwen | Gemma4

# a converter leaves the experts' router (ffn_gate_inp) in f32, too, 1 % more to read; the published figures that the
# tests compare with reckon it quantised
_SMALL = ("ssm_conv1d", "ssm_a", "ssm_d", "shortconv.conv.", "norm", "rope_freqs")


def write_head(path: Path, model: Model, kind: gguf.GGMLQuantizationType = Q8_0, head: object = None) -> Path:
    """The model as a sparse file; ``head`` is the type of embeddings and output where it differs from ``kind``."""
    writer = gguf.GGUFWriter(path, model.architecture)
    writer.add_name(model.name)
    writer.add_file_type({Q8_0: 7, Q4_K: 15, BF16: 32}[kind])
    writer.add_tokenizer_model("none")
    writer.add_vocab_size(model.vocabulary)
    model.keys(writer)
    end = 0
    for name, shape in model.tensors():
        own = head if head and name in ("token_embd.weight", "output.weight") else kind
        end += add_tensor(writer, name, shape, own)
    return finish(writer, path, end)


def add_tensor(writer: gguf.GGUFWriter, name: str, shape: tuple[int, ...], kind: gguf.GGMLQuantizationType) -> int:
    """The bytes that it takes in the file. Vectors and the like stay in f32, as every converter leaves them."""
    if len(shape) == 1 or any(part in name for part in _SMALL):
        kind = F32
    block, size = gguf.GGML_QUANT_SIZES[kind]
    count = math.prod(shape) // block * size
    rows = tuple(reversed(shape))
    stored = (*rows[:-1], rows[-1] // block * size) if block > 1 else rows
    dtype = np.dtype(np.uint8) if block > 1 else np.dtype(np.float32)
    writer.add_tensor_info(name, stored, dtype, count, raw_dtype=kind)
    return -(-count // 32) * 32


def finish(writer: gguf.GGUFWriter, path: Path, end: int) -> Path:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    writer.close()
    with path.open("r+b") as file:
        begin = -(-file.seek(0, 2) // 32) * 32
        file.truncate(begin + end)
    return path
