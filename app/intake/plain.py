"""Plain text, load files and web pages, as blocks."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from app.intake.blocks import Block, PageBreak, Paragraph, Table
from app.intake.encoding import Decoded, decode

_GUESSED = "The file doesn't say how its letters are encoded; {} was guessed: look for wrong letters."
_LOAD_FILE = "\xfe\x14\xfe"
_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.I)


def read_text(path: Path) -> tuple[list[Block], tuple[str, ...]]:
    """Blocks and warnings of a text file; a Concordance load file becomes a table."""
    decoded = decode(path.read_bytes())
    return list(_text_blocks(decoded.text)), _warnings(decoded)


def read_html(path: Path) -> tuple[list[Block], tuple[str, ...]]:
    """Blocks and warnings of a web page, without its scripts and styles."""
    data = path.read_bytes()
    decoded = decode_html(data)
    return [Paragraph(line) for line in html_text(decoded.text).split("\n")], _warnings(decoded)


def decode_html(data: bytes) -> Decoded:
    """By the page's own word for its encoding, where its bytes agree, else as any text."""
    said = _META_CHARSET.search(data[:4096])
    if said and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        encoding = said.group(1).decode("ascii", "replace")
        try:
            return Decoded(data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n"), encoding, guessed=False)
        except (LookupError, UnicodeDecodeError):
            return decode(data)
    return decode(data)


def _warnings(decoded: Decoded) -> tuple[str, ...]:
    return (_GUESSED.format(decoded.encoding),) if decoded.guessed else ()


def _text_blocks(text: str) -> Iterator[Block]:
    if _LOAD_FILE in text:
        lines = [line.removeprefix("\xfe").removesuffix("\xfe") for line in text.split("\n") if line.strip()]
        yield Table([line.split(_LOAD_FILE) for line in lines], widen=True)
        return
    for number, page in enumerate(text.rstrip("\n\f").split("\f")):
        if number:
            yield PageBreak()
        for line in page.rstrip("\n").split("\n"):
            yield Paragraph(line, mono=True, size=9.0)


class _TextOfHtml(HTMLParser):
    _SKIPPED = frozenset({"script", "style", "title", "template"})
    _BLOCKS = frozenset(
        {
            *("p", "div", "br", "tr", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote"),
            *("hr", "section", "article", "header", "footer", "pre", "dt", "dd"),
        }
    )
    _VOID = frozenset({"br", "hr"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._skipping = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._SKIPPED:
            self._skipping += 1
        elif tag in self._BLOCKS:
            self.parts.append("\n")
        elif tag in {"td", "th"}:
            self.parts.append("  ")
        if tag == "li":
            self.parts.append("• ")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._SKIPPED:
            self._skipping = max(0, self._skipping - 1)
        elif tag in self._BLOCKS - self._VOID:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self.parts.append(re.sub(r"\s+", " ", data))


def html_text(source: str) -> str:
    """What a browser would show, line by line; at most one empty line in a row."""
    parser = _TextOfHtml()
    parser.feed(source)
    parser.close()
    lines = [re.sub(r" {3,}", "  ", line).strip() for line in "".join(parser.parts).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
