"""Checks a draft against one record: finds its claims, resolves its cites, judges each where its sentence points."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.domain.citation import KnownCitations
from app.domain.claim import ClaimKind, Source, Verdict, VerdictKind
from app.domain.evidence import Record
from app.domain.words import plain_lines
from app.verify.amounts import Amount
from app.verify.bates import BatesRef
from app.verify.blame import check_cites
from app.verify.citations import CaseRef
from app.verify.cites import follow_id, judge_bates, judge_docket, judge_exhibit
from app.verify.claims import find_claims
from app.verify.dayvalues import DateValue, Order
from app.verify.dockets import DocketRef
from app.verify.events import Events
from app.verify.exhibits import ExhibitRef, IdRef
from app.verify.facts import Fact, read_fact
from app.verify.forgiven import forgiven
from app.verify.found import Finding, Found
from app.verify.judge import Judge
from app.verify.language import guess_language
from app.verify.law import judge_again, judge_case, judge_name, judge_slip, judge_statute
from app.verify.lines import check_lines
from app.verify.near import near_places
from app.verify.normal import CleanText, clean
from app.verify.paragraphs import Carried, Memory, Told, claim_key, draft_order, paragraphs
from app.verify.periods import Period, SameDay, about, judge_period, resolve_same_days, same_day_told, unsure_day
from app.verify.pins import check_pins
from app.verify.record import Index
from app.verify.scope import FACT_KINDS, RECORD_CITES, Antecedent, Unit, lend_closing_cites, units
from app.verify.shelf import Shelf
from app.verify.signs import signed
from app.verify.statutes import StatuteRef
from app.verify.transcripts import check_sheets
from app.verify.undisturbed import undisturbed
from app.verify.years import is_year, judge_year, without_law_years

_TWO_STOPS: Final = re.compile(r"(?<!\.)\.([”\"»’]?)\.$")
"""A reason that ends with a value that has a full stop of its own ("the draft says 5 Oct..")."""
_UNSURE_ID: Final = Finding(VerdictKind.UNCHECKED, "It is not clear what this Id. stands for.")
_STRING: Final = re.compile(r"\s*+(?:[;,]\s*+)?(?:(?:and|see|see also|accord|also|but see|cf\.|&)[ ,]*+)*+", re.I)
"""What stands between the cites of one string."""
_REMEMBERED: Final = 20_000
"""Values whose places are kept; more than the drafts of a matter hold."""


def verify(text: str, record: Record, *, language: str | None = None) -> tuple[Verdict, ...]:
    """Every claim of ``text`` with its verdict, in the order of the text. Offsets are code points."""
    return Checker(record).check(text, language)


class Checker:
    """One record, indexed once, against which drafts are checked."""

    @undisturbed()
    def __init__(
        self, record: Record, known: KnownCitations | None = None, kept: Mapping[str, str] | None = None
    ) -> None:
        """``known``: an index of citations, asked about authorities that are not on the shelf.

        ``kept``: what was read on the record's pages before, as ``new_readings`` gave it; None: keep nothing.
        """
        self._known = known
        self.index = Index(record, kept)
        self.shelf = Shelf(record.authorities)
        self._events = Events(self.index)
        self._facts: dict[object, Fact] = {}
        self._memory = Memory()
        self._judge = Judge(self.index, self._events)

    @property
    def new_readings(self) -> Mapping[str, str]:
        """What had to be read on the record's pages anew, to be kept."""
        return self.index.new_readings

    @undisturbed()
    def check(self, text: str, language: str | None = None, *, closing_cites: bool = False) -> tuple[Verdict, ...]:
        """Every claim of ``text`` with its verdict. ``language``: ``en de fr es pt ru``, guessed where None.

        ``closing_cites``: a paragraph's last cites stand for all its sentences that have none of their own, as in
        the drafts that this program writes; without it such a sentence is held against the whole record.
        """
        draft = _readable(text)
        order = self._order(draft.text, language or guess_language(draft.text))
        carried = Carried()
        seen: Counter[tuple[str, str, str]] = Counter()
        verdicts: list[Verdict] = []
        for low, part in paragraphs(draft.text):
            told, carried = self._told(part, order, closing_cites, carried)
            verdicts += [one.verdict(draft, low, seen) for one in told]
        return tuple(verdicts)

    def _told(
        self, part: str, order: Order | None, closing_cites: bool, carried: Carried
    ) -> tuple[tuple[Told, ...], Carried]:
        """The verdicts on one paragraph, and what the next takes over; remembered, since drafts change little."""
        key = (part, order, closing_cites, carried.key())
        held = self._memory.get(key)
        if not isinstance(held, tuple):
            held = self._check_part(part, order, closing_cites, carried)
            self._memory.keep(key, held, len(part))
        return held

    def _check_part(
        self, part: str, order: Order | None, closing_cites: bool, carried: Carried
    ) -> tuple[tuple[Told, ...], Carried]:
        claims = find_claims(part, self.index, self.shelf, order)
        findings: dict[int, Finding] = {}
        made = without_law_years(part, units(part, claims))
        resolve_same_days(made)
        after = self._judge_cites(part, made, findings, carried)
        if closing_cites:
            lend_closing_cites(part, made)
        for unit in made:
            self._judge_facts(part, unit, findings)
        told: list[Told] = []
        for unit in made:
            sentence = " ".join(part[unit.sentence.start : unit.sentence.end].split())
            told += [self._tell(part, sentence, claim, findings[claim.start]) for claim in unit.claims]
        return tuple(told), after

    def _judge_facts(self, text: str, unit: Unit, findings: dict[int, Finding]) -> None:
        spans = [c for c in unit.claims if isinstance(c.value, Period | SameDay)]
        facts = [self._fact(claim) for claim in unit.claims if claim.kind in FACT_KINDS and claim not in spans]
        check_cites(text, unit, facts, self.index, self._events, self._judge.attribution)
        for cite, finding in unit.cites:
            findings[cite.start] = finding
        for fact in facts:
            finding = self._judge.judge(text, unit, fact, facts)
            finding = same_day_told(fact.claim, text, unit, finding, self.index)
            finding = about(text, unit, fact.claim, finding, self.index)
            finding = signed(text, fact.claim, finding, self.index)
            findings[fact.claim.start] = forgiven(text, fact.claim, finding, self.index)
        for claim in spans:
            findings[claim.start] = self._judge_span(text, unit, claim)
        check_pins(unit, facts, self.shelf, findings)
        check_lines(text, unit, facts, self.index, findings)
        check_sheets(text, unit, facts, self.index, findings)

    def _judge_span(self, text: str, unit: Unit, claim: Found) -> Finding:
        if is_year(claim):
            return judge_year(text, unit, claim, self.index)
        return judge_period(text, unit, claim, self.index) if isinstance(claim.value, Period) else unsure_day()

    def _fact(self, claim: Found) -> Fact:
        """Where the record says what a claim says; remembered, since an edited draft asks nearly the same again."""
        key = replace(claim.value, start=0, end=0) if isinstance(claim.value, DateValue | Amount) else claim.value
        held = self._facts.get(key)
        if held is None:
            held = read_fact(claim, self.index, self.shelf)
            if not held.places and not held.law:
                held.near = near_places(claim.value, self.index)
            if len(self._facts) >= _REMEMBERED:
                self._facts.clear()
            self._facts[key] = held
        return replace(held, claim=claim, places=list(held.places))

    def _order(self, text: str, language: str) -> Order | None:
        shown, written = draft_order(text, self._memory)
        return shown or self.index.book.order or (written if language == "en" else "DMY")

    def _judge_cites(self, text: str, made: Sequence[Unit], findings: dict[int, Finding], carried: Carried) -> Carried:
        """Judges what the sentences cite, in order, and gives back what the next paragraph takes over."""
        last, statute, before, end = carried.antecedent(), carried.statute, carried.authorities, len(text)
        for unit in made:
            for claim in unit.claims:
                if claim.kind in FACT_KINDS:
                    continue
                if isinstance(claim.value, StatuteRef):
                    finding, statute = judge_statute(claim.value, self.shelf, statute)
                else:
                    finding = self._judge_cite(text, claim, last)
                findings[claim.start] = finding
                if not _in_parenthesis(text, claim):
                    last.note(claim, finding, joined=bool(_STRING.fullmatch(text, end, claim.start)))
                    end = claim.end
                if claim.kind in RECORD_CITES or finding.authority:
                    unit.cites.append((claim, finding))
            unit.nearby = before + unit.authorities
            before = unit.authorities
        return Carried(last.found, last.finding, statute, before)

    def _judge_cite(self, text: str, claim: Found, last: Antecedent) -> Finding:
        value = claim.value
        if isinstance(value, BatesRef):
            return judge_bates(value, self.index)
        if isinstance(value, ExhibitRef):
            return judge_exhibit(value, self.index)
        if isinstance(value, DocketRef):
            return judge_slip(value.number, self.shelf) or judge_docket(value, self.index)
        if isinstance(value, CaseRef):
            return judge_case(value, self.shelf, self._known, text[claim.start : claim.end])
        if isinstance(value, IdRef):
            return self._judge_id(value, last)
        return judge_name(str(value), self.shelf)

    def _judge_id(self, value: IdRef, last: Antecedent) -> Finding:
        if last.found is None or last.finding is None:
            return _UNSURE_ID
        own = self._judge_one_id(value, last.found, last.finding)
        mine = self._source_of(last.finding)
        others = [(f, t) for f, t in last.beside if self._source_of(t) not in (mine, None)]
        if not others or value.id:
            return own
        fits = [own, *(self._judge_one_id(value, found, finding) for found, finding in others)]
        good = [finding for finding in fits if finding.verdict is VerdictKind.SUPPORTED]
        return good[0] if value.page and len(good) == 1 else _UNSURE_ID

    def _source_of(self, finding: Finding) -> str | None:
        """The authority or the exhibit that a cite names."""
        if finding.authority or not finding.pages:
            return finding.authority
        return self.index.pages[finding.pages[0]].page.exhibit

    def _judge_one_id(self, value: IdRef, found: Found, finding: Finding) -> Finding:
        before = found.value
        if isinstance(before, ExhibitRef | BatesRef | DocketRef):
            ref = follow_id(value, before, finding.pages, self.index)
            return judge_exhibit(ref, self.index) if ref else _UNSURE_ID
        if finding.authority:
            i = self.shelf.by_cite(finding.authority)
            if i is not None:
                pins = (value.page, *([value.last] if value.last else [])) if value.page else ()
                return judge_again(pins, i, self.shelf)
        if isinstance(before, CaseRef):
            why = f"This Id. stands for {before.name or before.normal()}, which could not be checked."
            return Finding(VerdictKind.UNCHECKED, why, kind=ClaimKind.CITATION)
        return _UNSURE_ID

    def _tell(self, text: str, sentence: str, claim: Found, finding: Finding) -> Told:
        what = (sentence, str(claim.kind), text[claim.start : claim.end])
        reason = _TWO_STOPS.sub(r".\1", finding.reason)
        finding = finding if reason == finding.reason else replace(finding, reason=reason)
        kind, value, sources = _kind(claim, finding), _normal(claim.value), self._sources(finding)
        return Told(claim.start, claim.end, what, kind, value, finding, sources, claim_key(what, 0))

    def _sources(self, finding: Finding) -> tuple[Source, ...]:
        if finding.authority:
            return (Source(authority=finding.authority, pin=finding.pin),)
        pages = dict.fromkeys([*finding.pages, *(p.page for p in finding.places)])
        return tuple(self.index.source(p) for p in pages)


