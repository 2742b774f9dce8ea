"""Word documents (.docx): text as it stands with all changes accepted, numbers of lists, notes, headers, pictures."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from app.domain.errors import Unreadable
from app.intake.blocks import Block, PageBreak, Paragraph, Picture, Table
from app.intake.package import REL_EMBED, REL_ID, Package
from app.intake.word_lists import VAL, Numbering, W

_WP_EXTENT = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}extent"
_BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
_IMAGEDATA = "{urn:schemas-microsoft-com:vml}imagedata"
_ALTERNATE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Choice"
_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_EMU = 12_700.0
_BREAK = "\x00"
_NOTE_KINDS = {"footnote": "word/footnotes.xml", "endnote": "word/endnotes.xml"}
_SMALL = 8.5


class WordReader:
    """One document read once: `blocks()` gives what is to be set, `warnings()` what a person should know."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._main = "word/document.xml" if "word/document.xml" in package.names else "word/document2.xml"
        self._root = package.xml(self._main)
        if self._root is None or self._root.find(f"{W}body") is None:
            raise Unreadable("The Word document is damaged: its text is missing.", "", "Ask for another copy.")
        self._numbering = Numbering(package.xml("word/numbering.xml"), package.xml("word/styles.xml"))
        self._headings = _headings(package.xml("word/styles.xml"))
        self._relations = package.relations(self._main)
        self._note_numbers: dict[tuple[str, str], int] = {}
        self._pictures: list[Picture] = []
        self._boxes: list[Any] = []
        self._inserted = self._deleted = self._hidden = self._embedded = 0

    def blocks(self) -> Iterator[Block]:
        yield from self._margins("headerReference")
        yield from self._flow(self._root.find(f"{W}body"))
        yield from self._notes("footnote")
        yield from self._notes("endnote")
        yield from self._comments()
        yield from self._margins("footerReference")

    def warnings(self) -> Iterator[str]:
        """After `blocks` has been drawn."""
        if self._inserted or self._deleted:
            yield (
                f"The document holds tracked changes ({self._inserted} insertions, {self._deleted} deletions):"
                " it is read with insertions in and deletions out."
            )
        if self._hidden:
            yield f"Hidden text was left out, in {self._hidden} places."
        if self._embedded:
            yield f"Embedded files in the document aren't shown: {self._embedded}."
        if "word/comments.xml" in self._package.names:
            yield "The document holds comments; they stand at its end."

    def _margins(self, kind: str) -> Iterator[Block]:
        """Headers or footers, each text once."""
        seen: set[str] = set()
        for reference in self._root.iter(f"{W}{kind}"):
            part = self._relations.get(reference.get(REL_ID, ""), "")
            root = self._package.xml(part)
            if root is None:
                continue
            blocks = list(self._flow(root))
            text = "\n".join(block.text for block in blocks if isinstance(block, Paragraph) and block.text.strip())
            if text and text not in seen:
                seen.add(text)
                yield Paragraph(text, size=_SMALL, before=6)
            yield from (block for block in blocks if isinstance(block, Table | Picture))

    def _flow(self, parent: Any) -> Iterator[Block]:
        for node in parent:
            if node.tag == f"{W}p":
                yield from self._paragraph(node)
            elif node.tag == f"{W}tbl":
                yield Table([row for row in map(self._row, _rows(node)) if row], size=9.5)
                yield from self._aside()
            elif node.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}ins", f"{W}moveTo"}:
                yield from self._flow(node)
            elif node.tag == _ALTERNATE:
                yield from self._flow(_chosen(node))

    def _paragraph(self, node: Any) -> Iterator[Block]:
        properties = node.find(f"{W}pPr")
        style = _value(properties, "pStyle")
        if _value(properties, "pageBreakBefore", default="off") not in {"off", "0", "false"}:
            yield PageBreak()
        text = "".join(self._runs(node))
        mark = self._numbering.mark(properties, style) if text.strip(_BREAK + " \n") or self._pictures else ""
        heading = style in self._headings
        indent = min(_indent(properties), 180.0)
        for n, part in enumerate(text.split(_BREAK)):
            if n:
                yield PageBreak()
            shown = f"{mark} {part}" if mark and n == 0 else part
            yield Paragraph(shown, size=11.5 if heading else 10.5, bold=heading, indent=indent, before=4)
        yield from self._aside()

    def _aside(self) -> Iterator[Block]:
        """Pictures and text boxes met in the paragraph or table that was just read."""
        pictures, self._pictures = self._pictures, []
        boxes, self._boxes = self._boxes, []
        yield from pictures
        for box in boxes:
            yield from self._flow(box)

    def _runs(self, parent: Any) -> Iterator[str]:
        for node in parent:
            tag = node.tag
            if tag in {f"{W}del", f"{W}moveFrom"}:
                self._deleted += 1
            elif tag in {f"{W}ins", f"{W}moveTo"}:
                self._inserted += 1
                yield from self._runs(node)
            elif tag == f"{W}r":
                yield from self._run(node)
            elif tag == _ALTERNATE:
                yield from self._runs(_chosen(node))
            elif tag == f"{W}pPr" or not isinstance(tag, str):
                continue
            elif tag == _MATH_TEXT:
                yield node.text or ""
            else:
                yield from self._runs(node)

    def _run(self, run: Any) -> Iterator[str]:
        if _value(run.find(f"{W}rPr"), "vanish", default="off") not in {"off", "0", "false"}:
            self._hidden += 1
            return
        for node in run:
            yield self._piece(node)

    def _piece(self, node: Any) -> str:
        name = node.tag.removeprefix(W) if isinstance(node.tag, str) else ""
        if name == "t":
            return node.text or ""
        if name == "br":
            return _BREAK if node.get(f"{W}type") == "page" else "\n"
        if name in {"footnoteReference", "endnoteReference"}:
            return self._note_mark(name.removesuffix("Reference"), node.get(f"{W}id", ""))
        if name == "sym":
            return _symbol(node.get(f"{W}char", ""))
        if name in {"drawing", "pict", "object"} or node.tag == _ALTERNATE:
            self._keep_drawing(_chosen(node) if node.tag == _ALTERNATE else node)
            self._embedded += name == "object"
            return ""
        return {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-", "lastRenderedPageBreak": _BREAK}.get(
            name, ""
        )

    def _note_mark(self, kind: str, note: str) -> str:
        number = self._note_numbers.setdefault((kind, note), 1 + sum(known == kind for known, _ in self._note_numbers))
        return f"[{number}]" if kind == "footnote" else f"[endnote {number}]"

    def _keep_drawing(self, node: Any) -> None:
        extent = next(node.iter(_WP_EXTENT), None)
        size = (300.0, 200.0) if extent is None else tuple(int(extent.get(side, 0)) / _EMU for side in ("cx", "cy"))
        for blip in node.iter(_BLIP, _IMAGEDATA):
            part = self._relations.get(blip.get(REL_EMBED) or blip.get(REL_ID) or "", "")
            data = self._package.read(part)
            if data and min(size) > 4:
                self._pictures.append(Picture(data, size[0], size[1]))
        self._boxes.extend(node.iter(f"{W}txbxContent"))

    def _row(self, row: Any) -> list[str]:
        cells: list[str] = []
        for cell in row.iter(f"{W}tc"):
            if next(cell.iterancestors(f"{W}tr")) is not row:
                continue  # of a table inside this one: its text is in its own cell already
            properties = cell.find(f"{W}tcPr")
            cells.append("\n".join(self._cell_lines(cell)))
            cells.extend([""] * (int(_value(properties, "gridSpan", default="1") or 1) - 1))
        return cells

    def _cell_lines(self, cell: Any) -> Iterator[str]:
        for block in self._flow(cell):
            if isinstance(block, Paragraph) and block.text.strip():
                yield block.text
            elif isinstance(block, Table):
                yield from ("  ".join(row) for row in block.rows)
            elif isinstance(block, Picture):
                self._pictures.append(block)

    def _notes(self, kind: str) -> Iterator[Block]:
        if not any(known == kind for known, _ in self._note_numbers):
            return
        root = self._package.xml(_NOTE_KINDS[kind])
        if root is None:
            return
        texts = {note.get(f"{W}id", ""): note for note in root.iter(f"{W}{kind}")}
        for (known, note), number in list(self._note_numbers.items()):
            if known == kind and note in texts:
                mark = f"[{number}]" if kind == "footnote" else f"[endnote {number}]"
                yield Paragraph(f"{mark} {self._plain(texts[note])}", size=9, before=4)

    def _comments(self) -> Iterator[Block]:
        root = self._package.xml("word/comments.xml")
        for comment in [] if root is None else root.iter(f"{W}comment"):
            author = comment.get(f"{W}author") or "unknown"
            yield Paragraph(f"[comment by {author}] {self._plain(comment)}", size=9, before=4)

    def _plain(self, parent: Any) -> str:
        parts = [block.text.strip() for block in self._flow(parent) if isinstance(block, Paragraph)]
        return "\n".join(part for part in parts if part)


