"""Words in lines, and the page's text made of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.domain.evidence import Box, Word


@dataclass(frozen=True, slots=True)
class Piece:
    """One word as it was found. ``confidence``: 0 to 100 from OCR, None from a text layer."""

    text: str
    box: Box
    confidence: float | None = None


Line = tuple[Piece, ...]


def compose(lines: Iterable[Line]) -> tuple[str, tuple[Word, ...]]:
    """The text, each line ended by a newline, and each word with its offset in it."""
    text: list[str] = []
    words: list[Word] = []
    at = 0
    for line in lines:
        for n, piece in enumerate(line):
            if n:
                text.append(" ")
                at += 1
            words.append(Word(piece.text, piece.box, at))
            text.append(piece.text)
            at += len(piece.text)
        text.append("\n")
        at += 1
    return "".join(text), tuple(words)


def bounds(line: Sequence[Piece]) -> Box:
    """The rectangle round all words of a line that isn't empty."""
    return Box(
        min(p.box.x0 for p in line),
        min(p.box.y0 for p in line),
        max(p.box.x1 for p in line),
        max(p.box.y1 for p in line),
    )


def join_rows(lines: Sequence[Line]) -> list[Line]:
    """Lines that stand beside one another, in reading order, made one: the cells of a table's row.

    Only neighbours in reading order are joined, so columns of prose, which are read one after the other, stay apart.
    """
    joined: list[Line] = []
    for line in lines:
        if joined and line and _continues(bounds(joined[-1]), bounds(line)):
            joined[-1] = joined[-1] + line
        elif line:
            joined.append(line)
    return joined


def _continues(left: Box, right: Box) -> bool:
    height = min(left.y1 - left.y0, right.y1 - right.y0)
    overlap = min(left.y1, right.y1) - max(left.y0, right.y0)
    tall = max(left.y1 - left.y0, right.y1 - right.y0)
    return right.x0 >= left.x1 - 1.0 and height > 0 and overlap > 0.6 * height and tall < 2.5 * height


def merge(found: Sequence[Line], known: Sequence[Line]) -> list[Line]:
    """OCR lines with the text layer's own lines put in: what both hold is taken from the layer."""
    if not known:
        return list(found)
    boxes = [piece.box for line in known for piece in line]
    kept = [tuple(piece for piece in line if not _covered(piece.box, boxes)) for line in found]
    out = [line for line in kept if line]
    for line in sorted((line for line in known if line), key=lambda line: _middle(bounds(line))):
        middle = _middle(bounds(line))
        place = next((n for n, other in enumerate(out) if _middle(bounds(other)) > middle), len(out))
        out.insert(place, line)
    return join_rows(out)


def _middle(box: Box) -> float:
    return (box.y0 + box.y1) / 2


def _covered(box: Box, others: Iterable[Box]) -> bool:
    """Whether at least 40 % of `box` lies under `others`, taken one by one."""
    area = max((box.x1 - box.x0) * (box.y1 - box.y0), 0.01)
    for other in others:
        width = min(box.x1, other.x1) - max(box.x0, other.x0)
        height = min(box.y1, other.y1) - max(box.y0, other.y0)
        if width > 0 and height > 0 and width * height > 0.4 * area:
            return True
    return False


def shift(line: Line, x: float, y: float) -> Line:
    """The line moved by so many points."""
    return tuple(replace(p, box=Box(p.box.x0 + x, p.box.y0 + y, p.box.x1 + x, p.box.y1 + y)) for p in line)


def mean_confidence(lines: Iterable[Line]) -> float | None:
    """Mean over the words that OCR found, one decimal; None without any."""
    values = [piece.confidence for line in lines for piece in line if piece.confidence is not None]
    return round(sum(values) / len(values), 1) if values else None
