"""What the extractors hand to the judges."""

from dataclasses import dataclass, field
from typing import NamedTuple

from app.domain.claim import ClaimKind, VerdictKind


@dataclass(frozen=True, slots=True)
class Found:
    """A claim as it was found: its span in the clean text, and what it says, in its kind's own form."""

    start: int
    end: int
    kind: ClaimKind
    value: object
    """DateValue, Amount, BatesRef, ExhibitRef, Quotation, CaseRef, StatuteRef or DocketRef."""


class Place(NamedTuple):
    """Where something stands: a page of the index (by its position) and a span in its text.

    A tuple, since places are made, hashed and compared more often than anything else.
    """

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What a judge found for one claim."""

    verdict: VerdictKind
    reason: str
    places: tuple[Place, ...] = ()
    authority: str | None = None
    pin: str | None = None
    suggestion: str | None = None
    pages: tuple[int, ...] = field(default=())
    """Pages that settle the claim as a whole (a record cite points at pages, not at words)."""
    kind: ClaimKind | None = None
    """The kind that the claim turned out to be, where it is another than was found."""
    scope: bool = False
    """Whether the cite's sentence must stand on these pages."""
    meant: tuple[int, ...] = field(default=())
    """Pages that the cite should have named."""
    hints: tuple[int, ...] = field(default=())
    """Pages that a cite with a slip in it may have meant."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another value of the record that fits what the sentence says better than the draft's own."""

    place: Place
    shown: str
    told: bool = True
    """Whether the record's words beside it tell the draft's event; else only its page has more of the sentence."""
