"""What the verifier has read on the pages, kept so that a matter that is opened again is not read again.

All of it can be made anew from the pages: nothing but time depends on it.
"""

from collections.abc import Mapping

from sqlalchemy import text as sql
from sqlmodel import Session


def kept(session: Session, version: str) -> dict[str, str]:
    """The readings by these rules, by their keys."""
    query = sql("SELECT key, data FROM reading WHERE version = :version")
    return {key: data for key, data in session.connection().execute(query, {"version": version})}  # noqa: C416


def keep(session: Session, version: str, readings: Mapping[str, str]) -> None:
    """Keep readings by their keys."""
    rows = [{"key": key, "version": version, "data": data} for key, data in readings.items()]
    if rows:
        session.connection().execute(
            sql("INSERT OR REPLACE INTO reading (key, version, data) VALUES (:key, :version, :data)"), rows
        )


def give_up(session: Session, version: str) -> None:
    """Forget the readings by other rules than these."""
    session.connection().execute(sql("DELETE FROM reading WHERE version <> :version"), {"version": version})
