"""Courts as citations name them: which there are, and which reporters print their opinions."""

import re
from dataclasses import dataclass
from typing import Final

_STATES: Final = (
    "Ala.|Alaska|Ariz.|Ark.|Cal.|Colo.|Conn.|Del.|D.C.|Fla.|Ga.|Haw.|Idaho|Ill.|Ind.|Iowa|Kan.|Ky.|La.|Me.|Md.|Mass.|"
    "Mich.|Minn.|Miss.|Mo.|Mont.|Neb.|Nev.|N.H.|N.J.|N.M.|N.Y.|N.C.|N.D.|Ohio|Okla.|Or.|Pa.|R.I.|S.C.|S.D.|Tenn.|"
    "Tex.|Utah|Vt.|Va.|Wash.|W. Va.|Wis.|Wyo.|P.R.|Guam|V.I.|N. Mar. I."
)
_DISTRICTS: Final = {
    **dict.fromkeys(("ala", "fla", "ga"), "NMS"),
    **dict.fromkeys(("ark", "ky", "mich", "mo", "va", "wash", "wis"), "EW"),
    **dict.fromkeys(("la", "nc", "pa", "tenn"), "EMW"),
    **dict.fromkeys(("ind", "iowa", "miss", "ohio", "wva"), "NS"),
    **{"cal": "NCSE", "ill": "NCS", "ny": "NSEW", "tex": "NSEW", "okla": "NEW"},
}
"""States with more than one federal district, since 1978."""
_DIVIDED: Final = 1979
_REGIONS: Final[dict[str, frozenset[str]]] = {
    reporter: frozenset(states.split())
    for reporters, states in (
        ("a a2d a3d", "conn del dc me md nh nj pa ri vt"),
        ("ne ne2d ne3d", "ill ind mass ny ohio"),
        ("nw nw2d nw3d", "iowa mich minn neb nd sd wis"),
        ("p p2d p3d", "alaska ariz cal colo haw idaho kan mont nev nm okla or utah wash wyo"),
        ("se se2d", "ga nc sc va wva"),
        ("so so2d so3d", "ala fla la miss"),
        ("sw sw2d sw3d", "ark ky mo tenn tex"),
    )
    for reporter in reporters.split()
}
_OF_ONE_STATE: Final = re.compile(
    r"(?P<cal>cal|calapp|calrptr|calunrep)(?:supp)?(?:2d|3d|4th|5th|supp)*$|(?P<ny>ny|ad|misc|nys)(?:2d|3d)?$|"
    r"(?P<nj>nj|njsuper|njeq|njl)$|(?P<ill>ill|illapp|illdec)(?:2d|3d)?$|(?P<mass>mass|massappct)$|"
    r"(?P<ohio>ohiost|ohioapp)(?:2d|3d)?$|(?P<mich>mich|michapp)$|(?P<pa>pa|pasuper|pacommw)$|(?P<va>va|vaapp)$|"
    r"(?P<ga>ga|gaapp)$|(?P<wash>wash|washapp)(?:2d)?$|(?P<conn>conn|connapp)$|(?P<md>md|mdapp)$|"
    r"(?P<nc>nc|ncapp)$|(?P<wis>wis)(?:2d)?$|(?P<or>or|orapp)$|(?P<ariz>ariz|arizapp)$|(?P<kan>kan|kanapp)(?:2d)?$|"
    r"(?P<neb>neb|nebapp)$|(?P<nm>nm)$|(?P<idaho>idaho)$|(?P<minn>minn)$|(?P<tex>tex)$|(?P<haw>haw|hawapp)$"
)
_FEDERAL: Final = frozenset({"us", "sct", "led", "led2d", "f2d", "f3d", "f4th", "fappx", "fsupp", "fsupp2d", "fsupp3d"})
_SUPREME: Final = frozenset({"us", "sct", "led", "led2d"})
_APPEALS: Final = frozenset({"f2d", "f3d", "f4th", "fappx"})
_TRIAL: Final = frozenset({"fsupp", "fsupp2d", "fsupp3d"})
_F2D_TRIALS: Final = 1932
"""Opinions of district courts were printed in F.2d until then."""
_NAMED_NUMBERS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)
_CIRCUIT: Final = re.compile(
    rf"(?:(\d{{1,3}})(?:st|nd|rd|th|d)|({_NAMED_NUMBERS.replace(' ', '|')}))\b.{{0,3}}Cir", re.I
)
_CIRCUITS: Final = 11
_DISTRICT: Final = re.compile(
    r"(?:Bankr\. ?)?(?:(?P<part>[NSEWCM])\. ?)?D\. ?(?P<state>[A-Z][\w.]*(?: [A-Z][\w.]*){0,2})"
)
_BY_LENGTH: Final = sorted(_STATES.split("|"), key=len, reverse=True)
_STATE: Final = re.compile("(" + "|".join(map(re.escape, _BY_LENGTH)) + ")")
_BEFORE_DAY: Final = re.compile(r",| (?=(?:Jan|Feb|Mar|Apr|May|June|July|Aug|Sept|Oct|Nov|Dec)\b)")


