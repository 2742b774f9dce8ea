"""The one gate for connections: this machine, and the hosts that boards.ini names; nothing else (promise 7).

``Gate`` says who may be reached and counts what went there. ``guard_process`` puts it under every socket that Python
code opens in this process, whichever library does it; ``app.engines.wire`` opens the connections that are meant.
"""

import ipaddress
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.domain.errors import AppError

_KEPT = 200
_ANYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  what a name that isn't given means; compared, never bound to


class EgressRefused(AppError):
    """A connection that nobody asked for: it was not made, and its host was not even looked up."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """Bytes that went to ``host`` and came from it since the program started."""

    host: str
    sent: int
    received: int


class Gate:
    """Which hosts may be reached, and how much went there. May be asked from any thread.

    ``refused``: called with a sentence for each connection that was refused.
    """

    def __init__(self, hosts: Iterable[str] = (), refused: Callable[[str], None] | None = None) -> None:
        self._lock = threading.Lock()
        self._hosts = {host.casefold() for host in hosts}
        self._addresses: dict[str, str] = {}
        self._traffic: dict[str, list[int]] = {}
        self._refused = refused
        self.refusals: deque[str] = deque(maxlen=_KEPT)

    def admit(self, hosts: Iterable[str]) -> None:
        """These may be reached from now on: a board of boards.ini lives there."""
        with self._lock:
            self._hosts |= {host.casefold() for host in hosts}

    def tell(self, refused: Callable[[str], None]) -> None:
        """Who hears of refused connections from now on."""
        self._refused = refused

    @contextmanager
    def once(self, host: str) -> Iterator[None]:
        """``host`` may be reached while this lasts: a person was shown what would be sent, and said yes."""
        host = host.casefold()
        known = host in self._hosts
        self.admit([host])
        try:
            yield
        finally:
            if not known:
                with self._lock:
                    self._hosts.discard(host)
                    self._addresses = {a: h for a, h in self._addresses.items() if h != host}

    def admits(self, host: str) -> bool:
        """Whether ``host``, a name or an address, may be looked up and reached."""
        host = host.casefold().rstrip(".")
        return is_here(host) or host in self._hosts or host in self._addresses

    def demand(self, host: str) -> None:
        """EgressRefused, on the record, where ``host`` may not be reached."""
        if self.admits(host):
            return
        text = f"A connection to {host} was refused: boards.ini names no board there."
        self.refusals.append(text)
        if self._refused is not None:
            self._refused(text)
        raise EgressRefused(text, remedy="Nothing was sent. If evidence may go there, add a board with `remote = yes`.")

    def note_address(self, address: str, host: str) -> None:
        """``address`` is what the admitted ``host`` was found to have."""
        with self._lock:
            self._addresses[address.casefold()] = host.casefold()

    def count(self, host: str, sent: int = 0, received: int = 0) -> None:
        with self._lock:
            counts = self._traffic.setdefault(host.casefold(), [0, 0])
            counts[0] += sent
            counts[1] += received

    def traffic(self) -> tuple[Traffic, ...]:
        """What went to other machines, by host. This machine's own servers aren't counted."""
        with self._lock:
            return tuple(Traffic(host, *counts) for host, counts in sorted(self._traffic.items()))


def is_here(host: str) -> bool:
    """Whether a connection to ``host`` stays on this machine."""
    return host in _ANYWHERE or is_loopback(host)


def is_loopback(host: str) -> bool:
    """Whether ``host`` names this machine, by its form alone: no name but ``localhost`` is trusted to."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def guard_process(gate: Gate) -> None:
    """Hold every look-up and connection of this process's Python code to ``gate``, until it ends.

    An audit hook can't be taken away again, by nobody: call this once, where a process begins. Programs that it
    starts are held in other ways (they listen on this machine only, and are told to stay offline).
    """

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if not event.startswith("socket."):
            return
        if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
            gate.demand(_name(args[0]))
        elif event == "socket.getnameinfo":
            gate.demand(_name(args[0][0]))
        elif event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            family, address = args[0].family, args[1]
            if family in (socket.AF_INET, socket.AF_INET6) and address:
                gate.demand(_name(address[0]))

    sys.addaudithook(hook)


def _name(host: object) -> str:
    if isinstance(host, bytes | bytearray):
        return bytes(host).decode("ascii", "replace")
    return "" if host is None else str(host)
