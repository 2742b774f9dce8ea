"""Where the words of a quotation stand: exact letters first, then letters as OCR may have bent them."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final

from app.verify.found import Place
from app.verify.letterstream import LetterStream, quotable
from app.verify.normal import Letters, char_at, letters, letters_text, ocr_fold, ocr_widths
from app.verify.quotations import Quotation
from app.verify.tables import STOPWORDS

_WORD: Final = re.compile(r"[^\W_]+")
_GAP: Final = 60
"""Letters that the source may have between two runs of words which it shares with a quotation."""
_TRIES: Final = 40
"""Places of a short first word that are tried."""
_MOST_SPOTS: Final = 2000
_SHORT: Final = 8
_LONG_PAIR: Final = 12
"""Letters of two words in a row that are hardly chance; a short quotation with a changed word may keep no three."""


@dataclass(frozen=True, slots=True)
class Match:
    """A place where all parts of a quotation stand in order; ``damaged`` where OCR had to be forgiven."""

    text: int
    spans: tuple[tuple[int, int], ...]
    damaged: bool

    @property
    def width(self) -> int:
        """Letters from its first part to its last."""
        return self.spans[-1][1] - self.spans[0][0]

    def place(self) -> Place:
        return Place(self.text, self.spans[0][0], self.spans[-1][1])


class Corpus:
    """Texts that quotations are looked for in. Positions are those of ``texts``."""

    def __init__(self, texts: Sequence[str], language: str, runs: Sequence[str] | None = None) -> None:
        """``runs``: ``runs_of`` of each text once it is ``quotable``, where they were kept."""
        self._small = STOPWORDS[language]
        self._texts = [quotable(text) for text in texts]
        self._letters: dict[int, Letters] = {}
        self._stream = LetterStream(self._texts, runs)

    def text(self, number: int) -> str:
        """The text of that number, without margin numbers and page marks; positions are the same."""
        return self._texts[number]

    @cached_property
    def _counts(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for word, count in Counter(chain.from_iterable(map(_WORD.findall, self._texts))).items():
            counts[letters_text(word)] += count
        counts.update(dict.fromkeys(self._small, 50))
        return counts

    def find(self, quotation: Quotation, within: frozenset[int] | None = None) -> list[Match]:
        """Every text that holds the quotation, exact ones first."""
        parts = [letters_text(part) for part in quotation.parts]
        lead = max(parts, key=len)
        found: dict[int, Match] = {}
        for text in self._stream.like(ocr_fold(lead)):  # letters that agree fold alike
            if text not in found and (within is None or text in within):
                match = self._match(text, quotation)
                if match:
                    found[text] = match
        return sorted(found.values(), key=lambda m: m.damaged)

    def having(self, plain: str) -> list[int]:
        """The texts that have these letters and digits in a row (``letters_text`` form)."""
        return list(self._stream.having(plain))

    def nearest(self, quotation: Quotation) -> list[Place]:
        """The places that have most of the words of a quotation that none has, best first; half of them at least."""
        words = [letters_text(w) for part in quotation.parts for w in _WORD.findall(part)]
        return self._with_most(words, 3, 8) or (self._with_most(words, 2, _LONG_PAIR) if len(words) <= _SHORT else [])

    def _with_most(self, words: Sequence[str], run: int, least: int) -> list[Place]:
        """The places that have most of the runs of so many words; runs of fewer letters than ``least`` tell nothing."""
        shingles = ["".join(words[i : i + run]) for i in range(max(1, len(words) - run + 1))][:60]
        shingles = [s for s in shingles if len(s) >= least] if run < 3 else shingles
        hits: dict[int, list[int]] = {}
        for shingle in shingles:
            if len(shingle) < least:
                continue
            folded = ocr_fold(shingle)
            for text in self._stream.like(folded):
                hits.setdefault(text, []).append(len(folded))
        best = sorted(hits, key=lambda t: -len(hits[t]))[:3]
        return [self._around(t, shingles) for t in best if len(hits[t]) >= max(1, len(shingles) // 3)]

    def _around(self, text: int, shingles: Sequence[str]) -> Place:
        """The span from the first to the last of the shingles that a text has."""
        source = self._letters_of(text)
        folded, widths = ocr_fold(source.text), ocr_widths(source.text)
        spots = _together([(m.start(), m.end()) for s in shingles for m in re.finditer(re.escape(ocr_fold(s)), folded)])
        start = char_at(widths, min(low for low, _ in spots))
        end = char_at(widths, max(high for _, high in spots) - 1)
        return Place(text, *_whole(self._texts[text], source.offsets[start], source.offsets[end] + 1))

    def _match(self, text: int, quotation: Quotation) -> Match | None:
        """Where the parts stand in order; of short first words the place from which they stand closest."""
        best = self._match_from(text, quotation, 0)
        if best is None or len(quotation.parts) < 2 or len(letters_text(quotation.parts[0])) > _LONG_PAIR:
            return best
        made = best
        for _ in range(_TRIES):
            after = self._match_from(text, quotation, bisect_right(self._letters_of(text).offsets, made.spans[0][0]))
            if after is None:
                break
            made = after
            if (made.damaged, made.width) < (best.damaged, best.width):
                best = made
        return best

    def _match_from(self, text: int, quotation: Quotation, at: int) -> Match | None:
        """``at``: the position in the text's letters from which on they are looked for."""
        source = self._letters_of(text)
        spans, damaged = [], False
        for part in quotation.parts:
            hit = self._exact(text, source, part, at) or self._bent(text, source, part, at)
            if hit is None:
                return None
            start, end, bent = hit
            spans.append((source.offsets[start], source.offsets[end - 1] + 1))
            at, damaged = end, damaged or bent
        return Match(text, tuple(spans), damaged)

    def _letters_of(self, text: int) -> Letters:
        if text not in self._letters:
            self._letters[text] = letters(self._texts[text])
        return self._letters[text]

    def _exact(self, text: int, source: Letters, part: str, after: int) -> tuple[int, int, bool] | None:
        needle = letters_text(part)
        at = source.text.find(needle, after)
        while at >= 0:
            if self._whole_words(text, source, at, at + len(needle)):
                return at, at + len(needle), False
            at = source.text.find(needle, at + 1)
        return None

    def _bent(self, text: int, source: Letters, part: str, after: int) -> tuple[int, int, bool] | None:
        needle = letters_text(part)
        folded, hay = ocr_fold(needle), ocr_fold(source.text)
        widths = ocr_widths(source.text)
        at = hay.find(folded, widths[after])
        while at >= 0:
            start, end = char_at(widths, at), char_at(widths, at + len(folded) - 1) + 1
            whole = widths[start] == at and widths[end] == at + len(folded)
            if whole and self._forgivable(text, source, part, start, end):
                return start, end, True
            at = hay.find(folded, at + 1)
        return None

    def _whole_words(self, text: int, source: Letters, start: int, end: int) -> bool:
        raw, first, last = self._texts[text], source.offsets[start], source.offsets[end - 1]
        left = first == 0 or not raw[first - 1].isalnum() or (start and source.offsets[start - 1] == first)
        right = last + 1 >= len(raw) or not raw[last + 1].isalnum()
        if left and right:
            return True
        return self._lost_space(raw, first, last + 1, bool(left), right)

    def _lost_space(self, raw: str, first: int, last: int, left: bool, right: bool) -> bool:
        """Whether the part of a word that sticks out is a word of its own that OCR has run into this one."""
        sides = []
        if not left:
            sides.append(re.search(r"(?<![^\W_])[^\W_]*$", raw[max(0, first - 40) : first]))
        if not right:
            sides.append(re.match(r"[^\W_]*", raw[last : last + 40]))
        known = self._counts
        return all(side and len(side[0]) > 1 and known[letters_text(side[0])] > 2 for side in sides) and not (
            known[letters_text(raw[first - 12 : last + 12])] > 0
        )

    def _forgivable(self, text: int, source: Letters, part: str, start: int, end: int) -> bool:
        """Whether each word that differs is one that OCR has damaged, not a word of its own."""
        if not self._whole_words(text, source, start, end):
            return False
        raw = self._texts[text]
        wanted = [letters_text(w) for w in _WORD.findall(part)]
        shown = [letters_text(w) for w in _WORD.findall(raw[source.offsets[start] : source.offsets[end - 1] + 1])]
        if len(wanted) != len(shown):
            return True  # hyphenated or run together: the letters agree as folded
        return all(w == s or self._damage(w, s) for w, s in zip(wanted, shown, strict=True))

    def _damage(self, wanted: str, shown: str) -> bool:
        counts = self._counts
        if shown in self._small or (shown.isdigit() and wanted.isdigit()):
            return False
        return counts[shown] <= max(1, counts[wanted] // 4) or not shown.isalpha()


def _together(spots: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of the spots that stand together, where the most do: no gap among them is wider than a few words."""
    runs: list[list[tuple[int, int]]] = []
    for spot in sorted(spots)[:_MOST_SPOTS]:
        if runs and spot[0] - runs[-1][-1][1] <= _GAP:
            runs[-1].append(spot)
        else:
            runs.append([spot])
    return max(runs, key=lambda run: run[-1][1] - run[0][0])


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the words that it begins and ends in."""
    while start and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return start, end
