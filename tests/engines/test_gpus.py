"""Cards as the driver tells of them: on the recorded machine, and on recordings in which something is wrong."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pynvml
import pytest

from app.domain.errors import WrongUse
from app.engines.gpus import Gpus
from app.engines.rig import RecordedNvml, Rig, read_rig
from app.settings import resources

TWELVE = resources() / "rigs" / "twelve-v100.json"
GIB = 1 << 30


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def twelve() -> Rig:
    return read_rig(TWELVE)


def changed(rig: Rig, card: int, **now: object) -> Rig:
    """One frame in which a card does something else."""
    frame = [dict(does) for does in rig.frames[0]]
    frame[card] |= now
    return replace(rig, frames=(frame,))


def ask(rig: Rig, *works, library: RecordedNvml | None = None, clock: Clock | None = None) -> list:
    clock = clock or Clock()
    gpus = Gpus(rig, library=library or RecordedNvml(rig, clock), clock=clock)

    async def talk() -> list:
        return [await work(gpus) for work in works]

    try:
        return asyncio.run(talk())
    finally:
        gpus.close()


def test_the_boards_are_the_cards_with_links_between_them(twelve: Rig) -> None:
    (groups,) = ask(twelve, Gpus.groups)
    assert [[card.index for card in group.cards] for group in groups] == [[0, 1], [2, 3], [4, 5, 8, 9], [6, 7, 10, 11]]
    assert all(group.linked for group in groups)
    assert [card.total // GIB for card in groups[1].cards] == [32, 16]


def test_a_card_is_named_by_what_doesnt_change(twelve: Rig) -> None:
    card = ask(twelve, Gpus.cards)[0][3]
    assert (card.index, card.name, card.capability) == (3, "Tesla V100-SXM2-16GB", (7, 0))
    assert card.uuid == "GPU-5107a1ed-0000-4000-8000-000000000003"
    assert card.bandwidth == 898.048e9
    assert card.reserved == 420 << 20
    assert card.free == 16 * GIB - card.reserved - twelve.frames[0][3]["used"]


def test_a_reading_has_units_that_a_person_knows(twelve: Rig) -> None:
    reading = ask(twelve, Gpus.readings)[0][0]
    assert reading.load == twelve.frames[0][0]["load"] / 100
    assert reading.power == twelve.frames[0][0]["power"]
    assert (reading.power_limit, reading.clock, reading.clock_limit) == (300, 1530, 1530)
    assert reading.links == 6
    assert reading.processes[0].pid == 4002
    assert reading.throttled == ()


def test_frames_follow_each_other(twelve: Rig) -> None:
    clock = Clock()

    async def later(gpus: Gpus):
        clock.now += 6.5
        return await gpus.readings()

    first, second = ask(twelve, Gpus.readings, later, clock=clock)
    assert (first[4].load, second[4].load) == (0, twelve.frames[2][4]["load"] / 100)


def test_a_second_serves_everybody(twelve: Rig) -> None:
    clock = Clock()
    library = RecordedNvml(twelve, clock)

    async def often(gpus: Gpus):
        for _ in range(40):
            clock.now += 0.25
            await gpus.readings()

    ask(twelve, often, library=library, clock=clock)
    # ten seconds: a reading each second, processes each fifth, health at the start
    assert library.asked["nvmlDeviceGetUtilizationRates"] == 12 * 10
    assert library.asked["nvmlDeviceGetComputeRunningProcesses_v3"] == 12 * 2
    assert library.asked["nvmlDeviceGetTotalEccErrors"] == 12


def test_what_a_card_doesnt_know_is_asked_once(twelve: Rig) -> None:
    cards = [card | {"unsupported": ["nvmlDeviceGetPowerUsage", "memory v2"]} for card in twelve.cards]
    clock = Clock()
    library = RecordedNvml(replace(twelve, cards=tuple(cards)), clock)

    async def often(gpus: Gpus):
        for _ in range(5):
            clock.now += 1
            readings = await gpus.readings()
        return readings

    readings = ask(twelve, often, library=library, clock=clock)[0]
    assert readings[0].power is None
    assert readings[0].memory_used == twelve.frames[0][0]["used"]
    assert library.asked["nvmlDeviceGetPowerUsage"] == 12
    assert library.asked["memory v2"] == 12


def test_a_link_that_no_memory_goes_over_makes_no_board(twelve: Rig) -> None:
    class NoPeers(RecordedNvml):
        def nvmlDeviceGetP2PStatus(self, one: int, other: int, kind: int) -> int:  # noqa: N802
            return pynvml.NVML_P2P_STATUS_CHIPSET_NOT_SUPPORTED

    (groups,) = ask(twelve, Gpus.groups, library=NoPeers(twelve))
    assert not any(group.linked for group in groups)
    assert [[card.index for card in group.cards] for group in groups] == [[0, 1, 2, 6, 7], [3], [4, 5, 8, 9, 10, 11]]
    assert groups[0].shared == "one processor"


def test_a_link_that_is_down_makes_none_either(twelve: Rig) -> None:
    cards = [card | {"links": [None] * 6} for card in twelve.cards]
    (groups,) = ask(replace(twelve, cards=tuple(cards)), Gpus.groups)
    assert not any(group.linked for group in groups)


def test_a_lost_card_is_said_and_the_others_go_on(twelve: Rig) -> None:
    readings = ask(changed(twelve, 5, lost=True), Gpus.readings)[0]
    assert [reading.card.index for reading in readings if reading.lost] == [5]
    assert readings[6].memory_used == twelve.frames[0][6]["used"]
    assert readings[6].processes is not None


def test_why_a_card_is_slow_and_what_broke(twelve: Rig) -> None:
    rig = changed(twelve, 8, reasons=0x4 | 0x20, xid=79, pending=1, retired=3, ecc=7)
    reading = ask(rig, Gpus.readings)[0][8]
    assert reading.throttled == ("power limit", "temperature")
    assert (reading.xid, reading.ecc_errors, reading.retired_pages, reading.retirement_pending) == (79, 7, 3, True)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (pynvml.NVML_ERROR_LIBRARY_NOT_FOUND, "There is no NVIDIA driver"),
        (pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH, "restart this machine"),
        (pynvml.NVML_ERROR_NO_PERMISSION, "can't be asked"),
    ],
)
def test_without_a_driver_there_is_a_reason(twelve: Rig, code: int, says: str) -> None:
    class Broken(RecordedNvml):
        def nvmlInit(self) -> None:  # noqa: N802
            raise pynvml.NVMLError(code)

    problem, cards, readings, groups = ask(
        twelve, Gpus.problem, Gpus.cards, Gpus.readings, Gpus.groups, library=Broken(twelve)
    )
    assert says in problem
    assert (cards, readings, groups) == (None, (), ())


def test_this_machine_answers_one_way_or_the_other() -> None:
    """The real library: cards where there are some, else a sentence."""
    gpus = Gpus()

    async def look() -> tuple[str, object]:
        return await gpus.problem(), await gpus.cards()

    problem, cards = asyncio.run(look())
    gpus.close()
    assert bool(problem) == (cards is None)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "JSONDecodeError"),
        ("{}", "KeyError"),
        (json.dumps({"what": "", "driver": "", "seconds": 0, "cards": [], "frames": []}), "no cards"),
        (json.dumps({"what": "", "driver": "", "seconds": 1, "cards": [{}], "frames": [[{}]]}), "no uuid"),
    ],
)
def test_a_file_that_is_no_recording_says_so(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "rig.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WrongUse, match=says):
        read_rig(file)


def test_a_frame_speaks_of_every_card(tmp_path: Path) -> None:
    found = json.loads(TWELVE.read_text(encoding="utf-8"))
    found["frames"][1].pop()
    file = tmp_path / "rig.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(WrongUse, match="each of the 12 cards"):
        read_rig(file)


def test_there_is_no_rig_where_none_is() -> None:
    with pytest.raises(WrongUse, match="can't be read"):
        read_rig(Path("nowhere.json"))


def test_a_card_that_was_gone_before_we_came(twelve: Rig) -> None:
    class Gone(RecordedNvml):
        def nvmlDeviceGetHandleByIndex(self, index: int) -> int:  # noqa: N802
            if index == 9:
                raise pynvml.NVMLError(pynvml.NVML_ERROR_GPU_IS_LOST)
            return index

    groups, readings = ask(twelve, Gpus.groups, Gpus.readings, library=Gone(twelve))
    assert [[card.index for card in group.cards] for group in groups if group.linked][2] == [4, 5, 8]
    assert readings[9].lost
    assert readings[9].card.name == "a card that doesn't answer"


def test_behind_a_switch_the_peers_are_the_board(twelve: Rig) -> None:
    class Switched(RecordedNvml):
        def nvmlDeviceGetNvLinkRemoteDeviceType(self, card: int, link: int) -> int:  # noqa: N802
            return pynvml.NVML_NVLINK_DEVICE_TYPE_SWITCH

    (groups,) = ask(twelve, Gpus.groups, library=Switched(twelve))
    assert [len(group.cards) for group in groups] == [2, 2, 4, 4]