_CITING: Final = re.compile(
    r"\((?:citing|quoting|discussing|collecting|overruling|abrogating|following|see|"
    r"cf\.)\b[^()]*(?:\([^()]*\)[^()]*)*$",
    re.I,
)


def _readable(text: str) -> CleanText:
    """What a reader sees of a draft: ``clean``, with one space where there are several and accents in their letters.

    So a claim has one key however its words are spaced, and what stands between two of its words can't hide it.
    """
    cleaned = clean(text)
    plain = plain_lines(cleaned.text)
    if plain.offsets is None or cleaned.offsets is None:
        return CleanText(plain.text, cleaned.offsets if plain.offsets is None else plain.offsets)
    return CleanText(plain.text, [cleaned.offsets[i] for i in plain.offsets])


def _in_parenthesis(text: str, claim: Found) -> bool:
    """Whether a cite stands inside "(citing ...)": an Id. after it means the case outside."""
    return isinstance(claim.value, CaseRef) and bool(_CITING.search(text[max(0, claim.start - 200) : claim.start]))


def _kind(claim: Found, finding: Finding) -> ClaimKind:
    if finding.kind:
        return finding.kind
    if isinstance(claim.value, IdRef) and finding.authority:
        return ClaimKind.CITATION
    return claim.kind


def _normal(value: object) -> str:
    if isinstance(value, DateValue):
        return " or ".join(r.iso() for r in value.readings)
    normal = getattr(value, "normal", None)
    return normal() if normal else str(value)
