"""The list of tensors and models in several parts; the `gguf` library is the oracle."""

import os
import struct
from pathlib import Path

import gguf
import pytest
import rebuilt
from rebuilt import Q8_0, add_tensor, finish, write_head

from app.domain.board import Board
from app.domain.errors import MissingOnMachine
from app.engines.gguf import NotGguf, read_head
from app.engines.gguf_facts import read_shape
from app.engines.gguf_reader import read_gguf
from app.engines.models import examine_model, locate_model


def embedded() -> Path:
    return locate_model(Board("cpu", "embedded"))


def small_heads(folder: Path) -> list[Path]:
    """Rebuilt heads without a vocabulary, which the library would need seconds for."""
    models = (rebuilt.QWEN_35B, rebuilt.QWEN_9B, rebuilt.GEMMA_26B)
    return [write_head(folder / f"{n}.gguf", model) for n, model in enumerate(models)]


def test_every_tensor_and_key_is_as_the_library_says(tmp_path: Path) -> None:
    for path in (embedded(), *small_heads(tmp_path)):
        reader, found = gguf.GGUFReader(path), read_gguf(path)
        told = {t.name: (tuple(map(int, t.shape)), int(t.tensor_type), t.n_bytes) for t in reader.tensors}
        assert {t.name: (t.shape, t.kind, t.bytes) for t in found.tensors} == told
        assert len(told) > 200
        for name, value in found.keys.items():
            true = reader.fields[name].contents()
            assert list(value) == true if isinstance(value, tuple) else value == pytest.approx(true)
        left_out = {name for name in reader.fields if not name.startswith("GGUF.")} - set(found.keys)
        assert left_out <= {"general.languages", *(f"tokenizer.ggml.{n}" for n in ("tokens", "token_type", "merges"))}


def test_every_type_of_tensor_has_the_library_s_size() -> None:
    from app.engines.ggml_types import TYPES

    never_stored = {"Q8_1", "Q8_K"}  # llama.cpp keeps activations in them
    for kind, (block, size) in gguf.GGML_QUANT_SIZES.items():
        if kind.name in never_stored:
            continue
        assert (TYPES[kind].name, TYPES[kind].elements, TYPES[kind].bytes) == (kind.name, block, size)


HEAD = b"GGUF" + struct.pack("<I", 3)
ARCHITECTURE = struct.pack("<Q", 20) + b"general.architecture" + struct.pack("<IQ", 8, 5) + b"llama"


def tensor(shape: tuple[int, ...], kind: int = 0, offset: int = 0, name: bytes = b"t") -> bytes:
    sides = struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
    return struct.pack("<Q", len(name)) + name + sides + struct.pack("<IQ", kind, offset)


def file_of(folder: Path, tensors: bytes, count: int = 1, *, keys: bytes = ARCHITECTURE, n_keys: int = 1) -> Path:
    path = folder / "m.gguf"
    head = HEAD + struct.pack("<QQ", count, n_keys) + keys + tensors
    path.write_bytes(head + bytes(-len(head) % 32) + bytes(64))
    return path


def test_a_small_tensor_at_the_very_end_is_whole(tmp_path: Path) -> None:
    (only,) = read_gguf(file_of(tmp_path, tensor((4, 2), offset=32))).tensors
    assert (only.shape, only.elements, only.bytes) == ((4, 2), 8, 32)


@pytest.mark.parametrize(
    ("tensors", "count", "says"),
    [
        (b"", 1 << 40, "can't be right"),
        (b"", 90_000, "has 0 dimensions"),  # what pads the head up is no tensor
        (struct.pack("<Q", 900), 1, "ends in the middle"),
        (tensor(()), 1, "has 0 dimensions"),
        (tensor((1, 1, 1, 1, 1)), 1, "has 5 dimensions"),
        (struct.pack("<Q", 1) + b"t" + struct.pack("<I", 1 << 31), 1, "dimensions"),
        (struct.pack("<Q", 1 << 62), 1, "can't be right"),
        (tensor((0,)), 1, "shape of its tensor t"),
        (tensor((1 << 63,)), 1, "shape of its tensor t"),
        (tensor((1 << 20, 1 << 20, 1 << 20, 1 << 20)), 1, "shape of its tensor t"),
        (tensor((32,), kind=77), 1, "type 77"),
        (tensor((32,), kind=4), 1, "type 4"),
        (tensor((33,), kind=8), 1, "whole number of Q8_0 blocks"),
        (tensor((4, 2), offset=64), 1, "it isn't whole"),
        (tensor((4, 2), offset=(1 << 64) - 32), 1, "it isn't whole"),
        (tensor((4, 2), offset=8), 1, "no multiple of 32"),
        (tensor((4, 5)), 1, "it isn't whole"),
        (tensor((4,)) + tensor((4,), offset=32), 2, "tensor t twice"),
    ],
)
def test_hostile_tensors_are_refused(tmp_path: Path, tensors: bytes, count: int, says: str) -> None:
    with pytest.raises(NotGguf, match=says):
        read_head(file_of(tmp_path, tensors, count))


