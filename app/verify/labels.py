"""Which date or sum on a page a word belongs to: the row, or the sentence, in which it leads up to one of them."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.daylists import joined
from app.verify.found import Place
from app.verify.words import WordIndex, key_of

_AFTER: Final = 70
_BEFORE: Final = 40
_APART: Final = {
    ClaimKind.DATE: re.compile(r"[.;]\s| {3,}|\n\s*\n"),
    ClaimKind.AMOUNT: re.compile(r"[.;]\s|\n[ \t]*\n|\d\)?[ \t]*\n"),
}
_HEAD: Final = re.compile(r"[ \t>]{0,9}(?:From|To|Cc|Bcc|Von|An|De|À|Para|От|Кому)[ \t]?:", re.I)
"""A line of a message's head: who writes and who is written to did not do so in the words of the draft."""
_ALL: Final = 0.99
_COMMON_WORDS: Final = (
    "VAT tax taxes MwSt USt TVA IVA НДС paid payment cost costs charge owed amount sum price fee bill"
)
_COMMON: Final = frozenset(map(key_of, _COMMON_WORDS.split()))
"""Words that any row of a bill may have: one of them alone tells nothing."""
_SEVERAL: Final = 2
_STEM: Final = 5
_TITLE: Final = 200
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
        page, own = mine[0].page, frozenset(mine)
        if document and self._titled(page, wanted):
            return None
        votes: dict[Place, float] = {}
        count = 0
        for key in wanted:
            owners = self._owners(page, key, kind, own, values)
            if owners & own:
                return None
            count += bool(owners)
            for owner in owners:
                votes[owner] = votes.get(owner, 0.0) + self._words.weight(key) / len(owners)
        if not votes or (document and count < _SEVERAL):
            return None
        best = max(votes, key=lambda p: votes[p])
        single = sum(v > _HALF * votes[best] for v in votes.values()) == 1
        row = kind is ClaimKind.AMOUNT
        enough = votes[best] >= (_MOST if document or row else _HALF) * whole
        every = votes[best] > _ALL * whole and not _COMMON.intersection(wanted)
        return (
            best if single and enough and (not row or self._is_row(best, wanted, values, 1 if every else 2)) else None
        )

    def _titled(self, page: int, wanted: Sequence[str]) -> bool:
        """Whether the first line of a page, its title, has one of the words in any form: a "DENIAL" denies."""
        title = self._words.keys(self._texts[page].lstrip()[:_TITLE].split("\n", 1)[0])
        return any(t[:_STEM] == key[:_STEM] for t in title for key in wanted if min(len(t), len(key)) >= _STEM)

    def _is_row(self, best: Place, wanted: Sequence[str], values: Sequence[Place], least: int) -> bool:
        """Whether a sum stands alone in its line, after words half of which at least the draft has."""
        text = self._texts[best.page]
        low, high = text.rfind("\n", 0, best.start) + 1, text.find("\n", best.end)
        alone = sum(low <= v.start and (high < 0 or v.start < high) for v in values) == 1
        label = set(self._words.keys(text[low : best.start]))
        shared = len(label & set(wanted))
        return alone and shared >= least and (least == 1 or shared > _HALF * len(label))

    def _owners(
        self, page: int, key: str, kind: ClaimKind, mine: frozenset[Place], values: Sequence[Place]
    ) -> set[Place]:
        """The values that a word of the draft, in any of its forms, belongs to on the page."""
        spots = self._words.places(page)
        owners: set[Place] = set()
        for form in [key] if len(key) < _STEM else [k for k in spots if k[:_STEM] == key[:_STEM]]:
            for spot in spots.get(form, ()):
                owner = self._owner(page, spot, kind, values)
                shared = owner is not None and any(
                    spot < owner.start < p.start and not _APART[kind].search(self._texts[page][spot : p.start])
                    for p in mine
                )
                beside = owner is not None and any(joined(self._texts[page], p, owner) for p in mine)
                if shared or beside or owner in mine:
                    owners.update(mine)
                elif owner is not None and form == key:
                    owners.add(owner)
        return owners

    def _owner(self, page: int, spot: int, kind: ClaimKind, values: Sequence[Place]) -> Place | None:
        """The value that a word at ``spot`` leads up to, else the one right before it."""
        text, apart = self._texts[page], _APART[kind]
        if _HEAD.match(text, text.rfind("\n", 0, spot) + 1):
            return None
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
