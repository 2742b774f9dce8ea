"""Which pages need OCR: by how much of the ink the text layer accounts for, not by whether there is any text."""

from dataclasses import dataclass
from typing import Any

from app.intake.ink import Ink
from app.intake.layer import Layer
from app.intake.trust import foreign_share, odd_share

_FULL_PAGE = 0.6
_PICTURE = 0.1
_UNACCOUNTED = 0.5
_HIDDEN = 0.5
_ODD_HIDDEN = 0.035
_ODD_PRINTED = 0.3
_FOREIGN = 0.3
_FEW_WORDS = 60
_DRAWN_GLYPHS = 150
_LARGEST_GLYPH = 40.0

EARLIER_OCR = "The text layer was made by an earlier OCR; its words may differ from the picture."


@dataclass(frozen=True, slots=True)
class Plan:
    """How to read a page.

    ``keep_layer``: its text layer is right as far as it goes. ``partial``: its own text is sound and only a picture
    on it is to be read as well. ``doubtful``: the layer looks wrong, and counts only if the picture can't be read.
    """

    read_ink: bool = False
    blank: bool = False
    keep_layer: bool = False
    partial: bool = False
    doubtful: bool = False
    warnings: tuple[str, ...] = ()


def plan(page: Any, layer: Layer) -> Plan:
    """The plan for a PyMuPDF page with this text layer."""
    if not layer.lines:
        return Plan(read_ink=True) if Ink(page).share > 0.0 else Plan(blank=True)
    covered = _image_share(page)
    if _looks_wrong(layer, covered):
        return Plan(read_ink=True, doubtful=True)
    if covered >= _FULL_PAGE:
        return _plan_scan(page, layer)
    if covered >= _PICTURE:
        return Plan(read_ink=True, keep_layer=True, partial=True)
    if len(layer.words) < _FEW_WORDS and _drawn_glyphs(page) > _DRAWN_GLYPHS and _unaccounted(page, layer):
        return Plan(read_ink=True, keep_layer=True)
    return Plan()


def _plan_scan(page: Any, layer: Layer) -> Plan:
    if layer.hidden > _HIDDEN:
        return Plan(warnings=(EARLIER_OCR,))
    if _unaccounted(page, layer):
        return Plan(read_ink=True, keep_layer=True)
    return Plan()


def _looks_wrong(layer: Layer, covered: float) -> bool:
    words = layer.words
    if foreign_share(" ".join(words)) > _FOREIGN:
        return True
    earlier_ocr = layer.hidden > _HIDDEN and covered >= _FULL_PAGE
    return (odd_share(words) or 0.0) > (_ODD_HIDDEN if earlier_ocr else _ODD_PRINTED)


def _unaccounted(page: Any, layer: Layer) -> bool:
    boxes = [piece.box for line in layer.lines for piece in line]
    return Ink(page).share_outside(boxes) > _UNACCOUNTED


def _image_share(page: Any) -> float:
    """Share of the page that its images cover, by the largest and the sum of those that are not on one another."""
    area = max(page.rect.width * page.rect.height, 1.0)
    seen: set[tuple[int, int, int, int]] = set()
    total = 0.0
    for info in page.get_image_info():
        x0, y0, x1, y1 = info["bbox"]
        place = (round(x0), round(y0), round(x1), round(y1))
        if place not in seen:
            seen.add(place)
            total += abs((x1 - x0) * (y1 - y0))
    return float(min(1.0, total / area))


def _drawn_glyphs(page: Any) -> int:
    """How many small shapes are filled: letters turned into outlines."""
    return sum(
        name == "fill-path" and x1 - x0 < _LARGEST_GLYPH and y1 - y0 < _LARGEST_GLYPH
        for name, (x0, y0, x1, y1) in page.get_bboxlog()
    )
