"""Hundredths: cents and pence of a currency, basis points and thousandths of a whole."""

import re
from decimal import Decimal
from typing import Final

_HUNDREDTH: Final = Decimal("0.01")
_UNITS: Final = {
    "USD": "cents cent ¢",
    "GBP": "pence",
    "EUR": "centimes céntimos cêntimos eurocent eurocents",
    "RUB": "копеек копейки копейка копейку коп.",
    "%": "basis_points basis_point bps bp basispunkte basispunkten basispunkt points_de_base point_de_base "
    "puntos_básicos pontos-base pontos_base базисных_пунктов базисных_пункта базисный_пункт",
}
_THOUSANDTHS: Final = ("‰", "per_mille", "per_mil", "promille", "pour_mille", "por_mil", "промилле")
_WORTH: Final = {
    **{word.replace("_", " "): (unit, _HUNDREDTH) for unit, words in _UNITS.items() for word in words.split()},
    **{word.replace("_", " "): ("%", Decimal("0.1")) for word in _THOUSANDTHS},
}
WORDS: Final = frozenset(word for name in _WORTH for word in re.findall(r"[^\W\d_]{2,}", name))
"""Words of which one stands after every number of such units in words."""
_MINOR: Final = re.compile(
    r"(?:[ \n]{0,2}(?P<sign>[¢‰])|[ \n]?[ \n\-](?P<word>"
    + "|".join(sorted((re.escape(w) for w in _WORTH if w not in "¢‰"), key=len, reverse=True))
    + r")(?![\w]))",
    re.I,
)


def minor_after(text: str, end: int) -> tuple[Decimal, str, int] | None:
    """What a number that ends at ``end`` is to be multiplied by, its unit, and where the word for it ends.

    ``Cent`` with a capital is German, so of a euro.
    """
    match = _MINOR.match(text, end)
    if match is None:
        return None
    word = match["sign"] or match["word"]
    unit, factor = _WORTH[" ".join(word.casefold().split())]
    return factor, "EUR" if word == "Cent" else unit, match.end()
