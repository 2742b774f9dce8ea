"""Starts llama-cpp-python's server for one board, and proves that it is ours, with the right model and context."""

import asyncio
import contextlib
import os
import re
import secrets
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from app.domain.board import Board, KvType
from app.domain.errors import AppError, MissingOnMachine
from app.engines.answers import Message
from app.engines.client import SILENCE, Identity, ServerRefused
from app.engines.diagnosis import MemoryShort, PortTaken, diagnose, find
from app.engines.gguf import ModelHead
from app.engines.models import context_of, examine_model, usable_cores
from app.engines.python_server import Overhead, PythonServer
from app.engines.supervisor import ServerLog, ServerProcess, work_of
from app.engines.wire import connect

PROGRAM = (sys.executable, "-P", "-m", "llama_cpp.server")
HOST = "127.0.0.1"
_TRIES = 3
_LISTENING = f"Uvicorn running on http://{HOST}:"
_GGML_TYPES = {KvType.F16: 1, KvType.Q4_0: 2, KvType.Q8_0: 8}
# What the server may inherit. Never HOST, PORT, CONFIG_FILE, API_KEY, which it obeys, nor LLAMA_*, GGML_*, PYTHON*,
# proxies or credentials.
_INHERITED = (
    *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "WINDIR", "CUDA_PATH"),
)
_SILENT = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    "ORT_DISABLE_TELEMETRY": "1",
    "GGML_NO_BACKTRACE": "1",  # else a crash starts gdb, which takes its time and prints what was in memory
}
T = TypeVar("T")


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
    that it is busy, is taken for hung.
    """

    home: Path
    program: Sequence[str] = PROGRAM
    port: Callable[[], int] = free_port
    stall: float = 180.0
    silence: float = SILENCE


async def start_llama(board: Board, start: Start, note: Callable[[str], None] = lambda _: None) -> PythonServer:
    """A ready server for ``board``. Cancelling ends it.

    ``note`` is told what is done: ``checking``, ``loading``, ``warming``. MissingOnMachine where something isn't
    there or too big; WrongUse where boards.ini asks for what can't be; AppError otherwise. The reason is the log's.
    """
    note("checking")
    head = await asyncio.to_thread(examine_model, board)
    context = context_of(board, head)
    choices = (KvType.F16, KvType.Q8_0, KvType.Q4_0) if board.kv is KvType.AUTO else (board.kv,)
    for kv in choices[:-1]:
        with contextlib.suppress(MemoryShort):
            return await _on_some_port(board, head, context, kv, start, note)
    return await _on_some_port(board, head, context, choices[-1], start, note)


async def _on_some_port(
    board: Board, head: ModelHead, context: int, kv: KvType, start: Start, note: Callable[[str], None]
) -> PythonServer:
    for _ in range(_TRIES):
        with contextlib.suppress(PortTaken):
            return await _once(board, head, context, kv, start, note)
    raise AppError(
        f"The model server of board {board.name} found no free port.",
        f"{_TRIES} ports of {HOST} were taken by other programs before it could use them.",
        "Run it again.",
    )


async def _once(
    board: Board, head: ModelHead, context: int, kv: KvType, start: Start, note: Callable[[str], None]
) -> PythonServer:
    key, alias, port = secrets.token_urlsafe(32), f"{board.name}-{secrets.token_hex(8)}", start.port()
    log = ServerLog(start.home / "logs" / f"{board.name}.log", key)
    note("loading")
    folder = start.home / "run"
    folder.mkdir(parents=True, exist_ok=True)
    command = [*start.program, *arguments(board, head, context, kv, port, alias)]
    process = await ServerProcess.start(command, environment(board, key, folder), folder, log)
    identity = Identity(board.name, head.name, context, alias, head.control)
    server = PythonServer(identity, connect(f"http://{HOST}:{port}", key=key), process, silence=start.silence)
    try:
        await _ready(server, process, board, port, start.stall, note)
    except BaseException:
        await server.close()
        raise
    return server


async def _ready(
    server: PythonServer, process: ServerProcess, board: Board, port: int, stall: float, note: Callable[[str], None]
) -> None:
    """Until ``server`` has proven itself. Where it ended meanwhile, its log says why better than any request."""
    await _listening(board, process, port, stall)
    note("warming")
    try:
        await _while_it_works(board, process, stall, _prove(server, board))
    except AppError as error:
        if process.alive:
            raise
        raise diagnose(board, process) from error


def arguments(board: Board, head: ModelHead, context: int, kv: KvType, port: int, alias: str) -> list[str]:
    """The server's command line. The key is not in it: other users can read it."""
    cores = usable_cores()
    # llama.cpp's threads wait for each other by spinning after every layer: as soon as anything else runs on one of
    # their cores, writing with all cores gets several times slower (measured: 158 ms a token against 25 with one fewer)
    writing = board.threads or max(1, cores - 1)
    cache = str(_GGML_TYPES[kv])
    values = {
        "model": str(head.path),
        "model_alias": alias,
        "host": HOST,
        "port": str(port),
        "n_ctx": str(context),
        "n_batch": "512",
        "n_threads": str(writing),
        "n_threads_batch": str(board.threads or cores),
        "n_gpu_layers": "-1" if board.gpus else "0",
        "type_k": cache,
        "type_v": cache,
        "flash_attn": "true",  # a quantised V cache needs it, and with f16 it saves a tenth on the CPU, too
        "logits_all": "false",
        "use_mlock": "false",
        "interrupt_requests": "false",  # true lets a second request cut the first one's answer
    }
    return [part for name, value in values.items() for part in (f"--{name}", value)]


