"""A small typesetter over PyMuPDF: paragraphs, tables and rules that flow over pages, saved with fixed bytes."""

import re
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import pymupdf

LETTER = (612.0, 792.0)
FONTS = Path("/usr/share/fonts/truetype")
FACES = {
    "serif": "liberation/LiberationSerif-Regular.ttf",
    "serif-b": "liberation/LiberationSerif-Bold.ttf",
    "serif-i": "liberation/LiberationSerif-Italic.ttf",
    "sans": "liberation/LiberationSans-Regular.ttf",
    "sans-b": "liberation/LiberationSans-Bold.ttf",
    "narrow": "liberation/LiberationSansNarrow-Regular.ttf",
    "narrow-b": "liberation/LiberationSansNarrow-Bold.ttf",
    "cond": "dejavu/DejaVuSansCondensed.ttf",
    "cond-b": "dejavu/DejaVuSansCondensed-Bold.ttf",
    "mono": "liberation/LiberationMono-Regular.ttf",
    "mono-b": "liberation/LiberationMono-Bold.ttf",
}
Ink = tuple[float, float, float]
BLACK: Ink = (0, 0, 0)
GREY: Ink = (0.4, 0.4, 0.4)


def font_file(face: str) -> str:
    return str(FONTS / FACES[face])


class Flow:
    """Pages that fill from top to bottom. ``face`` is a family of FACES; lengths are points."""

    def __init__(
        self,
        face: str,
        size: float = 11,
        *,
        margins: tuple[float, float, float, float] = (72, 72, 72, 72),
        page: tuple[float, float] = LETTER,
        on_page: Callable[["Flow"], None] | None = None,
    ) -> None:
        self.doc = pymupdf.open()
        self.face, self.size, self.page_size, self.on_page = face, size, page, on_page
        self.left, self.top, self.right, self.bottom = margins
        self._metrics = {name: pymupdf.Font(fontfile=font_file(name)) for name in FACES}
        self.new_page()

    @property
    def width(self) -> float:
        return self.page_size[0] - self.left - self.right

    @property
    def page(self) -> pymupdf.Page:
        return self.doc[self.doc.page_count - 1]

    def new_page(self) -> None:
        self.doc.new_page(width=self.page_size[0], height=self.page_size[1])
        self.y = self.top
        if self.on_page is not None:
            self.on_page(self)

    def need(self, height: float) -> None:
        """Start a page where ``height`` doesn't fit on this one."""
        if self.y + height > self.page_size[1] - self.bottom:
            self.new_page()

    def skip(self, height: float) -> None:
        self.y += height

    def length(self, text: str, face: str, size: float) -> float:
        return float(self._metrics[face].text_length(text, fontsize=size))

    def put(
        self, x: float, y: float, text: str, face: str | None = None, size: float | None = None, ink: Ink = BLACK
    ) -> None:
        """Text with its base line at ``y`` on the last page."""
        name = face or self.face
        self.page.insert_text(
            (x, y),
            text,
            fontname=name.replace("-", ""),
            fontfile=font_file(name),
            fontsize=size or self.size,
            color=ink,
        )

    def put_right(self, x: float, y: float, text: str, face: str | None = None, size: float | None = None) -> None:
        name = face or self.face
        self.put(x - self.length(text, name, size or self.size), y, text, name, size)

    def wrap(self, text: str, face: str, size: float, width: float) -> list[str]:
        lines, line = [], ""
        for word in text.split():
            longer = f"{line} {word}" if line else word
            if line and self.length(longer, face, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line]

    def para(
        self,
        text: str,
        *,
        face: str | None = None,
        size: float | None = None,
        indent: float = 0,
        hang: str = "",
        align: str = "left",
        after: float = 6,
        leading: float = 1.22,
        ink: Ink = BLACK,
    ) -> None:
        """One paragraph; ``hang`` is a number or bullet set left of the indented text."""
        name, points = face or self.face, size or self.size
        height = points * leading
        for number, line in enumerate(self.wrap(text, name, points, self.width - indent)):
            self.need(height)
            self.y += height
            spare = self.width - indent - self.length(line, name, points)
            shift = {"left": 0.0, "center": spare / 2, "right": spare}[align]
            if hang and number == 0:
                self.put(
                    self.left + indent - max(self.length(hang + " ", name, points), 26), self.y, hang, name, points
                )
            self.put(self.left + indent + shift, self.y, line, name, points, ink)
        self.y += after

    def lines(self, lines: Sequence[str], **style: object) -> None:
        """Lines as they are, without space between."""
        for line in lines:
            self.para(line, after=0, **style)  # type: ignore[arg-type]

    def rule(self, after: float = 8, width: float = 0.7) -> None:
        self.y += 4
        self.page.draw_line((self.left, self.y), (self.page_size[0] - self.right, self.y), width=width)
        self.y += after

    def table(
        self,
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        *,
        right: Sequence[int] = (),
        size: float | None = None,
        grid: bool = True,
        head: bool = True,
        shade: Ink = (0.88, 0.9, 0.93),
        pad: float = 3,
    ) -> None:
        """Rows of cells that wrap. ``right``: columns set flush right. The head (first row) is repeated on a page."""
        for number, row in enumerate(rows):
            self._row(row, widths, right, size or self.size, grid, shade if head and number == 0 else None, pad, rows)
        self.y += 8

    def _row(
        self,
        row: Sequence[str],
        widths: Sequence[float],
        right: Sequence[int],
        size: float,
        grid: bool,
        shade: Ink | None,
        pad: float,
        rows: Sequence[Sequence[str]],
    ) -> None:
        face = f"{self.face}-b" if shade else self.face
        cells = [self.wrap(cell, face, size, width - 2 * pad) for cell, width in zip(row, widths, strict=True)]
        height = max(len(lines) for lines in cells) * size * 1.2 + 2 * pad
        page = self.doc.page_count
        self.need(height)
        if self.doc.page_count != page and shade is None:
            self._row(rows[0], widths, right, size, grid, (0.88, 0.9, 0.93), pad, rows)
        x = self.left
        for column, (lines, width) in enumerate(zip(cells, widths, strict=True)):
            if grid or shade:
                box = pymupdf.Rect(x, self.y, x + width, self.y + height)
                self.page.draw_rect(box, color=GREY, fill=shade, width=0.5)
            for line, text in enumerate(lines):
                base = self.y + pad + size * (1 + 1.2 * line) - size * 0.1
                if column in right:
                    self.put_right(x + width - pad, base, text, face, size)
                else:
                    self.put(x + pad, base, text, face, size)
            x += width
        self.y += height

    def footers(self, write: Callable[["Flow", pymupdf.Page, int, int], None]) -> None:
        """Call ``write(flow, page, number, total)`` for each page once all are there."""
        for number, page in enumerate(self.doc, start=1):
            write(self, page, number, self.doc.page_count)

    def save(self, path: Path, title: str, author: str, producer: str, made: str) -> None:
        self.doc.subset_fonts()
        path.write_bytes(sealed(self.doc, title, author, producer, made))


