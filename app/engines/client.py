"""Talks to one model server on this machine: counts, asks, streams, and never takes half an answer for a whole one."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from app.domain.errors import AppError, StageFailed
from app.engines.answers import Answer, Message, Pulse, Schema, defuse, demand_form
from app.engines.sse import BrokenStream, events
from app.engines.supervisor import ServerProcess

# The server pings an open stream every 15 s, whatever the model does: silence means that it hangs.
SILENCE = 90.0
_CALL = 600.0


@dataclass(frozen=True, slots=True)
class Overhead:
    """Tokens that the chat template adds: before a lone user message, with a system message before it, and for each
    further pair of messages. Measured, because the server's count knows no template."""

    user: int
    system: int | None
    """None: the template takes no system message; its text is put before the first user message instead."""
    pair: int
    start: int
    """Tokens that the server puts before any text that it counts."""


class ModelServer:
    """A running model. ``name`` is its board, ``context`` in tokens; one request at a time, the others wait."""

    def __init__(
        self,
        *,
        name: str,
        model: str,
        context: int,
        address: str,
        key: str,
        alias: str,
        control: Sequence[str],
        process: ServerProcess,
        silence: float = SILENCE,
    ) -> None:
        self.name = name
        self.model = model
        self.context = context
        self.alias = alias
        self.process = process
        self.overhead = Overhead(0, 0, 0, 0)
        self.pulse = Pulse()
        self._control = control
        self._silence = silence
        self._turn = asyncio.Lock()
        self._http = httpx2.AsyncClient(
            base_url=address,
            headers={"Authorization": f"Bearer {key}"},
            trust_env=False,
            follow_redirects=False,
            timeout=httpx2.Timeout(_CALL, connect=10, pool=None),
        )

    @property
    def busy(self) -> bool:
        return self._turn.locked()

    async def close(self) -> None:
        """Close the connections and end the server."""
        try:
            await self._http.aclose()
        finally:
            await self.process.stop()

    async def count(self, messages: Sequence[Message]) -> int:
        """Tokens of the whole prompt as the model gets it, template included: exact, or a few too many."""
        async with self._turn:
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
        async with self._turn:
            prompt_tokens = await self._count(ready)
            self._demand_room(prompt_tokens, max_tokens)
            body = self._body(ready, max_tokens, temperature=temperature, seed=seed, repeat_penalty=repeat_penalty)
            if schema is not None:
                body["response_format"] = {"type": "json_object", "schema": schema}
            answer = await self._stream(body, prompt_tokens, on_text)
        self._demand_whole(answer, max_tokens)
        if schema is not None:
            demand_form(self.name, answer.text, schema)
        return answer

    async def forget(self) -> None:
        """Drop what the model holds of the last prompt, so that nothing of one matter is there for the next."""
        async with self._turn:
            await self.complete([Message("user", ".")], 1)
            self.pulse = Pulse()

    async def complete(self, messages: Sequence[Message], max_tokens: int) -> Mapping[str, Any]:
        """One answer without streaming, as the server gives it, with its own count of the prompt (``usage``)."""
        return await self.post("/v1/chat/completions", self._body(messages, max_tokens))

    async def tokens(self, text: str) -> int:
        """What the server counts for ``text`` by itself, without any template."""
        answer = await self.post("/extras/tokenize/count", {"input": text})
        return int(answer["count"])

    async def post(self, path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The JSON that the server answers; AppError where it does not, ServerRefused where it says no."""
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

    async def models(self, key: str | None = None) -> tuple[int, str]:
        """Status and body of the list of models, asked with ``key`` instead of the right one where given."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        try:
            response = await self._http.get("/v1/models", headers=headers)
        except httpx2.HTTPError as error:
            raise await self._broken(error) from error
        return response.status_code, response.text

    def _prepare(self, messages: Sequence[Message]) -> list[Message]:
        ready = [Message(m.role, defuse(m.content, self._control)) for m in messages]
        if self.overhead.system is None and len(ready) > 1 and ready[0].role == "system":
            first = Message(ready[1].role, f"{ready[0].content}\n\n{ready[1].content}")
            return [first, *ready[2:]]
        return ready

    async def _count(self, messages: Sequence[Message]) -> int:
        added = self.overhead
        texts = sum([await self.tokens(m.content) - added.start for m in messages])
        with_system = messages[0].role == "system" and added.system is not None
        base = added.system if with_system and added.system is not None else added.user
        further = max(0, len(messages) - (2 if with_system else 1))
        return texts + base + added.pair * ((further + 1) // 2)

    def _body(self, messages: Sequence[Message], max_tokens: int, **options: float) -> dict[str, Any]:
        return {
            "model": self.alias,
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "max_tokens": max_tokens,
            "temperature": 0,
            "stream": False,
            **options,
        }

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

    async def _stream(self, body: dict[str, Any], prompt_tokens: int, on_text: Callable[[str], None] | None) -> Answer:
        pieces: list[str] = []
        reason = ""
        begun = time.monotonic()
        first = 0.0
        self.pulse = pulse = Pulse(prompt_tokens)
        async with contextlib.aclosing(self._choices({**body, "stream": True})) as choices:
            async for choice in choices:
                if piece := choice.get("delta", {}).get("content"):
                    first = first or time.monotonic() - begun
                    pieces.append(piece)
                    pulse.written, pulse.seconds = len(pieces), time.monotonic() - begun - first
                    if on_text is not None:
                        on_text(piece)
                reason = choice.get("finish_reason") or reason
        if not reason:
            raise await self._broken(None)
        seconds = time.monotonic() - begun
        return Answer("".join(pieces), reason, prompt_tokens, len(pieces), seconds, first or seconds)

    async def _choices(self, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """The choice in each event of a streamed answer, until the server says that it is done."""
        timeout = httpx2.Timeout(self._silence, connect=10, pool=None)
        try:
            async with self._http.stream("POST", "/v1/chat/completions", json=body, timeout=timeout) as response:
                if response.status_code != 200:
                    text = (await response.aread()).decode("utf-8", "replace")
                    raise ServerRefused(self.name, response.status_code, text)
                async for data in events(response.aiter_bytes()):
                    if data == "[DONE]":
                        return
                    yield self._choice(data)
        except (httpx2.HTTPError, BrokenStream) as error:
            raise await self._broken(error) from error

    def _choice(self, data: str) -> dict[str, Any]:
        try:
            event = json.loads(data)
            choice = event["choices"][0]
        except (ValueError, LookupError, TypeError) as error:
            raise self._garbled() from error
        if not isinstance(choice, dict):
            raise self._garbled()
        return choice

    def _garbled(self) -> AppError:
        return AppError(
            f"The model server of board {self.name} answered with something that is no answer.",
            remedy=f"Run it again; its log is {self.process.log.path}.",
        )

    async def _broken(self, error: Exception | None) -> AppError:
        """What to say when a connection broke: the server ended, hangs, or gave up."""
        try:
            status = await asyncio.wait_for(asyncio.shield(self.process.wait()), 2)
        except TimeoutError:
            return await self._gave_up(error)
        why = "It was killed, most often because memory ran out." if status == 137 else f"Its exit status was {status}."
        return AppError(
            f"The model server of board {self.name} stopped in the middle of its work.",
            "" if self.process.stopping else why,
            f"Go on with `jurat resume`: it starts the server again. Its log is {self.process.log.path}.",
        )

    async def _gave_up(self, error: Exception | None) -> AppError:
        log = f"Its log is {self.process.log.path}."
        if isinstance(error, httpx2.TimeoutException):
            await self.process.stop()
            return AppError(
                f"The model server of board {self.name} did not answer any more and was ended.",
                f"Nothing came from it for {self._silence:.0f} seconds.",
                f"Go on with `jurat resume`: it starts the server again. {log}",
            )
        return AppError(
            f"The model server of board {self.name} broke off its answer.",
            "" if error is None else f"{error}.",
            f"Run it again. {log}",
        )


class ServerRefused(AppError):
    """The server answered with an HTTP error; ``status`` and ``text`` are what it said."""

    def __init__(self, board: str, status: int, text: str) -> None:
        super().__init__(
            f"The model server of board {board} refused a request.",
            f"It answered with status {status}.",
            f"Its log says more: stop it with `jurat boards down {board}` and run again.",
        )
        self.status = status
        self.text = text
