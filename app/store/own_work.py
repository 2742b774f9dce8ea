"""What the program wrote, remembered across matters, so that it never comes back as evidence (promise 2)."""

from dataclasses import dataclass

from sqlmodel import Session

from app.store.tables import OwnWorkRow


@dataclass(frozen=True, slots=True)
class OwnWork:
    """``mark``: the id inside the file. ``kind``: what it is, e.g. ``stamped copy``. ``path``: where it was written."""

    sha256: str
    mark: str
    kind: str
    matter: str
    path: str
    made_at: str


def remember(session: Session, work: OwnWork) -> None:
    if session.get(OwnWorkRow, work.sha256) is None:
        session.add(
            OwnWorkRow(
                sha256=work.sha256,
                mark=work.mark,
                kind=work.kind,
                matter=work.matter,
                path=work.path,
                made_at=work.made_at,
            )
        )


def find(session: Session, sha256: str) -> OwnWork | None:
    row = session.get(OwnWorkRow, sha256)
    return None if row is None else OwnWork(row.sha256, row.mark, row.kind, row.matter, row.path, row.made_at)
