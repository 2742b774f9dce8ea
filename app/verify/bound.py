"""What a page tells of each of its dates and sums: the words of its row and column, its part of the sentence."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.bindings import OWN, SHARED, Part, Span, parts_of_sentence
from app.verify.found import Place
from app.verify.layout import Block, Layout
from app.verify.pagetokens import MAILED, PageTokens
from app.verify.record import Index
from app.verify.tokens import Token

_HEADER: Final = 0.8
_TITLE: Final = 0.6
STEM: Final = 5
ACT: Final = 1.0
"""What another word for the same act counts."""
_WEEKDAY: Final = 5
"""Letters that may stand before the day of an entry."""
_KEPT: Final = 2000
"""Pages whose bindings are kept; more than a draft cites."""
_REACH: Final = 300
_LABELS: Final = 40
_LABEL: Final = re.compile(r"(?:^|(?<![ \t])[ \t]{2}|[.;]|\n)[ \t]*[^\W\d_][\w ()'’/\-]{1,34}:[ \t]*$")
_DATED: Final = re.compile(r"(?:date|dated|sent|datum|gesendet|fecha|data|envoyé|дата|отправлено)\W*$", re.I)
_TOTAL: Final = re.compile(
    r"[ \t]*(?:(?:grand |invoice )?totals?(?: (?:due|amount|payable))?|(?:amount|balance|sum)(?: now)? (?:due|payable)|"
    r"(?:gesamt|end|rechnungs)(?:betrag|summe)|zu zahlen|(?:montant )?total(?: (?:ttc|à payer))?|net à payer|"
    r"total a pag\w+|importe total|valor total|итого(?: к оплате)?|всего(?: к оплате)?)\b\W*(?:[A-Z]{3}|R\$)?\W*",
    re.I,
)
_SENDER: Final = re.compile(r"^[ \t]*(?:From|FM|Von|De|От)[ \t]?:", re.M)
_ADDRESSED: Final = re.compile(
    r"^[ \t]*(?:Dear|Sehr geehrt\w+|Madame|Monsieur|Cher|Estimad\w+|Muy señor\w*|Prezad\w+|Уважаем\w+|Sincerely|"
    r"Very truly yours|Yours (?:truly|sincerely|faithfully)|(?:Kind|Best) regards|Mit freundlichen Grüßen|Cordialement|"
    r"Atentamente|Atenciosamente|С уважением)\b"
    r"[^\n]{0,60}[,:!]?$",
    re.M,
)


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
        if len(token.key) >= STEM:
            stem = token.key[:STEM]
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
        if not strength and len(token.key) >= STEM:
            strength = self.stems.get(token.key[:STEM], 0.0)
        if strength < SHARED and (token.key in self.loose or token.acts & self.loose):
            strength = SHARED
        return max(strength * token.weight, act * ACT)


class Bounds:
    """Binds words to the values of pages, as they are asked for."""

    def __init__(self, index: Index, tokens: PageTokens) -> None:
        self._index = index
        self._tokens = tokens
        self._read: dict[tuple[int, ClaimKind, tuple[Place, ...]], PageBounds] = {}

    def on(self, page: int, kind: ClaimKind, values: Sequence[Place]) -> Mapping[Place, Bound]:
        """What belongs to each of the ``values``, which are all of their kind on the page, in order."""
        key = (page, kind, tuple(values))
        if key not in self._read:
            if len(self._read) >= _KEPT:
                self._read.clear()
            self._read[key] = PageBounds(self._index, self._tokens, *key)
        return self._read[key]


class PageBounds(Mapping[Place, Bound]):
    """What belongs to each value of one page. Of most pages only one value is ever asked for."""

    def __init__(self, index: Index, tokens: PageTokens, page: int, kind: ClaimKind, values: tuple[Place, ...]) -> None:
        self._index = index
        self._read = tokens
        self._page = page
        self._kind = kind
        self._values = dict.fromkeys(values)
        self._layout = Layout(index.pages[page].text, [(p.start, p.end) for p in values])
        self._made: dict[Place, Bound] = {}

    def __iter__(self) -> Iterator[Place]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, place: Place) -> Bound:
        if place not in self._made:
            if place not in self._values:
                raise KeyError(place)
            self._bind_block(self._layout.block(place.start))
        return self._made[place]

    def _bind_block(self, block: Block) -> None:
        """Binds what a row or sentence tells to each of its values, and what goes on about them."""
        inside = [p for p in self._values if self._layout.block(p.start) == block]
        bounds = {(p.start, p.end): Bound() for p in inside}
        by_day = block.row or self._kind is ClaimKind.AMOUNT
        days = self._read.days(self._page, block.start, block.end) if by_day else []
        (self._bind_row if block.row else self._bind_sentence)(block, bounds, days)
        for place in inside:
            bound = self._made[place] = bounds[place.start, place.end]
            self._go_on(place, block, bound)
            if self._kind is ClaimKind.DATE:
                self._bind_document(place, block, bound)
            elif self._kind is ClaimKind.AMOUNT:
                self._bind_total(place, bound)

    def _tokens(self, low: int, high: int) -> list[Token]:
        return self._read.on(self._page, low, high)

    def _bind_row(self, block: Block, bounds: Mapping[Span, Bound], days: Sequence[Token]) -> None:
        """All words of a row belong to each of its values, those of a heading to the values below it."""
        row = [*self._tokens(block.start, block.end), *days]
        row = [t for t in row if not any(low <= t.start < high for low, high in bounds)]
        for span, bound in bounds.items():
            bound.row = block.start
            for token in row:
                bound.add(token, OWN)
            head = self._layout.header(span)
            for token in self._tokens(*head) if head else ():
                bound.add(token, _HEADER)

    def _bind_sentence(self, block: Block, bounds: Mapping[Span, Bound], days: Sequence[Token]) -> None:
        text = self._layout.text
        parts = parts_of_sentence(text, block.start, block.end, list(bounds), SHARED)
        only = next(iter(bounds))
        if len(bounds) == 1 and self._layout.is_log and len(text[block.start : only[0]].strip()) < _WEEKDAY:
            parts = {only: [Part(only[1], block.end, OWN)]}  # an entry is of the day that it begins with
        for span, bound in bounds.items():
            for part in parts[span]:
                near = [d for d in days if part.start <= d.start < part.end]
                for token in self._tokens(part.start, part.end) + near:
                    bound.add(token, part.strength * (SHARED if token.key[0] == "#" else OWN))

    def _go_on(self, place: Place, block: Block, bound: Bound) -> None:
        """Sentences without a value go on about the one before them."""
        following = self._layout.after(block)
        while following and following.end - place.end < _REACH:
            before = [p for p in self._values if p.end <= following.start]
            if before and before[-1] != place:
                return
            if before and not self._layout.holds(following):
                for token in self._tokens(following.start, following.end):
                    bound.may_have(token)
            following = self._layout.after(following)

    def _bind_total(self, place: Place, bound: Bound) -> None:
        """The sum that a bill comes to can be told in any of its words."""
        text = self._layout.text
        if _TOTAL.fullmatch(text, text.rfind("\n", 0, place.start) + 1, place.start):
            for token in self._tokens(0, len(text)):
                bound.may_have(token)

    def _bind_document(self, place: Place, block: Block, bound: Bound) -> None:
        """The date of the document itself can be told in any of its words; a message was written on its date."""
        text, index = self._layout.text, self._index
        label = _LABEL.search(text[max(0, place.start - _LABELS) : place.start])
        bound.labelled = bool(label and not _DATED.search(label[0]))
        if bound.labelled:
            return
        own = index.is_document_date(place)
        if not own and (not index.is_heading_date(place) or self._layout.is_log or block.row):
            return
        for token in self._read.title(self._page):
            bound.add(token, _TITLE)
        for token in self._tokens(0, len(text)):
            bound.may_have(token)
        if own and (_SENDER.search(text[:400]) or _ADDRESSED.search(text)):
            bound.acts.update(dict.fromkeys(MAILED, OWN))


class PagesBounds(Mapping[Place, Bound]):
    """As ``PageBounds``, of several pages."""

    def __init__(self, pages: Mapping[int, Mapping[Place, Bound]]) -> None:
        self._pages = pages

    def __iter__(self) -> Iterator[Place]:
        return chain.from_iterable(self._pages.values())

    def __len__(self) -> int:
        return sum(map(len, self._pages.values()))

    def __getitem__(self, place: Place) -> Bound:
        return self._pages[place.page][place]
