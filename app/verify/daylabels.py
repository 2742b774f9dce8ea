"""Labels of days: "Date of loss:", "Inspection date", "Fecha de entrega"."""

import re
from typing import Final

from app.verify.found import Place

_REACH: Final = 48
_LABELS: Final = tuple(
    re.compile(p, re.I)
    for p in (
        r"\b(?:date|day|time) of (?:the |your )?(?P<what>[^\W\d_]{3,}(?: [^\W\d_]{3,})?)\W{0,3}$",
        r"\b(?P<what>[^\W\d_]{4,}) (?:date|day)\W{0,3}$",
        r"\b(?:Datum|Tag) (?:der|des) (?P<what>[^\W\d_]{4,})\W{0,3}$",
        r"\b(?P<what>[^\W\d_]{4,}?)s?datum\W{0,3}$",
        r"\b(?P<what>[A-ZÄÖÜ][a-zäöüß]{4,}) am $",
        r"\bdate (?:de |d['’])(?:la |l['’])?(?P<what>[^\W\d_]{4,})\W{0,3}$",
        r"\bfecha de(?:l| la)? (?P<what>[^\W\d_]{4,})\W{0,3}$",
        r"\bdata d[aeo] (?P<what>[^\W\d_]{4,})\W{0,3}$",
        r"\bдата (?P<what>[^\W\d_]{4,})\W{0,3}$",
    )
)
"""What a date on a page is labelled as the day of."""
_LABEL_LIKE: Final = re.compile(r"date|da[yt]|tag| am $|fecha|дата", re.I)
"""Most days have no label: a quick look."""


def label_of(page: str, place: Place) -> str | None:
    """The words of the label before a date of a page's text; None where it has none."""
    before = page[max(page.rfind("\n", 0, place.start) + 1, place.start - _REACH) : place.start]
    if not _LABEL_LIKE.search(before):
        return None
    found = next((m for p in _LABELS if (m := p.search(before))), None)
    return found["what"] if found else None
