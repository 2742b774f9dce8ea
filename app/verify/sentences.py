"""Sentences and clauses of a draft. Claims are found first, so that no break can cut one."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.claim import ClaimKind
from app.verify.found import Found
from app.verify.tables import ALL_STOPWORDS

_LONGEST: Final = 1500
_WITH_CITES: Final = 6000
"""Letters of a sentence with the cites that follow it."""
_BREAK: Final = re.compile(
    r"(?<=[.!?…])[\"”»’'“)\]]{0,3}\s{1,40}(?=[\"“«„‘(\[¿¡]{0,2}[A-ZÀ-ÞА-ЯЁ0-9§])|\n[ \t]*\n\s*|"
    r"(?<=[”»\"])(?<![,;:][”»\"])[ \n](?=[A-ZÀ-Þ])"
)
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:Ex|Exs|Exh|No|Nos|v|vs|at|p|pp|pg|para|Dep|Depo|Tr|Inc|Co|Corp|Ltd|Bros|Mr|Ms|Mrs|Dr|Prof|Hon|St|Sr|"
    r"Jr|Esq|"
    r"Decl|Aff|Affirm|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|Id|Cf|Ct|Cir|Supp|Rev|Stat|Const|Civ|Crim|App|"
    r"Proc|Evid|Bankr|Dist|Div|Fed|Cal|Reg|Art|Sec|Ch|Vol|Ed|Min|Mfg|Ry|Sys|Servs|Ass'n|Dkt|Doc|Adv|art|Abs|Nr|Az|"
    r"Gem|Bd|Rn|Urt|Beschl|vgl|Vgl|bzw|ggf|usw|ca|Anl|Str|S|n|núm|pág|fl|fls|doc|ap|inc|al|cf|ibid|ст|стр|л|п|пп|ч|"
    r"г|гг|руб|"
    r"коп|тыс|млн|им|т|д|Исх|U\.S|L\.L|i\.V\.m|z\.B|et seq|e\.g|i\.e)|\b[A-ZА-Я]|\b[A-Z]\.[A-Z]|(?:^|"
    r"\n)[ \t]*\d{1,3})\.$"
)
_ID_ALONE: Final = re.compile(r"(?:[.!?)”\"»’] |\n)(?:Id|Ibid)\.$")
_SOFT: Final = re.compile(
    r"\b(?:Inc|Corp|Ltd|Co|LLC|Jr|Sr|Dep|Tr|Decl|Aff|etc|a\.m|p\.m|г|гг|руб|коп|usw|S\.A|S\.L)\.$"
)
_NEXT_WORD: Final = re.compile(r"[^\W\d_]+")
_STOP: Final = re.compile(r"[)\]]?[.!?…][)\]\"”»’']{0,2}\s*(?=[\"“«„‘(\[]?[a-zß-ÿа-яё])")
"""The end of a cite sentence before words in small letters, which begin no sentence elsewhere."""
_STRAY: Final = 2
"""Words beside a cite that make no sentence of it: "(emphasis added)", or what was just begun."""
_CITES: Final = frozenset(
    {ClaimKind.BATES, ClaimKind.EXHIBIT, ClaimKind.DOCKET, ClaimKind.CITATION, ClaimKind.STATUTE, ClaimKind.CASE_NAME}
)
_POINTERS: Final = frozenset({ClaimKind.BATES, ClaimKind.EXHIBIT})
_CITE_WORDS: Final = re.compile(
    r"\b(?:see|also|accord|e\.g|cf|id|ibid|generally|at|and|to|through|bates|nos?|vgl|siehe|s|voir|cf|ver|véase|см|"
    r"and|et|y|e|in|re|compare|with|citing|quoting)\b\.?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, with the cite sentences that follow it and belong to it."""

    start: int
    end: int
    cites_from: int
    """Where its own words end and the cite sentences after it begin."""


def split(text: str, claims: Sequence[Found]) -> list[Sentence]:
    """The sentences of ``text``, in order, without gaps."""
    starts = [c.start for c in claims]
    cuts = [0]
    paragraphs = {0}
    for match in _BREAK.finditer(text):
        at = bisect_right(starts, match.start()) - 1
        inside = at >= 0 and claims[at].start < match.end() - 1 and match.end() <= claims[at].end
        blank = match[0].count("\n") > 1
        cited = at >= 0 and claims[at].kind in _POINTERS and claims[at].end + 1 == match.start()  # "Ex. C. Dr. Orr ..."
        if inside or (not blank and not cited and _abbreviated(text, match)):
            continue
        cuts.append(match.end())
        if blank:
            paragraphs.add(match.end())
    cuts = _after_cites(text, claims, _none_too_long(text, claims, cuts))
    return _join_cites(text, claims, cuts, paragraphs)


