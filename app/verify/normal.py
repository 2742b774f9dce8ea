"""Normal forms of text: what is compared is the letters, never the way they were set or scanned."""

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, count

_INVISIBLE = dict.fromkeys(
    [
        0xAD,
        0x200B,
        0x200C,
        0x200D,
        0x2060,
        0xFEFF,
        0x200E,
        0x200F,
        0x061C,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ]
)
_INVISIBLE_RE = re.compile("[" + "".join(map(chr, _INVISIBLE)) + "]")
_SPACES = {
    ord(c): " "
    for c in "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
}
_SPACES_RE = re.compile("[" + "".join(map(chr, _SPACES)) + "]")
_LATIN_TWINS = dict(zip("АВЕКМНОРСТУХаеорсухіѕјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEKMHOPCTYXaeopcyxisjABEZHIKMNOPTYXo", strict=True))
_LATIN_MAP = str.maketrans(_LATIN_TWINS)
_CYRILLIC_TWINS = dict(zip("ABEKMHOPCTYXaeopcyx", "АВЕКМНОРСТУХаеорсух", strict=True))
_WORD = re.compile(r"\w+")
_LATIN = re.compile(r"[A-Za-z]")
_OTHER_SCRIPT = re.compile(r"[\u0370-\u04ff]")


def small(word: str) -> str:
    """A word as the tables have it: in small letters, and with one kind of i.

    A pattern that ignores case takes ``İ`` and ``ı`` for the ``i`` that they are not; ``casefold`` does not.
    """
    return word.casefold().replace("i\u0307", "i").replace("ı", "i")


@dataclass(frozen=True, slots=True)
class CleanText:
    """A text without invisible characters, and where each of its characters stood before."""

    text: str
    offsets: Sequence[int] | None
    """Index in the original of each character, plus its length; None where nothing was taken out."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original text; invisible characters at its edges stay outside."""
        if self.offsets is None or start >= end:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def clean(text: str) -> CleanText:
    """Takes out zero-width and soft characters, makes every kind of space a plain one, and look-alike letters true."""
    if text.isascii():
        return CleanText(text.replace("\t", " "), None)
    offsets: list[int] | None = None
    if _INVISIBLE_RE.search(text):
        offsets = [i for i, c in enumerate(text) if ord(c) not in _INVISIBLE]
        text = "".join(text[i] for i in offsets)
        offsets.append((offsets[-1] + 1) if offsets else 0)
    if _SPACES_RE.search(text):  # `translate` asks a dictionary for each character of such a text
        text = text.translate(_SPACES)
    return CleanText(_true_letters(_true_digits(text) if _OTHER_SCRIPT.search(text) else text), offsets)


def latin(text: str) -> str:
    """The text with Cyrillic and Greek letters that look like Latin ones made those; same length."""
    return text.translate(_LATIN_MAP) if _OTHER_SCRIPT.search(text) else text


def _true_letters(text: str) -> str:
    """A word of one script with letters of another in it (Cyrillic "о" in "Nо") gets the letters it shows."""
    if not (_OTHER_SCRIPT.search(text) and _LATIN.search(text)):
        return text
    return _WORD.sub(lambda m: _one_script(m[0]), text)


_DIGIT_TWINS = str.maketrans("ОοΟЗІΙ", "000311")
_TWIN_IN_NUMBER = re.compile(r"(?<![^\W\d_])(?:(?<=\d)[ОοΟЗІΙ]{1,4}|[ОοΟЗІΙ]{1,4}(?=\d))(?![^\W\d_])")


def _true_digits(text: str) -> str:
    """Letters of another script that stand for digits in a number (Cyrillic "О" in "1О") made those; same length."""
    return _TWIN_IN_NUMBER.sub(lambda m: m[0].translate(_DIGIT_TWINS), text)


def _one_script(word: str) -> str:
    if not (_OTHER_SCRIPT.search(word) and _LATIN.search(word)):
        return word
    latin = sum(c.isascii() and c.isalpha() and c not in _CYRILLIC_TWINS for c in word)
    twins = _LATIN_TWINS if latin or word.isupper() else _CYRILLIC_TWINS
    return "".join(twins.get(c, c) for c in word)


_LOOKS_LIKE_DIGIT = str.maketrans("OoQIl|SsBZ", "0001115582")
_NUMBERISH = re.compile(
    r"(?<![\w|])(?=[\d.,/:\-]{0,40}[OoQIl|SsBZ])(?=[OoQIl|SsBZ.,/:\-]{0,40}\d)[\dOoQIl|SsBZ][\dOoQIl|SsBZ.,/:\-]{1,40}(?![^\W\d_])"
)
_DIGIT_BESIDE = re.compile(
    r"\d(?:[.,/:\-]{0,40}[OoQIl|SsBZ]|(?<=[OoQIl|SsBZ].)|(?<=[OoQIl|SsBZ][.,/:\-].)|(?<=[.,/:\-]{2}.))"
)
"""A digit that can stand in such a number: what has none of them needs no closer look."""


