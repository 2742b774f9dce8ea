import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engines.sse import BrokenStream, events


def read(chunks: list[bytes]) -> list[str]:
    async def source() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    async def collect() -> list[str]:
        return [event async for event in events(source())]

    return asyncio.run(collect())


def test_events_are_read_whatever_ends_the_lines() -> None:
    stream = b": ping\n\ndata: one\r\n\r\nevent: x\ndata:two\rdata:  three\r\rid: 4\n\ndata: open"
    assert read([stream]) == ["one", "two\n three"]


@given(st.lists(st.integers(0, 80), max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_cut_anywhere_changes_nothing(cuts: list[int], end: str) -> None:
    stream = f"data: § 5 größer €😀{end}{end}: ping{end}{end}data: a{end}data: b{end}{end}".encode()
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    chunks = [stream[a:b] for a, b in pairwise(places)]
    expected = ["§ 5 größer €😀", "a\nb"]
    # a lone CR at the very end can't be told from half a CRLF: the last event is not closed then
    assert read(chunks) == (expected[:1] if end == "\r" else expected)


def test_a_separator_of_unicode_ends_no_line() -> None:
    assert read(["data: a\u2028b\x85c\x0bd\n\n".encode()]) == ["a\u2028b\x85c\x0bd"]


def test_bytes_that_are_no_text_are_an_error() -> None:
    with pytest.raises(BrokenStream):
        read([b"data: \xc3", b"\x28\n\n"])


def test_an_event_without_end_is_an_error() -> None:
    with pytest.raises(BrokenStream):
        read([b"data: " + b"x" * 3_000_000, b"x" * 3_000_000])