def small(page: pymupdf.Page, x: float, y: float, text: str, face: str = "sans", size: float = 8) -> None:
    """A footer or header line on any page."""
    page.insert_text((x, y), text, fontname=face.replace("-", ""), fontfile=font_file(face), fontsize=size)


_TWINS = {b"00a0": b"0020", b"00ad": b"002d", b"037e": b"003b", b"2219": b"00b7", b"2215": b"2044", b"0394": b"2206"}
"""Characters that share a glyph in these fonts: PyMuPDF's ToUnicode map names the wrong one of the two."""


def _plain_characters(doc: pymupdf.Document) -> None:
    """Let a space be read back as a space and a hyphen as a hyphen, as in any office program's PDF."""
    for xref in range(1, doc.xref_length()):
        kind, value = doc.xref_get_key(xref, "ToUnicode")
        if kind != "xref":
            continue
        stream = int(value.split()[0])
        table = doc.xref_stream(stream)
        for wrong, right in _TWINS.items():
            table = re.sub(rb"(\n<[0-9a-f]{4}> )<" + wrong + rb">", rb"\1<" + right + rb">", table)
        doc.update_stream(stream, table)


def sealed(doc: pymupdf.Document, title: str, author: str, producer: str, made: str) -> bytes:
    """The PDF's bytes, the same each time: ``made`` is its date (``D:20230123101500-05'00'``)."""
    _plain_characters(doc)
    fields = {"title": title, "author": author, "producer": producer, "creator": producer}
    doc.set_metadata({**fields, "creationDate": made, "modDate": made})
    out = BytesIO()
    doc.save(out, garbage=4, deflate=True, deflate_fonts=True, deflate_images=False, no_new_id=True)
    return out.getvalue()
