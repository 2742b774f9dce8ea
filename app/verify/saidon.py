"""The day on which words were written: that of the message or letter that has them."""

from collections.abc import Sequence
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.dayvalues import DateValue
from app.verify.facts import Fact
from app.verify.found import Place
from app.verify.record import Index
from app.verify.scope import Unit
from app.verify.speakers import SPEAKING

_FARTHEST: Final = 40
"""Letters between the day and the words that were said on it."""


def other_day_said(text: str, unit: Unit, fact: Fact, facts: Sequence[Fact], index: Index) -> Place | None:
    """The date of the one document that has the quotation which the draft says was written on another day.

    None where the draft's day stands in that document too: it may be told there.
    """
    said = _said(text, unit, fact, facts)
    pages = {p.page for p in (said.places or said.near)} if said else set()
    if len(pages) != 1 or not isinstance(fact.claim.value, DateValue):
        return None
    page = pages.pop()
    dated = [p for p in _document_dates(index, page) if (day := index.day_at(p)) and day.year and day.day]
    if not dated or any(p.page == page for p in fact.places):
        return None
    return dated[0]


def _said(text: str, unit: Unit, fact: Fact, facts: Sequence[Fact]) -> Fact | None:
    """The quotation right after the day, where a word for speaking leads up to the day."""
    claim = fact.claim
    after = [f for f in facts if f.claim.start >= claim.end]
    quoted = next((f for f in after if f.claim.kind is ClaimKind.QUOTATION), None)
    if quoted is None or quoted.claim.start - claim.end > _FARTHEST or after[0] is not quoted:
        return None
    before = [c.end for c in unit.claims if c.end <= claim.start]
    lead = text[max([unit.sentence.start, *before]) : claim.start]
    return quoted if SPEAKING.search(lead) else None


def _document_dates(index: Index, page: int) -> list[Place]:
    """The date in the head of a message or letter; none where it has several."""
    places = [Place(page, d.start, d.end) for d in index.pages[page].dates]
    text = index.pages[page].text
    opens = [p for p in places if not text[text.rfind("\n", 0, p.start) + 1 : p.start].strip()]
    told = opens if len(opens) > 1 else []  # the turns of a chat, the entries of a log
    heads = [p for p in places if index.is_document_date(p) or (index.is_heading_date(p) and p not in told)]
    return heads if len(heads) == 1 else []
