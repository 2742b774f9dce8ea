"""True values that the record ties to something else by a plain sign: a label, a rate, a row, or "from" a day."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.attribution import FIRM, Attribution
from app.verify.bindings import SHARED
from app.verify.bound import ACT, STEM, Bound
from app.verify.daylabels import label_of
from app.verify.dayvalues import DateValue
from app.verify.deadlines import is_scheduled, speaks_of_deadline
from app.verify.facts import Fact
from app.verify.found import Found, Place, Rival
from app.verify.layout import Layout
from app.verify.rates import has_rate, rate_of
from app.verify.record import Index
from app.verify.scope import Unit
from app.verify.tokens import ARGUED, Token
from app.verify.yeartables import cells_on

_REACH: Final = 48
_NOTHING: Final = 0.1
_SOME: Final = 0.25
_FROM: Final = re.compile(
    r"\b(?:effective(?: date)?(?: of| as of| from| on)?|from|as of|with effect from|starting(?: on)?|beginning(?: on)?|"
    r"commencing(?: on)?|ab(?: dem)?|mit Wirkung (?:zum|vom|ab)|à compter du|à partir du|a partir del?|"
    r"con efectos de(?:l|sde el)?|com efeitos? a partir de|начиная с|с)\W{1,3}$",
    re.I,
)
_SPAN: Final = re.compile(r"\b(?:from|du|vom|von|del?|desde el|с)\s$", re.I)
_UNTIL: Final = re.compile(r"\W{0,2}\s?(?:to|until|till|through|up to|bis|au|jusqu|al?|hasta|até|до|по|[-–—])\W?", re.I)


_PAPERS: Final = (
    r"\b(?P<paper>letter|e-?mail|note|notice|message|invoice|bill|order|fax|memo|report|statement|demand|request|offer|"
    r"reply|Brief|Schreiben|E-?Mail|Rechnung|Mahnung|Nachricht|Angebot|Bericht|Fax|lettre|courrier|courriel|facture|"
    r"note|rapport|devis|carta|correo|factura|informe|nota|fatura|aviso|письм\w+|сч[её]т\w*|уведомлени\w+|"
    r"претензи\w+)"
)
_OF_DAY: Final = r" (?:of|dated|vom|von|du|datée? du|del?|de|от) (?:the )?$"
_PAPER: Final = re.compile(_PAPERS + r"(?: [^\W\d_]{2,12}){0,2}" + _OF_DAY, re.I)
_DATED: Final = re.compile(_PAPERS + r"(?:(?: (?:is|was|bears|are|were)|,) dated (?:the )?$|" + _OF_DAY + ")", re.I)
"""Words before the day of a letter ... that the text speaks of."""
_ON: Final = re.compile(r"\b(?:on|upon|am|le|el|em|no dia|el día)\s$", re.I)
_LATER: Final = frozenset({"receive", "answer", "return", "reject", "accept", "approve"})
_MADE: Final = frozenset({"write", "send", "sign", "issue", "demand", "notify", "file", "propose", "report"})
_WRITTEN: Final = frozenset(
    {"write", "send", "answer", "notify", "say", "report", "demand", "sign", "issue", "propose", "reject", "withdraw"}
)
"""What a message does itself."""
_CONCLUDED: Final = frozenset({"sign", "conclude"})
_SEMICOLON: Final = re.compile(r";\s")


class Misfits:
    """Looks for such signs on the pages that a sentence cites."""

    def __init__(self, index: Index, attribution: Attribution) -> None:
        self._index = index
        self._attribution = attribution

    def rival(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], mine: Sequence[Place]) -> Rival | None:
        """The value of the same page that the sign ties to what the draft says, where ``mine`` is tied to another."""
        if self._attribution.too_many(fact.claim, mine) or len({p.page for p in mine}) != 1:
            return None
        taken = {p for f in facts if f is not fact for p in f.places} | set(mine)
        if fact.claim.kind is ClaimKind.AMOUNT:
            place = self._by_rate(text, fact.claim, mine, taken) or self._by_year(fact.claim, facts, mine, taken)
        else:
            place = self._by_label(text, unit, fact.claim, mine, taken) or self._by_from(text, fact.claim, mine, taken)
            place = place or self._by_message(text, unit, fact.claim, mine, taken)
            place = place or self._by_heading(text, unit, fact.claim, mine, taken)
            place = place or self._by_paper(text, fact.claim, mine, taken)
        place = place or self._by_row(text, unit, fact, facts, mine, taken)
        if place is None:
            return None
        page = self._index.pages[place.page].text
        return Rival(place, page[place.start : place.end])

    def objection(
        self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], mine: Sequence[Place], shown: str
    ) -> str | None:
        """Why the value can't be what the draft tells of it, where no other value of the page is, in a sentence."""
        if not mine:
            return None
        there = self._index.show(mine[0].page)
        if self._of_a_paper(text, unit, fact.claim, mine):
            return f"On {there} {shown} is the day of a paper, not of what the draft tells."
        if self._repeated(text, unit, fact, facts, mine):
            return f"{there} says {shown} once, for something else that this sentence tells of it."
        return None

    def _of_a_paper(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place]) -> bool:
        """ "I got the letter of May 3" on the page, where the draft has the letter come on May 3."""
        if claim.kind is not ClaimKind.DATE or not _ON.search(text, max(0, claim.start - _REACH), claim.start):
            return False
        if not all(_paper_before(self._index.pages[p.page].text, p) for p in mine):
            return False
        return any(t.acts & _LATER and not t.acts & _MADE for t in self._said(text, unit, claim))

    def _repeated(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], mine: Sequence[Place]) -> Fact | None:
        """The other thing that the sentence tells of the same value, where the page says it once and of that alone.

        "She left on May 3 and was paid on May 3", where the page has May 3 as the day she left and other days besides.
        """
        twins = [f for f in facts if f is not fact and f.claim.kind is fact.claim.kind and f.places == fact.places]
        if not twins or len(mine) != 1 or self._attribution.too_many(fact.claim, mine):
            return None
        taken = {p for f in facts for p in f.places}
        bound = self._attribution.bound(fact.claim, mine)
        if all(p in taken for p in bound) or self._share(text, unit, fact.claim, bound[mine[0]]) > _NOTHING:
            return None
        told = (t for t in twins if self._share(text, unit, t.claim, bound[mine[0]]) >= _SOME)
        return next((t for t in told if not self._denied(text, unit, t, facts, mine)), None)

    def _denied(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], mine: Sequence[Place]) -> bool:
        """Whether another value of the page is what the draft tells of a fact."""
        found = self.rival(text, unit, fact, facts, mine) or self._attribution.rival(text, unit, fact, facts, mine)
        return found is not None

    def _share(self, text: str, unit: Unit, claim: Found, bound: Bound) -> float:
        """How much of the weight of the words of a claim's own clause may be of a value; all of none."""
        said = self._said(text, unit, claim)
        whole = sum(max(t.weight, ACT) if t.acts else t.weight for t in said)
        return sum(bound.perhaps(t) for t in said) / whole if whole else 1.0

    def _others(self, claim: Found, mine: Sequence[Place], taken: set[Place]) -> list[Place]:
        return [p for p in self._attribution.bound(claim, mine) if p not in taken]

    def _said(self, text: str, unit: Unit, claim: Found) -> list[Token]:
        """The words of the claim's own clause."""
        said = self._attribution.said(text, unit, claim)
        return [t for t, strength in said if strength > SHARED and t.key not in ARGUED]

    def _by_label(self, text: str, unit: Unit, claim: Found, mine: Sequence[Place], taken: set[Place]) -> Place | None:
        """ "Date of loss: ..." where the draft tells when the loss occurred."""
        page = self._index.pages[mine[0].page].text
        labelled = [(p, w) for p in self._others(claim, mine, taken) if (w := label_of(page, p))]
        if not labelled:
            return None
        said = self._said(text, unit, claim)
        set_ = all(is_scheduled(page, p.start) for p in mine)
        due = speaks_of_deadline(text, unit.sentence.start, unit.sentence.cites_from, claim.start)
        bound = self._attribution.bound(claim, mine)
        own = [t for t in said if not (set_ and not due) and any(_has(bound[p], t) for p in mine)]
        own += [t for p in mine for t in self._attribution.read(label_of(page, p) or "")]
        found = []
        for place, words in labelled:
            label = self._attribution.read(words)
            if any(_alike(s, w) and not any(_alike(s, o) for o in own) for s in said for w in label):
                found.append(place)
        return found[0] if len(found) == 1 else None

    def _by_from(self, text: str, claim: Found, mine: Sequence[Place], taken: set[Place]) -> Place | None:
        """ "From" or "effective" before the draft's day, and before another day of the page."""
        page = self._index.pages[mine[0].page].text
        if not _starts(text, claim.start, claim.end) or any(_starts(page, p.start, p.end) for p in mine):
            return None
        if any(self._attribution.bound(claim, mine)[p].row is not None for p in mine):
            return None
        found = [p for p in self._others(claim, mine, taken) if _starts(page, p.start, p.end)]
        return found[0] if len({self._index.day_at(p) for p in found}) == 1 else None

    def _by_message(
        self, text: str, unit: Unit, claim: Found, mine: Sequence[Place], taken: set[Place]
    ) -> Place | None:
        """The day that a message tells of an act, which the draft puts on the day of the message itself."""
        if not all(self._index.is_document_date(p) for p in mine):
            return None
        said = self._said(text, unit, claim)
        acts = set() if any(t.acts & _WRITTEN for t in said) else {a for t in said for a in t.acts}
        page = self._index.pages[mine[0].page]
        places = [Place(page.number, d.start, d.end) for d in page.dates if acts]
        others = [
            p
            for p in places
            if p not in taken and not is_scheduled(page.text, p.start) and not _paper_before(page.text, p)
        ]
        bound = self._attribution.bound(claim, [*mine, *others]) if others else {}
        if any(bound[p].acts.get(a, 0.0) >= SHARED for p in mine for a in acts if p in bound):
            return None
        found = [p for p in others if any(bound[p].acts.get(a, 0.0) >= FIRM for a in acts)]
        return found[0] if len({self._index.day_at(p) for p in found}) == 1 else None

    def _by_heading(
        self, text: str, unit: Unit, claim: Found, mine: Sequence[Place], taken: set[Place]
    ) -> Place | None:
        """The day of the document itself where the draft has it made on a day from which on something runs."""
        page = self._index.pages[mine[0].page].text
        if not all(_starts(page, p.start, p.end) or _opens_span(page, p.start, p.end) for p in mine):
            return None
        said = self._said(text, unit, claim)
        if not any(t.acts & _CONCLUDED for t in said):
            return None
        heads = [p for p in self._others(claim, mine, taken) if self._index.is_heading_date(p)]
        return heads[0] if len(heads) == 1 else None

    def _by_paper(self, text: str, claim: Found, mine: Sequence[Place], taken: set[Place]) -> Place | None:
        """ "The notice of May 3" on the page, where the draft dates the notice on another of its days."""
        dated = _DATED.search(text, max(0, claim.start - _REACH), claim.start)
        page = self._index.pages[mine[0].page]
        if not dated or any(self._index.is_document_date(p) or _paper_before(page.text, p) for p in mine):
            return None
        paper, places = dated["paper"].casefold(), [Place(page.number, d.start, d.end) for d in page.dates]
        found = [p for p in places if p not in taken and _paper_before(page.text, p) == paper]
        return found[0] if len({self._index.day_at(p) for p in found}) == 1 else None

    def _by_rate(self, text: str, claim: Found, mine: Sequence[Place], taken: set[Place]) -> Place | None:
        """ "An hour" after the draft's sum, and after another sum of the page."""
        rate = rate_of(text, claim.start, claim.end)
        if rate is None:
            return None
        page = self._index.pages[mine[0].page].text
        if any(rate_of(page, p.start, p.end) == rate or has_rate(page, p, rate) for p in mine):
            return None
        found = [p for p in self._others(claim, mine, taken) if rate_of(page, p.start, p.end) == rate]
        return found[0] if len(found) == 1 else None

    def _by_year(self, claim: Found, facts: Sequence[Fact], mine: Sequence[Place], taken: set[Place]) -> Place | None:
        """The sum of the month and the year that the sentence names, in a table of months and years."""
        page = self._index.pages[mine[0].page].text
        days = [
            f.claim.value.readings[0] for f in facts if isinstance(f.claim.value, DateValue) and f.claim.value.readings
        ]
        cells = [c for d in days if d.year and d.day is None for c in cells_on(page, d.month, d.year)]
        if len(cells) != 1 or any(cells[0][0] <= p.start < cells[0][1] for p in mine):
            return None
        found = [p for p in self._others(claim, mine, taken) if cells[0][0] <= p.start < cells[0][1]]
        return found[0] if len(found) == 1 else None

    def _by_row(
        self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], mine: Sequence[Place], taken: set[Place]
    ) -> Place | None:
        """What the same column has in the row that the values before this one in the draft's clause stand in."""
        bound = self._attribution.bound(fact.claim, mine)
        if len(mine) != 1 or bound[mine[0]].row is None:
            return None
        rows = set(self._rows(text, unit, fact, facts, mine[0].page))
        if len(rows) != 1 or bound[mine[0]].row in rows:
            return None
        page = self._index.pages[mine[0].page].text
        layout = Layout(page, sorted((p.start, p.end) for p in bound))
        head = layout.header((mine[0].start, mine[0].end))
        beside = [p for p in bound if p not in taken and bound[p].row in rows]
        found = [p for p in beside if head and layout.header((p.start, p.end)) == head]
        if len(found) != 1:
            return None
        said = self._said(text, unit, fact.claim)
        own, other = (sum(bound[p].surely(t) for t in said) for p in (mine[0], found[0]))
        return found[0] if other >= own else None

    def _rows(self, text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], page: int) -> Iterator[int | None]:
        """The rows of the values that the draft's clause names before its own."""
        cuts = _SEMICOLON.finditer(text, max(0, unit.sentence.start - 1), fact.claim.start)
        low = max([unit.sentence.start, *(m.end() for m in cuts)])
        for other in facts:
            if other is fact or not low <= other.claim.start < fact.claim.start:
                continue
            if other.claim.kind is ClaimKind.QUOTATION:
                continue
            places = [p for p in other.places if p.page == page]
            named = [p for p in places if (day := self._index.day_at(p)) and day.day is None]
            places = named or places  # "June 2021" names a row, whatever else was in June
            rows = {self._attribution.bound(other.claim, places)[p].row for p in places}
            yield rows.pop() if len(rows) == 1 else None


def _alike(one: Token, other: Token) -> bool:
    stem = len(one.key) >= STEM and one.key[:STEM] == other.key[:STEM]
    return one.key == other.key or stem or bool(one.acts & other.acts)


def _has(bound: Bound, token: Token) -> bool:
    return bound.surely(token) >= FIRM * (min(token.weight, ACT) if token.acts else token.weight)


def _opens_span(text: str, start: int, end: int) -> bool:
    return bool(_SPAN.search(text, max(0, start - 16), start) and _UNTIL.match(text, end))


def _starts(text: str, start: int, end: int) -> bool:
    """Whether something begins on a day, which is no end of a span."""
    lead = _FROM.search(text, max(0, start - 32), start)
    span = lead and lead[0].casefold().startswith(("from", "ab", "с")) and _UNTIL.match(text, end)
    return bool(lead) and not span


def _paper_before(text: str, place: Place) -> str:
    """The paper whose day stands at a place, as "letter" in "the letter of May 3"; empty where it is of none."""
    found = _PAPER.search(text, max(0, place.start - _REACH), place.start)
    return found["paper"].casefold() if found else ""
