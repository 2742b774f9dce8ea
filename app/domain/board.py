"""Boards: the places where models live."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    ROUTE = "route"
    GATE = "gate"
    EXTRACT = "extract"
    DRAFT = "draft"
    REASON = "reason"
    ATTACK = "attack"
    SUMMARIZE = "summarize"


class Engine(StrEnum):
    LLAMA_SERVER = "llama-server"
    LLAMA_CPP_PYTHON = "llama-cpp-python"
    OLLAMA = "ollama"
    OPENAI = "openai"


class KvType(StrEnum):
    AUTO = "auto"
    F16 = "f16"
    Q8_0 = "q8_0"
    Q4_0 = "q4_0"


EMBEDDED = "embedded"
"""The model that comes with the program; tiny, for trying things out."""


@dataclass(frozen=True, slots=True)
class Board:
    """One section of boards.ini, checked. ``gpus`` are PCI-order indices or GPU UUIDs, as text; none is the CPU.

    ``context`` None: the model's own, at most 32768 tokens. ``engine`` None: ``llama-server`` where it is found,
    else ``llama-cpp-python``. ``threads`` None: the cores.
    """

    name: str
    model: str
    engine: Engine | None = None
    gpus: tuple[str, ...] = ()
    program: str | None = None
    url: str | None = None
    remote: bool = False
    key_env: str | None = None
    roles: tuple[Role, ...] = ()
    context: int | None = None
    kv: KvType = KvType.AUTO
    resident: bool = True
    threads: int | None = None
