"""The record of a matter, indexed once: pages by number and exhibit, dates and sums by their value."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from app.domain.claim import Source
from app.domain.evidence import Page, Reading, Record
from app.verify.bates import BatesFinder, bates_key, split_bates
from app.verify.corpus import Corpus
from app.verify.datebook import DateBook
from app.verify.dayvalues import DateValue, Day
from app.verify.figures import Figures
from app.verify.found import Place
from app.verify.language import guess_language
from app.verify.reading import PageReading, pack, read_page, reading_key, unpack
from app.verify.vocabulary import Vocabulary

POOR_OCR = 40.0
"""Mean confidence (0 to 100) below which a page counts as not read."""


@dataclass(slots=True)
class PageView:
    """A page of the record as the judges see it; ``text`` has the length of the page's own text or less."""

    page: Page
    text: str
    number: int
    _book: DateBook

    @property
    def dates(self) -> list[DateValue]:
        return self._book.on(self.number)

    @property
    def readable(self) -> bool:
        page = self.page
        poor = page.read is Reading.OCR and page.confidence is not None and page.confidence < POOR_OCR
        return page.read is not Reading.NONE and not poor


class Index:
    """Look-ups into one record."""

    def __init__(self, record: Record, kept: Mapping[str, str] | None = None) -> None:
        """``kept``: readings of pages that were kept, by their keys; None where none are to be."""
        self.record = record
        self.labels = dict(record.labels)
        self.new_readings: dict[str, str] = {}
        """Readings that were not among the kept ones, to be kept: none where nothing was to be kept."""
        self.readings = [self._reading(page, kept) for page in record.pages]
        self.exhibits: dict[str, dict[int, int]] = defaultdict(dict)
        for i, page in enumerate(record.pages):
            self.exhibits[page.exhibit][page.page] = i
        self.language = guess_language(" ".join(r.text[:400] for r in self.readings[:50]))
        self.book = DateBook(self.readings, [p.exhibit for p in record.pages], self.language)
        pages = zip(record.pages, self.readings, strict=True)
        self.pages = [PageView(page, reading.text, i, self.book) for i, (page, reading) in enumerate(pages)]
        self.by_bates = {bates_key(p.bates): i for i, p in enumerate(record.pages) if p.bates}
        self.by_digits: dict[str, list[int]] = defaultdict(list)
        for i, page in enumerate(record.pages):
            if page.bates:
                self.by_digits[split_bates(page.bates)[1]].append(i)
        self._names = self._exhibit_names()
        self.vocabulary = Vocabulary(self.readings)
        self.printed: dict[int, tuple[int, ...]] = {}
        """Page numbers that are printed on a page, once looked for (``transcripts``)."""
        self.sheets: dict[str, Mapping[int, int]] = {}
        """The page of each printed one, by transcript, once looked for."""
        self.roles: dict[str, frozenset[str] | None] = {}
        """Who is called the foreman, the nurse ..., once looked for (``roles``)."""
        self.bates = BatesFinder((p.bates for p in record.pages if p.bates), self.exhibits)

    def _reading(self, page: Page, kept: Mapping[str, str] | None) -> PageReading:
        if kept is None:
            return read_page(page)
        key = reading_key(page)
        held = unpack(kept[key], page) if key in kept else None
        if held is None:
            held = read_page(page)
            self.new_readings[key] = pack(held, page)
        return held

    def _exhibit_names(self) -> dict[str, str]:
        names: dict[str, str] = {}
        for exhibit in self.exhibits:
            names[_name_key(exhibit)] = exhibit
        for exhibit in self.exhibits:
            names.setdefault(_name_key(_EXHIBIT_WORD.sub("", exhibit)), exhibit)
        for exhibit, label in self.labels.items():
            if exhibit in self.exhibits:
                names.setdefault(_name_key(label), exhibit)
                names.setdefault(
                    _name_key(re.sub(r"^\W*(?:Exhibit|Anlage|Pièce|Documento|Приложение)\W+", "", label)), exhibit
                )
        return names

    def exhibit_named(self, name: str) -> str | None:
        """The id of the exhibit that a draft calls ``name``: its id, its label, or the label without "Exhibit"."""
        return self._names.get(_name_key(name))

    @cached_property
    def declarations(self) -> dict[str, tuple[str, ...]]:
        """The exhibits headed "Declaration of Jane Smith", by the last name of who made them."""
        return self._headed(_DECLARED)

    @cached_property
    def depositions(self) -> dict[str, tuple[str, ...]]:
        """The exhibits headed "Deposition of Jane Smith", by the last name of the witness."""
        return self._headed(_DEPOSED)

    @cached_property
    def witnesses(self) -> frozenset[str]:
        """The last names, in small letters, of all whose testimony or declaration is in the record."""
        named = (m[1].casefold() for e in self.names if (m := _TRANSCRIPT.search(e)))
        return frozenset((*named, *self.declarations, *self.depositions))

    def _headed(self, heading: re.Pattern[str]) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for exhibit, pages in self.exhibits.items():
            head = heading.search(self.pages[pages[min(pages)]].text[:2000])
            if head:
                found[head[1].split()[-1].casefold()].append(exhibit)
        return {name: tuple(exhibits) for name, exhibits in found.items()}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.exhibits, *self.labels.values()]))

    @cached_property
    def everywhere(self) -> frozenset[int]:
        """All pages, by their positions."""
        return frozenset(range(len(self.pages)))

    @cached_property
    def figures(self) -> Figures:
        return Figures(self.readings)

    @cached_property
    def filings(self) -> dict[str, list[tuple[int, str | None]]]:
        """Pages whose heading names a docket entry, with the page of the filing that it names, by entry."""
        found: dict[str, list[tuple[int, str | None]]] = defaultdict(list)
        for i, view in enumerate(self.pages):
            for match in _HEADER.finditer(view.text[:400]):
                found[match[1]].append((i, match[2]))
        return found

    def day_at(self, place: Place) -> Day | None:
        """The date that stands at a place, if one does and it can be read in one way only."""
        dates = (d for d in self.pages[place.page].dates if d.start == place.start and len(d.readings) == 1)
        return next((d.readings[0] for d in dates), None)

    def is_ambiguous(self, place: Place) -> bool:
        """Whether the date at a place can be read day or month first."""
        could = self.readings[place.page].ambiguous  # hardly a page has such a date
        return could and any(d.ambiguous for d in self.pages[place.page].dates if d.start == place.start)

    def is_document_date(self, place: Place) -> bool:
        """Whether a date is that of the document itself: alone on its line, or in a heading or a mail's header."""
        text = self.pages[place.page].text
        low = text.rfind("\n", 0, place.start) + 1
        high = text.find("\n", place.end)
        line = text[low : high if high >= 0 else len(text)]
        few = sum(c.isalnum() for c in line) - (place.end - place.start) < 25 and place.start < 600
        before, after = line[: place.start - low], line[place.end - low :]
        told = _CENTS.search(before) or sum(map(str.isalpha, after)) > _FEW  # the row of a table, an entry of a log
        told = told or (before.lstrip()[:1].islower() and len(before.split()) > _LEADING)  # the end of a sentence
        return bool(_DATE_LABEL.match(line) or _OWN_LABEL.search(before)) or (few and not told)

    def is_heading_date(self, place: Place) -> bool:
        """Whether a date stands in the first lines of a document, after its title."""
        text = self.pages[place.page].text
        days = [d.start for d in self.pages[place.page].dates if d.readings and d.readings[0].day]
        alone = len(days) < 2 or "\n" in text[days[0] : days[1]]
        return alone and days[:1] == [place.start] and text.count("\n", 0, place.start) < _HEADING

    def neighbours(self, pages: Sequence[int]) -> list[int]:
        """The pages right before and after, in the same exhibit or by the next Bates number."""
        first, last = self.pages[pages[0]].page, self.pages[pages[-1]].page
        beside = [self.exhibits[first.exhibit].get(first.page - 1), self.exhibits[last.exhibit].get(last.page + 1)]
        beside += [self._beside(first, -1), self._beside(last, 1)]
        return [p for p in dict.fromkeys(beside) if p is not None and p not in pages]

    def _beside(self, page: Page, step: int) -> int | None:
        if not page.bates:
            return None
        prefix, digits, suffix = split_bates(page.bates)
        return self.by_bates.get(bates_key(f"{prefix}{max(0, int(digits or 0) + step):0{len(digits)}d}{suffix}"))

    @cached_property
    def corpus(self) -> Corpus:
        return Corpus([view.page.text for view in self.pages], self.language, [r.runs for r in self.readings])

    def has_word(self, word: str) -> bool:
        """Whether a page of the record has the word, capitals as they are."""
        return self.vocabulary.has(word)

    def show(self, page: int) -> str:
        """How a page is named to a person: by its Bates number, else exhibit and page."""
        p = self.pages[page].page
        return p.bates or f"{self.show_exhibit(p.exhibit)} at {p.page}"

    def show_exhibit(self, exhibit: str) -> str:
        label = self.labels.get(exhibit)
        return label or (f"Exhibit {exhibit}" if len(exhibit) < 6 and " " not in exhibit else exhibit)

    def source(self, page: int) -> Source:
        p = self.pages[page].page
        return Source(p.exhibit, p.page, p.bates)

    def unread(self, pages: Iterable[int]) -> list[int]:
        """Those of the pages whose text can't be relied on."""
        return [i for i in pages if not self.pages[i].readable]


