"""Record cites by exhibit, declaration or transcript, and ``Id.``"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from app.verify.guarded import Guarded

_DASH: Final = r"[-‐‑‒–—−]"
_ID: Final = r"[A-Z]{1,3}-?\d{1,3}[A-Z]?|\d{1,3}(?:-?[A-Z])?\b|[A-Z]{1,2}\b"
_PAGE: Final = (
    r"(?:,? ?(?:\bat\b(?: pages?| pp?\.)?|\bpp?\.|\bpages?\b|\bpg\.|\bSeiten?\b|\bS\.|\bfls?\.|\bfolhas?\b|\bpágs?\.|"
    r"\bpáginas?\b|\bл\.|\bлист[ыа]?\b|\bстр\.|\bс\.) ?"
    rf"(?P<page>\d{{1,5}})(?: ?{_DASH} ?(?P<page2>\d{{1,5}})(?!\d))?)?"
    rf"(?P<para>,? ?(?:at )?(?:¶¶?|paras?\.|\bRn\.|\bабз\.) ?(?P<para1>\d{{1,4}})(?: ?{_DASH} ?(?P<para2>\d{{1,4}}))?)?"
)
_PART: Final = r"(?:,? (?P<open>\()?(?:Part|part|Pt\.|pt\.) ?(?P<part>\d{1,3})(?: of \d{1,3})?(?(open)\)))?"
_NAMED: Final = (
    r"(?:(?<!\w)(?P<name>[A-Z][\w'’\-]{1,40}(?: [A-Z][\w'’\-]{1,40})?) (?:Decl|Aff|Affirm|Affid|Cert|Declaration|"
    r"Affidavit|Affirmation|Certification)\b\.?,? )?"
)
_WORD: Final = (
    r"(?:Exhibits?|exhibits?(?= [\"“]?[A-Z\d][\w\-]{0,4}\b)|Exhs?\.|Exs?\.|EXS?\.|Exs?(?= [A-Z\d])|EXHIBITS?|"
    r"Attachment|Annex|Tab|Anlagen?|Anl\.|Beilage|[Pp]ièces?|PIÈCE|"
    r"[Aa]nnexe|[Dd]ocumentos?|doc\.|docs\.|[Aa]nexo|[Пп]риложени[еяюи]|[Пп]рил\.)"
)
_NUMBER_SIGN: Final = r"(?:[Nn][o°º]s?\.?|n\.[º°o]|núm\.|Nr\.|№)"
EXHIBIT: Final = Guarded(
    rf"{_NAMED}(?<![\w])(?P<word>{_WORD}) (?:{_NUMBER_SIGN} ?)?[\"“]?(?P<id>{_ID})[\"”]?{_PART}{_PAGE}"
)
_PLURAL: Final = re.compile(r"(?:Exhibit|exhibit|EXHIBIT|Exh|Ex|EX|Anlage|[Pp]ièce|[Dd]ocumento|doc)(?:s|S|n)\b\.?")
_AND: Final = r"(?:, (?:and |& )?| (?:and|&|und|et|y|e|и) )"
_NEXT_ID: Final = re.compile(rf"{_AND}[\"“]?(?P<id>(?!US\b){_ID})[\"”]?{_PART}{_PAGE}")
_THROUGH: Final = re.compile(rf" ?(?:{_DASH}|\bthrough\b|\bto\b|\bbis\b|\bà\b) ?[\"“]?(?P<id>{_ID})(?!\w)")
_NEXT_PAGE: Final = re.compile(
    rf"{_AND}(?P<page>\d{{1,4}})(?: ?{_DASH} ?(?P<page2>\d{{1,4}})(?!\d))?(?![\w:/%$'’]|[.,]\d| (?!and\b|&)[A-Za-z¶§])"
)
DECLARATION: Final = Guarded(
    r"(?<!\w)(?P<name>[A-Z][\w'’\-]{1,40}(?: [A-Z][\w'’\-]{1,40})?) (?P<form>Decl|Aff|Affirm|Affid|Declaration|"
    r"Affidavit)\b\.?(?=,? (?:at |¶|paras? |paras?\.|pp?\. ))" + _PAGE
)
_LONGEST_RANGE: Final = 200
_SHORTEST: Final = 3
_TELLING: Final = 4
"""Letters from which on a label with a space in it is a name by itself."""
_SERIES: Final = re.compile(r"([A-Z]{1,3}-?)\d{1,3}[A-Z]?")
_PAGE_LINE: Final = (
    r"(?:,? ?(?:at )?(?:p(?:age|\.) ?)?(?P<page>\d{1,4})"
    rf"(?:(?::|, ?(?:ll?\.|lines?) ?)(?P<line>\d{{1,2}})"
    rf"(?: ?(?:{_DASH}|to) ?(?:(?P<page2>\d{{1,4}}):)?(?P<line2>\d{{1,2}})(?![\d:]))?)?)?"
)
TRANSCRIPT: Final = Guarded(
    r"(?<!\w)(?P<name>[A-Z][\w'’\-]{1,40}(?: (?:de |van |von )?[A-Z][\w'’\-]{1,40})?) "
    r"(?P<form>Dep(?:o|osition)?\b\.?(?: Tr\.)?|"
    rf"Trial Tr\.|Hr['’]g Tr\.|Tr\.){_PAGE_LINE}"
)
DEPOSITION_OF: Final = Guarded(
    r"\b(?:[Dd]eposition|[Dd]ep\.|[Tt]estimony) of (?:[A-Z][\w'’.\-]{1,30} ){0,3}?(?P<name>[A-Z][\w'’\-]{1,40})"
    rf"(?=,? ?(?:at )?(?:p|\d)){_PAGE_LINE}"
)
_NEXT_LINES: Final = re.compile(
    rf"[,;] ?(?:and )?(?P<page>\d{{1,4}}):(?P<line>\d{{1,2}})"
    rf"(?: ?{_DASH} ?(?:(?P<page2>\d{{1,4}}):)?(?P<line2>\d{{1,2}})"
    r"(?![\d:]))?(?![\d:])"
)
ID: Final = Guarded(
    rf"(?<![\w])(?:[Ii]d\.(?! ?§)|[Ii]bid\.|Ibidem\b|[Ee]bd\.|[Тт]ам же)(?: (?:Exhibit|Ex\.|Exh\.) (?P<id>{_ID}))?"
    rf"(?:,? (?:at|S\.|p\.|pág\.|fl\.|"
    r"л\.) (?P<page>\d{1,5})(?::(?P<line>\d{1,2}))?"
    rf"(?: ?{_DASH} ?(?:(?P<page2>\d{{1,4}}):)?(?P<line2>\d{{1,5}}))?)?"
    r"(?:,? ?(?:¶¶?|paras?\.) ?(?P<para>\d{1,4}))?"
)


@dataclass(frozen=True, slots=True)
class ExhibitRef:
    """A pointer to an exhibit or transcript: id as written, pages, lines."""

    id: str
    first: int | None
    last: int | None
    line: int | None = None
    last_line: int | None = None
    transcript: bool = False
    paragraph: int | None = None
    last_paragraph: int | None = None
    through: str | None = None
    """The last exhibit of a range: ``Exs. A-C``."""
    part: int | None = None
    declaration: bool = False

    def normal(self) -> str:
        pages = (
            "" if self.first is None else f" {self.first}" if self.first == self.last else f" {self.first}-{self.last}"
        )
        lines = "" if self.line is None else f":{self.line}" + (f"-{self.last_line}" if self.last_line else "")
        paragraph = "" if self.paragraph is None else f" ¶ {self.paragraph}"
        name = f"{self.id}-{self.through}" if self.through else self.id
        return f"{name}{f' part {self.part}' if self.part else ''}{pages}{lines}{paragraph}"

    def ids(self) -> tuple[str, ...]:
        """Every exhibit that is named; the ends alone of a range that can't be counted through."""
        first, last = self.id, self.through
        if last is None:
            return (first,)
        if len(first) == len(last) == 1 and first.isalpha() and last.isalpha() and first < last:
            return tuple(map(chr, range(ord(first), ord(last) + 1)))
        if first.isdigit() and last.isdigit() and 0 < int(last) - int(first) < _LONGEST_RANGE:
            return tuple(map(str, range(int(first), int(last) + 1)))
        return first, last


