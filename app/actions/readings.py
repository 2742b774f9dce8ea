"""What the verifier has read on a matter's pages, kept with the matter."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from app.domain.errors import MissingOnMachine
from app.store import readings
from app.verify.reading import reading_version
from app.workbench import OpenMatter


def kept_readings(session: Any) -> dict[str, str]:
    """The readings by the rules of this version, by their keys."""
    return readings.kept(session, reading_version())


async def keep_readings(opened: OpenMatter, new: Mapping[str, str]) -> None:
    """Keep what had to be read anew. Where the disk has no room for it, it is read anew the next time too."""

    def write(session: Any) -> None:
        readings.give_up(session, reading_version())
        readings.keep(session, reading_version(), new)

    if new:
        with suppress(MissingOnMachine):
            await opened.store.write(write)
