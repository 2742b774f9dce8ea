"""Starts llama-cpp-python's server for one board, and proves that it is ours, with the right model and context."""

import asyncio
import re
import secrets
import sys
from pathlib import Path

from app.domain.board import Board, Engine, KvType
from app.domain.errors import AppError, MissingOnMachine
from app.engines.answers import Message
from app.engines.card_memory import demand_on_cards
from app.engines.client import Identity, ServerRefused, closed_on_error
from app.engines.diagnosis import find
from app.engines.gguf import ModelHead
from app.engines.gguf_facts import read_shape
from app.engines.launch import HOST, Note, Start, base_environment, examined, nobody, on_some_port, with_some_cache
from app.engines.local import Patience, Process
from app.engines.models import examine_model, threads_of
from app.engines.python_server import Overhead, PythonServer
from app.engines.readiness import Coming, foreign, until_ready
from app.engines.records import Record, private_folder
from app.engines.supervisor import ServerLog, ServerProcess
from app.engines.wire import connect

PROGRAM = (sys.executable, "-P", "-m", "app.engines.python_program")
_LISTENING = f"Uvicorn running on http://{HOST}:"
_GGML_TYPES = {KvType.F16: 1, KvType.Q4_0: 2, KvType.Q8_0: 8}
_SILENT = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "ORT_DISABLE_TELEMETRY": "1",
}


async def start_llama(board: Board, start: Start, note: Note = nobody) -> PythonServer:
    """A ready server for ``board``. Cancelling ends it.

    MissingOnMachine where something isn't there or too big; WrongUse where boards.ini asks for what can't be;
    AppError otherwise. The reason is the log's.
    """
    note("checking")
    head, context = await asyncio.to_thread(examined, board)

    async def on_port(kv: KvType) -> PythonServer:
        return await on_some_port(board, lambda _: _once(board, head, context, kv, start, note))

    return await with_some_cache(board.kv, on_port)


async def _once(board: Board, head: ModelHead, context: int, kv: KvType, start: Start, note: Note) -> PythonServer:
    run, key, port = secrets.token_hex(8), secrets.token_urlsafe(32), start.port()
    alias = f"{board.name}-{run}"
    log = ServerLog(start.home / "logs" / f"{board.name}.log", key)
    note("loading")
    folder = private_folder(start.home)
    command = [*(start.program or PROGRAM), *arguments(board, head, context, kv, port, alias)]
    process = await ServerProcess.start(command, environment(board, key, folder, run), folder, log)
    identity = Identity(board.name, head.name, context, alias, head.control)
    address = f"http://{HOST}:{port}"
    server = PythonServer(identity, connect(address, key=key), process, Patience.of(board, start))
    server.record = Record(
        board=board.name,
        run=run,
        engine=Engine.LLAMA_CPP_PYTHON,
        model=str(head.path),
        context=context,
        kv=kv,
        gpus=board.gpus,
        alias=alias,
        key=key,
        address=address,
        socket=None,
        folder=None,
        log=str(log.path),
    )
    async with closed_on_error(server):
        if board.gpus:
            shape = await asyncio.to_thread(read_shape, head.path)
            server.weights = (sum(shape.weights) + shape.head,)
        await until_ready(
            Coming(board, process, head.bytes, start.stall, note),
            lambda: _listens(process, port),
            lambda: _prove(server, board),
        )
        await demand_on_cards(start.gpus, board, server.pid, server.weights)
    return server


async def adopt_llama(board: Board, record: Record, process: Process, start: Start) -> PythonServer:
    """The running server of ``record``, proven by its key and its name for the model, without asking the model."""
    head = await asyncio.to_thread(examine_model, board)
    identity = Identity(board.name, head.name, record.context, record.alias, head.control)
    server = PythonServer(identity, connect(record.address, key=record.key), process, Patience.of(board, start))
    server.record = record
    server.know(record.measured)
    async with closed_on_error(server):
        await _demand_ours(server, named=await server.demand_answer() is None)
        await demand_on_cards(start.gpus, board, server.pid, server.weights)
    return server


def arguments(board: Board, head: ModelHead, context: int, kv: KvType, port: int, alias: str) -> list[str]:
    """The server's command line. The key is not in it: other users can read it."""
    writing, reading = threads_of(board)
    cache = str(_GGML_TYPES[kv])
    values = {
        "model": str(head.path),
        "model_alias": alias,
        "host": HOST,
        "port": str(port),
        "n_ctx": str(context),
        "n_batch": "512",
        "n_threads": str(writing),
        "n_threads_batch": str(reading),
        "n_gpu_layers": "-1" if board.gpus else "0",
        "type_k": cache,
        "type_v": cache,
        "flash_attn": "true",  # a quantised V cache needs it, and with f16 it saves a tenth on the CPU, too
        "logits_all": "false",
        "use_mlock": "false",
        "interrupt_requests": "false",  # true lets a second request cut the first one's answer
    }
    return [part for name, value in values.items() for part in (f"--{name}", value)]


def environment(board: Board, key: str, folder: Path, run: str = "") -> dict[str, str]:
    """The server's whole environment, built and never inherited. ``folder`` is its home: it finds no settings there."""
    return {**base_environment(board, folder, run), **_SILENT, "API_KEY": key}


async def _listens(process: ServerProcess, port: int) -> bool:
    """Whether our own child says that it listens: so no other program on that port is ever asked, or told the key."""
    return find(process.log.lines, re.escape(f"{_LISTENING}{port} ")) is not None


async def _prove(server: PythonServer, board: Board) -> None:
    """The key is needed and right, the model is ours, the context is what was asked, and tokens come out."""
    await _demand_ours(server)
    _demand_gpus(server, board)
    await _demand_context(server)
    server.overhead = await _measure(server)
    await server.warm()


async def _demand_ours(server: PythonServer, *, named: bool = True) -> None:
    """``named``: ask for its name for the model, too, which it says only while it answers nobody."""
    status, _ = await server.models(key=secrets.token_urlsafe(32))
    if status != 401:
        raise foreign(server.name, "it takes a wrong key")
    if not named:
        return
    status, body = await server.models()
    if status != 200 or f'"{server.alias}"' not in body:
        raise foreign(server.name, f"it answers with status {status} and not with our model")


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
