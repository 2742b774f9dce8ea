"""A date that ends a span of the record is not the one on which it began, nor the other way round."""

import re
from collections.abc import Sequence
from typing import Final

from app.verify.dayvalues import DateValue

_TO: Final = re.compile(
    r"\s*(?:,\s*)?(?:to|until|till|through|and ending|bis(?: zum)?|au|jusqu['’]au|al|hasta el|hasta|até|a|по|до|"
    r"[-–—])\s+(?:on )?$"
)
_BEGAN: Final = re.compile(
    r"\b(?:beg[aiu]n\w*|start\w*|commenc\w+|join(?:ed|s)|opened|from|since|onwards?|beg[ao]nn?\w*|seit|ab|commenç?\w+|"
    r"débuté?\w*|depuis|empez\w+|comenz\w+|inici\w+|desde|começ\w+|нача\w+)\b",
    re.I,
)
_ENDED: Final = re.compile(
    r"\b(?:end(?:ed|s|ing)?|until|till|to|through|left|last(?:ed|ing)?|clos\w+|finish\w*|expir\w+|terminat\w+|stopp?\w*|"
    r"endete\w*|endet|bis|fin\w*|jusqu\w*|termin\w+|acab\w+|hasta|até|законч\w+|оконч\w+|истек\w+|до|по)\b",
    re.I,
)


def other_end(words: str, at: int, dates: Sequence[DateValue], page: str) -> DateValue | None:
    """The other end of the span of the date at ``at`` of a page, where the draft's ``words`` mean that one."""
    began, ended = bool(_BEGAN.search(words)), bool(_ENDED.search(words))
    number = next((n for n, d in enumerate(dates) if d.start == at), None)
    if number is None or began == ended:
        return None
    if began and number and _TO.fullmatch(page[dates[number - 1].end : at]):
        return dates[number - 1]
    if ended and number + 1 < len(dates) and _TO.fullmatch(page[dates[number].end : dates[number + 1].start]):
        return dates[number + 1]
    return None
