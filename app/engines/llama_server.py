"""Talks to a running llama-server: exact counts, its own timings, its slots, and a schema as it wants it."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from app.domain.errors import AppError, StageFailed
from app.engines.answers import Ask, Message, Piece, Timings, read_timings, turns
from app.engines.local import WARMED, WARMING, LocalServer
from app.engines.pace import Pace
from app.engines.state import BoardState

_LOOK_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Props:
    """What a server says of itself (``/props``): its model's file, tokens of context of one slot, number of slots,
    and its name for the model, which holds the id of the start."""

    model_path: str
    context: int
    slots: int
    alias: str


@dataclass(frozen=True, slots=True)
class Slot:
    """Tokens of the prompt it holds (and, once it is idle, of the answer), those read and those written; whether it
    works."""

    prompt: int = 0
    read: int = 0
    written: int = 0
    works: bool = False


class LlamaServer(LocalServer):
    """One slot; ``/slots`` tells how far it is, between two batches, and is what its liveness is judged by.

    ``batch``: tokens of a prompt that it reads at once, at the most.
    """

    batch = 512
    _slot = Slot()

    async def _count(self, messages: Sequence[Message]) -> int:
        """The template is filled in and its tokens are counted, both by the server itself."""
        filled = await self.post("/apply-template", {"messages": turns(messages), **_NO_THINKING})
        body = {"content": filled["prompt"], "add_special": True, "parse_special": True}
        return len((await self.post("/tokenize", body))["tokens"])

    async def _pieces(self, ask: Ask) -> AsyncGenerator[Piece, None]:
        thought = False
        try:
            async with contextlib.aclosing(self._events("/v1/chat/completions", self._body(ask))) as found:
                async for event in found:
                    piece = self._piece(event)
                    thought = thought or bool(piece.thought)
                    yield piece
        except AppError as error:
            raise self._too_long(error) or error from error
        if thought and ask.schema is not None:
            raise StageFailed(
                f"Board {self.name} thought before it answered, though it was told not to.",
                "In its thoughts the form that was asked for doesn't hold.",
                "Choose a model that can be told not to think, for this role.",
            )

    async def _forget(self) -> None:
        """Erase the slot; nothing is written: the folder for saved slots is only named because erasing needs it."""
        await self.post("/slots/0?action=erase", {})

    def _step(self, prompt: int) -> int:
        return min(prompt, self.batch)

    async def _advance(self) -> object:
        # one that doesn't answer has not advanced: it may be between two batches, or hang
        self._slot = await self.slot() or self._slot
        return await super()._advance(), self._slot

    async def _said(self) -> BoardState | None:
        """Busy where another program keeps it so."""
        slot = await self.slot()
        if slot is None:
            return BoardState.WEDGED
        if self.busy:
            return None
        self.pulse.prompt, self.pulse.read, self.pulse.written = slot.prompt, slot.read, slot.written
        if slot.works:
            self.pulse.timings = None
        return BoardState.BUSY if slot.works else None

    async def slot(self) -> Slot | None:
        """What its one slot does; None where the server doesn't say in time."""
        try:
            async with asyncio.timeout(_LOOK_SECONDS):  # `wait_for` of Python 3.11 can lose a cancellation
                response = await self._http.get("/slots")
            slot = response.json()[0]
            written = (slot.get("next_token") or [{}])[0].get("n_decoded", 0)
            read = slot.get("n_prompt_tokens_processed", 0) + slot.get("n_prompt_tokens_cache", 0)
            works = bool(slot["is_processing"])
            return Slot(int(slot.get("n_prompt_tokens", 0)), int(read), int(written), works)
        except (httpx2.HTTPError, TimeoutError, ValueError, LookupError, TypeError, AttributeError):
            return None

    async def healthy(self) -> bool:
        """Whether it has loaded its model. Asked without the key, so that no other program is told it."""
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                response = await self._http.get("/health", headers={"Authorization": ""})
        except (httpx2.HTTPError, TimeoutError):
            return False
        return response.status_code == 200

    async def props(self, key: str | None = None) -> Props | None:
        """What the server says of itself, asked with ``key`` instead of the right one where given; None: it refuses,
        or what it says isn't llama-server's."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        try:
            async with asyncio.timeout(2 * _LOOK_SECONDS):
                response = await self._http.get("/props", headers=headers)
            found = response.json() if response.status_code == 200 else {}
            context = int(found["default_generation_settings"]["n_ctx"])
            return Props(found["model_path"], context, int(found["total_slots"]), found.get("model_alias") or "")
        except (httpx2.HTTPError, TimeoutError, ValueError, LookupError, TypeError):
            return None

    async def warm(self) -> None:
        """A few tokens, how fast they come, and whether the template takes a system message."""
        system = [Message("system", "x"), Message("user", "x")]
        try:
            await self._count(system)
        except AppError:
            if not self.alive:
                raise
            self.takes_system = False
        await self._warmed("x", 1)  # what comes but once (code that a driver translates for its cards) is no pace
        if (took := await self._warmed(WARMING, WARMED)) is not None and took.prompt and took.written:
            self.pace = Pace(took.prompt_seconds / took.prompt, took.written_seconds / took.written)

    async def canary(self, tokens: int) -> None:
        """A prompt of some ``tokens``: memory that is short shows at the first long one, not at the first token."""
        if (took := await self._warmed("the " * tokens, 1)) is not None and took.prompt:
            self.pace.read = min(self.pace.read, took.prompt_seconds / took.prompt)

    async def _warmed(self, text: str, written: int) -> Timings | None:
        """The server's own account of an answer of ``written`` tokens, of which nothing is kept."""
        took = None
        async for piece in self._pieces(Ask([Message("user", text)], 0, written)):
            took = piece.timings or took
        await self._forget()
        return took

    def _body(self, ask: Ask) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.alias,
            "messages": turns(ask.messages),
            "max_tokens": ask.max_tokens,
            "temperature": ask.temperature,
            "seed": ask.seed,
            "repeat_penalty": ask.repeat_penalty,
            "stream": True,
            "return_progress": True,
            "cache_prompt": True,
            "stream_options": {"include_usage": True},
            **_NO_THINKING,
        }
        if ask.schema is not None:
            # flat, as its README has it, the schema would be read as none at all
            form = {"name": "answer", "strict": True, "schema": ask.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        return body

    def _piece(self, event: Mapping[str, Any]) -> Piece:
        if "error" in event:
            raise AppError(
                f"The model server of board {self.name} broke off its answer.",
                remedy=f"Run it again. Its log is {self.process.log.path}.",
            )
        choices = event.get("choices")
        if not isinstance(choices, list) or (choices and not isinstance(choices[0], dict)):
            raise self._garbled()
        choice = choices[0] if choices else {}
        delta = choice.get("delta") or {}
        progress = event.get("prompt_progress") or {}
        return Piece(
            delta.get("content") or "",
            choice.get("finish_reason") or "",
            read_timings(event.get("timings")),
            int(progress.get("processed", 0)),
            delta.get("reasoning_content") or "",
        )

    def _too_long(self, error: AppError) -> StageFailed | None:
        """The server's own refusal of a prompt beyond its context, in our words; None for anything else."""
        if "exceed_context_size_error" not in getattr(error, "text", ""):
            return None
        return StageFailed(
            f"The prompt is longer than the context of board {self.name}, {self.context} tokens.",
            remedy="Choose fewer pages, or give the board a larger context in boards.ini.",
        )


# answers here are forms and texts for a filing; thoughts before them would break the form, and cost time
_NO_THINKING: Mapping[str, Any] = {"chat_template_kwargs": {"enable_thinking": False}}
