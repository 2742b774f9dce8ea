"""Money and percentages: in digits with a sign or a word for the currency, or in words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from app.verify.normal import small
from app.verify.numbers import DIGITS, Number, find_spelled, read_digits, scale_after
from app.verify.tables import CURRENCIES, PERCENTS

_UNITS: Final = {**CURRENCIES, **dict.fromkeys(PERCENTS, "%")}
_UNIT: Final = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_BEFORE: Final = re.compile(
    r"(?:(?<![\w$€£])|(?<=\d))(?P<unit>US\$|R\$|C\$|A\$|[$€£¥₽₹]|\b(?:USD|EUR|GBP|CHF|BRL|RUB|CAD|AUD|JPY|"
    r"INR)\b) {0,3}(?=-?\d)",
    re.I,
)
_AFTER: Final = re.compile(rf"[ \n]{{0,2}}(?:(?:de|d['’]) ?)?(?P<unit>{_UNIT})(?![\w])", re.I)
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

    def normal(self) -> str:
        plain = self.value.quantize(Decimal("0.01")) if self.unit != "%" else self.value.normalize()
        return f"{self.unit} {plain:f}" if self.unit != "%" else f"{plain:f} %"


def find_amounts(text: str) -> list[Amount]:
    """Sums with their currency and percentages, in order, not overlapping."""
    found = [*_in_digits(text), *_in_words(text)]
    found.sort(key=lambda a: (a.start, -a.end))
    kept: list[Amount] = []
    for amount in found:
        if not kept or amount.start >= kept[-1].end:
            kept.append(amount)
    return kept


def _in_digits(text: str) -> Iterator[Amount]:
    for match in DIGITS.finditer(text):
        if match[0] == "100" and text[max(0, match.start() - 1) : match.start()] == "/":
            continue  # "twelve thousand and 00/100 dollars"
        factor, after_scale = scale_after(text, match.end())
        after = _AFTER.match(text, after_scale)
        before = _unit_before(text, match.start())
        if before:
            unit, start, end = before[0], before[1], after_scale
            if after and CURRENCIES.get(small(after["unit"])) == unit:
                end = after.end()
        elif after:
            unit, start, end = _UNITS[small(after["unit"])], match.start(), after.end()
        else:
            continue
        value, other = read_digits(match[0], match["sep"])
        if other is not None and factor != 1:
            value = other
        step = _step(match[0], value) * factor
        rounded = bool(_ROUNDING.search(text[max(0, start - 24) : start]))
        yield Amount(start, end, value * factor, unit, rounded, step)


def _unit_before(text: str, start: int) -> tuple[str, int] | None:
    window = text[max(0, start - 7) : start + 1]
    for match in _BEFORE.finditer(window):
        if match.end() == len(window) - 1:
            return CURRENCIES[small(match["unit"])], max(0, start - 7) + match.start()
    return None


def _step(token: str, value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent < 0:
        return Decimal(1).scaleb(exponent)
    zeros = len(str(value)) - len(str(value).rstrip("0"))
    return Decimal(10) ** zeros


def _in_words(text: str) -> Iterator[Amount]:
    for number in find_spelled(text):
        after = _AFTER_SPELLED.match(text, number.end)
        if after:
            unit = _UNITS[small(after["unit"])]
            rounded = bool(_ROUNDING.search(text[max(0, number.start - 24) : number.start]))
            end, cents = _cents(text, after.end())
            value = number.value + cents
            yield Amount(number.start, end, value, unit, rounded, _step("", value))


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


def unit_at(text: str, number: Number) -> str | None:
    """The currency or ``%`` that stands beside a number on a page, if any."""
    before = _unit_before(text, number.start)
    if before:
        return before[0]
    after = _AFTER.match(text, number.end)
    return _UNITS[small(after["unit"])] if after else None
