"""Reads what stands before the weights of a GGUF file: keys and the list of tensors. The weights are never touched.

A GGUF comes from outside: every count, length, dimension and offset in it is checked against the file and against a
bound before it is used. Large arrays (vocabularies) are walked over, not kept. The layout
is that of docs/gguf.md of the ggml project.
"""

import mmap
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from app.engines.ggml_types import TYPES

MAGIC = b"GGUF"
_MAX_KEYS = 4096
_MAX_TENSORS = 100_000
_MAX_STRING = 1 << 24
_MAX_TEXT = 1 << 26
_MAX_STRINGS = 1 << 22
_MAX_NAME = 1024
_MAX_DIMENSION = 1 << 40
_MAX_ELEMENTS = 1 << 50
_MAX_KEPT = 4096
_LEAST_ALIGNMENT, _MOST_ALIGNMENT, _ALIGNMENT = 8, 1 << 16, 32
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_TOKENS, _TOKEN_TYPES = "tokenizer.ggml.tokens", "tokenizer.ggml.token_type"


class NotGguf(Exception):
    """The file is no GGUF, isn't whole, or contradicts itself; the message says how."""


class LaterPart(NotGguf):
    """A file of a model in several files that isn't the first of them: nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """``shape`` as ggml counts it, the row's length first; ``kind`` is ggml's number of its type."""

    name: str
    shape: tuple[int, ...]
    kind: int
    elements: int
    bytes: int


@dataclass(frozen=True, slots=True)
class GgufFile:
    """One file. ``keys``: scalars, strings, and arrays of at most 4,096 numbers as tuples; longer ones and arrays of
    strings are left out. ``marks``: the texts of tokens with a type that isn't an ordinary word's, with that type."""

    path: Path
    size: int
    keys: Mapping[str, object]
    tensors: tuple[TensorInfo, ...]
    marks: tuple[tuple[str, int], ...]

    def whole(self, key: str) -> int | None:
        """The number under ``key``; None where there is none, or none above 0."""
        value = self.keys.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None

    def text(self, key: str) -> str | None:
        value = self.keys.get(key)
        return value if isinstance(value, str) else None


def read_gguf(path: Path) -> GgufFile:
    """The head of ``path``, read once for each state of the file. NotGguf: it is none; OSError: it can't be read."""
    seen = path.stat()
    return _read(path, seen.st_size, seen.st_mtime_ns)


@lru_cache(maxsize=32)
def _read(path: Path, size: int, changed: int) -> GgufFile:
    if size < 24:
        raise NotGguf("the file is too short for a model")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:4] != MAGIC:
            raise NotGguf("it does not begin with GGUF")
        cursor = _Cursor(data)
        cursor.take(4)
        if (version := int(cursor.number("I"))) not in (2, 3):
            raise NotGguf(f"it is of GGUF version {version}; 2 and 3 can be read")
        count = cursor.length(_MAX_TENSORS)
        found = _Keys(cursor)
        tensors = _tensors(cursor, count, _alignment(found.keys))
        return GgufFile(path, os.fstat(file.fileno()).st_size, found.keys, tensors, found.marks())


class _Cursor:
    """Walks over the mapped file; refuses to leave it."""

    def __init__(self, data: mmap.mmap) -> None:
        self.data = data
        self.at = 0
        self.kept = 0

    def take(self, count: int) -> int:
        """Move on by ``count`` bytes; where they begin."""
        begin = self.at
        if count < 0 or begin + count > len(self.data):
            raise NotGguf("the file ends in the middle of its head")
        self.at = begin + count
        return begin

    def number(self, code: str) -> int | float | bool:
        size = struct.calcsize(code)
        value: int | float | bool = struct.unpack_from("<" + code, self.data, self.take(size))[0]
        return value

    def length(self, limit: int) -> int:
        value = int(self.number("Q"))
        if value > limit:
            raise NotGguf(f"a length of {value} in its head can't be right")
        return value

    def string(self, limit: int = _MAX_STRING) -> str:
        size = self.length(limit)
        begin = self.take(size)
        self.kept += size
        if self.kept > _MAX_TEXT:  # a hole in a file costs its writer nothing, and us memory
            raise NotGguf("its head holds more text than any model's")
        return self.data[begin : begin + size].decode("utf-8", "replace")

    def strings(self, count: int, *, kept: bool) -> list[int]:
        """Walk over ``count`` strings; where each begins, when ``kept``. A vocabulary has a quarter of a million."""
        unpack, data, end, at = struct.Struct("<Q").unpack_from, self.data, len(self.data) - 8, self.at
        starts = []
        for _ in range(count):
            if at > end:
                raise NotGguf("the file ends in the middle of its head")
            if kept:
                starts.append(at)
            size = unpack(data, at)[0]
            if size > _MAX_STRING:
                raise NotGguf(f"a length of {size} in its head can't be right")
            at += 8 + size
        self.take(at - self.at)
        return starts