def _rows(table: Any) -> Iterable[Any]:
    """The table's own rows, those of a tracked deletion left out."""
    for node in table:
        if node.tag == f"{W}tr":
            if node.find(f"{W}trPr/{W}del") is None:
                yield node
        elif node.tag in {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}customXml"}:
            yield from _rows(node)


def _chosen(alternate: Any) -> Any:
    choice = alternate.find(_CHOICE)
    return choice if choice is not None else (alternate[0] if len(alternate) else alternate)


def _value(properties: Any, name: str, *, default: str | None = None) -> str | None:
    """An on/off or valued property; "on" where it is there without a value."""
    node = None if properties is None else properties.find(f"{W}{name}")
    if node is None:
        return default
    value: str = node.get(VAL, "on")
    return value


def _indent(properties: Any) -> float:
    node = None if properties is None else properties.find(f"{W}ind")
    if node is None:
        return 0.0
    text = node.get(f"{W}left") or node.get(f"{W}start") or "0"
    return max(0.0, int(text) / 20) if text.lstrip("-").isdigit() else 0.0


def _symbol(code: str) -> str:
    """A character of a symbol font; those of Word's private range have the shape of no letter."""
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    return {0xF0B7: "•", 0xF0A7: "§", 0xF0FE: "☑", 0xF0A8: "☐", 0xF0FC: "✓"}.get(
        number, chr(number) if number < 0xE000 else ""
    )


def _headings(styles: Any) -> frozenset[str]:
    if styles is None:
        return frozenset()
    return frozenset(
        style.get(f"{W}styleId", "")
        for style in styles.iter(f"{W}style")
        if (_value(style, "name") or "").lower().startswith(("heading", "title"))
    )


def read_word(path: Path) -> tuple[list[Block], tuple[str, ...]]:
    """Blocks and warnings of the .docx at `path`. Unreadable where it is damaged or a bomb."""
    with Package(path) as package:
        reader = WordReader(package)
        blocks = list(reader.blocks())
        return blocks, tuple(reader.warnings())
