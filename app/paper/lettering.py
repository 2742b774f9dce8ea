"""The few lines of a stamp, measured and written."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.paper.geometry import Position, Sheet, number
from app.paper.places import MARGIN
from app.paper.typeface import Face

SIZE = 10.0
"""Points of the letters; smaller only where a page is too narrow for them."""
PAD = 2.0
"""Points of blank at the sides of a stamp."""
_LEADING = 1.2
_FOOT = 0.22
"""Shares of the size: from line to line, and from the foot of a line up to where its letters stand."""
_SHARE = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, slots=True)
class Lettering:
    """``lines``, the number first, with their ``widths`` in points at ``size``; together ``width`` by ``height``."""

    lines: Sequence[str]
    widths: Sequence[float]
    size: float
    width: float
    height: float

    def operators(self, face: Face, font: str, position: Position, *, boxed: bool) -> bytes:
        """What writes the lines from the point where the coordinates begin, the number nearest to the edge of the
        page; ``boxed`` puts a white ground beneath."""
        out = []
        if boxed:
            sides = (-PAD, -PAD, self.width + 2 * PAD, self.height + 2 * PAD)
            out.append(f"1 g {' '.join(map(number, sides))} re f 0 g ".encode())
        share, last = _SHARE[position.side], len(self.lines) - 1
        for n, (line, wide) in enumerate(zip(self.lines, self.widths, strict=True)):
            row = n if position.at_foot else last - n
            x, y = (self.width - wide) * share, self.size * (_LEADING * row + _FOOT)
            out.append(f"BT {font} {number(self.size)} Tf {number(x)} {number(y)} Td ".encode())
            out.append(face.show(line) + b" Tj ET ")
        return b"".join(out)


def letter(face: Face, lines: Sequence[str], sheet: Sheet) -> Lettering:
    """``lines`` in the size that fits ``sheet``."""
    widths = [face.width(line, SIZE) for line in lines]
    widest, size = max(widths), SIZE
    room = max(sheet.width - 2 * MARGIN, sheet.width * 0.8)
    tall = max(sheet.height - 2 * MARGIN, sheet.height * 0.8) / (len(lines) * _LEADING)
    if widest > room or tall < SIZE:
        size = min(SIZE * room / widest, tall, SIZE)
        widths = [wide * size / SIZE for wide in widths]
    return Lettering(lines, widths, size, max(widths), size * _LEADING * len(lines))
