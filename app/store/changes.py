"""Every change goes through here: the work and its audit entry are one transaction (promise 9)."""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlmodel import Session

from app.domain.errors import AppError
from app.events import Facts, MatterChanged
from app.store import audit, matters
from app.store.store import Store

T = TypeVar("T")
Work = Callable[[Session], tuple[T, dict[str, Any] | None]]


async def change(matter: Store, home: Store, facts: Facts, name: str, verb: str, work: Work[T]) -> T:
    """Run ``work(session)``, which gives (value, detail for the log), log it and tell it; gives the value.

    ``name`` is the matter's. With a detail of None nothing changed, and nothing is logged.
    """

    known = True
    kept = await home.read(lambda session: audit.kept_head(session, name))

    def logged(session: Session) -> tuple[T, dict[str, Any] | None, tuple[int, str]]:
        nonlocal known
        held = matters.find(session)
        if held is not None and held.name != name:
            raise AppError(
                f"The matter {name!r} is now called {held.name!r}.",
                "Another program gave it that name while it was open here.",
                f"Open {held.name!r} and do this there.",
            )
        value, detail = work(session)
        known = kept is None or audit.hash_at(session, kept[0]) == kept[1]
        if detail is not None:
            audit.append(session, name, verb, detail)
            session.flush()
        return value, detail, audit.head(session)

    value, detail, head = await matter.write(logged)
    if detail is not None:
        if known:  # a log that was cut or put back in an older state doesn't take the place of the one that was seen
            await home.write(lambda session: audit.keep_head(session, name, *head))
        facts.publish(MatterChanged(name, verb, detail))
    return value
