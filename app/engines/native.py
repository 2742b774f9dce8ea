"""Starts llama-server for one board, and proves that it is ours, with the right model, context and slots."""

import asyncio
import secrets
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from app.domain.board import Board, Engine, KvType
from app.domain.board_fit import Card, FitVerdict
from app.domain.errors import MissingOnMachine
from app.engines.card_memory import demand_on_cards
from app.engines.cards import cards_of
from app.engines.checks import Surroundings, check_board
from app.engines.client import Identity, closed_on_error
from app.engines.diagnosis import find, with_fault
from app.engines.flags import Build, probe
from app.engines.gguf import ModelHead
from app.engines.launch import HOST, Note, Start, base_environment, examined, nobody, on_some_port, with_some_cache
from app.engines.llama_server import LlamaServer, Props
from app.engines.local import Patience, Process
from app.engines.models import examine_model
from app.engines.native_options import Layout, Place, Plan, arguments, batch_of, native_environment
from app.engines.programs import demand_program
from app.engines.readiness import Coming, foreign, until_ready
from app.engines.records import Record, own_folder, private_folder
from app.engines.state import Fault
from app.engines.supervisor import ServerLog, ServerProcess
from app.engines.wire import connect

_CANARY = 2048
_LONGEST_SOCKET = 100  # bytes; the systems end at 104 and 108
_HOPELESS = (FitVerdict.TOO_BIG, FitVerdict.REFUSED, FitVerdict.MISSING)
_PADDING = 256  # llama.cpp rounds a context up to a multiple of this


async def start_native(board: Board, start: Start, note: Note = nobody) -> LlamaServer:
    """A ready server for ``board``. Cancelling ends it.

    MissingOnMachine where something isn't there or too big; WrongUse where boards.ini asks for what can't be;
    AppError otherwise. The reason is the log's.
    """
    note("checking")
    program = await asyncio.to_thread(demand_program, board)
    build = await probe(program, base_environment(board, private_folder(start.home), ""))
    cards = await start.gpus.cards() if board.gpus and start.gpus else None
    launch = await asyncio.to_thread(_reckon, board, build, start, cards)

    async def on_port(kv: KvType) -> LlamaServer:
        return await on_some_port(launch.board, lambda attempt: _once(launch, kv, note, attempt))

    return await with_some_cache(board.kv, on_port, first=launch.kv)


@dataclass(frozen=True, slots=True)
class Launch:
    """What every try to start the board has in common. The board's cards are named by UUID where they can be seen.
    ``asked``: as boards.ini names them. ``kv``: the cache that was reckoned to fit. ``weights``: bytes of
    the model for each card."""

    board: Board
    asked: tuple[str, ...]
    build: Build
    head: ModelHead
    context: int
    kv: KvType
    lies: Layout
    start: Start
    weights: tuple[int, ...] = ()


def _reckon(board: Board, build: Build, start: Start, cards: tuple[Card, ...] | None) -> Launch:
    """Whether and how the model fits, before anything is loaded. MissingOnMachine: why it doesn't."""
    import psutil

    head, context = examined(board)
    check = check_board(board, Surroundings(cards, int(psutil.virtual_memory().available), floor=0.0))
    if check.verdict in _HOPELESS:
        fault = Fault.MEMORY if check.verdict is FitVerdict.TOO_BIG else Fault.MODEL
        what = f"The model of board {board.name} can't be loaded."
        raise with_fault(MissingOnMachine(what, check.reason, "`jurat boards check` says more."), fault)
    asked = board.gpus
    if cards and (own := cards_of(board, cards)):
        board = replace(board, gpus=tuple(card.uuid for card in own))
    if check.fit is None:
        return Launch(board, asked, build, head, context, KvType.F16, Layout(), start)
    layers = check.fit.layers if board.gpus else ()
    weights = tuple(share.weights for share in check.fit.shares) if board.gpus else ()
    return Launch(board, asked, build, head, context, check.fit.kv, Layout(layers, check.fit.batch), start, weights)


async def _once(launch: Launch, kv: KvType, note: Note, attempt: int) -> LlamaServer:
    board, start, build = launch.board, launch.start, launch.build
    run, key = secrets.token_hex(8), secrets.token_urlsafe(32)
    own = own_folder(start.home, run)
    place = _place(start, build, own, attempt)
    alias = f"{board.name}-{run}"
    plan = Plan(board, launch.head, launch.context, kv, place, alias, own / "slots", launch.lies)
    log = ServerLog(start.home / "logs" / f"{board.name}.log", key)
    note("loading")
    command = [str(build.program), *arguments(plan, build)]
    environment = native_environment(board, key, private_folder(start.home), run)
    process = await ServerProcess.start(command, environment, own, log, on_end=lambda: _tidy(own))
    identity = Identity(board.name, launch.head.name, launch.context, alias, launch.head.control)
    http = connect(place.address, key=key, socket=place.socket)
    server = LlamaServer(identity, http, process, Patience.of(board, start))
    server.batch, server.weights = batch_of(board), launch.weights
    server.record = _record(plan, launch.asked, run, key, log)
    async with closed_on_error(server):
        await until_ready(
            Coming(board, process, launch.head.bytes, start.stall, note),
            lambda: _loaded(server, place),
            lambda: prove(server, plan),
        )
        await demand_on_cards(start.gpus, board, server.pid, server.weights)
    return server


