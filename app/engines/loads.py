"""What a load really took, beside what was reckoned of it: kept, so that a wrong estimate is said and not believed."""

import asyncio
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock

from app.domain.board import Board, Engine, KvType
from app.domain.board_fit import CardShare, Fit
from app.engines.cards import cards_of
from app.engines.checks import Surroundings, check_board
from app.engines.models import memory_of

if TYPE_CHECKING:
    from app.engines.launch import Start
    from app.engines.local import LocalServer

_STORE = "loads.json"
_KEPT = 8
"""Loads of one board: of other models, contexts and caches."""
_MORE, _LESS = 1.05, 0.8
"""More than that much of the estimate, and a board that fits tightly doesn't; less, and a larger one is refused."""
_SMALL = 64 << 20
"""Bytes by which any estimate may be off: what libraries take."""
_GIB = 1 << 30
# load_tensors: CUDA0 model buffer size = 30500.00 MiB; CPU_Mapped, CPU_REPACK and CUDA_Host are main memory
_BUFFER = re.compile(r": +(?P<device>\w+) +(?:\w+ )?buffer size = +(?P<mib>[\d.]+) MiB")
_CARD = re.compile(r"CUDA(\d+)$")


@dataclass(frozen=True, slots=True)
class Taken:
    """Bytes of one place: a card by its index, main memory with None. ``reckoned``: on a card with what the driver
    takes for the process (``overhead``), in main memory without. ``buffers``: what llama.cpp said that it gave out;
    ``held``: what the driver, or the system, says that the server holds. None where nobody says."""

    card: int | None
    reckoned: int
    overhead: int
    buffers: int | None
    held: int | None

    @property
    def measured(self) -> int | None:
        """Bytes to hold the estimate against: on a card the driver's figure, which is whole; in main memory
        llama.cpp's own, because the system's has libraries in it, and of the buffers what was touched."""
        own = None if self.buffers is None else self.buffers + self.overhead
        first, second = (own, self.held) if self.card is None else (self.held, own)
        return second if first is None else first


@dataclass(frozen=True, slots=True)
class Load:
    """One load of a board. ``model``: its file; ``kv``: the type of its cache; ``cards`` as boards.ini names them."""

    board: str
    model: str
    context: int
    kv: str
    cards: tuple[str, ...]
    places: tuple[Taken, ...]

    @property
    def reckoned(self) -> int:
        return sum(place.reckoned for place in self.places)

    @property
    def measured(self) -> int | None:
        """Bytes of all places; None where one of them isn't known."""
        each = [place.measured for place in self.places]
        return None if None in each else sum(one or 0 for one in each)

    @property
    def wrong(self) -> str:
        """Where the estimate was wrong, in a sentence; empty where it held."""
        for place in self.places:
            took = place.measured
            if took is None or abs(took - place.reckoned) <= _SMALL:
                continue
            if not _LESS * place.reckoned <= took <= _MORE * place.reckoned:
                where = "main memory" if place.card is None else f"card {place.card}"
                return (
                    f"Its last load took {took / _GIB:.1f} GiB of {where}, and {place.reckoned / _GIB:.1f} GiB were "
                    "reckoned: go by what it took."
                )
        return ""

    @property
    def of(self) -> tuple[object, ...]:
        """What was loaded, and where: another load of the same takes the same."""
        return self.board, self.model, self.context, self.kv, self.cards


async def measure_load(server: "LocalServer", board: Board, start: "Start") -> Load | None:
    """What the ready ``server`` of ``board`` took. None: nothing can be reckoned of its model."""
    assert server.record is not None
    context, kv = server.record.context, KvType(server.record.kv)
    cards = await start.gpus.cards() if board.gpus and start.gpus else None
    around = Surroundings(cards, 1 << 62, floor=0.0, ours=frozenset((board.name,)), lacks=lambda *_: "")
    check = await asyncio.to_thread(check_board, replace(board, kv=kv, context=context), around)
    if check.fit is None:
        return None
    buffers = buffers_of(server.process.log.lines)
    held: dict[int | None, int | None] = {} if board.gpus else {None: memory_of(server.pid)}
    if board.gpus and start.gpus and server.pid:
        held.update({int(card): size for card, size in (await start.gpus.held_by(server.pid)).items()})
    names = [None] if not cards or not board.gpus else [card.index for card in cards_of(board, cards) or ()]
    by_place = {name: buffers.get(None if name is None else n) for n, name in enumerate(names)}
    places = _places(check.fit, server.record.engine, by_place, held)
    return Load(board.name, server.record.model, context, kv, server.record.gpus, places)


def _places(
    fit: Fit, engine: str, buffers: Mapping[int | None, int | None], held: Mapping[int | None, int | None]
) -> tuple[Taken, ...]:
    found = tuple(_taken(share, buffers.get(share.card), held.get(share.card)) for share in fit.shares if share.layers)
    if engine == Engine.LLAMA_SERVER or len(found) == 1:
        return found
    return ()  # llama-cpp-python divides a model over cards by its own rule, which isn't reckoned


def _taken(share: CardShare, buffers: int | None, held: int | None) -> Taken:
    overhead = 0 if share.card is None else share.overhead
    return Taken(share.card, share.need - share.overhead + overhead, overhead, buffers, held)


def buffers_of(lines: Iterable[str]) -> dict[int | None, int]:
    """Bytes that llama.cpp says it gave out, by the number of the card that it sees, None for main memory; empty where
    it said nothing."""
    found: dict[int | None, int] = {}
    for line in lines:
        if hit := _BUFFER.search(line):
            card = _CARD.fullmatch(hit["device"])
            place = int(card[1]) if card else None
            found[place] = found.get(place, 0) + round(float(hit["mib"]) * (1 << 20))
    return found


def read_loads(home: Path) -> list[Load]:
    """Every load that is kept, the newest first. A file that isn't there or isn't ours says nothing."""
    try:
        stored = json.loads((home / _STORE).read_text(encoding="utf-8"))
        return [_load(one) for one in stored]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _load(one: dict[str, Any]) -> Load:
    places = tuple(Taken(**place) for place in one["places"])
    return Load(**{**one, "cards": tuple(one["cards"]), "places": places})


def keep_load(home: Path, load: Load) -> None:
    """Write ``load`` before what is kept of its board and of the others. OSError where the disk doesn't take it."""
    with FileLock(home / ".loads.lock"):  # boards that are started together are ready together
        known = [one for one in read_loads(home) if one.of != load.of]
        own = [load, *(one for one in known if one.board == load.board)][:_KEPT]
        others = [one for one in known if one.board != load.board]
        new = (home / _STORE).with_suffix(".new")
        new.write_text(json.dumps([asdict(one) for one in (*own, *others)], indent=1), encoding="utf-8")
        new.replace(home / _STORE)


def wrong_before(home: Path, board: Board, model: Path, fit: Fit) -> str:
    """Whether the last load of just this plan took something else than was reckoned, in a sentence."""
    of = (board.name, str(model), fit.context, fit.kv.value, board.gpus)
    return next((load.wrong for load in read_loads(home) if load.of == of), "")
