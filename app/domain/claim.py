"""Claims and verdicts: what can be checked in a draft, and what was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from app.domain.evidence import Box


class ClaimKind(StrEnum):
    CITATION = "citation"
    CASE_NAME = "case_name"
    STATUTE = "statute"
    QUOTATION = "quotation"
    DATE = "date"
    AMOUNT = "amount"
    BATES = "bates"
    EXHIBIT = "exhibit"
    DOCKET = "docket"


class VerdictKind(StrEnum):
    """CONTRACTS, section 3. Only ``SUPPORTED`` passes."""

    SUPPORTED = "supported"
    MISPLACED = "misplaced"
    UNSUPPORTED = "unsupported"
    AMBIGUOUS = "ambiguous"
    UNCHECKED = "unchecked"


SIGNS: Mapping[VerdictKind, str] = MappingProxyType(
    {
        VerdictKind.SUPPORTED: "✓",
        VerdictKind.UNSUPPORTED: "✕",
        VerdictKind.MISPLACED: "⇄",
        VerdictKind.AMBIGUOUS: "?",
        VerdictKind.UNCHECKED: "–",
    }
)
"""The sign of each verdict, wherever one is shown: in the window, on the command line, in the report."""

KIND_WORDS: Mapping[ClaimKind, str] = MappingProxyType(
    {
        ClaimKind.CITATION: "case citation",
        ClaimKind.CASE_NAME: "case name",
        ClaimKind.STATUTE: "statute",
        ClaimKind.QUOTATION: "quotation",
        ClaimKind.DATE: "date",
        ClaimKind.AMOUNT: "amount",
        ClaimKind.BATES: "Bates number",
        ClaimKind.EXHIBIT: "exhibit or transcript",
        ClaimKind.DOCKET: "docket number",
    }
)
"""What a person calls one claim of each kind."""


def only_places(seen: Mapping[ClaimKind, int]) -> str:
    """A sentence for a person where only cites were seen (``seen``: how many claims of each kind), else nothing.

    Cites alone, all of them right, say nothing about the sentences before them.
    """
    numbers, exhibits = seen.get(ClaimKind.BATES, 0), seen.get(ClaimKind.EXHIBIT, 0)
    count = numbers + exhibits
    if not count or count != sum(seen.values()):
        return ""
    what = "page number" if not exhibits else "cite of a page" if count == 1 else "cites of pages"
    more = "" if count == 1 or exhibits else "s"
    was = "was" if count == 1 else "were"
    return f"{count:,} {what}{more} {was} checked; no date, sum or quotation was seen."


def no_facts(seen: Mapping[ClaimKind, int]) -> str:
    """``only_places``, and a sentence where nothing was seen at all: nothing is open then, and nothing was shown."""
    return only_places(seen) if any(seen.values()) else "0 claims seen: nothing in it could be checked."


@dataclass(frozen=True, slots=True)
class Source:
    """A place that settles a claim: a page of an exhibit (by id), or an authority (by its first citation).

    ``pin`` is the page inside an authority. ``boxes`` lie on the page as shown and may be empty.
    """

    exhibit: str | None = None
    page: int | None = None
    bates: str | None = None
    authority: str | None = None
    pin: str | None = None
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing in a draft that can be checked.

    ``key`` is a digest of the claim's sentence with its cites, the claim's text and its occurrence there: a changed
    word is another claim. ``start`` and ``end`` are offsets in code points; ``value`` is the normalised value
    (``2021-04-20``, ``USD 12500.00``, ``ACME000009``).
    """

    key: str
    start: int
    end: int
    kind: ClaimKind
    text: str
    value: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found for a claim, and one plain sentence why. ``suggestion`` replaces the claim's text, if near."""

    claim: Claim
    verdict: VerdictKind
    sources: tuple[Source, ...] = field(default=())
    reason: str = ""
    suggestion: str | None = None

    @property
    def passes(self) -> bool:
        return self.verdict is VerdictKind.SUPPORTED
