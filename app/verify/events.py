"""Which event a value belongs to: the words around it in the draft against the words around it in the record."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.amounts import Amount
from app.verify.bindings import APART
from app.verify.daylists import joined
from app.verify.deadlines import falls_due, is_deadline, is_scheduled, speaks_of_deadline
from app.verify.facts import Fact
from app.verify.found import Found, Place, Rival
from app.verify.labels import Labels
from app.verify.owndays import OwnDays, has_year
from app.verify.record import Index, day_text
from app.verify.scope import Unit, masked
from app.verify.sentences import clause_around
from app.verify.spans import other_end
from app.verify.words import WordIndex, is_verb

_CLAUSE: Final = 1.0
_REST: Final = 0.3
_MANY: Final = 40
"""More pages than these are not weighed one by one: the likeliest are."""
_BONUS: Final = 0.35
_MARGIN: Final = 0.3
_KNOWN: Final = 0.2
"""Share of the sentence's words around a place from which on it can be what the sentence speaks of."""
_SOME: Final = 2
_TOLD: Final = 0.4
_TRIGGER_REACH: Final = 60
_WORD: Final = re.compile(r"[^\W\d_]+")
_PERCENT: Final = re.compile(r"\s?(?:%|percent|per cent|Prozent|pour cent|por ciento|por cento|процент)")


