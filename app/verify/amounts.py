"""Money and percentages: in digits with a sign or a word for the currency, or in words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from app.verify.fractionwords import with_fraction
from app.verify.minorunits import WORDS as MINOR_WORDS
from app.verify.minorunits import minor_after
from app.verify.normal import small
from app.verify.numbers import DIGITS, Number, find_spelled, read_digits, scale_after
from app.verify.tables import CURRENCIES, PERCENTS

_UNITS: Final = {**CURRENCIES, **dict.fromkeys(PERCENTS, "%")}
UNIT_WORDS: Final = MINOR_WORDS.union(
    word for unit in _UNITS for word in unit.split() if word.isalpha() and len(word) > 2
)
"""Words of which one stands beside every sum or percentage in words."""
_UNIT: Final = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_BEFORE: Final = re.compile(
    r"(?:(?<![\w$€£])|(?<=\d))(?P<unit>US\$|R\$|C\$|A\$|[$€£¥₽₹]|\b(?:USD|EUR|GBP|CHF|BRL|RUB|CAD|AUD|JPY|"
    r"INR)\b) {0,3}[-−(]?(?=\d)",
    re.I,
)
_UNIT_ENDS: Final = frozenset("$€£¥₽₹DRPFLBYdrpflby")
"""The last letters of those units."""
_GLUED: Final = re.compile(r"\b(?P<unit>USD|EUR|GBP|CHF|BRL|RUB|CAD|AUD|JPY|INR)(?=\d)")
_UNGUARDED: Final = re.compile(DIGITS.pattern.replace(r"(?<![\w.,]\d)", ""))
_MINUS: Final = re.compile(r"(?:(?<![^\s(])[-−]|\b(?:minus|negative|moins|menos|минус) )$", re.I)
_FRACTION: Final = re.compile(
    r" ?(?:(?P<sign>[½¼¾⅓⅔⅛])|(?<= )(?P<up>[1-7])/(?P<down>[2348])(?!\d))(?=[ %-]?(?:%|per|[a-z]))"
)
_PARTS: Final = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.3333", "⅔": "0.6667", "⅛": "0.125"}
_PART_OF: Final = re.compile(r"\b(?:one[- ]|a )?(?P<part>half|quarter|tenth) of (?:a )?$", re.I)
_PARTS_OF: Final = {"half": "0.5", "quarter": "0.25", "tenth": "0.1"}
_RANGE: Final = re.compile(r" ?[-–—] ?| (?:to|and|bis|à|a|y|e|до) ")
_RESTATED: Final = re.compile(r" ?\((?P<digits>\d[\d.,]*) ?%?\)")
_SCALED: Final = re.compile(r"\d[ \n]{0,2}$")
_HUNDREDTHS: Final = re.compile(r"[ \n]{1,4}and[ \n]{1,4}(?:(?P<cents>\d{1,2})|no)/100(?=[ \n])")
_AFTER: Final = re.compile(rf"(?:[ \n]{{0,2}}|-(?=per))(?:(?:de|d['’]) ?)?(?P<unit>{_UNIT})(?![\w])", re.I)
_UNIT_STARTS: Final = frozenset("-d").union(*(unit[0].casefold() for unit in _UNITS))
"""How what may stand right after a number begins, if it is a unit."""
_AFTER_SPELLED: Final = re.compile(rf"[ \n]{{1,12}}(?:(?:de|d['’])[ \n]?)?(?P<unit>{_UNIT})(?![\w$])", re.I)
_ROUNDING: Final = re.compile(
    r"\b(?:about|around|approximately|approx\.|roughly|nearly|almost|over|more than|some|circa|ca\.|c\.|rund|etwa|"
    r"ungefähr|knapp|über|environ|près de|plus de|unos|unas|aproximadamente|alrededor de|casi|más de|cerca de|quase|"
    r"mais de|около|примерно|почти|свыше|более|up to|less than|under|in excess of|upwards of|exceed(?:s|ed|"
    r"ing)?)\s{0,3}$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum or a percentage; ``unit`` is an ISO code, ``%``, or None for a bare number on a page."""

    start: int
    end: int
    value: Decimal
    unit: str | None
    rounded: bool = False
    """The words before it say that it is not exact."""
    step: Decimal = Decimal(1)
    """The last place that is written: 10000 in ``$1.25 million``."""
    negative: bool = False
    """A minus stands before it, or it is written ``$(450)``."""

    def normal(self) -> str:
        # written by its format: quantize() raises where a sum has more digits than the context's precision
        return f"{self.unit} {self.value:.2f}" if self.unit != "%" else f"{self.value.normalize():f} %"


