import struct
from pathlib import Path

import pytest

from app.domain.board import Board
from app.engines.gguf import NotGguf, read_head
from app.engines.models import locate_model

HEAD = b"GGUF" + struct.pack("<IQ", 3, 0)


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def key(name: str, kind: int, data: bytes) -> bytes:
    return text(name) + struct.pack("<I", kind) + data


def strings(*values: str) -> bytes:
    return struct.pack("<IQ", 8, len(values)) + b"".join(map(text, values))


def model(tmp_path: Path, *keys: bytes, count: int | None = None, tail: bytes = b"") -> Path:
    path = tmp_path / "m.gguf"
    path.write_bytes(HEAD + struct.pack("<Q", len(keys) if count is None else count) + b"".join(keys) + tail)
    return path


def test_the_embedded_model() -> None:
    path = locate_model(Board("cpu", "embedded"))
    head = read_head(path)
    assert (head.name, head.context) == ("Smollm2 135M 8k Lc100K Mix1 Ep2", 8192)
    assert head.bytes == path.stat().st_size
    assert {"<|im_start|>", "<|im_end|>", "<|endoftext|>"} <= set(head.control)


def test_what_a_head_says(tmp_path: Path) -> None:
    types = struct.pack("<IQ4i", 5, 4, 3, 1, 4, 4)
    head = read_head(
        model(
            tmp_path,
            key("general.architecture", 8, text("qwen3")),
            key("general.name", 8, text("Größe")),
            key("qwen3.context_length", 4, struct.pack("<I", 40960)),
            key("tokenizer.ggml.tokens", 9, strings("<s>", "word", "<start_of_turn>", "<table>")),
            key("tokenizer.ggml.token_type", 9, types),
            key("tokenizer.ggml.merges", 9, strings("a b", "c d")),
            key("some.flag", 7, b"\x01"),
        )
    )
    assert (head.name, head.context) == ("Größe", 40960)
    assert head.control == ("<s>", "<start_of_turn>")


@pytest.mark.parametrize(
    ("keys", "count", "says"),
    [
        ([], 1 << 40, "can't be right"),
        ([], 5, "ends in the middle"),
        ([struct.pack("<Q", 1 << 63)], 1, "can't be right"),
        ([key("a", 8, struct.pack("<Q", 1 << 20))], 1, "ends in the middle"),
        ([key("a", 9, struct.pack("<IQ", 4, 1 << 60))], 1, "can't be right"),
        ([key("a", 9, struct.pack("<IQ", 9, 1))], 1, "unknown type 9"),
        ([key("a", 99, b"")], 1, "unknown type 99"),
        ([], 0, "which kind of model"),
    ],
)
def test_a_hostile_head_is_refused(tmp_path: Path, keys: list[bytes], count: int, says: str) -> None:
    with pytest.raises(NotGguf, match=says):
        read_head(model(tmp_path, *keys, count=count))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "too short"),
        (b"GGUF", "too short"),
        (b"PK\x03\x04" + bytes(40), "begin with GGUF"),
        (b"GGUF" + struct.pack("<I", 1) + bytes(40), "version 1"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(data)
    with pytest.raises(NotGguf, match=says):
        read_head(path)


def test_every_cut_of_a_real_head_is_refused(tmp_path: Path) -> None:
    data = locate_model(Board("cpu", "embedded")).read_bytes()[:1_000_000]
    for cut in (24, 100, 5_000, 90_000, 1_000_000):
        (tmp_path / "cut.gguf").write_bytes(data[:cut])
        with pytest.raises(NotGguf, match=r"ends in the middle|can't be right"):
            read_head(tmp_path / "cut.gguf")
