"""Where on one page, or in one authority, the words stand that a verdict rests on."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from app.domain.claim import Claim, ClaimKind, Verdict, VerdictKind
from app.domain.evidence import Authority, Page, Record
from app.verify.amounts import Amount, find_amounts
from app.verify.corpus import Corpus
from app.verify.dates import find_dates
from app.verify.dayvalues import DateValue, Day
from app.verify.facts import amount_places, date_places, rounding_places
from app.verify.found import Place
from app.verify.normal import clean
from app.verify.quotations import Quotation, find_quotations
from app.verify.record import Index
from app.verify.transcripts import printed_lines, printed_on

_DAY: Final = re.compile(r"(?<!\d)(\d{4}|-)-(\d\d)(?:-(\d\d))?")
_LINES: Final = re.compile(r"(?:(\d{1,5})(?:-(\d{1,5}))?)?:(\d{1,2})(?:-(\d{1,2}))?$")
_LANGUAGE: Final = "en"
"""Only says which words are too common to be OCR damage."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A span of a page's own text (code points) and how it bears on the claim.

    ``kind``: ``support``, ``contradict`` (it says something else instead) or ``place`` (where a misplaced value
    really stands, or one that is not settled).
    """

    start: int
    end: int
    kind: str


def locate(verdict: Verdict, page: Page) -> list[Spot]:
    """The spots of one source page, in its order; none where the page as a whole is meant."""
    index = Index(Record((page,)))
    kind = {VerdictKind.SUPPORTED: "support", VerdictKind.UNSUPPORTED: "contradict"}.get(verdict.verdict, "place")
    if verdict.verdict is VerdictKind.UNSUPPORTED:
        spans = _instead(verdict, index)
    else:
        spans = _said(verdict.claim, index, rounded=verdict.verdict is VerdictKind.AMBIGUOUS)
    return [Spot(start, end, kind) for start, end in sorted(set(spans)) if start < end]


def locate_in_authority(verdict: Verdict, authority: Authority) -> list[Spot]:
    """The words of a quotation or a sum in an authority's text; else the star page that the cite points at."""
    good = verdict.passes
    claim = verdict.claim
    if claim.kind is ClaimKind.QUOTATION:
        corpus = Corpus([authority.text], _LANGUAGE)
        kind = "support" if good else "place"
        return [Spot(*span, kind) for span in _quoted(claim.text, corpus)]
    if claim.kind is ClaimKind.AMOUNT:
        wanted = find_amounts(claim.text)
        found = (a for a in find_amounts(authority.text) if wanted and a.normal() == wanted[0].normal())
        return [Spot(a.start, a.end, "support") for a in found]
    pin = next((source.pin for source in verdict.sources if source.pin), None)
    star = re.search(rf"\[\*+{pin}\]", authority.text) if pin else None
    return [Spot(star.start(), star.end(), "support" if good else "contradict")] if star else []


def _said(claim: Claim, index: Index, *, rounded: bool) -> Iterator[tuple[int, int]]:
    """Where the page says what the claim says."""
    match claim.kind:
        case ClaimKind.DATE:
            yield from _own(index, date_places(_date(claim.value), index))
        case ClaimKind.AMOUNT:
            yield from _amounts(find_amounts(claim.text), index, rounded=rounded)
        case ClaimKind.QUOTATION:
            yield from _quoted(claim.text, index.corpus)
        case ClaimKind.EXHIBIT:
            yield from _numbered_lines(claim.value, index.pages[0].page.text)
        case ClaimKind.DOCKET:
            yield from (m.span() for m in re.finditer(re.escape(claim.text), index.pages[0].page.text))
        case _:
            return


def _instead(verdict: Verdict, index: Index) -> Iterator[tuple[int, int]]:
    """Where the page says what the verdict offers in the claim's place."""
    claim, other = verdict.claim, verdict.suggestion
    if claim.kind is ClaimKind.QUOTATION:
        for _, _, quotation in find_quotations(claim.text):
            yield from ((p.start, p.end) for p in index.corpus.nearest(quotation)[:1])
    elif other and claim.kind is ClaimKind.DATE:
        for value in find_dates(other):
            yield from _own(index, date_places(value, index))
    elif other and claim.kind is ClaimKind.AMOUNT:
        yield from _amounts(find_amounts(other), index, rounded=False)


def _date(value: str) -> DateValue:
    """A date from its normal form: ``2021-04-20``, ``--04-20``, ``2021-03-04 or 2021-04-03``."""
    readings = tuple(
        Day(None if year == "-" else int(year), int(month), int(day) if day else None)
        for year, month, day in _DAY.findall(value)
    )
    return DateValue(0, 0, readings)


def _amounts(wanted: Iterable[Amount], index: Index, *, rounded: bool) -> Iterator[tuple[int, int]]:
    for amount in wanted:
        yield from _own(index, amount_places(amount, index))
        if rounded:
            yield from _own(index, rounding_places(amount, index))


def _own(index: Index, places: Iterable[Place]) -> Iterator[tuple[int, int]]:
    """Places in the text as it was cleaned for reading, in the page's own text."""
    cleaned = clean(index.pages[0].page.text)
    for place in places:
        yield cleaned.original(place.start, place.end)


def _quoted(text: str, corpus: Corpus) -> Iterator[tuple[int, int]]:
    quotations: list[Quotation] = [quotation for _, _, quotation in find_quotations(text)]
    for quotation in quotations:
        for match in corpus.find(quotation):
            yield from match.spans


def _numbered_lines(value: str, text: str) -> Iterator[tuple[int, int]]:
    """The lines that a transcript cite names (``Smith Dep. 45:12-16``), by the numbers in the page's margin."""
    wanted = _LINES.search(value)
    if not wanted:
        return
    first, last = int(wanted[3]), int(wanted[4] or wanted[3])
    printed = printed_on(text)
    if len(set(printed)) > 1 and wanted[1]:
        low, high = (int(wanted[1]), first), (int(wanted[2] or wanted[1]), last)
        yield from ((m.start, m.end) for m in printed_lines(text) if low <= (m.page, m.number) <= high)
        return
    for line in re.finditer(r"^[ \t]*(\d{1,2})[ \t]+(\S[^\n]*)$", text, re.M):
        if first <= int(line[1]) <= last:
            yield line.span(2)
