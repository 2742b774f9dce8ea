"""Record cites by exhibit, declaration or transcript, docket entries, and ``Id.``"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

_DASH: Final = r"[-‐‑‒–—−]"
_ID: Final = r"[A-Z]{1,3}-?\d{1,3}[A-Z]?|\d{1,3}(?:-?[A-Z])?\b|[A-Z]{1,2}\b"
_PAGE: Final = (
    r"(?:,? ?(?:\bat\b(?: page)?|\bpp?\.|\bpages?\b|\bpg\.|\bSeiten?\b|\bS\.|\bfls?\.|\bfolhas?\b|\bpágs?\.|"
    r"\bpáginas?\b|\bл\.|\bлист[ыа]?\b|\bстр\.|\bс\.) ?"
    rf"(?P<page>\d{{1,5}})(?: ?{_DASH} ?(?P<page2>\d{{1,5}})(?!\d))?)?"
    rf"(?P<para>,? ?(?:¶¶?|paras?\.|\bRn\.|\bабз\.) ?(?P<para1>\d{{1,4}})(?: ?{_DASH} ?(?P<para2>\d{{1,4}}))?)?"
)
_NAMED: Final = (
    r"(?:(?<!\w)(?P<name>[A-Z][\w'’\-]{1,40}(?: [A-Z][\w'’\-]{1,40})?) (?:Decl|Aff|Affirm|Affid|Cert|Declaration|"
    r"Affidavit|Affirmation|Certification)\b\.?,? )?"
)
_WORD: Final = (
    r"(?:Exhibits?|Exhs?\.|Exs?\.|EXHIBIT|Attachment|Annex|Tab|Anlagen?|Anl\.|Beilage|[Pp]ièces?|PIÈCE|"
    r"[Aa]nnexe|[Dd]ocumentos?|doc\.|docs\.|[Aa]nexo|[Пп]риложени[еяюи]|[Пп]рил\.)"
)
_NUMBER_SIGN: Final = r"(?:[Nn][o°º]s?\.?|n\.[º°o]|núm\.|Nr\.|№)"
EXHIBIT: Final = re.compile(rf"{_NAMED}(?<![\w]){_WORD} (?:{_NUMBER_SIGN} ?)?[\"“]?(?P<id>{_ID})[\"”]?{_PAGE}")
_SERIES: Final = re.compile(r"([A-Z]{1,3}-|[A-Z]{2,3})\d{1,3}[A-Z]?")
_PAGE_LINE: Final = (
    r"(?:,? ?(?:at )?(?P<page>\d{1,4})"
    rf"(?::(?P<line>\d{{1,2}})(?: ?{_DASH} ?(?:(?P<page2>\d{{1,4}}):)?(?P<line2>\d{{1,2}})(?![\d:]))?)?)?"
)
TRANSCRIPT: Final = re.compile(
    r"(?<!\w)(?P<name>[A-Z][\w'’\-]{1,40}(?: (?:de |van |von )?[A-Z][\w'’\-]{1,40})?) "
    r"(?P<form>Dep(?:o|osition)?\b\.?(?: Tr\.)?|"
    rf"Trial Tr\.|Hr['’]g Tr\.|Tr\.){_PAGE_LINE}"
)
ID: Final = re.compile(
    rf"(?<![\w])(?:Id\.|Ibid\.|Ibidem\b|[Ee]bd\.|[Ii]bid\.|[Тт]ам же)(?: (?:Exhibit|Ex\.|Exh\.) (?P<id>{_ID}))?"
    rf"(?:,? (?:at|S\.|p\.|pág\.|fl\.|"
    r"л\.) (?P<page>\d{1,5})(?::(?P<line>\d{1,2}))?"
    rf"(?: ?{_DASH} ?(?:(?P<page2>\d{{1,4}}):)?(?P<line2>\d{{1,5}}))?)?"
    r"(?:,? ?(?:¶¶?|paras?\.) ?(?P<para>\d{1,4}))?"
)
_CASE_NO: Final = (
    r"\d{1,2}:\d{2}-[a-zA-Z]{2,4}-\d{3,6}(?:-[A-Z]{2,4})*(?: ?\([A-Z]{2,4}\))?|"
    r"\d{1,3} [A-Z][A-Za-z]{0,3} \d{1,6}/\d{2,4}"
    r"|\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}|[A-ZА-Я]{0,3}\d{1,4}[-/][A-Z]{0,4}-?\d{2,7}(?:[-/]\d{2,7})?|"
    r"\d{2,7}/\d{2,4}"
)
_CASE_CUE: Final = (
    r"(?:(?:Case|Civil Action|Civ\.|Adv\.(?: Proc\.)?|Index|Docket|Cause|Charge|Claim|Action|Crim\.|"
    r"Bankr\.) ?)?N[o°º]\.?:? ?|\bCase |\bAz\.:? ?|\bAktenzeichen:? "
    r"|\bGeschäftszeichen:? |\bRG(?: n°)? ?|\bProcesso(?: n\.?[º°o])? ?|\b[Pp]rocedimiento(?: \w+)? |"
    r"\b[Aa]utos(?: n\.?[º°o])? |\b[Дд]ел[оауе] № ?|\bdossier n° ?"
)
CASE_NUMBER: Final = re.compile(rf"(?:{_CASE_CUE})(?P<number>{_CASE_NO})(?![\w/])")
_FEDERAL: Final = re.compile(
    r"(?<![\w])(?P<number>\d:\d{2}-[a-z]{2}-\d{3,6}(?:-[A-Z]{2,4})*(?: ?\([A-Z]{2,4}\))?)(?![\w])"
)
FILING: Final = re.compile(
    r"(?<![\w])(?:ECF|Dkt\.?|D\.E\.|D\.I\.|Doc\.|Docket(?: Entry)?|Document)(?: Nos?\.| No|"
    r"#)? ?(?P<entry>\d{1,4}(?:-\d{1,3})?)(?![\d:/]|-\d|[A-Za-z])"
    rf"(?:,? ?(?:at|p\.|page) (?P<page>\d{{1,4}})(?: ?{_DASH} ?(?P<page2>\d{{1,4}}))?)?(?:,? ?¶¶? ?\d{{1,4}})?"
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

    def normal(self) -> str:
        pages = (
            "" if self.first is None else f" {self.first}" if self.first == self.last else f" {self.first}-{self.last}"
        )
        lines = "" if self.line is None else f":{self.line}" + (f"-{self.last_line}" if self.last_line else "")
        paragraph = "" if self.paragraph is None else f" ¶ {self.paragraph}"
        return f"{self.id}{pages}{lines}{paragraph}"


@dataclass(frozen=True, slots=True)
class DocketRef:
    """A case number, or an entry on a docket with a page."""

    number: str | None
    entry: str | None = None
    page: int | None = None

    def normal(self) -> str:
        if self.number:
            return self.number
        return f"ECF No. {self.entry}" + (f" at {self.page}" if self.page else "")


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
    for match in TRANSCRIPT.finditer(text):
        if match["page"] or match["form"].startswith("Dep"):
            first, last = _pages(match)
            if first is None and not text.startswith((".", ")", ";"), match.end()):
                continue
            lines = _int(match["line"]), _int(match["line2"])
            name = f"{match['name']} {match['form'].split()[0].rstrip('.')}."
            yield match.start(), match.end(), ExhibitRef(name, first, last, *lines, transcript=True)
    for match in EXHIBIT.finditer(text):
        first, last = _pages(match)
        end = match.end("para") if match["para"] else match.end()
        yield match.start(), end, _paragraphs(ExhibitRef(match["id"], first, last), match)


def _known_names(text: str, known: Iterable[str]) -> Iterator[tuple[int, int, ExhibitRef]]:
    """Exhibits by the very names that the record gives them, and bare numbers of their series ("GX-8 at 1")."""
    series: set[str] = set()
    for label in known:
        shape = _SERIES.fullmatch(label)
        if shape:
            series.add(shape[1])
        if len(label) < 4 or " " not in label or label not in text:
            continue
        lined = label.endswith(("Tr.", "Dep."))
        tail = _PAGE_LINE if lined else _PAGE
        for match in re.finditer(rf"(?:{_WORD} (?:{_NUMBER_SIGN} ?)?)?(?<!\w){re.escape(label)}(?!\w){tail}", text):
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


def find_dockets(text: str) -> Iterator[tuple[int, int, DocketRef]]:
    """Case numbers and docket entries."""
    for pattern in (CASE_NUMBER, _FEDERAL):
        for match in pattern.finditer(text):
            yield match.start("number"), match.end("number"), DocketRef(match["number"])
    for match in FILING.finditer(text):
        yield match.start(), match.end(), DocketRef(None, match["entry"], _int(match["page"]))