def find_amounts(text: str) -> list[Amount]:
    """Sums with their currency and percentages, in order, not overlapping."""
    found = [*_in_digits(text), *sums_in_words(text)]
    found.sort(key=lambda a: (a.start, -a.end))
    kept: list[Amount] = []
    for amount in found:
        if not kept or amount.start >= kept[-1].end:
            kept.append(amount)
    return _shared(text, kept)


def _in_digits(text: str) -> Iterator[Amount]:
    for match in DIGITS.finditer(text):
        if match[0] == "100" and text[max(0, match.start() - 1) : match.start()] == "/":
            continue  # "twelve thousand and 00/100 dollars"
        amount = _of_digits(text, match, _unit_before(text, match.start()))
        if amount:
            yield amount
    for code in _GLUED.finditer(text):
        number = _UNGUARDED.match(text, code.end())
        amount = _of_digits(text, number, (CURRENCIES[small(code["unit"])], code.start())) if number else None
        if amount:
            yield amount


def _of_digits(text: str, match: re.Match[str], before: tuple[str, int] | None) -> Amount | None:
    """The sum that a number is, by the unit before or after it."""
    value, other = read_digits(match[0], match["sep"])
    part = _FRACTION.match(text, match.end())
    factor, end = scale_after(text, part.end() if part else match.end())
    after = _unit_after(text, end)
    minor = None if before or after else minor_after(text, end)
    cents = Decimal(0)
    if before:
        unit, start = before
        if after and CURRENCIES.get(small(after["unit"])) == unit:
            end = after.end()
        end, cents = _cents(text, end)
    elif after:
        unit, start, end = _UNITS[small(after["unit"])], match.start(), after.end()
        if unit != "%":
            end, cents = _cents(text, end)
    elif minor:
        (factor, unit, end), start = minor, match.start()
    else:
        return None
    if other is not None and factor != 1:
        value = other
    closed = text[match.start() - 1 : match.start()] == "(" and text.startswith(")", end) and start < match.start() - 1
    step = _step(match[0], value) * factor
    rounded = bool(_ROUNDING.search(text[max(0, start - 24) : start]))
    minus = (
        closed
        or text[match.start() - 1 : match.start()] in {"-", "−"}
        or bool(_MINUS.search(text[max(0, start - 9) : start]))
    )
    whole = (value + (_part(part) if part else 0)) * factor + cents
    return Amount(start, end + closed, whole, unit, rounded, step, negative=minus)


def _part(match: re.Match[str]) -> Decimal:
    return Decimal(_PARTS[match["sign"]]) if match["sign"] else Decimal(int(match["up"])) / int(match["down"])


def _shared(text: str, amounts: Sequence[Amount]) -> list[Amount]:
    """Ranges whose ends share what one of them has: "$10-20 million", "$5.00–6.00", "between $10 and $20 million"."""
    made: list[Amount] = []
    for n, amount in enumerate(amounts):
        gap = _RANGE.match(text, amount.end)
        following = amounts[n + 1] if gap and n + 1 < len(amounts) and amounts[n + 1].start == gap.end() else None
        if gap and following:
            made.append(replace(amount, value=amount.value * _scale_of(text, amount, following)))
        elif gap and text[amount.start] in "$€£" and gap[0] in {"-", "–", "—"}:
            made += _open_range(text, amount, gap.end())
        else:
            made.append(amount)
    return made


def _scale_of(text: str, first: Amount, last: Amount) -> Decimal:
    """The "million" of a range's end, for a beginning that is too small to stand without it."""
    number = DIGITS.search(text, last.start, last.end)
    factor = scale_after(text, number.end())[0] if number else Decimal(1)
    own = not any(c.isalpha() for c in text[first.start : first.end])
    return factor if own and first.unit == last.unit and first.value <= last.value / factor else Decimal(1)


def _open_range(text: str, amount: Amount, at: int) -> Iterator[Amount]:
    """A sum with its sign and the number after its dash, which has none."""
    number = DIGITS.match(text, at) or _UNGUARDED.match(text, at)
    if number is None:
        yield amount
        return
    factor, end = scale_after(text, number.end())
    value = read_digits(number[0], number["sep"])[0] * factor
    low = amount.value * factor
    if low > value:
        yield amount
        return
    yield replace(amount, value=low)
    yield replace(amount, start=number.start(), end=end, value=value, step=_step(number[0], value))


