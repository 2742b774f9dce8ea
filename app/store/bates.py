"""The Bates ledger (promise 3): numbers are reserved in one transaction, and never given back."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from app.domain.bates import BatesEntry, BatesFormat
from app.domain.errors import WrongUse
from app.domain.evidence import ORIGINS, Origin
from app.store.tables import BatesHighRow, BatesRow, ExhibitRow


@dataclass(frozen=True, slots=True)
class BatesReport:
    """``ranges``: (first, last) as written. ``gaps``: ranges that no page holds, between the numbers of one prefix."""

    ranges: tuple[tuple[str, str], ...]
    gaps: tuple[tuple[str, str], ...]
    overlaps: tuple[str, ...]
    duplicates: tuple[str, ...]


def reserve(
    session: Session, format_: BatesFormat, start: int | None, used: int = 0, origins: Collection[Origin] = ORIGINS
) -> list[BatesEntry]:
    """Reserve a number for each page that has none, in exhibit order; gives the new entries. As ``planned``."""
    entries = planned(session, format_, start, used, origins)
    orders = dict(session.exec(select(ExhibitRow.id, ExhibitRow.order)).all())
    session.add_all(_row(entry, orders[entry.exhibit]) for entry in entries)
    return entries


def planned(
    session: Session, format_: BatesFormat, start: int | None, used: int = 0, origins: Collection[Origin] = ORIGINS
) -> list[BatesEntry]:
    """What ``reserve`` would reserve; nothing is changed. ``used``: the highest number that the home remembers.
    ``origins``: only exhibits that came from there are numbered.

    ``start`` None goes on after the highest number of that prefix and suffix. WrongUse: ``start`` isn't above every
    number reserved so far (numbers are never used again), or the numbers outgrow the digits.
    """
    highest: int | None = session.exec(
        select(func.max(BatesRow.number)).where(BatesRow.prefix == format_.prefix, BatesRow.suffix == format_.suffix)
    ).one()
    highest = max(highest or 0, used)
    first = highest + 1 if start is None else start
    if first <= highest:
        raise WrongUse(
            f"{first} can't be the first number.",
            f"Numbers with this prefix are reserved up to {highest}, and none is used twice.",
            f"Leave `--start` out, or give a number from {highest + 1} on.",
        )
    taken = set(session.exec(select(BatesRow.exhibit, BatesRow.page)))
    entries: list[BatesEntry] = []
    chosen = select(ExhibitRow).where(col(ExhibitRow.origin).in_([origin.value for origin in origins]))
    for exhibit in session.exec(chosen.order_by(col(ExhibitRow.order))):
        for page in range(1, exhibit.pages + 1):
            if (exhibit.order, page) in taken:
                continue
            entry = BatesEntry(format_, first + len(entries), exhibit.id, page)
            try:
                entry.text  # noqa: B018  (raises where the digits don't suffice)
            except ValueError as error:
                raise WrongUse("The numbers outgrow their digits.", str(error), "Give more with `--digits`.") from error
            entries.append(entry)
    return entries


def unnumbered(session: Session) -> dict[Origin, int]:
    """How many pages have no number, by where their exhibits came from; origins without such a page are left out."""
    taken = dict(session.exec(select(BatesRow.exhibit, func.count()).group_by(col(BatesRow.exhibit))).all())
    found: dict[Origin, int] = {}
    for order, origin, pages in session.exec(select(ExhibitRow.order, ExhibitRow.origin, ExhibitRow.pages)):
        if left := pages - taken.get(order, 0):
            found[Origin(origin)] = found.get(Origin(origin), 0) + left
    return found


def highest_used(session: Session, matter: str, format_: BatesFormat) -> int:
    """The highest number that the home database remembers for a matter's prefix and suffix; 0 for none."""
    row = session.get(BatesHighRow, (matter, format_.prefix, format_.suffix))
    return row.number if row else 0


def highest(session: Session, format_: BatesFormat) -> BatesEntry | None:
    """The highest number of a prefix and suffix in the matter's own ledger."""
    rows = select(BatesRow, ExhibitRow.id).join(ExhibitRow, col(ExhibitRow.order) == BatesRow.exhibit)
    rows = rows.where(BatesRow.prefix == format_.prefix, BatesRow.suffix == format_.suffix)
    found = session.exec(rows.order_by(col(BatesRow.number).desc())).first()
    if found is None:
        return None
    row, exhibit = found
    return BatesEntry(BatesFormat(row.prefix, row.digits, row.suffix), row.number, exhibit, row.page)


def keep_highest(session: Session, matter: str, entry: BatesEntry) -> None:
    """Remember in the home database that numbers up to this one are used."""
    key = (matter, entry.format.prefix, entry.format.suffix)
    row = session.get(BatesHighRow, key)
    if row is None:
        session.add(BatesHighRow(matter=matter, prefix=key[1], suffix=key[2], number=entry.number))
    else:
        row.number = max(row.number, entry.number)


def entries(session: Session) -> list[BatesEntry]:
    """The whole ledger, in exhibit and page order."""
    statement = (
        select(BatesRow, ExhibitRow.id)
        .join(ExhibitRow, col(ExhibitRow.order) == BatesRow.exhibit)
        .order_by(col(BatesRow.exhibit), col(BatesRow.page))
    )
    return [
        BatesEntry(BatesFormat(row.prefix, row.digits, row.suffix), row.number, exhibit, row.page)
        for row, exhibit in session.exec(statement)
    ]


def numbered(session: Session) -> set[str]:
    """Ids of the exhibits that a page of has a number."""
    orders = select(BatesRow.exhibit).distinct()
    return set(session.exec(select(ExhibitRow.id).where(col(ExhibitRow.order).in_(orders))))


def numbers_of(session: Session) -> dict[tuple[int, int], str]:
    """Each numbered page's Bates number, by (exhibit's order, page)."""
    return {
        (row.exhibit, row.page): BatesFormat(row.prefix, row.digits, row.suffix).write(row.number)
        for row in session.exec(select(BatesRow))
    }


def report(session: Session) -> BatesReport:
    """What a person checks before a production goes out."""
    by_set: dict[tuple[str, str], list[BatesRow]] = {}
    for row in session.exec(select(BatesRow).order_by(col(BatesRow.number))):
        by_set.setdefault((row.prefix, row.suffix), []).append(row)
    ranges: list[tuple[str, str]] = []
    gaps: list[tuple[str, str]] = []
    for rows in by_set.values():
        begin = rows[0]
        for before, after in zip(rows, [*rows[1:], None], strict=True):
            if after is not None and after.number == before.number + 1:
                continue
            ranges.append((_written(begin), _written(before)))
            if after is not None:
                gaps.append((_written(before, before.number + 1), _written(after, after.number - 1)))
                begin = after
    seen: dict[str, int] = {}
    for row in (row for rows in by_set.values() for row in rows):
        # two prefixes can write the same number: A1 + 01 and A + 101
        seen[_written(row)] = seen.get(_written(row), 0) + 1
    doubled = tuple(text for text, count in seen.items() if count > 1)
    return BatesReport(tuple(ranges), tuple(gaps), overlaps=doubled, duplicates=doubled)


def _row(entry: BatesEntry, order: int) -> BatesRow:
    f = entry.format
    return BatesRow(
        prefix=f.prefix, number=entry.number, digits=f.digits, suffix=f.suffix, exhibit=order, page=entry.page
    )


def _written(row: BatesRow, number: int | None = None) -> str:
    return BatesFormat(row.prefix, row.digits, row.suffix).write(row.number if number is None else number)
