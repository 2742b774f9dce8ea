"""Why a model server did not start, from what it said, in plain words."""

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from app.domain.board import Board
from app.domain.errors import AppError, MissingOnMachine
from app.engines.state import Fault
from app.engines.supervisor import ServerLog

E = TypeVar("E", bound=AppError)


class PortTaken(AppError):
    """Another program took the port first: worth another try on another port."""

    fault = Fault.PORT


class MemoryShort(MissingOnMachine):
    """The model was loaded, but its cache at this context is too big for the memory: a smaller one may fit."""

    fault = Fault.MEMORY


class Ended(Protocol):
    """What is known of a server that ended."""

    log: ServerLog

    @property
    def status(self) -> int | None: ...


def with_fault(error: E, fault: Fault) -> E:
    """``error``, marked with why it happened."""
    error.fault = fault
    return error


_PORT = (
    r"couldn't bind HTTP server socket|address already in use|Errno 98|Errno 48|WinError 10048|"
    r"error while attempting to bind"
)
_NO_MEMORY = (
    r"(?i)failed to allocate|out of memory|std::bad_alloc|Cannot allocate memory|MemoryError|unable to allocate|"
    r"failed to initialize the context|insufficient memory|Thread creation failed|failed to create_context"
)
_SMALLER = "Choose a smaller model, or a smaller `context` for the board in boards.ini."
_SET_UP = "Set the program up again with `./jurat`."
# (what the log holds, the fault, what that means, what to do), the narrower before the wider
_CAUSES = (
    (r"No module named '?llama_cpp", Fault.PROGRAM, "llama-cpp-python isn't installed.", _SET_UP),
    (
        r"No module named '?(\w+)",
        Fault.PROGRAM,
        "A part of llama-cpp-python's server isn't installed: {0}.",
        _SET_UP,
    ),
    (
        r"error while loading shared libraries: (\S+?):",
        Fault.PROGRAM,
        "A library of llama-server is missing on this machine: {0}.",
        "Install it, or build llama-server on this machine.",
    ),
    (
        r"invalid argument: (\S+)",
        Fault.FLAG,
        "This build of llama-server doesn't know the option {0}.",
        "Use a newer llama-server, or name another as `program` in boards.ini.",
    ),
    (
        r"invalid device: (\S+)|no devices with dedicated memory found|no such device",
        Fault.DEVICE,
        "A GPU of the board isn't there for llama-server: it is built without CUDA, or `gpus` names a card that this "
        "machine hasn't got.",
        "Check `gpus` in boards.ini against `nvidia-smi -L`, or take the line out to use the CPU.",
    ),
    (r"Model path does not exist", Fault.MODEL, "The model file isn't there any more.", "Name a GGUF file."),
    (
        r"unknown model architecture: '?([\w-]+)",
        Fault.MODEL,
        "This version of llama.cpp doesn't know the model's architecture: {0}.",
        "Choose another model, or a newer version of the engine.",
    ),
    (
        r"no kernel image is available|device kernel image is invalid|"
        r"has no device code compatible with CUDA arch",
        Fault.DEVICE,
        "The engine is built without code for these GPUs.",
        "Build it for their compute capability (CUDA 13 has dropped 7.0; CUDA 12 has it), or take `gpus` out of "
        "boards.ini to use the CPU.",
    ),
    (
        r"no CUDA-capable device|failed to initialize CUDA|CUDA driver version is insufficient",
        Fault.DEVICE,
        "CUDA finds no GPU that it can use.",
        "Check `gpus` in boards.ini against `nvidia-smi`, and the driver's version.",
    ),
    (
        r"quantized V cache requires|requires flash.?attn",
        Fault.FLAG,
        "A cache of this type needs flash attention, which the model or the build can't do.",
        "Write `kv = f16` for the board in boards.ini.",
    ),
    (
        r"failed to load GGUF split from (\S+)",
        Fault.MODEL,
        "The model comes in parts, and one can't be read: {0}.",
        "Put all its parts into one folder, under the names that they came with.",
    ),
    (
        r"invalid magic|data is not within the file bounds|failed to read|corrupted|Failed to load model from file|"
        r"failed to load model|error loading model",
        Fault.MODEL,
        "The model file is damaged or not whole.",
        "Download it again.",
    ),
    (
        r"(CUDA error[^,;]*)",
        Fault.CRASHED,
        "The GPU or its driver reported a fault: {0}.",
        "Look into `dmesg` for a line with Xid; a card that reports them again and again wants a look.",
    ),
)

_CRASHES = {
    132: "It met an instruction that this processor doesn't have: it was built for another one",
    134: "It gave up on a fault of its own (abort)",
    135: "It crashed (bus error)",
    136: "It crashed (arithmetic)",
    139: "It crashed (segmentation fault)",
}
"""By the status that a process ends with: 128 and the number of its signal."""


def find(lines: Iterable[str], pattern: str) -> re.Match[str] | None:
    """The first place in ``lines`` where ``pattern`` stands."""
    return next((hit for line in lines if (hit := re.search(pattern, line))), None)


def diagnose(board: Board, process: Ended) -> AppError:
    """The error for a server that ended before it was ready; its ``fault`` says whether another start may help."""
    lines = process.log.lines
    what = f"The model server of board {board.name} did not start."
    if find(lines, _PORT):
        return PortTaken(what)
    log = f"Its log is {process.log.path}."
    if find(lines, _NO_MEMORY):
        kind = MemoryShort if find(lines, r"llama_context|llama_kv_cache|llama_init_from_model") else MissingOnMachine
        why = "The memory does not suffice for the model and its context."
        return with_fault(kind(what, why, f"{_SMALLER} {log}"), Fault.MEMORY)
    for pattern, fault, why, remedy in _CAUSES:
        if hit := find(lines, pattern):
            return with_fault(MissingOnMachine(what, why.format(*hit.groups()), f"{remedy} {log}"), fault)
    if process.status == 137:
        why = "It was killed while it loaded, most often because memory ran out."
        return with_fault(MissingOnMachine(what, why, f"{_SMALLER} {log}"), Fault.KILLED)
    last = next((line for line in reversed(lines) if line.strip()), "nothing")
    how = _CRASHES.get(process.status or 0, "It ended")
    why = f"{how} with status {process.status}; the last it said was: {last[:200]}."
    return with_fault(AppError(what, why, log), Fault.CRASHED)
