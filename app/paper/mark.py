"""The mark inside a file that says: this program wrote it.

The mark is one word of plain ASCII, ``jurat-mark/1/program=Jurat/...``, without the signs at which other programs
part keywords. It stands in several places of a file, since each program that saves the file again keeps some of them
and drops others.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    import pikepdf
    from docx.document import Document

PROPERTY = "JuratMark"
"""The name of the mark as a PDF Info key, a Word property and an OpenDocument property."""

_NAMESPACE = "urn:jurat:mark:1"
_VALUE = "[A-Za-z0-9_.~%-]"
_TOKEN = re.compile(
    rf"jurat-mark/1/program=({_VALUE}+)/version=({_VALUE}*)/id=({_VALUE}+)"
    rf"/matter=({_VALUE}*)/kind=({_VALUE}*)/made_at=({_VALUE}*)"
)
_OLE_KEYWORDS = 5
_MOST = 1 << 20
"""Bytes looked at in any one place: a mark is short, a hostile file may not be."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Who wrote a file. ``id`` is a UUID; ``kind`` e.g. ``stamped copy``, ``draft``, ``report``; ``made_at`` UTC.

    ``matter`` may be empty: what goes to the other side needn't tell what the firm calls its case.
    """

    program: str
    version: str
    id: str
    matter: str
    kind: str
    made_at: str

    @property
    def token(self) -> str:
        """The mark as one word; survives XML, Info strings and plain text alike."""
        values = (f"{field.name}={quote(getattr(self, field.name), safe='')}" for field in fields(self))
        return "jurat-mark/1/" + "/".join(values)


@cache
def this_program() -> tuple[str, str]:
    """Name and version of the program, as its marks and reports give them."""
    return "Jurat", version("jurat")


def read_token(text: str) -> Mark | None:
    """The first mark in ``text``, or None."""
    found = _TOKEN.search(text)
    if found is None:
        return None
    return Mark(*(unquote(value) for value in found.groups()))


def mark_pdf(pdf: "pikepdf.Pdf", mark: Mark) -> None:
    """Write the mark into the Info dictionary and the XMP packet of an open PDF; it is not saved here.

    Keywords carry it too: printing to a new PDF keeps them where it drops what it doesn't know.
    """
    import pikepdf

    info = pdf.docinfo
    info[f"/{PROPERTY}"] = pikepdf.String(mark.token)
    words = _TOKEN.sub("", _text(info.get("/Keywords"))).strip(" ,;")
    info["/Keywords"] = pikepdf.String(f"{words}, {mark.token}" if words else mark.token)
    packet = _packet_with(_xmp(pdf), mark)
    metadata = pikepdf.Stream(pdf, packet)
    metadata["/Type"] = pikepdf.Name.Metadata
    metadata["/Subtype"] = pikepdf.Name.XML
    pdf.Root.Metadata = pdf.make_indirect(metadata)


def mark_docx(document: "Document", mark: Mark) -> None:
    """Add the mark to an open Word document as a custom property, which Word and LibreOffice keep when saving."""
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    blob = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" '
        'xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
        f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="2" name="{PROPERTY}">'
        f"<vt:lpwstr>{escape(mark.token)}</vt:lpwstr></property></Properties>"
    )
    package = document.part.package
    assert package is not None
    kind = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
    part = Part(PackURI("/docProps/custom.xml"), kind, blob.encode(), package)
    package.relate_to(part, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties")
    document.core_properties.keywords = mark.token


def find_mark(path: Path) -> Mark | None:
    """The mark of the program in any file: PDF, Word, OpenDocument, RTF or text; None where there is none.

    Safe on damaged and hostile files: it looks at a bounded part of each place and never raises for content.
    OSError where the file can't be read at all.
    """
    with path.open("rb") as file:
        head = file.read(_MOST)
    if b"%PDF-" in head[:1024]:
        return _first(_pdf_places(path)) or read_token(head.decode("latin-1"))
    if head.startswith(b"PK\x03\x04"):
        return _first(_zip_places(path))
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        return _first(_ole_places(path))
    return read_token(head.decode("latin-1"))


def _first(places: Iterator[str]) -> Mark | None:
    return next((mark for mark in map(read_token, places) if mark is not None), None)


def _pdf_places(path: Path) -> Iterator[str]:
    import pikepdf

    try:
        with pikepdf.open(path, suppress_warnings=True) as pdf:
            info = pdf.trailer.get("/Info")
            if isinstance(info, pikepdf.Dictionary):
                yield _text(info.get(f"/{PROPERTY}"))
                yield _text(info.get("/Keywords"))
            yield _xmp(pdf)
    except (pikepdf.PdfError, pikepdf.PasswordError, ValueError, TypeError, KeyError, RuntimeError, RecursionError):
        return  # no PDF that anyone could read, or locked


def _text(value: object) -> str:
    import pikepdf

    return str(value) if isinstance(value, pikepdf.String) else ""


def _xmp(pdf: "pikepdf.Pdf") -> str:
    """The XMP packet as text; empty where there is none, or none of a sane size."""
    import pikepdf

    stream = pdf.Root.get("/Metadata")
    if not isinstance(stream, pikepdf.Stream):
        return ""
    raw = stream.read_raw_bytes()
    if len(raw) > _MOST:
        return ""
    if "/Filter" in stream:
        try:
            unpacker = zlib.decompressobj()
            raw = unpacker.decompress(raw, _MOST)
            if unpacker.unconsumed_tail:
                return ""
        except zlib.error:
            return ""
    if raw[:2] in (b"\xfe\xff", b"\xff\xfe"):
        return raw.decode("utf-16", "replace")
    return raw.decode("utf-8", "replace")


def _packet_with(packet: str, mark: Mark) -> bytes:
    if _TOKEN.search(packet):
        return _TOKEN.sub(lambda _: mark.token, packet).encode()
    entry = (
        f'<rdf:Description rdf:about="" xmlns:jurat="{_NAMESPACE}"><jurat:mark>{escape(mark.token)}</jurat:mark>'
        "</rdf:Description>"
    )
    if packet.count("</rdf:RDF>") == 1 and "<rdf:RDF" in packet:
        return packet.replace("</rdf:RDF>", entry + "</rdf:RDF>").encode()
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">{entry}</rdf:RDF></x:xmpmeta>\n'
        '<?xpacket end="w"?>'
    ).encode()


def _zip_places(path: Path) -> Iterator[str]:
    try:
        with zipfile.ZipFile(path) as archive:
            for name in ("docProps/custom.xml", "docProps/core.xml", "meta.xml"):
                try:
                    with archive.open(name) as member:
                        yield member.read(_MOST).decode("utf-8", "replace")
                except KeyError:
                    continue
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError):
        return  # damaged, or locked with a password


def _ole_places(path: Path) -> Iterator[str]:
    """Word's old format, as a document of ours saved to it: the keywords."""
    import olefile

    try:
        with olefile.OleFileIO(path) as file:
            if file.exists("\x05SummaryInformation"):
                words = file.getproperties("\x05SummaryInformation").get(_OLE_KEYWORDS)
                yield words.decode("latin-1") if isinstance(words, bytes) else str(words or "")
    except (OSError, ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError, MemoryError):
        return  # damaged: the library trusts what it reads
