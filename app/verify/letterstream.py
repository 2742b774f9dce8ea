"""The letters of many texts in one run, in which words are found without a look at every text."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, reduce
from operator import and_
from typing import Final

from app.verify.normal import blank_line_numbers, letters_text, ocr_fold

_SEPARATOR: Final = "\n"
_MARKS: Final = "nuн"
"""Letters after which a run is noted: common enough that few words have none, rare enough that the runs differ."""
_RUN: Final = 7
_LEAST: Final = 4
"""Letters of a run between two marks; shorter ones are everywhere."""
_FEW: Final = 8
"""Texts up to which all are read."""
_ASKED: Final = 5
"""Runs that are asked for; more of them hardly rule out a text that these have not."""
_REMEMBERED: Final = 20_000
_STAR_PAGE: Final = re.compile(r"\[?\*\*?\d{1,5}\]?")


def quotable(text: str) -> str:
    """The text without what stands between its words but is not said: margin numbers, star pages; same length."""
    text = blank_line_numbers(text)
    if "*" in text:
        text = _STAR_PAGE.sub(lambda m: " " * len(m[0]), text)
    return text.replace("\u00ad", " ")


def runs_of(text: str) -> str:
    """The runs of letters by which a text (``quotable``) is found, each once, with spaces between."""
    return " ".join(_runs(ocr_fold(letters_text(text))))


class LetterStream:
    """``letters_text`` of texts, as they are and as OCR may have bent them."""

    def __init__(self, texts: Sequence[str], runs: Sequence[str] | None = None) -> None:
        """``runs``: ``runs_of`` of each text, where they are known already."""
        self._texts = texts
        self._runs = runs
        self._rows: dict[str, int] = {}
        self._folded: dict[int, str] = {}

    @cached_property
    def _all(self) -> "_Joined":
        """All letters as OCR may have bent them: made when something is asked for that has no runs."""
        return _Joined([self._fold(number) for number in range(len(self._texts))])

    def _fold(self, number: int) -> str:
        if number not in self._folded:
            self._folded[number] = ocr_fold(letters_text(self._texts[number]))
        return self._folded[number]

    @cached_property
    def _texts_of(self) -> dict[str, list[int]]:
        """The texts that have each run."""
        texts: dict[str, list[int]] = {}
        for number in range(len(self._texts)):
            for run in self._runs[number].split() if self._runs else _runs(self._fold(number)):
                texts.setdefault(run, []).append(number)
        return texts

    def _row(self, run: str) -> int:
        """A bit for each text that has the run."""
        if run not in self._rows:
            if len(self._rows) >= _REMEMBERED:
                self._rows.clear()
            bits = bytearray(len(self._texts) // 8 + 1)
            for number in self._texts_of.get(run, ()):
                bits[number >> 3] |= 1 << (number & 7)
            self._rows[run] = int.from_bytes(bits, "little")
        return self._rows[run]

    def like(self, folded: str) -> Iterator[int]:
        """The texts, in order, that have these letters in a row, given as ``ocr_fold`` makes them."""
        runs = _runs(folded) if len(self._texts) > _FEW else ()
        if not runs:
            yield from self._all.holding(folded)
            return
        rarest = sorted(runs, key=lambda run: len(self._texts_of.get(run, ())))[:_ASKED]
        hits = reduce(and_, map(self._row, rarest))
        while hits:
            low = hits & -hits
            number = low.bit_length() - 1
            hits ^= low
            if folded in self._fold(number):
                yield number

    def having(self, plain: str) -> Iterator[int]:
        """The texts, in order, that have these very letters in a row."""
        return (number for number in self.like(ocr_fold(plain)) if plain in letters_text(self._texts[number]))


class _Joined:
    """Pieces of letters in one string."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.starts: list[int] = []
        at = 0
        for piece in pieces:
            self.starts.append(at)
            at += len(piece) + 1
        self.text = _SEPARATOR.join(pieces)

    def holding(self, needle: str) -> Iterator[int]:
        """The pieces that have the needle, found by reading all of them."""
        at = self.text.find(needle)
        while at >= 0 and self.starts:
            number = bisect_right(self.starts, at) - 1
            yield number
            at = self.text.find(needle, self._end(number) + 1) if number + 1 < len(self.starts) else -1

    def _end(self, number: int) -> int:
        return self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)


def _runs(folded: str) -> Collection[str]:
    """The runs of letters after each mark, each once; those of a part of a text are among those of the text."""
    found: list[str] = []
    for mark in _MARKS:
        _, *runs = folded.split(mark)
        found += [run[:_RUN] for run in runs if len(run) >= _RUN]
        found += [f"{run}{mark}" for run in runs[:-1] if _LEAST <= len(run) < _RUN]
    return dict.fromkeys(found)
