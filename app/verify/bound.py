"""What a page tells of each of its dates and sums: the words of its row and column, its part of the sentence."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.bindings import OWN, SHARED, Span, parts_of_sentence
from app.verify.found import Place
from app.verify.layout import Block, Layout
from app.verify.record import Index
from app.verify.tokens import Token, Tokens

_HEADER: Final = 0.8
_TITLE: Final = 0.6
_STEM: Final = 5
ACT: Final = 1.0
"""What another word for the same act counts."""
_CAPITALS: Final = 0.4
_KEPT: Final = 2000
"""Pages whose bindings are kept; more than a draft cites."""
_SHORT: Final = 50
_LONGEST: Final = 400
_REACH: Final = 300
_LABELS: Final = 40
_LABEL: Final = re.compile(r"(?:^|(?<![ \t])[ \t]{2}|[.;]|\n)[ \t]*[^\W\d_][\w ()'’/\-]{1,34}:[ \t]*$")
_DATED: Final = re.compile(r"(?:date|dated|sent|datum|gesendet|fecha|data|envoyé|дата|отправлено)\W*$", re.I)
_SENDER: Final = re.compile(r"^[ \t]*(?:From|FM|Von|De|От)[ \t]?:", re.M)
_MAILED: Final = ("write", "send", "answer", "notify", "say")


_Asked = tuple[int, ClaimKind, tuple[Place, ...]]
"""A page, a kind of claim, and all values of that kind on the page."""


@dataclass(slots=True)
class Bound:
    """What belongs to one value of a page: words and acts with their strength, 0 to 1."""

    keys: dict[str, float] = field(default_factory=dict)
    stems: dict[str, float] = field(default_factory=dict)
    acts: dict[str, float] = field(default_factory=dict)
    row: int | None = None
    """Where its row begins, if it stands in a table."""
    labelled: bool = False
    """Whether a label leads up to it ("Reported: ..."): then the title of the page tells nothing more of it."""
    loose: set[str] = field(default_factory=set)
    """Words and acts that may belong to it: of what follows without a value, or of the document that it dates."""

    def add(self, token: Token, strength: float) -> None:
        self.keys[token.key] = max(strength, self.keys.get(token.key, 0.0))
        if len(token.key) >= _STEM:
            stem = token.key[:_STEM]
            self.stems[stem] = max(strength, self.stems.get(stem, 0.0))
        for act in token.acts:
            self.acts[act] = max(strength, self.acts.get(act, 0.0))

    def may_have(self, token: Token) -> None:
        self.loose.add(token.key)
        self.loose.update(token.acts)

    def surely(self, token: Token) -> float:
        """Evidence that the draft's word is of this value: the word itself, or another for the same act."""
        act = max((self.acts.get(a, 0.0) for a in token.acts), default=0.0)
        return max(self.keys.get(token.key, 0.0) * token.weight, act * ACT)

    def perhaps(self, token: Token) -> float:
        """As ``surely``, with all that may speak for it: words of like beginning, the sentences that go on."""
        act = max((self.acts.get(a, 0.0) for a in token.acts), default=0.0)
        strength = max(self.keys.get(token.key, 0.0), act)
        if not strength and len(token.key) >= _STEM:
            strength = self.stems.get(token.key[:_STEM], 0.0)
        if strength < SHARED and (token.key in self.loose or token.acts & self.loose):
            strength = SHARED
        return max(strength * token.weight, act * ACT)


