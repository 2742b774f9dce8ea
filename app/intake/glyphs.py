"""Characters as they can be printed: what no font here can show is written by its name."""

import functools
import unicodedata
from typing import Any

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\ufe0e\ufe0f"))
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u200a\u202f\u2002\u2003\u2004\u2005\u2006\u2008\u3000"), " ")
_BREAKS = {ord("\v"): "\n", ord("\f"): "\n", 0x2028: "\n", 0x2029: "\n", 0x85: "\n"}
_TIDY = {**_INVISIBLE, **_SPACES, **_BREAKS}


class Typeface:
    """One of PyMuPDF's own fonts (they cover Latin, Greek and Cyrillic; other scripts come from its fallbacks)."""

    def __init__(self, name: str) -> None:
        import pymupdf  # slow to import

        self.font: Any = pymupdf.Font(name)
        self._advance = functools.lru_cache(maxsize=20_000)(self._measure)

    def _measure(self, char: str) -> float:
        return float(self.font.glyph_advance(ord(char)))

    def width(self, text: str, size: float) -> float:
        """Points that `text` takes in a line."""
        return sum(map(self._advance, text)) * size

    def shows(self, char: str) -> bool:
        # Beyond the first plane PyMuPDF embeds the shape but cuts the code, so it would be read back as another one
        return ord(char) < 0x10000 and bool(self.font.has_glyph(ord(char), fallback=True))


def printable(text: str, face: Typeface) -> tuple[str, int]:
    """`text` with odd spaces made plain and invisible marks left out, and how many characters became names."""
    tidy = unicodedata.normalize("NFC", text.translate(_TIDY)).expandtabs(8)
    if tidy.isascii():
        return "".join(c for c in tidy if c >= " " or c == "\n"), 0
    named = 0
    out: list[str] = []
    for char in tidy:
        if char != "\n" and unicodedata.category(char) in {"Cc", "Cs", "Co", "Cn"}:
            continue
        if char.isascii() or face.shows(char):
            out.append(char)
        else:
            named += 1
            out.append(f"[{unicodedata.name(char, f'U+{ord(char):04X}').lower()}]")
    return "".join(out), named


def in_drawing_order(line: str) -> str:
    """Hebrew and Arabic runs reversed: glyphs are set from left to right, and readers turn such runs round again."""
    if line.isascii() or not any(unicodedata.bidirectional(c) in {"R", "AL"} for c in line):
        return line
    out: list[str] = []
    run: list[str] = []
    for char in line:
        if unicodedata.bidirectional(char) in {"R", "AL", "NSM"} or (run and char == " "):
            run.append(char)
            continue
        out.extend(_turned(run))
        run.clear()
        out.append(char)
    out.extend(_turned(run))
    return "".join(out)


def _turned(run: list[str]) -> str:
    text = "".join(run)
    kept = text.rstrip(" ")
    return kept[::-1] + text[len(kept) :]
