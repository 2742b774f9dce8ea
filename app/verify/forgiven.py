"""What was forgiven when a quotation was found: the setting of the page, never a word."""

import re
from dataclasses import replace
from typing import Final

from app.domain.claim import ClaimKind, VerdictKind
from app.verify.found import Finding, Found
from app.verify.record import Index

_MARKS: Final = (
    ("a hyphen at a line's end", re.compile(r"\w[-‐\u00ad]\n\s*\w|\w\u00ad\w")),
    ("ligatures", re.compile(r"[\ufb00-\ufb06]")),
    ("line numbers", re.compile(r"\n[ \t]*\d{1,2}[ \t]+\S")),
)


def forgiven(text: str, claim: Found, finding: Finding, index: Index) -> Finding:
    """The finding on a quotation, with what its page has in these words that the draft has not."""
    if finding.verdict is not VerdictKind.SUPPORTED or claim.kind is not ClaimKind.QUOTATION or not finding.places:
        return finding
    place = finding.places[0]
    source = index.pages[place.page].page.text[place.start : place.end]
    told = [name for name, mark in _MARKS if mark.search(source) and not mark.search(text, claim.start, claim.end)]
    if not told:
        return finding
    shown = " and ".join(told)
    verb = "was" if len(told) == 1 and told[0].startswith("a ") else "were"
    return replace(finding, reason=f"{finding.reason} {shown[0].upper()}{shown[1:]} {verb} forgiven.")
