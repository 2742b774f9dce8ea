"""Case citations: eyecite as one finder, own patterns for what it does not see."""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from app.verify.citeforms import DASH, FOREIGN, GLUED, NEUTRAL, SIGNALS, name_before


@dataclass(frozen=True, slots=True)
class CaseRef:
    """What a citation says of a case; every part may be missing."""

    name: str | None
    volume: str | None
    reporter: str | None
    page: str | None
    pin: str | None
    year: int | None
    court: str | None
    form: str
    """full, short, supra, id or foreign."""
    parallel: tuple[str, ...] = ()
    """Further citations of the same opinion between the first and the parenthesis."""
    pins: tuple[int, ...] = ()
    docket: str | None = None

    @property
    def cite(self) -> str | None:
        return f"{self.volume} {self.reporter} {self.page}" if self.volume and self.reporter and self.page else None

    def normal(self) -> str:
        parts = [self.name, self.cite, f"({self.year})" if self.year else None]
        return ", ".join(p for p in parts if p) or self.form


def _eyecite() -> Any:
    """eyecite with its court look-up remembered: it asks the same question for every citation."""
    import eyecite
    import eyecite.helpers as helpers

    logging.getLogger("eyecite").setLevel(logging.ERROR)  # it warns of overlaps, which are settled here anyway
    if not hasattr(helpers.get_court_by_paren, "cache_info"):
        helpers.get_court_by_paren = lru_cache(maxsize=8192)(helpers.get_court_by_paren)
    return eyecite


_NUMBER: Final = re.compile(r",? \(?(?:Case |Civ(?:il|\.) (?:A(?:ction|\.) )?)?Nos?\. ?(?P<number>[\w:\-]+)[^,]*$")
_PIN_ONE: Final = (
    rf",\s?(?:at )?\d{{1,5}}(?:\s?{DASH}\s?\d{{1,5}})?(?!\d|\s[A-Z\d]|[A-Z])(?:,? (?:& )?nn?\.\s?\d+(?:{DASH}\d+)?)?"
)
_PIN_LIST: Final = re.compile(rf"(?:{_PIN_ONE})*")
_PIN: Final = re.compile(rf",\s?(?:at )?(?P<first>\d{{1,5}})(?:\s?{DASH}\s?(?P<last>\d{{1,5}}))?")
_AHEAD: Final = re.compile(
    r" ?\((?P<court>[^()\n\d]{0,40}?(?:\d{1,2}(?:st|d|nd|rd|th) Cir\. ?)?)(?P<year>(?:1[6-9]|20)\d\d)\) $"
)
_COURT_YEAR: Final = re.compile(r"\((?P<court>[^()\n]{0,60}?)(?P<year>(?:1[6-9]|20)\d\d)\)")
_UP_TO_YEAR: Final = re.compile(r"[^()\n;]{0,90}\([^()\n]{0,60}?\d{4}\)")
_NO_PAREN: Final = re.compile(r"[^()\n;]*")


def find_cases(text: str) -> list[tuple[int, int, CaseRef]]:
    """Full, short, supra and foreign citations, in order; ``Id.`` is found with the record cites."""
    found = [*_by_eyecite(text)]
    taken = sorted((s, e) for s, e, _ in found)
    for match in FOREIGN.finditer(text):
        ref = CaseRef(match[0].strip(), None, None, None, None, None, None, "foreign")
        found.append((match.start(), match.end(), ref))
    for pattern in (GLUED, NEUTRAL):
        for match in pattern.finditer(text):
            if not any(s < match.end() and match.start() < e for s, e in taken):
                found.append(_own(text, match))
    found.sort(key=lambda f: (f[0], -f[1]))
    return found


def _own(text: str, match: re.Match[str]) -> tuple[int, int, CaseRef]:
    parts = match.groupdict()
    if parts.get("bracketed"):
        parts |= {"year": parts["bracketed"], "reporter": parts["series"], "page": parts["number"]}
    start, name = name_before(text, match.start())
    name, docket = _docketed(name)
    paren = parts.get("paren")
    dated = re.search(r"\d{4}", paren or "")
    year = parts.get("year") or (dated[0] if dated else None)
    volume = parts.get("volume") or parts.get("year")
    pin = parts.get("pin")
    court = re.sub(r",? ?\d{4}$", "", paren) if paren else None
    ref = CaseRef(
        name,
        volume,
        parts["reporter"],
        parts["page"],
        pin,
        int(year) if year else None,
        court or None,
        "full",
        (),
        (int(pin),) if pin else (),
        docket,
    )
    return start, match.end(), ref


