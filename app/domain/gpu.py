"""What a GPU is and does now, as its driver says. What a card or driver doesn't say is None, never 0."""

from dataclasses import dataclass

from app.domain.board_fit import Card


@dataclass(frozen=True, slots=True)
class GpuProcess:
    """A program that has a context on a card. ``memory`` in bytes."""

    pid: int
    memory: int | None


@dataclass(frozen=True, slots=True)
class CardReading:
    """A card now. ``load``: share of the last second in which it worked, 0 to 1. Memory in bytes, ``temperature`` in
    degrees Celsius, power in watts, clocks in MHz. ``throttled``: why it runs slower than it could, in words.
    ``links``: NVLink connections that are up. ``ecc_errors``: uncorrected, since the driver was loaded.
    ``retired_pages``: memory pages given up for ever; ``retirement_pending``: more are, once the machine restarts.
    ``xid``: number of the last critical error that the driver reported. ``lost``: it fell off the bus.
    """

    card: Card
    load: float | None = None
    memory_used: int | None = None
    temperature: int | None = None
    power: float | None = None
    power_limit: float | None = None
    clock: int | None = None
    clock_limit: int | None = None
    throttled: tuple[str, ...] = ()
    links: int | None = None
    ecc_errors: int | None = None
    retired_pages: int | None = None
    retirement_pending: bool | None = None
    processes: tuple[GpuProcess, ...] | None = None
    xid: int | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards between which data moves fast: a board. ``linked``: by NVLink; else they only hang on the same place of the
    bus, ``shared`` in words."""

    cards: tuple[Card, ...]
    linked: bool
    shared: str = ""


def card_faults(reading: CardReading) -> tuple[str, ...]:
    """What of a card a person should know, in short phrases; empty where all is well."""
    found = [f"slowed by {reason}" for reason in reading.throttled]
    if reading.ecc_errors:
        found.append(f"{reading.ecc_errors} uncorrected memory errors")
    if reading.retired_pages:
        found.append(f"{reading.retired_pages} retired memory pages")
    if reading.retirement_pending:
        found.append("pages to be retired at the next restart")
    if reading.xid is not None:
        found.append(f"Xid {reading.xid}")
    return tuple(found)
