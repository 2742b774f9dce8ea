"""Boards of Ollama, over its own interface (``/api``): its OpenAI-compatible one passes over ``num_ctx``.

Ollama cuts a prompt that is too long, from the front and without a word, and any other client can make it drop the
model or load it with another context. So every request carries the same context and asks for no cutting, the count
that comes back is held against what was sent, and ``/api/ps`` is asked what is really loaded.
Fields: the server's ``api/types.go``. The ``ollama`` package knows neither ``truncate``, ``shift`` nor ``remote_host``.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx2

from app.domain.board import Board
from app.domain.errors import AppError, MissingOnMachine, StageFailed, WrongUse
from app.engines.answers import Ask, Message, Piece, Timings, number, turns
from app.engines.client import Identity, ServerRefused
from app.engines.formats import IN_CLOUD
from app.engines.launch import Note, Start, nobody
from app.engines.remote import RemoteServer, connected, host_of, made_ready, text_of
from app.engines.sse import BrokenStream, lines
from app.engines.state import BoardState, Fault

_FOREVER = -1
_STAYS = "Name a model that lies on that server itself; OLLAMA_NO_CLOUD=1 there keeps the others out."


async def start_ollama(board: Board, start: Start, note: Note = nobody) -> "OllamaServer":
    """A board whose model is loaded and stays so. AppError, MissingOnMachine or WrongUse says why it can't be."""
    note("checking")
    if IN_CLOUD.search(board.model):
        raise WrongUse(f"{board.model} of board {board.name} runs on Ollama's own machines.", remedy=_STAYS)
    server = OllamaServer(Identity(board.name, board.model, 0, board.model), connected(board, start))
    return await made_ready(server, board, note)


