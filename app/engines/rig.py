"""A machine's cards from a file: answers like ``pynvml``, so that everything above can't tell, but for its label.

The file (JSON): ``what`` in a sentence, ``driver``, ``seconds`` a frame lasts, ``cards`` with what doesn't change, and
``frames``, each a list of what every card does then; one after the other, then again. ``resources/rigs`` has one.
"""
# ruff: noqa: N802  the names are NVML's

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pynvml

from app.domain.errors import WrongUse

_CARD = {"uuid": str, "name": str, "bus": int, "total": int}
_MEMORY_V2 = "memory v2"


@dataclass(frozen=True, slots=True)
class Rig:
    """``what`` says where the figures come from. ``boards`` is the text of a boards.ini for it; empty without one."""

    what: str
    driver: str
    seconds: float
    cards: tuple[Mapping[str, Any], ...]
    frames: tuple[Sequence[Mapping[str, Any]], ...]
    boards: str = ""


def read_rig(path: Path) -> Rig:
    """WrongUse: the file isn't there or isn't such a recording."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        rig = Rig(
            what=str(found["what"]),
            driver=str(found["driver"]),
            seconds=float(found["seconds"]),
            cards=tuple(found["cards"]),
            frames=tuple(found["frames"]),
            boards=str(found.get("boards", "")),
        )
        fault = _fault(rig)
    except OSError as error:
        raise WrongUse(f"The rig {path} can't be read.", f"{error.strerror}.", "Name another file.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise WrongUse(f"The file {path} is no recording of a rig.", f"{type(error).__name__}: {error}.") from error
    if fault:
        raise WrongUse(f"The file {path} is no recording of a rig.", f"{fault}.")
    return rig


def _fault(rig: Rig) -> str:
    if not rig.cards or not rig.frames or rig.seconds <= 0:
        return "It has no cards, no frames, or frames that last no time"
    for number, card in enumerate(rig.cards):
        for name, kind in _CARD.items():
            if not isinstance(card.get(name), kind):
                return f"Card {number} has no {name}"
    if any(len(frame) != len(rig.cards) for frame in rig.frames):
        return f"A frame doesn't say what each of the {len(rig.cards)} cards does"
    return ""


class RecordedNvml:
    """The functions of ``pynvml`` that ``Nvml`` calls; a handle is a card's number. Constants are pynvml's own.

    ``unsupported`` of a card: names of functions that it answers with NotSupported. ``lost`` in a frame: the card has
    fallen off the bus. ``asked``: how often each function was called.
    """

    def __init__(self, rig: Rig, clock: Any = time.monotonic) -> None:
        self._rig = rig
        self._clock = clock
        self._begun = clock()
        self._reported: set[tuple[int, int]] = set()
        self.asked: dict[str, int] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(pynvml, name)

    # --- the driver ---

    def nvmlInit(self) -> None:
        self._reported.clear()

    def nvmlShutdown(self) -> None:
        """Nothing is open."""

    def nvmlSystemGetDriverVersion(self) -> str:
        return self._rig.driver

    def nvmlDeviceGetCount(self) -> int:
        return len(self._rig.cards)

    def nvmlDeviceGetHandleByIndex(self, index: int) -> int:
        return index

    # --- what doesn't change ---

    def nvmlDeviceGetName(self, card: int) -> str:
        return str(self._of(card, "nvmlDeviceGetName")["name"])

    def nvmlDeviceGetUUID(self, card: int) -> str:
        return str(self._of(card, "nvmlDeviceGetUUID")["uuid"])

    def nvmlDeviceGetPciInfo(self, card: int) -> Any:
        return self._place(card)

    def nvmlDeviceGetCudaComputeCapability(self, card: int) -> tuple[int, int]:
        major, minor = self._known(card, "nvmlDeviceGetCudaComputeCapability", "capability")
        return int(major), int(minor)

    def nvmlDeviceGetNumaNodeId(self, card: int) -> int:
        return int(self._known(card, "nvmlDeviceGetNumaNodeId", "numa"))

    def nvmlDeviceGetEnforcedPowerLimit(self, card: int) -> int:
        return int(self._known(card, "nvmlDeviceGetEnforcedPowerLimit", "power_limit") * 1000)

    def nvmlDeviceGetMaxClockInfo(self, card: int, kind: int) -> int:
        return int(
            self._known(
                card,
                "nvmlDeviceGetMaxClockInfo",
                "memory_clock" if kind == pynvml.NVML_CLOCK_MEM else "clock_limit",
            )
        )

    def nvmlDeviceGetMemoryBusWidth(self, card: int) -> int:
        return int(self._known(card, "nvmlDeviceGetMemoryBusWidth", "bus_width"))

    def nvmlDeviceGetTopologyCommonAncestor(self, one: int, other: int) -> int:
        here, there = (self._known(card, "nvmlDeviceGetTopologyCommonAncestor", "numa") for card in (one, other))
        return int(pynvml.NVML_TOPOLOGY_NODE if here == there else pynvml.NVML_TOPOLOGY_SYSTEM)

    # --- links: for each card a list of the cards at their other ends, None for one that is down ---

    def nvmlDeviceGetNvLinkState(self, card: int, link: int) -> int:
        return int(self._link(card, link) is not None)

    def nvmlDeviceGetNvLinkRemoteDeviceType(self, card: int, link: int) -> int:
        self._of(card, "nvmlDeviceGetNvLinkRemoteDeviceType")
        return int(pynvml.NVML_NVLINK_DEVICE_TYPE_GPU)

    def nvmlDeviceGetNvLinkRemotePciInfo(self, card: int, link: int) -> Any:
        return self._place(self._link(card, link))

    def nvmlDeviceGetP2PStatus(self, one: int, other: int, kind: int) -> int:
        linked = other in self._of(one, "nvmlDeviceGetP2PStatus").get("links", ())
        return int(pynvml.NVML_P2P_STATUS_OK if linked else pynvml.NVML_P2P_STATUS_NOT_SUPPORTED)

    # --- what each frame says ---

    def nvmlDeviceGetMemoryInfo(self, card: int, version: int | None = None) -> Any:
        name = "nvmlDeviceGetMemoryInfo" if version is None else _MEMORY_V2
        kept, used = self._of(card, name), int(self._now(card, name, "used"))
        reserved = int(kept.get("reserved", 0))
        info = {"total": kept["total"], "used": used, "free": kept["total"] - reserved - used}
        return SimpleNamespace(**info) if version is None else SimpleNamespace(**info, reserved=reserved)

    def nvmlDeviceGetUtilizationRates(self, card: int) -> Any:
        return SimpleNamespace(gpu=int(self._now(card, "nvmlDeviceGetUtilizationRates", "load")), memory=0)

    def nvmlDeviceGetTemperature(self, card: int, sensor: int) -> int:
        return int(self._now(card, "nvmlDeviceGetTemperature", "temperature"))

    def nvmlDeviceGetPowerUsage(self, card: int) -> int:
        return int(self._now(card, "nvmlDeviceGetPowerUsage", "power") * 1000)

    def nvmlDeviceGetClockInfo(self, card: int, kind: int) -> int:
        return int(self._now(card, "nvmlDeviceGetClockInfo", "clock"))

    def nvmlDeviceGetCurrentClocksEventReasons(self, card: int) -> int:
        return int(self._now(card, "nvmlDeviceGetCurrentClocksEventReasons", "reasons", 0))

    def nvmlDeviceGetCurrentClocksThrottleReasons(self, card: int) -> int:
        return int(self._now(card, "nvmlDeviceGetCurrentClocksThrottleReasons", "reasons", 0))

    def nvmlDeviceGetComputeRunningProcesses_v3(self, card: int) -> list[Any]:
        listed = self._now(card, "nvmlDeviceGetComputeRunningProcesses_v3", "processes", ())
        return [SimpleNamespace(pid=pid, usedGpuMemory=used) for pid, used in listed]

    def nvmlDeviceGetTotalEccErrors(self, card: int, kind: int, counter: int) -> int:
        return int(self._now(card, "nvmlDeviceGetTotalEccErrors", "ecc", 0))

    def nvmlDeviceGetRetiredPages(self, card: int, cause: int) -> list[int]:
        single = cause == pynvml.NVML_PAGE_RETIREMENT_CAUSE_MULTIPLE_SINGLE_BIT_ECC_ERRORS
        return list(range(self._now(card, "nvmlDeviceGetRetiredPages", "retired", 0) if single else 0))

    def nvmlDeviceGetRetiredPagesPendingStatus(self, card: int) -> int:
        return int(self._now(card, "nvmlDeviceGetRetiredPagesPendingStatus", "pending", 0))

    # --- critical errors, each told once ---

    def nvmlEventSetCreate(self) -> str:
        return "events"

    def nvmlDeviceRegisterEvents(self, card: int, kinds: int, events: str) -> None:
        """Every card is listened to."""

    def nvmlEventSetWait_v2(self, events: str, milliseconds: int) -> Any:
        for card, now in enumerate(self._frame()):
            told = (card, now.get("xid", 0))
            if told[1] and told not in self._reported:
                self._reported.add(told)
                return SimpleNamespace(device=card, eventData=told[1])
        raise pynvml.NVMLError(pynvml.NVML_ERROR_TIMEOUT)

    def _frame(self) -> Sequence[Mapping[str, Any]]:
        number = int((self._clock() - self._begun) / self._rig.seconds) % len(self._rig.frames)
        return self._rig.frames[number]

    def _of(self, card: int, question: str) -> Mapping[str, Any]:
        self.asked[question] = self.asked.get(question, 0) + 1
        kept = self._rig.cards[card]
        if question in kept.get("unsupported", ()):
            raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_SUPPORTED)
        if self._frame()[card].get("lost"):
            raise pynvml.NVMLError(pynvml.NVML_ERROR_GPU_IS_LOST)
        return kept

    def _known(self, card: int, question: str, name: str) -> Any:
        return _or_unsupported(self._of(card, question), name, None)

    def _now(self, card: int, question: str, name: str, default: Any = None) -> Any:
        self._of(card, question)
        return _or_unsupported(self._frame()[card], name, default)

    def _link(self, card: int, link: int) -> Any:
        links = self._of(card, "nvmlDeviceGetNvLinkState").get("links", ())
        if link >= len(links):
            raise pynvml.NVMLError(pynvml.NVML_ERROR_INVALID_ARGUMENT)
        return links[link]

    def _place(self, card: int) -> Any:
        return SimpleNamespace(domain=0, bus=self._rig.cards[card]["bus"], device=0)


def _or_unsupported(found: Mapping[str, Any], name: str, default: Any) -> Any:
    value = found.get(name, default)
    if value is None:
        raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_SUPPORTED)
    return value
