"""The verdict on a date, sum or quotation, given where the record says it and where its sentence points."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.verify.amounts import with_unit
from app.verify.attribution import Attribution
from app.verify.clauses import whole_clause
from app.verify.dayvalues import DateValue
from app.verify.deadlines import is_deadline, is_denied
from app.verify.deeds import Deeds
from app.verify.events import Events
from app.verify.facts import Fact
from app.verify.found import Finding, Place, Rival
from app.verify.gaps import judge_turned, told_gaps
from app.verify.misfits import Misfits
from app.verify.nearest import Nearest
from app.verify.openday import judge_day
from app.verify.quotations import Quotation
from app.verify.record import Index, day_text
from app.verify.rowkeys import RowKeys
from app.verify.saidon import other_day_said
from app.verify.scope import Unit, governing_pages, hinted_pages, slipped_pages
from app.verify.sentences import clause_around
from app.verify.spelled import judge_twice
from app.verify.sums import is_total, parts_of, stated_sum
from app.verify.whose import judge_words
from app.verify.wording import amount_like, in_list, value_like

_GOOD: Final = VerdictKind.SUPPORTED
_BAD: Final = VerdictKind.UNSUPPORTED
_ELSEWHERE: Final = VerdictKind.MISPLACED
_JOINS: Final = re.compile(
    r"(?:[,;] )?(?:and|but|while|whereas|yet|then|und|aber|doch|et|mais|y|pero|e|mas|и|а|но|однако)\b", re.I
)


class Judge:
    """Judges the facts of one sentence after another."""

    def __init__(self, index: Index, events: Events) -> None:
        self._index = index
        self._events = events
        self._deeds = Deeds(index, events.words)
        self.attribution = Attribution(index, events)
        self._misfits = Misfits(index, self.attribution)
        self._rows = RowKeys(index, self._events.words)
        self._nearest = Nearest(index, events, self.attribution)

    def judge(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact]) -> Finding:
        """``facts``: all of the sentence, ``fact`` among them."""
        own, value = text[fact.claim.start : fact.claim.end], fact.claim.value
        spelled = any(c.isalpha() for c in own)
        if isinstance(value, DateValue) and value.readings and not value.numeric and not spelled:
            day = value.readings[0]  # "5, 2022" of "April 3 and 5, 2022"
            return in_list(own, day, self._judge(text, unit, fact, facts, day_text(day)))
        return self._judge(text, unit, fact, facts, own)

    def _judge(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], shown: str) -> Finding:
        """As ``judge``; ``shown``: what the draft says, whole."""
        pages = governing_pages(unit, text, fact.claim)
        value = fact.claim.value
        if isinstance(value, DateValue):
            early = judge_day(value, fact, shown, pages, self._index)
            if early:
                return early
        law = judge_turned(fact.turned, fact.law, self._index) if fact.turned else self._law(unit, fact)
        if law:
            return law
        twice = judge_twice(text, fact, facts, pages, self._index)
        if twice:
            return twice
        parts = parts_of(text, unit, fact, facts) if not fact.places or fact.pages.isdisjoint(pages) else None
        if fact.places and not (parts and all(p.pages & pages for p in parts)):
            return self._placed(text, unit, fact, facts, pages, shown)
        if parts:
            told = " and ".join(text[p.claim.start : p.claim.end] for p in parts)
            return Finding(_GOOD, f"{told} come to {shown}.", tuple(p.places[0] for p in parts))
        if fact.roundings:
            return self._rounded(fact, pages, shown)
        return self._unread(pages) or self._nowhere(text, unit, fact, facts, pages, shown)

    def _rounded(self, fact: Fact, pages: frozenset[int], shown: str) -> Finding:
        """The nearest sum of the cited pages, else of the record, that the draft's may stand for."""
        near = next((p for p in fact.roundings if p.page in pages), fact.roundings[0])
        exact = amount_like(shown, self._written(near))
        why = f"{self._index.show(near.page)} says {exact}; {shown} may be a rounding."
        return Finding(VerdictKind.AMBIGUOUS, why, (near,))

    def _law(self, unit: Unit, fact: Fact) -> Finding | None:
        """What an authority says: where the sentence or its neighbours cite it, or no page has it."""
        if not fact.law:
            return None
        cited = [key for key in fact.law if key in unit.authorities]
        if not cited and fact.claim.kind is ClaimKind.QUOTATION and not fact.places:
            if unit.authorities and not unit.quotes_record:
                why = f"The words stand in {fact.law[0]}, not in {unit.authorities[0]}."
                return Finding(_ELSEWHERE, why, authority=fact.law[0])
            cited = [fact.law[0]]
        if not cited and fact.claim.kind is ClaimKind.AMOUNT:
            cited = [key for key in fact.law if key in unit.nearby]
        return Finding(_GOOD, f"It stands in {cited[0]}.", authority=cited[0]) if cited else None

    def _placed(
        self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], pages: frozenset[int], shown: str
    ) -> Finding:
        span = (fact.claim.start, fact.claim.end)
        here = [p for p in fact.places if p.page in pages]
        if pages and not here:
            unread = self._unread(pages)
            if unread:
                return unread
            there = self._events.best(text, unit, span, fact.places)
            if self._own_part(text, unit, fact, facts, pages, there):
                return Finding(_GOOD, self._says(fact, there, shown), (there,))
            return self._elsewhere(text, unit, fact, facts, pages, shown, there)
        slip = self._beside_slip(text, unit, fact, pages, shown)
        if slip:
            return slip
        best = self._events.best(text, unit, span, here or fact.places)
        if fact.claim.kind is ClaimKind.QUOTATION:
            other = judge_words(text, unit, span, best, self._index)
        else:
            other = self._of_something_else(text, unit, fact, facts, here, pages, shown)
        return other or Finding(_GOOD, self._says(fact, best, shown), (best,))

    def _of_something_else(
        self,
        text: str,
        unit: Unit,
        fact: Fact,
        facts: Sequence[Fact],
        here: list[Place],
        pages: frozenset[int],
        shown: str,
    ) -> Finding | None:
        """A date or sum that the record has for another event than the draft's."""
        mine, value = here or fact.places, fact.claim.value
        other_day = self._other_day(text, unit, fact, mine, shown)
        if other_day:
            return other_day
        said = other_day_said(text, unit, fact, facts, self._index)
        if said:
            return self._other_event(Rival(said, self._written(said)), shown, mine, value)
        rival = self._rival(text, unit, fact, here, facts, pages)
        if rival:
            return self._other_event(rival, shown, mine, value)
        why = self._misfits.objection(text, unit, fact, facts, here, shown)
        return Finding(_ELSEWHERE, why, tuple(here[:1])) if why else None

    def _elsewhere(
        self,
        text: str,
        unit: Unit,
        fact: Fact,
        facts: Sequence[Fact],
        pages: frozenset[int],
        shown: str,
        there: Place,
    ) -> Finding:
        """It stands on no cited page; what those say of the same thing, where they do, is told and offered."""
        cited = ", ".join(self._index.show(p) for p in sorted(pages)[:2])
        why = f"{shown} stands on {self._index.show(there.page)}, not on {cited}."
        told = None
        if fact.claim.kind is not ClaimKind.QUOTATION:
            told = self._nearest.told(text, unit, fact, facts, pages)
        if told is None:
            return Finding(_ELSEWHERE, why, (there,))
        instead = self._instead(shown, told, fact.claim.value)
        why = f"{why[:-1]}; for this, {self._index.show(told.page)} says {instead}."
        return Finding(_ELSEWHERE, why, (there, told), suggestion=instead)

    def _own_part(
        self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], pages: frozenset[int], there: Place
    ) -> bool:
        """Whether the cite covers only a later part of the sentence, and the fact's own part tells ``there``."""
        low, high = clause_around(text, unit.sentence, fact.claim.start, fact.claim.end)
        later = [f for f in facts if f.claim.start >= high and (f.pages or frozenset(p.page for p in f.near)) & pages]
        joined = _JOINS.match(text, high)
        blamed = any(finding.verdict is _ELSEWHERE for _, finding in unit.cites)
        if not later or not joined or blamed:
            return False
        company = any(there.page in f.pages for f in facts if f is not fact and low <= f.claim.start < high)
        due = is_deadline(text, fact.claim.start) and is_deadline(self._index.pages[there.page].text, there.start)
        return (due and company) or self._events.tells(text, unit, (low, high), there, pages)

    def _rival(
        self, text: str, unit: Unit, fact: Fact, here: list[Place], facts: Sequence[Fact], pages: frozenset[int]
    ) -> Rival | None:
        if is_denied(text, fact.claim.start):
            return None
        mine = here or fact.places
        on = partial(self._events.on, fact.claim.kind)
        of_row = self._rows.elsewhere(text, unit, fact.claim, mine, on)
        of_row = of_row or self._rows.of_day(text, unit, fact, facts, mine, on)
        if of_row:
            return of_row
        hints = hinted_pages(unit) | frozenset(
            p for f in facts if f.claim.kind is ClaimKind.QUOTATION and len(f.pages) == 1 for p in f.pages
        )
        within = pages - _spoken_for(fact, facts, here) if here else self._index.everywhere
        rival = self._events.rival(text, unit, fact, mine, facts, within, hints)
        if rival and self.attribution.denies(text, unit, fact, facts, mine, rival.place):
            rival = None
        rival = rival or self.attribution.rival(text, unit, fact, facts, mine)
        rival = rival or self._misfits.rival(text, unit, fact, facts, mine)
        return None if rival and self._rows.rules_out(text, unit, fact, facts, mine, rival.place) else rival

    def _beside_slip(self, text: str, unit: Unit, fact: Fact, pages: frozenset[int], shown: str) -> Finding | None:
        """A value that is not on the page that a cite with a wrong prefix means, nor in words like these anywhere."""
        meant = slipped_pages(unit)
        if pages or not meant or fact.pages & meant or self._events.known(text, unit, fact.claim, fact.places):
            return None
        there = self._index.show(fact.places[0].page)
        why = f"{shown} stands on {there}, not on {self._index.show(min(meant))}, which the sentence seems to cite."
        return Finding(_ELSEWHERE, why, tuple(fact.places[:1]))

    def _other_event(self, rival: Rival, shown: str, mine: Sequence[Place], own: object) -> Finding:
        there, where = self._index.show(rival.place.page), self._index.show(mine[0].page)
        instead = self._instead(shown, rival.place, own)
        why = f"{shown} stands on {where} for something else; for this, {there} says {instead}."
        return Finding(_ELSEWHERE, why, tuple(mine[:1]), suggestion=instead if rival.told else None)

    def _other_day(self, text: str, unit: Unit, fact: Fact, here: Sequence[Place], shown: str) -> Finding | None:
        """A date that the cited page gives for another deed, where the record puts the draft's deed on another day."""
        others = self._deeds.other_days(text, unit, fact.claim, here)
        if not others:
            return None
        where, there = self._index.show(here[0].page), self._index.show(others[0].page)
        one = len({self._index.day_at(p) for p in others}) == 1
        instead = self._instead(shown, others[0], fact.claim.value)
        why = f"On {where} {shown} is the day of something else; for this, {there} says {instead}."
        verdict = _ELSEWHERE if one else VerdictKind.AMBIGUOUS
        return Finding(verdict, why, (here[0], others[0]), suggestion=instead if one else None)

    def _says(self, fact: Fact, place: Place, shown: str) -> str:
        """What the source says and, where it is written otherwise, what the draft says."""
        there, written = self._index.show(place.page), self._written(place)
        if fact.claim.kind is ClaimKind.QUOTATION:
            gaps = told_gaps(fact.claim.value) if isinstance(fact.claim.value, Quotation) else ""
            says = f"{there} has these words.{gaps}"
        elif written == " ".join(shown.split()):
            says = f"{there} says {written}."
        else:
            says = f"{there} says {written}; the draft's {shown} is the same."
        return f"{says} OCR damage was forgiven." if fact.damaged else says

    def _unread(self, pages: frozenset[int]) -> Finding | None:
        unread = self._index.unread(sorted(pages))
        if not unread:
            return None
        why = f"{self._index.show(unread[0])} could not be read, so this could not be checked."
        return Finding(VerdictKind.UNCHECKED, why, pages=tuple(unread[:1]))

    def _nowhere(
        self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], pages: frozenset[int], shown: str
    ) -> Finding:
        """Nothing says so; what the cited page says instead, or the nearest of the record, is told."""
        near = self._nearest.place(text, unit, fact, facts, pages)
        whole = stated_sum(text, unit, fact, facts)
        if whole is not None and not (near and is_total(self._index.pages[near.page].text, near)):
            come = amount_like(shown, f"{whole:,}")
            return Finding(_BAD, f"The parts come to {come}; the draft says {shown}.", suggestion=come)
        if near is None:
            where = "the record or the authorities" if fact.claim.kind is ClaimKind.QUOTATION else "the record"
            said = "These words stand" if fact.claim.kind is ClaimKind.QUOTATION else f"{shown} stands"
            return Finding(_BAD, f"{said} nowhere in {where}.")
        if fact.claim.kind is ClaimKind.QUOTATION:
            span = whole_clause(self._index.pages[near.page].text, near.start, near.end, shown[1:-1])
            near = Place(near.page, *span)
        instead = self._instead(shown, near, fact.claim.value)
        why = f"{self._index.show(near.page)} says {instead}; the draft says {shown}."
        return Finding(_BAD, why, (near,), suggestion=instead)

    def _instead(self, shown: str, place: Place, own: object) -> str:
        """What stands at a place, as the draft would write it instead of ``shown``, which means ``own``."""
        day = self._index.day_at(place)
        kind = ClaimKind.QUOTATION if isinstance(own, Quotation) else ClaimKind.DATE if day else ClaimKind.AMOUNT
        return value_like(kind, shown, self._written(place), day, own, self._index.language)

    def _written(self, place: Place) -> str:
        """What stands at a place, a number with its currency."""
        text, span = self._index.pages[place.page].text, (place.start, place.end)
        if text[place.start].isdigit() and self._index.day_at(place) is None:
            span = with_unit(text, *span)
        return " ".join(text[slice(*span)].split())


def _spoken_for(fact: Fact, facts: Sequence[Fact], here: Sequence[Place]) -> frozenset[int]:
    """Cited pages that another fact of the sentence stands on and ``fact`` does not: they are cited for that one."""
    mine = {p.page for p in here}
    return frozenset(page for f in facts if f is not fact and not f.pages & mine for page in f.pages) - mine
