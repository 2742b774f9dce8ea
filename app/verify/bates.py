"""Bates numbers as cites: single, in ranges, and the look-alikes that no page of the matter bears."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from app.verify.normal import latin, repair_digits

_DASH: Final = r"(?:[-‐‑‒–—−]|\b(?:to|through|thru|bis|à|a|al|até|до|по)\b)"
_LEAD: Final = r"(?:\bBates(?:[- ](?:Nos?\.?|numbers?|range|labell?ed|stamped|stamp|Nummern?|Nr\.|n\.[ºo°]|№))?:? )?"
_CODE: Final = r"[A-Z]{0,12}(?: (?=[\dA-Z]*\d))?[_\-.]?(?=[A-Z]*\d)[A-Z0-9]+(?:[.\-_][A-Z0-9]+){0,3}"
_CUED: Final = re.compile(
    r"(?:\bBates(?:[- ](?:Nos?\.?|numbers?|range|labell?ed|stamped|stamp|Nummern?|Nr\.|n\.[ºo°]|№|page))?:? |"
    r"\b(?i:unter der Nummer|sous le numéro|bajo el número|sob o número|под номером|лист №) )"
    rf"(?P<code>{_CODE})(?![\w])"
)
_POINTED: Final = re.compile(
    r"\b(?i:see(?: also)?|stamped|numbered|labell?ed|(?:produced|identified|recorded) as|"
    r"(?:is|are|was|lies|stands?|logged|"
    r"listed|found|appears?|located|recorded|reproduced|produced|shown|quoted) at) "
    rf"(?P<code>{_CODE})(?![\w])"
)
_ALONE: Final = re.compile(
    rf"(?:(?<=\()|(?<=; )|(?<=, ))(?P<code>{_CODE})(?=\)|; |, [A-Z])|(?<=[.”\"»] )(?P<own>{_CODE})(?=\.(?:\s|$))"
)
_SHAPE: Final = re.compile(r"(?<![\w\-])(?P<code>[A-Z]{2,12}(?:[_\-]?\d{5,12}| 0\d{4,11}))(?![\w\-]|[.,]\d)")
_CALLED: Final = re.compile(
    r"\b(?:serial|model|part|tag|VIN|invoice|policy|account|order|licen[cs]e|patent|claim|check|unit|device|asset|form|"
    r"Rechnung|Modell|Serie|facture|modèle|série|factura|modelo|serie|fatura|série)"
    r"(?: (?:numbers?|nos?\.|#|Nr\.|n°|n\.º))?,? $",
    re.I,
)
_YEARS: Final = re.compile(r"(?:19|20)\d\d[-–](?:\d\d|(?:19|20)\d\d)")
_SERIAL: Final = re.compile(
    r"\b(?:serial|model|part|VIN|asset|licen[cs]e|patent|policy|order|Serien|Modell|série|serie|modelo)"
    r"(?:[- ]?(?:numbers?|nos?\.|#|Nr\.|nummer|n°|n\.º)):? ?$",
    re.I,
)
_LISTED: Final = re.compile(
    r"(?:, ?(?:and |und |et |y |e |и )?| (?:and|&|und|et|y|e|и) )"
    r"(?P<number>(?P<dash>[-‐‑–])?(?P<tail>\d{2,12}))(?!\w|[.,/:]\d)"
)
_AS_DIGITS: Final = str.maketrans("OIL", "011")
_REMEMBERED: Final = 5000
_SPLIT: Final = re.compile(r"^(.*\D|)(\d+)(\D*)$", re.S)


@dataclass(frozen=True, slots=True)
class BatesRef:
    """Numbers that a cite names: ``keys`` as they are looked up, first and last as they are shown."""

    keys: tuple[str, ...]
    first: str
    last: str
    prefix: str
    known_prefix: bool
    open_end: bool = False
    """``et seq.``: from the first number on."""
    bent: str | None = None
    """As the draft writes it, where a letter stands for a digit (O for 0, l for 1) or for one of another script."""
    backwards: bool = False
    whole: bool = False
    """Whether the number has as many digits as those of the record."""

    def normal(self) -> str:
        shown = self.first if self.first == self.last else f"{self.first}-{self.last}"
        return f"{shown} et seq." if self.open_end else shown


def bates_key(number: str) -> str:
    """What is compared of a Bates number: letters and digits, capital."""
    head = re.match(r"\D*", number)
    at = head.end() if head else 0
    return "".join(c for c in number[:at].upper() + repair_digits(number[at:]).upper() if c.isalnum())


def split_bates(number: str) -> tuple[str, str, str]:
    """Prefix, digits and suffix: ``("ACME-", "000123", "")``."""
    match = _SPLIT.match(number)
    return (match[1], match[2], match[3]) if match else (number, "", "")


def _called(text: str, match: re.Match[str]) -> bool:
    """Whether the text says that a number is a serial number, a part number or the like."""
    return bool(_SERIAL.search(text[max(0, match.start() - 32) : match.start()]))


class BatesFinder:
    """Finds Bates cites, given the numbers that the record holds."""

    def __init__(self, numbers: Iterable[str], exhibit_ids: Iterable[str] = ()) -> None:
        cores: dict[str, tuple[str, int]] = {}
        for number in numbers:
            prefix, digits, _ = split_bates(number)
            core = prefix.rstrip(" -_.")
            if core:
                cores.setdefault(core.upper(), (prefix, len(digits)))
        self.prefixes = cores
        self._exhibit_ids = {i.upper() for i in exhibit_ids}
        self._known = self._pattern(cores) if cores else None
        self._like = self._dressed(cores) if cores else None
        ordered = sorted(cores, key=len, reverse=True)
        self._cores = [(c, re.compile(re.escape(c).replace(r"\ ", r"[ _\-]?"))) for c in ordered]
        self._refs: dict[tuple[str, str | None, bool], BatesRef] = {}

    @staticmethod
    def _pattern(cores: Iterable[str]) -> re.Pattern[str]:
        core = "|".join(re.escape(c).replace(r"\ ", r"[ _\-]?") for c in sorted(cores, key=len, reverse=True))
        number = rf"(?:{core})[ _.\-‐‑]{{0,2}}\d[\dOIl]{{1,14}}"
        tail = rf"(?P<dash> ?{_DASH} ?)(?:Bates )?(?P<second>(?:(?:{core})[ _.\-]{{0,2}}|[-‑])?\d{{1,15}})(?![\w])"
        return re.compile(
            rf"(?<!\w){_LEAD}(?<!\w)(?P<first>{number})(?![\w]|[-.]\d+[A-Z]|\.\d{{3,4}}(?!\d))(?:{tail})?"
            rf"(?P<open>,? ?(?:et\.? seq\b\.?|ff\b\.?|"
            rf"et suiv\.|y ss\.|e ss\.|и далее))?",
            re.I,
        )

    @staticmethod
    def _dressed(cores: Iterable[str]) -> re.Pattern[str]:
        """A prefix of the matter before something that is no number: a serial number dressed as a Bates number."""
        ordered = sorted(cores, key=len, reverse=True)
        core = "|".join(re.escape(c) + (r"[_.\-]?" if len(c) > 2 else r"[_.\-]") for c in ordered) or r"(?!)"
        return re.compile(rf"(?<!\w)(?:{core})(?=[A-Z]*\d)[A-Z0-9]{{4,20}}(?:\.\d{{3,4}})?(?!\w|\.\d)")

    def find(self, text: str) -> Iterator[tuple[int, int, BatesRef]]:
        """Spans and references; overlapping ones are left to the caller, earlier patterns first."""
        if self._known:
            for match in self._known.finditer(latin(text)):
                ref = self._ref(match)
                plain = text[match.start("first") : match.end("first")] == match["first"]
                if not plain:
                    ref = replace(ref, bent=text[match.start("first") : match.end("first")])
                if not _called(text, match) and ((plain and any(c.isupper() for c in match["first"])) or ref.whole):
                    yield match.start(), match.end(), ref
                    yield from self._listed(text, match.end(), ref)
        if self._like:
            for match in self._like.finditer(text):
                if not _called(text, match):
                    yield match.start(), match.end(), self._unknown_ref(match[0])
        for pattern in (_CUED, _POINTED, _ALONE, _SHAPE):
            for match in pattern.finditer(text):
                if _called(text, match) or (pattern is _SHAPE and not self._like_ours(text, match)):
                    continue
                group = "own" if match.groupdict().get("own") else "code"
                if self._is_code(match[group], cued=pattern is _CUED):
                    yield match.start(group), match.end(group), self._unknown_ref(match[group])

    def _listed(self, text: str, at: int, ref: BatesRef) -> Iterator[tuple[int, int, BatesRef]]:
        """Further numbers of a list that gives only their ends: ``ACME000101, -105 and -117``."""
        _, digits, _ = split_bates(ref.first)
        while match := _LISTED.match(text, at):
            tail = match["tail"]
            at = match.end()
            if len(tail) > len(digits) or (not match["dash"] and len(tail) < len(digits)):
                return
            number = digits[: len(digits) - len(tail)] + tail
            key = bates_key(ref.prefix) + number.zfill(len(digits))
            shown = ref.prefix + number
            yield match.start("number"), at, BatesRef((key,), shown, shown, ref.prefix, known_prefix=True)

    def _like_ours(self, text: str, match: re.Match[str]) -> bool:
        """Whether a bare code looks like a page number of this matter and is not called something else."""
        width = len(split_bates(match["code"])[1])
        ours = not self.prefixes or any(width == digits for _, digits in self.prefixes.values())
        return ours and not _CALLED.search(text[max(0, match.start() - 32) : match.start()])

    def _ref(self, match: re.Match[str]) -> BatesRef:
        """What a cite names: a draft cites the same pages over and over."""
        key = (match["first"], match["second"], bool(match["open"]))
        if key not in self._refs:
            if len(self._refs) >= _REMEMBERED:
                self._refs.clear()
            self._refs[key] = self._known_ref(match)
        return self._refs[key]

    def _known_ref(self, match: re.Match[str]) -> BatesRef:
        core, digits = self._core_digits(match["first"])
        prefix, width = self.prefixes[core]
        second = match["second"]
        last = digits
        if second:
            tail = re.sub(r"\D", "", second.upper().replace(core, ""))
            last = digits[: len(digits) - len(tail)] + tail if len(tail) < len(digits) else tail
        low, high = int(digits), int(last)
        numbers = [str(n).zfill(len(digits)) for n in range(low, min(high, low + 5000) + 1)] or [digits, last]
        keys = tuple(bates_key(prefix) + n.zfill(width) for n in numbers)
        tail = match["first"][re.match(r"[^\d]*", match["first"]).end() :]  # type: ignore[union-attr]
        return BatesRef(
            keys, prefix + digits, prefix + last, prefix, known_prefix=True, open_end=bool(match["open"]),
            bent=None if tail.isdigit() else match["first"], backwards=high < low, whole=len(digits) == width,
        )  # fmt: skip

    def _core_digits(self, number: str) -> tuple[str, str]:
        upper = number.upper()
        for core, written in self._cores:
            shape = written.match(upper)
            if shape:
                return core, re.sub(r"\D", "", upper[shape.end() :].translate(_AS_DIGITS))
        raise AssertionError(number)

    def _is_code(self, code: str, *, cued: bool) -> bool:
        if code.upper() in self._exhibit_ids or sum(c.isdigit() for c in code) < 2:
            return False
        if not any(c.isalpha() for c in code):  # "(2008-11)" are years, "(11905-14)" is a docket number
            year = code.isdecimal() and len(code) == 4 and 1500 <= int(code) <= 2100
            return cued and not year and not _YEARS.fullmatch(code)
        return True

    def _unknown_ref(self, code: str) -> BatesRef:
        prefix = re.match(r"[^\W\d_]*", code)
        return BatesRef((bates_key(code),), code, code, prefix[0] if prefix else "", known_prefix=False)
