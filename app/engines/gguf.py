"""Reads the head of a GGUF model file: what is needed before a server is started with it.

A GGUF comes from outside: every length in it is checked against the file and against a bound before it is used.
Large arrays (vocabularies) are walked over, except for the few control tokens, whose texts must not be taken for
instructions when they stand in an exhibit.
"""

import mmap
import re
import struct
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"GGUF"
_MAX_KEYS = 10_000
_MAX_STRING = 1 << 24
_MAX_KEPT = 4096
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_CONTROL, _USER_DEFINED = 3, 4
# models that mark their turn marks as "user defined" exist; the other texts of that type (spaces, HTML) do no harm
_TURN_MARK = re.compile(r"<\|.*\|>|</?\w+_of_\w+>|\[/?[A-Z_]+\]")


class NotGguf(Exception):
    """The file is no GGUF, or its head contradicts itself; the message says how."""


@dataclass(frozen=True, slots=True)
class ModelHead:
    """``bytes`` on disk; ``context`` in tokens, None where the file doesn't say; ``control``: texts of tokens that
    steer the model (``<|im_end|>``); ``template``: it has a chat template of its own."""

    path: Path
    bytes: int
    name: str
    architecture: str
    context: int | None
    layers: int | None
    template: bool
    control: tuple[str, ...]


class _Cursor:
    """Walks over the mapped file; refuses to leave it."""

    def __init__(self, data: mmap.mmap) -> None:
        self.data = data
        self.at = 0

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

    def string(self) -> str:
        size = self.length(_MAX_STRING)
        begin = self.take(size)
        return self.data[begin : begin + size].decode("utf-8", "replace")


def read_head(path: Path) -> ModelHead:
    """The head of the model at ``path``. NotGguf where it is none; OSError where it can't be read."""
    size = path.stat().st_size
    if size < 24:
        raise NotGguf("the file is too short for a model")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:4] != MAGIC:
            raise NotGguf("it does not begin with GGUF")
        cursor = _Cursor(data)
        cursor.take(4)
        if (version := int(cursor.number("I"))) not in (2, 3):
            raise NotGguf(f"it is of GGUF version {version}; 2 and 3 can be read")
        cursor.take(8)
        return _head(path, size, _keys(cursor))


def _keys(cursor: _Cursor) -> dict[str, object]:
    found: dict[str, object] = {}
    for _ in range(cursor.length(_MAX_KEYS)):
        key = cursor.string()
        kind = int(cursor.number("I"))
        if kind == _ARRAY:
            found[key] = _array(cursor, key)
        elif kind == _STRING:
            found[key] = cursor.string()
        else:
            found[key] = cursor.number(_scalar(kind))
    return found


def _scalar(kind: int) -> str:
    if kind not in _SCALARS:
        raise NotGguf(f"a value in its head has the unknown type {kind}")
    return _SCALARS[kind]


def _array(cursor: _Cursor, key: str) -> object:
    """Arrays of numbers as their offset, count and code; those of strings as the offset of each."""
    kind = int(cursor.number("I"))
    count = cursor.length(len(cursor.data))
    if kind == _STRING:
        starts = []
        for _ in range(count):
            starts.append(cursor.at)
            cursor.take(cursor.length(_MAX_STRING))
        return _Strings(cursor.data, tuple(starts)) if key == "tokenizer.ggml.tokens" else None
    code = _scalar(kind)
    begin = cursor.take(count * struct.calcsize(code))
    return struct.unpack_from(f"<{count}{code}", cursor.data, begin) if key == "tokenizer.ggml.token_type" else None


@dataclass(frozen=True, slots=True)
class _Strings:
    data: mmap.mmap
    starts: tuple[int, ...]

    def __getitem__(self, index: int) -> str:
        cursor = _Cursor(self.data)
        cursor.at = self.starts[index]
        return cursor.string()


def _head(path: Path, size: int, keys: dict[str, object]) -> ModelHead:
    architecture = keys.get("general.architecture")
    if not isinstance(architecture, str):
        raise NotGguf("it does not say which kind of model it holds")

    def whole(key: str) -> int | None:
        value = keys.get(f"{architecture}.{key}")
        return int(value) if isinstance(value, int) and value > 0 else None

    name = keys.get("general.name")
    return ModelHead(
        path=path,
        bytes=size,
        name=name if isinstance(name, str) else path.stem,
        architecture=architecture,
        context=whole("context_length"),
        layers=whole("block_count"),
        template=isinstance(keys.get("tokenizer.chat_template"), str),
        control=_control(keys),
    )


def _control(keys: dict[str, object]) -> tuple[str, ...]:
    tokens, kinds = keys.get("tokenizer.ggml.tokens"), keys.get("tokenizer.ggml.token_type")
    if not isinstance(tokens, _Strings) or not isinstance(kinds, tuple):
        return ()
    numbers = kinds[: len(tokens.starts)]
    control = [tokens[i] for i, kind in enumerate(numbers) if kind == _CONTROL]
    marked = [tokens[i] for i, kind in enumerate(numbers) if kind == _USER_DEFINED]
    kept = control + [text for text in marked if _TURN_MARK.fullmatch(text)]
    return tuple(text for text in kept if len(text) > 1)[:_MAX_KEPT]
