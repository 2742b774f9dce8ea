"""Office packages (ZIP with XML in it), opened with limits on what they may unpack to."""

import lzma
import posixpath
import struct
import zipfile
import zlib
from pathlib import Path
from types import TracebackType
from typing import Any

from app.domain.errors import Unreadable

BROKEN_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError),
    *(RuntimeError, NotImplementedError, ValueError, IndexError, struct.error),
)
"""What `zipfile` raises for an archive that isn't one, or for a damaged or encrypted part of it."""

MAX_MEMBERS = 10_000
MAX_UNPACKED = 1024**3
MAX_PART = 256 * 1024**2
_FREE_BYTES = 10 * 1024**2
_MAX_RATIO = 200

_RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
REL_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
REL_EMBED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"


class Package:
    """An open package. Unreadable: damaged, or unpacks to more than the limits allow. A context manager."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except BROKEN_ZIP as error:
            raise _damaged() from error
        self._check_sizes(path.stat().st_size)
        self.names = frozenset(self._zip.namelist())

    def _check_sizes(self, packed: int) -> None:
        members = self._zip.infolist()
        total = sum(member.file_size for member in members)
        if len(members) > MAX_MEMBERS:
            raise _bomb(f"It holds {len(members)} parts, more than {MAX_MEMBERS}.")
        if total > MAX_UNPACKED:
            raise _bomb(f"It unpacks to more than {MAX_UNPACKED // 1024**3} GiB.")
        if total > _FREE_BYTES and total > _MAX_RATIO * packed:
            raise _bomb(f"It unpacks to more than {_MAX_RATIO} times its size.")

    def __enter__(self) -> "Package":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def read(self, name: str) -> bytes | None:
        """A part's bytes, None where there is no such part."""
        if name not in self.names:
            return None
        try:
            with self._zip.open(name) as part:
                data = part.read(MAX_PART + 1)
        except BROKEN_ZIP as error:
            raise _damaged() from error
        if len(data) > MAX_PART:
            raise _bomb(f"A part of it is larger than {MAX_PART // 1024**2} MiB.")
        return data

    def xml(self, name: str) -> Any:
        """A part's root element, None where there is no such part. Entities are never expanded."""
        from lxml import etree  # slow to import

        data = self.read(name)
        if data is None:
            return None
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            raise _damaged() from error
        tree: Any = root.getroottree()
        if tree.docinfo.doctype:
            raise Unreadable("The document holds a DTD, which Office never writes.", "It may be an attack.")
        return root

    def relations(self, part: str) -> dict[str, str]:
        """Relationship id to the part's name, for what lies inside the package."""
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        if root is None:
            return {}
        return {
            rel.get("Id", ""): posixpath.normpath(posixpath.join(folder, rel.get("Target", ""))).lstrip("/")
            if not rel.get("Target", "").startswith("/")
            else rel.get("Target", "").lstrip("/")
            for rel in root.iter(f"{_RELATIONSHIPS}Relationship")
            if rel.get("TargetMode") != "External"
        }


def _damaged() -> Unreadable:
    return Unreadable("The document is damaged and can't be opened.", "", "Ask for another copy.")


def _bomb(why: str) -> Unreadable:
    return Unreadable("The document unpacks to more than is sensible and wasn't opened.", why)
