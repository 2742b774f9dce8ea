"""Opinions and statutes on a matter's shelf."""

import json

from sqlmodel import Session, col, func, select

from app.domain.evidence import Authority
from app.store.tables import AuthorityRow


def add(session: Session, authority: Authority, sha256: str) -> bool:
    """Put an authority on the shelf; False if that very document already gave it."""
    citations = json.dumps(authority.citations, ensure_ascii=False)
    same = select(AuthorityRow).where(AuthorityRow.sha256 == sha256, AuthorityRow.citations == citations)
    if session.exec(same).first() is not None:
        return False
    session.add(
        AuthorityRow(
            sha256=sha256,
            citations=citations,
            name=authority.name,
            court=authority.court,
            year=authority.year,
            first_page=authority.first_page,
            last_page=authority.last_page,
            type=authority.type,
            paginated=authority.paginated,
            text=authority.text,
        )
    )
    return True


def count(session: Session) -> int:
    return session.exec(select(func.count()).select_from(AuthorityRow)).one()


def all_authorities(session: Session) -> list[Authority]:
    return [
        Authority(
            citations=tuple(json.loads(row.citations)),
            name=row.name,
            court=row.court,
            year=row.year,
            first_page=row.first_page,
            last_page=row.last_page,
            type=row.type,
            paginated=row.paginated,
            text=row.text,
        )
        for row in session.exec(select(AuthorityRow).order_by(col(AuthorityRow.id)))
    ]
