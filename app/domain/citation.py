"""What an index of published opinions knows of a citation, without holding their text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class KnownCase:
    """A case that stands at a citation; what the index lacks is None.

    ``court`` is as a citation gives it (``9th Cir.``), ``court_name`` in full.
    """

    name: str | None
    year: int | None
    court: str | None = None
    court_name: str | None = None


class KnownCitations(Protocol):
    """An index of citations. It is never complete: what it lacks may exist all the same."""

    @property
    def date(self) -> str:
        """The day of its newest citations, ISO 8601."""

    def lookup(self, volume: str, reporter: str, page: str) -> Sequence[KnownCase]:
        """The cases that begin on that page; the reporter in any of its known spellings."""

    def is_court(self, cited: str) -> bool:
        """Whether some court is cited by exactly these words."""
