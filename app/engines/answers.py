"""What goes to a model and what comes back; and whether it has the form that was asked."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.errors import StageFailed

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the prompt. ``role``: ``system``, ``user`` or ``assistant``."""

    role: str
    content: str


def turns(messages: Sequence[Message]) -> list[dict[str, str]]:
    """``messages`` as every server takes them."""
    return [{"role": m.role, "content": m.content} for m in messages]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question, ready to be sent: messages as the template takes them, and their tokens as counted."""

    messages: Sequence[Message]
    prompt_tokens: int
    max_tokens: int
    schema: Schema | None = None
    temperature: float = 0
    seed: int = 0
    repeat_penalty: float = 1.1


@dataclass(frozen=True, slots=True)
class Timings:
    """The server's own account of one answer, in tokens and seconds. ``cached``: known from the prompt before."""

    cached: int
    prompt: int
    prompt_seconds: float
    written: int
    written_seconds: float

    @property
    def filled(self) -> int:
        """Tokens in the context."""
        return self.cached + self.prompt + self.written

    @property
    def speed(self) -> float | None:
        """Tokens a second of the answer; None where too few came to measure."""
        return self.written / self.written_seconds if self.written > 1 and self.written_seconds > 0 else None


def number(value: object) -> float:
    """What a server gave for a number; 0 where it is none."""
    return float(value) if isinstance(value, int | float) else 0.0


def read_timings(found: object) -> Timings | None:
    """llama-server's own ``timings`` of one answer; None where there are none."""
    if not isinstance(found, dict):
        return None
    return Timings(
        cached=int(number(found.get("cache_n"))),
        prompt=int(number(found.get("prompt_n"))),
        prompt_seconds=number(found.get("prompt_ms")) / 1000,
        written=int(number(found.get("predicted_n"))),
        written_seconds=number(found.get("predicted_ms")) / 1000,
    )


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer. ``reason``: why it ended, ``stop`` or ``length``, in one piece only. ``read``: tokens of
    the prompt that are read so far, where the server says so. ``thought``: reasoning, which is no answer."""

    text: str = ""
    reason: str = ""
    timings: Timings | None = None
    read: int = 0
    thought: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """``finish_reason`` is always ``stop``: anything else is an error. ``prompt_tokens`` as counted before sending.

    ``completion_tokens``: as the server says, else the pieces that came, a token each. ``seconds``: wall time from
    sending to the end; ``first_token_seconds``: to the first piece, which is the time to read the prompt.
    """

    text: str
    finish_reason: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    first_token_seconds: float
    timings: Timings | None = None


@dataclass(slots=True)
class Pulse:
    """What a model does, for a person to look at: tokens of the last prompt, tokens written to it so far, and the
    seconds from the first of them to the last. ``read``: tokens of the prompt read so far, 0 where the server doesn't
    say. ``timings``: the server's own account once the answer is whole."""

    prompt: int = 0
    written: int = 0
    seconds: float = 0.0
    read: int = 0
    timings: Timings | None = None

    @property
    def filled(self) -> int:
        """Tokens in the context."""
        return self.timings.filled if self.timings else self.prompt + self.written

    @property
    def speed(self) -> float | None:
        """Tokens a second of the last answer; None where too few came to measure."""
        if self.timings:
            return self.timings.speed
        return (self.written - 1) / self.seconds if self.written > 1 and self.seconds > 0 else None


def defuse(text: str, control: Sequence[str]) -> str:
    """``text`` with a space inside whatever the model would read as one of its ``control`` tokens.

    The server turns ``<|im_end|>`` into the token that ends a turn wherever it stands, so a page that holds it
    could go on as somebody else. It doesn't when it reads ``< |im_end|>``.
    """
    text = text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair can't be sent
    if not control:
        return text
    pattern = "|".join(re.escape(token) for token in sorted(control, key=len, reverse=True))
    return re.sub(pattern, lambda hit: f"{hit[0][0]} {hit[0][1:]}", text)


def demand_form(board: str, text: str, schema: Schema) -> None:
    """StageFailed unless ``text`` is JSON that fits ``schema``.

    The server falls back to any JSON, without a word, where it can't make a grammar of a schema.
    """
    try:
        value = json.loads(text, strict=False)  # a model may break a line inside a string
    except ValueError as error:
        raise StageFailed(f"The answer of board {board} is not the JSON that was asked for.", f"{error}.") from error
    if fault := misfit(value, schema):
        raise StageFailed(f"The answer of board {board} does not have the form that was asked for.", f"{fault}.")


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool),
}


def misfit(value: Any, schema: Schema, where: str = "the answer") -> str | None:
    """Why ``value`` does not fit ``schema``, None where it does. Knows type, enum, const, properties, required,
    items, minItems and maxItems; other keywords are the server's to keep."""
    kind = schema.get("type")
    if isinstance(kind, str) and not _TYPES[kind](value):
        return f"{where} is not of type {kind}"
    allowed = schema["enum"] if "enum" in schema else [schema["const"]] if "const" in schema else None
    if allowed is not None and value not in allowed:
        return f"{where} is {value!r}, which is not among what was allowed"
    if isinstance(value, dict):
        return _object_misfit(value, schema, where)
    if isinstance(value, list):
        return _array_misfit(value, schema, where)
    return None


def _object_misfit(value: dict[str, Any], schema: Schema, where: str) -> str | None:
    if missing := [name for name in schema.get("required", ()) if name not in value]:
        return f"{where} lacks {', '.join(missing)}"
    faults = (
        misfit(value[name], part, f"{where}: {name}")
        for name, part in schema.get("properties", {}).items()
        if name in value
    )
    return next((fault for fault in faults if fault), None)


def _array_misfit(value: list[Any], schema: Schema, where: str) -> str | None:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return f"{where} has {len(value)} entries"
    part = schema.get("items", {})
    faults = (misfit(entry, part, f"{where}, entry {n}") for n, entry in enumerate(value, start=1))
    return next((fault for fault in faults if fault), None)
