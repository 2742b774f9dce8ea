"""The text layer of a PDF page, as it stands on the page as shown."""

from dataclasses import dataclass
from typing import Any

from app.domain.evidence import Box
from app.intake.lines import Line, Piece, join_rows


@dataclass(frozen=True, slots=True)
class Layer:
    """``lines`` in reading order; ``hidden``: share of the text, by area, that is drawn without ink (0 to 1), as OCR
    programs write it."""

    lines: tuple[Line, ...]
    hidden: float

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(piece.text for line in self.lines for piece in line)


def read_layer(page: Any) -> Layer:
    """The text layer of a PyMuPDF page: words that lie on the page as shown, in points, rotation and crop applied."""
    import pymupdf  # slow to import

    textpage = page.get_textpage(flags=pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP)
    lines: list[list[Piece]] = []
    last = (-1, -1)
    for x0, y0, x1, y1, text, block, line, _ in textpage.extractWORDS():
        box = _as_shown(pymupdf.Rect(x0, y0, x1, y1) * page.rotation_matrix, page.rect)
        if box is None or not text.strip():
            continue
        if (block, line) != last:
            lines.append([])
            last = (block, line)
        lines[-1].append(Piece(text, box))
    return Layer(tuple(join_rows([tuple(line) for line in lines])), _hidden_share(page))


def _as_shown(rect: Any, page: Any) -> Box | None:
    """The word's box, None where its middle lies outside the page as shown."""
    x, y = (rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2
    if not (0 <= x <= page.width and 0 <= y <= page.height):
        return None
    return Box(round(rect.x0, 2), round(rect.y0, 2), round(rect.x1, 2), round(rect.y1, 2))


def _hidden_share(page: Any) -> float:
    areas = {"ignore-text": 0.0}
    for name, (x0, y0, x1, y1) in page.get_bboxlog():
        if "text" in name:
            areas[name] = areas.get(name, 0.0) + abs((x1 - x0) * (y1 - y0))
    total = sum(areas.values())
    return areas["ignore-text"] / total if total else 0.0
