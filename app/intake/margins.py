"""Numbers printed up or down the edge of a scanned page, as old productions have them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from app.domain.evidence import Box
from app.intake.lines import Line, Piece, bounds, mean_confidence
from app.intake.ocr import OcrFailed, Scan, read_line

_EDGE = 0.08
"""Share of the page's width, on either side, that is looked at."""
_SURE = 60.0
_LEAST_LETTERS = 4
_GAP = 22.0
_APART = 3.0
_AROUND = 8.0
_THICKNESS = (5.0, 24.0)
_SLENDER = 2.5
_DARK = 130
_MOST = 4


def with_margins(scan: Scan, found: Sequence[Line], deadline: float) -> list[Line]:
    """`found` (points, as the scan lies) and the lines that run up or down the edges of the page.

    A layout analysis reads those upside down as often as not, so what it found there is read again.
    """
    rest = [tuple(piece for piece in line if not _is_upended(piece)) for line in found]
    image = _without(scan, rest)
    upended = [piece for line in found for piece in line if _is_upended(piece)]
    lines = list(found)
    for column in list(_columns(image, scan.scale))[:_MOST]:
        line = _read_column(image, column, scan.scale, deadline)
        if not line:
            continue
        area = bounds(line)
        same = [piece for piece in upended if _is_inside(piece.box, area)]
        if (mean_confidence([tuple(same)]) or 0.0) < (mean_confidence([line]) or 0.0):
            lines = [tuple(piece for piece in other if piece not in same) for other in lines]
            lines.append(line)
    return [line for line in lines if line]


def _is_upended(piece: Piece) -> bool:
    return len(piece.text) > 2 and piece.box.y1 - piece.box.y0 > 1.5 * (piece.box.x1 - piece.box.x0)


def _is_inside(box: Box, area: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return area.x0 - _AROUND < x < area.x1 + _AROUND and area.y0 - _AROUND < y < area.y1 + _AROUND


def _without(scan: Scan, lines: Sequence[Line]) -> Any:
    """The image with these words painted over."""
    from PIL import ImageDraw

    image = scan.image.copy()
    draw = ImageDraw.Draw(image)
    for line in lines:
        for piece in line:
            box = piece.box
            draw.rectangle([round(v * scan.scale) for v in (box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1)], fill=255)
    return image


def _columns(image: Any, scale: float) -> Iterator[tuple[int, int, int, int]]:
    """Pixel rectangles of what is tall, thin and dark at the left and right edge."""
    from PIL import Image

    edge = round(image.width * _EDGE)
    for left, right in ((0, edge), (image.width - edge, image.width)):
        mask = image.crop((left, 0, right, image.height)).point(lambda level: 255 if level < _DARK else 0)
        for top, bottom in _runs(mask, round(_GAP * scale)):
            band = mask.crop((0, top, mask.width, bottom)).transpose(Image.Transpose.TRANSPOSE)
            for start, end in _runs(band, round(_APART * scale)):
                wide, tall = (end - start) / scale, (bottom - top) / scale
                if _THICKNESS[0] <= wide <= _THICKNESS[1] and tall >= _SLENDER * wide:
                    yield left + start, top, left + end, bottom


def _runs(mask: Any, gap: int) -> Iterator[tuple[int, int]]:
    """Stretches of rows with ink in them, less than `gap` rows apart."""
    from PIL import Image

    rows = mask.resize((1, mask.height), Image.Resampling.BOX).tobytes()
    start = last = -1
    for number, level in enumerate(rows):
        if level * mask.width < 2 * 255:  # a speck
            continue
        if start >= 0 and number - last > gap:
            yield start, last + 1
            start = number
        start = number if start < 0 else start
        last = number
    if start >= 0:
        yield start, last + 1


def _read_column(image: Any, column: tuple[int, int, int, int], scale: float, deadline: float) -> Line:
    left, top, right, bottom = column
    pad = round(_AROUND * scale)
    area = (max(0, left - pad), max(0, top - pad), min(image.width, right + pad), min(image.height, bottom + pad))
    cut = image.crop(area)
    best: Line = ()
    for turn in (90, 270):  # counter-clockwise
        try:
            line = read_line(Scan(cut.rotate(turn, expand=True), scale), deadline)
        except OcrFailed:
            continue
        if (mean_confidence([line]) or 0.0) > (mean_confidence([best]) or 0.0):
            best = tuple(_turned_back(piece, turn, cut.size, area, scale) for piece in line)
    letters = sum(c.isalnum() for piece in best for c in piece.text)
    return best if letters >= _LEAST_LETTERS and (mean_confidence([best]) or 0.0) >= _SURE else ()


def _turned_back(
    piece: Piece, turn: int, size: tuple[int, int], area: tuple[int, int, int, int], scale: float
) -> Piece:
    """The word's box on the page, from its box on the cut-out that was turned to be read."""
    box = piece.box
    wide, tall = size[0] / scale, size[1] / scale
    if turn == 90:
        x0, y0, x1, y1 = wide - box.y1, box.x0, wide - box.y0, box.x1
    else:
        x0, y0, x1, y1 = box.y0, tall - box.x1, box.y1, tall - box.x0
    dx, dy = area[0] / scale, area[1] / scale
    return replace(piece, box=Box(*(round(v, 2) for v in (x0 + dx, y0 + dy, x1 + dx, y1 + dy))))
