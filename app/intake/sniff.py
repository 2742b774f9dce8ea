"""What a file is, by its content; the name is asked only where the content leaves it open."""

import re
import zipfile
from pathlib import Path

from app.intake.encoding import looks_like_text
from app.intake.kinds import Kind
from app.intake.package import BROKEN_ZIP

_HEAD = 64 * 1024

_SIGNATURES: tuple[tuple[int, bytes, Kind], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", Kind.PNG),
    (0, b"\xff\xd8\xff", Kind.JPEG),
    (0, b"II*\0", Kind.TIFF),
    (0, b"MM\0*", Kind.TIFF),
    (0, b"II+\0", Kind.TIFF),
    (0, b"MM\0+", Kind.TIFF),
    (0, b"GIF87a", Kind.GIF),
    (0, b"GIF89a", Kind.GIF),
    (8, b"WEBP", Kind.WEBP),
    (8, b"WAVE", Kind.AUDIO),
    (8, b"AVI ", Kind.VIDEO),
    (0, b"{\\rtf", Kind.RTF),
    (0, b"\xffWPC", Kind.WPD),
    (0, b"%!PS", Kind.POSTSCRIPT),
    (0, b"ID3", Kind.AUDIO),
    (0, b"\xff\xfb", Kind.AUDIO),
    (0, b"OggS", Kind.AUDIO),
    (0, b"fLaC", Kind.AUDIO),
    (0, b"#!AMR", Kind.AUDIO),
    (0, b"\x1aE\xdf\xa3", Kind.VIDEO),
    (0, b"\0\0\x01\xba", Kind.VIDEO),
    (0, b"FLV\x01", Kind.VIDEO),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", Kind.VIDEO),
    (0, b"7z\xbc\xaf\x27\x1c", Kind.ARCHIVE),
    (0, b"Rar!\x1a\x07", Kind.ARCHIVE),
    (0, b"\x1f\x8b", Kind.ARCHIVE),
    (0, b"BZh", Kind.ARCHIVE),
    (0, b"\xfd7zXZ\0", Kind.ARCHIVE),
    (257, b"ustar", Kind.ARCHIVE),
    (0, b"!BDN", Kind.PST),
    (0, b"SQLite format 3\0", Kind.DATABASE),
    (4, b"Standard Jet DB", Kind.DATABASE),
    (4, b"Standard ACE DB", Kind.DATABASE),
    (0, b"MZ", Kind.PROGRAM),
    (0, b"\x7fELF", Kind.PROGRAM),
    *((0, magic, Kind.PROGRAM) for magic in (b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf")),  # Mach-O
    *((0, magic, Kind.PROGRAM) for magic in (b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe")),
    (0, b"\xca\xfe\xba\xbe", Kind.PROGRAM),  # a Java class, or Mach-O for several machines
    (0, b"\0asm", Kind.PROGRAM),
    (0, b"dex\n03", Kind.PROGRAM),
    (0, b"\x1bLua", Kind.PROGRAM),
    (0, b"L\0\0\0\x01\x14\x02\0", Kind.PROGRAM),  # a Windows shortcut, which starts one
    (0, b"PK\x07\x08", Kind.ZIP),
    (0, b"PK\x01\x02", Kind.ZIP),
    (0, b"MSCF\0\0\0\0", Kind.ARCHIVE),
    (0, b"\x28\xb5\x2f\xfd", Kind.ARCHIVE),
    (0, b"\x04\x22\x4d\x18", Kind.ARCHIVE),
    (0, b"xar!\0", Kind.ARCHIVE),
    (0, b"!<arch>\n", Kind.ARCHIVE),
    (0, b"\xed\xab\xee\xdb", Kind.ARCHIVE),
)

_OLE_STREAMS: tuple[tuple[str, Kind], ...] = (
    ("EncryptedPackage", Kind.LOCKED_OFFICE),
    ("EncryptionInfo", Kind.LOCKED_OFFICE),
    ("__properties_version1.0", Kind.MSG),
    ("WordDocument", Kind.DOC),
    ("Workbook", Kind.XLS),
    ("Book", Kind.XLS),
    ("PowerPoint Document", Kind.PPT),
)

_ZIP_MEMBERS: tuple[tuple[str, Kind], ...] = (
    ("word/document.xml", Kind.DOCX),
    ("word/document2.xml", Kind.DOCX),
    ("xl/workbook.xml", Kind.XLSX),
    ("xl/workbook.bin", Kind.XLSB),
    ("ppt/presentation.xml", Kind.PPTX),
)

_ODF = {
    b"application/vnd.oasis.opendocument.text": Kind.ODT,
    b"application/vnd.oasis.opendocument.spreadsheet": Kind.ODS,
    b"application/vnd.oasis.opendocument.presentation": Kind.ODP,
}

_HTML = re.compile(rb"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_HEADER = re.compile(rb"^([!-9;-~]+):[ \t]?", re.M)
_MAIL_HEADERS = frozenset(
    b"from to cc subject date message-id mime-version received return-path content-type reply-to delivered-to".split()
)


def sniff(path: Path) -> Kind:
    """The kind of the file at `path`. OSError where it can't be opened."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        return Kind.EMPTY
    for offset, signature, kind in _SIGNATURES:
        if head.startswith(signature, offset) and _certain(kind, head):
            return kind
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06"):
        return _sniff_zip(path)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _sniff_ole(path)
    if head[4:8] == b"ftyp":
        return _sniff_media(head[8:12])
    if b"%PDF-" in head[:1024]:
        return Kind.PDF
    return _sniff_text(head)


def _certain(kind: Kind, head: bytes) -> bool:
    """Two letters alone don't make a program, nor two bytes a sound: 'MZ' may begin a text."""
    if kind is Kind.PROGRAM and head.startswith(b"MZ"):
        return b"\0" in head[:64] or (len(head) > 2 and not 32 <= head[2] < 127 and head[2] not in b"\t\r\n")
    if kind is Kind.AUDIO and head.startswith(b"\xff\xfb"):
        return b"\0" in head
    if kind in {Kind.WEBP, Kind.VIDEO} or (kind is Kind.AUDIO and head[8:12] == b"WAVE"):
        return head[8:12] not in {b"WEBP", b"WAVE", b"AVI "} or head.startswith(b"RIFF")
    return True


def _sniff_media(brand: bytes) -> Kind:
    if brand in {b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif"}:
        return Kind.HEIC
    return Kind.AUDIO if brand.startswith(b"M4A") else Kind.VIDEO


def _sniff_ole(path: Path) -> Kind:
    import olefile  # not needed by most files

    try:
        with olefile.OleFileIO(path) as container:
            names = {entry[0] for entry in container.listdir(streams=True, storages=True)}
    except (OSError, ValueError, IndexError, TypeError, AttributeError, RecursionError):
        return Kind.OLE  # a damaged container: olefile raises whatever its broken tables lead to
    return next((kind for stream, kind in _OLE_STREAMS if stream in names), Kind.OLE)


def _sniff_zip(path: Path) -> Kind:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            for member, kind in _ZIP_MEMBERS:
                if member in names:
                    return kind
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                return _ODF.get(archive.read("mimetype").strip(), Kind.ZIP)
    except BROKEN_ZIP:
        return Kind.ZIP
    return Kind.ZIP


def _sniff_text(head: bytes) -> Kind:
    if head.startswith(b"BM") and int.from_bytes(head[6:10], "little") == 0 and b"\0" in head[:30]:
        return Kind.BMP
    if not looks_like_text(head):
        return Kind.UNKNOWN
    plain = head.removeprefix(b"\xef\xbb\xbf")
    if _HTML.match(plain):
        return Kind.HTML
    if plain.startswith(b"From ") and _is_mail(plain.partition(b"\n")[2]):
        return Kind.MBOX
    return Kind.EML if _is_mail(plain) else Kind.TEXT


def _is_mail(head: bytes) -> bool:
    """Whether it begins with header lines of which at least two are a mail's own, one of them From or Received."""
    top = re.split(rb"\r?\n\r?\n", head.lstrip(b"\r\n"), maxsplit=1)[0]
    lines = top.splitlines()
    if not lines or not all(line[:1] in b" \t" or _HEADER.match(line) for line in lines[:8]):
        return False
    names = {match.group(1).lower() for match in _HEADER.finditer(top)} & _MAIL_HEADERS
    return len(names) >= 3 and bool(names & {b"from", b"received", b"return-path"})
