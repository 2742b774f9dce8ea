"""Setting text on PDF pages: fonts, lines, pages. Points throughout; y goes down from the top of the page."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.export.text import composed, printable

if TYPE_CHECKING:
    import pymupdf

WIDTH, HEIGHT, MARGIN = 612.0, 792.0, 72.0
"""US letter with one-inch margins."""
COLUMN = WIDTH - 2 * MARGIN

Colour = tuple[float, float, float]
BLACK: Colour = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Ink:
    """How a piece of text looks. ``ground``: the colour behind it; ``rise``: points above the line."""

    face: str = "roman"
    size: float = 12.0
    colour: Colour = BLACK
    ground: Colour | None = None
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text in one look; as part of a line, ``x`` is where it begins, ``cell`` which cell of a row it is in."""

    text: str
    ink: Ink
    x: float = 0.0
    cell: int = 0


Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together. ``keep``: on one page; ``with_next``: not the last thing on its page.

    ``rail``: where a vertical rule runs beside them. ``under``: from where to where a rule closes them, ``weight``
    points thick. ``head``: what is printed again above them at the top of a page.
    """

    lines: tuple[Line, ...]
    leading: float
    before: float = 0.0
    keep: bool = False
    with_next: bool = False
    rail: float | None = None
    under: tuple[float, float] | None = None
    weight: float = 0.7
    head: "Block | None" = None

    @property
    def height(self) -> float:
        return self.leading * len(self.lines)


@dataclass(slots=True)
class Leaf:
    """One page being set: lines with their baselines, block by block, and rules as x0, y0, x1, y1, thickness. x counts
    from the left margin."""

    blocks: list[list[tuple[float, Line]]] = field(default_factory=list)
    rules: list[tuple[float, float, float, float, float]] = field(default_factory=list)


class Faces:
    """The fonts: a serif in three cuts and, letter by letter, a wide one for what it lacks."""

    def __init__(self) -> None:
        self._fonts: dict[str, pymupdf.Font] = {}
        self._has: dict[tuple[str, str], bool] = {}

    def font(self, face: str) -> "pymupdf.Font":
        if face not in self._fonts:  # the wide one is large and seldom needed
            import pymupdf

            self._fonts[face] = pymupdf.Font(_CODES[face])
        return self._fonts[face]

    def width(self, text: str, ink: Ink) -> float:
        parts = self.split(text, ink.face)
        return float(sum(self.font(face).text_length(part, fontsize=ink.size) for part, face in parts))

    def split(self, text: str, face: str) -> list[tuple[str, str]]:
        """``text`` in parts, each with the face that can write it. A letter that none has is written as its code."""
        parts: list[tuple[str, str]] = []
        for letter in text:
            shown, chosen = self._choose(letter, face)
            if parts and parts[-1][1] == chosen:
                parts[-1] = (parts[-1][0] + shown, chosen)
            else:
                parts.append((shown, chosen))
        return parts

    def _choose(self, letter: str, face: str) -> tuple[str, str]:
        letter = _LIKE.get(letter, letter)
        if self._covers(face, letter):
            return letter, face
        if self._covers("wide", letter):
            return letter, "wide"
        return f"[U+{ord(letter):04X}]", face

    def _covers(self, face: str, letter: str) -> bool:
        key = (face, letter)
        if key not in self._has:
            # U+FFFD has a glyph that copies out as another letter
            self._has[key] = letter != "\ufffd" and bool(self.font(face).has_glyph(ord(letter)))
        return self._has[key]


_CODES = {"roman": "tiro", "bold": "tibo", "italic": "tiit", "wide": "cjk"}
_LIKE = {"\u2011": "-", "\u202f": "\u00a0", "\u2009": "\u00a0", "\t": "\u00a0", "\u2007": "\u00a0", "✕": "×"}
_WORDS = re.compile(r"[^ \n]+|\n| +")


def wrap(faces: Faces, pieces: Iterable[Piece], width: float, *, first: float = 0.0, left: float = 0.0) -> list[Line]:
    """Lines of ``pieces`` within ``width``; the first begins at ``first``, the others at ``left``."""
    lines: list[Line] = []
    line: list[Piece] = []
    x = first
    for word in _words(pieces):
        if word[0].text == "\n":
            lines.append(tuple(line))
            line, x = [], left
            continue
        wide = sum(faces.width(piece.text, piece.ink) for piece in word)
        blank = word[0].text.isspace()
        if x + wide > width and line and not blank:
            lines.append(_trimmed(line))
            line, x = [], left
        if blank and not line and lines:
            continue
        for piece in word:
            for part in _fitting(faces, piece, width - left):
                part_wide = faces.width(part, piece.ink)
                if x + part_wide > width + 0.01 and line and not blank:
                    lines.append(_trimmed(line))
                    line, x = [], left
                line.append(Piece(part, piece.ink, x))
                x += part_wide
    lines.append(_trimmed(line))
    return [_joined(line) for line in lines]


def _words(pieces: Iterable[Piece]) -> Iterable[list[Piece]]:
    """Words and blanks in turn; a word whose look changes inside stays one."""
    word: list[Piece] = []
    for piece in pieces:
        for found in _WORDS.finditer(composed(printable(piece.text))):
            text = found[0]
            if text[0] in " \n":
                if word:
                    yield word
                yield [Piece(text, piece.ink)]
                word = []
            else:
                word.append(Piece(text, piece.ink))
    if word:
        yield word


def _fitting(faces: Faces, piece: Piece, width: float) -> list[str]:
    """A word too long for any line in parts that fit; others as they are."""
    if faces.width(piece.text, piece.ink) <= width:
        return [piece.text]
    parts = [""]
    for letter in piece.text:
        if parts[-1] and faces.width(parts[-1] + letter, piece.ink) > width:
            parts.append("")
        parts[-1] += letter
    return parts


def _trimmed(line: Sequence[Piece]) -> Line:
    kept = list(line)
    while kept and kept[-1].text.isspace():
        kept.pop()
    return tuple(kept)


def _joined(line: Line) -> Line:
    """Neighbours of one look as one piece, so that the text reads as text when it is copied out."""
    out: list[Piece] = []
    for piece in line:
        if out and out[-1].ink == piece.ink:
            out[-1] = Piece(out[-1].text + piece.text, piece.ink, out[-1].x)
        else:
            out.append(piece)
    return tuple(out)


def aligned(faces: Faces, line: Line, width: float, share: float) -> Line:
    """``line`` moved right within ``width``: 0.5 centres it, 1 sets it at the right."""
    used = sum(faces.width(piece.text, piece.ink) for piece in line)
    return tuple(replace(piece, x=piece.x + (width - used) * share) for piece in line)


def shifted(lines: Sequence[Line], by: float) -> list[Line]:
    """``lines`` moved right by ``by``."""
    return [tuple(replace(piece, x=piece.x + by) for piece in line) for line in lines]


def paginate(blocks: Sequence[Block], *, top: float, bottom: float, start: float) -> list[Leaf]:
    """Lay blocks on pages, from ``start`` down on the first and ``top`` on the others, to ``bottom``.

    No page begins or ends with a single line of a longer block, and what is kept together stays together where a
    page can hold it.
    """
    flow = _Flow(top, bottom, start)
    for at, block in enumerate(blocks):
        flow.place(block, _needed(blocks, at))
    return flow.leaves


class _Flow:
    """Pages being filled from the top."""

    def __init__(self, top: float, bottom: float, start: float) -> None:
        self.leaves = [Leaf()]
        self._top, self._bottom, self._y = top, bottom, start
        self._fresh = start == top

    def place(self, block: Block, needed: float) -> None:
        """Lay ``block`` where it goes; ``needed``: the height that must be free for it to begin on this page."""
        if not self._fresh and self._y + needed > self._bottom:
            self._turn(block.head)
        elif not self._fresh:
            self._y += block.before
        at = 0
        while at < len(block.lines):
            count = _taken(block, at, int((self._bottom - self._y + 0.01) // block.leading))
            self._lay(block, block.lines[at : at + count])
            at += count
            if at < len(block.lines):
                self._turn(block.head)
        if block.under is not None:
            self._y += 3.0
            self.leaves[-1].rules.append((block.under[0], self._y, block.under[1], self._y, block.weight))

    def _turn(self, head: Block | None) -> None:
        self.leaves.append(Leaf())
        self._y, self._fresh = self._top, True
        if head is not None:
            self.place(head, 0.0)

    def _lay(self, block: Block, lines: Sequence[Line]) -> None:
        baseline = self._y + block.leading * 0.75
        leaf, begun = self.leaves[-1], self._y
        leaf.blocks.append([(baseline + n * block.leading, line) for n, line in enumerate(lines)])
        self._y += len(lines) * block.leading
        self._fresh = False
        if block.rail is not None:
            leaf.rules.append((block.rail, begun, block.rail, self._y + (3.0 if block.under else 0.0), block.weight))


def _taken(block: Block, at: int, room: int) -> int:
    """How many of the block's lines from ``at`` go on this page, with room for ``room``."""
    rest = len(block.lines) - at
    if rest <= room:
        return rest
    return max(1, room - 1 if rest - room == 1 and room > 2 else room)


def _needed(blocks: Sequence[Block], n: int) -> float:
    """The height that must be free for block ``n`` to begin here, with what has to follow it."""
    height = 0.0
    for block in blocks[n:]:
        whole = block.keep or block.with_next or len(block.lines) < 4
        height += block.before + block.leading * (len(block.lines) if whole else 2)
        if not block.with_next:
            break
    return height