@dataclass(frozen=True, slots=True)
class Court:
    """``kind``: circuit, district, bankruptcy, state, or empty for any other; ``part``: N, S, E, W, C or M."""

    kind: str
    state: str | None = None
    part: str | None = None


def read_court(written: str) -> Court:
    """The court in the parenthesis of a citation: ``9th Cir.``, ``Bankr. S.D.N.Y.``, ``Tex. App.``"""
    written = written.strip()
    if re.search(r"\bCir(?:cuit|\.|\b)", written):
        return Court("circuit")
    district = _DISTRICT.fullmatch(_BEFORE_DAY.split(written)[0])
    if district and (district["part"] or not written.startswith("D.C")):
        state = _key(district["state"])
        kind = "bankruptcy" if written.startswith("Bankr") else "district"
        return Court(kind, state, district["part"])
    state_court = _STATE.match(written)
    return Court("state", _key(state_court[1])) if state_court else Court("")


def _key(state: str) -> str:
    return re.sub(r"[\s.]", "", state).casefold()


def no_such_court(written: str, year: int | None) -> str | None:
    """Why there is no such federal court; None where there is, or may have been."""
    circuit = _CIRCUIT.search(written)
    if circuit:
        number = int(circuit[1]) if circuit[1] else _NAMED_NUMBERS.split().index(circuit[2].casefold()) + 1
        if not 0 < number <= _CIRCUITS:
            return f"There is no {circuit[0]}cuit." if circuit[0].endswith("Cir") else f"There is no {circuit[0]}."
    court = read_court(written)
    if court.kind not in {"district", "bankruptcy"} or (year or 0) < _DIVIDED:
        return None
    known = {_key(s) for s in _STATES.split("|")}
    parts = _DISTRICTS.get(court.state or "", "")
    if court.state in known and ((court.part or "") not in parts or bool(court.part) != bool(parts)):
        return f"There is no federal district {written.removeprefix('Bankr.').strip()}"
    return None


def never_prints(reporter: str, volume: int | None, written: str, year: int | None) -> bool:
    """Whether the reporter (``reporter_key``) prints no opinions of the court that is named so."""
    court = read_court(written)
    if not court.kind:
        return False
    if reporter in _FEDERAL:
        return _not_federal(reporter, volume, court, year)
    states = _REGIONS.get(reporter)
    one = _OF_ONE_STATE.match(reporter)
    if one:
        states = frozenset({k for k, v in one.groupdict().items() if v})
    if states is None:
        return False
    return court.kind != "state" or court.state not in states


def _not_federal(reporter: str, volume: int | None, court: Court, year: int | None) -> bool:
    if court.kind == "state":  # the first volumes of U.S. have courts of Pennsylvania; D.C. had its court in F.2d
        return not (court.state == "dc" or (reporter in _SUPREME and (volume or 0) < 5))
    if reporter in _SUPREME:
        return True
    if reporter in _TRIAL:
        return court.kind == "circuit"
    late = reporter != "f2d" or (year or 0) > _F2D_TRIALS
    return reporter in _APPEALS and court.kind == "district" and late
