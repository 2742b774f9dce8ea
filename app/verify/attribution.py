"""Whose value it is: the words that belong to a date or sum in the draft against those of each value of its page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.amounts import Amount
from app.verify.bindings import SHARED
from app.verify.bound import ACT, Bound, Bounds, PagesBounds
from app.verify.dayvalues import DateValue
from app.verify.events import Events
from app.verify.facts import Fact, unit_agrees
from app.verify.found import Found, Place, Rival
from app.verify.pagetokens import PageTokens
from app.verify.record import Index
from app.verify.said import words_said
from app.verify.scope import Unit
from app.verify.sentences import clause_around
from app.verify.speakers import SPEAKING
from app.verify.tokens import ARGUED, Token, Tokens
from app.verify.words import key_of

FIRM: Final = 0.75
"""Share of a word's weight from which on it surely belongs to a value."""
_ENOUGH: Final = 0.8
_NEARLY: Final = 0.7
_ENOUGH_IN_ROW: Final = 0.5
"""In one row of a table only the column is in question."""
_SHARE: Final = 0.4
_AGAINST: Final = 0.2
_TITLE: Final = 0.8
_PAGES: Final = 3
_LONGEST: Final = 50_000
_MOST: Final = 400
"""Letters and values of a page up to which its values are weighed; no page of paper has more."""
_COMMON: Final = frozenset(map(key_of, ("VAT", "tax", "taxes", "MwSt", "USt", "TVA", "IVA", "НДС")))
"""Words that stand beside a sum with or without them."""

_GENERIC: Final = frozenset({"pay", "cost", "hourly", "daily", "weekly", "monthly", "yearly"})
"""Acts and periods that any sum may be of: alone they tell nothing."""
_HANDED: Final = frozenset({"deliver", "receive"})
"""One and the same day, told by the one who gives or the one who gets."""
_SAID: Final = frozenset({"say", "write", "answer"})
_SIGN: Final = re.compile(r"(?:[$€£¥₽]|R\$|USD|EUR|GBP|CHF) ?-?$")
_SIGN_AFTER: Final = re.compile(r" ?(?:[$€£¥₽]|USD|EUR|Euro|euros?|руб|dollars|reais)")
_COUNTED: Final = re.compile(r" [^\W\d_]")
_CENTS: Final = re.compile(r"[.,]\d\d$")
_PERCENT: Final = re.compile(r"\s?(?:%|percent|per cent|Prozent|pour cent|por ciento|por cento|процент)")


@dataclass(frozen=True, slots=True)
class Heard:
    """A word of the draft, how close it is to its value, and what it tells of the values of the page."""

    token: Token
    strength: float
    here: float
    """For the draft's own value."""
    spread: float
    """Between the value that it tells most of and the one it tells least of."""


@dataclass(slots=True)
class Weighed:
    """How much more of the draft's words another value has than the draft's own, and the other way round."""

    more: float = 0.0
    less: float = 0.0
    whole: float = 0.0
    firm: float = 0.0
    """The part of ``more`` that leaves no doubt."""
    enough: float = 0.0
    """How much of that it takes."""

    @property
    def gain(self) -> float:
        return self.more - self.less

    @property
    def plain(self) -> bool:
        """Whether the draft's words tell of the other value."""
        return self.firm >= self.enough and self.more >= _SHARE * self.whole and self.less <= _AGAINST * self.more


