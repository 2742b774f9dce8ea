"""Judges record cites: Bates numbers, exhibits, transcripts and docket entries must exist, page by page."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.claim import VerdictKind
from app.verify.bates import BatesRef
from app.verify.dockets import DocketRef
from app.verify.exhibits import ExhibitRef, IdRef
from app.verify.found import Finding
from app.verify.lines import line_beyond
from app.verify.normal import letters_text
from app.verify.numbered import last_paragraph, pages_of_paragraphs
from app.verify.record import Index
from app.verify.transcripts import is_condensed, line_beyond_sheet, pages_printed

_GOOD: Final = VerdictKind.SUPPORTED
_BAD: Final = VerdictKind.UNSUPPORTED
_LONGEST: Final = 5000
_PAGE_ID: Final = re.compile(r"Page ?ID ?(?:#:?|\.) ?(\d{1,6})")


def judge_bates(ref: BatesRef, index: Index) -> Finding:
    """Every number of the reference must be a page of the record."""
    if not ref.known_prefix and ref.keys[0] in index.by_bates:
        return Finding(_GOOD, f"{ref.first} is a page of the record.", pages=(index.by_bates[ref.keys[0]],), scope=True)
    if not ref.known_prefix:
        what = f"{ref.prefix} is no prefix of this matter" if ref.prefix else "no page of this matter bears that number"
        same = _same_digits(ref, index)
        near = None if same is None else index.pages[same].page.bates
        why = f"{ref.first} is no Bates number of the record: {what}."
        return Finding(_BAD, why, suggestion=near, hints=() if same is None else (same,))
    if ref.backwards:
        return Finding(_BAD, f"{ref.normal()} runs backwards: its last number is below its first.")
    missing = [key for key in ref.keys if key not in index.by_bates]
    pages = tuple(index.by_bates[key] for key in ref.keys if key in index.by_bates)
    if ref.open_end and pages:
        pages = tuple(index.exhibits[index.pages[pages[0]].page.exhibit].values())
        pages = tuple(p for p in pages if p >= index.by_bates[ref.keys[0]]) if not missing else pages
    if not missing and ref.bent:
        there = index.show(pages[0])
        why = f"{ref.bent} has letters that only look like those of {there}, for which it was taken."
        return Finding(_GOOD, why, pages=pages, scope=True, suggestion=there)
    if not missing and ref.keys:
        return Finding(_GOOD, f"{ref.normal()} is in the record.", pages=pages, scope=True)
    if len(ref.keys) > 1 and pages:
        return Finding(
            _BAD,
            f"{ref.normal()} runs past the pages of the record: {len(missing)} of {len(ref.keys)} are not there.",
            hints=pages[:1],
        )
    return Finding(_BAD, f"No page of the record bears the number {ref.normal()}.", suggestion=_nearest(ref, index))


def _same_digits(ref: BatesRef, index: Index) -> int | None:
    digits = re.sub(r"\D", "", ref.first)
    hits = index.by_digits.get(digits, ())
    return hits[0] if len(hits) == 1 and len(digits) >= 4 else None


def _nearest(ref: BatesRef, index: Index) -> str | None:
    """A number of the record that differs by two digits changing places or by one digit."""
    wanted = ref.keys[0]
    close = [
        k for k in index.by_bates if len(k) == len(wanted) and sum(a != b for a, b in zip(k, wanted, strict=True)) == 1
    ]
    swapped = [k for k in index.by_bates if len(k) == len(wanted) and sorted(k) == sorted(wanted)]
    for near in (swapped, close):
        if len(near) == 1:
            return index.pages[index.by_bates[near[0]]].page.bates
    return None


def judge_exhibit(ref: ExhibitRef, index: Index) -> Finding:
    """The exhibit, its pages and, in a transcript, its lines must be there."""
    if ref.through:
        return _range(ref, index)
    exhibit = _exhibit_of(ref, index)
    if exhibit is None:
        return _no_exhibit(ref, index)
    pages = pages_printed(exhibit, index) if ref.transcript else index.exhibits[exhibit]
    if ref.first is None:
        return _whole(ref, exhibit, index)
    wanted = range(ref.first, (ref.last or ref.first) + 1)
    if not 0 < len(wanted) <= _LONGEST or any(n not in pages for n in wanted):
        low, high = min(pages), max(pages)
        asked = ref.first if ref.first == ref.last else f"{ref.first}-{ref.last}"
        why = f"{index.show_exhibit(exhibit)} has pages {low} to {high}; the draft cites page {asked}."
        return Finding(_BAD, why, hints=tuple(pages.values()))
    found = tuple(dict.fromkeys(pages[n] for n in wanted))
    if is_condensed(index, found[0]):
        beyond = line_beyond_sheet(ref, index, found[0])
    else:
        beyond = line_beyond(ref, index, found)
    if beyond:
        return Finding(_BAD, f"Page {ref.first} of {index.show_exhibit(exhibit)} has no line {beyond}.")
    return Finding(_GOOD, f"{index.show_exhibit(exhibit)} has that page.", pages=found, scope=True)


def _exhibit_of(ref: ExhibitRef, index: Index) -> str | None:
    """The exhibit that a reference names; parts and declarations by any of their names."""
    if ref.part:
        names = (f"{ref.id} part {ref.part}", f"{ref.id}-{ref.part}", f"{ref.id} pt {ref.part}")
        return next((e for n in names if (e := index.exhibit_named(n))), None)
    named = index.exhibit_named(ref.id)
    if named is None and ref.transcript:
        deposition = " ".join([*ref.id.split()[:-1], "Dep."])
        named = index.exhibit_named(deposition) or next(iter(_deposed(ref, index)), None)
    if named is None and ref.declaration:
        heads = index.declarations.get(ref.id.split()[-2].casefold(), ())
        named = heads[0] if len(heads) == 1 else None
    return named


def _volumes(ref: ExhibitRef, index: Index) -> tuple[str, ...]:
    """The transcripts whose first page is headed with the witness's last name."""
    return index.depositions.get(ref.id.split()[-2].casefold(), ()) if " " in ref.id else ()


