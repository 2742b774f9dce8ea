"""What the window shows of exhibits and pages: how well they were read, and their numbers, in few queries."""

import json
from collections.abc import Collection
from dataclasses import dataclass

from sqlmodel import Session, col, func, or_, select

from app.domain.bates import BatesFormat
from app.domain.evidence import Exhibit, Reading, Word
from app.store.exhibits import by_id, exhibit_of, unpack_words
from app.store.tables import BatesRow, ExhibitRow, PageRow

_MOST_NAMED = 500
"""Ids in one query; with more, everything is read."""


@dataclass(frozen=True, slots=True)
class ListedExhibit:
    """An exhibit with its Bates range and how its pages were read.

    ``text_pages``, ``ocr_pages`` and ``lost_pages`` (no text could be had) count pages; those missing to
    ``exhibit.pages`` have not been read yet. ``confidence``: 0 to 100, mean over the OCR pages. ``warnings``: those of
    the document, then those of its pages.
    """

    exhibit: Exhibit
    first: str | None
    last: str | None
    text_pages: int
    ocr_pages: int
    lost_pages: int
    confidence: float | None
    warnings: tuple[str, ...]

    @property
    def unread_pages(self) -> int:
        return self.exhibit.pages - self.text_pages - self.ocr_pages - self.lost_pages


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page as it was read, with its exhibit and Bates number. ``read`` None: not read yet.

    ``width`` and ``height``: points as shown, 0 where nobody knows. ``words``: see ``PageRead``.
    """

    exhibit: Exhibit
    page: int
    bates: str | None
    text: str
    read: Reading | None
    confidence: float | None
    warnings: tuple[str, ...]
    width: float
    height: float
    words: tuple[Word, ...]


def listed(session: Session, after: int = 0, also: Collection[str] = ()) -> list[ListedExhibit]:
    """Exhibits beyond the order number ``after``, and those with the ids ``also``, in the order of intake."""
    after = after if len(also) <= _MOST_NAMED else 0
    wanted = or_(col(ExhibitRow.order) > after, col(ExhibitRow.id).in_(also if after else ()))
    rows = session.exec(select(ExhibitRow).where(wanted).order_by(col(ExhibitRow.order))).all()
    if not rows:
        return []
    span = (min(row.order for row in rows), max(row.order for row in rows))
    readings, warnings, ends = _readings(session, span), _warnings(session, span), _ends(session, span)
    found = []
    for row in rows:
        counts = readings.get(row.order, {})
        exhibit = exhibit_of(row)
        first, last = (ends.get((row.order, page)) for page in (1, row.pages))
        found.append(
            ListedExhibit(
                exhibit=exhibit,
                first=first,
                last=last,
                text_pages=counts.get(Reading.TEXT.value, (0, None))[0],
                ocr_pages=counts.get(Reading.OCR.value, (0, None))[0],
                lost_pages=counts.get(Reading.NONE.value, (0, None))[0],
                confidence=counts.get(Reading.OCR.value, (0, None))[1],
                warnings=(*exhibit.warnings, *warnings.get(row.order, ())),
            )
        )
    return found


def read_page(session: Session, exhibit_id: str, number: int) -> ReadPage | None:
    """One page as it was read; None where the exhibit has no such page."""
    stored = by_id(session, exhibit_id)
    if stored is None or not 1 <= number <= stored.exhibit.pages:
        return None
    order = stored.exhibit.order
    row = session.exec(select(PageRow).where(PageRow.exhibit == order, PageRow.number == number)).first()
    bates = session.exec(select(BatesRow).where(BatesRow.exhibit == order, BatesRow.page == number)).first()
    return ReadPage(
        exhibit=stored.exhibit,
        page=number,
        bates=_written(bates) if bates else None,
        text=row.text if row else "",
        read=Reading(row.read) if row else None,
        confidence=row.confidence if row else None,
        warnings=tuple(json.loads(row.warnings)) if row else (),
        width=row.width if row else 0.0,
        height=row.height if row else 0.0,
        words=unpack_words(row.words) if row else (),
    )


def labels(session: Session, ids: Collection[str]) -> dict[str, str]:
    """The labels of these exhibits, by id."""
    return dict(session.exec(select(ExhibitRow.id, ExhibitRow.label).where(col(ExhibitRow.id).in_(ids))).all())


def _readings(session: Session, span: tuple[int, int]) -> dict[int, dict[str, tuple[int, float | None]]]:
    """(pages, mean confidence) by exhibit and way of reading."""
    statement = (
        select(PageRow.exhibit, PageRow.read, func.count(), func.avg(PageRow.confidence))
        .where(col(PageRow.exhibit).between(*span))
        .group_by(col(PageRow.exhibit), col(PageRow.read))
    )
    found: dict[int, dict[str, tuple[int, float | None]]] = {}
    for order, read, count, confidence in session.exec(statement):
        found.setdefault(order, {})[read] = (count, confidence)
    return found


def _warnings(session: Session, span: tuple[int, int]) -> dict[int, list[str]]:
    statement = (
        select(PageRow.exhibit, PageRow.number, PageRow.warnings)
        .where(col(PageRow.exhibit).between(*span), PageRow.warnings != "[]")
        .order_by(col(PageRow.exhibit), col(PageRow.number))
    )
    found: dict[int, list[str]] = {}
    for order, number, warnings in session.exec(statement):
        found.setdefault(order, []).extend(f"Page {number}: {warning}" for warning in json.loads(warnings))
    return found


def _ends(session: Session, span: tuple[int, int]) -> dict[tuple[int, int], str]:
    """The numbers of first and last pages, by (exhibit's order, page)."""
    statement = (
        select(BatesRow)
        .join(ExhibitRow, col(ExhibitRow.order) == BatesRow.exhibit)
        .where(
            col(BatesRow.exhibit).between(*span),
            or_(col(BatesRow.page) == 1, col(BatesRow.page) == ExhibitRow.pages),
        )
    )
    return {(row.exhibit, row.page): _written(row) for row in session.exec(statement)}


def _written(row: BatesRow) -> str:
    return BatesFormat(row.prefix, row.digits, row.suffix).write(row.number)
