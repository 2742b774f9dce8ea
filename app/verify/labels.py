"""Which date or sum on a page a word belongs to: the row, or the sentence, in which it leads up to one of them."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.found import Place
from app.verify.words import WordIndex

_AFTER: Final = 70
_BEFORE: Final = 40
_APART: Final = {
    ClaimKind.DATE: re.compile(r"[.;:]\s| {3,}|\n\s*\n"),
    ClaimKind.AMOUNT: re.compile(r"[.;]\s|\n"),
}
_HALF: Final = 0.5
_MOST: Final = 0.65


class Labels:
    """Votes of a clause's words for the values on a page."""

    def __init__(self, words: WordIndex, texts: Sequence[str]) -> None:
        self._words = words
        self._texts = texts

    def elsewhere(
        self, keys: Iterable[str], kind: ClaimKind, mine: Sequence[Place], values: Sequence[Place], *, document: bool
    ) -> Place | None:
        """The one value that the clause's words belong to, where none of them belongs to ``mine``.

        ``values``: all of the page, ``mine`` among them. ``document``: ``mine`` is the date of the document itself,
        which can be told in any words, so that more must speak against it.
        """
        wanted = list(dict.fromkeys(keys))
        whole = sum(map(self._words.weight, wanted))
        if not whole or len({p.page for p in mine}) != 1:
            return None
        votes = self._votes(wanted, kind, mine[0].page, values)
        if any(votes.get(p) for p in mine) or not votes:
            return None
        best = max(votes, key=lambda p: votes[p])
        single = sum(v > _HALF * votes[best] for v in votes.values()) == 1
        return best if single and votes[best] >= (_MOST if document else _HALF) * whole else None

    def _votes(
        self, keys: Iterable[str], kind: ClaimKind, page: int, values: Sequence[Place]
    ) -> Mapping[Place, float]:
        votes: dict[Place, float] = {}
        spots = self._words.places(page)
        for key in keys:
            owners = {o for spot in spots.get(key, ()) if (o := self._owner(page, spot, kind, values)) is not None}
            for owner in owners:
                votes[owner] = votes.get(owner, 0.0) + self._words.weight(key) / len(owners)
        return votes

    def _owner(self, page: int, spot: int, kind: ClaimKind, values: Sequence[Place]) -> Place | None:
        """The value that a word at ``spot`` leads up to, else the one right before it."""
        text, apart = self._texts[page], _APART[kind]
        at = bisect_left([v.start for v in values], spot)
        if at < len(values):
            after = values[at]
            line_end = text.find("\n", spot)
            near = after.start - spot < _AFTER or (kind is ClaimKind.AMOUNT and after.start < line_end)
            if near and not apart.search(text[spot : after.start]):
                return after
        if at:
            before = values[at - 1]
            if 0 <= spot - before.end < _BEFORE and not apart.search(text[before.end : spot]):
                return before
        return None
