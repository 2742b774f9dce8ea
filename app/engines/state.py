"""What a board does, derived from facts whenever somebody asks, and never stored."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.board import Role


class BoardState(StrEnum):
    """``foreign``: something else answers in the server's place. ``evicted``: another client pushed the model out.
    ``unreachable``: the server's machine or program does not answer."""

    STOPPED = "stopped"
    CHECKING = "checking"
    LOADING = "loading"
    WARMING = "warming"
    READY = "ready"
    BUSY = "busy"
    STOPPING = "stopping"
    WEDGED = "wedged"
    FAILED = "failed"
    FOREIGN = "foreign"
    EVICTED = "evicted"
    UNREACHABLE = "unreachable"


class Fault(StrEnum):
    """Why a server is not there. ``AppError.fault`` holds one of them."""

    FLAG = "flag"
    """This build of the program doesn't know an option it was given."""
    PROGRAM = "program"
    """The program isn't there, or a part of it is missing."""
    MODEL = "model"
    """The model's file is missing, damaged, not whole, or of a kind the build doesn't know."""
    CONTEXT = "context"
    DEVICE = "device"
    """A GPU that isn't there, or no code for it in this build."""
    MEMORY = "memory"
    PORT = "port"
    STALLED = "stalled"
    """No sign of work while it loaded."""
    WEDGED = "wedged"
    """No sign of work while it should answer."""
    KILLED = "killed"
    CRASHED = "crashed"
    FOREIGN = "foreign"
    UNREACHABLE = "unreachable"
    OTHER = ""


PASSING = frozenset({Fault.KILLED, Fault.CRASHED, Fault.WEDGED, Fault.STALLED, Fault.PORT, Fault.UNREACHABLE})
"""What another start may mend. Anything else comes again the same way, so it isn't tried again by itself."""

_STATE_OF = {
    Fault.WEDGED: BoardState.WEDGED,
    Fault.FOREIGN: BoardState.FOREIGN,
    Fault.UNREACHABLE: BoardState.UNREACHABLE,
}


@dataclass(frozen=True, slots=True)
class Sighting:
    """``step``: what is done with the board right now, if anything. ``alive``, ``busy``: of its server, None without
    one. ``seen``: what the server itself said when it was last asked. ``fault``: why it isn't there."""

    step: BoardState | None = None
    alive: bool | None = None
    seen: BoardState | None = None
    fault: Fault | None = None
    busy: bool = False


def derive(facts: Sighting) -> BoardState:
    """The state that ``facts`` amount to."""
    if facts.step is not None:
        return facts.step
    if facts.alive:
        return facts.seen or (BoardState.BUSY if facts.busy else BoardState.READY)
    if facts.fault is not None:
        return _STATE_OF.get(facts.fault, BoardState.FAILED)
    return BoardState.STOPPED if facts.alive is None else BoardState.FAILED


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """What a board does now. ``state``: a ``BoardState``; ``note``: a sentence where there is one to say. ``pid``:
    the server's, while it runs here. ``filled``: tokens in its context; ``speed``: tokens a second of its last answer;
    None where nobody knows. ``done``: how much of the model is loaded, 0 to 1, while it loads. ``fault``: a ``Fault``.
    ``kept``: it stays loaded when the program ends, because somebody asked for it. ``holder``: the run and stage of
    this program that it works for, ``waiting``: those that wait for it, in words.
    """

    board: str
    engine: str
    model: str
    roles: tuple[Role, ...]
    state: str
    context: int | None
    pid: int | None
    note: str
    filled: int | None = None
    speed: float | None = None
    done: float | None = None
    fault: str = ""
    kept: bool = False
    holder: str = ""
    waiting: tuple[str, ...] = ()


class Backoff:
    """When a server that ended by itself is started again: after 1, 2, 4 ... 60 seconds, five times in ten minutes."""

    def __init__(self, *, most: int = 5, within: float = 600.0, longest: float = 60.0) -> None:
        self._most, self._within, self._longest = most, within, longest
        self._ended: list[float] = []

    def ended(self, now: float) -> None:
        """A server ended, or didn't come up, at ``now`` (seconds of a monotonic clock)."""
        self._ended = [then for then in self._ended if now - then < self._within] + [now]

    def wait(self, now: float) -> float | None:
        """Seconds from ``now`` until it may be started; None: it ended too often."""
        recent = [then for then in self._ended if now - then < self._within]
        if not recent:
            return 0.0
        if len(recent) > self._most:
            return None
        return max(0.0, recent[-1] + min(self._longest, 2.0 ** (len(recent) - 1)) - now)

    def reset(self) -> None:
        """A person asked for it: begin anew."""
        self._ended.clear()
