"""Talks to llama-cpp-python's server, which counts no template and gives no timings."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from typing import Any

import httpx2

from app.engines.answers import Ask, Message, Piece, turns
from app.engines.client import Identity
from app.engines.local import WARMED, WARMING, LocalServer, Patience, Process
from app.engines.pace import Pace
from app.engines.state import BoardState

_LOOK_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Overhead:
    """Tokens that the chat template adds: before a lone user message, with a system message before it, and for each
    further pair of messages. Measured, because the server's count knows no template."""

    user: int
    system: int
    pair: int
    start: int
    """Tokens that the server puts before any text that it counts."""


class PythonServer(LocalServer):
    """``overhead`` must be measured and set before prompts are counted."""

    def __init__(
        self, identity: Identity, http: httpx2.AsyncClient, process: Process, patience: Patience | None = None
    ) -> None:
        super().__init__(identity, http, process, patience)
        self.overhead = Overhead(0, 0, 0, 0)

    def measured(self) -> dict[str, Any]:
        return {**super().measured(), "overhead": asdict(self.overhead)}

    def know(self, measured: Mapping[str, Any]) -> None:
        super().know(measured)
        self.overhead = Overhead(**measured["overhead"])

    def _step(self, prompt: int) -> int:
        # it tells nothing while it reads; and of a server that other programs use, too, another answer may come first
        return self.context if self.record is None or self.record.kept else prompt

    async def _said(self) -> BoardState | None:
        """While it answers anybody, what is about its model waits, and a path that it hasn't got is still refused."""
        if await self._answers("/v1/models"):
            return None
        return BoardState.BUSY if await self._answers("/nothing") else BoardState.WEDGED

    async def _answers(self, path: str) -> bool:
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                await self._http.get(path)
        except (httpx2.HTTPError, TimeoutError):
            return False
        return True

    async def warm(self) -> None:
        """See how fast it is: a prompt with one token, and, of the same prompt, which it then knows, some more."""
        ask, times = [Message("user", WARMING)], [time.monotonic()]
        tokens = await self.tokens(WARMING)
        for written in (1, 1 + WARMED):
            await self.complete(ask, written)
            times.append(time.monotonic())
        self.pace = Pace((times[1] - times[0]) / tokens, (times[2] - times[1]) / (1 + WARMED))

    async def complete(self, messages: Sequence[Message], max_tokens: int) -> Mapping[str, Any]:
        """One answer without streaming, as the server gives it, with its own count of the prompt (``usage``)."""
        return await self.post("/v1/chat/completions", self._body(messages, max_tokens))

    async def tokens(self, text: str) -> int:
        """What the server counts for ``text`` by itself, without any template."""
        answer = await self.post("/extras/tokenize/count", {"input": text})
        return int(answer["count"])

    async def models(self, key: str | None = None) -> tuple[int, str]:
        """Status and body of the list of models, asked with ``key`` instead of the right one where given."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        try:
            response = await self._http.get("/v1/models", headers=headers)
        except httpx2.HTTPError as error:
            raise await self._broken(error) from error
        return response.status_code, response.text

    async def _forget(self) -> None:
        await self.complete([Message("user", ".")], 1)

    async def _count(self, messages: Sequence[Message]) -> int:
        added = self.overhead
        texts = sum([await self.tokens(m.content) - added.start for m in messages])
        with_system = messages[0].role == "system" and self.takes_system
        further = max(0, len(messages) - (2 if with_system else 1))
        return texts + (added.system if with_system else added.user) + added.pair * ((further + 1) // 2)

    async def _pieces(self, ask: Ask) -> AsyncGenerator[Piece, None]:
        options = {"temperature": ask.temperature, "seed": ask.seed, "repeat_penalty": ask.repeat_penalty}
        body = self._body(ask.messages, ask.max_tokens, stream=True, **options)
        if ask.schema is not None:
            body["response_format"] = {"type": "json_object", "schema": ask.schema}
        async with aclosing(self._events("/v1/chat/completions", body)) as found:
            async for event in found:
                choices = event.get("choices")
                if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
                    raise self._garbled()
                choice = choices[0]
                yield Piece(choice.get("delta", {}).get("content") or "", choice.get("finish_reason") or "")

    def _body(
        self, messages: Sequence[Message], max_tokens: int, *, stream: bool = False, **options: float
    ) -> dict[str, Any]:
        return {
            "model": self.alias,
            "messages": turns(messages),
            "max_tokens": max_tokens,
            "temperature": 0,
            "stream": stream,
            **options,
        }
