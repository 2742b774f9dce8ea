"""The side of the pool that runs inside a worker process: one call after another, until its pipe ends."""

import os
import pickle
import sys
import traceback
from typing import IO, Any

from app.egress import Gate, guard_process

_OPEN_FILES = 256


def send(pipe: IO[bytes], payload: bytes) -> None:
    """One message: its length in 8 bytes, then itself."""
    pipe.write(len(payload).to_bytes(8, "big") + payload)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """One message; EOFError when the other side is gone."""
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    size = int.from_bytes(head, "big")
    payload = pipe.read(size)
    if len(payload) < size:
        raise EOFError
    return payload


def serve(memory: int) -> None:
    """Answer each call with (True, result) or (False, exception), pickled. `memory`: bytes of address space."""
    calls, answers = _take_pipes()
    _set_limits(memory)
    guard_process(Gate())  # what reads a stranger's file has nobody to talk to
    while True:
        try:
            call = receive(calls)
        except EOFError:
            return
        send(answers, _answer(call))


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the pool, moved out of reach of libraries that print."""
    calls = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    return calls, answers


def _set_limits(memory: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    for limit, value in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        _, hard = resource.getrlimit(limit)
        ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (ceiling, ceiling))


def _answer(call: bytes) -> bytes:
    try:
        function, args, kwargs = pickle.loads(call)  # noqa: S301  from our own pool
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as error:  # noqa: BLE001  the boundary of the process: it is raised again on the other side
        error.add_note("".join(traceback.format_exception(error)))
        return _pack(error)


def _pack(error: Exception) -> bytes:
    """The error, or its description where it can't travel."""
    answer: tuple[bool, Any] = (False, error)
    try:
        packed = pickle.dumps(answer)
        pickle.loads(packed)  # noqa: S301  made in the line above
    except Exception:  # noqa: BLE001  whatever an exception's own pickling does, its text must get through
        return pickle.dumps((False, RuntimeError("".join(traceback.format_exception(error)))))
    return packed