def repair_digits(text: str) -> str:
    """Letters that OCR wrote for digits inside a number (``2O20``, ``1l.03.2022``) made digits; same length."""
    if not _DIGIT_BESIDE.search(text):
        return text
    return _NUMBERISH.sub(_repair, text)


def _repair(match: re.Match[str]) -> str:
    token = match[0]
    digits = sum(c.isdigit() for c in token)
    letters = sum(c.isalpha() or c == "|" for c in token)
    return token.translate(_LOOKS_LIKE_DIGIT) if 0 < letters <= digits else token


_LINE_NUMBER = re.compile(r"^[ \t]*(\d{1,2})(?=[ \t]+\S|[ \t]*$)", re.M)
_NUMBER_ON_LINE = re.compile(r"\n[ \t]*\d")


def blank_line_numbers(text: str) -> str:
    """Numbers in the margin of pleading paper and transcripts made spaces, by their place; same length."""
    if len(_NUMBER_ON_LINE.findall(text)) < 2:  # the first line's is not among them
        return text
    found = list(_LINE_NUMBER.finditer(text))
    run: list[re.Match[str]] = []
    drop: list[re.Match[str]] = []
    for match in found:
        if run and int(match[1]) == int(run[-1][1]) + 1:
            run.append(match)
            continue
        drop += run if len(run) > 2 else []
        run = [match]
    drop += run if len(run) > 2 else []
    parts, at = [], 0
    for match in drop:
        parts += [text[at : match.start(1)], " " * len(match[1])]
        at = match.end(1)
    return "".join([*parts, text[at:]])


_NOT_LETTERS = re.compile(r"[\W_]+")
_RUN = re.compile(r"[^\W_]+")
_PRINTERS_MARKS = re.compile("[“”„‘’‚–—…•§¶«»‹›°·¡¿\u00a0\u00ad]+")
"""Without these most texts are plain ASCII, which is read much faster."""
_ASCII_LETTERS = {i: chr(i).lower() if chr(i).isalnum() else None for i in range(128)}


@lru_cache(maxsize=4096)
def _base(char: str) -> str:
    """Letters and digits of a character, small and without accents; empty for anything else."""
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKD", char).casefold())


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters and digits of a text run together, and where each came from."""

    text: str
    offsets: Sequence[int]


def letters(text: str) -> Letters:
    """Small letters and digits only: no accents, spaces, hyphens or marks; ligatures taken apart."""
    if text.isascii():
        return Letters(text.translate(_ASCII_LETTERS), array("I", compress(count(), map(str.isalnum, text))))
    bases = list(map(_base, text))
    return Letters("".join(bases), array("I", (i for i, base in enumerate(bases) for _ in base)))


def letters_text(text: str) -> str:
    """``letters(text).text``, faster and without the places."""
    if not text.isascii():
        text = _PRINTERS_MARKS.sub(" ", text)
    if text.isascii():
        return text.translate(_ASCII_LETTERS)
    text = unicodedata.normalize("NFKD", text)
    return "".join(_RUN.findall(text.casefold()))


# Shapes that OCR takes for one another; each letter becomes its class, wide letters the narrow ones they fall into.
_OCR_CLASSES = {
    **dict.fromkeys("aceo0", "o"),
    **dict.fromkeys("iltf1j", "l"),
    **dict.fromkeys("hb", "ll"),
    **dict.fromkeys("s5", "s"),
    **dict.fromkeys("gq", "g"),
    **dict.fromkeys("uv", "u"),
    "d": "ol",
    "m": "rn",
    "w": "uu",
}
_SHORT = 400
"""Texts from this length on fold faster shape by shape."""
_OCR_TABLE = str.maketrans(_OCR_CLASSES)
_OCR_NARROW = str.maketrans({shape: shown for shape, shown in _OCR_CLASSES.items() if len(shown) == 1})
_OCR_WIDE = {shape: shown for shape, shown in _OCR_CLASSES.items() if len(shown) > 1}


def ocr_fold(plain: str) -> str:
    """``letters`` text with the shapes that OCR confuses made one: ``tbe`` and ``the`` fold alike."""
    shapes = _OCR_CLASSES
    if plain.isascii():
        plain, shapes = plain.translate(_OCR_NARROW), _OCR_WIDE  # one letter for one: ten times as fast
    elif len(plain) < _SHORT:
        return plain.translate(_OCR_TABLE)
    for shape, shown in shapes.items():  # no class is itself a shape, so that the order is all one
        plain = plain.replace(shape, shown)
    return plain


def ocr_widths(plain: str) -> list[int]:
    """Start in the folded text of each character of the plain one, plus the folded length."""
    starts, at = [], 0
    for char in plain:
        starts.append(at)
        at += len(_OCR_CLASSES.get(char, char))
    return [*starts, at]


def char_at(starts: Sequence[int], folded: int) -> int:
    """The character of the plain text that the folded position lies in."""
    return bisect_right(starts, folded) - 1


def word_key(word: str) -> str:
    """What makes two forms of one word meet: folded, without accents, cut to its stem."""
    return ocr_fold("".join(map(_base, word)))[:8]
