"""Exhibits and their pages."""

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select as alchemy_select
from sqlmodel import Session, col, func, select

from app.domain.evidence import Box, Exhibit, Origin, Page, PageRead, Reading, Word
from app.store.bates import numbers_of
from app.store.tables import ExhibitRow, PageRow


@dataclass(frozen=True, slots=True)
class PageImage:
    """How a page looks: its size in points and its words, for boxes and stamps. ``rendition``: see ``Stored``."""

    width: float
    height: float
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """An exhibit and the PDF that its pages are read from: a path inside the matter's folder, None for a native."""

    exhibit: Exhibit
    rendition: str | None


def add(session: Session, exhibit: Exhibit, rendition: str | None) -> None:
    session.add(
        ExhibitRow(
            order=exhibit.order,
            id=exhibit.id,
            label=exhibit.label,
            title=exhibit.title,
            origin=exhibit.origin.value,
            sha256=exhibit.sha256,
            kind=exhibit.kind,
            pages=exhibit.pages,
            path=exhibit.path,
            parent=exhibit.parent,
            warnings=json.dumps(exhibit.warnings, ensure_ascii=False),
            rendition=rendition,
        )
    )


def set_origin(session: Session, exhibit_id: str, origin: Origin) -> None:
    """Say from whom an exhibit came."""
    row = session.exec(select(ExhibitRow).where(ExhibitRow.id == exhibit_id)).one()
    row.origin = origin.value


def next_order(session: Session) -> int:
    return (session.exec(select(func.max(ExhibitRow.order))).one() or 0) + 1


def all_stored(session: Session) -> list[Stored]:
    return [_stored(row) for row in session.exec(select(ExhibitRow).order_by(col(ExhibitRow.order)))]


def by_digest(session: Session, sha256: str) -> Stored | None:
    row = session.exec(select(ExhibitRow).where(ExhibitRow.sha256 == sha256)).first()
    return _stored(row) if row else None


def by_id(session: Session, exhibit_id: str) -> Stored | None:
    row = session.exec(select(ExhibitRow).where(func.lower(ExhibitRow.id) == exhibit_id.lower())).first()
    return _stored(row) if row else None


def count(session: Session) -> tuple[int, int, int]:
    """How many exhibits, how many pages they have, and how many of those have no reading yet."""
    made, pages = session.exec(
        select(func.count(), func.coalesce(func.sum(ExhibitRow.pages), 0)).select_from(ExhibitRow)
    ).one()
    read = session.exec(select(func.count()).select_from(PageRow)).one()
    return made, pages, pages - read


def unread(session: Session, order: int) -> list[int]:
    """Numbers of an exhibit's pages that have no reading yet."""
    row = session.get(ExhibitRow, order)
    assert row is not None
    done = set(session.exec(select(PageRow.number).where(PageRow.exhibit == order)))
    return [n for n in range(1, row.pages + 1) if n not in done]


def add_page(session: Session, order: int, page: PageRead) -> None:
    """Store a page's reading; the search index follows in the same transaction. A second reading is ignored."""
    known = session.exec(select(PageRow.id).where(PageRow.exhibit == order, PageRow.number == page.number)).first()
    if known is not None:
        return
    session.add(
        PageRow(
            exhibit=order,
            number=page.number,
            text=page.text,
            words=_pack_words(page.words),
            read=page.read.value,
            confidence=page.confidence,
            width=page.width,
            height=page.height,
            warnings=json.dumps(page.warnings, ensure_ascii=False),
        )
    )


def ocr_pages(session: Session, order: int) -> int:
    """How many of an exhibit's pages were read by OCR."""
    statement = select(func.count()).where(PageRow.exhibit == order, PageRow.read == Reading.OCR.value)
    return session.exec(statement).one()


def page_warnings(session: Session, order: int) -> list[str]:
    """Warnings of an exhibit's pages, each with its page number."""
    rows = session.exec(select(PageRow).where(PageRow.exhibit == order).order_by(col(PageRow.number)))
    return [f"Page {row.number}: {warning}" for row in rows for warning in json.loads(row.warnings)]


def pages(session: Session, exhibit_id: str | None = None) -> list[Page]:
    """The record's pages in exhibit order, each with its Bates number; of one exhibit if its id is given."""
    # columns, not rows of the table: a record has thousands, and its word boxes are not wanted here
    columns = (ExhibitRow.id, PageRow.exhibit, PageRow.number, PageRow.text, PageRow.read, PageRow.confidence)
    statement = (
        alchemy_select(*map(col, columns))
        .join(ExhibitRow, col(ExhibitRow.order) == PageRow.exhibit)
        .order_by(col(PageRow.exhibit), col(PageRow.number))
    )
    if exhibit_id is not None:
        statement = statement.where(func.lower(ExhibitRow.id) == exhibit_id.lower())
    bates = numbers_of(session)
    readings = {str(reading): reading for reading in Reading}
    rows: Iterable[Any] = session.connection().execute(statement)
    return [
        Page(id_, number, bates.get((order, number)), text, readings[read], confidence)
        for id_, order, number, text, read, confidence in rows
    ]


def page_image(session: Session, exhibit_id: str, number: int) -> PageImage | None:
    """Size and word boxes of one page; None if it isn't there or hasn't been read."""
    statement = (
        select(PageRow)
        .join(ExhibitRow, col(ExhibitRow.order) == PageRow.exhibit)
        .where(ExhibitRow.id == exhibit_id, PageRow.number == number)
    )
    row = session.exec(statement).first()
    return None if row is None else PageImage(row.width, row.height, unpack_words(row.words))


def exhibit_of(row: ExhibitRow) -> Exhibit:
    """The record of a row, for this package."""
    return Exhibit(
        order=row.order,
        id=row.id,
        label=row.label,
        title=row.title,
        origin=Origin(row.origin),
        sha256=row.sha256,
        kind=row.kind,
        pages=row.pages,
        path=row.path,
        parent=row.parent,
        warnings=tuple(json.loads(row.warnings)),
    )


def _stored(row: ExhibitRow) -> Stored:
    return Stored(exhibit_of(row), row.rendition)


def _pack_words(words: tuple[Word, ...]) -> bytes:
    # a page of 400 words takes some 6 KB this way, and is read only for boxes and stamps
    flat = [
        [w.text, round(w.box.x0, 1), round(w.box.y0, 1), round(w.box.x1, 1), round(w.box.y1, 1), w.start] for w in words
    ]
    return zlib.compress(json.dumps(flat, ensure_ascii=False, separators=(",", ":")).encode())


def unpack_words(packed: bytes) -> tuple[Word, ...]:
    """The words of a row, for this package."""
    return tuple(
        Word(text, Box(x0, y0, x1, y1), start) for text, x0, y0, x1, y1, start in json.loads(zlib.decompress(packed))
    )
