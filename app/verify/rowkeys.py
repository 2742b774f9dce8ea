"""Rows of tables that go by a number or name of their own: an invoice, a lot, a check.

What the draft says of invoice V-204 stands in the row of V-204, whatever else the words of other rows may be.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.facts import Fact
from app.verify.found import Found, Place, Rival
from app.verify.layout import cells_of
from app.verify.record import Index
from app.verify.scope import Unit, masked
from app.verify.sentences import clause_around
from app.verify.words import WordIndex

_KEY: Final = re.compile(
    r"(?<![\w/$€£.,-])(?=[\w/-]{0,20}\d)[A-Z]{1,6}[-/ ]?\d[\w/-]{1,18}(?![\w])|"
    r"(?:[Cc]heck|[Cc]heque|[Ii]nvoice|[Oo]rder|[Ll]ot|[Uu]nit|[Bb]atch|[Cc]laim|[Pp]olicy|Nos?\.|Nr\.|№|#) ?"
    r"(?:[Nn]o\. ?|#)?(?P<bare>\d{2,12})(?![\w,./-]*\d)"
)
_WHOLE: Final = r"(?<![\w-]){}(?![\w-])"
_VALUES: Final = (ClaimKind.DATE, ClaimKind.AMOUNT)
_FEWEST: Final = 2
"""Cells of a row."""

Values = Callable[[int], Sequence[Place]]
"""The values of the claim's kind on a page, in order."""


