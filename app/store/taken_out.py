"""Exhibits that were taken out of the record again: kept apart, whole, so that they can be put back as they were."""

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select

from app.domain.evidence import Exhibit
from app.store.exhibits import exhibit_of
from app.store.tables import ExhibitRow, PageRow, TakenOutRow


def take_out(session: Session, ids: Sequence[str]) -> None:
    """Move these exhibits and their pages out of the record."""
    for row in session.exec(select(ExhibitRow).where(col(ExhibitRow.id).in_(ids))).all():
        pages = session.exec(select(PageRow).where(PageRow.exhibit == row.order)).all()
        kept = {"exhibit": row.model_dump(), "pages": [_page_kept(page) for page in pages]}
        data = zlib.compress(json.dumps(kept, ensure_ascii=False).encode())
        session.add(TakenOutRow(exhibit=row.id, sha256=row.sha256, data=data))
        for page in pages:
            session.delete(page)
        session.flush()
        session.delete(row)
    session.flush()


def lying_apart(session: Session, exhibit_id: str) -> Exhibit | None:
    """The exhibit that was taken out last under this id and not put back since."""
    row = _apart(session, exhibit_id)
    return None if row is None else exhibit_of(ExhibitRow(**_kept(row)["exhibit"]))


def put_back(session: Session, exhibit_id: str, as_id: str, parent: str | None, order: int) -> Exhibit:
    """Put an exhibit that lies apart back into the record with its pages, under this id and this place in it."""
    row = _apart(session, exhibit_id)
    assert row is not None
    kept = _kept(row)
    back = ExhibitRow(**{**kept["exhibit"], "id": as_id, "label": f"Exhibit {as_id}", "parent": parent, "order": order})
    session.add(back)
    session.flush()
    for page in kept["pages"]:
        session.add(PageRow(**{**page, "exhibit": order, "words": base64.b64decode(page["words"])}))
    row.back = True
    session.flush()
    return exhibit_of(back)


def _apart(session: Session, exhibit_id: str) -> TakenOutRow | None:
    statement = select(TakenOutRow).where(TakenOutRow.exhibit == exhibit_id, col(TakenOutRow.back).is_(False))
    return session.exec(statement.order_by(col(TakenOutRow.id).desc())).first()


def _kept(row: TakenOutRow) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(zlib.decompress(row.data))
    return found


def _page_kept(page: PageRow) -> dict[str, Any]:
    return {**page.model_dump(exclude={"id"}), "words": base64.b64encode(page.words).decode()}
