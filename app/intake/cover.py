"""Text that is covered on the page but still in the file: a redaction that hides nothing."""

from collections.abc import Iterator
from typing import Any

from app.domain.evidence import Box
from app.intake.layer import Layer

_COVERING = frozenset({"Square", "Circle", "Polygon", "Redact", "Stamp"})
_OPAQUE = 0.95
_LEAST_WIDTH, _LEAST_HEIGHT = 8.0, 5.0
_SIMPLE = 6
_TOO_MANY = 5_000
_FEW = 2


def covered_text(page: Any, layer: Layer) -> Iterator[str]:
    """A sentence, if words of the text layer lie under an opaque annotation or under a box drawn after them."""
    count = _under_annotations(page, layer) or _under_drawings(page)
    if count >= _FEW:
        yield (
            f"Text on this page is covered but still in the file ({count} letters): a redaction may be incomplete, and"
            " what is covered is part of the page's text here."
        )


def _under_annotations(page: Any, layer: Layer) -> int:
    covers: list[Box] = []
    own: list[tuple[Any, str]] = []
    for annotation in page.annots():
        rect = annotation.rect * page.rotation_matrix
        fill = annotation.colors.get("fill")
        opaque = annotation.opacity < 0 or annotation.opacity >= _OPAQUE
        if annotation.type[1] in _COVERING and opaque and (fill or annotation.type[1] == "Redact"):
            covers.append(Box(rect.x0, rect.y0, rect.x1, rect.y1))
        own.append((rect, annotation.info.get("content", "")))
    return sum(
        len(piece.text)
        for line in layer.lines
        for piece in line
        if any(_middle_in(piece.box, cover) for cover in covers)
        and not any(piece.text in content and _middle_in(piece.box, rect) for rect, content in own)
    )


def _middle_in(box: Box, area: Any) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return bool(area.x0 <= x <= area.x1 and area.y0 <= y <= area.y1)


def _under_drawings(page: Any) -> int:
    names = [name for name, _ in page.get_bboxlog()]
    if len(names) > _TOO_MANY or "fill-path" not in names or "fill-text" not in names:
        return 0
    if "fill-path" not in names[names.index("fill-text") :]:
        return 0
    covers = [(drawing["seqno"], drawing["rect"]) for drawing in page.get_cdrawings() if _hides(drawing)]
    return sum(_letters_under(span, covers) for span in page.get_texttrace()) if covers else 0


def _hides(drawing: Any) -> bool:
    x0, y0, x1, y1 = drawing["rect"]
    return (
        drawing.get("fill") is not None
        and (drawing.get("fill_opacity") or 0.0) >= _OPAQUE
        and x1 - x0 >= _LEAST_WIDTH
        and y1 - y0 >= _LEAST_HEIGHT
        and len(drawing["items"]) <= _SIMPLE
        and all(item[0] != "c" for item in drawing["items"])  # boxes only, no rounded shapes of a design
    )


def _letters_under(span: Any, covers: list[tuple[int, tuple[float, float, float, float]]]) -> int:
    """Letters of the span that a later cover lies over. Text drawn without ink is OCR's, and is under nothing."""
    if span["type"] == 3:
        return 0
    later = [rect for seqno, rect in covers if seqno > span["seqno"]]
    count = 0
    for code, _, _, (x0, y0, x1, y1) in span["chars"] if later else ():
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        count += chr(code).isalnum() and any(r[0] <= x <= r[2] and r[1] <= y <= r[3] for r in later)
    return count
