"""Statutes and rules, in the forms of six languages, as code, section and path of subsections."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from app.verify.lawlists import listed_sections
from app.verify.statuteforms import LEAD, PATTERNS, code_of

_STEP: Final = re.compile(
    r"\(([0-9A-Za-z]{1,5})\)|(?:Abs\.|Absatz|п\.|ч\.|§|al\.|alinéa|apartado|ap\.|cl\.|subds?\.) ?(\d{1,2}[a-z]?)|"
    r"(?:Satz|S\.) ?(?P<satz>\d{1,2})|(?:Nr\.|Nummer) ?(?P<nr>\d{1,2}[a-z]?)"
)
_OPEN_END: Final = re.compile(r",? et\.? seq\b\.?", re.I)
_RANGE: Final = re.compile(r" ?(?:[-‐‑–—]|to|through) ?(?P<last>\d{1,5}[a-z]{0,2})(?![\w(.])")
_SUB_RANGE: Final = re.compile(r" ?(?:[-‐‑–—]|to|through) ?(?P<subs>(?:\([0-9A-Za-z]{1,5}\))+)")
_MORE_SUBS: Final = re.compile(r"(?:,? (?:and|or|&) |, )(?P<subs>(?:\([0-9A-Za-z]{1,5}\))+)")
_MORE_SECTIONS: Final = re.compile(
    r"(?:,? (?:and|or|&) (?:§ ?)?|, (?:§ ?)?)(?P<section>\d{1,5}[A-Za-z]{0,2}(?:[.\-]\d{1,4}[a-z]{0,2}){0,2})"
    r"(?P<subs>(?:\([0-9A-Za-z]{1,5}\))*)(?![\w]|[.,]\d| (?:U\.|F\.|S\.))"
)
_OF_A_CONTRACT: Final = re.compile(
    r"\b(?:Agreement|Lease|Contract|Note|Plan|Policy|Deed|Bylaws|Handbook|Manual|Terms|Charter|Indenture|Mortgage|Will|"
    r"Trust|Vertrag\w*|Satzung|contrat|bail|contrato)(?: at|,)? ?(?:§§? ?)?$"
)
_MOST: Final = 60
"""Sections of a range that are looked up."""


@dataclass(frozen=True, slots=True)
class StatuteRef:
    """``code``: the title of the United States Code (``28 usc``) or a code's name; None where context must give it."""

    code: str | None
    section: str | None
    path: tuple[str, ...]
    again: bool = False
    foreign: bool = False
    last: str | None = None
    """The last section of a range."""
    open_end: bool = False
    """``et seq.``: this section and those that follow."""

    def normal(self) -> str:
        tail = "".join(f"({p})" for p in self.path)
        more = f"-{self.last}" if self.last else " et seq." if self.open_end else ""
        return f"{self.code or ''} § {self.section or ''}{tail}{more}".strip()

    def sections(self) -> tuple[str, ...]:
        """Every section that is named; the ends alone of a range that can't be counted through."""
        if not self.section or not self.last:
            return (self.section,) if self.section else ()
        if self.section.isdigit() and self.last.isdigit() and 0 < int(self.last) - int(self.section) <= _MOST:
            return tuple(str(n) for n in range(int(self.section), int(self.last) + 1))
        return self.section, self.last


def find_statutes(text: str) -> Iterator[tuple[int, int, StatuteRef]]:
    """Statute cites; a bare "section 362(a)" is one only where subsections follow or the sign § stands."""
    for start, end, code, section, path in listed_sections(text):
        yield start, end, StatuteRef(code, section, path, foreign=True)
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            if parts.get("bare") and not (parts.get("subs") or parts["bare"].startswith("§")):
                continue
            low = match.start("section") if parts.get("code") and parts.get("section") else match.start()
            if _OF_A_CONTRACT.search(text, max(0, low - 24), low):
                continue
            start, ref = _named(match, _ref(parts))
            if "code" in parts and parts["code"] and ref.code is None:
                continue
            end, ref = _let_out(text, match, ref)
            yield start, end, ref
            yield from _further(text, end, ref, many=bool(parts.get("many")) or (parts.get("bare") or "")[-1:] in "§s")


