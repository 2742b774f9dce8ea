"""Reads the bulk files of CourtListener: tables as PostgreSQL's COPY writes them, plain or bz2, row by row.

Their form changed over the years: a quotation mark inside a field is doubled or has a backslash before it, and for a
while fields stood between backticks. The columns are found by the names in the first line.
"""

import bz2
import csv
import datetime as dt
import hashlib
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from app.domain.errors import Unreadable
from app.store.citation_index import Kind, place_number
from app.verify.citations import reporter_key

_SAMPLE: Final = 4 << 20
_LONGEST: Final = 32 << 20
"""Bytes of one line and characters of one field; the longest opinions' headnotes stay far below."""


@dataclass(frozen=True, slots=True)
class BulkFile:
    """One file, known by what is in it. ``day``: ISO 8601, from its name, else when it was last changed."""

    path: Path
    kind: Kind
    day: str
    identity: str
    header: tuple[str, ...]
    start: int
    """Bytes of the first line."""
    quote: str
    escape: str | None

    @property
    def size(self) -> int:
        """Bytes on the disk."""
        return self.path.stat().st_size


@dataclass(slots=True)
class Batch:
    """Rows for the index. ``offset``: up to which byte of the unpacked file everything was read."""

    rows: list[tuple[Any, ...]]
    read: int
    incomplete: int
    unreadable: int
    offset: int
    packed: int
    """Bytes read from the disk so far."""


def open_bulk(path: Path) -> BulkFile:
    """What kind of file it is. Unreadable: it is none of the four, or it can't be read."""
    try:
        with _unpacked(path) as (file, _):
            first, sample = file.readline(_SAMPLE), file.read(_SAMPLE)
    except (OSError, EOFError) as error:
        raise Unreadable(f"{path} can't be read.", _why(error)) from error
    header = tuple(name.strip('"`') for name in first.decode("utf-8-sig", "replace").strip().split(","))
    kind = _kind(header)
    if kind is None:
        raise Unreadable(
            f"{path} is not one of the files that make the index.",
            f"Its first line is {first[:120].decode('utf-8', 'replace').strip()!r}.",
            "Give CourtListener's citations, opinion-clusters, dockets and courts files (CSV, plain or bz2).",
        )
    day = re.search(r"\d{4}-\d{2}-\d{2}", path.name)
    quote = "`" if sample[:1] == b"`" else '"'
    return BulkFile(
        path=path,
        kind=kind,
        day=day[0] if day else dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC).date().isoformat(),
        identity=hashlib.sha256(first + sample + str(path.stat().st_size).encode()).hexdigest(),
        header=header,
        start=len(first),
        quote=quote,
        escape=_escape(sample.decode("utf-8", "replace"), len(header), quote),
    )


def _escape(sample: str, width: int, quote: str) -> str | None:
    """Whether a backslash is a mark or a letter: the reading with fewer broken rows; a mark where both are the same."""

    def broken(escape: str | None) -> int:
        rows = csv.reader(io.StringIO(sample, newline="\n"), quotechar=quote, doublequote=True, escapechar=escape)
        return sum(len(row) != width for row in rows)

    csv.field_size_limit(_LONGEST)
    return None if broken(None) < broken("\\") else "\\"


def batches(bulk: BulkFile, offset: int, size: int) -> Iterator[Batch]:
    """The rows from ``offset`` (0: the beginning) on, ``size`` at a time. Unreadable: the file is damaged there."""
    csv.field_size_limit(_LONGEST)
    with _unpacked(bulk.path) as (file, raw):
        lines = _Lines(file, raw)
        lines.skip(offset or bulk.start, bulk.path)
        rows = csv.reader(lines, quotechar=bulk.quote, doublequote=True, escapechar=bulk.escape)
        make = _makers(bulk.header)[bulk.kind]
        while True:
            try:
                batch = _batch(rows, len(bulk.header), make, size)
            except (csv.Error, OSError, EOFError) as error:
                raise Unreadable(
                    f"{bulk.path} is damaged after byte {lines.offset} of its unpacked text.",
                    _why(error),
                    "Download it again. What stood before that place is in the index.",
                ) from error
            if not batch.read:
                return
            batch.offset, batch.packed = lines.offset, raw.tell()
            yield batch