class RowKeys:
    """Finds the row that a draft names, and what it says in the column of the draft's value."""

    def __init__(self, index: Index, words: WordIndex) -> None:
        self._index = index
        self._words = words

    def elsewhere(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place], values: Values) -> Rival | None:
        """The value in the row that the draft names, where ``mine`` all stand in other rows of the same page.

        It is offered where it stands in the same column, or alone in its row.
        """
        named = self._named(text, unit, claim)
        if not named or len({p.page for p in mine}) != 1 or self._owned(named, mine):
            return None
        page = self._index.pages[mine[0].page].text
        own = [cells_of(page, p.start) for p in mine]
        if any(len(cells) < _FEWEST for cells in own):
            return None
        for at in self._spots(page, named):
            cells = cells_of(page, at)
            inside = [v for v in values(mine[0].page) if cells and cells[0][0] <= v.start < cells[-1][1]]
            if len(cells) >= _FEWEST and inside:
                same = _same_column(mine[0], own[0], inside, cells)
                place = same or inside[0]
                return Rival(place, page[place.start : place.end], told=same is not None or len(inside) == 1)
        return None

    def of_day(
        self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], mine: Sequence[Place], values: Values
    ) -> Rival | None:
        """For a sum: what stands in its column in the row of the one day that the sentence names, where ``mine`` all
        stand in other rows of that table."""
        days = [f for f in facts if f.claim.kind is ClaimKind.DATE]
        if fact.claim.kind is not ClaimKind.AMOUNT or len(days) != 1 or len({p.page for p in mine}) != 1:
            return None
        page = self._index.pages[mine[0].page].text
        own = [cells_of(page, p.start) for p in mine]
        rows = [(p, cells_of(page, p.start)) for p in days[0].places if p.page == mine[0].page]
        heads = [cells for p, cells in rows if len(cells) > _FEWEST and cells[0][0] <= p.start < cells[0][1]]
        if len(heads) != 1 or heads[0] in own or any(len(cells) != len(heads[0]) for cells in own):
            return None
        inside = [v for v in values(mine[0].page) if heads[0][0][0] <= v.start < heads[0][-1][1]]
        same = _same_column(mine[0], own[0], inside, heads[0])
        column = self._words.keys(_head_of(page, mine[0], own[0]))
        clause = masked(text, unit, *clause_around(text, unit.sentence, fact.claim.start, fact.claim.end))
        said = same is not None and set(column) & set(self._words.keys(clause))
        return Rival(same, page[same.start : same.end]) if same and said else None

    def rules_out(
        self, text: str, unit: Unit, fact: Fact, facts: Iterable[Fact], mine: Sequence[Place], rival: Place
    ) -> bool:
        """Whether one of ``mine`` stands in the row that the draft names, by its key or another value of the sentence,
        or in one sentence with another value of the draft's clause, and a ``rival`` in another."""
        others = [f for f in facts if f is not fact and f.claim.kind in _VALUES]
        low, high = clause_around(text, unit.sentence, fact.claim.start, fact.claim.end)
        # sums are reckoned with one another over a sentence; a day belongs to its clause
        money = fact.claim.kind is ClaimKind.AMOUNT
        joined = [f for f in others if money or low <= f.claim.start < high]
        for company, around in ((others, self._row), (joined, self._words.sentence)):
            places = {p for f in company for p in f.places} - set(mine)
            if _beside(places, mine, around) and not _beside(places, [rival], around):
                return True
        named = self._named(text, unit, fact.claim)
        return bool(named) and self._owned(named, mine) and not self._owned(named, [rival])

    def _row(self, place: Place) -> tuple[int, int]:
        """Where the row of a table begins and ends in which a place stands; nothing where it stands in none."""
        cells = cells_of(self._index.pages[place.page].text, place.start)
        return (cells[0][0], cells[-1][1]) if len(cells) >= _FEWEST else (0, 0)

    def _owned(self, named: Sequence[str], places: Sequence[Place]) -> bool:
        for place in places:
            page = self._index.pages[place.page].text
            cells = cells_of(page, place.start)
            row = page[cells[0][0] : cells[-1][1]] if cells else ""
            if len(cells) >= _FEWEST and any(re.search(_WHOLE.format(re.escape(key)), row) for key in named):
                return True
        return False

    def _named(self, text: str, unit: Unit, claim: Found) -> list[str]:
        """The keys in the claim's clause, else in its sentence where that has just one."""
        low, high = clause_around(text, unit.sentence, claim.start, claim.end)
        for words in (masked(text, unit, low, high), masked(text, unit, unit.sentence.start, unit.sentence.cites_from)):
            found = list(dict.fromkeys(m["bare"] or m[0] for m in _KEY.finditer(words)))
            if found:
                return found if len(found) == 1 else []
        return []

    def _spots(self, page: str, named: Sequence[str]) -> list[int]:
        return [m.start() for key in named for m in re.finditer(_WHOLE.format(re.escape(key)), page)]


def _head_of(page: str, place: Place, cells: Sequence[tuple[int, int]]) -> str:
    """The words over the column of a place, at the head of its table; empty where there are none."""
    column = next((n for n, (_, end) in enumerate(cells) if place.start < end), 0)
    at = cells[0][0]
    while (at := page.rfind("\n", 0, at)) > 0:
        above = cells_of(page, at - 1)
        if len(above) == len(cells) and not any(c.isdigit() for c in page[above[0][0] : above[-1][1]]):
            return page[slice(*above[column])]
        if len(above) < _FEWEST:
            break
    return ""


def _same_column(
    mine: Place, own: Sequence[tuple[int, int]], values: Sequence[Place], cells: Sequence[tuple[int, int]]
) -> Place | None:
    """The value of another row that stands as many cells from the left, in a row of as many cells."""
    if len(own) != len(cells):
        return None
    column = next((n for n, (_, end) in enumerate(own) if mine.start < end), 0)
    return next((v for v in values if cells[column][0] <= v.start < cells[column][1]), None)


def _beside(others: Collection[Place], places: Sequence[Place], around: Callable[[Place], tuple[int, int]]) -> bool:
    """Whether one of ``others`` stands in the row, or the sentence, of one of the places."""
    for place in places:
        low, high = around(place)
        if any(p.page == place.page and low <= p.start < high for p in others):
            return True
    return False