_EXHIBIT_WORD: Final = re.compile(
    r"^(?:Exhibit|Ex\.|Tab|Annex|Attachment|Anlage|Pièce|Documento|Doc\.?|Приложение)\s+", re.I
)
_DECLARED: Final = re.compile(
    r"\b(?:(?:SUPPLEMENTAL )?(?:DECLARATION|AFFIDAVIT|AFFIRMATION)|Declaration|Affidavit|Affirmation)\s+(?:OF|of)\s+"
    r"((?:[A-Z][\w.'’\-]*+[ ]?){1,4})"
)
_TRANSCRIPT: Final = re.compile(r"(?<!\w)([A-ZÀ-Þ][\w'’\-]{1,40}) (?:Dep|Depo|Deposition|Tr|Decl|Declaration|Aff)\b")
_DEPOSED: Final = re.compile(
    r"^\W{0,9}(?:(?:VIDEO(?:TAPED|CONFERENCE|-?RECORDED)?|REMOTE|ORAL|ZOOM|CONTINUED|TRANSCRIPT|OF|THE) ){0,5}"
    r"DEPOSITION OF:?\s+(?:(?:MR|MS|MRS|DR)\. )?((?:(?!VOL|TAKEN)[^\W\d_][\w.'’\-]*+[ ]?){1,4})",
    re.M | re.I,
)
"""At the beginning of a line: a notice of a deposition is none."""
_HEADING: Final = 3
_LEADING: Final = 2
_OWN_LABEL: Final = re.compile(r"\s{2}(?:Date|Dated|Datum|Fecha|Data|Дата)\s?:\s?$", re.I)
_FEW: Final = 3
"""Letters after the date of a document on its line: "г.", "Uhr"."""
_CENTS: Final = re.compile(r"\d[.,]\d\d(?!\d)")
_HEADER: Final = re.compile(
    r"\b(?:Document|Doc\.?|ECF No\.?|Dkt\.?(?: No\.)?) ?#?(\d{1,4}(?:-\d{1,3})?)\b(?:.{0,40}?\bPage ?(\d{1,4}) of)?",
    re.I,
)
_DATE_LABEL: Final = re.compile(
    r"\s*(?:Date|Sent|Dated|Datum|Gesendet|Fecha|Enviado|Data|Envoyé|Дата|Отправлено)\b.{0,4}:", re.I
)


def _name_key(name: str) -> str:
    return re.sub(r"[^\w]", "", name).casefold().removesuffix("osition").replace("depo", "dep")


def day_text(day: Day) -> str:
    """A date as a sentence of reason writes it: ``April 20, 2021``."""
    month = _MONTHS[day.month - 1]
    if day.day is None:
        return f"{month} {day.year}"
    return f"{month} {day.day}, {day.year}" if day.year else f"{month} {day.day}"


_MONTHS = tuple(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
