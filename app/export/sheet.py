"""Drawing laid-out pages into a PDF file, with its metadata and its mark."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.export.layout import BLACK, HEIGHT, MARGIN, WIDTH, Colour, Faces, Leaf, Line
from app.paper.files import write_atomically
from app.paper.mark import Mark, mark_pdf

if TYPE_CHECKING:
    import pymupdf


@dataclass(frozen=True, slots=True)
class PdfFacts:
    """What a PDF says about itself. ``made_at``: UTC, ISO 8601."""

    title: str
    subject: str
    made_at: str
    mark: Mark


def draw(faces: Faces, leaves: Sequence[Leaf], furniture: Callable[[int, int], list[tuple[float, Line]]]) -> bytes:
    """The pages as PDF. ``furniture`` gives the lines in the margins of page ``n`` (from 1) of ``total``."""
    import pymupdf

    with pymupdf.open() as document:
        for n, leaf in enumerate(leaves, start=1):
            page = document.new_page(width=WIDTH, height=HEIGHT)
            _grounds(page, faces, leaf)
            for x0, y0, x1, y1 in leaf.rules:
                page.draw_line((x0 + MARGIN, y0), (x1 + MARGIN, y1), color=BLACK, width=0.7)
            _write(page, faces, [*leaf.lines, *furniture(n, len(leaves))])
        document.subset_fonts()
        return bytes(document.tobytes(garbage=3, deflate=True, no_new_id=True))


def _grounds(page: "pymupdf.Page", faces: Faces, leaf: Leaf) -> None:
    import pymupdf

    for y, line in leaf.lines:
        for piece in line:
            if piece.ink.ground is not None:
                x0 = MARGIN + piece.x
                x1 = x0 + faces.width(piece.text, piece.ink)
                box = pymupdf.Rect(x0 - 0.5, y - piece.ink.size * 0.8, x1 + 0.5, y + piece.ink.size * 0.28)
                page.draw_rect(box, color=None, fill=piece.ink.ground)


def _write(page: "pymupdf.Page", faces: Faces, lines: Sequence[tuple[float, Line]]) -> None:
    import pymupdf

    writers: dict[Colour, pymupdf.TextWriter] = {}
    for y, line in lines:
        for piece in line:
            ink = piece.ink
            writer = writers.setdefault(ink.colour, pymupdf.TextWriter(page.rect, color=ink.colour))
            x = MARGIN + piece.x
            for part, face in faces.split(piece.text, ink.face):
                font = faces.font(face)
                writer.append((x, y - ink.rise), part, font=font, fontsize=ink.size)
                x += font.text_length(part, fontsize=ink.size)
    for writer in writers.values():
        writer.write_text(page)


def save(blob: bytes, target: Path, facts: PdfFacts, *, force: bool) -> None:
    """Write the drawn pages to ``target`` with what the file says about itself; the same input, the same bytes."""
    import pikepdf

    with pikepdf.open(io.BytesIO(blob)) as pdf:
        when = datetime.fromisoformat(facts.made_at)
        stamp = pikepdf.String(when.strftime("D:%Y%m%d%H%M%SZ"))
        info = pdf.docinfo
        for key in list(info.keys()):
            del info[key]
        info["/Title"] = pikepdf.String(facts.title)
        info["/Subject"] = pikepdf.String(facts.subject)
        info["/Creator"] = pikepdf.String(f"{facts.mark.program} {facts.mark.version}")
        info["/CreationDate"] = info["/ModDate"] = stamp
        pdf.Root["/Lang"] = pikepdf.String("en-US")
        pdf.Root["/ViewerPreferences"] = pikepdf.Dictionary(DisplayDocTitle=True)
        mark_pdf(pdf, facts.mark)
        write_atomically(
            target,
            lambda part: pdf.save(part, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate),
            force=force,
        )
