"""Server-sent events out of a byte stream that may be cut anywhere, inside a character too."""

import codecs
from collections.abc import AsyncIterator

_LONGEST = 1 << 22


class BrokenStream(Exception):
    """The bytes are no event stream: not UTF-8, or an event without an end."""


async def events(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """The data of each event, in order; comments (pings) and other fields are passed over. BrokenStream if garbled.

    An event that is not closed by an empty line when the stream ends is not an event, as the standard has it.
    """
    data: list[str] = []
    async for line in lines(chunks):
        if not line:
            if data:
                yield "\n".join(data)
            data = []
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
            if sum(map(len, data)) > _LONGEST:
                raise BrokenStream("an event is too long")


async def lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """Lines that end in LF, CR or CRLF. A CR at the end of a chunk waits for the LF that may follow it."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    held = ""
    async for chunk in chunks:
        try:
            held += decoder.decode(chunk)
        except UnicodeDecodeError as error:
            raise BrokenStream("it holds bytes that are no text") from error
        ready = held[:-1] if held.endswith("\r") else held
        cut = max(ready.rfind("\n"), ready.rfind("\r")) + 1
        for line in held[:cut].replace("\r\n", "\n").replace("\r", "\n").split("\n")[:-1]:
            yield line
        held = held[cut:]
        if len(held) > _LONGEST:
            raise BrokenStream("a line is too long")
