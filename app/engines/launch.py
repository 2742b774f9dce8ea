"""What starting a server has in common, whichever engine it is: where, with what environment, in how many tries."""

import contextlib
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from app.domain.board import Board, KvType
from app.domain.errors import AppError
from app.egress import Gate
from app.engines.client import SILENCE
from app.engines.diagnosis import MemoryShort, PortTaken, with_fault
from app.engines.gguf import ModelHead
from app.engines.models import context_of, examine_model
from app.engines.records import RUN_MARK
from app.engines.state import Fault

HOST = "127.0.0.1"
_TRIES = 3
_CHOICES = (KvType.F16, KvType.Q8_0, KvType.Q4_0)
# What a server may inherit. Never HOST, PORT, CONFIG_FILE, API_KEY, which llama_cpp.server obeys, nor LLAMA_*, GGML_*,
# PYTHON*, proxies or credentials.
_INHERITED = (
    *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "WINDIR", "CUDA_PATH"),
)
_SILENT = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    "GGML_NO_BACKTRACE": "1",  # else a crash starts gdb, which takes its time and prints what was in memory
}
if TYPE_CHECKING:
    from app.engines.gpus import Gpus

T = TypeVar("T")


class Note(Protocol):
    """Is told what is done: ``checking``, ``loading``, ``warming``; ``done``: the share of it, 0 to 1, where known."""

    def __call__(self, step: str, done: float | None = None, /) -> None: ...


def nobody(step: str, done: float | None = None, /) -> None:
    """A note that nobody takes."""


def free_port() -> int:
    """A port of 127.0.0.1 that is free now; another program may take it before the server does."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True, slots=True)
class Start:
    """How servers are started: ``home`` holds the logs; ``program`` and ``port`` choose what is run and where.

    ``stall``: seconds without any sign of work after which a start is given up. There is no other limit: a large
    model on a slow disk takes minutes. ``silence``: seconds after which a server that says nothing at all, not even
    that it is busy, is taken for hung. ``wedge``: seconds without a token and without work, while it should answer,
    after which it is killed. ``sockets``: use a Unix socket where the program takes one.
    """

    home: Path
    program: Sequence[str] | None = None
    port: Callable[[], int] = free_port
    stall: float = 180.0
    silence: float = SILENCE
    wedge: float = 60.0
    sockets: bool = os.name == "posix"
    gate: Gate = field(default_factory=Gate)
    """Through which boards on other machines are reached."""
    gpus: "Gpus | None" = None
    """Who sees this machine's cards; None: nobody does."""


def base_environment(board: Board, folder: Path, run: str) -> dict[str, str]:
    """A server's whole environment but for its key: built, never inherited. ``folder`` is its home: it finds no
    settings there. Cards are named by UUID, or by their place in PCI order, and no others can be seen."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    home = {"HOME": str(folder), "USERPROFILE": str(folder), RUN_MARK: run}
    gpus = {"CUDA_VISIBLE_DEVICES": ",".join(board.gpus), "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    return {**kept, **_SILENT, **home, **gpus}


def examined(board: Board) -> tuple[ModelHead, int]:
    """The head of the board's model, and the tokens of context that the board gets. As ``examine_model`` and
    ``context_of`` raise, marked with the fault."""
    try:
        head = examine_model(board)
    except AppError as error:
        raise with_fault(error, Fault.MODEL) from error
    try:
        return head, context_of(board, head)
    except AppError as error:
        raise with_fault(error, Fault.CONTEXT) from error


async def with_some_cache(kv: KvType, once: Callable[[KvType], Awaitable[T]], *, first: KvType = KvType.F16) -> T:
    """``once`` with the cache type asked for; with ``auto`` the first of f16, q8_0, q4_0 that the memory takes, from
    ``first`` on, which is what was reckoned to fit."""
    choices = _CHOICES[_CHOICES.index(first) :] if kv is KvType.AUTO else (kv,)
    for choice in choices[:-1]:
        with contextlib.suppress(MemoryShort):
            return await once(choice)
    return await once(choices[-1])


async def on_some_port(board: Board, once: Callable[[int], Awaitable[T]]) -> T:
    """``once``, given which try it is from 0 on; again where it couldn't have its port. AppError after three."""
    for attempt in range(_TRIES):
        with contextlib.suppress(PortTaken):
            return await once(attempt)
    error = AppError(
        f"The model server of board {board.name} found no free port.",
        f"{_TRIES} ports of {HOST} were taken by other programs before it could use them.",
        "Run it again.",
    )
    error.fault = Fault.PORT
    raise error
