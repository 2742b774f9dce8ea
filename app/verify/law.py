"""Judges authorities: name, volume, reporter, page, year and court must all agree with the text on the shelf."""

import re
from dataclasses import replace
from typing import Final

from app.domain.citation import KnownCitations
from app.domain.claim import ClaimKind, VerdictKind
from app.domain.evidence import Authority
from app.verify.citations import CaseRef
from app.verify.found import Finding
from app.verify.known import judge_known, not_known
from app.verify.reporters import impossible
from app.verify.shelf import Shelf, names_agree, subsections
from app.verify.statutes import StatuteRef

_GOOD: Final = VerdictKind.SUPPORTED
_BAD: Final = VerdictKind.UNSUPPORTED
_OPEN: Final = VerdictKind.UNCHECKED


def judge_case(ref: CaseRef, shelf: Shelf, known: KnownCitations | None = None, shown: str = "") -> Finding:
    """A full, short or supra citation, or one in a foreign form.

    ``known``: an index that is asked about what is not on the shelf; ``shown``: the draft's words.
    """
    on_shelf = shelf.by_cite(ref.cite or "") is not None
    why = None if on_shelf else impossible(ref)  # what lies on the shelf exists, whatever a table says
    if why:
        return Finding(_BAD, f"{ref.name or ref.cite or ref.normal()} cannot exist: {why}")
    if ref.form == "foreign":
        return _foreign(ref, shelf)
    if ref.form == "full":
        return _full(ref, shelf, known, shown)
    candidates = shelf.by_volume(ref) if ref.form == "short" else shelf.by_name(ref.name or "")
    if ref.form == "supra" and not ref.name:
        return Finding(_OPEN, "It is not clear what this supra stands for.")
    if ref.form == "short" and ref.name:
        candidates = [i for i in candidates if names_agree(ref.name, shelf.all[i].name)]
    if not candidates:
        return Finding(_OPEN, f"No opinion on the shelf is {ref.name or ref.normal()}.")
    if len(candidates) > 1:
        inside = [i for i in candidates if not _outside(ref.pins, shelf.all[i])]
        candidates = inside if len(inside) == 1 else candidates
    if len(candidates) > 1:
        return Finding(_OPEN, f"{ref.name or ref.normal()} could be more than one opinion on the shelf.")
    return _pinned(ref.pins, candidates[0], shelf, ref)


def judge_slip(number: str | None, shelf: Shelf) -> Finding | None:
    """A docket number by which a slip opinion stands on the shelf; None for any other."""
    i = shelf.by_cite(f"No. {number}") if number else None
    if i is None:
        return None
    return Finding(_GOOD, f"No. {number} is {shelf.all[i].name} on the shelf.", authority=shelf.key(i))


def judge_again(pins: tuple[int, ...], i: int, shelf: Shelf) -> Finding:
    """``Id.`` for the opinion ``i`` of the shelf."""
    return _pinned(pins, i, shelf)


def _full(ref: CaseRef, shelf: Shelf, known: KnownCitations | None, shown: str) -> Finding:
    i = shelf.by_cite(ref.cite or "")
    if i is None:
        return _absent(ref, shelf, known, shown)
    authority, key = shelf.all[i], shelf.key(i)
    if ref.name and not names_agree(ref.name, authority.name):
        if authority.first_page is not None and authority.first_page == authority.last_page:
            why = f"{key} is {authority.name} on the shelf; another short order may begin on its only page."
            return Finding(_OPEN, why, authority=key)
        why = f"{key} is {authority.name}, not {ref.name}."
        mended = _mended(shown, ref.name, authority.name)
        return Finding(_BAD, why, authority=key, kind=ClaimKind.CASE_NAME, suggestion=mended)
    if ref.year and authority.year and ref.year != authority.year:
        why = f"{authority.name} is of {authority.year}; the draft says {ref.year}."
        return Finding(_BAD, why, authority=key, suggestion=_mended(shown, str(ref.year), str(authority.year)))
    if ref.court and authority.court and not _courts_agree(ref.court, authority.court):
        why = f"{authority.name} is of {authority.court}; the draft says {ref.court}."
        return Finding(_BAD, why, authority=key, suggestion=_mended(shown, ref.court, authority.court))
    return _beside(ref, i, shelf) or _pinned(ref.pins, i, shelf, ref)


