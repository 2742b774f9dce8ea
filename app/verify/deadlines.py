"""A day by which something was due is another event than a day on which something happened."""

import re
from typing import Final

_BY: Final = re.compile(
    r"\b(?:by|until|till|before|no later than|not later than|through|bis(?: zum)?|spätestens(?: am)?|vor dem|"
    r"avant le|jusqu['’]au|au plus tard le|"
    r"antes del?(?: día)?|hasta el|a más tardar el|até(?: o dia)?|antes de|до|не позднее)\s{1,12}$",
    re.I,
)
_DUE: Final = re.compile(
    r"\b(?:due|deadline|next|follow-up|expir\w+|payable|matur\w+|must|shall|should|to be|scheduled|promised|"
    r"required|ending|sollten?|soll|mussten?|devai(?:t|ent)|doit|debían?|debe|devia|deveria|deve|должн\w*|"
    r"end(?:s|ed)|valid|open|good through|term|"
    r"Frist\w*|fällig\w*|Liefertermin|échéance|délai|exigible|plazo|venc\w+|prazo|срок\w*|истек\w*|назначен\w*)\b",
    re.I,
)


_SCHEDULED: Final = re.compile(
    r"\b(?:next|due|scheduled|set for|fixed for|délai|Frist|plazo|prazo|expir\w+|deadline|valid|follow-up|renewal|"
    r"matur\w+|nächste\w*|fällig\w*|prochaine?|échéance|prevista?o?|próxim[ao]|vencimi?ento|срок|"
    r"следующ\w+)\b[^.;\d]{0,24}$",
    re.I,
)


def is_scheduled(text: str, start: int) -> bool:
    """Whether a date is one by or for which something is set: "by", "Next visit:", "expires"."""
    return is_deadline(text, start) or bool(_SCHEDULED.search(text[max(0, start - 48) : start]))


_FELL_DUE: Final = re.compile(
    r"\b(?:due|payable|expired|expires|fällig|zahlbar|exigible|échue?|vencía|venció|vencimiento|vencia|venceu|vencimento)"
    r"(?: (?:on|am|le|el|em))?\s{1,12}$",
    re.I,
)


def falls_due(text: str, start: int) -> bool:
    """Whether the draft makes a date the one on which something fell due."""
    return bool(_FELL_DUE.search(text[max(0, start - 24) : start]))


_NOT_ON: Final = re.compile(
    r"\b(?:not (?:on|by|until)|nicht (?:am|bis)|pas (?:le|au)|no (?:el|hasta)|não (?:em|até)|не)\s{1,12}$", re.I
)


def is_denied(text: str, start: int) -> bool:
    """Whether a date is one on which something did not happen: the record speaks of it otherwise."""
    return bool(_NOT_ON.search(text[max(0, start - 24) : start]))


def is_deadline(text: str, start: int) -> bool:
    """Whether a word for "by" stands right before a date."""
    return bool(_BY.search(text[max(0, start - 24) : start]))


def speaks_of_deadline(text: str, low: int, high: int, start: int) -> bool:
    """Whether the words from ``low`` to ``high`` make the date at ``start`` a day by which something is due."""
    return is_deadline(text, start) or bool(_DUE.search(text[low:high]))
