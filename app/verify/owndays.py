"""The day of a document itself, against the days that it tells of."""

import re
from collections.abc import Sequence
from typing import Final

from app.verify.found import Found, Place, Rival
from app.verify.record import Index
from app.verify.scope import Unit, masked
from app.verify.sentences import clause_around
from app.verify.words import WordIndex

_WORD: Final = re.compile(r"[^\W\d_]+")
_MADE: Final = re.compile(
    r"signed|dated|made|executed|concluded|entered|issued|drawn|wrote|written|geschlossen|unterzeichnet|unterschrieben|datiert|signée?|"
    r"conclue?|datée?|firm(?:ó|ado|ada)|celebr(?:ó|ado|ada)|suscribi(?:ó|ado)|assinad[oa]|celebrad[oa]|firmad[oa]|"
    r"заключ[её]н\w*|подписан\w*|датирован\w*|издан\w*",
    re.I,
)
_HEADER: Final = 7
_WHO: Final = re.compile(r"\s*(?:From|To|Cc|By|Von|An|De|À|A|Para|От|Кому) ?:", re.I)
"""Lines of a memorandum's or a mail's head that name who wrote it, and to whom."""
_TITLES: Final = "Mr Ms Mrs Miss Dr Prof Herr Frau Mme Sr Sra"


class OwnDays:
    """Knows what a document says of its own making."""

    def __init__(self, index: Index, words: WordIndex) -> None:
        self._index = index
        self._words = words

    def signed(
        self, text: str, unit: Unit, claim: Found, mine: Sequence[Place], rivals: Sequence[Rival]
    ) -> Rival | None:
        """The date in a document's heading, where the draft says when that document was made and gives another day."""
        clause = clause_around(text, unit.sentence, claim.start, claim.end)
        keys = set(self._words.keys(masked(text, unit, *clause))) - set(self._words.keys(_TITLES))
        made = {
            k for w in _WORD.findall(text[clause[0] : clause[1]]) if _MADE.fullmatch(w) for k in self._words.keys(w)
        }
        if not made or any(self.is_own(p) for p in mine):
            return None
        for rival in rivals:
            if not self.is_own(rival.place) or not has_year(self._index, rival.place):
                continue
            page = self._index.pages[rival.place.page].text
            lines = page.split("\n", _HEADER)[:_HEADER]
            who = [line for line in lines if _WHO.match(line)]
            title = set(self._words.keys("\n".join([*lines[:2], *who])))
            if not keys & set(self._words.keys("\n".join(line for line in lines[:2] if line not in who))):
                continue  # the draft must name the paper itself: who wrote it may have written others
            if keys & title and keys <= title | made and not any(self._told(p, made) for p in mine):
                return rival
        return None

    def is_own(self, place: Place) -> bool:
        """Whether a date is the document's own: in its title, or in the head of a memorandum or mail."""
        return self._index.is_heading_date(place) or self._index.is_document_date(place)

    def _told(self, place: Place, made: set[str]) -> bool:
        """Whether one of the words stands in the line of a place."""
        text = self._index.pages[place.page].text
        low, high = text.rfind("\n", 0, place.start) + 1, text.find("\n", place.end)
        return bool(made & set(self._words.keys(text[low : high if high >= 0 else len(text)])))


def has_year(index: Index, place: Place) -> bool:
    """Whether a date of the record is written with its year."""
    day = index.day_at(place)
    return day is None or day.year is not None
