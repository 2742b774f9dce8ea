"""How the open draft stands: the one source of every count of its open claims. No Qt."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.claim import Verdict, VerdictKind

_BLOCKED = (VerdictKind.UNSUPPORTED, VerdictKind.MISPLACED)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a draft's words as they stand in the editor.

    ``saved``: exactly these words are stored. ``checked``: there is a verdict on each claim of exactly these words;
    ``open`` are those that neither pass nor are signed for, and none while the words aren't checked.
    ``no_facts``: a sentence where only cites were seen, or nothing at all.
    """

    draft: str
    title: str
    saved: bool = True
    checked: bool = False
    open: tuple[Verdict, ...] = ()
    no_facts: str = ""

    @property
    def settled(self) -> bool:
        return self.saved and self.checked


def blocked_and_to_settle(open_: Iterable[Verdict]) -> tuple[int, int]:
    """How many open claims are blocked, and how many a person has to settle."""
    kinds = [verdict.verdict in _BLOCKED for verdict in open_]
    return sum(kinds), len(kinds) - sum(kinds)
