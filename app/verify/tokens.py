"""What tells a value from others beside it: words with the acts they name, numbers, days and months."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from app.verify.acts import acts_of
from app.verify.dayvalues import Day
from app.verify.record import Index
from app.verify.tables import ALL_STOPWORDS, MONTHS
from app.verify.words import WordIndex, key_of

_TOKEN: Final = re.compile(
    r"(?<![\w-])[A-Z]{1,2}\d{1,2}(?![\w-])|[^\W\d_]{2,}(?:-[^\W\d_]{2,})?|"
    r"(?<![\w.,/])\d(?:[\d.,]{0,12}\d)?(?![\w/])"
)
_CENTS: Final = re.compile(r"[.,]00$")
_MOST: Final = 2.5
"""Weight of the rarest word: in a record of thousands of pages it must not outweigh all others."""
_NUMBER: Final = 1.2
_BESIDE: Final = 0.8
_NAME: Final = 0.5
"""A name tells less than a word: it stands beside all that its bearer did."""
_PERSON: Final = 0.25
_TITLES: Final = (
    "Mr|Mrs|Ms|Miss|Dr|Prof|Officer|Sergeant|Sgt|Captain|Capt|Detective|Nurse|Judge|Herr|Herrn|Frau|Mme|M|Sr|Sra|Don|"
    "Doña|Señor|Señora|г-жа|г-н"
)
_TITLED: Final = tuple(f"{title}{end}" for title in _TITLES.split("|") for end in (" ", ". "))
_TITLE: Final = re.compile(rf"\b(?:{_TITLES})\.? $")
_REMEMBERED: Final = 50_000
"""Words whose keys are kept."""
_ARGUED: Final = (
    "claims claimed alleges alleged shows showed records recorded reflects reflected demonstrates confirms "
    "states recites log record evidence exhibit page amounts amounted came comes come stood stands set put "
    "worth beträgt betragen betrug belief macht élève élevait monte ascendía ascendió asciende importa perfaz составил "
    "составила составляет составило обойдётся "
)
ARGUED: Final = frozenset(map(key_of, _ARGUED.split()))
"""Words with which a lawyer leads to the record, or to a sum; they are of no event."""


_HONORIFICS: Final = frozenset({"Mr", "Mrs", "Ms", "Miss", "Dr", "Herr", "Herrn", "Frau", "Mme", "Sr", "Sra"})
"""Whoever does a thing has one."""
_NO_ACTS: Final[frozenset[str]] = frozenset()
_Read = tuple[str, frozenset[str], float, float]
"""Key, acts and weight of a word, and its weight after a title."""


class Token(NamedTuple):
    """A word, number or date at a position; ``weight``: how telling it is."""

    start: int
    key: str
    acts: frozenset[str]
    weight: float


class Tokens:
    """Reads the tokens of texts of one matter."""

    def __init__(self, index: Index, words: WordIndex) -> None:
        self._index = index
        self._words = words
        self._known: dict[str, Sequence[_Read]] = {}

    def read(self, text: str, low: int, high: int) -> list[Token]:
        """The tokens of a stretch of text; months as ``@5``, since the rows of a year are named by them."""
        found: list[Token] = []
        for match in _TOKEN.finditer(text, low, high):
            read = self._known.get(match[0])
            if read is None:
                read = self._read_word(match[0])
            if not read:
                continue
            at = match.start()
            titled = text.endswith(_TITLED, low, at) and bool(_TITLE.search(text[max(low, at - 12) : at]))
            for key, acts, weight, in_title in read:
                found.append(Token(at, key, _NO_ACTS, in_title) if titled else Token(at, key, acts, weight))
        return found

    def days(self, page: int, low: int, high: int) -> list[Token]:
        """The dates of a stretch of a page as tokens."""
        dates = [d for d in self._index.pages[page].dates if low <= d.start < high and len(d.readings) == 1]
        return [token for d in dates for token in days(d.start, d.readings[0])]

    def _read_word(self, word: str) -> Sequence[_Read]:
        """What a word, the parts of one with a hyphen, or a number tells; nothing for small words."""
        if word[0].isdigit():
            read = [(number(0, word).key, _NO_ACTS, _NUMBER, _NUMBER)]
        elif word[-1].isdigit():
            read = [(f"#{word}", _NO_ACTS, _NUMBER, _NUMBER)]  # "Q2", the name of a row
        else:
            parts = [*word.split("-"), word.replace("-", "")] if "-" in word else [word]
            read = [one for part in parts if (one := self._read_part(part))]
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[word] = read
        return read

    def _read_part(self, word: str) -> _Read | None:
        month = MONTHS.get(word.casefold())
        if month:
            return f"@{month}", _NO_ACTS, _BESIDE, _BESIDE
        key = self._words.key(word)
        if not key or word in _HONORIFICS or self._is_small(word, key):
            return None
        weight = min(self._words.weight(key), _MOST)
        name = word[0].isupper() and self._index.language != "de" and not self._index.has_word(word.casefold())
        return key, acts_of(word), weight * (_NAME if name else 1.0), weight * _PERSON

    def _is_small(self, word: str, key: str) -> bool:
        """Whether it is a small word of another language than the record's: "le", "wurde"."""
        return word.casefold() in ALL_STOPWORDS and not self._words.knows(key)


def number(at: int, written: str, weight: float = _NUMBER) -> Token:
    """A number by its digits, without the cents of a round sum."""
    whole = _CENTS.sub("", written)
    return Token(at, "#" + (whole if whole.isdecimal() else re.sub(r"\D", "", whole)), _NO_ACTS, weight)


def beside(at: int, written: str) -> Token:
    """A sum of the draft's sentence, which may stand beside the value in the record too."""
    return number(at, written, _BESIDE)


def days(at: int, day: Day) -> list[Token]:
    """A date as tokens: its month, and the day itself."""
    month = Token(at, f"@{day.month}", _NO_ACTS, _BESIDE)
    return [month] if day.day is None else [month, Token(at, f"@{day.month}-{day.day}", _NO_ACTS, _BESIDE)]
