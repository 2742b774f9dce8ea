"""Numbered paragraphs of a declaration or a contract: the pages on which one of them stands."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from app.verify.record import Index

_NUMBER: Final = re.compile(r"^[ \t]*(?:¶ ?|§ ?)?(\d{1,4})[.)](?=[ \t]+\S)", re.M)
_FEWEST: Final = 3
_LONGEST: Final = 3
"""Pages that a paragraph runs over at most."""
_HEADER: Final = 12
"""So many words before it are a page's heading, not the end of another paragraph."""


def pages_of_paragraphs(pages: Mapping[int, int], first: int, last: int, index: Index) -> tuple[int, ...]:
    """The pages of an exhibit (positions in the index, by page) that have its paragraphs ``first`` to ``last``.

    None where no page shows the first of them: then nothing can be said of where it stands.
    """
    begins = list(_begins(pages, index))
    low = next((at for at, (_, number, _) in enumerate(begins) if number == first), None)
    if low is None:
        return ()
    numbers = [page for page, number, _ in begins[low:] if first <= number <= last]
    ends = (page - heads for page, number, heads in begins[low + 1 :] if number == last + 1)
    stop = min(next(ends, numbers[-1] + 1), numbers[-1] + _LONGEST)
    return tuple(pages[n] for n in sorted(pages) if numbers[0] <= n <= max(stop, numbers[0]))


def last_paragraph(pages: Mapping[int, int], index: Index) -> int | None:
    """The last number of an exhibit whose paragraphs are numbered from 1 on without a gap; None for any other."""
    numbers = [number for _, number, _ in _begins(pages, index)]
    whole = len(numbers) >= _FEWEST and numbers == list(range(1, len(numbers) + 1))
    return numbers[-1] if whole and not index.unread(pages.values()) else None


def _begins(pages: Mapping[int, int], index: Index) -> Iterator[tuple[int, int, bool]]:
    """Page and number of each paragraph, in order, and whether it heads its page."""
    for page in sorted(pages):
        text = index.pages[pages[page]].text
        for match in _NUMBER.finditer(text):
            yield page, int(match[1]), len(text[: match.start()].split()) < _HEADER
