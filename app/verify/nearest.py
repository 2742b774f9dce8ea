"""What the record says in place of a value that it does not have: what the draft seems to mean, or nothing."""

from collections.abc import Sequence
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.amounts import Amount
from app.verify.attribution import Attribution
from app.verify.events import Events
from app.verify.facts import Fact
from app.verify.found import Place
from app.verify.record import Index
from app.verify.scope import Unit

_FEW: Final = 3
"""Pages up to which all their values are looked at."""
_CLEARLY: Final = 1.1


class Nearest:
    """Looks for the nearest true value."""

    def __init__(self, index: Index, events: Events, attribution: Attribution) -> None:
        self._index = index
        self._events = events
        self._attribution = attribution

    def place(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], pages: frozenset[int]) -> Place | None:
        """Where it stands: on the cited pages first, and where the draft's words tell of it.

        A sum of which no word tells, one slip apart from none, is not offered: it is another row's.
        """
        taken = {p for f in facts if f is not fact for p in f.places}
        near = [p for p in fact.near if p not in taken]
        if not pages and fact.claim.kind is not ClaimKind.QUOTATION:
            near = self._events.known(text, unit, fact.claim, near)  # no cite, no word of it: another matter
        here = [p for p in near if p.page in pages]
        if fact.claim.kind is ClaimKind.QUOTATION:
            return self._best(text, unit, fact, here or near) if here or not pages else next(iter(near), None)
        few = len(pages) <= _FEW
        others = [p for p in self._values(fact, pages) if p not in taken] if few else []
        told = self._attribution.likeliest(text, unit, fact.claim, list({*others, *here})) if others else []
        meant = [p for p in here if p in told] or ([] if here and not told else told)
        if meant or here or (near and not pages):
            return self._best(text, unit, fact, meant or here or near)
        if not others:
            return self._best(text, unit, fact, near)
        alone = len(others) == 1 or fact.claim.kind is ClaimKind.DATE
        return self._best(text, unit, fact, others) if alone else self._clear(text, unit, fact, others)

    def told(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], pages: frozenset[int]) -> Place | None:
        """The one value of the cited pages that the draft's words tell of, where its own stands elsewhere."""
        if len(pages) > _FEW:
            return None
        taken = {p for f in facts if f is not fact for p in f.places}
        others = [p for p in self._values(fact, pages) if p not in taken]
        told = self._attribution.likeliest(text, unit, fact.claim, others) if others else []
        if not told and fact.claim.kind is ClaimKind.DATE:
            told = [p for p in self._attribution.of_act(text, unit, fact.claim, pages) if p in others]
        return told[0] if len({self._index.day_at(p) or p for p in told}) == 1 else None

    def _best(self, text: str, unit: Unit, fact: Fact, places: Sequence[Place]) -> Place | None:
        return self._events.best(text, unit, (fact.claim.start, fact.claim.end), places) if places else None

    def _clear(self, text: str, unit: Unit, fact: Fact, places: Sequence[Place]) -> Place | None:
        """The one that has more of the sentence's words around it than any other."""
        keys = self._events.keys(text, unit, fact.claim.start, fact.claim.end)
        ranked = sorted(places, key=lambda p: -self._events.words.near(keys, p))
        first, second = (self._events.words.near(keys, p) for p in ranked[:2])
        return ranked[0] if first > _CLEARLY * second else None

    def _values(self, fact: Fact, pages: frozenset[int]) -> list[Place]:
        """The dates of the pages, its percentages, or its sums: in other currencies too, since that may be the slip."""
        value = fact.claim.value
        if not isinstance(value, Amount):
            return [r.place for r in self._events.values(fact.claim.kind, pages)]
        found = []
        for page in sorted(pages):
            text = self._index.pages[page].text
            percent = value.unit == "%"
            hits = (h for h in self._index.figures.on(page) if (h.unit == "%") == percent and (h.unit or h.money))
            found += [h.place for h in hits if h.unit or not text[h.place.start : h.place.end].isdigit()]
        return found