class OllamaServer(RemoteServer):
    """A model on an Ollama server, always asked with the same options: others would make it load again."""

    async def examine(self) -> int | None:
        """Tokens that the model was made for. MissingOnMachine: it isn't there. WrongUse: it runs elsewhere."""
        await self._get("/api/version")
        try:
            shown = await self.post("/api/show", {"model": self.model})
        except ServerRefused as refusal:
            if refusal.status != 404:
                raise
            raise MissingOnMachine(
                f"The server of board {self.name} at {host_of(str(self._http.base_url))} has no model {self.model}.",
                f"It has {await self._others()}.",
                f"Run `ollama pull {self.model}` there, or name one of those in boards.ini.",
            ) from refusal
        if elsewhere := text_of(shown, "remote_host"):
            raise WrongUse(f"{self.model} of board {self.name} runs at {elsewhere}.", remedy=_STAYS)
        facts = shown.get("model_info")
        if not isinstance(facts, dict):
            return None
        own = facts.get(f"{facts.get('general.architecture')}.context_length")
        return own if isinstance(own, int) and own > 0 else None

    async def load(self) -> None:
        """Make Ollama load the model and keep it. There is no progress to be had; large ones take minutes."""
        await self.post("/api/chat", self._body([]))

    async def prove(self) -> None:
        """Tokens come out, and what is loaded is what was asked. AppError where it isn't."""
        await self.post("/api/chat", self._body([Message("user", ".")], num_predict=1))
        loaded = await self._loaded()
        if loaded is None:
            raise AppError(
                f"The server of board {self.name} doesn't keep {self.model} loaded.",
                remedy="Let it keep more models (OLLAMA_MAX_LOADED_MODELS), or free its memory.",
            )
        has = loaded.get("context_length")
        if isinstance(has, int) and has != self.context:
            error = AppError(
                f"The server of board {self.name} gave {self.model} a context of {has} tokens; "
                f"{self.context} were asked for.",
                "A prompt beyond it would be cut.",
                f"Write `context = {has}` in boards.ini, or free memory on the server.",
            )
            error.fault = Fault.CONTEXT
            raise error
        self.note = _spilled(loaded)

    async def _look(self, seconds: float) -> BoardState | None:
        loaded = await self._loaded(seconds)
        if loaded is None or loaded.get("context_length", self.context) != self.context:
            return BoardState.EVICTED
        self.note = _spilled(loaded)
        return None

    @asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        if await self.look() is BoardState.EVICTED:
            await self.load()
        yield

    async def _forget(self) -> None:
        # it has no command to drop one prompt: the model goes, and its caches with it
        await self.post("/api/generate", {"model": self.model, "keep_alive": 0})
        await self.load()

    async def _pieces(self, ask: Ask) -> AsyncGenerator[Piece, None]:
        body = self._body(
            ask.messages,
            num_predict=ask.max_tokens,
            temperature=ask.temperature,
            seed=ask.seed,
            repeat_penalty=ask.repeat_penalty,
        )
        body["stream"] = True
        if ask.schema is not None:
            body["format"] = ask.schema
        async with aclosing(self._lines(body)) as found:
            async for line in found:
                if (fault := line.get("error")) is not None:
                    raise StageFailed(f"The server of board {self.name} broke off its answer.", f"It said: {fault}")
                yield self._piece(line)

    def _piece(self, line: Mapping[str, Any]) -> Piece:
        message = line.get("message")
        said = message if isinstance(message, dict) else {}
        if line.get("remote_host") or line.get("remote_model"):
            raise AppError(f"The answer of board {self.name} came from another machine than its server.", remedy=_STAYS)
        if not line.get("done"):
            return Piece(text_of(said, "content"), thought=text_of(said, "thinking"))
        self._read = int(number(line.get("prompt_eval_count")))
        timings = Timings(
            cached=0,
            prompt=self._read,
            prompt_seconds=number(line.get("prompt_eval_duration")) / 1e9,
            written=int(number(line.get("eval_count"))),
            written_seconds=number(line.get("eval_duration")) / 1e9,
        )
        return Piece(text_of(said, "content"), text_of(line, "done_reason") or "stop", timings)

    async def _lines(self, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """Each JSON object of a streamed answer, the last one is ``done``."""
        timeout = httpx2.Timeout(self._silence, connect=10, pool=None)
        try:
            async with self._http.stream("POST", "/api/chat", json=body, timeout=timeout) as response:
                if response.status_code != 200:
                    text = (await response.aread()).decode("utf-8", "replace")
                    raise self._refused(response.status_code, text)
                async for line in lines(response.aiter_bytes()):
                    if line.strip():
                        yield self._event(line)
        except (httpx2.HTTPError, BrokenStream) as error:
            raise await self._broken(error) from error

    def _refused(self, status: int, text: str) -> AppError:
        if status == 400 and "context" in text.lower():
            return StageFailed(
                f"The prompt is longer than the {self.context} tokens of board {self.name}.",
                "Its server refused it; nothing was cut.",
                "Choose fewer pages, or give the board a larger context in boards.ini.",
            )
        return ServerRefused(self.name, status, text)

    def _body(self, messages: Sequence[Message], **options: float) -> dict[str, Any]:
        return {
            "model": self.model,
            "messages": turns(messages),
            "stream": False,
            "think": False,
            "keep_alive": _FOREVER,
            "truncate": False,
            "shift": False,
            "options": {"num_ctx": self.context, **options},
        }

    async def _loaded(self, seconds: float | None = None) -> Mapping[str, Any] | None:
        """What ``/api/ps`` says of the model: ``size``, ``size_vram``, ``context_length``; None: it isn't loaded."""
        running = await self._get("/api/ps", seconds=seconds)
        models = running.get("models") if isinstance(running, dict) else None
        wanted = {self.model, f"{self.model}:latest"}
        named = [m for m in models or () if isinstance(m, dict) and {m.get("name"), m.get("model")} & wanted]
        return named[0] if named else None

    async def _others(self) -> str:
        listed = await self._get("/api/tags")
        models = listed.get("models") if isinstance(listed, dict) else None
        names = [text_of(m, "name") for m in models or () if isinstance(m, dict)]
        return ", ".join(filter(None, names)) or "none"


def _spilled(loaded: Mapping[str, Any]) -> str:
    """A sentence where a part of the model lies in main memory, which makes it many times slower."""
    size, on_cards = number(loaded.get("size")), number(loaded.get("size_vram"))
    if not size or on_cards >= size:
        return ""
    return f"{100 * (1 - on_cards / size):.0f} % of the model lie in main memory: it doesn't fit the server's GPUs."