def _mended(shown: str, wrong: str, right: str) -> str | None:
    """The draft's words with the last ``wrong`` in them made right; None where it doesn't stand there alone."""
    head, found, tail = shown.rpartition(wrong)
    alone = found and not head[-1:].isalnum() and not tail[:1].isalnum()
    return f"{head}{right}{tail}" if alone else None


def _beside(ref: CaseRef, i: int, shelf: Shelf) -> Finding | None:
    """What a parallel citation gets wrong, or leaves open; None where each is one of the opinion ``i``."""
    authority, key = shelf.all[i], shelf.key(i)
    for cite in ref.parallel:
        other = shelf.by_cite(cite)
        if other == i:
            continue
        if other is not None:
            return Finding(_BAD, f"{cite} is {shelf.all[other].name}, not {authority.name}.", authority=key)
        own = shelf.in_series(i, cite)
        if own:
            why = f"{authority.name} is at {own}; the draft says {cite}."
            return Finding(_BAD, why, authority=key, suggestion=own)
        why = f"{authority.name} is on the shelf as {key}; whether it is at {cite} too could not be checked."
        return Finding(_OPEN, why, authority=key)
    return None


def _may_be_parallel(ref: CaseRef, i: int, shelf: Shelf) -> bool:
    """Whether a citation in a reporter that the shelf's opinion names none in may be one of its own."""
    authority = shelf.all[i]
    if shelf.in_series(i, ref.cite or "") or ref.form != "full":
        return False
    years = not ref.year or not authority.year or ref.year == authority.year
    return years and (not ref.court or not authority.court or _courts_agree(ref.court, authority.court))


def _absent(ref: CaseRef, shelf: Shelf, known: KnownCitations | None, shown: str) -> Finding:
    """A citation that is not on the shelf: never rescued by its name, but the name may show where it went wrong.

    One that the index agrees with may be parallel to the shelf's own, so the name then shows nothing.
    """
    indexed = judge_known(ref, shown, known) if known is not None and ref.cite else None
    if indexed is not None and indexed.verdict is _OPEN:
        return indexed
    same = [i for i in shelf.by_name(ref.name or "") if ref.name and len(re.split(r"\bv\b", ref.name)) > 1]
    if len(same) == 1 and not _may_be_parallel(ref, same[0], shelf):
        authority = shelf.all[same[0]]
        return Finding(
            _BAD,
            f"{authority.name} is at {shelf.key(same[0])}; the draft says {ref.cite}.",
            suggestion=_mended(shown, ref.cite or "", shelf.in_series(same[0], ref.cite or "") or shelf.key(same[0])),
        )
    return indexed or not_known(ref, known)


def _pinned(pins: tuple[int, ...], i: int, shelf: Shelf, ref: CaseRef | None = None) -> Finding:
    authority, key = shelf.all[i], shelf.key(i)
    if pins and ref and ref.reporter and not shelf.is_own_series(i, ref.reporter):
        why = (
            f"{authority.name} is on the shelf as {key}, without the pages of {ref.reporter}; its page {pins[0]} could "
        )
        return Finding(_OPEN, f"{why}not be checked.", authority=key)
    out = _outside(pins, authority)
    if out:
        return Finding(
            _BAD,
            f"{authority.name} runs from page {authority.first_page} to {authority.last_page}; the draft cites page "
            f"{out}.",
            authority=key,
        )
    return Finding(
        _GOOD, f"{authority.name} is on the shelf as {key}.", authority=key, pin=str(pins[0]) if pins else None
    )


