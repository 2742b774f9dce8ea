"""Measures a board: how fast it reads and writes with the model that is loaded, as Jurat sees it."""

import contextlib
import secrets
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.errors import StageFailed
from app.engines.answers import Message
from app.engines.client import ModelServer

LENGTHS = (128, 512, 2048, 8192)
"""Tokens of the prompts, as far as the context holds them."""
WRITTEN = 64
_LEAST_WRITTEN = 8
_REPEATS = 3


@dataclass(frozen=True, slots=True)
class Point:
    """Medians with prompts of ``prompt`` tokens, in tokens a second. ``read``: of the prompt. ``written``: of the
    answer, as the server counts it; ``seen``: as it arrives here, pieces and all. None where nobody says."""

    prompt: int
    read: float | None
    written: float | None
    seen: float | None
    filled: int = 0


@dataclass(frozen=True, slots=True)
class _Try:
    prompt: int
    read: float | None
    written: float | None
    seen: float | None
    filled: int


def lengths_for(context: int, lengths: Sequence[int] = LENGTHS) -> tuple[int, ...]:
    """Those that a context holds beside the answer; at least a short one."""
    fitting = tuple(length for length in lengths if 1.2 * length + WRITTEN + 64 <= context)
    return fitting or (max(context // 4, 16),)


async def measure(server: ModelServer, length: int, repeats: int = _REPEATS) -> Point:
    """Ask ``repeats`` times, each time with another prompt of about ``length`` tokens. As ``chat`` raises, but for an
    answer that is cut, which it is meant to be."""
    tries = [await _once(server, length) for _ in range(repeats)]
    return Point(
        prompt=round(statistics.median(one.prompt for one in tries)),
        read=_median([one.read for one in tries]),
        written=_median([one.written for one in tries]),
        seen=_median([one.seen for one in tries]),
        filled=round(statistics.median(one.filled for one in tries)),
    )


async def _once(server: ModelServer, length: int) -> _Try:
    messages = await _prompt(server, length)
    await server.forget()  # else a prompt that begins alike is read faster than a new one
    before, begun, first = server.pulse, time.monotonic(), 0.0

    def hear(_piece: str) -> None:
        nonlocal first
        first = first or time.monotonic() - begun

    with contextlib.suppress(StageFailed):
        # greedy and without penalties: what choosing a word costs is measured by no other program, either
        await server.chat(messages, max_tokens=WRITTEN, temperature=0, repeat_penalty=1.0, on_text=hear)
    pulse = server.pulse
    if pulse is before:
        raise StageFailed(f"Board {server.name} can't be measured.", "Its prompt doesn't fit the context.")
    timings, enough = pulse.timings, pulse.written >= _LEAST_WRITTEN
    seen = (pulse.written - 1) / pulse.seconds if enough and pulse.seconds > 0 else None
    if timings is None:
        return _Try(pulse.prompt, pulse.prompt / first if first else None, seen, seen, pulse.filled)
    read = timings.prompt / timings.prompt_seconds if timings.prompt_seconds > 0 else None
    return _Try(pulse.prompt, read, timings.speed if enough else None, seen, pulse.filled)


async def _prompt(server: ModelServer, length: int) -> list[Message]:
    """About ``length`` tokens that no earlier prompt began with."""
    ask = "Go on with this list, one line after the other, without an end."
    line = "On day {n}, at {n} past nine, unit {n} ran at {n} percent and nobody answered the telephone.\n"
    begin = f"{secrets.token_hex(8)}\n"

    def of(lines: int) -> list[Message]:
        return [Message("user", begin + "".join(line.format(n=n % 97) for n in range(lines)) + ask)]

    bare, some = await server.count(of(0)), await server.count(of(20))
    lines = max(0, round((length - bare) * 20 / max(some - bare, 1)))
    return of(lines)


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None
