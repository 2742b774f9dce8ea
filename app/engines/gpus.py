"""The cards of this machine, or of a simulated one, for everybody who asks: one thread talks to the driver.

NVML takes a lock of the whole driver, and listing processes takes milliseconds a card: so one reading a second serves
all, processes are listed every five, health every sixty (runtime notes, section 4).
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from app.domain.board_fit import Card
from app.domain.gpu import CardGroup, CardReading, GpuProcess

if TYPE_CHECKING:
    from app.engines.nvml import Nvml
    from app.engines.rig import Rig

_EVERY, _PROCESSES_EVERY, _HEALTH_EVERY = 1.0, 5.0, 60.0
_PLACES = {0: "one board", 10: "one PCI switch", 20: "PCI switches", 30: "one PCI host bridge", 40: "one processor"}
_NEAR = 40
T = TypeVar("T")


class Gpus:
    """``simulated`` says in a sentence where the figures come from, where they aren't this machine's."""

    def __init__(self, rig: "Rig | None" = None, *, library: Any = None, clock: Callable[[], float] = time.monotonic):
        self.simulated = rig.what if rig else ""
        self._rig, self._library, self._clock = rig, library, clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="nvml")
        self._nvml: Nvml | None = None
        self._problem: str | None = None
        self._read_at = self._listed_at = self._checked_at = float("-inf")
        self._readings: tuple[CardReading, ...] = ()
        self._processes: tuple[tuple[GpuProcess, ...] | None, ...] = ()
        self._health: tuple[dict[str, Any], ...] = ()

    async def problem(self) -> str:
        """Why no card can be seen; empty where some can."""
        await self._in_thread(self._open)
        return self._problem or ""

    async def cards(self) -> tuple[Card, ...] | None:
        """Every card with its memory as it is now, in PCI order; None without a driver."""
        return await self._in_thread(lambda: nvml.cards() if (nvml := self._open()) else None)

    async def readings(self) -> tuple[CardReading, ...]:
        """Every card as it is, at most a second old; empty without a driver."""
        return await self._in_thread(self._take)

    async def groups(self) -> tuple[CardGroup, ...]:
        """The cards as boards: those with NVLink between them, the others by their place on the bus."""
        return await self._in_thread(self._group)

    async def held_by(self, pid: int) -> dict[int, int | None]:
        """Bytes that process ``pid`` holds on each card that lists it, asked now; None where a card doesn't say how
        many. Empty without a driver, and on a recording, whose processes aren't this machine's."""
        return {} if self.simulated else await self._in_thread(lambda: self._held(pid))

    def close(self) -> None:
        self._thread.submit(self._shut)
        self._thread.shutdown(wait=True)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # --- in the driver's thread ---

    def _open(self) -> "Nvml | None":
        if self._nvml is not None or self._problem is not None:
            return self._nvml
        from app.engines.nvml import Nvml

        library = self._library or self._find_library()
        try:
            self._nvml = Nvml(library)
        except library.NVMLError as error:
            self._problem = _why(str(error))
        return self._nvml

    def _find_library(self) -> Any:
        if self._rig is not None:
            from app.engines.rig import RecordedNvml

            return RecordedNvml(self._rig, self._clock)
        import pynvml

        return pynvml

    def _shut(self) -> None:
        if self._nvml is not None:
            self._nvml.close()
            self._nvml = None

    def _take(self) -> tuple[CardReading, ...]:
        nvml, now = self._open(), self._clock()
        if nvml is None or now - self._read_at < _EVERY:
            return self._readings
        if now - self._listed_at >= _PROCESSES_EVERY:
            self._processes, self._listed_at = nvml.processes(), now
        if now - self._checked_at >= _HEALTH_EVERY:
            self._health, self._checked_at = nvml.health(), now
        self._readings, self._read_at = self._joined(nvml.read()), now
        return self._readings

    def _held(self, pid: int) -> dict[int, int | None]:
        nvml = self._open()
        listed = nvml.processes() if nvml else ()
        return {
            card: process.memory
            for card, processes in enumerate(listed)
            for process in processes or ()
            if process.pid == pid
        }

    def _joined(self, readings: tuple[CardReading, ...]) -> tuple[CardReading, ...]:
        processes = self._processes or (None,) * len(readings)
        health = self._health or ({},) * len(readings)
        return tuple(
            reading if reading.lost else replace(reading, processes=listed, **checked)
            for reading, listed, checked in zip(readings, processes, health, strict=True)
        )

    def _group(self) -> tuple[CardGroup, ...]:
        nvml = self._open()
        if nvml is None:
            return ()
        cards = nvml.cards()
        linked = [sorted(group) for group in nvml.linked()]
        held = {number for group in linked for number in group}
        groups = [CardGroup(tuple(cards[n] for n in group), linked=True) for group in linked]
        groups += self._by_place(nvml, [card for card in cards if card.index not in held])
        return tuple(sorted(groups, key=lambda group: group.cards[0].index))

    def _by_place(self, nvml: "Nvml", singles: list[Card]) -> list[CardGroup]:
        """Cards without links, of one make and near each other: data between them takes the bus, but no detour."""
        groups: list[tuple[list[Card], int]] = []
        for card in singles:
            for at, (members, reach) in enumerate(groups):
                place = nvml.shared_place(members[0].index, card.index)
                if place is not None and place <= _NEAR and members[0].name == card.name:
                    members.append(card)
                    groups[at] = members, max(reach, place)
                    break
            else:
                groups.append(([card], 0))
        return [
            CardGroup(tuple(members), linked=False, shared=_PLACES.get(reach, "") if len(members) > 1 else "")
            for members, reach in groups
        ]


def _why(error: str) -> str:
    text = error.lower()
    if "library not found" in text or "driver not loaded" in text:
        return "There is no NVIDIA driver on this machine."
    if "version mismatch" in text:
        return "The NVIDIA driver was updated and its old part still runs: restart this machine."
    return f"The NVIDIA driver can't be asked: {error}."