def _named(match: re.Match[str], ref: StatuteRef) -> tuple[int, StatuteRef]:
    """Where the cite begins: without the sentence's words before a code's name; a name of nothing else is none."""
    if match.groupdict().get("rule"):
        return match.start("rule"), ref
    code = match.groupdict().get("code") or ""
    lead = LEAD.match(code)
    if not lead or match.start("code") != match.start():
        return match.start(), ref
    name = code[lead.end() :].strip(" ,")
    return match.start() + lead.end(), replace(ref, code=code_of(name) if name else None)


def _let_out(text: str, match: re.Match[str], ref: StatuteRef) -> tuple[int, StatuteRef]:
    """The cite with the "et seq." or the second section of a range after it."""
    open_end = _OPEN_END.match(text, match.end())
    if open_end:
        return open_end.end(), replace(ref, open_end=True)
    several = match.groupdict().get("many") or match[0].count("§") > 1
    to = _RANGE.match(text, match.end()) if several and not ref.path and ref.section else None
    if to and ref.section:
        last = to["last"]
        if last.isdigit() and len(last) < len(ref.section):
            last = ref.section[: len(ref.section) - len(last)] + last
        return to.end(), replace(ref, last=last)
    return match.end(), ref


def _further(text: str, at: int, ref: StatuteRef, *, many: bool) -> Iterator[tuple[int, int, StatuteRef]]:
    """Further subsections and, after §§, sections of a list: ``§§ 10(a), (c), 12(b)``; ``(b)(2)(A)-(C)``."""
    while ref.section and not ref.foreign:
        subs = _SUB_RANGE.match(text, at) or _MORE_SUBS.match(text, at)
        path = _sibling(ref.path, tuple(m[1] for m in _STEP.finditer(subs["subs"]))) if subs else None
        section = _MORE_SECTIONS.match(text, at) if many and not path else None
        if subs and path:
            ref = replace(ref, path=path, last=None, open_end=False)
            start, at = subs.span("subs")
        elif section:
            steps = tuple(m[1] for m in _STEP.finditer(section["subs"]))
            ref = StatuteRef(ref.code, section["section"], steps, ref.again)
            start, at = section.start("section"), section.end()
        else:
            return
        yield start, at, ref


def _sibling(before: tuple[str, ...], steps: tuple[str, ...]) -> tuple[str, ...] | None:
    """The path of ``(C)`` after ``(b)(2)(A)``: it takes the place of the last step of its own kind."""
    for depth in range(len(before) - 1, -1, -1):
        if steps and _class_of(before[depth]) == _class_of(steps[0]):
            return (*before[:depth], *steps)
    return None


def _class_of(step: str) -> str:
    return "digit" if step[0].isdigit() else "lower" if step.islower() else "upper"


def _ref(parts: dict[str, str | None]) -> StatuteRef:
    path_text = parts.get("subs") or parts.get("de") or parts.get("rom") or parts.get("ru") or ""
    steps = tuple(m[1] or m[2] for m in _STEP.finditer(path_text) if m[1] or m[2])
    code: str | None = None
    if parts.get("title"):
        code = f"{parts['title']} {'cfr' if parts.get('code') else 'usc'}"
    elif parts.get("rule"):
        code = "rule"
    elif parts.get("code"):
        code = code_of(parts["code"] or "")
    foreign = any(parts.get(k) is not None for k in ("de", "rom", "ru"))
    return StatuteRef(code, (parts.get("section") or "").strip() or None, steps, bool(parts.get("again")), foreign)


def statute_key(code: str, section: str) -> str:
    """What is compared of a statute: its code and section without spaces and points."""
    return re.sub(r"[\s.]", "", f"{code}|{section}").casefold()
