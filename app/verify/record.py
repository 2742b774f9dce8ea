"""The record of a matter, indexed once: pages by number and exhibit, dates and sums by their value."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from app.domain.claim import Source
from app.domain.evidence import Page, Reading, Record
from app.verify.bates import BatesFinder, bates_key, split_bates
from app.verify.corpus import Corpus
from app.verify.dates import DateValue, Day, Order, find_dates, order_of, written_order
from app.verify.figures import Figures
from app.verify.found import Place
from app.verify.language import guess_language
from app.verify.normal import blank_line_numbers, clean, repair_digits

POOR_OCR = 40.0
"""Mean confidence (0 to 100) below which a page counts as not read."""


@dataclass(slots=True)
class PageView:
    """A page of the record as the judges see it; ``text`` has the length of the page's own text or less."""

    page: Page
    text: str
    dates: list[DateValue] = field(default_factory=list)

    @property
    def readable(self) -> bool:
        page = self.page
        poor = page.read is Reading.OCR and page.confidence is not None and page.confidence < POOR_OCR
        return page.read is not Reading.NONE and not poor


class Index:
    """Look-ups into one record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.labels = dict(record.labels)
        self.pages = [PageView(page, _readable_text(page)) for page in record.pages]
        self.by_bates = {bates_key(p.bates): i for i, p in enumerate(record.pages) if p.bates}
        self.by_digits: dict[str, list[int]] = defaultdict(list)
        for i, page in enumerate(record.pages):
            if page.bates:
                self.by_digits[split_bates(page.bates)[1]].append(i)
        self.exhibits: dict[str, dict[int, int]] = defaultdict(dict)
        for i, page in enumerate(record.pages):
            self.exhibits[page.exhibit][page.page] = i
        self._names = self._exhibit_names()
        self._years: dict[str, frozenset[int]] = {}
        self.bates = BatesFinder((p.bates for p in record.pages if p.bates), self.exhibits)

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
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.exhibits, *self.labels.values()]))

    @cached_property
    def language(self) -> str:
        return guess_language(" ".join(p.text[:400] for p in self.pages[:50]))

    @cached_property
    def order(self) -> Order | None:
        """Day or month first in the record's own numeric dates; every language but English writes the day first."""
        shown = order_of(d for dates in self._raw_dates for d in dates)
        return shown or ("DMY" if self.language != "en" else self._custom())

    def _custom(self) -> Order | None:
        """The order of the dates that English pages write with the month's name; none where pages differ."""
        pages = zip(self.pages, self._raw_dates, strict=True)
        shown = {order for view, dates in pages if (order := written_order(view.text, dates))}
        return shown.pop() if len(shown) == 1 else None

    @cached_property
    def _raw_dates(self) -> list[list[DateValue]]:
        """The dates of each page, numeric ones in all their readings."""
        return [find_dates(view.text, damaged=True) for view in self.pages]

    @cached_property
    def dates(self) -> dict[tuple[int, int | None], list[tuple[Place, DateValue]]]:
        """Dates by month and day (None for a month alone)."""
        by_day: dict[tuple[int, int | None], list[tuple[Place, DateValue]]] = defaultdict(list)
        for pages in self.exhibits.values():
            self._read_dates(list(pages.values()))
        for i, view in enumerate(self.pages):
            for value in view.dates:
                for reading in value.readings:
                    by_day[reading.month, reading.day].append((Place(i, value.start, value.end), value))
        return by_day

    def _read_dates(self, pages: Sequence[int]) -> None:
        raw = {i: self._raw_dates[i] for i in pages}
        shown = order_of(d for dates in raw.values() for d in dates) or self.order
        for i, dates in raw.items():
            unsettled = shown and any(d.ambiguous for d in dates)
            self.pages[i].dates = find_dates(self.pages[i].text, shown, damaged=True) if unsettled else dates

    def years(self, page: int) -> frozenset[int]:
        """Years that the dates of a page's document name."""
        exhibit = self.pages[page].page.exhibit
        if exhibit not in self._years:
            dates = (d for i in self.exhibits[exhibit].values() for d in self.pages[i].dates)
            self._years[exhibit] = frozenset(r.year for d in dates for r in d.readings if r.year)
        return self._years[exhibit]

    @cached_property
    def figures(self) -> Figures:
        return Figures([view.text for view in self.pages])

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
        return any(d.ambiguous for d in self.pages[place.page].dates if d.start == place.start)

    def is_document_date(self, place: Place) -> bool:
        """Whether a date is that of the document itself: alone on its line, or in a heading or a mail's header."""
        text = self.pages[place.page].text
        low = text.rfind("\n", 0, place.start) + 1
        high = text.find("\n", place.end)
        line = text[low : high if high >= 0 else len(text)]
        alone = sum(c.isalnum() for c in line) - (place.end - place.start) < 25 and place.start < 600
        return bool(_DATE_LABEL.match(line)) or alone

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
        return Corpus([view.page.text for view in self.pages], self.language)

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        return frozenset(w for view in self.pages for w in _NAME_WORD.findall(view.text))

    def has_word(self, word: str) -> bool:
        """Whether a page of the record has the word, capitals as they are."""
        return word in self._vocabulary

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
    r"^(?:Exhibit|Ex\.|Tab|Annex|Attachment|Anlage|Pièce|Documento|Doc\.|Приложение)\s+", re.I
)
_NAME_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_HEADING: Final = 3
_HEADER: Final = re.compile(
    r"\b(?:Document|Doc\.?|ECF No\.?|Dkt\.?(?: No\.)?) ?#?(\d{1,4}(?:-\d{1,3})?)\b(?:.{0,40}?\bPage ?(\d{1,4}) of)?",
    re.I,
)
_DATE_LABEL: Final = re.compile(
    r"\s*(?:Date|Sent|Dated|Datum|Gesendet|Fecha|Enviado|Data|Envoyé|Дата|Отправлено)\b.{0,4}:", re.I
)


def _name_key(name: str) -> str:
    return re.sub(r"[^\w]", "", name).casefold().removesuffix("osition").replace("depo", "dep")


_BROKEN_NUMBER = re.compile(
    r"(?<=\d \d{3})\n(?=\d{3},\d\d\b)|(?<=[ \d]\d)\n(?=\d{3},\d\d\b)|(?<=[ \d]\d)\n(?=\d{3} \d{3}(?:,\d\d)?\b)"
)
"""A line that ends inside ``2 710 920,00``."""


def _readable_text(page: Page) -> str:
    text = _BROKEN_NUMBER.sub(" ", clean(page.text).text)
    if page.bates and page.bates in text:
        text = text.replace(page.bates, " " * len(page.bates))
    return blank_line_numbers(repair_digits(text))


def day_text(day: Day) -> str:
    """A date as a sentence of reason writes it: ``April 20, 2021``."""
    month = _MONTHS[day.month - 1]
    if day.day is None:
        return f"{month} {day.year}"
    return f"{month} {day.day}, {day.year}" if day.year else f"{month} {day.day}"


_MONTHS = tuple(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