@dataclass(frozen=True, slots=True)
class IdRef:
    """``Id.``, with what it changes of its antecedent."""

    id: str | None
    page: int | None
    last: int | None = None
    line: int | None = None
    last_line: int | None = None
    paragraph: int | None = None

    def normal(self) -> str:
        return "Id." + (f" Ex. {self.id}" if self.id else "") + (f" at {self.page}" if self.page else "")


def _int(text: str | None) -> int | None:
    return int(text) if text else None


def _pages(match: re.Match[str]) -> tuple[int | None, int | None]:
    """First and last page; a short second number ("145-47") takes the missing digits of the first."""
    first, second = match["page"], match["page2"]
    if first and second and len(second) < len(first):
        second = first[: len(first) - len(second)] + second
    return _int(first), _int(second) if second else _int(first)


def _paragraphs(ref: ExhibitRef, match: re.Match[str]) -> ExhibitRef:
    """The reference with the numbered paragraphs that its cite names."""
    return replace(ref, paragraph=_int(match["para1"]), last_paragraph=_int(match["para2"]))


def find_exhibits(text: str, known: Iterable[str]) -> Iterator[tuple[int, int, ExhibitRef]]:
    """Cites of exhibits and transcripts. ``known`` are the ids and labels of the record, for names of other shapes."""
    yield from _known_names(text, known)
    for pattern in (TRANSCRIPT, DEPOSITION_OF):
        for match in pattern.finditer(text):
            form = match.groupdict().get("form") or "Dep."
            if match["page"] or form.startswith("Dep"):
                yield from _transcript(text, match, f"{match['name']} {form.split()[0].rstrip('.')}.")
    for match in DECLARATION.finditer(text):
        if match["page"] or match["para"]:
            ref = ExhibitRef(f"{match['name']} {match['form'][:4].rstrip('.')}.", *_pages(match), declaration=True)
            yield match.start(), match.end(), _paragraphs(ref, match)
    for match in EXHIBIT.finditer(text):
        yield from _listed(text, match)


