"""Drawing laid-out pages into a PDF file, with its metadata and its mark."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from app.export.layout import BLACK, HEIGHT, MARGIN, WIDTH, Faces, Leaf, Line
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
            for x0, y0, x1, y1, weight in leaf.rules:
                page.draw_line((x0 + MARGIN, y0), (x1 + MARGIN, y1), color=BLACK, width=weight)
            for block in (*leaf.blocks, furniture(n, len(leaves))):
                _write(page, faces, block)
        document.subset_fonts()
        return bytes(document.tobytes(garbage=3, deflate=True, no_new_id=True))


def _grounds(page: "pymupdf.Page", faces: Faces, leaf: Leaf) -> None:
    import pymupdf

    for y, line in (placed for block in leaf.blocks for placed in block):
        for piece in line:
            if piece.ink.ground is not None:
                x0 = MARGIN + piece.x
                x1 = x0 + faces.width(piece.text, piece.ink)
                box = pymupdf.Rect(x0 - 0.5, y - piece.ink.size * 0.8, x1 + 0.5, y + piece.ink.size * 0.28)
                page.draw_rect(box, color=None, fill=piece.ink.ground)


def _write(page: "pymupdf.Page", faces: Faces, lines: Sequence[tuple[float, Line]]) -> None:
    """Write in reading order, cell by cell, so that text that is copied out reads as it stands."""
    import pymupdf

    pieces = sorted(((piece.cell, y, piece) for y, line in lines for piece in line), key=lambda placed: placed[0])
    for colour, run in groupby(pieces, key=lambda placed: placed[2].ink.colour):
        writer = pymupdf.TextWriter(page.rect, color=colour)
        for _, y, piece in run:
            x = MARGIN + piece.x
            for part, face in faces.split(piece.text, piece.ink.face):
                font = faces.font(face)
                writer.append((x, y - piece.ink.rise), part, font=font, fontsize=piece.ink.size)
                x += font.text_length(part, fontsize=piece.ink.size)
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