class _Keys:
    """The keys, and what of the vocabulary is wanted."""

    def __init__(self, cursor: _Cursor) -> None:
        self.cursor = cursor
        self.keys: dict[str, object] = {}
        self._starts: list[int] = []
        self._types: tuple[int, ...] = ()
        for _ in range(cursor.length(_MAX_KEYS)):
            key = cursor.string(1 << 16)
            if key in self.keys:
                raise NotGguf(f"its head has the key {key[:80]} twice")
            value = self._value(key, int(cursor.number("I")))
            if value is not None:
                self.keys[key] = value

    def marks(self) -> tuple[tuple[str, int], ...]:
        found = []
        for start, kind in zip(self._starts, self._types, strict=False):
            if kind != 1:
                self.cursor.at = start
                found.append((self.cursor.string(), kind))
        return tuple(found)

    def _value(self, key: str, kind: int) -> object:
        if kind == _ARRAY:
            return self._array(key)
        return self.cursor.string() if kind == _STRING else self.cursor.number(_scalar(kind))

    def _array(self, key: str) -> object:
        """A tuple of numbers; None for what is only walked over. An array of arrays is refused: no writer makes one."""
        kind = int(self.cursor.number("I"))
        count = self.cursor.length(len(self.cursor.data))
        if kind == _STRING:
            if count > _MAX_STRINGS:
                raise NotGguf(f"a vocabulary of {count} words can't be right")
            starts = self.cursor.strings(count, kept=key == _TOKENS)
            self._starts = starts or self._starts
            return None
        code = _scalar(kind)
        begin = self.cursor.take(count * struct.calcsize(code))
        if key == _TOKEN_TYPES and count <= _MAX_STRINGS:
            self._types = struct.unpack_from(f"<{count}{code}", self.cursor.data, begin)
        return struct.unpack_from(f"<{count}{code}", self.cursor.data, begin) if count <= _MAX_KEPT else None


def _scalar(kind: int) -> str:
    if kind not in _SCALARS:
        raise NotGguf(f"a value in its head has the unknown type {kind}")
    return _SCALARS[kind]


def _alignment(keys: Mapping[str, object]) -> int:
    value = keys.get("general.alignment", _ALIGNMENT)
    if not isinstance(value, int) or not _LEAST_ALIGNMENT <= value <= _MOST_ALIGNMENT or value & (value - 1):
        raise NotGguf(f"an alignment of {value} can't be right")
    return value


def _tensors(cursor: _Cursor, count: int, alignment: int) -> tuple[TensorInfo, ...]:
    found: dict[str, tuple[TensorInfo, int]] = {}
    for _ in range(count):
        info, offset = _tensor(cursor)
        if info.name in found:
            raise NotGguf(f"it has the tensor {info.name[:80]} twice")
        found[info.name] = (info, offset)
    begin = -(-cursor.at // alignment) * alignment
    for info, offset in found.values():
        if offset % alignment:
            raise NotGguf(f"its tensor {info.name[:80]} lies at {offset}, which is no multiple of {alignment}")
        if begin + offset + info.bytes > len(cursor.data):
            raise NotGguf(f"the file ends before its tensor {info.name[:80]} does: it isn't whole")
    return tuple(info for info, _ in found.values())


def _tensor(cursor: _Cursor) -> tuple[TensorInfo, int]:
    name = cursor.string(_MAX_NAME)
    if not 1 <= (dimensions := int(cursor.number("I"))) <= 4:
        raise NotGguf(f"its tensor {name[:80]} has {dimensions} dimensions")
    shape = tuple(int(cursor.number("Q")) for _ in range(dimensions))
    kind, offset = int(cursor.number("I")), int(cursor.number("Q"))
    if kind not in TYPES:
        raise NotGguf(f"its tensor {name[:80]} is of the type {kind}, which isn't known here")
    elements = 1
    for side in shape:
        elements *= side
        if not 0 < side <= _MAX_DIMENSION or elements > _MAX_ELEMENTS:
            raise NotGguf(f"the shape of its tensor {name[:80]} can't be right")
    block = TYPES[kind]
    if shape[0] % block.elements:
        raise NotGguf(f"a row of its tensor {name[:80]} is no whole number of {block.name} blocks")
    return TensorInfo(name, shape, kind, elements, elements // block.elements * block.bytes), offset
