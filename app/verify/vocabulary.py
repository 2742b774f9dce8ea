"""The words of a record, and the pages that have each."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from app.verify.reading import PageReading

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_REMEMBERED: Final = 20_000
"""Words whose answer is kept; more than the names of a matter's drafts."""


class Vocabulary:
    """Made of the pages' readings when first asked."""

    def __init__(self, readings: Sequence[PageReading]) -> None:
        self._readings = readings
        self._asked: dict[str, bool] = {}

    @cached_property
    def pages(self) -> dict[str, list[int]]:
        """The pages that have each word of two letters or more, which is in small letters (``casefold``)."""
        pages: dict[str, list[int]] = {}
        for page, reading in enumerate(self._readings):
            for word in reading.words.split():
                pages.setdefault(word, []).append(page)
        return pages

    def has(self, word: str) -> bool:
        """Whether a page has the word, capitals as they are."""
        held = self._asked.get(word)
        if held is None:
            if len(self._asked) >= _REMEMBERED:
                self._asked.clear()
            held = self._asked[word] = self._look_up(word)
        return held

    def _look_up(self, word: str) -> bool:
        alone = re.compile(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])")
        small = word.casefold()
        pages = self.pages.get(small, ()) if _WORD.fullmatch(small) else range(len(self._readings))
        texts = (self._readings[page].text for page in pages)
        return any(word in text and alone.search(text) for text in texts)
