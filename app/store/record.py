"""When the record of a matter is the same as before."""

from sqlalchemy import func
from sqlmodel import Session, col, select

from app.store.tables import AuthorityRow, BatesRow, ExhibitRow, PageRow, TakenOutRow


def record_stamp(session: Session) -> tuple[int, ...]:
    """Two equal stamps mean the same record: pages, numbers and authorities are only ever added, and exhibits that
    were taken out or put back are counted."""
    tables = (ExhibitRow, PageRow, BatesRow, AuthorityRow, TakenOutRow)
    counts = [session.exec(select(func.count()).select_from(table)).one() for table in tables]
    back = select(func.count()).select_from(TakenOutRow).where(col(TakenOutRow.back).is_(True))
    return (*counts, session.exec(back).one())