class Attribution:
    """Compares a draft's value with the others of its pages."""

    def __init__(self, index: Index, events: Events) -> None:
        self._index = index
        self._events = events
        self._tokens = Tokens(index, events.words)
        self._read = PageTokens(index, self._tokens)
        self._bounds = Bounds(index, self._read)
        self._on_page: dict[tuple[int, ClaimKind, str | None], list[Place]] = {}

    def rival(self, text: str, unit: Unit, fact: Fact, facts: Iterable[Fact], mine: Sequence[Place]) -> Rival | None:
        """The value on the pages of ``mine`` that the words around the draft's value belong to, if not to ``mine``."""
        claim = fact.claim
        percent = isinstance(claim.value, Amount) and claim.value.unit == "%"
        if percent or self.too_many(claim, mine) or self._its_author_says(text, unit, claim, mine):
            return None
        said = self.said(text, unit, claim)
        if not self._in_doubt(claim, mine, said):
            return None
        weighed = self._weigh_all(fact, facts, mine, said)
        best = max(weighed, key=lambda p: (weighed[p].gain, -weighed[p].enough), default=None)
        if best is None or not weighed[best].plain:
            return None
        alone = sum(w.gain >= weighed[best].gain for w in weighed.values()) == 1
        page = self._index.pages[best.page].text
        return Rival(best, page[best.start : best.end], told=alone)

    def _its_author_says(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place]) -> bool:
        """Whether the clause tells what somebody says on the day of the document itself: whatever it is, it's there."""
        if claim.kind is not ClaimKind.DATE or not any(self._events.own_days.is_own(p) for p in mine):
            return False
        told = SPEAKING.finditer(text, *clause_around(text, unit.sentence, claim.start, claim.end))
        return any(not m[0].casefold().startswith("call") for m in told)  # a code, a meeting is called

    def said(self, text: str, unit: Unit, claim: Found) -> list[tuple[Token, float]]:
        """The draft's words that belong to a claim, each with its strength."""
        return words_said(text, unit, claim, self._tokens)

    def read(self, words: str) -> list[Token]:
        """The tokens of a few words."""
        return self._tokens.read(words, 0, len(words))

    def likeliest(self, text: str, unit: Unit, claim: Found, places: Sequence[Place]) -> list[Place]:
        """Those of the places that most of the words around the draft's value belong to; none where none has any."""
        if len(places) > _MOST or any(len(self._index.pages[p.page].text) > _LONGEST for p in places):
            return []
        bound = self.bound(claim, places)
        said = [(t, s) for t, s in self.said(text, unit, claim) if t.key not in ARGUED]
        scores = {p: sum(s * bound[p].surely(t) for t, s in said) for p in places}
        best = max(scores.values())
        if best <= 0:
            return []
        in_row: dict[tuple[int, int | None], float] = {}
        for place in places:
            row = place.page, bound[place].row
            in_row[row] = max(scores[place], in_row.get(row, 0.0))
        return [  # of one row only the column that is meant
            p
            for p in places
            if scores[p] >= _NEARLY * best and (bound[p].row is None or scores[p] == in_row[p.page, bound[p].row])
        ]

    def denies(
        self, text: str, unit: Unit, fact: Fact, facts: Iterable[Fact], mine: Sequence[Place], rival: Place
    ) -> bool:
        """Whether the draft's words are plainly of its own value: more than of a ``rival`` on its page.

        Of one on another page: whether the record tells the act of the draft's clause of the draft's own value, and
        the sentence cites nothing.
        """
        if self.too_many(fact.claim, mine):
            return False
        if all(rival.page != p.page for p in mine):
            return not unit.quotes_record and bool(self._with_act(text, unit, fact.claim, mine))
        found = self._weigh_all(fact, facts, mine, self.said(text, unit, fact.claim)).get(rival)
        return found is not None and found.less >= _ENOUGH and found.more <= _AGAINST * found.less

    def _with_act(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place]) -> list[Place]:
        """Those of ``mine`` of which the record tells the act of the draft's clause."""
        acts = {a for t, s in self.said(text, unit, claim) if s >= SHARED for a in t.acts} - _GENERIC - _SAID
        if acts & _HANDED:
            acts |= _HANDED
        bound = self.bound(claim, mine) if acts else {}
        return [p for p in mine if acts and any(bound[p].acts.get(a, 0.0) >= FIRM for a in acts)]

    def of_act(self, text: str, unit: Unit, claim: Found, pages: Iterable[int]) -> list[Place]:
        """The values of the pages of which they tell the act of the draft's clause."""
        there = [p for page in pages for p in self._values(claim, page)]
        return [] if not there or self.too_many(claim, there) else self._with_act(text, unit, claim, there)

    def too_many(self, claim: Found, mine: Sequence[Place]) -> bool:
        """Whether there is too much to weigh: pages, letters, values."""
        pages = {p.page for p in mine}
        if len(pages) > _PAGES or len(mine) > _MOST:
            return True
        return any(len(self._index.pages[p].text) > _LONGEST or len(self._values(claim, p)) > _MOST for p in pages)

    def _in_doubt(self, claim: Found, mine: Sequence[Place], said: Sequence[tuple[Token, float]]) -> bool:
        """Whether enough of the draft's words are less than wholly of ``mine``: without, no other value is weighed."""
        pages = {p.page for p in mine}
        bound = self.bound(claim, mine)
        own = [bound[p] for p in mine]
        open_ = {}
        for token, strength in said:
            if strength >= SHARED and token.key not in ARGUED:
                most = max(token.weight, ACT) if token.acts else token.weight
                open_[token] = (most - max(b.surely(token) for b in own)) * strength
        if sum(more for more in open_.values() if more > 0) < _ENOUGH_IN_ROW:
            return False
        named = (open_[t] for t in open_ if open_[t] > 0 and any(self._read.names(p, t) for p in pages))
        return sum(named) >= _ENOUGH_IN_ROW

    def _weigh_all(
        self, fact: Fact, facts: Iterable[Fact], mine: Sequence[Place], said: Sequence[tuple[Token, float]]
    ) -> Mapping[Place, Weighed]:
        """Each other value of the pages against the draft's own, by the words ``said`` of that."""
        bound = self.bound(fact.claim, mine)
        taken = {p for f in facts if f is not fact for p in f.places} | set(mine)
        rivals = [p for p in bound if p not in taken]
        if not rivals:
            return {}
        titles = {t.key for page in {p.page for p in mine} for t in self._read.title(page)}
        own = [bound[p] for p in mine]
        heard = []
        for token, strength in said:
            if token.key not in ARGUED:
                every = [b.perhaps(token) for b in bound.values()]
                spread = max(every) - min(every)
                heard.append(Heard(token, strength, max(b.perhaps(token) for b in own), spread))
        money = fact.claim.kind is ClaimKind.AMOUNT
        return {p: _weigh(heard, own, bound[p], titles, money=money) for p in rivals}

    def bound(self, claim: Found, mine: Sequence[Place]) -> Mapping[Place, Bound]:
        """What belongs to each value of the pages of ``mine``."""
        found = {}
        for page in {p.page for p in mine}:
            on = {p for p in (*self._values(claim, page), *mine) if p.page == page}
            found[page] = self._bounds.on(page, claim.kind, sorted(on, key=lambda p: p.start))
        return PagesBounds(found)

    def _values(self, claim: Found, page: int) -> list[Place]:
        """The days of a page, those without a year for a claim that has none, or its sums in the claim's currency."""
        unit = claim.value.unit if isinstance(claim.value, Amount) else None
        bare = isinstance(claim.value, DateValue) and any(r.year is None for r in claim.value.readings)
        key = (page, claim.kind, f"{unit} {bare}")
        if key not in self._on_page:
            self._on_page[key] = self._read_values(claim, page, bare=bare)
        return self._on_page[key]

    def _read_values(self, claim: Found, page: int, *, bare: bool) -> list[Place]:
        if isinstance(claim.value, Amount):
            text = self._index.pages[page].text
            sums = (h for h in self._index.figures.on(page) if h.money and unit_agrees(claim.value, h))
            return [h.place for h in sums if _is_money(text, h.place)]
        places = (r.place for r in self._events.values(claim.kind, frozenset({page})))
        return [p for p in places if (day := self._index.day_at(p)) and (day.year or bare)]


