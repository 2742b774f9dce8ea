"""What a sentence and a page have in common: content words, weighed by how few pages have them."""

import math
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final

from app.verify.found import Place
from app.verify.normal import word_key
from app.verify.record import Index
from app.verify.tables import MONTHS, SAME_WORD, STOPWORDS, WEEKDAYS

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_REMEMBERED: Final = 50_000
_SENTENCE: Final = re.compile(r"[.;!?]\s|\n\s*\n")


@lru_cache(maxsize=65536)
def key_of(word: str) -> str:
    """What makes the forms of a word meet; empty for words that carry no evidence."""
    small = word.casefold()
    if small in MONTHS or small in WEEKDAYS:
        return ""
    return word_key(_stem(SAME_WORD.get(small, small)))


def _stem(word: str) -> str:
    """The word without its common endings, in any of the six languages: rough, but alike on both sides."""
    for ending in (
        "ization",
        "ations",
        "ation",
        "ments",
        "ment",
        "ings",
        "ing",
        "ies",
        "ied",
        "ed",
        "es",
        "s",
        "y",
        "e",
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


_VERBS: Final = {
    "en": re.compile(
        r"\w{2,}ed|sent|made|began|paid|met|left|took|gave|got|came|went|sold|bought|held|kept|built|broke|ran|won|lost|found"
    ),
    "de": re.compile(r"[a-zäöü]\w{3,}"),
    "fr": re.compile(r"\w+(?:é|ée|és|ées|it|ut|ait|ient)"),
    "es": re.compile(r"\w+(?:ó|ado|ada|ido|ida|aron|ieron|[aei]r(?:l[oae]s?|se)?|ía)"),
    "pt": re.compile(r"\w+(?:ou|eu|iu|ado|ada|ido|ida|aram|eram|iram|[aei]r)"),
    "ru": re.compile(r"\w+(?:л|ла|ло|ли|лся|лась|лось|лись|ан[аоы]?|ен[аоы]?|ён|ть|ться)"),
}


def is_verb(word: str, language: str) -> bool:
    """Whether a word has the form of a verb that tells what happened: rough, by its ending; never a capitalised one."""
    return word.islower() and bool(_VERBS[language].fullmatch(word))


class WordIndex:
    """Content words of every page, by their keys, with places."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._small = STOPWORDS[index.language]
        self._spans: dict[Place, tuple[int, int, int, int]] = {}
        self._weights: dict[str, float] = {}
        self._pages: dict[int, Mapping[str, list[int]]] = {}

    def key(self, word: str) -> str:
        """The key of one word; empty for a small word, a month, a weekday."""
        return "" if word.casefold() in self._small else key_of(word)

    def keys(self, text: str) -> list[str]:
        """The content words of a text, in order."""
        return [key for word in _WORD.findall(text) if word.casefold() not in self._small and (key := key_of(word))]

    def places(self, page: int) -> Mapping[str, list[int]]:
        """Where on a page each key stands."""
        if page not in self._pages:
            found: dict[str, list[int]] = {}
            for match in _WORD.finditer(self._index.pages[page].text):
                if match[0].casefold() not in self._small and (key := key_of(match[0])):
                    found.setdefault(key, []).append(match.start())
            self._pages[page] = found
        return self._pages[page]

    @cached_property
    def _pages_of(self) -> dict[str, list[int]]:
        """The pages that have each key, in order."""
        forms: dict[str, list[list[int]]] = {}
        for word, pages in self._index.vocabulary.pages.items():
            if word not in self._small and (key := key_of(word)):
                forms.setdefault(key, []).append(pages)
        return {key: of[0] if len(of) == 1 else sorted({*chain.from_iterable(of)}) for key, of in forms.items()}

    def knows(self, key: str) -> bool:
        """Whether a page has the word."""
        return key in self._pages_of

    def weight(self, key: str) -> float:
        """How telling a word is: the fewer pages have it the more; one that no page has counts half."""
        held = self._weights.get(key)
        if held is None:
            pages = len(self._index.pages)
            seen = len(self._pages_of.get(key, ()))
            held = math.log(1 + pages / seen) if seen else 0.5 * math.log(1 + pages)
            if len(self._weights) >= _REMEMBERED:
                self._weights.clear()
            self._weights[key] = held
        return held

    def likely(self, keys: Iterable[str], most: int = 24) -> list[int]:
        """The pages that have most of the weight of ``keys``, at most so many; words that are everywhere find none."""
        scores: dict[int, float] = {}
        everywhere = max(60, len(self._index.pages) // 10)
        for key in keys:
            postings = self._pages_of.get(key, ())
            if len(postings) <= everywhere:
                weight = self.weight(key)
                for page in postings:
                    scores[page] = scores.get(page, 0.0) + weight
        return sorted(scores, key=lambda page: -scores[page])[:most]

    def share(self, keys: Iterable[str], page: int) -> float:
        """How much of the weight of ``keys`` the page has, 0 to 1."""
        wanted = set(keys)
        whole = sum(map(self.weight, wanted))
        have = self.places(page)
        return sum(self.weight(k) for k in wanted if k in have) / whole if whole else 0.0

    def near(self, keys: Mapping[str, float], place: Place) -> float:
        """The weight of ``keys`` around a place: in its sentence or row fully, on its page in part."""
        low, high, line_low, line_high = self._around(place)
        have = self.places(place.page)
        total = 0.0
        for key, factor in keys.items():
            spots = have.get(key)
            if spots:
                closest = 0.0
                for spot in spots:
                    closest = max(closest, _closeness(spot, place, low, high, line_low, line_high))
                    if closest == 1:
                        break
                total += factor * self.weight(key) * closest
        return total

    def sentence(self, place: Place) -> tuple[int, int]:
        """Where the sentence of a place begins and ends on its page."""
        return self._around(place)[:2]

    def _around(self, place: Place) -> tuple[int, int, int, int]:
        """Sentence and line of a place."""
        held = self._spans.get(place)
        if held is None:
            if len(self._spans) >= _REMEMBERED:
                self._spans.clear()
            held = self._spans[place] = (*self._sentence(place), *self._line(place))
        return held

    def _sentence(self, place: Place) -> tuple[int, int]:
        text = self._index.pages[place.page].text
        start = max(0, place.start - 300)
        low = max((m.end() for m in _SENTENCE.finditer(text, start, place.start)), default=start)
        after = _SENTENCE.search(text, place.end, place.end + 300)
        return low, after.start() if after else place.end + 300

    def _line(self, place: Place) -> tuple[int, int]:
        text = self._index.pages[place.page].text
        high = text.find("\n", place.end)
        return text.rfind("\n", 0, place.start) + 1, high if high >= 0 else len(text)


def _closeness(spot: int, place: Place, low: int, high: int, line_low: int, line_high: int) -> float:
    inside = low <= spot < high
    if line_low <= spot < line_high and inside:
        return 1.0
    gap = place.start - spot if spot < place.start else spot - place.end
    return 0.9 if inside and gap < 120 else 0.7 if inside else 0.5 if gap < 200 else 0.4
