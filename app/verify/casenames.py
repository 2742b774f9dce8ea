"""Cases named without their citation: known short names, and names that the sentence uses as an authority."""

import re
from collections.abc import Callable, Iterator
from typing import Final

_NAME: Final = r"(?P<name>(?:e[A-Z]\w+|[A-Z][\w'’\-]+)(?: (?:[A-Z][\w'’\-]+|&|of)){0,3})"
_VERBS: Final = (
    r"(?:remains?|holds?|held|says|supplies|controls?|controlled|governs?|governed|teaches|forecloses|recogni[sz]es|"
    r"recogni[sz]ed|instructs|"
    r"is to the same effect|is not to the contrary|is in accord|is on point|is distinguishable|is inapposite|"
    r"did not change|does not change|"
    r"makes clear|made clear|explains|stands for|sets? (?:out|forth|the)|rejected|announced|reaffirm(?:s|ed)|"
    r"confirms|compels|disposes|"
    r"requires|required|decides|decided|was (?:wrongly )?decided|and its progeny|test\b|standard\b|factors\b|"
    r"framework\b|doctrine\b|rule\b)"
)
_PATTERNS: Final = tuple(
    re.compile(p)
    for p in (
        rf"(?:^|(?<=[.;,—“”\"\s(]))\b{_NAME}(?=,? {_VERBS})",
        rf"(?:\b[Uu]nder|\b[Uu]nlike|\b[Cc]ompare|\b[Pp]er|\b[Ff]ollowing|\b[Cc]iting|\b[Dd]istinguishing|"
        rf"\b[Aa]pplying|\bfactors (?:of|in|from)|\btest (?:of|in|from)|\bholding (?:of|in)|\brule (?:of|in)|"
        rf"\breasoning (?:of|in)|\bdecision in|\boverruled) {_NAME}(?=[\s,.;])",
        rf"\b[Cc]ompare (?:[A-Z]\w+ ){{1,4}}with {_NAME}(?=[\s,.;])",
        rf"\b[Ii]n {_NAME},? (?=(?:the|this) (?:C|c)ourt\b|the (?:Second|Ninth|Fifth|Eighth|Supreme|First|Third|"
        rf"Fourth|Sixth|Seventh|Tenth|Eleventh)\b)",
    )
)
_WHOLE: Final = re.compile(
    r"(?:(?<=[\s(“\"«])|^)(?P<name>[A-Z][\w.'’&\-]*(?: (?:[A-Z][\w.'’&\-]*|&|of|"
    r"the)){0,6} v\.? [A-Z][\w.'’&\-]*(?:,? (?:[A-Z][\w.'’&\-]*|&|of|the)){0,6})",
    re.M,
)
_SIGNALS: Final = re.compile(r"(?:(?:See|Cf\.|Accord|Compare|But|And|In|Under|Both|Nor|Contra|Also),? )+")
_TAIL: Final = re.compile(r",? (?:No|Case|Civ|Docket|Nos|Adv)\.?$|(?<![ ,])[ ,]+$")
_NEVER: Final = re.compile(
    r"^(?:The|This|That|These|Those|A|An|It|He|She|They|We|You|I|Section|Rule|Title|Article|Exhibit|Court|Congress|"
    r"Plaintiff|Defendant|Plaintiffs|"
    r"Defendants|Agreement|Contract|Lease|Note|Policy|Federal|State|District|Circuit|Supreme|Here|There|But|And|Nor|"
    r"If|As|When|While|So|Yet|No|Nothing|Only|"
    r"Each|Every|Any|All|Both|Such|What|Who|Which|Judge|Justice|January|February|March|April|May|June|July|August|"
    r"September|October|November|December|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Id|Ex|New|North|South|Delaware|California|Texas|York|"
    r"Equity|Jurisdiction|Venue|Law|"
    r"Constitution|Amendment|Act|Code|Counsel|Mr|Ms|Mrs|Dr|Her|His|Its|Their|Our|My|Your|Paragraph|Clause|Part|"
    r"Schedule|Appendix|Due|Equal|Leave|Title|Restatement|Local|Rules?|Sections|Pub|Case)\b"
)


def find_names(
    text: str, known: Callable[[str], bool], in_record: Callable[[str], bool]
) -> Iterator[tuple[int, int, str]]:
    """Names used as authority. ``known``: an opinion on the shelf bears it; ``in_record``: the evidence has it."""
    for match in _WHOLE.finditer(text):
        signal = _SIGNALS.match(match["name"])
        name = _TAIL.sub("", match["name"][signal.end() if signal else 0 :])
        words = re.findall(r"[^\W\d_]{4,}", name)
        if known(name) or not all(in_record(w) for w in words):  # the matter's own caption is no authority
            start = match.start("name") + (signal.end() if signal else 0)
            yield start, start + len(name), name
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            name = match["name"]
            if _NEVER.match(name) or name.isupper():
                continue
            if known(name) or not any(in_record(word) for word in name.split()):
                yield match.start("name"), match.end("name"), name
