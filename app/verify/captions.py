"""Who, where and when of an opinion, as its first page says it: caption, court, docket number, day."""

import re
from typing import Final

_V: Final = re.compile(r"(?P<left>.*?)\b(?:vs?|VS?)(?:\.|(?!\w))(?P<right>.*)")
_ROLE: Final = re.compile(
    r",? {0,9}\d{0,9} {0,9}"
    r"(?:Plaintiffs?|Defendants?|Petitioners?|Respondents?|Appellants?|Appellees?|Debtors?|Claimants?|"
    r"PLAINTIFFS?|DEFENDANTS?|PETITIONERS?|RESPONDENTS?|APPELLANTS?|APPELLEES?)\b.*$"
)
_AS: Final = re.compile(
    r",? (?:in (?:his|her|its|their) (?:official|individual) capacity|et al\b|individually).*$", re.I
)
_STOPS: Final = re.compile(
    r"^(?:\d|No\.|Docket|Case|Civil|Filed|APPEAL|UNITED STATES|IN THE|FOR THE|(?:\w+ )?(?:DISTRICT|DIVISION)\b|Before|"
    r"\[|\()|\bCourt\b",
    re.I,
)
_SENTENCE: Final = re.compile(r"[a-z]{3}\. |[a-z]{4} (?:is|was|are|were|has|have|that|which) ")
_NUMBERS: Final = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh"
_SUFFIX: Final = ("1st", "2d", "3d", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th")
_CIRCUIT: Final = re.compile(
    rf"Court of Appeals\s+(?:for the\s+)?(?:({_NUMBERS.replace(' ', '|')})|(District of Columbia)|(Federal))\s+Circuit",
    re.I,
)
_STATES: Final = {
    "Alabama": "Ala.", "Alaska": "Alaska", "Arizona": "Ariz.", "Arkansas": "Ark.", "California": "Cal.",
    "Colorado": "Colo.", "Connecticut": "Conn.", "Delaware": "Del.", "Florida": "Fla.", "Georgia": "Ga.",
    "Hawaii": "Haw.", "Idaho": "Idaho", "Illinois": "Ill.", "Indiana": "Ind.", "Iowa": "Iowa", "Kansas": "Kan.",
    "Kentucky": "Ky.", "Louisiana": "La.", "Maine": "Me.", "Maryland": "Md.", "Massachusetts": "Mass.",
    "Michigan": "Mich.", "Minnesota": "Minn.", "Mississippi": "Miss.", "Missouri": "Mo.", "Montana": "Mont.",
    "Nebraska": "Neb.", "Nevada": "Nev.", "New Hampshire": "N.H.", "New Jersey": "N.J.", "New Mexico": "N.M.",
    "New York": "N.Y.", "North Carolina": "N.C.", "North Dakota": "N.D.", "Ohio": "Ohio", "Oklahoma": "Okla.",
    "Oregon": "Or.", "Pennsylvania": "Pa.", "Rhode Island": "R.I.", "South Carolina": "S.C.", "South Dakota": "S.D.",
    "Tennessee": "Tenn.", "Texas": "Tex.", "Utah": "Utah", "Vermont": "Vt.", "Virginia": "Va.",
    "Washington": "Wash.", "West Virginia": "W. Va.", "Wisconsin": "Wis.", "Wyoming": "Wyo.", "Columbia": "D.C.",
}  # fmt: skip
_NAMES: Final = "|".join(sorted(_STATES, key=len, reverse=True))
_DISTRICT: Final = re.compile(
    r"District Court\s+(?:for the\s+)?(?:(Northern|Southern|Eastern|Western|Central|Middle)\s+)?"
    rf"District of ({_NAMES})\b",
    re.I,
)
_STATE_COURT: Final = re.compile(rf"Supreme Court of (?:the State of )?({_NAMES})\b", re.I)
_DOCKET: Final = re.compile(r"^[^\S\n]*(?:Docket |Case |Civil Action )?Nos?\.:? ?(\d[\w:\-]{2,24})", re.M)
_MONTHS: Final = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY: Final = re.compile(rf"^[^\n]{{0,40}}?\b(?:{_MONTHS}) \d{{1,2}}, ((?:1[6-9]|20)\d\d)[^\n]{{0,12}}$", re.M)


def case_name(head: str) -> str | None:
    """The parties on either side of the "v." of a caption, without their roles, each with its lines joined."""
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    for n, line in enumerate(lines[:60]):
        match = _V.match(line)
        if not match or _SENTENCE.search(line):
            continue
        left = match["left"].strip() or _joined(lines[max(0, n - 5) : n], from_end=True)
        right = match["right"].strip() or _joined(lines[n + 1 : n + 5], from_end=False)
        if left and right:
            return f"{_party(left)} v. {_party(right)}"
    return None


def _joined(lines: list[str], *, from_end: bool) -> str:
    """The lines of one party: up to its role, or to a line that is no part of a name."""
    taken: list[str] = []
    for line in reversed(lines) if from_end else lines:
        if _STOPS.search(line):
            break
        bare = _ROLE.sub("", line).strip(" ,")
        taken.append(bare)
        if not from_end and bare != line.strip(" ,"):
            break
    return " ".join(reversed(taken) if from_end else taken).strip()


def _party(name: str) -> str:
    bare = _AS.sub("", _ROLE.sub("", name)).strip(" ,;")
    bare = re.sub(r"(?<=[A-Za-z.,])\d{1,2}$", "", " ".join(bare.split())).strip(" ,")
    return " ".join(_cased(word) for word in bare.split()) if bare.isupper() else bare


def _cased(word: str) -> str:
    small = {"AND", "OF", "THE", "FOR", "IN"}
    if word in small:
        return word.lower()
    return word if word.strip(".,") in {"LLC", "LP", "LLP", "USA", "II", "III", "N.A.", "U.S"} else word.capitalize()


def court_of(head: str) -> str | None:
    """The court as a citation names it: ``1st Cir.``, ``N.D. Cal.``, ``T.C.``, ``U.S.``"""
    flat = " ".join(head.split())
    if re.search(r"SUPREME COURT OF THE UNITED STATES", flat, re.I):
        return "U.S."
    circuit = _CIRCUIT.search(flat)
    if circuit:
        if circuit[1]:
            return f"{_SUFFIX[_NUMBERS.split().index(circuit[1].title())]} Cir."
        return "D.C. Cir." if circuit[2] else "Fed. Cir."
    if re.search(r"UNITED STATES TAX COURT", flat, re.I):
        return "T.C."
    district = _DISTRICT.search(flat)
    if district:
        state = _STATES[district[2].title()]
        part = f"{district[1][0].upper()}." if district[1] else ""
        return f"{part}D. {state}" if not part or state[1:2] != "." else f"{part}D.{state}"
    state_court = _STATE_COURT.search(flat)
    return _STATES[state_court[1].title()] if state_court else None


def docket_of(head: str) -> str | None:
    """The first docket number that stands at the beginning of a line."""
    match = _DOCKET.search(head)
    return match[1].rstrip("-:") if match else None


def year_of(head: str) -> int | None:
    """The year of a day that stands alone on its line."""
    match = _DAY.search(head)
    return int(match[1]) if match else None
