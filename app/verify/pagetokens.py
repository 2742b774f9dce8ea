"""The tokens of a record's pages, each page read once."""

from bisect import bisect_left
from typing import Final

from app.verify.record import Index
from app.verify.tokens import Token, Tokens

MAILED: Final = ("write", "send", "answer", "notify", "say")
"""What a message does on its date."""
_CAPITALS: Final = 0.4
_SHORT: Final = 50
_LONGEST: Final = 400
_KEPT: Final = 2000
"""Pages whose tokens are kept; more than a draft cites."""


class PageTokens:
    """Reads pages as they are asked for."""

    def __init__(self, index: Index, tokens: Tokens) -> None:
        self._index = index
        self._tokens = tokens
        self._read: dict[int, tuple[list[int], list[Token]]] = {}
        self._named: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        self._titles: dict[int, list[Token]] = {}

    def on(self, page: int, low: int, high: int) -> list[Token]:
        """The tokens of a stretch of a page."""
        if page not in self._read:
            if len(self._read) >= _KEPT:
                self._read.clear()
                self._named.clear()
                self._titles.clear()
            text = self._index.pages[page].text
            read = self._tokens.read(text, 0, len(text))
            self._read[page] = ([t.start for t in read], read)
        starts, read = self._read[page]
        return read[bisect_left(starts, low) : bisect_left(starts, high)]

    def days(self, page: int, low: int, high: int) -> list[Token]:
        """The dates of a stretch of a page as tokens."""
        return self._tokens.days(page, low, high)

    def title(self, page: int) -> list[Token]:
        """The words of the first line, where it is a heading and not a sentence that runs on."""
        if page not in self._titles:
            head = self._index.pages[page].text[:_LONGEST].lstrip().split("\n", 1)[0].strip()
            capitals = sum(c.isupper() for c in head) > _CAPITALS * sum(c.isalpha() for c in head)
            short = len(head) < _SHORT and not head.endswith((".", ",", ";"))
            self._titles[page] = self._tokens.read(head, 0, len(head)) if capitals or short else []
        return self._titles[page]

    def names(self, page: int, token: Token) -> bool:
        """Whether a page has the draft's word at all, or another for the same act."""
        if page not in self._named:
            end = len(self._index.pages[page].text)
            read = [*self.on(page, 0, end), *self.days(page, 0, end), *self.title(page)]
            acts = frozenset(MAILED).union(*(t.acts for t in read))
            self._named[page] = (frozenset(t.key for t in read), acts)
        keys, acts = self._named[page]
        return token.key in keys or not acts.isdisjoint(token.acts)
