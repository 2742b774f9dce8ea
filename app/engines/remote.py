"""What boards on a running server have in common (Ollama, OpenAI-compatible): its address, its key, its silences."""

import asyncio
import os
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2

from app.domain.board import Board, Engine
from app.domain.errors import AppError, MissingOnMachine, StageFailed, WrongUse
from app.engines.answers import Answer, Message
from app.engines.client import Identity, ModelServer, ServerRefused, closed_on_error
from app.engines.estimate import least_tokens, most_tokens
from app.engines.launch import Note, Start
from app.engines.models import LARGEST_DEFAULT_CONTEXT
from app.engines.state import BoardState, Fault
from app.engines.wire import connect

SILENCE = 600.0
"""Seconds without a byte: these servers say nothing while they load a model or read a long prompt."""
_LOOK = 3.0
_ASKED = 30.0
"""Seconds for what a server knows at once: its version, its models."""
_KEYRING = "jurat"
S = TypeVar("S", bound="RemoteServer")


class RemoteServer(ModelServer):
    """A model on a server that the program neither starts nor ends. Its prompts are counted by estimate, too high."""

    def __init__(self, identity: Identity, http: httpx2.AsyncClient, *, silence: float = SILENCE) -> None:
        super().__init__(identity, http, silence=silence)
        self._least = 0
        self._read = 0
        """Tokens of the last prompt by the server's own count; 0 where it didn't say."""

    @property
    def alive(self) -> bool:
        # nobody can know without asking; a server that doesn't answer is asked again at the next use
        return True

    async def _count(self, messages: Sequence[Message]) -> int:
        return most_tokens(messages)

    def _demand_whole(self, answer: Answer, max_tokens: int) -> None:
        super()._demand_whole(answer, max_tokens)
        if self._read and self._read < self._least:
            raise StageFailed(
                f"The server of board {self.name} read only {self._read} tokens of a prompt "
                f"that has {self._least} at the least.",
                "It cut the prompt without a word, so the answer is not used.",
                "Give the board a smaller `context` in boards.ini, or update the server.",
            )

    def _prepare(self, messages: Sequence[Message]) -> list[Message]:
        ready = super()._prepare(messages)
        self._read, self._least = 0, least_tokens(ready)
        return ready

    async def _broken(self, error: Exception | None) -> AppError:
        if isinstance(error, httpx2.TimeoutException):
            return unreachable(self.name, self._http, f"Nothing came from it for {self._silence:.0f} seconds.")
        if isinstance(error, httpx2.HTTPError):
            return unreachable(self.name, self._http, f"{error}.")
        return AppError(
            f"The model server of board {self.name} broke off its answer.",
            "" if error is None else f"{error}.",
            "Run it again. The server's own log says more.",
        )

    async def _get(self, path: str, *, seconds: float | None = None) -> Any:
        """The JSON that the server gives for ``path``. AppError: none, ServerRefused: it says no."""
        seconds = _ASKED if seconds is None else seconds
        try:
            async with asyncio.timeout(seconds):  # all of the answer: one byte a second is none
                response = await self._http.get(path)
        except TimeoutError as error:
            raise unreachable(self.name, self._http, f"{path} had no answer within {seconds:.0f} seconds.") from error
        except httpx2.HTTPError as error:
            raise await self._broken(error) from error
        if response.status_code != 200:
            raise ServerRefused(self.name, response.status_code, response.text)
        try:
            return response.json()
        except ValueError as error:
            raise self._garbled() from error

    async def look(self) -> BoardState | None:
        try:
            return await self._look(_LOOK)
        except AppError:
            return BoardState.UNREACHABLE

    @abstractmethod
    async def examine(self) -> int | None:
        """Tokens of context that the model can have here; None where the server doesn't say. MissingOnMachine: it has
        no such model."""

    async def load(self) -> None:
        """Have the server load the model and keep it."""

    @abstractmethod
    async def prove(self) -> None:
        """Tokens come out. AppError: they don't, or what is loaded isn't what was asked."""

    @abstractmethod
    async def _look(self, seconds: float) -> BoardState | None:
        """What the server says of its model, within ``seconds``; None: it is ready for work."""


async def made_ready(server: S, board: Board, note: Note) -> S:
    """``server``, examined, loaded and proven; its connections are closed where that fails, with what it raised."""
    async with closed_on_error(server):
        server.context = context_for(board, await server.examine())
        note("loading")
        await server.load()
        note("warming")
        await server.prove()
    return server


def connected(board: Board, start: Start) -> httpx2.AsyncClient:
    """A client for the board's server, with its key. As ``key_of`` raises; WrongUse without an address: boards.ini
    demands it, a made board might not have it."""
    if board.url is None:
        raise WrongUse(f"Board {board.name} has no `url`.", remedy="Write where its server is.")
    return connect(board.url.removesuffix("/v1"), key=key_of(board), gate=start.gate)


def key_of(board: Board) -> str | None:
    """The key of the board's server: from the variable that ``key_env`` names, else from the system's keyring (service
    ``jurat``, user: the board's name), else none. MissingOnMachine: the variable is empty."""
    if board.key_env is not None:
        if key := os.environ.get(board.key_env):
            if not key.isascii():
                raise MissingOnMachine(f"The key in {board.key_env}, for board {board.name}, has letters no key has.")
            return key
        raise MissingOnMachine(
            f"The environment variable {board.key_env} holds no key for board {board.name}.",
            remedy="Set it before the program starts, or take `key_env` out of boards.ini to use the keyring.",
        )
    if board.engine is not Engine.OPENAI:
        return None
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(_KEYRING, board.name)
    except KeyringError:  # a machine without a keyring, or one that is locked: many servers want no key
        return None


def context_for(board: Board, own: int | None) -> int:
    """Tokens of context: what boards.ini asks for, else the model's ``own``, at most 32768. WrongUse: more than that,
    or nobody says."""
    if own is None and board.context is None:
        raise WrongUse(
            f"Board {board.name} needs a `context` in boards.ini.", "Its server doesn't say what its model can hold."
        )
    if own is not None and board.context is not None and board.context > own:
        raise WrongUse(
            f"Board {board.name} asks for a context of {board.context} tokens.",
            f"Its server gives the model at most {own}.",
            f"Write `context = {own}` or less in boards.ini.",
        )
    return board.context or min(own or 0, LARGEST_DEFAULT_CONTEXT)


def unreachable(board: str, http: httpx2.AsyncClient, why: str) -> AppError:
    """The server of ``board`` can't be reached, or says nothing."""
    found = AppError(
        f"The model server of board {board} at {host_of(str(http.base_url))} does not answer.",
        why,
        "See that it runs and that this machine may reach it, then go on.",
    )
    found.fault = Fault.UNREACHABLE
    return found


def host_of(url: str) -> str:
    """Host and port of an address, as a person writes them."""
    return urlsplit(url).netloc


def text_of(found: Mapping[str, Any], name: str) -> str:
    """A text field of what a server gave; empty where it is none."""
    value = found.get(name)
    return value if isinstance(value, str) else ""
