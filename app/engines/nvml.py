"""Asks the NVIDIA driver (NVML) what the cards are and do. Used from one thread; ``gpus`` sees to it.

Sources: the NVML reference; struct versions and old names as ``nvidia-ml-py`` has them. A question that a card doesn't
know is asked once.
"""

import ctypes
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol, TypeVar

from app.domain.board_fit import Card
from app.domain.gpu import CardReading, GpuProcess

T = TypeVar("T")

_REASONS = {
    0x4: "power limit",
    0x8: "hardware slowdown",
    0x20: "temperature",
    0x40: "temperature, by hardware",
    0x80: "power supply",
}
"""Bits of the clocks' event reasons. Idle, chosen clocks and the display's are no slowdown."""


class Library(Protocol):
    """``pynvml``, or a recording that answers like it (``rig``): functions and constants by their NVML names."""

    NVMLError: type[Exception]

    def __getattr__(self, name: str) -> Any: ...


class Nvml:
    """One open driver. NVMLError: there is none, or it can't be used."""

    def __init__(self, library: Library) -> None:
        self._nvml = library
        self._unknown: set[tuple[int, str]] = set()
        self._xids: dict[int, int] = {}
        self._events: Any = None
        library.nvmlInit()
        self._handles = [self._handle(n) for n in range(library.nvmlDeviceGetCount())]
        self._cards = tuple(
            self._unless_lost(n, self._identify, Card(n, "", "a card that doesn't answer", 0, 0))
            for n in range(len(self._handles))
        )

    def close(self) -> None:
        self._nvml.nvmlShutdown()

    def driver(self) -> str:
        return _text(self._nvml.nvmlSystemGetDriverVersion())

    def cards(self) -> tuple[Card, ...]:
        """Each card with its memory as it is now, in PCI order."""
        return tuple(self._unless_lost(n, self._with_memory, self._cards[n]) for n in range(len(self._handles)))

    def read(self) -> tuple[CardReading, ...]:
        """Each card as it is now but for its processes and its health, which cost more."""
        self._hear_xids()
        return tuple(
            self._unless_lost(n, self._read, CardReading(self._cards[n], lost=True)) for n in range(len(self._handles))
        )

    def processes(self) -> tuple[tuple[GpuProcess, ...] | None, ...]:
        """Who holds memory on each card: some milliseconds a card."""
        return tuple(self._unless_lost(n, self._processes, None) for n in range(len(self._handles)))

    def health(self) -> tuple[dict[str, Any], ...]:
        """What changes rarely, by the names of ``CardReading``'s fields."""
        return tuple(self._unless_lost(n, self._health, {}) for n in range(len(self._handles)))

    def linked(self) -> list[set[int]]:
        """Which cards talk to which over NVLink, as sets of their numbers; a card without a link isn't in any."""
        groups: list[set[int]] = []
        for one, other in self._pairs():
            touching = [group for group in groups if group & {one, other}]
            groups = [group for group in groups if group not in touching]
            groups.append({one, other}.union(*touching))
        return groups

    def shared_place(self, one: int, other: int) -> int | None:
        """How near two cards are on the bus: 0 (one board) to 50 (across processors); None where it isn't known."""
        n = self._nvml
        found = self._ask(one, n.nvmlDeviceGetTopologyCommonAncestor, self._handles[one], self._handles[other])
        return None if found is None else int(found)

    def _pairs(self) -> Iterable[tuple[int, int]]:
        """Cards with a link between them that is up and works for memory: a link alone may not be usable."""
        n = self._nvml
        places = {i: self._unless_lost(i, self._place, None) for i in range(len(self._handles))}
        by_place = {place: i for i, place in places.items() if place is not None}
        for one in by_place.values():
            for other in self._unless_lost(one, partial(self._neighbours, by_place=by_place), set[int]()):
                first, second = self._handles[one], self._handles[other]
                status = self._ask(one, n.nvmlDeviceGetP2PStatus, first, second, n.NVML_P2P_CAPS_INDEX_NVLINK)
                if status in (None, n.NVML_P2P_STATUS_OK):
                    yield one, other

    def _neighbours(self, card: int, by_place: dict[tuple[int, int, int], int]) -> set[int]:
        n, handle, found = self._nvml, self._handles[card], set()
        for link in self._links(card):
            kind = self._ask(card, n.nvmlDeviceGetNvLinkRemoteDeviceType, handle, link)
            if kind == n.NVML_NVLINK_DEVICE_TYPE_SWITCH:
                return set(range(len(self._handles))) - {card}  # behind a switch everybody may be a neighbour
            remote = self._ask(card, n.nvmlDeviceGetNvLinkRemotePciInfo, handle, link)
            if remote is not None and (other := by_place.get(_place(remote))) is not None:
                found.add(other)
        return found - {card}

    def _links(self, card: int) -> list[int]:
        """The numbers of a card's links that are up."""
        n, found = self._nvml, []
        for link in range(n.NVML_NVLINK_MAX_LINKS):
            try:
                state = n.nvmlDeviceGetNvLinkState(self._handles[card], link)
            except n.NVMLError:
                break  # links are numbered without gaps, and this card has no more
            if state == n.NVML_FEATURE_ENABLED:
                found.append(link)
        return found

    def _identify(self, card: int) -> Card:
        n, handle = self._nvml, self._handles[card]
        return Card(
            index=card,
            uuid=_text(n.nvmlDeviceGetUUID(handle)),
            name=_text(n.nvmlDeviceGetName(handle)),
            total=0,
            free=0,
            capability=self._ask(card, n.nvmlDeviceGetCudaComputeCapability, handle),
            bandwidth=self._bandwidth(card),
            numa=self._ask(card, n.nvmlDeviceGetNumaNodeId, handle),
        )

    def _bandwidth(self, card: int) -> float | None:
        """Bytes a second of the card's memory: two transfers a clock over the width of its bus."""
        n, handle = self._nvml, self._handles[card]
        bits = self._ask(card, n.nvmlDeviceGetMemoryBusWidth, handle)
        megahertz = self._ask(card, n.nvmlDeviceGetMaxClockInfo, handle, n.NVML_CLOCK_MEM, known_as="memory clock")
        return 2e6 * megahertz * bits / 8 if bits and megahertz else None

    def _with_memory(self, card: int) -> Card:
        memory = self._memory(card)
        if memory is None:
            return self._cards[card]
        reserved = int(getattr(memory, "reserved", 0))
        return replace(self._cards[card], total=int(memory.total), free=int(memory.free), reserved=reserved)

    def _memory(self, card: int) -> Any:
        n, handle = self._nvml, self._handles[card]
        # the second version tells what the driver keeps for itself; old drivers only know the first
        found = self._ask(card, n.nvmlDeviceGetMemoryInfo, handle, n.nvmlMemory_v2, known_as="memory v2")
        return found if found is not None else self._ask(card, n.nvmlDeviceGetMemoryInfo, handle, known_as="memory")

    def _read(self, card: int) -> CardReading:
        n, handle = self._nvml, self._handles[card]
        memory = self._memory(card)
        rates = self._ask(card, n.nvmlDeviceGetUtilizationRates, handle)
        power = self._ask(card, n.nvmlDeviceGetPowerUsage, handle)
        limit = self._ask(card, n.nvmlDeviceGetEnforcedPowerLimit, handle)
        reasons = self._ask(card, n.nvmlDeviceGetCurrentClocksEventReasons, handle)
        if reasons is None:
            reasons = self._ask(card, n.nvmlDeviceGetCurrentClocksThrottleReasons, handle)
        return CardReading(
            card=self._with_memory(card),
            load=None if rates is None else rates.gpu / 100,
            memory_used=None if memory is None else int(memory.used),
            temperature=self._ask(card, n.nvmlDeviceGetTemperature, handle, n.NVML_TEMPERATURE_GPU),
            power=None if power is None else power / 1000,
            power_limit=None if limit is None else limit / 1000,
            clock=self._ask(card, n.nvmlDeviceGetClockInfo, handle, n.NVML_CLOCK_SM),
            clock_limit=self._ask(card, n.nvmlDeviceGetMaxClockInfo, handle, n.NVML_CLOCK_SM),
            throttled=tuple(word for bit, word in _REASONS.items() if (reasons or 0) & bit),
            xid=self._xids.get(card),
        )

    def _processes(self, card: int) -> tuple[GpuProcess, ...] | None:
        found = self._ask(card, self._nvml.nvmlDeviceGetComputeRunningProcesses_v3, self._handles[card])
        return None if found is None else tuple(GpuProcess(p.pid, p.usedGpuMemory) for p in found)

    def _health(self, card: int) -> dict[str, Any]:
        n, handle = self._nvml, self._handles[card]
        uncorrected, since_load = n.NVML_MEMORY_ERROR_TYPE_UNCORRECTED, n.NVML_VOLATILE_ECC
        causes = (
            n.NVML_PAGE_RETIREMENT_CAUSE_MULTIPLE_SINGLE_BIT_ECC_ERRORS,
            n.NVML_PAGE_RETIREMENT_CAUSE_DOUBLE_BIT_ECC_ERROR,
        )
        retired = [self._ask(card, n.nvmlDeviceGetRetiredPages, handle, cause) for cause in causes]
        pending = self._ask(card, n.nvmlDeviceGetRetiredPagesPendingStatus, handle)
        links = self._links(card)
        return {
            "links": len(links) if links else None,
            "ecc_errors": self._ask(card, n.nvmlDeviceGetTotalEccErrors, handle, uncorrected, since_load),
            "retired_pages": None if None in retired else sum(len(pages or ()) for pages in retired),
            "retirement_pending": None if pending is None else pending == n.NVML_FEATURE_ENABLED,
        }

    def _hear_xids(self) -> None:
        """Take up what the driver reported since the last time: one event set for all cards, never waited for."""
        n = self._nvml
        if self._events is None:
            self._events = self._register()
        while self._events:
            try:
                event = n.nvmlEventSetWait_v2(self._events, 0)
            except n.NVMLError:
                return  # nothing new: NVML calls that a timeout
            for card, handle in enumerate(self._handles):
                if handle is not None and _same(handle, event.device):
                    self._xids[card] = int(event.eventData)

    def _register(self) -> Any:
        """An event set for critical errors; False where the system has none (Windows)."""
        n = self._nvml
        try:
            events = n.nvmlEventSetCreate()
            for handle in (handle for handle in self._handles if handle is not None):
                n.nvmlDeviceRegisterEvents(handle, n.nvmlEventTypeXidCriticalError, events)
        except n.NVMLError:
            return False
        return events

    def _ask(self, card: int, question: Callable[..., Any], *arguments: Any, known_as: str = "") -> Any:
        """The answer, or None where the card or the driver has none. Other errors are raised: a lost card, say."""
        key = card, known_as or question.__name__
        if key in self._unknown:
            return None
        n = self._nvml
        try:
            return question(*arguments)
        except (n.NVMLError_NotSupported, n.NVMLError_FunctionNotFound, n.NVMLError_InvalidArgument):
            self._unknown.add(key)
        except n.NVMLError_NoPermission:
            self._unknown.add(key)
        return None

    def _unless_lost(self, card: int, work: Callable[[int], T], lost: T) -> T:
        """What ``work`` gives; ``lost`` where the card no longer answers: the others go on."""
        if self._handles[card] is None:
            return lost
        try:
            return work(card)
        except self._nvml.NVMLError:
            return lost

    def _handle(self, card: int) -> Any:
        """None for a card that fell off the bus before this program began."""
        try:
            return self._nvml.nvmlDeviceGetHandleByIndex(card)
        except self._nvml.NVMLError:
            return None

    def _place(self, card: int) -> tuple[int, int, int]:
        return _place(self._nvml.nvmlDeviceGetPciInfo(self._handles[card]))


def _place(pci: Any) -> tuple[int, int, int]:
    """By numbers: as text, addresses differ in zeros and case."""
    return int(pci.domain), int(pci.bus), int(pci.device)


def _same(one: Any, other: Any) -> bool:
    """Whether two handles are one card: pointers compare by their address."""
    return getattr(one, "contents", one) is getattr(other, "contents", other) or _address(one) == _address(other)


def _address(handle: Any) -> object:
    return ctypes.cast(handle, ctypes.c_void_p).value if isinstance(handle, ctypes._Pointer) else handle


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
