"""The letters of many texts in one run, in which words are found without a look at every text."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from operator import and_
from typing import Final

from app.verify.normal import letters_text, ocr_fold

_SEPARATOR: Final = "\n"
_MARKS: Final = "nu"
"""Letters after which a run is noted: common enough that few words have none, rare enough that the runs differ."""
_RUN: Final = 7
_ROWS: Final = 4096


class LetterStream:
    """``letters_text`` of texts, as they are and as OCR may have bent them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._plain = _Joined([letters_text(text) for text in texts])

    @cached_property
    def _folded(self) -> "_Joined":
        return _Joined(ocr_fold(self._plain.text).split(_SEPARATOR))

    @cached_property
    def _rows(self) -> list[bytearray]:
        """For each class of runs, a bit for each text that has one of them."""
        starts = self._folded.starts
        rows = [bytearray(len(starts) // 8 + 1) for _ in range(_ROWS)]
        for number in range(len(starts)):
            byte, bit = number >> 3, 1 << (number & 7)
            for key in _keys(self._folded.piece(number)):
                rows[key][byte] |= bit
        return rows

    def like(self, folded: str) -> Iterator[int]:
        """The texts, in order, that have these letters in a row, given as ``ocr_fold`` makes them."""
        keys = _keys(folded)
        if not keys:
            yield from self._folded.holding(folded)
            return
        hits = reduce(and_, (int.from_bytes(self._rows[key], "little") for key in keys))
        while hits:
            low = hits & -hits
            number = low.bit_length() - 1
            hits ^= low
            if self._folded.holds(number, folded):
                yield number

    def having(self, plain: str) -> Iterator[int]:
        """The texts, in order, that have these very letters in a row."""
        return (number for number in self.like(ocr_fold(plain)) if self._plain.holds(number, plain))


class _Joined:
    """Pieces of letters in one string."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.starts: list[int] = []
        at = 0
        for piece in pieces:
            self.starts.append(at)
            at += len(piece) + 1
        self.text = _SEPARATOR.join(pieces)

    def piece(self, number: int) -> str:
        return self.text[self.starts[number] : self._end(number)]

    def holds(self, number: int, needle: str) -> bool:
        return self.text.find(needle, self.starts[number], self._end(number)) >= 0

    def holding(self, needle: str) -> Iterator[int]:
        """The pieces that have the needle, found by reading all of them."""
        at = self.text.find(needle)
        while at >= 0 and self.starts:
            number = bisect_right(self.starts, at) - 1
            yield number
            at = self.text.find(needle, self._end(number) + 1) if number + 1 < len(self.starts) else -1

    def _end(self, number: int) -> int:
        return self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)


def _keys(folded: str) -> set[int]:
    """Classes of the runs of letters after each mark; those of a part of a text are among those of the text."""
    keys: set[int] = set()
    for mark in _MARKS:
        _, *runs = folded.split(mark)
        keys.update(hash(run[:_RUN]) % _ROWS for run in runs if len(run) >= _RUN)
        keys.update(hash(run + mark) % _ROWS for run in runs[:-1] if len(run) < _RUN)
    return keys
