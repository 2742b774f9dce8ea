"""The matter itself, and the list of matters in the home folder."""

import json
from dataclasses import asdict

from sqlmodel import Session, col, delete, select, update

from app.domain.matter import Caption, Matter, Party
from app.store.tables import AuditHeadRow, BatesHighRow, HomeMatterRow, MatterRow, MoveRow, OwnWorkRow


def create(session: Session, matter: Matter) -> None:
    session.add(
        MatterRow(
            name=matter.name,
            prefix=matter.prefix,
            caption=json.dumps(asdict(matter.caption), ensure_ascii=False),
            created=matter.created,
        )
    )


def change_caption(session: Session, caption: Caption) -> None:
    """Another caption for the matter of this database."""
    row = session.get(MatterRow, 1)
    assert row is not None, "only a matter that was made can be changed"
    row.caption = json.dumps(asdict(caption), ensure_ascii=False)


def rename(session: Session, name: str) -> None:
    """Another name for the matter of this database."""
    row = session.get(MatterRow, 1)
    assert row is not None, "only a matter that was made can be renamed"
    row.name = name


def rename_in_home(session: Session, old: str, new: str) -> None:
    """The new name wherever the home database has the old one; and a note that the folder has to follow."""
    session.execute(update(HomeMatterRow).where(col(HomeMatterRow.name) == old).values(name=new))
    for table in (OwnWorkRow, BatesHighRow, AuditHeadRow):
        session.execute(update(table).where(col(table.matter) == old).values(matter=new))
    session.add(MoveRow(old=old, new=new))


def moves(session: Session) -> list[tuple[str, str]]:
    """Old and new names of folders that haven't followed yet."""
    return [(row.old, row.new) for row in session.exec(select(MoveRow))]


def moved(session: Session, old: str) -> None:
    session.execute(delete(MoveRow).where(col(MoveRow.old) == old))


def find(session: Session) -> Matter | None:
    """The matter of this database; None in one that was just made."""
    row = session.get(MatterRow, 1)
    return None if row is None else Matter(row.name, row.prefix, _caption(row.caption), row.created)


def register(session: Session, name: str, created: str) -> None:
    """Note a matter in the home database."""
    if session.get(HomeMatterRow, name) is None:
        session.add(HomeMatterRow(name=name, created=created))


def names(session: Session) -> list[str]:
    """Matters of the home database, in the order of their names."""
    return [row.name for row in session.exec(select(HomeMatterRow).order_by(col(HomeMatterRow.name)))]


def _caption(text: str) -> Caption:
    fields = json.loads(text)
    fields["parties"] = tuple(Party(**party) for party in fields["parties"])
    fields["counsel"] = tuple(fields["counsel"])
    return Caption(**fields)