def _weigh(said: Sequence[Heard], own: Sequence[Bound], other: Bound, titles: set[str], *, money: bool) -> Weighed:
    same_row = other.row is not None and all(b.row == other.row for b in own)
    titled = titles if not all(b.labelled for b in own) else set()
    found = Weighed(enough=_ENOUGH_IN_ROW if same_row else _ENOUGH)
    for one in said:
        token, strength, here = one.token, one.strength, one.here
        there = other.surely(token)
        known = max(here, _TITLE * token.weight) if token.key in titled else here
        if strength >= SHARED and not (here and here == there):
            spread = min(one.spread, token.weight * (1 - _TITLE)) if token.key in titled else one.spread
            found.whole += spread * strength
        if there > known:
            found.more += (there - known) * strength
            generic = bool(token.acts) and token.acts <= _GENERIC
            telling = token.key not in _COMMON and (same_row or not money or not generic)
            least = FIRM * (min(token.weight, ACT) if token.acts else token.weight)
            if strength >= SHARED and there >= least and telling:
                found.firm += (there - known) * strength
        elif there < here and strength >= SHARED:
            found.less += (here - there) * strength
    return found


def _is_money(text: str, place: Place) -> bool:
    """Whether a number is a sum of money: it has a sign, or cents and no noun after it."""
    if _PERCENT.match(text, place.end):
        return False
    if _SIGN.search(text[max(0, place.start - 5) : place.start]) or _SIGN_AFTER.match(text, place.end):
        return True
    return not _COUNTED.match(text, place.end) and bool(_CENTS.search(text[place.start : place.end]))
