"""Where each sentence points: the pages and authorities that its cites name, and what ``Id.`` stands for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.verify.citations import CaseRef
from app.verify.exhibits import IdRef
from app.verify.found import Finding, Found
from app.verify.sentences import Sentence, sentence_at, split

RECORD_CITES: Final = frozenset({ClaimKind.BATES, ClaimKind.EXHIBIT, ClaimKind.DOCKET})


@dataclass(slots=True)
class Unit:
    """One sentence with its claims, the findings for its cites, and the pages that these name."""

    sentence: Sentence
    claims: list[Found] = field(default_factory=list)
    cites: list[tuple[Found, Finding]] = field(default_factory=list)

    @property
    def pages(self) -> frozenset[int]:
        """Pages that good record cites of the sentence name."""
        return frozenset(p for _, finding in self.cites for p in finding.pages)

    @property
    def cites_record(self) -> bool:
        return any(found.kind in RECORD_CITES for found, _ in self.cites)

    @property
    def authorities(self) -> tuple[str, ...]:
        return tuple(f.authority for _, f in self.cites if f.authority)

    @property
    def whole(self) -> bool:
        """Whether every record cite of the sentence names pages, so that the scope is known."""
        return all(f.pages for found, f in self.cites if found.kind in RECORD_CITES)


def units(text: str, claims: Sequence[Found]) -> list[Unit]:
    """The sentences of a draft that hold claims."""
    sentences = split(text, claims)
    made: dict[int, Unit] = {}
    for claim in claims:
        sentence = sentence_at(sentences, claim.start)
        made.setdefault(sentence.start, Unit(sentence)).claims.append(claim)
    return [made[start] for start in sorted(made)]


@dataclass(slots=True)
class Antecedent:
    """The last cite before a position, which ``Id.`` repeats."""

    found: Found | None = None
    finding: Finding | None = None

    def of_case(self) -> bool:
        return self.found is not None and self.found.kind in {ClaimKind.CITATION, ClaimKind.CASE_NAME}

    def note(self, found: Found, finding: Finding) -> None:
        """Remembers a cite, unless it is an ``Id.`` itself that could not be resolved."""
        if isinstance(found.value, IdRef) and finding.verdict is VerdictKind.UNCHECKED:
            return
        if isinstance(found.value, CaseRef) or found.kind in RECORD_CITES or found.kind is ClaimKind.STATUTE:
            self.found, self.finding = found, finding
