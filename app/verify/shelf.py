"""The authorities of a matter: opinions by citation and name, statutes by code and section."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from app.domain.evidence import Authority
from app.verify.amounts import Amount, find_amounts
from app.verify.citations import CaseRef, reporter_key
from app.verify.corpus import Corpus
from app.verify.language import guess_language
from app.verify.statutes import StatuteRef, find_statutes, statute_key

_SMALL_WORDS: Final = (
    "the of and a an in re ex parte et al inc co corp ltd llc llp lp plc na sa ag gmbh company corporation "
    "incorporated limited no v vs matter estate bros brothers min mining"
)
_SMALL: Final = frozenset(_SMALL_WORDS.split())
_WORD: Final = re.compile(r"[^\W_]+(?:['’.&][^\W_]+)*\.?")


def name_words(party: str) -> list[str]:
    """The words of a party's name that tell it from others."""
    words = _WORD.findall(party)
    kept = [w for w in words if w.casefold().rstrip(".") not in _SMALL and not (len(w) == 2 and w[1] == ".")]
    return kept or words


def word_agrees(written: str, full: str) -> bool:
    """Whether ``written`` is ``full`` or a lawyer's short form of it (``Atl.``, ``Int'l``, ``Servs.``)."""
    a, b = written.casefold().rstrip("."), full.casefold().rstrip(".")
    if a == b or (len(a) > 3 and len(b) > 3 and (a.startswith(b) or b.startswith(a))):
        return True
    for short, long in ((a, b), (b, a)):
        head, mark, tail = short.replace("’", "'").partition("'")
        if mark and long.startswith(head) and long.endswith(tail):
            return True
        if (
            (written.endswith(".") or full.endswith("."))
            and len(short) > 1
            and long.startswith(short.removesuffix("s"))
        ):
            return True
    return False


def _party_agrees(written: str, full: str) -> bool:
    mine, theirs = name_words(written), name_words(full)
    if not mine or not theirs:
        return True
    if len(theirs) < len(mine) and all(word_in(t, mine) for t in theirs):
        return True  # the shelf has the short name (Tseng), the draft the whole one (Tsui Yuan Tseng)
    hits = sum(any(word_agrees(w, t) for t in theirs) for w in mine)
    return word_in(mine[0], theirs) and hits >= 0.6 * len(mine)


def word_in(word: str, words: Sequence[str]) -> bool:
    return any(word_agrees(word, w) for w in words)


def parties(name: str) -> list[str]:
    """The sides of a case name; one for ``In re``."""
    return [p for p in re.split(r"(?<!\s)\s+(?:vs?|VS?)\.?\s+", name, maxsplit=1) if p.strip()]


def names_agree(written: str, full: str) -> bool:
    """Whether a draft's case name is the opinion's, short forms allowed, side by side."""
    mine, theirs = parties(written), parties(full)
    if len(mine) == 1:
        return any(_party_agrees(mine[0], t) for t in theirs)
    if len(theirs) == 1:
        return any(_party_agrees(m, theirs[0]) for m in mine)
    return all(_party_agrees(m, t) for m, t in zip(mine, theirs, strict=True))


class Shelf:
    """Look-ups into the authorities."""

    def __init__(self, authorities: Sequence[Authority]) -> None:
        self.all = list(authorities)
        self._by_cite: dict[str, int] = {}
        self._statutes: dict[str, int] = {}
        self._codes: dict[str, str] = {}
        self._amounts: dict[int, list[Amount]] = {}
        for i, authority in enumerate(self.all):
            for cite in authority.citations:
                self._by_cite.setdefault(reporter_key(cite), i)
            if authority.type == "statute":
                self._add_statute(i, authority)

    def _add_statute(self, i: int, authority: Authority) -> None:
        for cite in authority.citations:
            ref = next((r for _, _, r in find_statutes(cite) if r.code and r.section), None)
            if ref and ref.code and ref.section:
                key = statute_key(ref.code, ref.section)
                self._statutes.setdefault(key, i)
                self._codes.setdefault(key, ref.code)

    def key(self, i: int) -> str:
        """What names an authority everywhere: its first citation."""
        return self.all[i].citations[0]

    def by_cite(self, cite: str) -> int | None:
        return self._by_cite.get(reporter_key(cite))

    def in_series(self, i: int, cite: str) -> str | None:
        """The citation of an authority in the same reporter as ``cite``, whatever its volume and page."""
        series = _series(cite)
        return next((own for own in self.all[i].citations if _series(own) == series), None)

    def is_own_series(self, i: int, reporter: str) -> bool:
        """Whether the pages that bound an authority are those of this reporter: of its first citation."""
        return _series(f"1 {reporter} 1") == _series(self.key(i))

    def opinions(self) -> list[int]:
        return [i for i, a in enumerate(self.all) if a.type != "statute"]

    def by_name(self, name: str) -> list[int]:
        """Opinions with a party that ``name`` calls by its words."""
        wanted = parties(name)
        if len(wanted) > 1:
            return [i for i in self.opinions() if names_agree(name, self.all[i].name)]
        mine = name_words(name)
        return [i for i in self.opinions() if any(_begins(mine, name_words(p)) for p in parties(self.all[i].name))]

    def by_volume(self, ref: CaseRef) -> list[int]:
        """Opinions that a short form ``Name, 556 U.S. at 678`` can mean."""
        stem = reporter_key(f"{ref.volume}{ref.reporter}")
        return [i for i in self.opinions() if any(_stem(c) == stem for c in self.all[i].citations)]

    def statute(self, ref: StatuteRef) -> int | None:
        if ref.code is None or ref.section is None:
            return None
        exact = self._statutes.get(statute_key(ref.code, ref.section))
        if exact is not None:
            return exact
        named = [i for key, i in self._with_section(ref.section) if codes_agree(ref.code, self._codes[key])]
        return named[0] if len(set(named)) == 1 else None

    def statutes_with_section(self, section: str) -> list[int]:
        return list(dict.fromkeys(i for _, i in self._with_section(section)))

    def _with_section(self, section: str) -> list[tuple[str, int]]:
        tail = statute_key("", section)
        return [(key, i) for key, i in self._statutes.items() if key.endswith(tail)]

    def names_amount(self, i: int, value: Amount) -> bool:
        return any(a.value == value.value and a.unit == value.unit for a in self.amounts(i))

    def amounts(self, i: int) -> list[Amount]:
        """Sums that an authority names."""
        if i not in self._amounts:
            self._amounts[i] = find_amounts(self.all[i].text)
        return self._amounts[i]

    @cached_property
    def corpus(self) -> Corpus:
        return Corpus([a.text for a in self.all], guess_language(" ".join(a.text[:2000] for a in self.all[:10])))