def environment(board: Board, key: str, folder: Path) -> dict[str, str]:
    """The server's whole environment, built and never inherited. ``folder`` is its home: it finds no settings there."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    home = {"HOME": str(folder), "USERPROFILE": str(folder)}
    gpus = {"CUDA_VISIBLE_DEVICES": ",".join(board.gpus), "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    return {**kept, **_SILENT, **home, **gpus, "API_KEY": key}


async def _listening(board: Board, process: ServerProcess, port: int, stall: float) -> None:
    """Until our own child says that it listens: so no other program on that port is ever asked, or told the key."""
    work, since = 0.0, time.monotonic()
    while not find(process.log.lines, re.escape(f"{_LISTENING}{port} ")):
        if not process.alive:
            await process.wait()
            raise diagnose(board, process)
        await process.news(0.5)
        if (now := work_of(process.pid) + len(process.log.lines)) != work:
            work, since = now, time.monotonic()
        elif time.monotonic() - since > stall:
            raise _stalled(board, process, stall)


async def _while_it_works(board: Board, process: ServerProcess, stall: float, what: Coroutine[Any, Any, T]) -> T:
    """What ``what`` gives; AppError when the server shows no work for ``stall`` seconds before it does."""
    task = asyncio.ensure_future(what)
    work, since = 0.0, time.monotonic()
    try:
        while not (await asyncio.wait([task], timeout=0.5))[0]:
            if (now := work_of(process.pid)) != work:
                work, since = now, time.monotonic()
            elif time.monotonic() - since > stall:
                raise _stalled(board, process, stall)
        return task.result()
    finally:
        task.cancel()


def _stalled(board: Board, process: ServerProcess, stall: float) -> AppError:
    return AppError(
        f"The model server of board {board.name} stopped making progress while it started.",
        f"For {stall:.0f} seconds it neither said nor did anything.",
        f"Its log is {process.log.path}.",
    )


async def _prove(server: PythonServer, board: Board) -> None:
    """The key is needed and right, the model is ours, the context is what was asked, and tokens come out."""
    status, _ = await server.models(key=secrets.token_urlsafe(32))
    if status != 401:
        raise _not_ours(server, "it takes a wrong key")
    status, body = await server.models()
    if status != 200 or f'"{server.alias}"' not in body:
        raise _not_ours(server, f"it answers with status {status} and not with our model")
    _demand_gpus(server, board)
    await _demand_context(server)
    server.overhead = await _measure(server)
    server.process.log.private = True


def _not_ours(server: PythonServer, why: str) -> AppError:
    return AppError(
        f"The model server of board {server.name} is not the one that was started: {why}.",
        remedy="Find out which program answers there, then run again.",
    )


def _demand_gpus(server: PythonServer, board: Board) -> None:
    """A build without CUDA loads a board's model into main memory without a word: that is an error here."""
    used = [line for line in server.process.log.lines if re.search(r"using device CUDA\d+", line)]
    if len(used) != len(board.gpus):
        raise MissingOnMachine(
            f"Board {board.name} names {len(board.gpus)} GPUs, and its model server found {len(used)}.",
            "llama-cpp-python is built without CUDA here, or `gpus` names cards that aren't there.",
            "Build llama-cpp-python with CUDA, mend `gpus` in boards.ini, or take the line out to use the CPU.",
        )


async def _demand_context(server: PythonServer) -> None:
    """Ask for more than fits: the server names its context when it refuses. llama.cpp rounds up to 256."""
    try:
        await server.complete([Message("user", "a " * (server.context + 512))], 1)
    except ServerRefused as refusal:
        named = re.search(r"maximum context length is (\d+) tokens", refusal.text)
        if named and server.context <= int(named[1]) < server.context + 256:
            return
        real = f"has a context of {named[1]} tokens" if named else f"answers with status {refusal.status}"
    else:
        real = "takes more than its context"
    raise AppError(
        f"The model server of board {server.name} {real}; {server.context} tokens were asked for.",
        remedy=f"Its log is {server.process.log.path}.",
    )


async def _measure(server: PythonServer) -> Overhead:
    """What the chat template adds, from prompts of one letter; the first real tokens come out on the way."""
    letter = await server.tokens("x")
    start = await server.tokens("")

    async def added(*roles: str) -> int:
        answer = await server.complete([Message(role, "x") for role in roles], 1)
        return int(answer["usage"]["prompt_tokens"]) - len(roles) * (letter - start)

    user = await added("user")
    pair = await added("user", "assistant", "user") - user
    try:
        system = await added("system", "user")
    except ServerRefused:
        server.takes_system, system = False, user
    return Overhead(user, system, pair, start)
