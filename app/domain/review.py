"""Decisions of a person, attacks of the reviewer, and the lock on export."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.claim import Verdict
from app.domain.draft import Draft
from app.domain.errors import AppError


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's override of one claim, by name and with a reason."""

    claim: str
    name: str
    reason: str
    signed_at: str


class AttackAnswer(StrEnum):
    """What a person did about an attack: mended the text, let it stand as known, or rebutted it."""

    OPEN = ""
    MENDED = "mended"
    ACCEPTED = "accepted"
    REBUTTED = "rebutted"


@dataclass(frozen=True, slots=True)
class Attack:
    """What the adversarial reviewer holds against a paragraph, and what was answered.

    ``paragraph`` is its number (from 1) in the ``version`` that was attacked, where it read ``words``. ``now`` is its
    number in the version at hand, None where it is gone; ``last`` is how it read when it was last seen.
    """

    paragraph: int
    text: str
    id: int = 0
    answer: AttackAnswer = AttackAnswer.OPEN
    reason: str = ""
    version: int = 1
    words: str = ""
    now: int | None = None
    last: str = ""


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A draft with the verdicts on exactly its text, and what a person decided about them."""

    draft: Draft
    verdicts: tuple[Verdict, ...]
    decisions: tuple[Decision, ...] = ()
    attacks: tuple[Attack, ...] = ()

    @property
    def open(self) -> tuple[Verdict, ...]:
        """Verdicts that neither pass nor are signed for."""
        signed = {decision.claim for decision in self.decisions}
        return tuple(v for v in self.verdicts if not v.passes and v.claim.key not in signed)

    def decision_for(self, verdict: Verdict) -> Decision | None:
        return next((d for d in self.decisions if d.claim == verdict.claim.key), None)


class ClaimsOpen(AppError):
    """A final export was asked while claims are open; ``open`` lists them."""

    def __init__(self, open_: tuple[Verdict, ...]) -> None:
        super().__init__(
            f"The draft can't be exported as final: claims still open: {len(open_)}.",
            remedy="Mend the text, or sign for each claim with `jurat sign`.",
        )
        self.open = open_


@dataclass(frozen=True, slots=True)
class ClearedDraft:
    """The only thing that can be exported as final. It can't be made while a claim is open (ClaimsOpen)."""

    checked: CheckedDraft

    def __post_init__(self) -> None:
        if self.checked.open:
            raise ClaimsOpen(self.checked.open)
