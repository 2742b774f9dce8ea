"""What no citation can say: volumes that a reporter does not have, years outside its run, courts that are not."""

import re
from bisect import bisect_left
from datetime import UTC, datetime
from typing import Final

from app.verify.citations import CaseRef, reporter_key
from app.verify.courts import never_prints, no_such_court, read_court

# Reporter: first and last year (None: still published), last volume. Volumes of living series leave some years of room.
_RUNS: Final[dict[str, tuple[int, int | None, int]]] = {
    "us": (1754, None, 640), "sct": (1882, None, 160), "led": (1754, 1956, 100), "led2d": (1956, None, 260),
    "f": (1880, 1925, 300), "f2d": (1924, 1994, 999), "f3d": (1993, 2022, 999), "f4th": (2021, None, 260),
    "fappx": (2001, 2022, 861), "fsupp": (1932, 1999, 999), "fsupp2d": (1997, 2015, 999), "fsupp3d": (2013, None, 1100),
    "frd": (1938, None, 400), "br": (1979, None, 760), "ne2d": (1936, 2014, 999), "nw2d": (1941, None, 999),
    "p2d": (1931, 2000, 999), "p3d": (2000, None, 700), "a2d": (1938, 2010, 999), "a3d": (2010, None, 500),
    "so2d": (1940, 2008, 999), "so3d": (2008, None, 500), "sw2d": (1928, 1999, 999), "sw3d": (1999, None, 850),
    "se2d": (1939, None, 999), "ny3d": (2003, None, 60), "ny2d": (1956, 2004, 100), "ad2d": (1955, 2004, 309),
    "ad3d": (2003, None, 260), "cal4th": (1991, 2016, 63), "cal5th": (2016, None, 40), "calapp4th": (1991, 2016, 248),
    "calapp5th": (2016, None, 140), "fedcl": (1992, None, 200),
}  # fmt: skip
# Reporter: volumes and the years that they were begun in; between two of them the years rise with the volumes.
_BEGUN: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "us": ((50, 1850), (100, 1879), (150, 1893), (200, 1905), (250, 1919), (300, 1936), (350, 1955), (400, 1970),
           (450, 1981), (500, 1990), (550, 2007), (575, 2014), (600, 2022)),
    "f2d": ((1, 1924), (100, 1938), (200, 1952), (300, 1961), (400, 1968), (500, 1974), (600, 1979), (700, 1983),
            (800, 1986), (900, 1990), (999, 1993)),
    "f3d": ((1, 1993), (100, 1996), (200, 1999), (300, 2002), (400, 2005), (500, 2007), (600, 2010), (700, 2012),
            (800, 2015), (900, 2018), (999, 2021)),
    "f4th": ((1, 2021), (50, 2022), (100, 2024)),
    "fsupp": ((1, 1932), (100, 1951), (200, 1961), (300, 1969), (400, 1975), (500, 1980), (600, 1985), (700, 1988),
              (800, 1992), (900, 1995), (999, 1998)),
    "fsupp2d": ((1, 1998), (100, 2000), (200, 2002), (300, 2004), (400, 2005), (500, 2007), (600, 2009), (700, 2010),
                (800, 2011), (900, 2012), (999, 2014)),
    "fsupp3d": ((1, 2014), (100, 2015), (200, 2016), (300, 2018), (400, 2019), (500, 2020), (600, 2022)),
    "fappx": ((1, 2001), (100, 2004), (200, 2006), (300, 2008), (400, 2010), (500, 2012), (600, 2015), (700, 2017),
              (800, 2020), (861, 2021)),
}  # fmt: skip
_ROOM: Final = 2
"""Years that an opinion may be printed away from where the table puts its volume."""
_TERM: Final = 1880
"""Volume n of S. Ct. has the term that ended in the year n + 1880."""
_YEARLY: Final = re.compile(r"wl$|.*lexis")
_DOCKET: Final = re.compile(r"(?:(?P<office>\d{1,2}):)?(?P<year>\d{2})-(?:(?P<kind>[a-zA-Z]{2,4})-)?\d{1,6}")


def impossible(ref: CaseRef) -> str | None:
    """Why a citation cannot exist, whatever library is asked; None where it can."""
    if ref.year and ref.year > datetime.now(UTC).year:
        return f"{ref.year} has not come yet."
    court = no_such_court(ref.court or "", ref.year)
    if court:
        return court
    reporter = reporter_key(ref.reporter or "")
    volume = int(ref.volume) if ref.volume and ref.volume.isdigit() else None
    wrong = _volume(ref, reporter, volume) or _year(ref, reporter, volume) or _docket(ref)
    if wrong:
        return wrong
    if never_prints(reporter, volume, ref.court or "", ref.year):
        return f"{ref.reporter} does not print opinions of the court {ref.court}."
    return None


def _volume(ref: CaseRef, reporter: str, volume: int | None) -> str | None:
    if volume == 0 or ref.page == "0":
        return f"{ref.reporter} has no volume or page 0."
    run = _RUNS.get(reporter)
    return f"{ref.reporter} has no volume {ref.volume}." if run and volume and volume > run[2] else None


def _year(ref: CaseRef, reporter: str, volume: int | None) -> str | None:
    year, run = ref.year, _RUNS.get(reporter)
    if year is None:
        return None
    if run and (year < run[0] or year > (run[1] or year)):
        return f"{ref.reporter} has no opinions of {year}."
    if volume is None:
        return None
    if _YEARLY.match(reporter) and 1900 < volume < 2100 and abs(volume - year) > 1:
        return f"{ref.cite} is of {volume}, not of {year}."
    years = _years_of(reporter, volume)
    if years and year not in years:
        return (
            f"Volume {volume} of {ref.reporter} has opinions of {years[_ROOM]} to {years[-1] - _ROOM}, none of {year}."
        )
    return None


def _years_of(reporter: str, volume: int) -> range | None:
    """The years in which the opinions of a volume can have been given."""
    if reporter == "sct":
        return range(volume + _TERM - 1 - _ROOM, volume + _TERM + _ROOM + 1)
    begun = _BEGUN.get(reporter, ())
    at = bisect_left(begun, (volume + 1,))
    if not begun or at == 0:
        return None
    last = begun[at][1] if at < len(begun) else datetime.now(UTC).year
    return range(begun[at - 1][1] - _ROOM, last + _ROOM + 1)


def _docket(ref: CaseRef) -> str | None:
    """A federal docket number that its court can't have given, or gave after the decision."""
    number = _DOCKET.fullmatch(ref.docket or "")
    kind = read_court(ref.court or "").kind
    if number is None or kind not in {"circuit", "district", "bankruptcy"}:
        return None
    if kind == "circuit" and number["office"]:
        return f"{ref.docket} is the form of a district court's docket number, not of the {ref.court}"
    filed = 2000 + int(number["year"])
    if ref.year and number["kind"] and ref.year < filed <= datetime.now(UTC).year:
        return f"A case filed in {filed} ({ref.docket}) was not decided in {ref.year}."
    return None
