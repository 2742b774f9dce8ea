"""Work that no collection of garbage interrupts."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed() -> Iterator[None]:
    """Looks for no cycles of garbage meanwhile. What the verifier makes is kept or goes at once, cycles are none of it;
    but a collection would walk over all of a record's pages again and again while they are indexed.

    For the whole process, so for work of seconds. Who has it switched off already finds it so again.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
