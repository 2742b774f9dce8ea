"""The lines of a printed page as the paragraphs that they are: a pane narrower than the page breaks them itself.

No word is added, changed or left out: only ends of lines become spaces.
"""

import re
from typing import Final

_PAGE: Final = 110
"""Letters of a line above which a text has no lines of a page: its own are its paragraphs."""
_FULL, _HALF, _ALMOST = 0.75, 0.45, 0.9
"""Parts of a line's usual length: of one that goes on; of one that goes on in small letters, as in an indented block;
of one that goes on although a sentence ends with it."""
_LONGEST: Final = 3_000
"""Letters after which a paragraph is broken in any case: an editor lays out each anew as a whole."""
_BEGINS: Final = re.compile(r"\s{3,}\S|[-–•*]\s|\[\*\d|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s|§")
"""How a line begins that goes on with none before: an indent, a list, a page of the reporter."""
_HEADING: Final = re.compile(r"[^a-z]{4,}$")
_ENDS: Final = re.compile(r"[.!?:;][\"”’)\]]{0,2}$")


def flowing(text: str) -> str:
    """The text with each paragraph on one line, as far as its lines tell."""
    lines = text.split("\n")
    lengths = sorted(len(line.strip()) for line in lines if line.strip())
    if len(lengths) < 2 or (wide := lengths[int(0.9 * (len(lengths) - 1))]) > _PAGE:
        return text
    made: list[str] = []
    last = ""
    for line in lines:
        if made and len(made[-1]) < _LONGEST and _goes_on(last, line, wide):
            glue = "" if last.endswith("-") and line[:1].islower() else " "
            made[-1] = made[-1].rstrip() + glue + line.strip()
        else:
            made.append(line)
        last = line.rstrip()
    return "\n".join(made)


def _goes_on(last: str, line: str, wide: int) -> bool:
    """Whether a line is that of the sentence before: that one filled its line, or broke off in a small letter."""
    words = line.strip()
    if not last.strip() or not words or _BEGINS.match(line) or _HEADING.fullmatch(words) or _HEADING.fullmatch(last):
        return False
    ends = _ENDS.search(last)
    part = _ALMOST if ends else _HALF if words[0].islower() else _FULL
    return len(last.strip()) >= part * wide
