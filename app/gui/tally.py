"""What was seen in a draft, counted. No Qt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.domain.claim import ClaimKind, Verdict, VerdictKind
from app.domain.review import Decision


@dataclass(frozen=True, slots=True)
class Tally:
    """What was seen in a draft: by kind (seen, open), and by what became of it."""

    seen: int
    supported: int
    signed: int
    blocked: int
    to_settle: int
    kinds: Mapping[ClaimKind, tuple[int, int]]


def tally(what: Iterable[tuple[Verdict, Decision | None]]) -> Tally:
    """Counts in one pass. Every kind has its place, also one that nobody saw."""
    seen, open_ = dict.fromkeys(ClaimKind, 0), dict.fromkeys(ClaimKind, 0)
    supported = signed = blocked = 0
    for one, decision in what:
        verdict, kind = one.verdict, one.claim.kind
        seen[kind] += 1
        if verdict is VerdictKind.SUPPORTED:
            supported += 1
        elif decision is not None:
            signed += 1
        else:
            open_[kind] += 1
            blocked += verdict in (VerdictKind.UNSUPPORTED, VerdictKind.MISPLACED)
    to_settle = sum(open_.values()) - blocked
    kinds = {kind: (seen[kind], open_[kind]) for kind in ClaimKind}
    return Tally(sum(seen.values()), supported, signed, blocked, to_settle, kinds)
