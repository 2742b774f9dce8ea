"""Numbers on a page that bear no currency: which of them can be sums of money, and which are something else."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from app.verify.columns import in_money_column

_ROW: Final = 400
_CENTS: Final = re.compile(r"\d[.,]\d\d(?!\d)")
_MONEY: Final = re.compile(r"\d[.,]\d\d(?!\d)|\d[.,  ]\d{3}(?!\d)")
_ENDS_WHOLE: Final = re.compile(r"(?<![\w.,])\d{1,3}(?:[.,]\d{3})+ *$")
_BEFORE: Final = 24
_JOINED: Final = re.compile(r"[\w/#№§¶°:'’]$|\w[-–‑.,]$|[-–‑]{2}$")
"""What joins a number to what stands before it: V-10437, 01/30, 10:45; a minus before a sum does not."""
_GOES_ON: Final = re.compile(r"[/:]\d|[-–‑]\w|[.,]\d|[^\W\d_]|°|['’][^\W\d_]|\.º|ª|º")
_NAMED: Final = re.compile(
    r"(?<!\w)(?:nos?|nr|pp?|pages?|paras?|paragraphs?|sections?|secs?|arts?|articles?|clauses?|invoices?|inv|lots?|checks?|"
    r"cheques?|orders?|po|suite|room|floor|apt|unit|line|lines|row|rows|exhibits?|exs?|tabs?|items?|case|docket|tel|phone|"
    r"fax|box|zip|vol|volume|chapter|schedule|phase|rev|revision|version|step|stage|figure|fig|table|batch|serial|model|"
    r"claim|policy|account|acct|ref|reference|id|day|week|year|"
    r"seite|s|abs|absatz|ziff|ziffer|rn|artikel|anlage|rechnung|zimmer|blatt|bl|"
    r"pièce|facture|chèque|paragraphe|chambre|página|págs?|pág|artículo|factura|cheque|artigo|fatura|folha|fls?|"
    r"стр|лист|пункт|п|ст|статья|счет|счёт|дело)"
    r"\.?(?: ?(?:no|nos|nr|n[°º]|№)\.?)?:? ?[#№]?$",
    re.I,
)
"""Words whose number is a name, or counts pages and days."""
_COUNTED: Final = re.compile(
    r" ?(?:%|percent|per cent|pages?|days?|hours?|minutes?|weeks?|months?|years?|pieces?|pcs|units?|tons?|tonnes?|kg|"
    r"lbs?|km|miles?|ft|feet|cm|mm|am|pm|a\.m|p\.m|o['’]clock|Tage?n?|Stunden|Uhr|Stück|Seiten|jours?|heures?|días?|horas?|"
    r"dias?|дн|дней|часов|штук)(?!\w)",
    re.I,
)


def may_be_money(text: str, start: int, end: int, dates: Sequence[tuple[int, int]]) -> bool:
    """Whether the bare number at ``start`` can be a sum: written with cents or thousands, in a column whose head names
    money, or whole among whole sums. Part of a date, a code or a name it is none.

    ``dates``: where the page's dates stand, in order.
    """
    if in_money_column(text, start, end):
        return True
    at = bisect_right(dates, (start, len(text))) - 1
    if at >= 0 and dates[at][1] > start:
        return False
    before = text[max(0, start - _BEFORE) : start]
    if _JOINED.search(before) or _GOES_ON.match(text, end) or _NAMED.search(before) or _COUNTED.match(text, end):
        return False
    return bool(_MONEY.search(text, start, end)) or _in_row_of_whole_sums(text, start, end)


def _in_row_of_whole_sums(text: str, start: int, end: int) -> bool:
    """Whether the line has sums of money, none of them with cents; or, for a number at its end, the line above or
    below ends in such a sum."""
    low = text.rfind("\n", max(0, start - _ROW), start) + 1 or max(0, start - _ROW)
    high = text.find("\n", end, end + _ROW)
    high = high if high >= 0 else min(len(text), end + _ROW)
    row = text[low:high]
    if _MONEY.search(row) or text[end:high].strip():
        return bool(_MONEY.search(row)) and not _CENTS.search(row)
    above = text[max(0, low - _ROW) : max(0, low - 1)].rpartition("\n")[2]
    below = text[high + 1 : high + 1 + _ROW].partition("\n")[0]
    return any(_ENDS_WHOLE.search(line) for line in (above, below))