_NAMES_NO_CODE: Final = frozenset({"act", "the", "amendment", "statute"})
_CODE_WORD: Final = re.compile(r"[^\W_]+\.?")


def codes_agree(written: str, held: str) -> bool:
    """Whether a code's name is a short form of another (``civil code``, ``cal. civ. code``), or names a whole act."""
    mine, theirs = _CODE_WORD.findall(written), _CODE_WORD.findall(held)
    if written == "rule":
        return held.startswith("fed. r.")
    if held[:1].isdigit() and held.endswith(("usc", "cfr")):  # "the Act § 207": acts have the sections of their title
        whole = {w.rstrip(".") for w in mine}
        return bool(whole & _NAMES_NO_CODE) or (len(mine) == 1 and written.isupper())
    few, many = sorted((mine, theirs), key=len)
    return bool(few) and all(any(word_agrees(w, t) for t in many) for w in few)


def _begins(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    return (
        len(mine) <= len(theirs) and bool(mine) and all(word_agrees(m, t) for m, t in zip(mine, theirs, strict=False))
    )


def _series(cite: str) -> str:
    return re.sub(r"^\d+|(?<!\d)\d+(?:-\w)?$", "", reporter_key(cite))


def _stem(cite: str) -> str:
    return re.sub(r"(?<!\d)\d+(?:-\w)?$", "", reporter_key(cite))


_AT_LINE: Final = re.compile(r"^[ \t]*((?:\([0-9A-Za-z]{1,5}\)[ \t]{0,3})+)|^[ \t]*(\d{1,2})\.[ ]", re.M)
_INSIDE: Final = re.compile(
    r"(?:(?<=[—–;:.] )|(?<=\A))((?:\([0-9A-Za-z]{1,5}\)){1,5})(?= )|"
    r"(?<=[.;:] )(\d{1,2})\.(?= [A-ZА-Я])"
)
_ONE: Final = re.compile(r"[0-9A-Za-z]{1,5}")
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")


def subsections(text: str) -> frozenset[tuple[str, ...]]:
    """Every path of subsections that a statute's text has: ``("b", "3", "A")``."""
    stack: list[tuple[str, str]] = []
    paths: set[tuple[str, ...]] = set()
    marks = list(_AT_LINE.finditer(text))
    if len(marks) < 2:  # set as one paragraph
        marks = list(_INSIDE.finditer(text))
    for match in marks:
        for mark in _ONE.findall(match[1] or match[2]):
            kind, depth = _level(mark, stack)
            stack = [*stack[:depth], (kind, mark)]
            paths.add(tuple(value for _, value in stack))
    return frozenset(paths)


def _kinds(mark: str) -> list[str]:
    if mark[0].isdigit():
        return ["digit"]
    kinds = []
    if len(mark) == 2 and mark[0] == mark[1]:
        kinds.append("double" if mark.islower() else "DOUBLE")
    if mark.casefold() in _ROMAN:
        kinds.append("roman" if mark.islower() else "ROMAN")
    if len(mark) == 1:
        kinds.append("lower" if mark.islower() else "UPPER")
    return kinds or ["lower" if mark.islower() else "UPPER"]


def _level(mark: str, stack: list[tuple[str, str]]) -> tuple[str, int]:
    kinds = _kinds(mark)
    for depth in range(len(stack) - 1, -1, -1):
        kind, value = stack[depth]
        if kind in kinds and _follows(kind, value, mark):
            return kind, depth
    for kind in kinds:
        if mark in {"a", "A", "1", "i", "I", "aa", "AA"} and not any(k == kind for k, _ in stack):
            return kind, len(stack)
    for depth, (kind, _) in enumerate(stack):
        if kind in kinds:
            return kind, depth
    return kinds[-1], len(stack)


def _follows(kind: str, value: str, mark: str) -> bool:
    if kind == "digit":
        return value.isdigit() and mark.isdigit() and int(mark) == int(value) + 1
    if kind in {"roman", "ROMAN"}:
        low = value.casefold(), mark.casefold()
        return low[0] in _ROMAN and low[1] in _ROMAN and _ROMAN.index(low[1]) == _ROMAN.index(low[0]) + 1
    return len(value) == len(mark) <= 2 and ord(mark[0]) == ord(value[0]) + 1
