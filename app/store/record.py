"""When the record of a matter is the same as before."""

from sqlalchemy import func
from sqlmodel import Session, select

from app.store.tables import AuthorityRow, BatesRow, ExhibitRow, PageRow


def record_stamp(session: Session) -> tuple[int, ...]:
    """Two equal stamps mean the same record: exhibits, pages, numbers and authorities are only ever added."""
    tables = (ExhibitRow, PageRow, BatesRow, AuthorityRow)
    return tuple(session.exec(select(func.count()).select_from(table)).one() for table in tables)
