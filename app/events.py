"""Facts: what happened, told to whoever looks on. Publishing never fails and never waits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Progress:
    """``done`` of ``total`` (0: not known) in a ``job`` of this kind; ``note`` says what is worked on.

    ``started``: which start of a verb it belongs to (``Facts.of``); empty where nobody told them apart.
    """

    job: str
    done: int
    total: int
    note: str = ""
    started: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """A sentence that a person should read and that is no error: what a job left out, or put right by itself."""

    job: str
    text: str
    started: str = ""


@dataclass(frozen=True, slots=True)
class StageChanged:
    run: str
    stage: str
    state: str
    board: str | None
    seconds: float
    started: str = ""


@dataclass(frozen=True, slots=True)
class TextStreamed:
    """A piece of what the model is writing, and how many tokens it is."""

    run: str
    stage: str
    piece: str
    tokens: int = 1


@dataclass(frozen=True, slots=True)
class PromptRead:
    """The model of a stage reads its prompt, of ``total`` tokens; ``read`` of them so far, 0 where nobody knows."""

    run: str
    stage: str
    read: int
    total: int


@dataclass(frozen=True, slots=True)
class BoardChanged:
    board: str
    state: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class MatterChanged:
    """Something in a matter changed and is saved: ``verb`` and ``detail`` are those of its audit entry.

    Verbs: ``matter new``, ``matter change``, ``matter rename``, ``intake``, ``read``, ``origin``, ``take out``,
    ``put back``, ``authority add``, ``authority lookup``, ``bates assign``, ``write``, ``run``, ``resume``, ``stop``,
    ``stage done``, ``stage failed``, ``draft``, ``attack``, ``answer``, ``sign``, ``unsign``, ``release``.
    """

    matter: str
    verb: str
    detail: Mapping[str, Any]


Fact = MatterChanged | Noted | Progress | StageChanged | TextStreamed | PromptRead | BoardChanged


class Facts:
    """Hands each published fact to every listener, in the thread that publishes it."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Fact], None]] = []

    def listen(self, listener: Callable[[Fact], None]) -> Callable[[], None]:
        """Add a listener; call what is returned to take it away again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, fact: Fact) -> None:
        for listener in tuple(self._listeners):
            listener(fact)

    def of(self, started: str) -> "Facts":
        """The same facts, where what is published is marked as of one start of a verb: two may be of one kind."""
        return _FactsOf(self, started)


class _FactsOf(Facts):
    def __init__(self, whole: Facts, started: str) -> None:
        super().__init__()
        self._whole = whole
        self._started = started

    def listen(self, listener: Callable[[Fact], None]) -> Callable[[], None]:
        return self._whole.listen(listener)

    def publish(self, fact: Fact) -> None:
        if isinstance(fact, Progress | Noted | StageChanged):
            fact = replace(fact, started=self._started)
        self._whole.publish(fact)
