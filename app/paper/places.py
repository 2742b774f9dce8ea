"""Where on a page a number may go."""

from collections.abc import Iterator
from itertools import product

from app.paper.geometry import Position, Sheet

MARGIN = 18.0
"""Points between a number and the edges of the page as shown."""

_INWARD = (0.0, 6.0, 12.0)
_SIDEWAYS = (0.0, 6.0, 12.0, 27.0)
"""Points by which a number may move in from its usual place and still stand in the same corner."""


def spot(
    sheet: Sheet, position: Position, width: float, height: float, *, aside: float = 0.0, inward: float = 0.0
) -> tuple[float, float]:
    """The left foot of a block of that size at ``position``, in points from the left and the foot as shown."""
    beside = max(0.0, min(MARGIN + aside, (sheet.width - width) / 2))
    above = max(0.0, min(MARGIN + inward, (sheet.height - height) / 2))
    x = {"left": beside, "center": (sheet.width - width) / 2, "right": sheet.width - beside - width}
    return x[position.side], above if position.at_foot else sheet.height - above - height


def spots(sheet: Sheet, wanted: Position, width: float, height: float) -> Iterator[tuple[Position, float, float]]:
    """The places to try, best first: the wanted corner, a little further in, then the others of its edge, then those
    of the opposite edge."""
    aside = (0.0,) if wanted.side == "center" else _SIDEWAYS
    for by, inward in sorted(product(aside, _INWARD), key=sum):
        yield wanted, *spot(sheet, wanted, width, height, aside=by, inward=inward)
    others = (position for position in Position if position is not wanted)
    for position in sorted(others, key=lambda p: p.at_foot is not wanted.at_foot):
        for inward in _INWARD:
            yield position, *spot(sheet, position, width, height, inward=inward)