def _outside(pins: tuple[int, ...], authority: Authority) -> int | None:
    if authority.first_page is None or authority.last_page is None or not pins:
        return None
    full = list(pins)
    if len(full) > 1 and full[1] < full[0]:  # 679-80
        first, second = str(full[0]), str(full[1])
        full[1] = int(first[: len(first) - len(second)] + second)
    return next((p for p in full if not authority.first_page <= p <= authority.last_page), None)


_CIRCUIT_NAMES: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh"
_COURT_IDS: Final = {"scotus": "us", "akd": "dalaska"}


def _courts_agree(written: str, held: str) -> bool:
    """``written`` may be eyecite's id (``ca9``, ``nysd``) or the words of the parenthesis."""
    a, b = (re.sub(r"[\s.']", "", c).casefold() for c in (written, held))
    a = re.sub(
        rf"^({_CIRCUIT_NAMES})circuit$",
        lambda m: f"{_CIRCUIT_NAMES.split('|').index(m[1]) + 1}cir",
        _COURT_IDS.get(a, a),
    )
    circuit = re.match(r"(?:ca)?(\d{1,2})(?:st|nd|rd|th|d)?(?:cir)?$", a)
    if circuit:
        return b.startswith(circuit[1]) and "cir" in b
    return a == b or a in b or b in a or (a == "us" and "supreme" in b)


def judge_name(name: str, shelf: Shelf) -> Finding:
    """A case named without its citation."""
    hits = shelf.by_name(name)
    if not hits:
        return Finding(_OPEN, f"No opinion on the shelf is named {name}.")
    return Finding(_GOOD, f"{shelf.all[hits[0]].name} is on the shelf.", authority=shelf.key(hits[0]))


def judge_statute(ref: StatuteRef, shelf: Shelf, last: int | None) -> tuple[Finding, int | None]:
    """The section must be on the shelf, and it must have the subsections; ``last`` is the statute cited before."""
    i = _section(ref, shelf, last)
    if i is None:
        return Finding(_OPEN, f"{ref.normal()} is not on the shelf, so it could not be checked."), last
    missing = [s for s in ref.sections() if ref.last and shelf.statute(replace(ref, section=s)) is None]
    if missing:
        why = f"{ref.code} § {missing[0]} is not on the shelf, so the range could not be checked."
        return Finding(_OPEN, why), i
    authority, key = shelf.all[i], shelf.key(i)
    if ref.path and ref.path not in subsections(authority.text) and not _numbered(ref, authority.text):
        shown = "".join(f"({step})" for step in ref.path)
        return Finding(_BAD, f"{key} has no subsection {shown} in the text on the shelf.", authority=key), i
    more = " Of the sections after it nothing is said." if ref.open_end else ""
    return Finding(_GOOD, f"{key} is on the shelf.{more}", authority=key), i


def _section(ref: StatuteRef, shelf: Shelf, last: int | None) -> int | None:
    if ref.section is None:
        return last
    if ref.code:
        return shelf.statute(ref)
    same = shelf.statutes_with_section(ref.section)
    return same[0] if len(same) == 1 else None


def _numbered(ref: StatuteRef, text: str) -> bool:
    """Whether a paragraph exists whose inner parts the text does not number (``Abs. 1 Satz 2``)."""
    return ref.foreign and len(ref.path) > 1 and ref.path[:1] in subsections(text)


def _foreign(ref: CaseRef, shelf: Shelf) -> Finding:
    wanted = re.sub(r"\W", "", ref.name or "").casefold()
    for i in shelf.opinions():
        if any(re.sub(r"\W", "", c).casefold() in wanted for c in shelf.all[i].citations):
            return Finding(_GOOD, f"{shelf.all[i].name} is on the shelf.", authority=shelf.key(i))
    return Finding(_OPEN, f"{ref.name} is not on the shelf, so it could not be checked.")
