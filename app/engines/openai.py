"""Boards of OpenAI-compatible servers (vLLM, llama-swap, GPUStack), for firms that outgrow one machine."""

import secrets
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from app.domain.board import Board
from app.domain.errors import AppError, MissingOnMachine, StageFailed
from app.engines.answers import Ask, Message, Piece, number, turns
from app.engines.client import Identity, ServerRefused
from app.engines.launch import Note, Start, nobody
from app.engines.remote import RemoteServer, connected, host_of, made_ready, text_of
from app.engines.state import BoardState, Fault


async def start_openai(board: Board, start: Start, note: Note = nobody) -> "OpenAIServer":
    """A board whose server has the model and answers. AppError, MissingOnMachine or WrongUse says why it doesn't."""
    note("checking")
    server = OpenAIServer(Identity(board.name, board.model, 0, board.model), connected(board, start))
    return await made_ready(server, board, note)


class OpenAIServer(RemoteServer):
    """A model on a server that others may use, too; its own program decides what stays loaded."""

    _counts = False
    _salt: str | None = None

    async def examine(self) -> int | None:
        """Tokens that the server gives the model (only vLLM says). MissingOnMachine: it has no such model."""
        try:
            listed = await self._models()
        except ServerRefused as refusal:
            if refusal.status not in (401, 403):
                raise
            raise MissingOnMachine(
                f"The server of board {self.name} doesn't take its key.",
                remedy="Name the variable with the right one as `key_env`, or store it in the system's keyring.",
            ) from refusal
        found = next((m for m in listed if m.get("id") == self.model), None)
        if found is None:
            names = ", ".join(text_of(m, "id") for m in listed) or "none"
            raise MissingOnMachine(
                f"The server of board {self.name} at {host_of(str(self._http.base_url))} has no model {self.model}.",
                f"It has {names}.",
                "Name one of those in boards.ini.",
            )
        if found.get("owned_by") == "vllm":
            # prompts of two matters with the same beginning must not share what the server keeps of it
            self._salt = secrets.token_hex(16)
        own = found.get("max_model_len")
        return own if isinstance(own, int) and own > 0 else None

    async def prove(self) -> None:
        """Tokens come out; and whether the server counts prompts is found out on the way."""
        await self.post("/v1/chat/completions", self._body([Message("user", ".")], 1))
        try:
            await self._exact([Message("user", ".")])
        except (ServerRefused, AppError):
            self._counts = False
        else:
            self._counts = True

    async def _count(self, messages: Sequence[Message]) -> int:
        return await self._exact(messages) if self._counts else await super()._count(messages)

    async def _exact(self, messages: Sequence[Message]) -> int:
        """vLLM's own count of a prompt, template included."""
        answer = await self.post("/tokenize", {"model": self.model, "messages": turns(messages)})
        count = answer.get("count")
        if not isinstance(count, int):
            raise self._garbled()
        return count

    async def _look(self, seconds: float) -> BoardState | None:
        listed = await self._models(seconds)
        return None if any(m.get("id") == self.model for m in listed) else BoardState.EVICTED

    async def _forget(self) -> None:
        if self._salt is not None:
            self._salt = secrets.token_hex(16)
        else:
            # what llama.cpp's servers keep of the last prompt gives way to this one
            await self.post("/v1/chat/completions", self._body([Message("user", ".")], 1))

    async def _pieces(self, ask: Ask) -> AsyncGenerator[Piece, None]:
        body = self._body(ask.messages, ask.max_tokens, temperature=ask.temperature, seed=ask.seed)
        body |= {"stream": True, "stream_options": {"include_usage": True}}
        if ask.schema is not None:
            form = {"name": "answer", "schema": ask.schema, "strict": True}
            body |= {"response_format": {"type": "json_schema", "json_schema": form}}
            # a model that thinks puts the form around its thoughts and leaves the answer empty
            body |= {"chat_template_kwargs": {"enable_thinking": False}}
        async with aclosing(self._events("/v1/chat/completions", body)) as found:
            async for event in found:
                yield self._piece(event)

    def _piece(self, event: Mapping[str, Any]) -> Piece:
        if (fault := event.get("error")) is not None:
            words = text_of(fault, "message") if isinstance(fault, dict) else str(fault)
            raise StageFailed(f"The server of board {self.name} broke off its answer.", f"It said: {words}")
        usage = event.get("usage")
        if isinstance(usage, dict):
            self._read = int(number(usage.get("prompt_tokens"))) or self._read
        choices = event.get("choices")
        if not isinstance(choices, list) or (choices and not isinstance(choices[0], dict)):
            raise self._garbled()
        if not choices:
            return Piece()
        delta = choices[0].get("delta")
        said = delta if isinstance(delta, dict) else {}
        thought = text_of(said, "reasoning_content") or text_of(said, "reasoning")
        return Piece(text_of(said, "content"), text_of(choices[0], "finish_reason"), thought=thought)

    def _body(self, messages: Sequence[Message], max_tokens: int, **options: float) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": turns(messages),
            "max_tokens": max_tokens,
            "temperature": 0,
            **options,
        }
        return body | ({"cache_salt": self._salt} if self._salt else {})

    async def _models(self, seconds: float | None = None) -> list[Mapping[str, Any]]:
        answer = await self._get("/v1/models", seconds=seconds)
        listed = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(listed, list):
            error = self._garbled()
            error.fault = Fault.FOREIGN
            raise error
        return [model for model in listed if isinstance(model, dict)]
