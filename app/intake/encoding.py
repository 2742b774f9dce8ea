"""Text out of bytes: by its mark, as UTF-8, by its zero bytes, and only then by guessing."""

import unicodedata
from dataclasses import dataclass

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)

_GUESSES = ("cp1252", "mac_roman", "cp1251", "koi8_r", "cp850", "cp437", "cp866", "mac_cyrillic")
"""Order counts where two fit equally well."""

_LETTERS = frozenset("äöüßàâæçéèêëîïôœùûÿáíóúñãõìòå")
_SIGNS = frozenset("§©®°±²³·»«¿¡€£¥½¼¾–—‘’‚“”„†•…‰™ªº№¶ \u00a0")
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x14\x15\x1a\x1b")
_EBCDIC = "cp500"
_SAMPLE = 200_000


@dataclass(frozen=True, slots=True)
class Decoded:
    """`encoding` is Python's name for it; `guessed` where nothing in the bytes says so."""

    text: str
    encoding: str
    guessed: bool


def decode(data: bytes) -> Decoded:
    """The text of `data`, line ends as `\\n`. Never fails: bytes that fit nowhere become U+FFFD."""
    encoding, guessed = _encoding_of(data)
    text = data.decode(encoding, errors="replace").replace("\r\n", "\n").replace("\r", "\n").replace("\x85", "\n")
    return Decoded(text.removeprefix("\ufeff"), encoding, guessed)


def looks_like_text(head: bytes) -> bool:
    """Whether the beginning of a file can be read as text in any encoding known here."""
    wide = next((encoding for mark, encoding in _MARKS if head.startswith(mark)), None) or _zero_bytes(head)
    if wide:
        return _reads_well(head[: _SAMPLE // 4 * 4].decode(wide, errors="replace"))
    if b"\0" not in head and sum(byte in _CONTROLS for byte in head) <= len(head) // 200:
        return True
    return _is_ebcdic(head)


def _reads_well(text: str) -> bool:
    """Whether hardly a character is none: a mark or zero bytes alone make no text of numbers or of a program.

    The last one may be cut in two.
    """
    odd = sum(
        ord(char) in _CONTROLS or char == "\ufffd" or unicodedata.category(char) in {"Cn", "Co", "Cs"} for char in text
    )
    return odd <= 1 + len(text) // 200


def _encoding_of(data: bytes) -> tuple[str, bool]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, False
    by_zeros = _zero_bytes(data)
    if by_zeros:
        return by_zeros, False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        if not _is_ebcdic(data):
            return "utf-8", False
    if _is_ebcdic(data):
        return _EBCDIC, True
    return _guess(data), True


def _zero_bytes(data: bytes) -> str | None:
    """UTF-16 without a mark: every other byte is zero, or the one that all Cyrillic letters share."""
    sample = data[:4096]
    if len(sample) < 8:
        return None
    even, odd = sample[::2], sample[1::2]
    share = [(sum(byte in (0, 4) for byte in half) / len(half), half.count(0)) for half in (even, odd)]
    if share[1][0] > 0.9 and share[1][1] and share[0][0] < 0.1:
        return "utf-16-le"
    if share[0][0] > 0.9 and share[0][1] and share[1][0] < 0.1:
        return "utf-16-be"
    return None


def _is_ebcdic(data: bytes) -> bool:
    sample = data[:4096]
    if sample.count(0x40) < len(sample) // 20 or sample.count(0x20) > len(sample) // 50:
        return False
    text = sample.decode(_EBCDIC)
    return sum((c.isascii() and (c.isprintable() or c in "\r\n\t")) or c == "\x85" for c in text) > 0.97 * len(text)


def _guess(data: bytes) -> str:
    sample = data[:_SAMPLE]
    scores = {encoding: _score(sample.decode(encoding, errors="replace")) for encoding in _GUESSES}
    return max(_GUESSES, key=lambda encoding: scores[encoding])


def _score(text: str) -> float:
    """How well the characters beyond ASCII fit what is written in the languages known here."""
    return sum(
        _fit(text[i - 1 : i] + c + text[i + 1 : i + 2], text[i - 1 : i]) for i, c in enumerate(text) if c > "\x7f"
    )


def _fit(around: str, before: str) -> float:
    char = around[len(before)]
    if char in _SIGNS:
        return 0.3
    if not char.isalpha():
        return -1.0
    cyrillic = "\u0400" <= char <= "\u04ff"
    if any(c.isalpha() and ("\u0400" <= c <= "\u04ff") != cyrillic for c in around if c != char):
        return -1.0 if cyrillic else -0.5 if char.lower() not in _LETTERS else 1.0
    if char.isupper() and before.islower():
        return -1.0
    if cyrillic:
        return 1.0 if char.islower() else 0.3
    known = unicodedata.normalize("NFC", char).lower() in _LETTERS
    return (1.0 if char.islower() else 0.4) if known else -1.0