def _none_too_long(text: str, claims: Sequence[Found], cuts: Sequence[int]) -> list[int]:
    """The cuts, with more of them between claims where text runs on without end: no sentence is that long."""
    made: list[int] = []
    number = 0
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        made.append(start)
        while end - made[-1] > _LONGEST:
            at = made[-1] + _LONGEST
            while number < len(claims) and claims[number].end <= at:
                number += 1
            if number < len(claims) and claims[number].start < at:
                at = claims[number].end
            if at >= end:
                break
            made.append(at)
    return made


def _after_cites(text: str, claims: Sequence[Found], cuts: Sequence[int]) -> list[int]:
    """The cuts, with one more after the full stop of a cite sentence that words follow in small letters."""
    made: list[int] = []
    starts = [c.start for c in claims]
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        made.append(start)
        at = start
        for cite in claims[bisect_left(starts, start) : bisect_left(starts, end)]:
            if cite.kind not in _CITES or not _only_cites(text, at, cite.start, ()):
                break
            at = max(at, cite.end)
            stop = _STOP.match(text, cite.end, end)
            pointer = cite.kind in _POINTERS  # "Ex. C." is no abbreviation
            if stop and (pointer or not _ABBREVIATION.search(text[max(0, cite.end - 10) : cite.end + 1])):
                made.append(stop.end())
                break
    return made


def _abbreviated(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 10) : match.start()]
    if match.start() < 10:
        before = "\n" + before
    if match[0][0] in '"”»' or not _ABBREVIATION.search(before):
        return False
    following = _NEXT_WORD.match(text, match.end())
    if _ID_ALONE.search(before) and following and following[0] not in {"Ex", "Exhibit", "Exh"}:
        return False
    if not following or not _SOFT.search(before):
        return True
    return not (following[0].casefold() in ALL_STOPWORDS or "А" <= following[0][0] <= "Я")


def _join_cites(text: str, claims: Sequence[Found], cuts: list[int], paragraphs: set[int]) -> list[Sentence]:
    sentences: list[Sentence] = []
    starts = [c.start for c in claims]
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        there = claims[bisect_left(starts, start) : bisect_left(starts, end)]
        own = [c for c in there if c.kind in _CITES]
        facts = any(c.kind not in _CITES for c in there)
        room = bool(sentences) and start not in paragraphs and end - sentences[-1].start <= _WITH_CITES
        if room and own and _only_cites(text, start, end, own, 0 if facts else _STRAY):
            last = sentences[-1]
            sentences[-1] = Sentence(last.start, end, last.cites_from)
        else:
            sentences.append(Sentence(start, end, end))
    return sentences


def _only_cites(text: str, start: int, end: int, cites: Iterable[Found], stray: int = 0) -> bool:
    """Whether the span says nothing beside its cites, but for up to ``stray`` words."""
    parts, at = [], start
    for cite in sorted(cites, key=lambda c: c.start):
        parts.append(text[at : max(at, cite.start)])
        at = max(at, cite.end)
    rest = _CITE_WORDS.sub(" ", " ".join([*parts, text[at:end]]))
    return sum(c.isalpha() for c in rest) <= 2 or len(_NEXT_WORD.findall(rest)) <= stray


def sentences_of(sentences: Sequence[Sentence], claims: Sequence[Found]) -> list[Sentence]:
    """The sentence of each claim."""
    starts = [s.start for s in sentences]
    return [sentences[max(0, bisect_right(starts, claim.start) - 1)] for claim in claims]


_CLAUSE: Final = re.compile(r"[;:,]\s|\s[–—]\s|\b(?:and|but|while|whereas|und|aber|et|mais|y|pero|e|mas|и|а|но)\b")


def clause_around(text: str, sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    """The clause of the sentence that holds the span."""
    low, high = sentence.start, sentence.cites_from
    for match in _CLAUSE.finditer(text, sentence.start, sentence.cites_from):
        if match.end() <= start:
            low = match.end()
        elif match.start() >= end:
            high = match.start()
            break
    return low, high