def _deposed(ref: ExhibitRef, index: Index) -> tuple[str, ...]:
    """The transcript that its first page calls the witness's: of several volumes the one that has the page."""
    volumes = _volumes(ref, index)
    if len(volumes) < 2:
        return volumes
    having = tuple(e for e in volumes if ref.first in pages_printed(e, index))
    return having if len(having) == 1 else ()


def _no_exhibit(ref: ExhibitRef, index: Index) -> Finding:
    if ref.part and index.exhibit_named(ref.id):
        return Finding(_BAD, f"{index.show_exhibit(ref.id)} has no part {ref.part} in the record.")
    if ref.declaration and index.declarations.get(ref.id.split()[-2].casefold()):
        return Finding(VerdictKind.UNCHECKED, f"More than one exhibit may be the {ref.id}")
    if ref.transcript and len(_volumes(ref, index)) > 1:
        return Finding(VerdictKind.UNCHECKED, f"More than one exhibit may be the {ref.id}")
    return Finding(_BAD, f"There is no {_shown(ref, index)} in the record.")


def _shown(ref: ExhibitRef, index: Index) -> str:
    return ref.id if ref.transcript or ref.declaration else index.show_exhibit(ref.id)


def _range(ref: ExhibitRef, index: Index) -> Finding:
    """Every exhibit of ``Exs. A-C`` must be there."""
    exhibits = [(name, index.exhibit_named(name)) for name in ref.ids()]
    missing = [name for name, exhibit in exhibits if exhibit is None]
    if missing:
        return Finding(_BAD, f"There is no {index.show_exhibit(missing[0])} in the record.")
    pages = tuple(p for _, exhibit in exhibits if exhibit for p in index.exhibits[exhibit].values())
    return Finding(_GOOD, f"Each of {ref.normal()} is in the record.", pages=pages, scope=True)


