"""Where a server's memory lies, as the driver lists it."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from engine_help import BOARD as CPU
from engine_help import fake_start

from app.domain.board import Board
from app.domain.errors import MissingOnMachine
from app.engines import records
from app.engines.card_memory import demand_on_cards, misplaced, until_free
from app.engines.gpus import Gpus
from app.engines.kept import put_down
from app.engines.llama import adopt_llama, start_llama
from app.engines.local import LeftProcess
from app.engines.rig import RecordedNvml, Rig, read_rig
from app.engines.state import Fault
from app.settings import resources

GIB = 1 << 30
BOARD = Board("pair", "m.gguf", gpus=("0", "1"))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def gpus_with(*frames: dict[int, list[list[int]]], clock: Callable[[], float] | None = None) -> Gpus:
    """A driver that lists these processes; by its label it is this machine's."""
    rig = read_rig(resources() / "rigs" / "twelve-v100.json")
    made = tuple(
        [{**does, "processes": frame.get(card, [])} for card, does in enumerate(rig.frames[0])] for frame in frames
    )
    rig: Rig = replace(rig, frames=made, seconds=0.3)
    return Gpus(library=RecordedNvml(rig, clock) if clock else RecordedNvml(rig))


def test_a_model_on_its_boards_cards_is_as_it_should_be() -> None:
    gpus = gpus_with({0: [[77, 5 * GIB]], 1: [[77, 4 * GIB], [9, GIB]]})
    asyncio.run(demand_on_cards(gpus, BOARD, 77, (4 * GIB, 4 * GIB)))
    gpus.close()


@pytest.mark.parametrize(
    ("listed", "says"),
    [
        ({0: [[77, 5 * GIB]], 1: [[77, 5 * GIB]], 4: [[77, GIB]]}, "on card 4, which isn't the board's"),
        ({0: [[77, 8 * GIB]]}, "card 1 holds 0.0 GiB of it, and 4.0 GiB were reckoned"),
        ({0: [[77, 5 * GIB]], 1: [[77, GIB]]}, "card 1 holds 1.0 GiB of it"),
    ],
)
def test_a_model_that_lies_elsewhere_is_a_failure_with_its_reason(listed: dict, says: str) -> None:
    gpus = gpus_with(listed)
    with pytest.raises(MissingOnMachine, match=says) as caught:
        asyncio.run(demand_on_cards(gpus, BOARD, 77, (4 * GIB, 4 * GIB)))
    assert caught.value.fault == Fault.MEMORY
    gpus.close()


def test_a_small_model_on_one_card_of_its_board_leaves_the_other_empty() -> None:
    assert misplaced([0, 1], {0: 3 * GIB}, (2 * GIB, 0)) == ""
    assert misplaced([0, 1], {0: 3 * GIB, 1: 300 << 20}, (2 * GIB, 0)) == ""  # the driver's own context
    assert misplaced([0, 1], {0: None}, (2 * GIB, 0)) == ""  # it lists the server and doesn't say how much


def test_where_only_the_whole_is_reckoned_the_cards_are_added_up() -> None:
    """llama-cpp-python divides a model by a rule of its own."""
    assert misplaced([0, 1], {0: 3 * GIB, 1: 2 * GIB}, (5 * GIB,)) == ""
    fault = misplaced([0, 1], {0: 3 * GIB, 1: GIB}, (5 * GIB,))
    assert fault == "its cards hold 4.0 GiB of it, and 5.0 GiB were reckoned"
    assert misplaced([0, 1], {0: 3 * GIB, 1: None}, (5 * GIB,)) == ""
    assert misplaced([0], {}, (5 * GIB,)).startswith("card 0 holds 0.0 GiB")
    assert misplaced([0, 1], {0: GIB, 7: GIB}, (5 * GIB,)).startswith("its server holds memory on card 7")


def test_a_list_that_knows_nothing_of_the_server_says_nothing() -> None:
    """In a container the driver names processes by the numbers that they have outside."""
    gpus = gpus_with({0: [[1234, 5 * GIB]]})
    asyncio.run(demand_on_cards(gpus, BOARD, 77, (4 * GIB, 4 * GIB)))
    asyncio.run(demand_on_cards(None, BOARD, 77, (4 * GIB, 4 * GIB)))
    gpus.close()


def test_the_end_waits_until_the_driver_has_the_memory_back() -> None:
    held: dict[int, list[list[int]]] = {0: [[77, 5 * GIB]]}
    gpus = gpus_with(held, held, {}, {}, {}, {}, {}, {}, {}, {})
    assert asyncio.run(until_free(gpus, BOARD, 77))
    gpus.close()


def test_a_recordings_processes_are_not_ours() -> None:
    gpus = Gpus(read_rig(Path(resources() / "rigs" / "twelve-v100.json")))
    assert asyncio.run(gpus.held_by(4002)) == {}
    gpus.close()


def test_a_server_that_was_left_loaded_is_held_to_its_boards_cards_too(tmp_path: Path) -> None:
    async def once() -> None:
        start = fake_start(tmp_path, "ok")
        server = await start_llama(CPU, start)
        server.weights = (4 * GIB,)
        put_down(tmp_path, server, kept=True)
        (record,) = records.read(tmp_path)
        board = replace(CPU, gpus=("0", "1"))
        try:
            for listed, fault in (
                ({0: [[server.pid, 3 * GIB]], 1: [[server.pid, 2 * GIB]]}, None),
                ({0: [[server.pid, 3 * GIB]], 4: [[server.pid, 2 * GIB]]}, "on card 4, which isn't the board's"),
                ({0: [[server.pid, 3 * GIB]]}, "its cards hold 3.0 GiB of it, and 4.0 GiB were reckoned"),
            ):
                with contextlib.closing(gpus_with(listed)) as gpus:
                    adopted = adopt_llama(board, record, LeftProcess(record), replace(start, gpus=gpus))
                    if fault is None:
                        await (await adopted).close()
                    else:
                        with pytest.raises(MissingOnMachine, match=fault):
                            await adopted
        finally:
            await server.close()

    asyncio.run(once())
