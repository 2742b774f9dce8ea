"""What the two kinds of database hold, and how they are opened."""

from pathlib import Path

from app.store.store import Store
from app.store.tables import HomeTable, MatterTable

_FULL_TEXT = (
    "CREATE VIRTUAL TABLE page_fts USING fts5("
    "text, content='page', content_rowid='id', tokenize='unicode61 remove_diacritics 2')",
    "CREATE TRIGGER page_added AFTER INSERT ON page BEGIN "
    "INSERT INTO page_fts(rowid, text) VALUES (new.id, new.text); END",
    "CREATE TRIGGER page_gone AFTER DELETE ON page BEGIN "
    "INSERT INTO page_fts(page_fts, rowid, text) VALUES ('delete', old.id, old.text); END",
    "CREATE TRIGGER page_changed AFTER UPDATE OF text ON page BEGIN "
    "INSERT INTO page_fts(page_fts, rowid, text) VALUES ('delete', old.id, old.text); "
    "INSERT INTO page_fts(rowid, text) VALUES (new.id, new.text); END",
    # the ledger, the signatures and the audit log are append-only, whoever writes
    "CREATE TRIGGER bates_kept BEFORE DELETE ON bates BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END",
    "CREATE TRIGGER bates_fixed BEFORE UPDATE ON bates BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END",
    "CREATE TRIGGER signature_kept BEFORE DELETE ON signature "
    "BEGIN SELECT RAISE(ABORT, 'signatures are only added'); END",
    "CREATE TRIGGER signature_fixed BEFORE UPDATE ON signature "
    "BEGIN SELECT RAISE(ABORT, 'signatures are only added'); END",
    "CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the log only grows'); END",
    "CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the log only grows'); END",
)


def matter_store(folder: Path) -> Store:
    """The store of the matter that lives in ``folder``, not yet open."""
    return Store(folder / "matter.db", MatterTable.metadata, _FULL_TEXT)


def home_store(home: Path) -> Store:
    """The store of what spans matters, not yet open."""
    return Store(home / "jurat.db", HomeTable.metadata)
