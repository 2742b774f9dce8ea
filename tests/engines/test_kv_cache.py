"""The cache against figures that others published or measured (the comments name them)."""

from pathlib import Path

import pytest
import rebuilt

from app.domain.board import Board, KvType
from app.engines.gguf_facts import ModelShape, read_shape
from app.engines.gguf_layers import Keys, LayerMemory, layer_memory
from app.engines.gguf_reader import GgufFile, NotGguf
from app.engines.kv_cache import cache_bytes, read_bytes, scratch_bytes, state_bytes, step_bytes, usable_types
from app.engines.models import locate_model

GIB, MIB = 1 << 30, 1 << 20


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ModelShape]:
    folder = tmp_path_factory.mktemp("heads")
    models = {"35B": rebuilt.QWEN_35B, "122B": rebuilt.QWEN_122B, "27B": rebuilt.QWEN_27B, "9B": rebuilt.QWEN_9B}
    models |= {"gemma": rebuilt.GEMMA_26B}
    return {name: read_shape(rebuilt.write_head(folder / f"{name}.gguf", model)) for name, model in models.items()}


def cache(memory: tuple[LayerMemory, ...], context: int, kv: KvType = KvType.F16, batch: int = 512) -> int:
    """Without recurrent states."""
    return sum(cache_bytes(layer, context, kv, batch) - state_bytes(layer) for layer in memory)


@pytest.mark.parametrize(("context", "gigabytes"), [(4096, 0.40), (8192, 0.48), (32768, 0.99), (131072, 3.00)])
def test_gemma_4_26b(shapes: dict[str, ModelShape], context: int, gigabytes: float) -> None:
    """ollama/ollama#16958; estimators that pass over the sliding window say 1.76, 3.52, 14.09, 56.37."""
    assert round(cache(shapes["gemma"].memory, context) / 1e9, 2) == gigabytes


@pytest.mark.parametrize(
    ("name", "kv", "gibibytes"),
    [
        ("35B", KvType.F16, 2.50),
        ("35B", KvType.Q4_0, 0.70),
        ("122B", KvType.F16, 3.00),
        ("122B", KvType.Q8_0, 1.59),
        ("122B", KvType.Q4_0, 0.84),
    ],
)
def test_hybrids_at_128k(shapes: dict[str, ModelShape], name: str, kv: KvType, gibibytes: float) -> None:
    assert cache(shapes[name].memory, 131072, kv) / GIB == pytest.approx(gibibytes, abs=0.006)


def test_recurrent_states(shapes: dict[str, ModelShape]) -> None:
    """lmstudio-bug-tracker#1563 (50.251 MiB) and ggml-org/llama.cpp#20153 (598.50 MiB with four slots), from logs."""
    assert sum(state_bytes(layer) for layer in shapes["9B"].memory) == 50.25 * MIB
    assert sum(state_bytes(layer, 4) for layer in shapes["27B"].memory) == 598.50 * MIB
    assert sum(state_bytes(layer) for layer in shapes["122B"].memory) / MIB == pytest.approx(149, abs=0.1)


def test_a_quantised_cache_leaves_the_state_as_it_is(shapes: dict[str, ModelShape]) -> None:
    recurrent = shapes["9B"].memory[0]
    sizes = {cache_bytes(recurrent, 8192, kv, 512) for kv in (KvType.F16, KvType.Q8_0, KvType.Q4_0)}
    assert sizes == {state_bytes(recurrent)}


def test_the_scratch_of_a_quantised_cache(shapes: dict[str, ModelShape]) -> None:
    """256 MiB a card for 122B-A10B at 128k, 1 GiB for the dense 27B at 262,144 tokens."""
    assert scratch_bytes(shapes["122B"], 131072, KvType.F16, 512) == 0
    assert scratch_bytes(shapes["122B"], 131072, KvType.Q4_0, 512) == 256 * MIB
    assert scratch_bytes(shapes["27B"], 262144, KvType.Q8_0, 512) == GIB


def test_what_a_step_reads(shapes: dict[str, ModelShape]) -> None:
    full = 12 * 1000 * 2 * 2 * 256  # 122B: twelve layers that see all, two heads of 256, keys and values
    assert read_bytes(shapes["122B"], 1000, KvType.F16, through_half=True) == full * 2
    assert read_bytes(shapes["122B"], 1000, KvType.Q8_0, through_half=False) == full * 34 // 32
    assert read_bytes(shapes["122B"], 1000, KvType.Q8_0, through_half=True) == full * (34 / 32 + 4)
    near, far = (read_bytes(shapes["gemma"], filled, KvType.F16, through_half=False) for filled in (2000, 3000))
    assert far - near == 5 * 1000 * 2 * 2 * 512 * 2  # beyond the window only the five full layers read more


def test_what_a_step_works_on_is_what_llama_server_takes() -> None:
    """Its log with the embedded model, 8,192 tokens, one slot: a compute buffer of 22.64 MiB. llama-cpp-python's keeps
    room for the next word after each token: 106 MiB as `llama-fit-params` says with 4,096."""
    shape = read_shape(locate_model(Board("cpu", "embedded")))
    assert 22.64 <= step_bytes(shape, 8192, 512, outputs=1) / MIB < 22.64 * 1.1
    assert 106 <= step_bytes(shape, 4096, 512, outputs=512) / MIB < 106 * 1.1


def memory_of(architecture: str, **keys: object) -> tuple[LayerMemory, ...]:
    """``keys`` with a double underscore where the file has a dot."""
    named = {f"{architecture}.{name.replace('__', '.')}": value for name, value in keys.items()}
    return layer_memory(Keys(GgufFile(Path("m.gguf"), 0, named, (), ()), architecture))