class Events:
    """Compares the draft's words around a value with those of the record."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.words = WordIndex(index)
        self._values: dict[tuple[ClaimKind, int], list[Rival]] = {}
        self.own_days = OwnDays(index, self.words)
        self._labels = Labels(self.words, [view.text for view in index.pages])

    def keys(self, text: str, unit: Unit, start: int, end: int) -> dict[str, float]:
        """Content words of a sentence without its claims, those of the value's own clause in full weight."""
        low, high = clause_around(text, unit.sentence, start, end)
        keys = dict.fromkeys(self.words.keys(masked(text, unit, unit.sentence.start, unit.sentence.cites_from)), _REST)
        keys.update(dict.fromkeys(self.words.keys(masked(text, unit, low, high)), _CLAUSE))
        return keys

    def best(self, text: str, unit: Unit, claim_span: tuple[int, int], places: Sequence[Place]) -> Place:
        """The place that fits the sentence best."""
        keys = self.keys(text, unit, *claim_span)
        return max(self._few(keys, places), key=lambda p: self.words.near(keys, p))

    def _few(self, keys: Mapping[str, float], places: Sequence[Place]) -> Sequence[Place]:
        """Those of many places that lie on the likeliest pages."""
        if len(places) <= _MANY:
            return places
        likely = set(self.words.likely(keys))
        return [p for p in places if p.page in likely] or places[:_MANY]

    def known(self, text: str, unit: Unit, claim: Found, places: Sequence[Place]) -> list[Place]:
        """Those of the places that have a fair part of the sentence's words around them."""
        keys = self.keys(text, unit, claim.start, claim.end)
        whole = sum(self.words.weight(k) * f for k, f in keys.items())
        return [p for p in self._few(keys, places) if self.words.near(keys, p) > _KNOWN * whole]

    def tells(self, text: str, unit: Unit, clause: tuple[int, int], place: Place, pages: frozenset[int]) -> bool:
        """Whether the clause's words stand around ``place``, and hardly on the cited ``pages``."""
        keys = dict.fromkeys(self.words.keys(masked(text, unit, *clause)), _CLAUSE)
        whole = sum(map(self.words.weight, keys))
        there = self.words.places(place.page)
        if sum(k in there for k in keys) < _SOME:
            return False
        if not whole or self.words.near(keys, place) < _TOLD * whole:
            return False
        return shares(self.words, keys, pages) < self.words.share(keys, place.page)

    def rival(
        self,
        text: str,
        unit: Unit,
        fact: Fact,
        mine: Sequence[Place],
        facts: Iterable[Fact],
        pages: frozenset[int],
        hints: frozenset[int],
    ) -> Rival | None:
        """A value on ``pages`` that fits the sentence clearly better than the fact does at the places ``mine``.

        ``hints``: pages that the sentence seems to mean (its quotations stand there, or a cite with a slip names them).
        """
        claim = fact.claim
        keys = self.keys(text, unit, claim.start, claim.end)
        whole = sum(self.words.weight(k) * f for k, f in keys.items())
        others = [f for f in facts if f is not fact]
        taken = {p for f in others for p in f.places} | set(fact.places)
        company = [f.pages for f in others if f.places]
        if len(pages) > _MANY:
            pages = pages & frozenset(
                [*self.words.likely(keys), *hints, *(p for c in company if len(c) < _MANY for p in c)]
            )
        mine = self._few(keys, mine)
        rivals = [r for r in self.values(claim.kind, pages) if r.place not in taken]
        if not rivals or not whole:
            return None
        nearer = self._by_words(text, unit, fact, mine, rivals) or self._by_label(text, unit, claim, mine)
        if nearer and nearer.place not in taken:
            return nearer

        known = max(self.words.near(keys, p) for p in mine) / whole
        if known > 2 * _KNOWN:
            return None

        def score(place: Place) -> float:
            bonus = _BONUS * (place.page in hints) + _BONUS * any(place.page in c for c in company)
            return self.words.near(keys, place) / whole + bonus

        best = max(rivals, key=lambda r: score(r.place))
        gain = score(best.place) - max(map(score, mine))
        fits = self.words.near(keys, best.place) / whole > _KNOWN
        plain = known <= _KNOWN and fits and gain > _MARGIN
        return replace(best, told=False) if plain or (known <= 2 * _KNOWN and gain > 2 * _MARGIN) else None

    def values(self, kind: ClaimKind, pages: frozenset[int]) -> list[Rival]:
        """Dates, or sums, that stand on the pages."""
        return [rival for page in sorted(pages) for rival in self._values_on(kind, page)]

    def on(self, kind: ClaimKind, page: int) -> list[Place]:
        """Where they stand on one page."""
        return [rival.place for rival in self._values_on(kind, page)]

    def _values_on(self, kind: ClaimKind, page: int) -> list[Rival]:
        held = self._values.get((kind, page))
        if held is None:
            view = self._index.pages[page]
            if kind is ClaimKind.DATE:
                dates = [d for d in view.dates if len(d.readings) == 1 and d.readings[0].day]
                held = [Rival(Place(page, d.start, d.end), day_text(d.readings[0])) for d in dates]
            else:
                hits = [(h, view.text[h.place.start : h.place.end]) for h in self._index.figures.on(page) if h.money]
                held = [Rival(h.place, shown) for h, shown in hits if h.unit or not shown.isdigit()]
            self._values[kind, page] = held
        return held

    def _by_words(
        self, text: str, unit: Unit, fact: Fact, mine: Sequence[Place], rivals: Sequence[Rival]
    ) -> Rival | None:
        """For a date: a rival on its page that the word or the "by" before it in the draft belongs to."""
        claim = fact.claim
        if claim.kind is not ClaimKind.DATE:
            return None
        pages = {p.page for p in mine}
        beside = [r for r in rivals if r.place.page in pages]
        by = is_deadline(text, claim.start)
        due = speaks_of_deadline(text, unit.sentence.start, unit.sentence.cites_from, claim.start)
        own = [is_scheduled(self._index.pages[p.page].text, p.start) for p in mine]
        kept = [p for p in mine if self._index.is_document_date(p)]
        if falls_due(text, claim.start) and not any(own):
            set_ = [r for r in beside if is_scheduled(self._index.pages[r.place.page].text, r.place.start)]
            return set_[0] if len({r.shown for r in set_}) == 1 else None
        if by and len(kept) == len(mine):
            beside = [r for r in beside if is_deadline(self._index.pages[r.place.page].text, r.place.start)]
            return beside[0] if len({r.shown for r in beside}) == 1 else None
        if not due and all(own):
            own_day = [r for r in beside if self._index.is_document_date(r.place)]
            if len({r.shown for r in own_day}) == 1:
                return own_day[0]
        ends = self._other_end(text, unit, claim, mine)
        if ends:
            return ends
        signed = self.own_days.signed(text, unit, claim, mine, beside)
        if signed or kept:
            return signed  # what the document itself did that day can be told in any words
        return self._by_trigger(text, unit, claim, mine, beside)

    def _other_end(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place]) -> Rival | None:
        """The start of a span where the draft gives its end, and the other way round."""
        if len(mine) != 1 or sum(c.kind is ClaimKind.DATE for c in unit.claims) > 1:
            return None
        view = self._index.pages[mine[0].page]
        words = masked(text, unit, *clause_around(text, unit.sentence, claim.start, claim.end))
        other = other_end(words, mine[0].start, view.dates, view.text)
        if other is None or len(other.readings) != 1:
            return None
        return Rival(Place(mine[0].page, other.start, other.end), day_text(other.readings[0]))

    def _by_label(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place]) -> Rival | None:
        """The value on the same page that the words of the claim's clause belong to, where none belongs to its own."""
        percent = isinstance(claim.value, Amount) and claim.value.unit == "%"
        if percent or len({p.page for p in mine}) != 1:
            return None
        keys = self.words.keys(masked(text, unit, *clause_around(text, unit.sentence, claim.start, claim.end)))
        page = self._index.pages[mine[0].page].text
        values = {
            r.place: r
            for r in self.values(claim.kind, frozenset({mine[0].page}))
            if not _PERCENT.match(page, r.place.end) and has_year(self._index, r.place)
        }
        places = sorted({*values, *mine}, key=lambda p: p.start)
        several = sum(c.kind is ClaimKind.DATE for c in unit.claims) > 1
        document = claim.kind is ClaimKind.DATE and any(
            self._index.is_document_date(p) or self._index.is_heading_date(p) for p in mine
        )
        if document and several:
            return None
        best = self._labels.elsewhere(keys, claim.kind, mine, places, document=document)
        return values.get(best) if best else None

    def _by_trigger(
        self, text: str, unit: Unit, claim: Found, mine: Sequence[Place], rivals: Sequence[Rival]
    ) -> Rival | None:
        """A rival that stands right beside the verb that governs the date in the draft, where the date does not."""
        if falls_due(text, claim.start):
            return None  # "due" is nearer to it than any verb
        before = masked(text, unit, max(unit.sentence.start, claim.start - 50), claim.start)
        words = (w for w in reversed(_WORD.findall(before)) if is_verb(w, self._index.language))
        key = next((keys[0] for w in words if (keys := self.words.keys(w))), None)
        if key is None:
            return None
        pages = {p.page for p in mine}
        spots = [(p, s) for p in pages for s in self.words.places(p).get(key, ())]
        bound = {place for p, s in spots for place in self._bound(p, s)}
        if bound & set(mine):
            return None
        beside = [r for r in rivals if r.place in bound]
        return beside[0] if len({r.shown for r in beside}) == 1 else None

    def _bound(self, page: int, spot: int) -> list[Place]:
        """The date that a word at ``spot`` governs, with those it is joined to: the nearest after it, else before."""
        text = self._index.pages[page].text
        dates = self._index.pages[page].dates
        after = next((i for i, d in enumerate(dates) if d.start >= spot), len(dates))
        near = slice(0, 0)
        if after < len(dates) and _reaches(text, spot, dates[after].start, _TRIGGER_REACH):
            last = next((i for i in range(after, len(dates) - 1) if not joined(text, dates[i], dates[i + 1])), -1)
            near = slice(after, last + 1 or None)
        elif after and _reaches(text, dates[after - 1].end, spot, _TRIGGER_REACH // 2):
            first = next((i for i in range(after - 1, 0, -1) if not joined(text, dates[i - 1], dates[i])), 0)
            near = slice(first, after)
        return [Place(page, d.start, d.end) for d in dates[near]]


def _reaches(text: str, low: int, high: int, most: int) -> bool:
    return high - low < most and not APART.search(text[low:high])


def shares(words: WordIndex, keys: Mapping[str, float], pages: Iterable[int]) -> float:
    """The best share of the keys' weight that one of the pages has."""
    return max((words.share(keys, p) for p in pages), default=0.0)