def _batch(rows: Any, width: int, make: "_Maker", size: int) -> Batch:
    batch = Batch([], 0, 0, 0, 0, 0)
    for row in islice(rows, size):
        batch.read += 1
        try:
            made = make(row) if len(row) == width else _NO_ROW
        except ValueError:
            made = _NO_ROW
        if made is _NO_ROW:
            batch.unreadable += 1
        elif made is None:
            batch.incomplete += 1
        else:
            batch.rows.append(made)
    return batch


_Maker = Callable[[list[str]], tuple[Any, ...] | None]
_NO_ROW: Final[tuple[Any, ...]] = ("no row",)


def _makers(header: Sequence[str]) -> dict[Kind, _Maker]:
    """From a row of the file to a row of the index; None where a part is missing that it can't be used without.

    ValueError: the row's id is no number, so this is no row.
    """
    at = {name: n for n, name in enumerate(header)}
    approximate = at.get("date_filed_is_approximate")
    # taken out of the dictionary once, not once a row
    id_ = at["id"]
    volume, reporter, page, cluster = (at.get(n, 0) for n in ("volume", "reporter", "page", "cluster_id"))
    names = tuple(at[n] for n in ("case_name", "case_name_full", "case_name_short") if n in at)
    filed, docket, court = (at.get(n, 0) for n in ("date_filed", "docket_id", "court_id"))
    cited, full, short = (at.get(n, 0) for n in ("citation_string", "full_name", "short_name"))

    def citation(row: list[str]) -> tuple[Any, ...] | None:
        number = int(row[id_])
        if not (row[volume] and row[reporter] and row[page] and row[cluster]):
            return None
        place = place_number(row[volume]), place_number(row[page])
        return number, reporter_key(row[reporter]), *place, int(row[cluster])

    def opinions(row: list[str]) -> tuple[Any, ...]:
        name = next((" ".join(row[n].split()) for n in names if row[n].strip()), None)
        sure = row[filed][:4].isdecimal() and (approximate is None or row[approximate] != "t")
        return int(row[id_]), name, int(row[filed][:4]) if sure else None, int(row[docket]) if row[docket] else None

    def dockets(row: list[str]) -> tuple[Any, ...] | None:
        return (int(row[id_]), row[court]) if row[court] else None

    def courts(row: list[str]) -> tuple[Any, ...] | None:
        return (row[id_], row[cited] or None, row[full] or row[short] or None) if row[id_] else None

    return {Kind.CITATIONS: citation, Kind.CLUSTERS: opinions, Kind.DOCKETS: dockets, Kind.COURTS: courts}


def _kind(header: Sequence[str]) -> Kind | None:
    names = set(header)
    needed = {
        Kind.CITATIONS: {"id", "volume", "reporter", "page", "cluster_id"},
        Kind.CLUSTERS: {"id", "case_name", "date_filed", "docket_id", "slug"},
        Kind.DOCKETS: {"id", "court_id", "docket_number"},
        Kind.COURTS: {"id", "citation_string", "full_name"},
    }
    return next((kind for kind, columns in needed.items() if columns <= names), None)


class _Lines:
    """The lines of a file, and how many bytes of it were handed out."""

    def __init__(self, file: IO[bytes], raw: IO[bytes]) -> None:
        self._file = file
        self._raw = raw
        self.offset = 0

    def skip(self, offset: int, path: Path) -> None:
        if self._file is self._raw:
            self._file.seek(offset)
            self.offset = offset
        while self.offset < offset:  # nothing in a bz2 file says where a byte of its text lies
            piece = self._file.read(min(1 << 20, offset - self.offset))
            if not piece:
                raise Unreadable(f"{path} is shorter than it was.", remedy="Download it again.")
            self.offset += len(piece)

    def __iter__(self) -> Iterator[str]:
        while line := self._file.readline(_LONGEST):
            if len(line) == _LONGEST:
                raise csv.Error("A line is longer than any of such a file.")
            self.offset += len(line)
            yield line.decode("utf-8", "replace")


class _unpacked:  # noqa: N801 - used as a function
    """The file's text as bytes, and the file on the disk that it comes from (the same one where it isn't packed)."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> tuple[IO[bytes], IO[bytes]]:
        self._raw: Any = self._path.open("rb")
        packed = self._raw.read(3) == b"BZh"
        self._raw.seek(0)
        self._file: Any = io.BufferedReader(bz2.BZ2File(self._raw), 1 << 20) if packed else self._raw
        return self._file, self._raw

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._raw.close()


def _why(error: Exception) -> str:
    if isinstance(error, EOFError):
        return "It ends in the middle, as after a download that was cut short."
    return str(getattr(error, "strerror", None) or error)
