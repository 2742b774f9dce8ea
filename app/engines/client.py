"""What every engine's server does alike: counts, asks, streams, and never takes half an answer for a whole one.

An engine is a subclass of ``ModelServer`` (of ``LocalServer`` where the program starts the server itself) and a
function ``(board, start, note) -> ModelServer`` in ``starters``. All connections are opened by ``wire.connect``.
"""

import asyncio
import contextlib
import json
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from app.domain.errors import AppError, StageFailed
from app.engines.answers import Answer, Ask, Message, Piece, Pulse, Schema, defuse, demand_form
from app.engines.records import Record
from app.engines.sse import BrokenStream, events
from app.engines.state import BoardState, Fault
from app.engines.turn import Turn

# A server pings an open stream every 15 or 30 s, whatever the model does: silence means that it hangs.
SILENCE = 90.0


@dataclass(frozen=True, slots=True)
class Identity:
    """Which model answers on which board. ``context`` in tokens; ``control``: what it reads as control tokens."""

    board: str
    model: str
    context: int
    alias: str
    control: Sequence[str] = ()


class ModelServer(ABC):
    """A model that is ready. ``name`` is its board, ``context`` in tokens; one request at a time, the others wait."""

    def __init__(self, identity: Identity, http: httpx2.AsyncClient, *, silence: float = SILENCE) -> None:
        self.name = identity.board
        self.model = identity.model
        self.context = identity.context
        self.alias = identity.alias
        self.takes_system = True
        """False: the template takes no system message; its text is put before the first user message instead."""
        self.pulse = Pulse()
        self.record: Record | None = None
        """What another program would need to find a server on this machine."""
        self._control = identity.control
        self._silence = silence
        self.turn = Turn()
        self.note = ""  # what a person should know of a server that works: that its model spills over, say
        self._http = http

    # --- what each engine does in its own way ---

    @property
    @abstractmethod
    def alive(self) -> bool:
        """Whether it can be asked; a server that isn't is started anew at its next use."""

    @abstractmethod
    async def _count(self, messages: Sequence[Message]) -> int:
        """Tokens of the prompt as the model gets it, template included: exact, or a few too many."""

    @abstractmethod
    def _pieces(self, ask: Ask) -> AsyncGenerator[Piece, None]:
        """The answer as it comes. The last piece, or one before it, has ``reason``. Raises what ``_broken`` makes."""

    @abstractmethod
    async def _forget(self) -> None:
        """Drop what the server holds of the last prompt."""

    @abstractmethod
    async def _broken(self, error: Exception | None) -> AppError:
        """What to say when a connection broke, or (None) an answer ended without its end."""

    @property
    def pid(self) -> int | None:
        """The server's process on this machine; None where there is none or nobody knows."""
        return None

    @property
    def why_gone(self) -> str:
        """A sentence about a server that isn't alive."""
        return "It doesn't answer."

    @property
    def fault(self) -> Fault:
        """Why a server isn't alive any more."""
        return Fault.UNREACHABLE

    def measured(self) -> dict[str, Any]:
        """What was found out of the model and needn't be asked again."""
        return {"takes_system": self.takes_system}

    async def hang(self, why: str) -> None:  # noqa: B027 - a server that isn't ours is left as it is
        """End a server that hangs, where it is ours to end; what waits for it ends with ``why``."""

    async def look(self) -> BoardState | None:
        """What a short question to the server says of its state, never by inference; None: nothing but ready or busy.

        Asked once in a while for the board view; must answer within 3 seconds.
        """
        return None

    async def ended(self) -> None:
        """Until the server is gone by itself; never where nobody can know."""
        await asyncio.Event().wait()

    @contextlib.asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        """While a request is under way: see to it that a server that hangs doesn't hold it for ever."""
        yield

    async def close(self) -> None:
        """Close the connections; a server of our own ends."""
        await self._http.aclose()

    # --- what all have in common ---

    @property
    def busy(self) -> bool:
        return self.turn.locked()

    async def count(self, messages: Sequence[Message]) -> int:
        """Tokens of the whole prompt as the model gets it, template included: exact, or a few too many."""
        async with self.turn:
            return await self._count(self._prepare(messages))

    async def chat(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        max_tokens: int,
        temperature: float = 0,
        seed: int = 0,
        repeat_penalty: float = 1.1,
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Ask, and wait for the whole answer; ``on_text`` gets its pieces as they come.

        ``schema``: JSON schema that the answer must fit. ``repeat_penalty`` 1 lets the model repeat itself freely.
        StageFailed: the prompt does not fit, or the answer is empty, cut by ``max_tokens`` or not in the form asked.
        AppError: the server stopped or hangs. Cancelling closes the stream, and the server stops writing.
        """
        ready = self._prepare(messages)
        async with self.turn, self._watched():
            prompt_tokens = await self._count(ready)
            self._demand_room(prompt_tokens, max_tokens)
            ask = Ask(ready, prompt_tokens, max_tokens, schema, temperature, seed, repeat_penalty)
            answer = await self._stream(ask, on_text)
        self._demand_whole(answer, max_tokens)
        if schema is not None:
            demand_form(self.name, answer.text, schema)
        return answer

    async def forget(self) -> None:
        """Drop what the model holds of the last prompt, so that nothing of one matter is there for the next."""
        async with self.turn:
            await self._forget()
            self.pulse = Pulse()

    async def post(self, path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The JSON object that the server answers; AppError where it does not, ServerRefused where it says no."""
        try:
            response = await self._http.post(path, json=body)
        except httpx2.HTTPError as error:
            raise await self._broken(error) from error
        if response.status_code != 200:
            raise ServerRefused(self.name, response.status_code, response.text)
        try:
            answer = response.json()
        except ValueError as error:
            raise self._garbled() from error
        if not isinstance(answer, dict):
            raise self._garbled()
        return answer

    def _prepare(self, messages: Sequence[Message]) -> list[Message]:
        ready = [Message(m.role, defuse(m.content, self._control)) for m in messages]
        if not self.takes_system and len(ready) > 1 and ready[0].role == "system":
            first = Message(ready[1].role, f"{ready[0].content}\n\n{ready[1].content}")
            return [first, *ready[2:]]
        return ready

    def _demand_room(self, prompt: int, answer: int) -> None:
        if prompt + answer > self.context:
            raise StageFailed(
                f"The prompt needs {prompt} tokens and its answer up to {answer}; "
                f"the context of board {self.name} holds {self.context}.",
                remedy="Choose fewer pages, or give the board a larger context in boards.ini.",
            )

    def _demand_whole(self, answer: Answer, max_tokens: int) -> None:
        if answer.finish_reason == "length":
            raise StageFailed(
                f"The answer of board {self.name} ran into its limit of {max_tokens} tokens and was cut.",
                "A cut answer is never used.",
                "Ask for less at a time, or choose a model that keeps to the point.",
            )
        if not answer.text.strip():
            raise StageFailed(
                f"Board {self.name} gave an empty answer.", remedy="Run it again, or put the role on another model."
            )

    async def _stream(self, ask: Ask, on_text: Callable[[str], None] | None) -> Answer:
        texts: list[str] = []
        reason, timings = "", None
        begun = time.monotonic()
        first = 0.0
        self.pulse = pulse = Pulse(ask.prompt_tokens)
        async with contextlib.aclosing(self._pieces(ask)) as pieces:
            async for piece in pieces:
                pulse.read = max(pulse.read, piece.read)
                if piece.text:
                    first = first or time.monotonic() - begun
                    texts.append(piece.text)
                    pulse.written, pulse.seconds = len(texts), time.monotonic() - begun - first
                    if on_text is not None:
                        on_text(piece.text)
                reason = piece.reason or reason
                timings = piece.timings or timings
        if not reason:
            raise await self._broken(None)
        pulse.timings = timings
        seconds = time.monotonic() - begun
        written = timings.written if timings else len(texts)
        return Answer("".join(texts), reason, ask.prompt_tokens, written, seconds, first or seconds, timings)

    async def _events(self, path: str, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """Each server-sent event of a streamed answer, until the server says ``[DONE]``."""
        timeout = httpx2.Timeout(self._silence, connect=10, pool=None)
        try:
            async with self._http.stream("POST", path, json=body, timeout=timeout) as response:
                if response.status_code != 200:
                    text = (await response.aread()).decode("utf-8", "replace")
                    raise ServerRefused(self.name, response.status_code, text)
                async for data in events(response.aiter_bytes()):
                    if data == "[DONE]":
                        return
                    yield self._event(data)
        except (httpx2.HTTPError, BrokenStream) as error:
            raise await self._broken(error) from error

    def _event(self, data: str) -> dict[str, Any]:
        try:
            event = json.loads(data)
        except ValueError as error:
            raise self._garbled() from error
        if not isinstance(event, dict):
            raise self._garbled()
        return event

    def _garbled(self) -> AppError:
        return AppError(
            f"The model server of board {self.name} answered with something that is no answer.", remedy="Run it again."
        )


class ServerRefused(AppError):
    """The server answered with an HTTP error; ``status`` and ``text`` are what it said."""

    def __init__(self, board: str, status: int, text: str) -> None:
        super().__init__(
            f"The model server of board {board} refused a request.",
            f"It answered with status {status}.",
            "Its log says more.",
        )
        self.status = status
        self.text = text


@contextlib.asynccontextmanager
async def closed_on_error(server: ModelServer) -> AsyncIterator[None]:
    """While ``server`` is made ready, or is looked at: it is closed where that fails or is given up."""
    try:
        yield
    except BaseException:
        await server.close()
        raise