_CHUNK: Final = 4000
_WORTH_READING: Final = re.compile(r"\d ?[A-Z]|\bsupra\b")


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs that can hold a citation, the longest ones cut at a space: eyecite's time grows faster than a text."""
    for paragraph in re.finditer(r"[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*", text):
        start, stop = paragraph.span()
        while start < stop:
            end = stop if stop - start <= _CHUNK else max(text.rfind(" ", start, start + _CHUNK), start + _CHUNK // 2)
            if _WORTH_READING.search(text, start, end):
                yield start, end
            start = end


def _by_eyecite(text: str) -> Iterator[tuple[int, int, CaseRef]]:
    parts = list(_chunks(text))
    if not parts:
        return  # eyecite takes half a second to load
    eyecite = _eyecite()
    from eyecite.models import FullCaseCitation, ShortCaseCitation, SupraCitation

    readers = {FullCaseCitation: _full, ShortCaseCitation: _short, SupraCitation: _supra}
    for low, high in parts:
        part = text[low:high]
        found = eyecite.get_citations(part)
        full = [c for c in found if isinstance(c, FullCaseCitation)]
        for cite in found:
            read = readers.get(type(cite))
            if read:
                start, end, ref = read(part, cite)
                if read is _full:
                    ref = replace(ref, parallel=_parallel(full, cite, end))
                yield low + start, low + end, ref


def _parallel(full: Sequence[Any], cite: Any, end: int) -> tuple[str, ...]:
    """Citations that stand between one and the parenthesis that closes it, which ends at ``end``."""
    beside = (c.groups for c in full if cite.span()[1] <= c.span()[0] < end)
    return tuple(f"{g['volume']} {g['reporter']} {g['page']}" for g in beside if g.get("page"))


def _full(text: str, cite: Any) -> tuple[int, int, CaseRef]:
    start, end = cite.span()
    full_end = cite.full_span()[1]
    begin, name = name_before(text, start)
    if name is None and cite.metadata.plaintiff and cite.metadata.defendant:
        begin, name = cite.full_span()[0], f"{cite.metadata.plaintiff} v. {cite.metadata.defendant}"
    ahead = _AHEAD.search(text[max(0, start - 70) : start])
    court: str | None
    year: int | None
    if ahead:  # California: the year stands before the citation
        begin, name = name_before(text, start - len(ahead[0]))
        court, year = ahead["court"].strip(" ,") or None, int(ahead["year"])
        full_end = end + len(_PIN_LIST.match(text, end)[0])  # type: ignore[index]
    else:
        full_end = max(end, _closing_paren(text, end, full_end))
        court, year = _court_year(text[end:full_end])
    pins = _pins_after(text, end, full_end) or _pins(cite.metadata.pin_cite)
    name, docket = _docketed(name)
    ref = CaseRef(
        name, cite.groups.get("volume"), cite.groups.get("reporter"), cite.groups.get("page"), cite.metadata.pin_cite,
        year, court, "full", (), pins, docket,
    )  # fmt: skip
    return begin, full_end, ref


def _docketed(name: str | None) -> tuple[str | None, str | None]:
    """A case name without the docket number that stands between it and the citation."""
    number = _NUMBER.search(name or "")
    return (name, None) if name is None or number is None else (name[: number.start()].rstrip(" ,("), number["number"])


def _court_year(tail: str) -> tuple[str | None, int | None]:
    """Court and year of the parenthesis that closes a citation: ``(D. Alaska 1900)``."""
    match = _COURT_YEAR.search(tail)
    if not match:
        return None, None
    return match["court"].strip(" ,") or None, int(match["year"])


def _closing_paren(text: str, end: int, full_end: int) -> int:
    """Up to the parenthesis of court and year, without explanatory ones after it."""
    match = _UP_TO_YEAR.match(text, end)
    return match.end() if match else min(full_end, end + len(_NO_PAREN.match(text[end:full_end])[0]))  # type: ignore[index]


def _pins_after(text: str, end: int, full_end: int) -> tuple[int, ...]:
    """The pages between a citation and its parenthesis, whatever the dash: ``, 380–82, 385 & n.4``."""
    listed = _PIN_LIST.match(text, end, full_end)
    pages: list[int] = []
    for pin in _PIN.finditer(listed[0] if listed else ""):
        first, last = pin["first"], pin["last"]
        if last and len(last) < len(first):
            last = first[: len(first) - len(last)] + last
        pages += [int(first), *([int(last)] if last else [])]
    return tuple(pages)


def _pins(pin: str | None) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", pin)[:2]) if pin else ()


def _short(text: str, cite: Any) -> tuple[int, int, CaseRef]:
    start, end = cite.span()
    match = re.search(
        r"(?P<name>(?:[A-Z][\w.'’&\-]{1,40} ){0,3}[A-Z][\w.'’&\-]{1,40}(?: v\. [A-Z][\w.'’ &\-]{1,80})?), $",
        text[max(0, start - 80) : start],
    )
    name = match["name"] if match else None
    if match:
        skip = SIGNALS.match(match["name"])
        name = match["name"][skip.end() :] if skip else name
        start = start - len(match[0]) + (skip.end() if skip else 0)
    pin = cite.metadata.pin_cite or cite.groups.get("page")
    ref = CaseRef(
        name, cite.groups.get("volume"), cite.groups.get("reporter"), None, pin, None, None, "short", (), _pins(pin)
    )
    return start, max(end, cite.full_span()[1] if cite.full_span()[1] - end < 20 else end), ref


def _supra(text: str, cite: Any) -> tuple[int, int, CaseRef]:
    start, end = cite.full_span()
    name = cite.metadata.antecedent_guess
    if name:
        at = text.rfind(name, max(0, start - 60), end)
        match = re.search(r"(?:[A-Z][\w.'’&\-]{1,40} ){0,3}$", text[max(0, at - 60) : at]) if at >= 0 else None
        if at >= 0 and match:
            skip = SIGNALS.match(match[0])
            lead = match[0][skip.end() :] if skip else match[0]
            start, name = at - len(lead), lead + name
    return (
        start,
        end,
        CaseRef(name, None, None, None, cite.metadata.pin_cite, None, None, "supra", (), _pins(cite.metadata.pin_cite)),
    )


@cache
def reporter_key(cite: str) -> str:
    """What is compared of a citation: letters and digits without spaces and points."""
    return re.sub(r"[\s.'’]", "", cite).casefold()