def _unit_before(text: str, start: int) -> tuple[str, int] | None:
    window = text[max(0, start - 7) : start + 1]
    if window[:-1].rstrip("-−( ")[-1:] not in _UNIT_ENDS:
        return None
    for match in _BEFORE.finditer(window):
        if match.end() == len(window) - 1:
            return CURRENCIES[small(match["unit"])], max(0, start - 7) + match.start()
    return None


def _unit_after(text: str, end: int) -> re.Match[str] | None:
    first = text[end : end + 3].lstrip(" \n")[:1]
    return None if first.isascii() and first.lower() not in _UNIT_STARTS else _AFTER.match(text, end)


def _step(token: str, value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent < 0:
        return Decimal(1).scaleb(exponent)
    zeros = len(str(value)) - len(str(value).rstrip("0"))
    return Decimal(10) ** zeros


def sums_in_words(text: str) -> Iterator[Amount]:
    """Sums and percentages in words: "two and one-half percent", "five (5) percent", "ten and 25/100 dollars"."""
    for number in find_spelled(text):
        start, end, value = with_fraction(text, number)
        if _SCALED.search(text, max(0, start - 3), start):
            continue  # "1.2 million dollars" is read by its digits
        restated = _RESTATED.match(text, end)
        figures = DIGITS.match(restated["digits"]) if restated else None
        if restated and figures and read_digits(figures[0], figures["sep"])[0] == value:
            end = restated.end()
        hundredths = _HUNDREDTHS.match(text, end)
        if hundredths:
            end, value = hundredths.end(), value + Decimal(hundredths["cents"] or 0) / 100
        minor = minor_after(text, end)
        if minor:
            rounded = bool(_ROUNDING.search(text[max(0, start - 24) : start]))
            yield Amount(start, minor[2], value * minor[0], minor[1], rounded, minor[0])
            continue
        after = _AFTER_SPELLED.match(text, end)
        half = (
            _PART_OF.search(text, max(0, start - 16), start) if after and _UNITS[small(after["unit"])] == "%" else None
        )
        if half:
            start, value = half.start(), value * Decimal(_PARTS_OF[half["part"].casefold()])
        if after:
            unit = _UNITS[small(after["unit"])]
            rounded = bool(_ROUNDING.search(text[max(0, start - 24) : start]))
            end, cents = _cents(text, after.end())
            value += cents
            minus = bool(_MINUS.search(text[max(0, start - 9) : start]))
            yield Amount(start, end, value, unit, rounded, _step("", value), negative=minus)


def _cents(text: str, end: int) -> tuple[int, Decimal]:
    """Where a sum in words ends and what its cents add: "and twenty-three cents", "and 23/100"."""
    match = _CENTS.match(text, end)
    if not match:
        return end, Decimal(0)
    if match["digits"]:
        return match.end(), Decimal(match["digits"]) / 100
    spelled = list(find_spelled(match["words"]))
    if len(spelled) != 1 or spelled[0].value >= 100:
        return end, Decimal(0)
    return match.end(), spelled[0].value / 100


_CENTS: Final = re.compile(
    r",?[ \n]{1,4}(?:(?:and|und|et|y|con|e|и)[ \n]{1,4})?(?:(?P<digits>\d{1,2})(?:/100(?!\d)|(?=[ \n]))|"
    r"(?P<words>[^\W\d_]{2,12}(?:[ -][^\W\d_]{2,12}){0,2}?))(?:(?<=/100)|"
    r"[ \n]{1,4}(?:cents?|pence|centimes?|céntimos|centavos|cêntimos|копе[а-я]+)\b)",
    re.I,
)


def with_unit(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of a number with the currency or ``%`` beside it."""
    before = _unit_before(text, start)
    if before:
        return before[1], end
    after = _unit_after(text, end)
    minor = None if after else minor_after(text, end)
    if minor:
        return start, minor[2]
    return start, after.end() if after and not text[after.end() : after.end() + 1].isdigit() else end


def unit_at(text: str, number: Number) -> str | None:
    """The currency or ``%`` that stands beside a number on a page, if any."""
    before = _unit_before(text, number.start)
    if before:
        return before[0]
    after = _unit_after(text, number.end)
    return _UNITS[small(after["unit"])] if after else None