def attention(heads: int, kv: object, key: int, value: int | None = None) -> dict[str, object]:
    lengths = {"attention__key_length": key, "attention__value_length": value or key}
    return {"attention__head_count": heads, "attention__head_count_kv": kv, **lengths}


@pytest.mark.parametrize(
    ("name", "memory", "context", "gibibytes"),
    [
        # unslothai/unsloth#4757 has 10.41 for a window of exactly 1,024; llama.cpp adds the batch that is being read
        (
            "Gemma 3 27B",
            memory_of("gemma3", block_count=62, attention__sliding_window=1024, **attention(32, 16, 128)),
            131072,
            10.61,
        ),
        (
            "DeepSeek V3.1",
            memory_of(
                "deepseek2",
                block_count=61,
                attention__kv_lora_rank=512,
                attention__key_length_mla=192,
                attention__value_length_mla=128,
                **attention(128, 1, 576, 512),
            ),
            163840,
            10.72,
        ),
        (
            "Qwen3.5 27B",
            memory_of("qwen35", block_count=64, full_attention_interval=4, **attention(24, 4, 256)),
            262144,
            16.00,
        ),
        (
            "Llama 3 70B",
            memory_of("llama", block_count=80, embedding_length=8192, attention__head_count=64),
            8192,
            20.0,
        ),
    ],
)
def test_other_models(name: str, memory: tuple[LayerMemory, ...], context: int, gibibytes: float) -> None:
    assert cache(memory, context) / GIB == pytest.approx(gibibytes, abs=0.006), name


def test_gemma_3_27b_by_its_window_alone() -> None:
    memory = memory_of("gemma3", block_count=62, attention__sliding_window=1024, **attention(32, 16, 128))
    assert round(cache(memory, 131072, batch=0) / GIB, 2) == 10.41


@pytest.mark.parametrize(
    ("architecture", "keys", "windows"),
    [
        ("gpt-oss", {"attention__sliding_window": 128}, (128, 0, 128, 0)),
        ("cohere2moe", {"attention__sliding_window": 64}, (0, 64, 64, 64)),
        ("gemma2", {}, (4096, 0, 4096, 0)),
        ("llama4", {}, (8192, 8192, 8192, 0)),
        ("llama4", {"attention__sliding_window": 0}, (0, 0, 0, 0)),
        ("gemma3", {"attention__sliding_window": 512, "attention__sliding_window_pattern": 2}, (512, 0, 512, 0)),
        ("gemma4", {"attention__sliding_window": 9, "attention__sliding_window_pattern": (1, 1, 0, 1)}, (9, 9, 0, 9)),
        ("mistral3", {"attention__sliding_window": 4096}, (0, 0, 0, 0)),  # llama.cpp passes over it
    ],
)
def test_which_layers_have_a_window(architecture: str, keys: dict[str, object], windows: tuple[int, ...]) -> None:
    memory = memory_of(architecture, block_count=4, **keys, **attention(8, 2, 64))
    assert tuple(layer.window for layer in memory) == windows


@pytest.mark.parametrize(
    ("architecture", "keys", "kinds"),
    [
        ("qwen3next", {}, "sssk"),
        ("qwen35moe", {"nextn_predict_layers": 1, "full_attention_interval": 2}, "sks-"),
        ("qwen35", {"attention__recurrent_layers": (1, 0, 0, 1)}, "skks"),
        ("jamba", {"attention__head_count_kv": (0, 2, 0, 2)}, "sksk"),
        ("nemotron_h", {"attention__head_count_kv": (0, 2, 0, 0), "feed_forward_length": (0, 0, 9, 0)}, "sk-s"),
        ("falcon-h1", {}, "bbbb"),
        ("mamba2", {"attention__head_count_kv": 0}, "ssss"),
        ("gemma4", {"attention__shared_kv_layers": 2}, "kk--"),
        ("llama", {}, "kkkk"),
    ],
)
def test_which_layers_keep_what(architecture: str, keys: dict[str, object], kinds: str) -> None:
    state = {"ssm__conv_kernel": 4, "ssm__inner_size": 64, "ssm__state_size": 16, "ssm__group_count": 1}
    memory = memory_of(architecture, **{"block_count": 4, **attention(8, 2, 64), **state, **keys})
    names = {(False, False): "-", (True, False): "k", (False, True): "s", (True, True): "b"}
    assert "".join(names[bool(layer.keys), bool(layer.state)] for layer in memory) == kinds


def test_other_states() -> None:
    """LFM2 keeps a short convolution, Kimi its delta attention, RWKV a matrix for each head."""
    lfm = memory_of("lfm2", block_count=1, embedding_length=1024, shortconv__l_cache=3, attention__head_count_kv=(0,))
    assert lfm[0].state == 1024 * 2
    kimi = memory_of("kimi-linear", block_count=1, kda__head_dim=128, ssm__conv_kernel=4, **attention(32, (0,), 128))
    assert kimi[0].state == 3 * 3 * 4096 + 524_288
    rwkv = memory_of("rwkv7", block_count=1, embedding_length=2048, wkv__head_size=64)
    assert rwkv[0].state == 2 * 2048 + 2048 * 64


def test_heads_that_can_t_be_cut_into_blocks_stay_in_f16(shapes: dict[str, ModelShape]) -> None:
    from dataclasses import replace

    odd = replace(shapes["35B"], memory=memory_of("llama", block_count=2, **attention(8, 8, 80)))
    assert usable_types(odd) == (KvType.F16,)
    assert len(usable_types(shapes["35B"])) == 3


def test_an_array_that_doesn_t_fit_its_layers_is_refused() -> None:
    with pytest.raises(NotGguf, match=r"head_count_kv doesn't fit its 4 layers"):
        memory_of("llama", block_count=4, attention__head_count_kv=(2, 2))