def _record(plan: Plan, gpus: tuple[str, ...], run: str, key: str, log: ServerLog) -> Record:
    return Record(
        board=plan.board.name,
        run=run,
        engine=Engine.LLAMA_SERVER,
        model=str(plan.head.path),
        context=plan.context,
        kv=plan.kv,
        gpus=gpus,
        alias=plan.alias,
        key=key,
        address=plan.place.address,
        socket=str(plan.place.socket) if plan.place.socket else None,
        folder=str(plan.saves.parent),
        log=str(log.path),
    )


async def adopt_native(board: Board, record: Record, process: Process, start: Start) -> LlamaServer:
    """The running server of ``record``, proven by its key, its alias, model and context, without asking the model."""
    head = await asyncio.to_thread(examine_model, board)
    identity = Identity(board.name, head.name, record.context, record.alias, head.control)
    socket = Path(record.socket) if record.socket else None
    http = connect(record.address, key=record.key, socket=socket)
    server = LlamaServer(identity, http, process, Patience.of(board, start))
    server.record = record
    server.know(record.measured)
    server.batch = batch_of(board)
    place = Place(HOST, int(record.address.rpartition(":")[2]) if socket is None else 0, socket)
    plan = Plan(board, head, record.context, KvType(record.kv), place, record.alias, Path())
    async with closed_on_error(server):
        await server.demand_answer()
        await prove(server, plan, ask=False)
        await demand_on_cards(start.gpus, board, server.pid, server.weights)
    return server


def _place(start: Start, build: Build, own: Path, attempt: int) -> Place:
    """A Unix socket, which no other user and no web page can reach, where the build and the path allow it; a port
    where it didn't do (some file systems hold no sockets)."""
    socket = own / "llama.sock"
    if not attempt and start.sockets and build.takes_sockets and len(str(socket)) <= _LONGEST_SOCKET:
        return Place(str(socket), 8080, socket)
    return Place(HOST, start.port(), None)


def _tidy(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


async def _loaded(server: LlamaServer, place: Place) -> bool:
    return await _ours(server.process, place) and await server.healthy()


async def prove(server: LlamaServer, plan: Plan, *, ask: bool = True) -> None:
    """The port is our child's, the key is needed, model, context and slots are as planned, and (``ask``) tokens come
    out."""
    if not await _ours(server.process, plan.place):
        raise foreign(server.name, "another program listens on its port")
    if await server.props(key=secrets.token_urlsafe(32)) is not None:
        raise foreign(server.name, "it takes a wrong key")
    if fault := _mismatch(await server.props(), plan):
        raise foreign(server.name, fault)
    if not ask:
        return
    _demand_gpus(server, plan)
    await server.warm()
    if server.context >= 2 * _CANARY and plan.board.gpus:
        await server.canary(_CANARY)


def _mismatch(props: Props | None, plan: Plan) -> str:
    """What is not as planned; empty where all is."""
    if props is None:
        return "it doesn't answer as llama-server does"
    if props.alias and props.alias != plan.alias:
        return f"it calls itself {props.alias}"
    if Path(props.model_path).resolve() != plan.head.path.resolve():
        return f"it has loaded {props.model_path}"
    if not plan.context <= props.context < plan.context + _PADDING:
        return f"it has a context of {props.context} tokens, where {plan.context} were asked for"
    return "" if props.slots == 1 else f"it divides its context between {props.slots} slots"


async def _ours(process: Process, place: Place) -> bool:
    """Whether it is our child that listens there: a socket lies in a folder of ours, a port can be anybody's."""
    return place.socket is not None or await asyncio.to_thread(_listens, process.pid, place.port)


def _listens(pid: int | None, port: int) -> bool:
    import psutil

    try:
        connections = psutil.Process(pid).net_connections("inet") if pid else []
    except psutil.AccessDenied:
        return True  # a system that doesn't say; the key and the alias still have to be right
    except psutil.Error:
        return False
    return any(c.status == psutil.CONN_LISTEN and c.laddr.port == port for c in connections)


def _demand_gpus(server: LlamaServer, plan: Plan) -> None:
    """Some of the layers in main memory is a failure here, not a slow success."""
    hit = find(server.process.log.lines, r"offloaded (\d+)/(\d+) layers to GPU")
    if hit and plan.board.gpus and hit[1] != hit[2]:
        raise with_fault(
            MissingOnMachine(
                f"Only {hit[1]} of {hit[2]} layers of board {plan.board.name}'s model are on its GPUs.",
                remedy="Choose a smaller model or context, or another board.",
            ),
            Fault.MEMORY,
        )
