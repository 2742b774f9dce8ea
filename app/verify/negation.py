"""A quotation that begins right after the "not" of its source says the opposite, unless the draft says "not" itself."""

import re
from typing import Final

from app.verify.found import Place

_NOT: Final = re.compile(
    r"(?:\b(?:not|never|cannot|no|nor|neither|none of|nobody|no one|"
    r"(?:not true|untrue|false|den(?:y|ies|ied)) that|nicht|niemals|nie|kein(?:e[nrms]?)?|ne|n['’]|jamais|nunca|jamás|"
    r"não|nem|не|никогда)|n['’]t)[\s\d]{1,8}$",
    re.I,
)
_NO_NOUN: Final = re.compile(
    r"(?:\b(?:no|neither|kein(?:e[nrms]?)?|aucune?|ningun[ao]?|ningún|nenhuma?)\s+[^\W\d_]{2,20}|\bникак\w+\s+\w{2,20})\s{1,4}$",
    re.I,
)
"""The negated subject of what is quoted: "No print" before "was found"."""
_VERB: Final = re.compile(
    r"\W{0,3}(?:is|are|was|were|be|has|have|had|does|do|did|can|could|will|would|shall|should|may|might|must|wurden?|war(?:en)?|"
    r"ist|sind|hat|haben|est|sont|a|ont|était|fut|es|son|fue|ha|han|é|são|foi|foram|há)\b",
    re.I,
)
_DENIES: Final = re.compile(
    r"\b(?:not|never|cannot|no|nor|neither|none|nothing|nobody|without|unless|hardly|den(?:y|ied|ies|ying)|refus\w+|"
    r"declin\w+|reject\w+|fail\w*|unable|lack\w*|absen\w+|forbid\w*|forbade|prohibit\w*|bar(?:s|red)|contrary|"
    r"nicht\w*|nie|niemals|kein\w*|ohne|weder|weiger\w+|lehn\w+|bestr\w+|verneint\w*|ne|n['’]\w+|pas|jamais|aucun\w*|ni|"
    r"sans|refus\w+|ni[eé]\w*|nunca|jamás|sin|tampoco|neg[aoó]\w*|rechaz\w+|não|nem|sem|recus\w+|не|ни|никогда|нет|без|"
    r"отриц\w+|отказ\w+)\b|n['’]t\b",
    re.I,
)


def cut_negation(before: str, source: str, place: Place) -> str | None:
    """The negation that stands right before the words in the source and that the draft's sentence leaves out.

    ``before``: the draft's sentence up to the quotation, in its own words.
    """
    cut = _NOT.search(source[max(0, place.start - 24) : place.start])
    if not cut and _VERB.match(source, place.start):
        cut = _NO_NOUN.search(source, max(0, place.start - 48), place.start)
    if not cut or _DENIES.search(before):
        return None
    return " ".join(cut[0].split()).strip(" 0123456789")