def number(name: str, value: int) -> bytes:
    return struct.pack("<Q", len(name)) + name.encode() + struct.pack("<II", 4, value)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ([number("general.alignment", 0)], "alignment of 0"),
        ([number("general.alignment", 48)], "alignment of 48"),
        ([number("general.alignment", 1 << 31)], "alignment of"),
        ([number("a.b", 1), number("a.b", 2)], "key a.b twice"),
        ([number("split.count", 1 << 31)], "2147483648 parts"),
        ([number("split.count", 2)], "its name doesn't say so"),
        ([number("llama.block_count", 1 << 31)], "block_count of 2147483648"),
        ([], "how many layers"),
        ([number("llama.block_count", 4), number("llama.nextn_predict_layers", 5)], "nextn_predict_layers of 5"),
        ([number("llama.block_count", 4), number("llama.attention.key_length", 1 << 31)], "key_length of"),
        ([number("llama.block_count", 4), number("llama.attention.head_count", 1 << 31)], "doesn't fit its 4 layers"),
    ],
)
def test_hostile_keys_are_refused(tmp_path: Path, keys: list[bytes], says: str) -> None:
    with pytest.raises(NotGguf, match=says):
        read_shape(file_of(tmp_path, tensor((4,)), keys=ARCHITECTURE + b"".join(keys), n_keys=len(keys) + 1))


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    kind = struct.pack("<Q", 12) + b"general.type" + struct.pack("<IQ", 8, 7) + b"adapter"
    with pytest.raises(NotGguf, match="it holds a model's adapter, not a model"):
        read_shape(file_of(tmp_path, tensor((4,)), keys=ARCHITECTURE + kind, n_keys=2))
    with pytest.raises(NotGguf, match="it holds no weights"):
        read_shape(file_of(tmp_path, b"", 0))


def test_a_file_cut_in_its_weights_is_not_whole(tmp_path: Path) -> None:
    path = write_head(tmp_path / "m.gguf", rebuilt.QWEN_9B)
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(NotGguf, match=r"ends before its tensor blk\.\d+\..* does: it isn't whole"):
        read_head(path)


def test_a_file_is_read_again_when_it_changed(tmp_path: Path) -> None:
    path = write_head(tmp_path / "m.gguf", rebuilt.QWEN_9B)
    assert read_gguf(path) is read_gguf(path)
    write_head(path, rebuilt.GEMMA_26B)
    assert read_gguf(path).text("general.architecture") == "gemma4"


def split(folder: Path, *, count: int = 3, tensors: int = 3) -> Path:
    """A model in parts, each with one tensor, as llama-gguf-split names them."""
    for part in range(count):
        path = folder / f"m-{part + 1:05}-of-{count:05}.gguf"
        writer = gguf.GGUFWriter(path, "llama")
        writer.add_uint16("split.no", part)
        writer.add_uint16("split.count", count)
        writer.add_int32("split.tensors.count", tensors)
        if part == 0:
            writer.add_block_count(count)
            writer.add_head_count(2)
            writer.add_embedding_length(64)
        finish(writer, path, add_tensor(writer, f"blk.{part}.ffn_up.weight", (64, 32), Q8_0))
    return folder / f"m-00001-of-{count:05}.gguf"


def test_a_model_in_parts_is_one(tmp_path: Path) -> None:
    shape = read_shape(split(tmp_path))
    assert [part.name for part in shape.parts] == [f"m-0000{n}-of-00003.gguf" for n in (1, 2, 3)]
    assert shape.weights == (64 * 34,) * 3
    sizes = sum(part.stat().st_size for part in shape.parts)
    assert shape.bytes == sizes == read_head(shape.path).bytes


def test_what_is_wrong_with_parts_is_said(tmp_path: Path) -> None:
    first = split(tmp_path)
    second = tmp_path / "m-00002-of-00003.gguf"
    with pytest.raises(NotGguf, match=r"a later part of 3; name the first, m-00001-of-00003\.gguf"):
        read_head(second)
    with pytest.raises(MissingOnMachine) as refused:
        examine_model(Board("a", str(second)))
    assert refused.value.remedy == "Write that name as `model` in boards.ini."  # nothing is to be downloaded
    kept = second.read_bytes()
    second.write_bytes(kept[:200])
    with pytest.raises(NotGguf, match=r"part m-00002-of-00003\.gguf can't be used: the file ends"):
        read_head(first)
    second.write_bytes((tmp_path / "m-00003-of-00003.gguf").read_bytes())
    with pytest.raises(NotGguf, match="says that it is part 3"):
        read_head(first)
    second.unlink()
    with pytest.raises(NotGguf, match=r"its part m-00002-of-00003\.gguf is missing"):
        read_head(first)
    with pytest.raises(NotGguf, match="hold 3 tensors; there should be 4"):
        read_head(split(tmp_path, tensors=4))


def test_a_large_head_is_read_in_a_moment(tmp_path: Path) -> None:
    """A vocabulary of a quarter of a million words is walked over: the library takes 16 seconds for it."""
    import time

    path = tmp_path / "m.gguf"
    words = b"".join(struct.pack("<Q", 6) + b"%06d" % n for n in range(248_320))
    array = struct.pack("<IQ", 8, 248_320) + words
    keys = [b"tokenizer.ggml.tokens", b"tokenizer.ggml.merges"]
    body = b"".join(struct.pack("<Q", len(name)) + name + struct.pack("<I", 9) + array for name in keys)
    path.write_bytes(HEAD + struct.pack("<QQ", 0, 3) + ARCHITECTURE + body)
    begin = time.process_time()
    assert read_head(path).name == "m"
    assert time.process_time() - begin < 1.0