class Bounds:
    """Binds words to the values of pages, as they are asked for."""

    def __init__(self, index: Index, tokens: Tokens) -> None:
        self._index = index
        self._tokens = tokens
        self._read: dict[_Asked, dict[Place, Bound]] = {}
        self._layouts: dict[_Asked, Layout] = {}
        self._titles: dict[int, list[Token]] = {}
        self._of_page: dict[int, tuple[list[int], list[Token]]] = {}
        self._named: dict[int, tuple[frozenset[str], frozenset[str]]] = {}

    def on(self, page: int, kind: ClaimKind, values: Sequence[Place]) -> Mapping[Place, Bound]:
        """What belongs to each of the ``values``, which are all of their kind on the page, in order."""
        key = (page, kind, tuple(values))
        if key not in self._read:
            self._read[key] = self._bind(self._layout(key), page, values, kind)
        return self._read[key]

    def beside(self, page: int, kind: ClaimKind, values: Sequence[Place], mine: Sequence[Place]) -> list[Bound]:
        """What their own rows and sentences alone tell of ``mine``: a part of what ``on`` finds, and found at once."""
        key = (page, kind, tuple(values))
        if key in self._read:
            return [self._read[key][p] for p in mine]
        layout = self._layout(key)
        made: dict[Place, Bound] = {}
        for block in dict.fromkeys(layout.block(p.start) for p in mine):
            made |= self._bind_block(layout, page, block, [p for p in values if layout.block(p.start) == block], kind)
        return [made[p] for p in mine]

    def _layout(self, key: _Asked) -> Layout:
        if key not in self._layouts:
            if len(self._layouts) >= _KEPT:
                self._layouts.clear()
                self._read.clear()
                self._of_page.clear()
                self._named.clear()
            page, _, values = key
            self._layouts[key] = Layout(self._index.pages[page].text, [(p.start, p.end) for p in values])
        return self._layouts[key]

    def _tokens_on(self, page: int, low: int, high: int) -> list[Token]:
        """The tokens of a stretch of a page, which is read once."""
        if page not in self._of_page:
            text = self._index.pages[page].text
            read = self._tokens.read(text, 0, len(text))
            self._of_page[page] = ([t.start for t in read], read)
        starts, read = self._of_page[page]
        return read[bisect_left(starts, low) : bisect_left(starts, high)]

    def names(self, page: int, token: Token) -> bool:
        """Whether a page has the draft's word at all, or another for the same act."""
        if page not in self._named:
            text = self._index.pages[page].text
            read = [*self._tokens_on(page, 0, len(text)), *self._tokens.days(page, 0, len(text)), *self.title(page)]
            acts = frozenset(_MAILED).union(*(t.acts for t in read))
            self._named[page] = (frozenset(t.key for t in read), acts)
        keys, acts = self._named[page]
        return token.key in keys or not acts.isdisjoint(token.acts)

    def title(self, page: int) -> list[Token]:
        """The words of the first line, where it is a heading and not a sentence that runs on."""
        if page not in self._titles:
            head = self._index.pages[page].text[:_LONGEST].lstrip().split("\n", 1)[0].strip()
            capitals = sum(c.isupper() for c in head) > _CAPITALS * sum(c.isalpha() for c in head)
            short = len(head) < _SHORT and not head.endswith((".", ",", ";"))
            self._titles[page] = self._tokens.read(head, 0, len(head)) if capitals or short else []
        return self._titles[page]

    def _bind(self, layout: Layout, page: int, values: Sequence[Place], kind: ClaimKind) -> dict[Place, Bound]:
        by_block: dict[Block, list[Place]] = {}
        for place in values:
            by_block.setdefault(layout.block(place.start), []).append(place)
        made: dict[Place, Bound] = {}
        for block, inside in by_block.items():
            made |= self._bind_block(layout, page, block, inside, kind)
        self._go_on(layout, page, made)
        if kind is ClaimKind.DATE:
            self._bind_document(layout, page, made)
        return made

    def _bind_block(
        self, layout: Layout, page: int, block: Block, values: Sequence[Place], kind: ClaimKind
    ) -> dict[Place, Bound]:
        """What a row or sentence tells of the ``values``, which are all that it has."""
        bounds = {(p.start, p.end): Bound() for p in values}
        days = self._tokens.days(page, block.start, block.end) if block.row or kind is ClaimKind.AMOUNT else []
        (self._bind_row if block.row else self._bind_sentence)(layout, page, block, bounds, days)
        return {p: bounds[p.start, p.end] for p in values}

    def _bind_row(
        self, layout: Layout, page: int, block: Block, bounds: Mapping[Span, Bound], days: Sequence[Token]
    ) -> None:
        """All words of a row belong to each of its values, those of a heading to the values below it."""
        row = [*self._tokens_on(page, block.start, block.end), *days]
        row = [t for t in row if not any(low <= t.start < high for low, high in bounds)]
        for span, bound in bounds.items():
            bound.row = block.start
            for token in row:
                bound.add(token, OWN)
            head = layout.header(span)
            for token in self._tokens_on(page, *head) if head else ():
                bound.add(token, _HEADER)

    def _bind_sentence(
        self, layout: Layout, page: int, block: Block, bounds: Mapping[Span, Bound], days: Sequence[Token]
    ) -> None:
        parts = parts_of_sentence(layout.text, block.start, block.end, list(bounds), SHARED)
        for span, bound in bounds.items():
            for part in parts[span]:
                near = [d for d in days if part.start <= d.start < part.end]
                for token in self._tokens_on(page, part.start, part.end) + near:
                    bound.add(token, part.strength * (SHARED if token.key[0] == "#" else OWN))

    def _go_on(self, layout: Layout, page: int, made: Mapping[Place, Bound]) -> None:
        """Sentences without a value go on about the one before them."""
        places = sorted(made, key=lambda p: p.start)
        told = {layout.block(p.start) for p in places}
        for block in layout.blocks:
            before = next((p for p in reversed(places) if p.end <= block.start), None)
            if before and block not in told and block.end - before.end < _REACH:
                for token in self._tokens_on(page, block.start, block.end):
                    made[before].may_have(token)

    def _bind_document(self, layout: Layout, page: int, made: Mapping[Place, Bound]) -> None:
        """The date of the document itself can be told in any of its words; a message was written on its date."""
        mail = bool(_SENDER.search(layout.text[:400]))
        for place, bound in made.items():
            label = _LABEL.search(layout.text[max(0, place.start - _LABELS) : place.start])
            bound.labelled = bool(label and not _DATED.search(label[0]))
            if bound.labelled:
                continue
            own = self._index.is_document_date(place)
            heading = self._index.is_heading_date(place) and not layout.is_log and not layout.block(place.start).row
            if not own and not heading:
                continue
            for token in self.title(page):
                bound.add(token, _TITLE)
            for token in self._tokens_on(page, 0, len(layout.text)):
                bound.may_have(token)
            if mail and own:
                bound.acts.update(dict.fromkeys(_MAILED, OWN))
