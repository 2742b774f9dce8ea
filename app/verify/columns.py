"""Columns of a ledger: a bare number under "Debit" is a sum of money, one under "Invoice no." is none."""

import re
from typing import Final

_HEAD: Final = re.compile(
    r"(?:debits?|credits?|balance|amounts?|totals?|paid|payments?|price|cost|charges?|fees?|due|"
    r"soll|haben|saldo|betrag|summe|preis|débit|crédit|solde|montant|prix|"
    r"débito|crédito|debe|haber|importe|monto|precio|valor|preço|дебет|кредит|сумма|остаток|цена|итого)"
    r"(?: ?[(\[]?(?:usd|eur|gbp|chf|[$€£₽]|us ?[$]|руб\.?)[)\]]?)?",
    re.I,
)
_GAP: Final = re.compile(r" {2,}| ?[|] ?")
_ROW: Final = 400
_REACH: Final = 4000
"""So far above a row its heads are looked for."""
_FEWEST: Final = 3
_DIGITS: Final = 3


def in_money_column(text: str, start: int, end: int) -> bool:
    """Whether a number is a whole cell of a row, in a column whose head names money.

    An empty cell leaves no trace in a text, so that a cell can only stand further right than it seems to.
    """
    if end - start < _DIGITS or not _is_cell(text, start, end):
        return False
    low = text.rfind("\n", max(0, start - _ROW), start) + 1
    high = text.find("\n", end, end + _ROW)
    before = _cells(text[low:start]) if low else []
    count = len(before) + 1 + len(_cells(text[end : high if high >= 0 else min(len(text), end + _ROW)]))
    if count < _FEWEST:
        return False
    for line in reversed(text[max(0, low - _REACH) : low].split("\n")):
        heads = _cells(line)
        if len(heads) < _FEWEST or not (named := [i for i, h in enumerate(heads) if _HEAD.fullmatch(h)]):
            continue
        return len(before) in named if len(heads) == count else len(before) >= named[0]
    return False


def _is_cell(text: str, start: int, end: int) -> bool:
    left, right = text[max(0, start - 2) : start], text[end : end + 2]
    return (left in {"", "  ", "| "} or left[-1] in "\n|") and (right in {"", "  ", " |"} or right[0] in "\n|")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _GAP.split(line.strip(" |")) if cell.strip()]
