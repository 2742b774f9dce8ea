"""What an index of citations says of a case that is not on the shelf: it can show a citation wrong, never right."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.citation import KnownCase, KnownCitations
from app.domain.claim import ClaimKind, VerdictKind
from app.verify.citations import CaseRef
from app.verify.found import Finding
from app.verify.shelf import name_words, parties, word_agrees

_BAD: Final = VerdictKind.UNSUPPORTED
_OPEN: Final = VerdictKind.UNCHECKED
_FEW: Final = 2
"""More cases than these on one page are short orders, of which an index seldom has them all."""


def judge_known(ref: CaseRef, shown: str, known: KnownCitations) -> Finding | None:
    """Amber where the index agrees with the draft's words ``shown``, red where it has another name, year or court at
    the citation, None where it doesn't have the citation."""
    cases = known.lookup(ref.volume or "", ref.reporter or "", ref.page or "")
    if not cases:
        return None
    named = [case for case in cases if not ref.name or not case.name or _same_name(ref.name, case.name)]
    if not named:
        return _other_name(ref, shown, cases, known)
    whole = [c for c in named if not _year_differs(ref, c) and not _court_differs(ref, c, known)]
    if whole:
        return Finding(_OPEN, f"{_knows(ref, whole[0], known)}, so nothing more could be checked.")
    case = named[0]
    says = f"of {case.year}" if _year_differs(ref, case) else f"an opinion of {case.court_name or case.court}"
    draft = ref.year if _year_differs(ref, case) else ref.court
    what = case.name or ref.cite
    why = f"By the index of {known.date}, {what} at {ref.cite} is {says}; the draft says {draft}."
    return Finding(_BAD, why, suggestion=_mended(ref, shown, case, known))


def not_known(ref: CaseRef, known: KnownCitations | None) -> Finding:
    """Neither on the shelf nor in the index: an index is never complete, so this is no proof against the citation."""
    why = f"{ref.name or ref.cite} is not on the shelf, so it could not be checked."
    if known is not None and ref.cite:
        why = f"{why} The index of {known.date} doesn't have {ref.cite}."
    return Finding(_OPEN, why)


def _knows(ref: CaseRef, case: KnownCase, known: KnownCitations) -> str:
    missing = "its text is not on the shelf"
    if not case.name:
        return f"The index of {known.date} has {ref.cite}, but not the name of its case; {missing}"
    return f"The index of {known.date} knows {ref.cite} as {_told(case)}; {missing}"


def _other_name(ref: CaseRef, shown: str, cases: Sequence[KnownCase], known: KnownCitations) -> Finding:
    names = list(dict.fromkeys(_told(case) for case in cases))
    if len(names) > _FEW:
        held = f"The index of {known.date} has {len(names)} cases at {ref.cite}"
        return Finding(_OPEN, f"{held}, none of them named {ref.name}; it may lack one.")
    why = f"By the index of {known.date}, {ref.cite} is {' or '.join(names)}, not {ref.name}."
    mended = _mended(ref, shown, cases[0], known) if len(names) == 1 else None
    return Finding(_BAD, why, suggestion=mended, kind=ClaimKind.CASE_NAME)


def _told(case: KnownCase) -> str:
    return f"{case.name} ({case.year})" if case.year else str(case.name)


def _mended(ref: CaseRef, shown: str, case: KnownCase, known: KnownCitations) -> str | None:
    """The draft's own words with what the index says put in; None where they can't be told apart in them."""
    text = shown
    if ref.name and case.name and not _same_name(ref.name, case.name):
        if text.count(ref.name) != 1:
            return None
        text = text.replace(ref.name, case.name)
    if _year_differs(ref, case):
        head, year, tail = text.rpartition(str(ref.year))
        text = f"{head}{case.year}{tail}" if year else text
    if ref.court and case.court and _court_differs(ref, case, known):
        head, court, tail = text.rpartition(ref.court)
        text = f"{head}{case.court}{tail}" if court else text
    return text if text != shown else None


def _year_differs(ref: CaseRef, case: KnownCase) -> bool:
    return ref.year is not None and case.year is not None and ref.year != case.year


def _court_differs(ref: CaseRef, case: KnownCase, known: KnownCitations) -> bool:
    """Only where the draft names a court that the index knows by that name: courts are cited in too many ways."""
    if not ref.court or not case.court:
        return False
    written, held = _court_letters(ref.court), [_court_letters(c) for c in (case.court, case.court_name or "") if c]
    if any(written in h or h in written for h in held):
        return False
    return known.is_court(ref.court)


def _court_letters(court: str) -> str:
    bare = re.sub(r"[\W_]", "", court).casefold()
    return re.sub(r"(?<=2)nd|(?<=3)rd", "d", bare)


def _same_name(written: str, held: str) -> bool:
    """Side by side some telling word in common, or initials (NLRB, U.S.): an index shortens names in its own way
    (Erie R. Co.), so less is asked of it than of the shelf."""
    mine, theirs = parties(written), parties(held)
    if len(mine) != len(theirs):
        return any(_same_party(m, t) for m in mine for t in theirs)
    return all(_same_party(m, t) for m, t in zip(mine, theirs, strict=True))


def _same_party(one: str, other: str) -> bool:
    shared = any(word_agrees(a, b) for a in name_words(one) for b in name_words(other))
    return shared or _initials(one, other) or _initials(other, one)


def _initials(short: str, full: str) -> bool:
    letters = re.sub(r"[^\w]", "", short)
    words = [w for w in name_words(full) if w[0].isupper()]
    return len(letters) > 1 and letters.isupper() and "".join(w[0] for w in words).startswith(letters)
