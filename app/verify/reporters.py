"""What no citation can say: volumes that a reporter does not have, years outside its run, circuits that are not."""

import re
from datetime import UTC, datetime
from typing import Final

from app.verify.citations import CaseRef, reporter_key

# Reporter: first and last year (None: still published), last volume. Volumes of living series leave some years of room.
_RUNS: Final[dict[str, tuple[int, int | None, int]]] = {
    "us": (1754, None, 640),
    "sct": (1882, None, 160),
    "led": (1754, 1956, 100),
    "led2d": (1956, None, 260),
    "f": (1880, 1925, 300),
    "f2d": (1924, 1994, 999),
    "f3d": (1993, 2022, 999),
    "f4th": (2021, None, 260),
    "fappx": (2001, 2022, 861),
    "fsupp": (1932, 1999, 999),
    "fsupp2d": (1997, 2015, 999),
    "fsupp3d": (2013, None, 1100),
    "frd": (1938, None, 400),
    "br": (1979, None, 760),
    "ne2d": (1936, 2014, 999),
    "nw2d": (1941, None, 999),
    "p2d": (1931, 2000, 999),
    "p3d": (2000, None, 700),
    "a2d": (1938, 2010, 999),
    "a3d": (2010, None, 500),
    "so2d": (1940, 2008, 999),
    "sw2d": (1928, 1999, 999),
    "sw3d": (1999, None, 850),
    "se2d": (1939, None, 999),
}
_CIRCUIT: Final = re.compile(r"(\d{1,3})(?:st|nd|rd|th|d)\b.{0,3}Cir", re.I)
_CIRCUITS: Final = 11
_SUPREME: Final = frozenset({"us", "sct", "led", "led2d"})
_APPEALS: Final = frozenset({"f2d", "f3d", "f4th", "fappx"})
_TRIAL: Final = frozenset({"fsupp", "fsupp2d", "fsupp3d"})


def impossible(ref: CaseRef) -> str | None:
    """Why a citation cannot exist, whatever library is asked; None where it can."""
    year = ref.year
    if year and year > datetime.now(UTC).year:
        return f"{year} has not come yet."
    circuit = _CIRCUIT.search(ref.court or "")
    if circuit and int(circuit[1]) > _CIRCUITS:
        return f"There is no {circuit[0]}cuit." if circuit[0].endswith("Cir") else f"There is no {circuit[0]}."
    reporter = reporter_key(ref.reporter or "")
    run = _RUNS.get(reporter)
    if run is None:
        return None
    first, last, volumes = run
    if ref.volume and ref.volume.isdigit() and int(ref.volume) > volumes:
        return f"{ref.reporter} has no volume {ref.volume}."
    if year and (year < first or year > (last or year)):
        return f"{ref.reporter} has no opinions of {year}."
    return _wrong_court(ref, reporter)


def _wrong_court(ref: CaseRef, reporter: str) -> str | None:
    """A court whose opinions the reporter never prints."""
    court = ref.court or ""
    circuit = bool(re.search(r"\bCir\b", court))
    district = bool(re.match(r"(?:[NSEWCM]\.)*D\. ?[A-Z]", court))
    if (reporter in _SUPREME and (circuit or district)) or (reporter in _TRIAL and circuit):
        return f"{ref.reporter} does not print opinions of the court {court}."
    if reporter in _APPEALS and district and not re.search(r"\bCir\b|App", court) and reporter != "f2d":
        return f"{ref.reporter} does not print opinions of the court {court}."
    return None
