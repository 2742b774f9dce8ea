"""Where a text names a month, in any of the six languages."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from app.verify.tables import MONTHS

_WORD: Final = re.compile(r"[^\W\d_]+")
_INITIALS: Final = frozenset(c for name in MONTHS for c in (name[0], name[0].upper()))
_MONTH_LIKE: Final = re.compile(
    rf"(?<![^\W\d_])[{''.join(sorted(_INITIALS))}][^\W\d_]{{2,{max(map(len, MONTHS)) - 1}}}(?![^\W\d_])"
)
_NAMES: Final = frozenset(MONTHS)


def month_names(text: str, words: Collection[str] | None) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of each month that the text names, in order."""
    folded = text.replace("ß", "s").casefold()  # "ss" would move what stands after it
    if len(folded) != len(text):
        found = ((m.span(), MONTHS.get(m[0].casefold())) for m in _MONTH_LIKE.finditer(text))
        yield from ((*span, month) for span, month in found if month)
        return
    held = _NAMES.intersection(_WORD.findall(folded) if words is None else words)
    yield from sorted(spot for name in held for spot in _spots(text, folded, name))


def _spots(text: str, folded: str, name: str) -> Iterator[tuple[int, int, int]]:
    """Where one name stands as a word of its own; ``folded``: the text in small letters."""
    at = folded.find(name)
    while at >= 0:
        end = at + len(name)
        alone = not (at and _is_letter(text[at - 1])) and not (end < len(text) and _is_letter(text[end]))
        if alone and text[at] in _INITIALS and "ß" not in text[at:end]:
            yield at, end, MONTHS[name]
        at = folded.find(name, end)


def _is_letter(char: str) -> bool:
    return char.isalnum() and not char.isdecimal()
