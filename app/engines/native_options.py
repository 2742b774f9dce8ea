"""The command line and the environment of one llama-server."""

import re
from dataclasses import dataclass
from pathlib import Path

from app.domain.board import Board, KvType
from app.engines.flags import Build, Option, spell
from app.engines.gguf import ModelHead
from app.engines.launch import HOST, base_environment
from app.engines.models import threads_of
from app.engines.processor import repacking_crashes


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server listens: ``host`` and ``port`` as it is told; ``socket`` a Unix socket, None for a port."""

    host: str
    port: int
    socket: Path | None

    @property
    def address(self) -> str:
        return f"http://{HOST}" if self.socket else f"http://{HOST}:{self.port}"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a model's parts go. ``layers``: how many on each card of the board, the output counted as one more; empty
    where nobody has reckoned it. ``batch``: llama.cpp's --ubatch-size."""

    layers: tuple[int, ...] = ()
    batch: int = 512

    @property
    def alone_on(self) -> int | None:
        """The one card, by its place on the board, that holds everything; None where it is divided."""
        full = [n for n, count in enumerate(self.layers) if count]
        return full[0] if len(full) == 1 and len(self.layers) > 1 else None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a server is started with. ``lies``: where its parts go. ``saves``: an empty folder."""

    board: Board
    head: ModelHead
    context: int
    kv: KvType
    place: Place
    alias: str
    saves: Path
    lies: Layout = Layout()


def native_environment(board: Board, key: str, folder: Path, run: str) -> dict[str, str]:
    """The server's whole environment. Told that it has a router, it says how far its model is loaded, and it ends
    when its standard input does, on any system."""
    return {**base_environment(board, folder, run), "LLAMA_API_KEY": key, "LLAMA_SERVER_ROUTER_PORT": "1"}


def arguments(plan: Plan, build: Build) -> list[str]:
    """The server's command line, in the words of ``build``. The key is not in it: other users can read it."""
    place = plan.place
    return spell(
        build,
        [
            Option(("-m", str(plan.head.path)), needed=True),
            Option(("--alias", plan.alias), needed=True),
            Option(("--host", place.host), needed=True),
            Option(("--port", str(place.port)), needed=True),
            Option(("-c", str(plan.context)), needed=True),
            Option(("-np", "1"), needed=True),  # more slots would share the context between them
            *_devices(plan),
            *_memory(plan),
            Option(("--no-context-shift",), ((),)),  # a shift drops text without a word
            Option(("--jinja",), ((),)),
            Option(("--reasoning-format", "deepseek"), ((),)),
            Option(("--slots",), ((),)),
            Option(("--slot-save-path", f"{plan.saves}/")),  # without it a slot can't be erased; nothing is saved
            Option(("--metrics",), ((),)),
            Option(("--no-ui",), (("--no-webui",), ())),
            Option(("--cors-origins", "localhost"), ((),)),
            Option(("--offline",), ((),)),
            Option(("--timeout", "3600"), ((),)),
            *_verbosity(build),
            Option(("--log-timestamps",), ((),)),
            Option(("--log-colors", "off"), (("--log-disable-colors",), ())),
        ],
    )


def _verbosity(build: Build) -> list[Option]:
    """Where the newer builds say which cards they use, how many layers lie on them, and what memory they give out.
    Older ones say it anyway, and more than that at this number."""
    says = re.search(r"4: trace", build.options.get("-lv", "")) is not None
    return [Option(("-lv", "4"))] if says else []


def _devices(plan: Plan) -> list[Option]:
    """Every layer on the board's own cards, or none on any."""
    gpus = len(plan.board.gpus)
    if not gpus:
        return [Option(("-ngl", "0"), ((),)), Option(("--device", "none"), ((),)), *_threads(plan.board)]
    layers, alone = plan.lies.layers, plan.lies.alone_on
    places = [alone] if alone is not None else range(gpus)
    divided = len(places) > 1
    split = [Option(("-ts", ",".join(map(str, layers))))] if layers and divided else []
    return [
        Option(("--device", ",".join(f"CUDA{n}" for n in places))),  # numbered among those that the server can see
        Option(("-ngl", "all"), (("-ngl", "999"),), needed=True),
        Option(("-sm", "layer" if divided else "none"), needed=divided),
        *split,
        *_threads(plan.board),
    ]


def batch_of(board: Board) -> int:
    """Tokens of a prompt that the server reads at once: it says how far it is, and can be stopped, after each batch."""
    return 2048 if board.gpus else 512


def _threads(board: Board) -> list[Option]:
    writing, reading = threads_of(board)
    return [Option(("-t", str(writing))), Option(("-tb", str(reading)))]


def _memory(plan: Plan) -> list[Option]:
    """What is given out beside the weights, and nothing shrunk in silence."""
    return [
        Option(("--fit", "off"), ((),)),
        Option(("-b", str(batch_of(plan.board)))),
        Option(("-ub", str(plan.lies.batch))),
        Option(("-fa", "on"), (("-fa",),)),
        Option(("-ctk", plan.kv.value), needed=plan.kv is not KvType.F16),
        Option(("-ctv", plan.kv.value), needed=plan.kv is not KvType.F16),
        Option(("--load-mode", "none"), (("--no-mmap",), ())),
        *([Option(("--no-repack",), ((),))] if repacking_crashes() else []),
        Option(("--cache-ram", "0"), ((),)),  # else prompts of one matter stay in memory beside the next
        Option(("--ctx-checkpoints", "8"), ((),)),
    ]
