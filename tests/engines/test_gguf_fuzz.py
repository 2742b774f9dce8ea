"""Heads that a person with bad intentions might write: read, or refused in words; never anything else, and at once."""

import contextlib
import struct
import time
from pathlib import Path

import pytest
import rebuilt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engines.gguf import NotGguf
from app.engines.gguf_facts import read_shape

HEAD_BYTES = 40_000


@pytest.fixture(scope="module")
def heads(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[bytes, ...]]:
    folder = tmp_path_factory.mktemp("heads")
    found = []
    for n, model in enumerate((rebuilt.QWEN_35B, rebuilt.QWEN_27B, rebuilt.GEMMA_26B)):
        with rebuilt.write_head(folder / f"{n}.gguf", model).open("rb") as file:
            found.append(file.read(HEAD_BYTES))
    return folder, tuple(found)


NUMBERS = st.sampled_from([0, 1, 2, 255, 1 << 16, (1 << 31) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
CHANGES = st.lists(st.tuples(st.integers(0, HEAD_BYTES - 8), NUMBERS), min_size=1, max_size=6)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=st.integers(0, 2), changes=CHANGES, length=st.integers(24, HEAD_BYTES), early=st.booleans())
def test_a_changed_head_is_read_or_refused(
    heads: tuple[Path, tuple[bytes, ...]], which: int, changes: list[tuple[int, int]], length: int, early: bool
) -> None:
    folder, known = heads
    data = bytearray(known[which])
    for at, number in changes:
        place = at % 2000 if early else at  # the keys, which steer everything, come first
        data[place : place + 8] = struct.pack("<Q", number)
    path = folder / "changed.gguf"
    with path.open("wb") as file:
        file.write(data[:length])
        file.truncate(200 << 30)  # the weights are a hole: every offset may lie in the file
    begin = time.process_time()
    with contextlib.suppress(NotGguf):
        shape = read_shape(path)
        assert len(shape.weights) == len(shape.memory) <= 1024
        assert all(layer.keys >= 0 and layer.state >= 0 for layer in shape.memory)
    assert time.process_time() - begin < 2.0


def key(name: bytes, kind: int, data: bytes) -> bytes:
    return struct.pack("<Q", len(name)) + name + struct.pack("<I", kind) + data


def test_holes_in_a_file_cost_no_memory_and_no_time(tmp_path: Path) -> None:
    """Texts of 16 MiB and a vocabulary of a hundred billion empty words, which a sparse file gives for nothing."""
    path = tmp_path / "m.gguf"
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 2000)
    with path.open("wb") as file:
        file.write(head)
        for n in range(2000):
            file.write(key(b"k%d" % n, 8, struct.pack("<Q", 1 << 24)))
            file.seek(1 << 24, 1)
        file.truncate(64 << 30)
    with pytest.raises(NotGguf, match="more text than any model's"):
        read_shape(path)
    words = key(b"tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 1 << 33))
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + words)
    with path.open("r+b") as file:
        file.truncate(128 << 30)
    begin = time.process_time()
    with pytest.raises(NotGguf, match="vocabulary of 8589934592 words"):
        read_shape(path)
    assert time.process_time() - begin < 1.0