def _transcript(text: str, match: re.Match[str], name: str) -> Iterator[tuple[int, int, ExhibitRef]]:
    """A cite of a transcript, and the further lines of its list: ``Smith Dep. 45:2-4, 47:1-3``."""
    if match["page"] is None and not text.startswith((".", ")", ";"), match.end()):
        return
    found: re.Match[str] | None = match
    lined = match["line"] is not None
    while found:
        lines = _int(found["line"]), _int(found["line2"])
        yield (
            found.start("page") if found is not match else match.start(),
            found.end(),
            ExhibitRef(name, *_pages(found), *lines, transcript=True),
        )
        found = _NEXT_LINES.match(text, found.end()) if lined else None


def _listed(text: str, match: re.Match[str]) -> Iterator[tuple[int, int, ExhibitRef]]:
    """A cite of an exhibit with the further pages and exhibits of its list: ``Exs. A at 1, 3, B and D``."""
    plural = bool(_PLURAL.match(match["word"]))
    found: re.Match[str] | None = match
    while found:
        ref = ExhibitRef(found["id"], *_pages(found), part=_int(found["part"]))
        start = match.start() if found is match else found.start("id")
        end = found.end("para") if found["para"] else found.end()
        through = _THROUGH.match(text, end) if plural and ref.first is None else None
        if through:
            ref, end = replace(ref, through=through["id"]), through.end()
        yield start, end, _paragraphs(ref, found)
        while (page := _NEXT_PAGE.match(text, end)) and ref.first is not None and not ref.paragraph:
            end = page.end()
            yield page.start("page"), end, ExhibitRef(ref.id, *_pages(page))
        found = _NEXT_ID.match(text, end) if plural else None


def _known_names(text: str, known: Iterable[str]) -> Iterator[tuple[int, int, ExhibitRef]]:
    """Exhibits by the very names that the record gives them, and bare numbers of their series ("GX-8 at 1")."""
    series: set[str] = set()
    for label in known:
        shape = _SERIES.fullmatch(label)
        if shape:
            series.add(shape[1])
        if len(label) < _SHORTEST or " " not in label or label not in text:
            continue
        lined = label.endswith(("Tr.", "Dep."))
        tail = _PAGE_LINE if lined else _PAGE
        need = "" if len(label) < _TELLING else "?"  # "K 1" is an exhibit only after its word, "Anlage K 1"
        for match in re.finditer(
            rf"(?:{_WORD} (?:{_NUMBER_SIGN} ?)?){need}(?<!\w){re.escape(label)}(?!\w){tail}", text
        ):
            if lined and match["page"]:
                lines = _int(match["line"]), _int(match["line2"])
                yield match.start(), match.end(), ExhibitRef(label, *_pages(match), *lines, transcript=True)
            elif not lined:
                yield match.start(), match.end(), _paragraphs(ExhibitRef(label, *_pages(match)), match)
    if series:
        stems = "|".join(sorted(map(re.escape, series)))
        for match in re.finditer(rf"(?<![\w\-.])(?P<id>(?:{stems})\d{{1,3}}[A-Z]?)(?![\w\-]){_PAGE}", text):
            if match["page"]:
                yield match.start(), match.end(), ExhibitRef(match["id"], *_pages(match))


def find_ids(text: str) -> Iterator[tuple[int, int, IdRef]]:
    """``Id.`` and its sisters."""
    for match in ID.finditer(text):
        line, last = _int(match["line"]), _int(match["line2"])
        if line is None:
            yield (
                match.start(),
                match.end(),
                IdRef(match["id"], _int(match["page"]), last, paragraph=_int(match["para"])),
            )
        else:
            yield match.start(), match.end(), IdRef(match["id"], _int(match["page"]), None, line, last)