def _whole(ref: ExhibitRef, exhibit: str, index: Index) -> Finding:
    """A cite without a page: the numbered paragraph that it names, else all of the exhibit."""
    pages, name = index.exhibits[exhibit], index.show_exhibit(exhibit)
    if ref.paragraph is not None:
        told = pages_of_paragraphs(pages, ref.paragraph, ref.last_paragraph or ref.paragraph, index)
        if told:
            why = f"{index.show(told[0])} has paragraph {ref.paragraph} of {name}."
            return Finding(_GOOD, why, pages=told, scope=True)
        last = last_paragraph(pages, index)
        if last and (ref.last_paragraph or ref.paragraph) > last:
            return Finding(_BAD, f"{name} has paragraphs 1 to {last}; the draft cites paragraph {ref.paragraph}.")
    return Finding(_GOOD, f"{name} is in the record.", pages=tuple(pages.values()), scope=True)


def judge_docket(ref: DocketRef, index: Index) -> Finding:
    """A case number must stand in the record; a docket entry must be the heading of a filing in it."""
    return _case_number(ref, ref.number, index) if ref.number else _filing(ref, index)


def _case_number(ref: DocketRef, number: str, index: Index) -> Finding:
    wanted = letters_text(re.sub(r"\([A-Z]+\)", "", number))
    hits = tuple(index.corpus.having(wanted))
    if not hits:
        shorter = re.match(r"(\d+:?\d+-?[a-z]{0,4}-?\d+)", number)
        hits = tuple(index.corpus.having(letters_text(shorter[1]))) if shorter else ()
    if not hits:
        hits = next((h for s in ref.spellings() if (h := tuple(index.corpus.having(letters_text(s))))), ())
    if hits:
        return Finding(_GOOD, f"{number} stands on {index.show(hits[0])}.", pages=hits[:1])
    return Finding(_BAD, f"The number {number} stands nowhere in the record.")


def _filing(ref: DocketRef, index: Index) -> Finding:
    pages = index.filings.get(ref.entry or "", [])
    if not pages:
        return Finding(_BAD, f"No filing in the record is docket entry {ref.entry}.")
    if ref.page_id is not None and (numbered := _with_page_id(ref.page_id, [i for i, _ in pages], index)):
        return numbered
    if ref.page is None:
        return Finding(
            _GOOD, f"Docket entry {ref.entry} is in the record.", pages=tuple(i for i, _ in pages), scope=True
        )
    exact = {int(n): i for i, n in pages if n}
    wanted = range(ref.page, (ref.last_page or ref.page) + 1)
    missing = [n for n in wanted if n not in exact]
    if not missing and len(wanted):
        why = f"Docket entry {ref.entry} has page {ref.page}."
        return Finding(_GOOD, why, pages=tuple(exact[n] for n in wanted), scope=True)
    gone = missing[0] if missing else ref.page
    return Finding(_BAD, f"Docket entry {ref.entry} is in the record, its page {gone} is not.")


def _with_page_id(number: int, pages: Sequence[int], index: Index) -> Finding | None:
    """The page of a filing that bears a PageID; None where its pages show none at all."""
    shown = {int(m[1]): i for i in pages for m in _PAGE_ID.finditer(index.pages[i].page.text)}
    if number in shown:
        why = f"{index.show(shown[number])} is PageID.{number}."
        return Finding(_GOOD, why, pages=(shown[number],), scope=True)
    return Finding(_BAD, f"No page of that filing is PageID.{number}.") if shown else None


def follow_id(
    ref: IdRef, last: ExhibitRef | BatesRef | DocketRef, pages: tuple[int, ...], index: Index
) -> ExhibitRef | None:
    """What ``Id. at 2`` means after the cite ``last`` (which names ``pages``)."""
    if ref.id:
        return ExhibitRef(ref.id, ref.page, ref.last or ref.page)
    if not pages:
        return None
    page = index.pages[pages[0]].page
    transcript = isinstance(last, ExhibitRef) and last.transcript
    if ref.page is None:
        if ref.paragraph is not None:
            return ExhibitRef(page.exhibit, None, None, paragraph=ref.paragraph)
        return last if isinstance(last, ExhibitRef) else ExhibitRef(page.exhibit, page.page, page.page)
    return ExhibitRef(page.exhibit, ref.page, ref.last or ref.page, ref.line, ref.last_line, transcript)
